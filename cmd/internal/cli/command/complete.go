package command

import (
	"slices"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/cmd/internal/press"
)

// CompleteComponents completes --only with the components of the games named.
func CompleteComponents(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var ids []string
	for _, g := range gamesToComplete(cmd, args) {
		for _, c := range g.Components {
			ids = append(ids, c.ID)
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// CompleteLanguages completes --lang with the languages of the games named, or
// of all there are, and with all.
func CompleteLanguages(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var langs []string
	for _, g := range gamesToComplete(cmd, args) {
		langs = append(langs, press.Languages(g)...)
	}
	slices.Sort(langs)
	return append(slices.Compact(langs), press.LangAll), cobra.ShellCompDirectiveNoFileComp
}

// CompleteCards completes a game and then cards of it.
func CompleteCards(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return CompleteGames(cmd, args, word)
	}
	var ids []string
	for _, g := range gamesToComplete(cmd, args[:1]) {
		ids = append(ids, CardIDs(g)...)
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// CardIDs returns the ids of the cards of a game.
func CardIDs(g *catalog.Game) []string {
	var ids []string
	for _, d := range g.Decks {
		for _, c := range d.Cards {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// gamesToComplete loads the games on the command line that can be read.
func gamesToComplete(cmd *cobra.Command, ids []string) []*catalog.Game {
	dir, _ := cmd.Flags().GetString("catalog") // "" where there is no such flag
	if here := gameHere(); dir == "" && here != "" && (len(ids) == 0 || ids[0] == here) {
		dir, ids = hereCatalog, nil
	}
	in, err := OpenCatalog(dir)
	if err != nil {
		return nil
	}
	defer in.Close()
	switch {
	case len(ids) > 0:
	case in.Dir == "":
		ids = []string{DefaultGame}
	default:
		ids, _ = load.Games(in.FS)
	}
	var games []*catalog.Game
	for _, id := range ids {
		if g, problems := load.Game(in.FS, id); !problems.HasErrors() {
			games = append(games, g)
		}
	}
	return games
}

// CompleteGames completes with the games there are.
func CompleteGames(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	dir, _ := cmd.Flags().GetString("catalog") // "" where there is no such flag
	in, err := OpenCatalog(dir)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	defer in.Close()
	ids, _ := load.Games(in.FS)
	if here := gameHere(); dir == "" && here != "" {
		ids = append(ids, here)
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
