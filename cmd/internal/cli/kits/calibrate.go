package kits

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
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

// printers are those that were calibrated, by name.
type printers map[string]press.Printer

type calibrateOptions struct {
	HandoutOptions
	printer, offset string
	scale           float64
}

// secondScale is how far to the right of the first scale of the test page the
// second one stands, in mm: by what is read there backs are turned.
const secondScale = 60

// testPage is what the file of the test page is called.
const testPage = "calibration"

func newCalibrateCommand(s terminal.Streams) *cobra.Command {
	o := new(calibrateOptions)
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "Print a test page for a printer, and keep what was read from it",
		Long: `The test page shows how large a printer prints, how near to the edge, how many greys, how small a text and a code may be, and how far the
backs lie beside the fronts. Hold it against the light and read where the cross of the back stands: --offset keeps it, a third
number for where its long line meets the second scale, --scale how long the bar of 100 mm is; build --printer puts it right.`,
		Example: `  kitpress calibrate --lang de
  kitpress calibrate --printer office --offset 1.2,-0.4
  kitpress calibrate --printer office --offset 1.2,-0.4,-0.1 --scale 99.6
  kitpress build --printer office`,
		Args: command.Exactly(0),
		RunE: command.Run(s, o.run),
	}
	f := cmd.Flags()
	command.AddLangs(cmd, &o.Langs, nil, "`language` of the page (default: the environment's)")
	f.StringVar(&o.Paper, "paper", press.DefaultPaper, "`paper`: a4 or letter")
	f.StringVarP(&o.Out, "out", "o", testPage, "`folder` for the page")
	f.StringVar(&o.printer, "printer", "", "`name` to keep a printer under")
	f.StringVar(&o.offset, "offset", "", "`x,y`: where the cross of the back is seen, in mm; x,y,y2: and where\nits long line meets the second scale")
	f.Float64Var(&o.scale, "scale", 100, "`mm`: how long the bar of 100 mm is")
	command.Folder(cmd, "out")
	return cmd
}

func (o *calibrateOptions) run(ctx context.Context, s terminal.Streams, _ []string) error {
	switch scaled := o.scale != 100; {
	case (o.printer == "") == (o.offset != "" || scaled):
		return terminal.Usage("kitpress calibrate --printer office --offset 1.2,-0.4", "--printer goes together with --offset or --scale")
	case o.printer != "":
		return o.keep(s)
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

// read is what was read from the test page.
func (o *calibrateOptions) read() (p press.Printer, err error) {
	if o.scale != 100 {
		p.Scale = o.scale
	}
	if o.offset != "" {
		var mm [3]float64
		numbers := strings.Split(o.offset, ",")
		for i, text := range numbers {
			n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if err != nil || len(numbers) < 2 || len(numbers) > len(mm) {
				return p, terminal.Usage("--offset 1.2,-0.4: right first, then down, in mm", "--offset %s are not two or three numbers", o.offset)
			}
			mm[i] = n
		}
		p.Offset = [2]float64(mm[:2])
		if len(numbers) == len(mm) {
			p.Angle = math.Atan2(mm[2]-mm[1], secondScale-mm[0]) * 180 / math.Pi
		}
	}
	return p, p.Check()
}

// keep keeps what was read from the test page of a printer.
func (o *calibrateOptions) keep(s terminal.Streams) error {
	p, err := o.read()
	if err != nil {
		return err
	}
	file, all, err := readPrinters(s)
	if err != nil {
		return err
	}
	all[o.printer] = p
	data, err := json.MarshalIndent(all, "", "  ")
	if err == nil {
		err = publish.ReplaceFile(file, append(data, '\n'))
	}
	if err != nil {
		return err
	}
	terminal.Printf(s.Out, "%s: seen from the front, backs are moved by %+g mm across and %+g mm down", o.printer, -p.Offset[0], -p.Offset[1])
	if p.Angle != 0 {
		terminal.Printf(s.Out, ", turned by %+.2f°", -p.Angle)
	}
	if p.Scale != 0 {
		terminal.Printf(s.Out, ", all is drawn at %.2f%%", 1e4/p.Scale)
	}
	err = terminal.Printf(s.Out, "; now: kitpress build --printer %s\n", o.printer)
	return err
}

// Printers returns the printers that were calibrated, by name; none when their
// file cannot be read.
func Printers(s terminal.Streams) map[string]press.Printer {
	_, all, _ := readPrinters(s)
	return all
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

// printerOf returns what was read from the test page of a printer.
func printerOf(s terminal.Streams, name string) (press.Printer, error) {
	_, all, err := readPrinters(s)
	if err != nil {
		return press.Printer{}, err
	}
	p, ok := all[name]
	if !ok {
		hint := "kitpress calibrate --printer " + name + " --offset 1.2,-0.4"
		if known := slices.Sorted(maps.Keys(all)); len(known) > 0 {
			hint = "known: " + strings.Join(known, ", ") + "; another one: " + hint
		}
		return p, terminal.Usage(hint, "no printer %q was calibrated", name)
	}
	return p, nil
}
