package games

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
)

type showOptions struct {
	lang, catalog string
	json          bool
}

func newShowCommand(s terminal.Streams) *cobra.Command {
	o := new(showOptions)
	cmd := &cobra.Command{
		Use:   "show GAME CARD",
		Short: "Show a card: what it says and where it is written",
		Example: `  kitpress show cyber-survival phishing
  kitpress show cyber-survival phishing --lang de`,
		Args:              command.Exactly(2),
		ValidArgsFunction: command.CompleteCards,
		RunE:              command.Run(s, o.run),
	}
	cmd.Flags().StringVarP(&o.lang, "lang", "l", "", "`language` (default: the environment's)")
	command.AnyCase(cmd, "lang", command.CanonicalLang)
	command.AddCatalog(cmd, &o.catalog)
	command.AddJSON(cmd, &o.json)
	return cmd
}

// A shownCard is a card in one language, as show prints it.
type shownCard struct {
	Game     string       `json:"game"`
	Deck     string       `json:"deck"`
	Card     string       `json:"card"`
	Lang     string       `json:"lang"`
	Quantity int          `json:"quantity"`
	Source   string       `json:"source"` // file:line
	Fields   []shownField `json:"fields"`
}

type shownField struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

func (o *showOptions) run(ctx context.Context, s terminal.Streams, args []string) error {
	game, id := args[0], args[1]
	return command.InGames(s, o.catalog, args[:1], func(in *command.Catalog) error {
		req := press.Request{Catalog: in.FS, Games: args[:1], Draft: true, Prefer: command.Reading(s)}
		if o.lang != "" {
			req.Langs = []string{o.lang}
		}
		locals, _, err := press.Localise(ctx, req)
		if err != nil {
			return err
		}
		l := locals[0]
		deck, card := l.Game.Card(id)
		if card == nil {
			return terminal.Usage(terminal.Guess(id, command.CardIDs(l.Game), "kitpress check "+game+" --print catalog lists the cards"), "%s has no card %q", game, id)
		}
		shown := shownCard{game, deck.ID, card.ID, l.Lang, card.Quantity, in.Place(card.Pos).String(), nil}
		for _, f := range deck.Schema {
			if v, ok := card.Fields[f.Name]; ok {
				shown.Fields = append(shown.Fields, shownField{f.Name, value(v, l.Texts.Text)})
			}
		}
		if o.json {
			return s.JSON(shown)
		}
		printCard(s, l, deck, shown)
		return nil
	})
}

// value returns what a field says as a string, a number, a flag or a list;
// text gives the words of a message.
func value(v catalog.Value, text func(catalog.Msg) string) any {
	switch v.Type {
	case catalog.TypeText:
		return text(v.Text)
	case catalog.TypeTexts:
		texts := make([]string, len(v.Texts))
		for i, m := range v.Texts {
			texts[i] = text(m)
		}
		return texts
	case catalog.TypeNumber:
		return v.Number
	case catalog.TypeFlag:
		return v.Flag
	case catalog.TypeItems, catalog.TypeCards, catalog.TypeWords:
		return v.List
	case catalog.TypeNumbers:
		return v.Numbers
	}
	return v.Word
}

func printCard(s terminal.Streams, l *press.Localization, deck *catalog.Deck, c shownCard) {
	fmt.Fprintf(s.Out, "%s · %s · %s · ×%d\n", c.Card, l.Texts.Text(deck.Label), c.Lang, c.Quantity)
	width := 0
	for _, f := range c.Fields {
		width = max(width, len(f.Name))
	}
	for _, f := range c.Fields {
		fmt.Fprintf(s.Out, "  %-*s  %s\n", width, f.Name, terminal.OneLine(f.Value))
	}
	fmt.Fprintf(s.Out, "%s\n", c.Source)
}
