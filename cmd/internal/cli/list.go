package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit"
	"kitpress/i18n"
)

type listOptions struct {
	what    string
	catalog string
	json    bool
}

// lists are the things list can list, in the order help names them.
var lists = []string{"games", "components", "languages", "papers", "templates"}

func newListCommand(s Streams) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list [games|components|languages|papers|templates]",
		Short: "List what kitpress knows: games, components, languages, papers, templates",
		Example: `  kitpress list
  kitpress list components
  kitpress list languages --json`,
		ValidArgs: lists,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("usage: "+cmd.UseLine(), "list takes one argument, not %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.what = lists[0]
			if len(args) == 1 {
				o.what = args[0]
			}
			return runList(cmd.Context(), o, s)
		},
	}
	cmd.Flags().StringVar(&o.catalog, "catalog", "", "`folder` with your own games (default: the games kitpress ships)")
	addJSON(cmd, &o.json)
	return cmd
}

// A table is a list as it is printed: rows of cells, and the same for machines.
type table struct {
	head []string
	rows [][]string
	data any
}

func runList(_ context.Context, o listOptions, s Streams) error {
	var t table
	var err error
	switch o.what {
	case "papers":
		t, err = listPapers()
	case "templates":
		t = listTemplates()
	case "games", "components", "languages":
		var games []*catalog.Game
		if games, err = loadGames(o.catalog); err == nil {
			t = listOf(o.what, games)
		}
	default:
		return usage(guess(o.what, lists, "known: "+strings.Join(lists, ", ")), "cannot list %q", o.what)
	}
	if err != nil {
		return forMachines(s, o.json, err)
	}
	if o.json {
		return printJSON(s.Out, t.data)
	}
	return t.print(s.Out)
}

// loadGames loads every game of a catalog, or says what is wrong with any.
func loadGames(dir string) ([]*catalog.Game, error) {
	fsys, done, err := openCatalog(dir)
	if err != nil {
		return nil, err
	}
	defer done()
	ids, err := catalog.Games(fsys)
	if err != nil {
		return nil, err
	}
	var games []*catalog.Game
	var problems source.Problems
	for _, id := range ids {
		g, ps := catalog.Load(fsys, id)
		problems = append(problems, ps...)
		games = append(games, g)
	}
	return games, problems.Err()
}

func listOf(what string, games []*catalog.Game) table {
	switch what {
	case "components":
		return listComponents(games)
	case "languages":
		return listLanguages(games)
	}
	return listGames(games)
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
		for _, c := range g.Components {
			x.Pieces += piecesOf(g, c)
		}
		for _, e := range g.Editions {
			x.Editions = append(x.Editions, e.ID)
		}
		list = append(list, x)
		t.rows = append(t.rows, []string{x.ID, x.Name, fmt.Sprint(x.Pieces), strings.Join(x.Languages, " "), strings.Join(x.Editions, " ")})
	}
	t.data = list
	return t
}

// piecesOf counts the pieces a component prints, copies included.
func piecesOf(g *catalog.Game, c catalog.Component) int {
	n := 0
	for _, id := range c.Decks {
		n += g.Deck(id).Count()
	}
	return n
}

func listComponents(games []*catalog.Game) table {
	type component struct {
		Game   string `json:"game"`
		ID     string `json:"id"`
		Kind   string `json:"kind"`
		Name   string `json:"name"`
		Pieces int    `json:"pieces"`
	}
	t := table{head: []string{"GAME", "COMPONENT", "KIND", "PIECES", "NAME"}}
	list := []component{}
	for _, g := range games {
		for _, c := range g.Components {
			x := component{g.ID, c.ID, string(c.Kind), c.Name.Text, piecesOf(g, c)}
			list = append(list, x)
			t.rows = append(t.rows, []string{x.Game, x.ID, x.Kind, fmt.Sprint(x.Pieces), x.Name})
		}
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
		for _, l := range kit.Languages(g) {
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
	return words.Word("language.name")
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
	papers, err := kit.Papers()
	for _, p := range papers {
		x := paper{p.ID, p.Name, p.Size.W.MM(), p.Size.H.MM()}
		list = append(list, x)
		t.rows = append(t.rows, []string{x.ID, x.Name, fmt.Sprintf("%g × %g mm", x.Width, x.Height)})
	}
	t.data = list
	return t, err
}

func listTemplates() table {
	names := kit.Templates()
	t := table{head: []string{"TEMPLATE"}, data: names}
	for _, n := range names {
		t.rows = append(t.rows, []string{n})
	}
	return t
}

// print writes the table with aligned columns.
func (t table) print(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if t.head != nil {
		fmt.Fprintln(tw, strings.Join(t.head, "\t"))
	}
	for _, row := range t.rows {
		fmt.Fprintln(tw, strings.Join(row, "\t"))
	}
	return tw.Flush()
}
