package kits

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
)

// sheetFolder is where handouts go when nobody says otherwise.
const sheetFolder = "handouts"

// HandoutOptions say how handouts are printed.
type HandoutOptions struct {
	printing
	JSON bool
}

// Flags adds the flags that say how handouts are printed; only are the files
// there can be.
func (o *HandoutOptions) Flags(cmd *cobra.Command, only []string) {
	f := cmd.Flags()
	f.StringVarP(&o.Out, "out", "o", sheetFolder, "`folder` to write; handouts that are in it are replaced")
	f.StringVar(&o.Paper, "paper", "", "`paper`: a4 (usual), letter, a3 (pages are larger) or a5 (smaller)")
	f.StringVar(&o.Sides, "sides", "", "`how` fronts and backs are printed: usual (on both sides), single, duplex-long, duplex-short, fold")
	f.StringVar(&o.Ink, "ink", "", "`ink`: full (usual), backs (backs save ink), low or mono")
	f.StringVar(&o.BaseURL, "base-url", "", "`address` of your own explanation pages, for the codes")
	f.BoolVar(&o.verify, "verify", false, "read every QR code from a picture of its page; keep what was there\nwhen one fails")
	f.StringSliceVar(&o.Only, "only", nil, "only these `files`: "+strings.Join(only, ", ")+", print-plan")
	command.AddDryRun(cmd, &o.DryRun)
	command.Folder(cmd, "out")
}

// Make makes handouts in the look of the game of the request, which is in the
// catalog of a folder, and says what was written.
func (o *HandoutOptions) Make(ctx context.Context, s terminal.Streams, dir string, handouts func(*press.Localization) []press.Handout) error {
	if o.Out == "" {
		return terminal.Usage("-o "+sheetFolder, "--out needs a folder")
	}
	in, err := command.OpenCatalog(dir)
	if err != nil {
		return err
	}
	defer in.Close()
	o.Format = press.FormatPDF
	return in.Explain(o.make(ctx, s, in, o.JSON, true, func(locals []*press.Localization) ([]press.Job, error) {
		return press.PlanHandouts(locals[0], handouts(locals[0]))
	}))
}
