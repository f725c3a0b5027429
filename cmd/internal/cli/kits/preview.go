package kits

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
)

type previewOptions struct {
	kit.PreviewRequest
	catalog string
	looks   bool
	json    bool
	live    bool
	browser Browser
}

// A Browser says how a page is opened in it.
type Browser struct {
	Port int
	No   bool // the address is printed, and nothing opened
}

// Flags adds the flags of commands that open a page.
func (b *Browser) Flags(f *pflag.FlagSet) {
	f.IntVarP(&b.Port, "port", "p", 0, "`number` of the port; 0 takes any that is free")
	f.BoolVar(&b.No, "no-browser", false, "print the address, and open nothing")
}

// A Page shows the faces of a game in the browser, again whenever it yields
// changes.
type Page func(ctx context.Context, s terminal.Streams, b Browser, in *command.Catalog, req kit.PreviewRequest, changes iter.Seq[struct{}]) error

func newPreviewCommand(s terminal.Streams, page Page) *cobra.Command {
	o := new(previewOptions)
	cmd := &cobra.Command{
		Use:   "preview [GAME] [DECK|CARD…]",
		Short: "Draw card faces as pictures, one file each and all of them on a contact sheet",
		Long: `Decks and cards are named by their ids, a card also by both: threats/phishing. Without any, every deck of cards
is drawn; boards, tokens and dice are drawn when they are named. Faces end at their trim. The pictures in the folder
are replaced, and only when every new one is there; a folder with a kit is refused. The folder gets a manifest.json
that lists its pictures. --live writes nothing: it opens a page that only this computer reaches, with the cards and their
sheets, what changed first, again whenever a file of the game is saved; a card with an error keeps its last picture. It
ends when the page is closed, or by Ctrl-C.`,
		Example: `  kitpress preview cyber-survival --lang de
  kitpress preview cyber-survival phishing threats/ransomware --lang ja --backs -o pictures
  kitpress preview online --dpi 150 --ink mono
  kitpress preview my-game --catalog my-game --format svg
  kitpress preview my-game --catalog my-game --live
  kitpress preview --looks -o looks`,
		Args: func(cmd *cobra.Command, args []string) error {
			if o.looks {
				return command.Exactly(0)(cmd, args)
			}
			return nil // of which game is known when the catalog is open
		},
		ValidArgsFunction: command.CompleteCards,
		RunE:              command.Run(s, func(ctx context.Context, s terminal.Streams, args []string) error { return o.run(ctx, s, page, args) }),
	}
	f := cmd.Flags()
	command.AddLangs(cmd, &o.Langs, nil, "`languages`, separated by commas, or all (default: the environment's)")
	f.StringVarP(&o.Out, "out", "o", "preview", "`folder` for the pictures")
	f.StringVar(&o.As, "format", kit.PreviewPNG, "`what` to write: png or svg; the contact sheet is a PNG file")
	f.Float64Var(&o.DPI, "dpi", kit.PreviewDPI, "`pixels` per inch of PNG files")
	f.BoolVar(&o.looks, "looks", false, "draw every look kitpress ships instead of a game")
	f.BoolVar(&o.live, "live", false, "show the cards in the browser, again whenever a file is saved")
	o.browser.Flags(f)
	f.BoolVar(&o.Backs, "backs", false, "draw the backs too")
	f.StringVar(&o.Ink, "ink", press.DefaultInk, "`ink`: full, low (saves ink) or mono (black only)")
	f.StringVar(&o.BaseURL, "base-url", "", "`address` your explanation pages are served at; QR codes lead there")
	f.StringVar(&o.QR, "qr", press.QRURL, "`what` QR codes hold: url, or none to draw the short codes alone")
	command.AddCatalog(cmd, &o.catalog)
	command.AddFonts(cmd, &o.Fonts)
	f.BoolVar(&o.Draft, "draft", false, "draw the source text where a translation is missing")
	command.AddDryRun(cmd, &o.DryRun)
	command.AddJSON(cmd, &o.json)
	command.CompletePrint(cmd)
	command.Complete(cmd, "format", kit.PreviewFormats()...)
	command.Folder(cmd, "out")
	return cmd
}

func (o *previewOptions) run(ctx context.Context, s terminal.Streams, page Page, args []string) error {
	if o.Out == "" {
		return terminal.Usage("-o preview", "--out needs a folder")
	}
	if len(o.Langs) == 0 {
		o.Prefer = command.Languages(s.Env)
	}
	if o.looks {
		o.Catalog, o.Games = kit.Looks()
		return o.draw(ctx, s, &command.Catalog{FS: o.Catalog})
	}
	if len(args) == 0 {
		args = []string{""}
	}
	o.Games, o.Cards = args[:1], args[1:]
	return command.InGames(s, o.catalog, o.Games, func(in *command.Catalog) error {
		o.Catalog = in.FS
		if only := in.Only(); args[0] == "" && only != "" {
			o.Games = []string{only}
		} else if args[0] == "" {
			return terminal.Usage("kitpress list shows the games; kitpress preview GAME", "which game?")
		}
		if o.live && in.Dir == "" {
			return terminal.Usage("kitpress preview my-game --catalog my-game --live", "--live needs a folder to look at: the shipped games do not change")
		} else if o.live {
			return page(ctx, s, o.browser, in, o.PreviewRequest, command.Changes(ctx, in.FS, lookEvery/2))
		}
		return o.draw(ctx, s, in)
	})
}

func (o *previewOptions) draw(ctx context.Context, s terminal.Streams, in *command.Catalog) error {
	r, err := kit.Pictures(ctx, o.PreviewRequest)
	if err != nil {
		return err
	}
	r.Problems = in.Locate(r.Problems)
	if o.json {
		return s.JSON(r)
	}
	s.Problems(r.Problems)
	bytes := int64(0)
	for _, f := range r.Files {
		bytes += f.Bytes
		if f.Face == "" {
			fmt.Fprintln(s.Out, filepath.Join(o.Out, f.Path))
		}
	}
	terminal.Printf(s.Out, "%s, %s, in %s\n", terminal.Plural(len(r.Files), "picture"), terminal.Size(bytes), o.Out)
	printRemoved(s.Out, "preview", r.Removed)
	command.SayDryRun(s, o.DryRun)
	return nil
}
