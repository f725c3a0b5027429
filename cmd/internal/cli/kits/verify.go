package kits

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/verify"
)

type verifyOptions struct {
	verify.Request
	catalog string
	scan    verify.Scan
	all     bool
	json    bool
	quiet   bool
}

func newVerifyCommand(s terminal.Streams) *cobra.Command {
	o := new(verifyOptions)
	cmd := &cobra.Command{
		Use:   "verify FILE.pdf…|DIR…",
		Short: "Verify a kit before it is printed: its files, and every QR code read from a picture of its page",
		Long: `The kit is built again in memory, from its manifest.json, and its files are compared with what would be written.
Every page with codes is drawn as pixels, cut into cards, and the code of each card is read by a decoder that has
nothing to do with the one that drew it: straight at 200 dpi, and at 150 dpi turned by 1.5 degrees and slightly
blurred, as a phone may see it. --dpi, --turn or --blur replace both by one scan of your own.
A code fails that cannot be read or says something else, whose modules are under 0.4 mm, whose quiet zone of
4 modules is not white, whose contrast is under 4 to 1, whose quiet zone is less than 1 mm from the cut, or whose
topic has no title, no summary or, in a catalog that explains topics, no explanation in the language. Copies of a
card are one drawing and read once. Kits of your own games need --catalog. The exit code is 3 when anything fails.
--json prints tool, scans, files, pages, copies, read and least (the worst of every measure); codes: for each face
game, lang, file, page, copies, face, card, expected, payload, version, level, moduleMM, quietModules, contrast,
trimMM, topic, code, title, summary, explanation, reads (a scan, payload and ok each) and failures; and findings:
rule (code, no-code, manifest, version, checksum, missing, unlisted, catalog), game, lang, file, page,
card, message, hint.`,
		Example: `  kitpress verify kit
  kitpress verify kit/cyber-survival_cards_de_a4.pdf --all
  kitpress verify kit --dpi 150 --turn 3 --blur 0.15
  kitpress verify my-kit --catalog my-game --json`,
		Args: command.Some("which kit?"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f := cmd.Flags(); f.Changed("dpi") || f.Changed("turn") || f.Changed("blur") {
				o.Scans = []verify.Scan{o.scan}
			}
			return o.run(cmd.Context(), s, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.catalog, "catalog", "", "`folder` the kit was built from (default: the game of this folder, or those kitpress ships)")
	f.Float64Var(&o.scan.DPI, "dpi", 200, "`pixels` per inch of a scan of your own")
	f.Float64Var(&o.scan.Turn, "turn", 0, "`degrees` it is turned by")
	f.Float64Var(&o.scan.Blur, "blur", 0, "`mm` it is blurred by: the standard deviation, 0.1 is slight")
	f.BoolVarP(&o.all, "all", "a", false, "list every code, not only those that fail")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "show no progress")
	command.AddJSON(cmd, &o.json)
	command.Folder(cmd, "catalog")
	return cmd
}

func (o *verifyOptions) run(ctx context.Context, s terminal.Streams, paths []string) error {
	return command.InGames(s, o.catalog, verify.GamesOf(paths), func(in *command.Catalog) error {
		o.Catalog, o.Paths = in.FS, paths
		bar := terminal.NewProgress(s)
		if !o.quiet && s.Columns > 0 {
			o.Progress = bar.Show
		}
		r, err := verify.Kits(ctx, o.Request)
		bar.End()
		switch {
		case err != nil:
		case o.json:
			err = s.JSON(r)
		default:
			printVerified(s.Out, r)
			printFindings(s.Out, r.Findings)
			if o.all {
				err = codeTable(r.Codes).Print(s.Out)
			}
		}
		if err == nil && len(r.Findings) > 0 {
			s.Complain(terminal.Plural(len(r.Findings), "finding")+": do not print this yet", "")
			return terminal.ExitProblems
		}
		return err
	})
}

// printVerified says in a few lines what was read and the worst of it.
func printVerified(w io.Writer, r *verify.Report) {
	if len(r.Codes) == 0 {
		terminal.Printf(w, "there is no code to read on %s: the game has none, or the kit was built with --qr none\n", terminal.Plural(r.Files, "file"))
		return
	}
	terminal.Printf(w, "%s on %s, %s of them different, in %s\n", terminal.Plural(r.Copies, "code"), terminal.Plural(r.Pages, "page"), fmt.Sprint(len(r.Codes)), terminal.Plural(r.Files, "file"))
	for i, scan := range r.Scans {
		ok := 0
		for _, c := range r.Codes {
			if c.Reads[i].OK {
				ok++
			}
		}
		terminal.Printf(w, "  %d of %d read at %s\n", ok, len(r.Codes), scan)
	}
	terminal.Printf(w, "  at worst: module %.2f mm · quiet zone %.1f modules · contrast %.1f to 1 · %.1f mm to the cut\n",
		r.Least.Module, r.Least.Quiet, r.Least.Contrast, r.Least.Trim)
}

// printFindings prints all of them: whoever prints a thousand sheets wants to
// know.
func printFindings(w io.Writer, list []verify.Finding) {
	for _, f := range list {
		place := f.File
		if f.Page > 0 {
			place += terminal.Say(w, fmt.Sprintf(" page %d", f.Page))
		}
		if f.Card != "" {
			place += ", " + terminal.Say(w, fmt.Sprintf("card %q", f.Card))
		}
		fmt.Fprintln(w, terminal.Join(": ", place, terminal.Say(w, f.Message)))
		if f.Hint != "" {
			fmt.Fprintf(w, "  %s %s\n", terminal.Say(w, "hint:"), terminal.Say(w, f.Hint))
		}
	}
}

// codeTable lists every code that was looked at.
func codeTable(codes []verify.CheckedCode) terminal.Table {
	t := terminal.Table{Head: []string{"LANG", "CARD", "FILE", "PAGE", "COPIES", "MODULE", "QUIET", "CONTRAST", "CUT", "CODE", "TOPIC", "READ", "SAYS"}}
	for _, c := range codes {
		read := "yes"
		for _, r := range c.Reads {
			if !r.OK {
				read = "NO"
			}
		}
		t.Rows = append(t.Rows, []string{
			c.Lang, c.Card, c.File, fmt.Sprint(c.Page), fmt.Sprint(c.Copies), fmt.Sprintf("%.3f", c.Module), fmt.Sprintf("%.1f", c.Quiet),
			fmt.Sprintf("%.1f", c.Contrast), fmt.Sprintf("%.1f", c.Trim), fmt.Sprintf("%d-%s", c.Version, c.Level), c.Topic, read, c.Payload,
		})
	}
	return t
}
