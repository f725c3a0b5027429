package kits

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
)

// A printer is what was read from the test page of one.
type printer struct {
	Offset [2]float64 `json:"offset"` // mm by which the backs are seen to lie beside the fronts, right and down
}

// printers are those that were calibrated, by name.
type printers map[string]printer

type calibrateOptions struct {
	HandoutOptions
	printer, offset string
}

// testPage is what the file of the test page is called.
const testPage = "calibration"

func newCalibrateCommand(s terminal.Streams) *cobra.Command {
	o := new(calibrateOptions)
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "Print a test page for a printer, and keep what was read from it",
		Long: `The test page shows how large a printer prints, how near to the edge, how small a text and a code may be, and how far the
backs lie beside the fronts. Hold it against the light and read where the cross of the back stands: --offset keeps it, and
build --printer moves the backs by it.`,
		Example: `  kitpress calibrate --lang de
  kitpress calibrate --printer office --offset 1.2,-0.4
  kitpress build --printer office`,
		Args: command.Exactly(0),
		RunE: command.Run(s, o.run),
	}
	f := cmd.Flags()
	command.AddLangs(cmd, &o.Langs, nil, "`language` of the page (default: the environment's)")
	f.StringVar(&o.Paper, "paper", press.DefaultPaper, "`paper`: a4 or letter")
	f.StringVarP(&o.Out, "out", "o", testPage, "`folder` for the page")
	f.StringVar(&o.printer, "printer", "", "`name` to keep a printer under")
	f.StringVar(&o.offset, "offset", "", "`x,y`: where the cross of the back is seen, in mm")
	command.Folder(cmd, "out")
	return cmd
}

func (o *calibrateOptions) run(ctx context.Context, s terminal.Streams, _ []string) error {
	if (o.printer == "") != (o.offset == "") {
		return terminal.Usage("kitpress calibrate --printer office --offset 1.2,-0.4", "--printer and --offset go together")
	}
	if o.printer != "" {
		return keepPrinter(s, o.printer, o.offset)
	}
	if len(o.Langs) == 0 {
		o.Prefer = command.Languages(s.Env)
	}
	o.Games, o.Sides, o.Only = []string{command.DefaultGame}, "duplex-long", []string{testPage}
	return o.Make(ctx, s, "", func(l *press.Localization) []press.Handout {
		return []press.Handout{{
			ID: testPage, Name: l.Texts.Word("calibration.title"),
			Faces: []press.HandoutFace{{Name: testPage, Front: testPage + "-front", Back: testPage + "-back"}},
		}}
	})
}

// keepPrinter keeps what was read from the test page of a printer.
func keepPrinter(s terminal.Streams, name, offset string) error {
	x, y, ok := strings.Cut(offset, ",")
	p := printer{}
	var err [2]error
	p.Offset[0], err[0] = strconv.ParseFloat(strings.TrimSpace(x), 64)
	p.Offset[1], err[1] = strconv.ParseFloat(strings.TrimSpace(y), 64)
	if err := errors.Join(err[:]...); err != nil || !ok {
		return terminal.Usage("--offset 1.2,-0.4: right first, then down, in mm", "--offset %s are not two numbers", offset)
	}
	if most := press.MostBackOffset; !(max(p.Offset[0], -p.Offset[0], p.Offset[1], -p.Offset[1]) <= most) {
		return terminal.Usage("is the page printed at 100%, flipped on the long edge?", "--offset %s: backs are moved by at most %g mm", offset, most)
	}
	file, all, err2 := readPrinters(s)
	if err2 != nil {
		return err2
	}
	all[name] = p
	data, err2 := json.MarshalIndent(all, "", "  ")
	if err2 == nil {
		err2 = publish.ReplaceFile(file, append(data, '\n'))
	}
	if err2 != nil {
		return err2
	}
	_, err2 = fmt.Fprintf(s.Out, "%s: seen from the front, backs are moved by %+g mm across and %+g mm down; now: kitpress build --printer %s\n", name, -p.Offset[0], -p.Offset[1], name)
	return err2
}

// readPrinters reads the printers that were calibrated and says in which file
// they are.
func readPrinters(s terminal.Streams) (file string, all printers, err error) {
	if file = s.Env("KITPRESS_PRINTERS"); file == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return "", nil, terminal.Usage("name the file: KITPRESS_PRINTERS=printers.json", "there is no folder for settings: %v", err)
		}
		file = filepath.Join(dir, "kitpress", "printers.json")
	}
	all = printers{}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return file, all, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil {
		return "", nil, fmt.Errorf("cannot read %s: %w", file, publish.Plain(err))
	}
	return file, all, nil
}

// offsetOf returns how far a printer lays backs beside fronts.
func offsetOf(s terminal.Streams, name string) ([2]float64, error) {
	_, all, err := readPrinters(s)
	if err != nil {
		return [2]float64{}, err
	}
	p, ok := all[name]
	if !ok {
		hint := "kitpress calibrate --printer " + name + " --offset 1.2,-0.4"
		if known := slices.Sorted(maps.Keys(all)); len(known) > 0 {
			hint = "known: " + strings.Join(known, ", ") + "; another one: " + hint
		}
		return p.Offset, terminal.Usage(hint, "no printer %q was calibrated", name)
	}
	return p.Offset, nil
}
