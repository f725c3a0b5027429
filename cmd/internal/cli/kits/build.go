package kits

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/kit/vendor"
	"kitpress/cmd/internal/kit/verify"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/layout/compose"
)

type buildOptions struct {
	printing
	catalog string
	json    bool
	quiet   bool
	shard   string
	printer string
	images  string
	profile string
	watch   bool

	sponsorLine, sponsorLogo string
}

func newBuildCommand(s terminal.Streams) *cobra.Command {
	o := new(buildOptions)
	cmd := &cobra.Command{
		Use:   "build [GAME…]",
		Short: "Build a kit: every component of a game as PDF files, ready to print, and its explanations as pages",
		Long: `Without a game it builds the one whose folder it is called in, or else Cyber Survival; without --lang in the language of
the environment.
Several games, or --all of them, get folders of their own and a manifest.json on top.
The kit in the folder is replaced, and only when every new file is there: a build that
fails or is interrupted changes nothing. A folder that holds anything else is refused.
The folder explanations holds the pages behind the QR codes: open its index.html, copy it to
any web server, or see kitpress serve. --format site makes one site of all games named.
SOURCE_DATE_EPOCH, when set, dates the files; otherwise the edition of the game does.`,
		Example: `  kitpress build
  kitpress build --lang all --paper letter --sides duplex-long
  kitpress build --all --lang all -o kits
  kitpress build cyber-survival --lang de --only cards,rulebook -o print
  kitpress build --all --lang all --format site -o site
  kitpress build --base-url https://kit.example.org -o own --verify
  kitpress build my-game --catalog . --draft`,
		ValidArgsFunction: command.CompleteGames,
		RunE:              command.Run(s, o.run),
	}
	f := cmd.Flags()
	f.BoolVarP(&o.All, "all", "a", false, "every game of the catalog, each in a folder of its own")
	addPrinted(cmd, &o.Request)
	f.StringVar(&o.BaseURL, "base-url", "", "`address` your explanation pages are served at; QR codes lead there")
	f.StringVar(&o.Format, "format", press.FormatKit, "`what` to build: kit (PDF files and explanations), pdf, piles (a PDF\nfile for each pile of paper, all copies in order), png or svg\n(a file for each page) or site")
	f.Float64Var(&o.DPI, "dpi", 0, "`pixels` per inch of --format png (default 300)")
	f.StringSliceVar(&o.Only, "only", nil, "`components`, separated by commas (default: all)")
	f.StringVar(&o.printer, "printer", "", "`name` of a printer that was calibrated: its faults are put right\n(see kitpress calibrate)")
	f.StringVar(&o.For, "for", "", "`who` prints: print-shop for PDF/X-4 files of CMYK inks, a page with bleed\nfor each side of each piece; cutter for sheets with registration marks\nand their cut lines as SVG and DXF; pictures in the sizes of mpc, gamecrafter;\npages of drivethrucards, pages; tables on a screen: tabletop-simulator,\nplayingcards.io, tabletopia, screentop")
	f.StringVar(&o.images, "images", "", "`address` or folder the pictures of --for tabletop-simulator will lie at\n(default: where they are written)")
	f.StringVar(&o.profile, "profile", "", "ICC `file` of the print shop's inks (default: FOGRA39, coated paper)")
	f.StringVarP(&o.Out, "out", "o", "kit", "`folder` for the files")
	f.StringVar(&o.sponsorLine, "sponsor-line", "", "a `text` on backs, boxes, boards and score sheets: who paid for the print")
	f.StringVar(&o.sponsorLogo, "sponsor-logo", "", "a `file` beside it: PNG, JPEG, WebP or SVG")
	command.AddCatalog(cmd, &o.catalog)
	command.AddFonts(cmd, &o.Fonts)
	f.BoolVar(&o.Draft, "draft", false, "print the source text, marked, where a translation is missing")
	f.BoolVar(&o.verify, "verify", false, "read every QR code from a picture of its page; keep the kit that was\nthere when one fails (see kitpress verify)")
	f.StringVar(&o.shard, "shard", "", "make one `part` of the files, such as 2/3 for the second of three;\nkitpress merge puts them together")
	command.AddDryRun(cmd, &o.DryRun)
	f.BoolVarP(&o.watch, "watch", "w", false, "build again whenever a file of the game changes, until Ctrl-C")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "show no progress")
	command.AddJSON(cmd, &o.json)
	command.CompletePrint(cmd)
	command.Complete(cmd, "format", press.Formats()...)
	command.Complete(cmd, "for", append(vendor.IDs(), press.PrintShop)...)
	_ = cmd.RegisterFlagCompletionFunc("only", command.CompleteComponents) // fails only for a flag that does not exist
	command.Folder(cmd, "out")
	return cmd
}

func (o *buildOptions) run(ctx context.Context, s terminal.Streams, games []string) (err error) {
	if o.Out == "" {
		return terminal.Usage("-o kit", "--out needs a folder")
	}
	if o.shard != "" {
		if o.Shard, err = press.ParseShard(o.shard); err != nil {
			return err
		}
	}
	if o.printer != "" {
		if o.Printer, err = printerOf(s, o.printer); err != nil {
			return err
		}
	}
	if o.profile != "" {
		if o.Profile, err = os.ReadFile(o.profile); err != nil {
			return err
		}
	}
	if o.Sponsor, err = readSponsor(o.sponsorLine, o.sponsorLogo); err != nil {
		return err
	}
	if len(o.Langs) == 0 {
		o.Prefer = command.Languages(s.Env)
	}
	return command.InGames(s, o.catalog, games, func(in *command.Catalog) error {
		if len(games) == 0 && !o.All && in.Dir == "" {
			games = []string{command.DefaultGame}
		}
		o.Games = games
		if o.For != "" && o.For != press.PrintShop && o.For != press.Cutter {
			return o.export(ctx, s, in)
		}
		build := func() error { return o.make(ctx, s, in, o.json, !o.quiet, press.Plan) }
		if !o.watch {
			return build()
		}
		if in.Dir == "" {
			return terminal.Usage("kitpress build --watch --catalog my-game", "--watch needs a folder to look at: the shipped games do not change")
		}
		changes := command.Changes(ctx, in.FS, lookEvery)
		o.again(s, in, build)
		for range changes {
			o.again(s, in, build)
		}
		return nil
	})
}

// readSponsor reads the sponsor of a kit; nil for none.
func readSponsor(line, logo string) (*compose.Sponsor, error) {
	if line == "" && logo == "" {
		return nil, nil
	}
	s := &compose.Sponsor{Line: line, Pos: source.Pos{File: "--sponsor-line"}}
	if logo == "" {
		return s, nil
	}
	data, err := command.ReadFile(logo, layout.MaxPicture)
	if err != nil {
		return nil, fmt.Errorf("--sponsor-logo: %w", err)
	}
	var problems source.Problems
	s.Logo, problems = compose.ReadLogo(logo, data)
	return s, problems.Err()
}

// addPrinted adds the flags that say how much of a game is printed, and how.
func addPrinted(cmd *cobra.Command, r *press.Request) {
	f := cmd.Flags()
	command.AddLangs(cmd, &r.Langs, nil, "`languages`, separated by commas, or all")
	f.StringVar(&r.Paper, "paper", press.DefaultPaper, "`paper`: a4 or letter; a3 too, and a5 when every piece fits on it")
	f.StringVar(&r.Sides, "sides", press.DefaultSides, "`how` to print: usual (cards on both sides, tokens to fold),\nsingle (backs in files of their own), duplex-long,\nduplex-short or fold")
	f.StringVar(&r.Edition, "edition", "", "`edition` of the rules (default: the one that goes with the language)")
	f.StringVar(&r.QR, "qr", press.QRURL, "`what` QR codes hold: url, or none to print the short codes alone")
	f.StringSliceVar(&r.Topics, "topics", nil, "`what` the guide explains: topics by name or code, or threat, defence,\nterm for all of a kind (default: all)")
	f.StringVar(&r.Ink, "ink", press.DefaultInk, "`ink`: full, backs (backs save ink), low (everything does)\nor mono (black only)")
	f.StringVar(&r.Reading, "reading", "", "`how`: large, no text of a card under 12 point, fewer on a sheet, and\nbooks twice the size; easy, as large, in letters that are hard to\nconfuse (Atkinson Hyperlegible) and stand farther apart")
	f.StringSliceVar(&r.Stock, "stock", nil, "`paper` with cells that cards or tokens go on: perforated cards, round\nlabels, circles for a hand punch; see kitpress list stocks")
	f.IntVar(&r.Sets, "sets", 0, "`sets` of the game to print, each with a letter on its backs")
	f.IntVar(&r.Pupils, "pupils", 0, "print as many sets as these `pupils` need to play at once")
	f.StringSliceVar(&r.StandIn, "stand-in", nil, "`what` is at hand, so that its pieces are left out: dice (ordinary ones),\ncounters (coins, buttons, bricks); see kitpress plan")
}

// export makes what a service that prints games, or a table on a screen, takes.
func (o *buildOptions) export(ctx context.Context, s terminal.Streams, in *command.Catalog) error {
	if o.shard != "" || o.watch || o.verify || o.DryRun || len(o.Only) > 0 || o.Format != press.FormatKit || o.Sets+o.Pupils > 0 {
		return terminal.Usage("leave it out", "--for %s makes all pictures of one game, and none of --shard, --watch, --verify, --dry-run, --only, --format, --sets, --pupils", o.For)
	}
	o.Catalog = in.FS
	r, err := vendor.Export(ctx, o.Request, o.For, o.images)
	if err != nil {
		return err
	}
	r.Problems = in.Locate(r.Problems)
	if o.json {
		return s.JSON(r)
	}
	s.Problems(r.Problems)
	t := terminal.Table{Head: []string{"DECK", "PRODUCT", "PIXELS", "CARDS", "PIECES", "FOLDER"}}
	for _, d := range r.Decks {
		t.Add(d.Deck, d.Product, fmt.Sprintf("%d × %d", d.Pixels[0], d.Pixels[1]), fmt.Sprint(d.Cards), fmt.Sprint(d.Pieces), d.Folder)
	}
	_ = t.Print(s.Out) // like all that is printed here: whoever closed the stream does not want to know
	for _, l := range r.LeftOut {
		terminal.Printf(s.Out, "left out: %s: %s\n", l.Deck, l.Why)
	}
	terminal.Printf(s.Out, "%s, %s, in %s; sizes from %s, seen %s\n", terminal.Plural(r.Files, "file"), terminal.Size(r.Bytes), o.Out, r.Source, r.Seen)
	if r.Note != "" {
		terminal.Printf(s.Out, "note: %s\n", r.Note)
	}
	printRemoved(s.Out, "folder", r.Removed)
	return nil
}

// lookEvery is how often a folder is looked at for changes.
const lookEvery = 50 * time.Millisecond

// again builds and says how long it took. What is wrong is said; the kit that
// was there stays, and the next change is waited for.
func (o *buildOptions) again(s terminal.Streams, in *command.Catalog, build func() error) {
	began := time.Now()
	if err := in.Explain(build()); err != nil {
		terminal.Report(s, err, false)
	}
	terminal.Printf(s.Err, "%d ms; waiting for changes in %s, Ctrl-C ends\n", time.Since(began).Milliseconds(), in.Dir)
}

// A printing is what build and the commands that print handouts share.
type printing struct {
	press.Request
	verify bool
}

// make makes what is asked for and says what was written.
func (p *printing) make(ctx context.Context, s terminal.Streams, in *command.Catalog, asJSON, progress bool, plan func([]*press.Localization) ([]press.Job, error)) (err error) {
	p.Catalog = in.FS
	if p.Date, err = command.SourceDate(s.Env); err != nil {
		return err
	}
	bar := terminal.NewProgress(s)
	if progress {
		p.Progress = bar.Show
	}
	var scans []verify.Scan
	if p.verify {
		scans = verify.DefaultScans()
	}
	r, err := kit.Build(ctx, p.Request, plan, scans)
	bar.End()
	if err != nil {
		return err
	}
	r.Problems = in.Locate(r.Problems)
	if asJSON {
		return s.JSON(r)
	}
	s.Problems(r.Problems)
	printBuilt(s, p.Out, r)
	command.SayDryRun(s, p.DryRun)
	if r.Verified != nil {
		printVerified(s.Out, r.Verified)
	}
	return nil
}
