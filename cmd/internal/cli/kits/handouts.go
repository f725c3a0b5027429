package kits

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
)

// scansOf returns how codes are read when that was asked for.
func scansOf(verify bool) []kit.Scan {
	if verify {
		return kit.DefaultScans()
	}
	return nil
}

// sheetFolder is where handouts go when nobody says otherwise.
const sheetFolder = "handouts"

// HandoutOptions say how handouts are printed.
type HandoutOptions struct {
	press.Request
	JSON, verify bool
}

func (o *HandoutOptions) Flags(cmd *cobra.Command, only []string) {
	f := cmd.Flags()
	f.StringVarP(&o.Out, "out", "o", sheetFolder, "`folder` to write; handouts that are in it are replaced")
	f.StringVar(&o.Paper, "paper", "", "`paper`: a4 (usual) or letter")
	f.StringVar(&o.Sides, "sides", "", "`how` fronts and backs are printed: single (usual), duplex-long, duplex-short, fold")
	f.StringVar(&o.Ink, "ink", "", "`ink`: full (usual), low or mono")
	f.StringVar(&o.BaseURL, "base-url", "", "`address` of your own explanation pages, for the codes")
	f.BoolVar(&o.verify, "verify", false, "read every QR code from a picture of its page; keep what was there\nwhen one fails")
	f.StringSliceVar(&o.Only, "only", nil, "only these `files`: "+strings.Join(only, ", ")+", print-plan")
	_ = cmd.MarkFlagDirname("out") // fails only for a flag that does not exist
}

// Make builds the handouts and says what was written.
func (o *HandoutOptions) Make(ctx context.Context, s terminal.Streams, in *command.Catalog, handouts func(*press.Localization) []press.Handout) error {
	if o.Out == "" {
		return terminal.Usage("-o "+sheetFolder, "--out needs a folder")
	}
	o.Catalog = in.FS
	var err error
	if o.Date, err = command.SourceDate(s.Env); err != nil {
		return err
	}
	bar := terminal.NewProgress(s)
	o.Progress = bar.Show
	o.Format = press.FormatPDF
	result, err := makeHandouts(ctx, o.Request, scansOf(o.verify), handouts)
	bar.End()
	if err != nil {
		return in.Explain(err)
	}
	result.Problems = in.Locate(result.Problems)
	if o.JSON {
		return terminal.PrintJSON(s.Out, result)
	}
	result.Problems.Print(s.Err, terminal.MaxProblems)
	printBuilt(s, o.Out, result)
	if result.Verified != nil {
		printVerified(s.Out, result.Verified)
	}
	return nil
}

// makeHandouts makes handouts in the look of the game of a request.
func makeHandouts(ctx context.Context, req press.Request, scans []kit.Scan, of func(*press.Localization) []press.Handout) (*kit.Report, error) {
	locals, warnings, err := press.Localise(ctx, req)
	if err != nil {
		return nil, err
	}
	jobs, err := press.PlanHandouts(locals[0], of(locals[0]))
	if err != nil {
		return nil, err
	}
	return kit.Make(ctx, locals, jobs, scans, warnings)
}
