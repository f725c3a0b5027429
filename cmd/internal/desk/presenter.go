package desk

import (
	"io/fs"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/i18n"
	"kitpress/quiz/referee"
)

// A Presenter says in one language what the referee means.
type Presenter struct {
	vocabulary
	seats []referee.Seat // of the table being shown: no name of anything else
	quiet []string       // parts of its view that are not said
}

// NewPresenter returns a presenter of the first of these languages that the game has,
// or of the game's own.
func NewPresenter(fsys fs.FS, g *catalog.Game, edition *catalog.Edition, langs ...string) (*Presenter, error) {
	lang := g.Source
	for _, l := range langs {
		if slices.Contains(g.Languages, l) || slices.Contains(g.Languages, strings.Split(l, "-")[0]) {
			lang = l
			break
		}
	}
	texts, problems := i18n.Load(fsys, g, lang)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if edition == nil {
		edition = g.EditionFor(lang)
	}
	s := &Presenter{vocabulary: vocabulary{game: g, texts: texts.With(g.ParamsFor(edition)), names: map[string]string{}, short: map[string]string{}, cards: map[string]bool{}, about: map[string]string{}, copies: map[string]int{}}}
	for _, set := range g.Sets {
		for _, item := range set.Items {
			s.name(item)
			if f, ok := item.Fields["short"]; ok && f.Type == catalog.TypeText {
				s.short[item.ID] = i18n.Plain(s.texts.Text(f.Text))
			}
			if f, ok := item.Fields["text"]; ok && f.Type == catalog.TypeText {
				s.about[item.ID] = i18n.Plain(s.texts.Text(f.Text))
			}
		}
	}
	for _, deck := range g.Decks {
		for _, card := range deck.Cards {
			s.cards[card.ID] = s.name(card) || s.compose(deck.Schema, card)
			s.copies[card.ID] = card.Quantity
		}
	}
	return s, nil
}

// Why says why a command is refused, in a sentence that tells what to do about
// it where something is missing or too much.
func (s *Presenter) Why(t *OpenMatch, c referee.Command, no *referee.Refusal) string {
	given, ok := number(no.Why.Args, "Given")
	want, ok2 := number(no.Why.Args, "Want")
	if no.Why.ID != "referee.wrong-count" || !ok || !ok2 {
		return s.Message(no.Why)
	}
	name := s.counted(t, c, given)
	switch {
	case want == 0:
		return s.Word("referee.count.none", "Name", name)
	case given < want:
		return s.Word("referee.count.more", "Name", name, "N", want-given, "Want", want)
	}
	return s.Word("referee.count.fewer", "Name", name, "N", given-want, "Want", want)
}

// number returns a number among the arguments of a message.
func number(args []any, name string) (int, bool) {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == name {
			n, ok := args[i+1].(int)
			return n, ok
		}
	}
	return 0, false
}

// counted returns what the argument is called of which a command names so many.
func (s *Presenter) counted(t *OpenMatch, c referee.Command, given int) string {
	name := ""
	for _, a := range verbOf(t, c.Verb).Args {
		if len(c.Args[a.Name]) == given && (a.Max > 1 || given > 0 || name == "") {
			name = s.Arg(c.Verb, a.Name)
			if a.Max > 1 {
				return name
			}
		}
	}
	return name
}
