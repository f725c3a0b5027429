package games

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
)

type listOptions struct {
	what, game string
	catalog    string
	json       bool
}

// lists are the things list can list, in the order help names them.
var lists = []string{"games", "components", "languages", "templates", "icons", "looks", "themes", "sizes", "sheets", "stocks", "papers", "fields", "fonts"}

func newListCommand(s terminal.Streams) *cobra.Command {
	o := new(listOptions)
	cmd := &cobra.Command{
		Use:   "list [WHAT] [GAME]",
		Short: "List what kitpress knows: " + strings.Join(lists, ", "),
		Long: `Components are listed with their decks and how many pieces each has; the totals count what lies on the table,
once each. With a game, templates and icons are those it uses, otherwise those kitpress ships. Looks are the templates any
deck can take, in any size; themes their colours; sheets how pieces go on paper; fields what columns of a table of cards are
called. kitpress preview --looks draws the looks, kitpress look LOOK writes one down to be changed.`,
		Example: `  kitpress list
  kitpress list looks
  kitpress list components online
  kitpress list languages --json`,
		ValidArgsFunction: completeList,
		Args:              command.Between(0, 2, "at most two arguments"),
		RunE:              command.Run(s, o.run),
	}
	command.AddCatalog(cmd, &o.catalog)
	command.AddJSON(cmd, &o.json)
	return cmd
}

// completeList completes what is listed, then the game.
func completeList(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return lists, cobra.ShellCompDirectiveNoFileComp
	}
	return command.CompleteGames(cmd, args, word)
}

func (o *listOptions) run(_ context.Context, s terminal.Streams, args []string) error {
	o.what, o.game = append(args, lists[0])[0], append(args, "", "")[1]
	if err := terminal.OneOf(o.what, lists, "cannot list %q"); err != nil {
		return err
	}
	t, err := o.list(s)
	if err != nil {
		return err
	}
	return s.Table(t, o.json)
}

func (o *listOptions) list(s terminal.Streams) (t terminal.Table, err error) {
	switch {
	case slices.Index(lists, o.what) >= slices.Index(lists, "looks"):
		if o.game != "" {
			return t, terminal.Usage("leave the game out", "%s are the same for every game", o.what)
		}
		if o.catalog == "" {
			return listShipped(o.what, nil)
		}
		err = command.InGames(s, o.catalog, nil, func(in *command.Catalog) error {
			t, err = listShipped(o.what, in.FS)
			return err
		})
		return t, err
	case o.what == "templates" && o.game == "":
		return listNames("TEMPLATE", press.Templates()), nil
	case o.what == "icons" && o.game == "":
		return listNames("ICON", press.Icons()), nil
	}
	err = command.InGames(s, o.catalog, []string{o.game}, func(in *command.Catalog) error {
		games, err := command.LoadGames(in.FS, o.game, load.WithoutTopics())
		if err != nil {
			return err
		}
		switch o.what {
		case "components":
			t = listComponents(games)
		case "languages":
			t = listLanguages(games)
		case "templates":
			t = listUsed("TEMPLATE", press.TemplatesOf(games[0], in.FS))
		case "icons":
			t = listUsed("ICON", press.IconsOf(games[0], in.FS))
		default:
			t = listGames(games)
		}
		return nil
	})
	return t, err
}

func listGames(games []*catalog.Game) terminal.Table {
	type game struct {
		ID        string   `json:"id"`
		Name      string   `json:"name"`
		Version   string   `json:"version"`
		Languages []string `json:"languages"`
		Editions  []string `json:"editions"`
		Pieces    int      `json:"pieces"`
		Path      string   `json:"path"`
	}
	t := terminal.Table{Head: []string{"GAME", "NAME", "PIECES", "LANGUAGES", "EDITIONS"}}
	list := []game{}
	for _, g := range games {
		x := game{ID: g.ID, Name: g.Name.Text, Version: g.Version, Languages: g.Languages, Editions: []string{}, Path: g.Pos.File}
		cards, others := g.Pieces()
		x.Pieces = cards + others
		for _, e := range g.Editions {
			x.Editions = append(x.Editions, e.ID)
		}
		list = append(list, x)
		t.Add(x.ID, x.Name, fmt.Sprint(x.Pieces), strings.Join(x.Languages, " "), strings.Join(x.Editions, " "))
	}
	t.Data = list
	return t
}

func listLanguages(games []*catalog.Game) terminal.Table {
	type language struct {
		Lang  string   `json:"lang"`
		Name  string   `json:"name"`
		Games []string `json:"games"`
	}
	t := terminal.Table{Head: []string{"LANGUAGE", "NAME", "GAMES"}}
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
		t.Add(x.Lang, x.Name, strings.Join(x.Games, " "))
	}
	t.Data = list
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

// listNames lists what has nothing but a name.
func listNames(head string, names []string) terminal.Table {
	t := terminal.Table{Head: []string{head}, Data: names}
	for _, n := range names {
		t.Add(n)
	}
	return t
}

// listUsed lists what one game uses.
func listUsed(head string, list []press.Used) terminal.Table {
	t := terminal.Table{Head: []string{head, "FROM", "FIRST USED"}, Data: list}
	for _, u := range list {
		from := "kitpress"
		if u.Own {
			from = "game"
		}
		t.Add(u.Name, from, u.For)
	}
	return t
}
