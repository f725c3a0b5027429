package cli

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
)

// gameCommands are the commands about games and their words.
func gameCommands(s Streams) []*cobra.Command {
	return []*cobra.Command{newListCommand(s), newShowCommand(s), newCheckCommand(s), newLinksCommand(s), newNewCommand(s), newTranslateCommand(s)}
}

type listOptions struct {
	what, game string
	catalog    string
	json       bool
}

// lists are the things list can list, in the order help names them.
var lists = []string{"games", "components", "languages", "templates", "icons", "papers"}

func newListCommand(s Streams) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list [games|components|languages|templates|icons|papers] [GAME]",
		Short: "List what kitpress knows: games, components, languages, templates, icons, papers",
		Long: `Components are listed with their decks and how many pieces each has; the totals count what lies on the table,
once each. With a game, templates and icons are those it uses, otherwise those kitpress ships.`,
		Example: `  kitpress list
  kitpress list components online
  kitpress list languages --json`,
		ValidArgsFunction: completeList,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 2 {
				return usage("usage: "+cmd.UseLine(), "list takes at most two arguments, not %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.what, o.game = lists[0], ""
			if len(args) > 0 {
				o.what = args[0]
			}
			if len(args) > 1 {
				o.game = args[1]
			}
			return runList(cmd.Context(), o, s)
		},
	}
	cmd.Flags().StringVar(&o.catalog, "catalog", "", "`folder` with your own games (default: the game of this folder, or those kitpress ships)")
	addJSON(cmd, &o.json)
	return cmd
}

// completeList completes what is listed, then the game.
func completeList(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return lists, cobra.ShellCompDirectiveNoFileComp
	}
	return completeGames(cmd, args, word)
}

// A table is a list as it is printed: rows of cells, and the same for machines.
type table struct {
	head []string
	rows [][]string
	data any
}

func runList(_ context.Context, o listOptions, s Streams) error {
	if !slices.Contains(lists, o.what) {
		return usage(guess(o.what, lists, "known: "+strings.Join(lists, ", ")), "cannot list %q", o.what)
	}
	t, err := makeList(o, s)
	if err != nil {
		return err
	}
	if o.json {
		return printJSON(s.Out, t.data)
	}
	return t.print(s.Out)
}

func makeList(o listOptions, s Streams) (table, error) {
	switch {
	case o.what == "papers" && o.game != "":
		return table{}, usage("leave the game out", "papers are the same for every game")
	case o.what == "papers":
		return listPapers()
	case o.what == "templates" && o.game == "":
		return listNames("TEMPLATE", press.Templates()), nil
	case o.what == "icons" && o.game == "":
		return listNames("ICON", press.Icons()), nil
	}
	in, err := openGames(s, o.catalog, o.game)
	if err != nil {
		return table{}, err
	}
	defer in.close()
	games, err := loadGames(in.fsys, o.game, catalog.WithoutTopics())
	if err != nil {
		return table{}, in.explain(err)
	}
	switch o.what {
	case "components":
		return listComponents(games), nil
	case "languages":
		return listLanguages(games), nil
	case "templates":
		return listUsed("TEMPLATE", press.TemplatesOf(games[0], in.fsys)), nil
	case "icons":
		return listUsed("ICON", press.IconsOf(games[0], in.fsys)), nil
	}
	return listGames(games), nil
}

// loadGames loads every game of a catalog, or one, or says what is wrong with
// any.
func loadGames(fsys fs.FS, only string, opts ...catalog.LoadOption) ([]*catalog.Game, error) {
	ids, err := catalog.Games(fsys)
	if err != nil {
		return nil, err
	}
	if only != "" && !slices.Contains(ids, only) {
		return nil, usage(guess(only, ids, "known: "+strings.Join(ids, ", ")), "there is no game %q", only)
	}
	var games []*catalog.Game
	var problems source.Problems
	for _, id := range ids {
		if only == "" || id == only {
			g, ps := catalog.Load(fsys, id, opts...)
			problems = append(problems, ps...)
			games = append(games, g)
		}
	}
	return games, problems.Err()
}

func listGames(games []*catalog.Game) table {
	type game struct {
		ID        string   `json:"id"`
		Name      string   `json:"name"`
		Version   string   `json:"version"`
		Languages []string `json:"languages"`
		Editions  []string `json:"editions"`
		Pieces    int      `json:"pieces"`
		Path      string   `json:"path"`
	}
	t := table{head: []string{"GAME", "NAME", "PIECES", "LANGUAGES", "EDITIONS"}}
	list := []game{}
	for _, g := range games {
		x := game{ID: g.ID, Name: g.Name.Text, Version: g.Version, Languages: g.Languages, Path: g.Pos.File}
		cards, others := g.Pieces()
		x.Pieces = cards + others
		for _, e := range g.Editions {
			x.Editions = append(x.Editions, e.ID)
		}
		list = append(list, x)
		t.rows = append(t.rows, []string{x.ID, x.Name, fmt.Sprint(x.Pieces), strings.Join(x.Languages, " "), strings.Join(x.Editions, " ")})
	}
	t.data = list
	return t
}

func listLanguages(games []*catalog.Game) table {
	type language struct {
		Lang  string   `json:"lang"`
		Name  string   `json:"name"`
		Games []string `json:"games"`
	}
	t := table{head: []string{"LANGUAGE", "NAME", "GAMES"}}
	list := []language{}
	for _, g := range games {
		for _, l := range press.Languages(g) {
			i := slices.IndexFunc(list, func(x language) bool { return x.Lang == l })
			if i < 0 {
				i = len(list)
				list = append(list, language{Lang: l, Name: languageName(l)})
			}
			list[i].Games = append(list[i].Games, g.ID)
		}
	}
	slices.SortFunc(list, func(a, b language) int { return strings.Compare(a.Lang, b.Lang) })
	for _, x := range list {
		t.rows = append(t.rows, []string{x.Lang, x.Name, strings.Join(x.Games, " ")})
	}
	t.data = list
	return t
}

// languageName returns what a language calls itself.
func languageName(lang string) string {
	words, problems := i18n.WordsIn(lang)
	if problems.HasErrors() {
		return lang
	}
	return words.NameOf(lang)
}

func listPapers() (table, error) {
	type paper struct {
		ID     string  `json:"id"`
		Name   string  `json:"name"`
		Width  float64 `json:"width_mm"`
		Height float64 `json:"height_mm"`
	}
	t := table{head: []string{"PAPER", "NAME", "SIZE"}}
	list := []paper{}
	papers, err := press.Papers()
	for _, p := range papers {
		x := paper{p.ID, p.Name, p.Size.W.MM(), p.Size.H.MM()}
		list = append(list, x)
		t.rows = append(t.rows, []string{x.ID, x.Name, fmt.Sprintf("%g × %g mm", x.Width, x.Height)})
	}
	t.data = list
	return t, err
}

// listNames lists what has nothing but a name.
func listNames(head string, names []string) table {
	t := table{head: []string{head}, data: names}
	for _, n := range names {
		t.rows = append(t.rows, []string{n})
	}
	return t
}

// listUsed lists what one game uses.
func listUsed(head string, list []press.Used) table {
	t := table{head: []string{head, "FROM", "FIRST USED"}, data: list}
	for _, u := range list {
		from := "kitpress"
		if u.Own {
			from = "game"
		}
		t.rows = append(t.rows, []string{u.Name, from, u.For})
	}
	return t
}

// print writes the table with aligned columns.
func (t table) print(w io.Writer) error {
	var rows [][]string
	if t.head != nil {
		rows = append(rows, t.head)
	}
	for _, row := range t.rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = printable(cell)
		}
		rows = append(rows, cells)
	}
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], columnsOf(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			b.WriteString(cell)
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-columnsOf(cell)+2))
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// columnsOf returns how many columns of a terminal a text takes: kanji, kana
// and characters as wide as these take two.
func columnsOf(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r):
		case r >= 0x1100 && r <= 0x115F, r >= 0x2E80 && r <= 0xA4CF, r >= 0xAC00 && r <= 0xD7A3, r >= 0xF900 && r <= 0xFAFF, r >= 0xFE30 && r <= 0xFE4F,
			r >= 0xFF00 && r <= 0xFF60, r >= 0xFFE0 && r <= 0xFFE6, r >= 0x1F300 && r <= 0x1FAFF, r >= 0x20000 && r <= 0x3FFFD:
			n += 2
		default:
			n++
		}
	}
	return n
}

// printable puts spaces for tabs, line breaks and what else may command a
// terminal: cells come from files of others.
func printable(cell string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, cell)
}
