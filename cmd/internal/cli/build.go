package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
)

// defaultGame is what `kitpress build` builds when nothing is named.
const defaultGame = "cyber-survival"

// kitCommands are the commands that make and check what is printed.
func kitCommands(s Streams) []*cobra.Command {
	return []*cobra.Command{newBuildCommand(s), newMergeCommand(s), newVerifyCommand(s), newPreviewCommand(s)}
}

type buildOptions struct {
	press.Request
	catalog string
	json    bool
	quiet   bool
	verify  bool
	shard   string
}

func newBuildCommand(s Streams) *cobra.Command {
	var o buildOptions
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
  kitpress build cyber-survival --lang de --only threat-cards,rulebook -o print
  kitpress build --all --lang all --format site -o site
  kitpress build --base-url https://kit.example.org -o own --verify
  kitpress build my-game --catalog . --draft`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Games = args
			return runBuild(cmd.Context(), o, s)
		},
	}
	f := cmd.Flags()
	f.BoolVarP(&o.All, "all", "a", false, "every game of the catalog, each in a folder of its own")
	f.StringSliceVarP(&o.Langs, "lang", "l", nil, "`languages`, separated by commas, or all")
	f.StringVar(&o.Paper, "paper", press.DefaultPaper, "`paper`: a4 or letter; a3 too, and a5 when every piece fits on it")
	f.StringVar(&o.Sides, "sides", press.DefaultSides, "`how` to print: single (backs in files of their own), duplex-long,\nduplex-short or fold")
	f.StringVar(&o.Edition, "edition", "", "`edition` of the rules (default: the one that goes with the language)")
	f.StringVar(&o.BaseURL, "base-url", "", "`address` your explanation pages are served at; QR codes lead there")
	f.StringVar(&o.Format, "format", press.FormatKit, "`what` to build: kit (PDF files and explanations), pdf, png or svg\n(a file for each page) or site")
	f.Float64Var(&o.DPI, "dpi", 0, "`pixels` per inch of --format png (default 300)")
	f.StringVar(&o.QR, "qr", press.QRURL, "`what` QR codes hold: url, or none to print the short codes alone")
	f.StringVar(&o.Ink, "ink", press.DefaultInk, "`ink`: full, low (saves ink) or mono (black only)")
	f.StringSliceVar(&o.Only, "only", nil, "`components`, separated by commas (default: all)")
	f.StringVarP(&o.Out, "out", "o", "kit", "`folder` for the files")
	f.StringVar(&o.catalog, "catalog", "", "`folder` with your own games (default: the game of this folder, or those kitpress ships)")
	f.BoolVar(&o.Draft, "draft", false, "print the source text, marked, where a translation is missing")
	f.BoolVar(&o.verify, "verify", false, "read every QR code from a picture of its page; keep the kit that was\nthere when one fails (see kitpress verify)")
	f.StringVar(&o.shard, "shard", "", "make one `part` of the files, such as 2/3 for the second of three;\nkitpress merge puts them together")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "show no progress")
	addJSON(cmd, &o.json)
	completeBuild(cmd)
	return cmd
}

func runBuild(ctx context.Context, o buildOptions, s Streams) error {
	if o.Out == "" {
		return usage("-o kit", "--out needs a folder")
	}
	games, err := openGames(s, o.catalog, o.Games...)
	if err != nil {
		return err
	}
	defer games.close()
	o.Catalog = games.fsys
	if len(o.Games) == 0 && !o.All && games.dir == "" {
		o.Games = []string{defaultGame}
	}
	if len(o.Langs) == 0 {
		o.Prefer = environmentLanguages(s.Env)
	}
	if o.Date, err = sourceDate(s.Env); err != nil {
		return err
	}
	if o.shard != "" {
		if o.Shard, err = press.ParseShard(o.shard); err != nil {
			return err
		}
	}
	bar := newProgress(s)
	if !o.quiet {
		o.Progress = bar.show
	}
	result, err := kit.Build(ctx, o.Request, scansOf(o.verify))
	bar.end()
	if err != nil {
		return games.explain(err)
	}
	result.Problems = games.locate(result.Problems)
	if o.json {
		return printJSON(s.Out, result)
	}
	result.Problems.Print(s.Err, maxProblems)
	printBuilt(s, o.Out, result)
	if result.Verified != nil {
		printVerified(s.Out, result.Verified)
	}
	return nil
}

// scansOf returns how codes are read when that was asked for.
func scansOf(verify bool) []kit.Scan {
	if verify {
		return kit.DefaultScans()
	}
	return nil
}

// printBuilt says what was written and where to begin: every file of one game,
// a line for each of several.
func printBuilt(s Streams, out string, r *kit.Report) {
	if r.Site != nil {
		printSite(s.Out, out, r.Site)
		printRemoved(s.Out, "kit", r.Removed)
		return
	}
	files, pages := 0, 0
	several := r.Kits[0].Dir != ""
	t := table{}
	for _, k := range r.Kits {
		ofGame := 0
		for _, f := range k.Files {
			ofGame += f.Pages
		}
		files, pages = files+len(k.Files), pages+ofGame
		what := strings.Join(nonEmpty(k.Name, k.Edition, strings.Join(k.Langs, " "), k.Paper, k.Sides, k.Ink), " · ")
		if several {
			t.rows = append(t.rows, []string{what, plural(len(k.Files), "file"), plural(ofGame, "page"), filepath.Join(out, filepath.FromSlash(k.Dir))})
			continue
		}
		fmt.Fprintln(s.Out, what)
		printFiles(s.Out, out, k)
		if k.Site != nil {
			fmt.Fprintf(s.Out, "  %s %s, %s\n", filepath.Join(out, filepath.FromSlash(k.Site.Start)), plural(k.Site.Topics, "topic"), plural(k.Site.Pages, "page"))
		}
	}
	_ = t.print(s.Out) // like all that is printed here: whoever closed the stream does not want to know
	fmt.Fprintf(s.Out, "%s, %s, in %s\n", plural(files, "file"), plural(pages, "page"), out)
	printRemoved(s.Out, "kit", r.Removed)
}

// printSite says what a site holds and where to begin.
func printSite(w io.Writer, out string, site *kit.Site) {
	fmt.Fprintf(w, "%s, %s, %s, in %s\n", plural(site.Topics, "topic"), plural(site.Pages, "page"), size(site.Bytes), out)
	fmt.Fprintf(w, "open %s, or copy the folder to a web server\n", filepath.Join(out, filepath.FromSlash(site.Start)))
}

func printRemoved(w io.Writer, what string, n int) {
	if n > 0 {
		fmt.Fprintf(w, "removed %s of the %s that was there; -o keeps them apart\n", plural(n, "file"), what)
	}
}

// printFiles prints a line for each file of a kit.
func printFiles(w io.Writer, out string, k kit.Kit) {
	width := 0
	name := func(f press.File) string { return filepath.Join(out, filepath.FromSlash(k.Dir), f.Path) }
	for _, f := range k.Files {
		width = max(width, len(name(f)))
	}
	for _, f := range k.Files {
		fmt.Fprintf(w, "  %-*s %9s %8s\n", width, name(f), plural(f.Pages, "page"), size(f.Bytes))
	}
}

func nonEmpty(list ...string) []string {
	var out []string
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// size returns a number of bytes as people read it.
func size(bytes int64) string {
	if bytes < 1000*1000 {
		return fmt.Sprintf("%d kB", (bytes+999)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

// environmentLanguages returns the languages the environment asks for, best
// first: "de_CH.UTF-8" gives de-CH, de and en.
func environmentLanguages(env func(string) string) []string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		v, _, _ := strings.Cut(env(name), ".")
		v, _, _ = strings.Cut(v, "@")
		if v == "" {
			continue
		}
		if v == "C" || v == "POSIX" {
			break
		}
		lang := strings.ReplaceAll(v, "_", "-")
		return []string{lang, strings.Split(lang, "-")[0], "en"}
	}
	return []string{"en"}
}

// sourceDate reads SOURCE_DATE_EPOCH, see reproducible-builds.org.
func sourceDate(env func(string) string) (time.Time, error) {
	v := env("SOURCE_DATE_EPOCH")
	if v == "" {
		return time.Time{}, nil
	}
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil || n < 0 || n > 253402300799 {
		return time.Time{}, usage("it is the number of seconds since 1970", "SOURCE_DATE_EPOCH is %q", v)
	}
	return time.Unix(n, 0).UTC(), nil
}

// completeBuild lets a shell complete what kitpress knows.
func completeBuild(cmd *cobra.Command) {
	cmd.ValidArgsFunction = completeGames
	for flag, values := range map[string][]string{
		"paper":  {"a4", "letter", "a3", "a5"},
		"sides":  {"single", "duplex-long", "duplex-short", "fold"},
		"ink":    {"full", "low", "mono"},
		"qr":     {press.QRURL, press.QRNone},
		"format": press.Formats(),
	} {
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)) // fails only for a flag that does not exist
	}
	_ = cmd.RegisterFlagCompletionFunc("only", completeComponents)
	_ = cmd.RegisterFlagCompletionFunc("lang", completeLanguages)
	_ = cmd.MarkFlagDirname("out")
	_ = cmd.MarkFlagDirname("catalog")
}

// completeComponents completes --only with the components of the games named.
func completeComponents(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var ids []string
	for _, g := range gamesToComplete(cmd, args) {
		for _, c := range g.Components {
			ids = append(ids, c.ID)
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// completeLanguages completes --lang with the languages of the games named, or
// of all there are, and with all.
func completeLanguages(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var langs []string
	for _, g := range gamesToComplete(cmd, args) {
		langs = append(langs, press.Languages(g)...)
	}
	slices.Sort(langs)
	return append(slices.Compact(langs), press.LangAll), cobra.ShellCompDirectiveNoFileComp
}

// completeCards completes a game and then cards of it.
func completeCards(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeGames(cmd, args, word)
	}
	var ids []string
	for _, g := range gamesToComplete(cmd, args[:1]) {
		for _, d := range g.Decks {
			for _, c := range d.Cards {
				ids = append(ids, c.ID)
			}
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// gamesToComplete loads the games on the command line that can be read.
func gamesToComplete(cmd *cobra.Command, ids []string) []*catalog.Game {
	dir := ""
	if f := cmd.Flags().Lookup("catalog"); f != nil {
		dir = f.Value.String()
	}
	if here := gameHere(); dir == "" && here != "" && (len(ids) == 0 || ids[0] == here) {
		dir, ids = hereCatalog, nil
	}
	in, err := openCatalog(dir)
	if err != nil {
		return nil
	}
	defer in.close()
	if len(ids) == 0 && in.dir == "" {
		ids = []string{defaultGame}
	}
	if len(ids) == 0 {
		ids, _ = catalog.Games(in.fsys)
	}
	var games []*catalog.Game
	for _, id := range ids {
		if g, problems := catalog.Load(in.fsys, id); !problems.HasErrors() {
			games = append(games, g)
		}
	}
	return games
}

func completeGames(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	dir := ""
	if f := cmd.Flags().Lookup("catalog"); f != nil {
		dir = f.Value.String()
	}
	games, err := openCatalog(dir)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	defer games.close()
	ids, err := catalog.Games(games.fsys)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	if here := gameHere(); dir == "" && here != "" {
		ids = append(ids, here)
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
