package desk

import (
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/i18n"
	"kitpress/quiz"
	"kitpress/quiz/referee"
)

// A Presenter says in one language what the referee means.
type Presenter struct {
	game   *catalog.Game
	texts  *i18n.Texts
	names  map[string]string // of cards and items, by id
	short  map[string]string // of items that have a short name
	cards  map[string]bool   // the ids of cards: their names are quoted
	about  map[string]string // what items are, of those that say so
	copies map[string]int    // of cards
	seats  []referee.Seat    // of the table being shown: no name of anything else
	quiet  []string          // parts of its view that are not said

	called map[referee.Seat]string // names of seats; nil: they go by their ids
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
	s := &Presenter{game: g, texts: texts.With(g.ParamsFor(edition)), names: map[string]string{}, short: map[string]string{}, cards: map[string]bool{}, about: map[string]string{}, copies: map[string]int{}}
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

// name notes what a card or an item is called, and reports whether it is
// called anything.
func (s *Presenter) name(r *catalog.Record) bool {
	for _, field := range []string{"title", "name"} {
		if f, ok := r.Fields[field]; ok && f.Type == catalog.TypeText {
			s.names[r.ID] = i18n.Plain(strings.ReplaceAll(s.texts.Text(f.Text), "\n", " "))
			return true
		}
	}
	return false
}

// compose names a card without a name of its own after the items it is made
// of, "Screen lock (System)", and reports whether there are any.
func (s *Presenter) compose(schema catalog.Schema, card *catalog.Record) bool {
	var parts []string
	for _, f := range schema {
		if id := card.Fields[f.Name].Word; f.Type == catalog.TypeItem && id != "" {
			parts = append(parts, s.ShortName(id))
		}
	}
	switch {
	case len(parts) == 0:
		return false
	case len(parts) == 1:
		s.names[card.ID] = parts[0]
	case s.texts.Locale().WordSpaces:
		s.names[card.ID] = parts[0] + " (" + strings.Join(parts[1:], ", ") + ")"
	default:
		s.names[card.ID] = parts[0] + "（" + strings.Join(parts[1:], "、") + "）"
	}
	return true
}

// Lang returns the language.
func (s *Presenter) Lang() string { return s.texts.Lang() }

// Word returns one of kitpress's own words.
func (s *Presenter) Word(id string, args ...any) string { return s.texts.Word(id, args...) }

// Text returns a text of the game.
func (s *Presenter) Text(m catalog.Msg) string { return s.texts.Text(m) }

// verbatim are the arguments of messages that are shown as they are.
var verbatim = []string{"Verb", "Arg", "Value", "Seat", "Turn", "Error", "Option", "Guess"}

// Message returns what a message says, with the names of cards and items.
func (s *Presenter) Message(m quiz.Message) string {
	args := slices.Clone(m.Args)
	for i := 0; i+1 < len(args); i += 2 {
		name, ok := m.Args[i].(string)
		typed, one := args[i+1].(string)
		switch {
		case ok && one && slices.Contains(verbatim, name):
			args[i+1] = s.typed(m.Args, name, typed)
		case ok && !slices.Contains(verbatim, name):
			args[i+1] = s.quoted(args[i+1])
		}
	}
	return s.Word(m.ID, args...)
}

// typed returns an argument as it is typed or, for those who type nothing and
// call seats by names, as it is called.
func (s *Presenter) typed(args []any, name, id string) string {
	switch {
	case s.called == nil:
		return id
	case name == "Seat" || name == "Turn":
		return s.SeatName(referee.Seat(id))
	case name == "Verb":
		return s.Do(id)
	case name == "Arg":
		verb := ""
		if i := slices.Index(args, any("Verb")); i >= 0 {
			verb, _ = args[i+1].(string)
		}
		return s.Arg(verb, id)
	}
	return id
}

func (s *Presenter) quoted(v any) any {
	switch v := v.(type) {
	case string:
		return s.Quoted(v)
	case []string:
		list := make([]string, len(v))
		for i, id := range v {
			list[i] = s.Quoted(id)
		}
		return s.List(list)
	}
	return v
}

// Name returns what a card or an item is called; another word as it is.
func (s *Presenter) Name(id string) string {
	if n := s.names[id]; n != "" {
		return n
	}
	return id
}

// Quoted is Name with the names of cards in quotes.
func (s *Presenter) Quoted(id string) string {
	switch l := s.texts.Locale(); {
	case id == "":
		return s.Word("match.empty")
	case !s.cards[id]:
		return s.Name(id)
	case l.Narrow:
		return l.Quotes[0] + "\u202F" + s.Name(id) + "\u202F" + l.Quotes[1]
	default:
		return l.Quotes[0] + s.Name(id) + l.Quotes[1]
	}
}

// List joins names as the language does.
func (s *Presenter) List(list []string) string {
	switch {
	case len(list) == 0:
		return s.Word("match.empty")
	case s.texts.Locale().WordSpaces:
		return strings.Join(list, ", ")
	}
	return strings.Join(list, "、")
}

// RuleID returns a rule as it is cited, behind the prefix of the game.
func (s *Presenter) RuleID(id string) string {
	if id == "" {
		return ""
	}
	return s.game.Prefix + "-" + id
}

// Rule returns the text of a rule in an edition, as plain text; that of a rule
// which only another edition has begins with that.
func (s *Presenter) Rule(id string, edition *catalog.Edition) string {
	r := s.game.Rule(id)
	if r == nil {
		return ""
	}
	m := r.Text
	if edition != nil && len(r.ByEdition) > 0 {
		m = r.ByEdition[edition.ID]
	}
	text := i18n.Plain(s.texts.Text(m))
	if edition != nil && !r.In(edition.ID) {
		space := " "
		if !s.texts.Locale().WordSpaces {
			space = ""
		}
		return s.texts.OtherEdition(s.game, r) + space + text
	}
	return text
}

// Fault returns what is wrong on a score sheet.
func (s *Presenter) Fault(f referee.Fault) string {
	args := slices.Clone(f.Why.Args)
	for i := 0; i+1 < len(args); i += 2 {
		if id, ok := args[i+1].(string); ok && args[i] == "Category" {
			args[i+1] = s.Category(id)
		}
		if list, ok := args[i+1].([]int); ok {
			words := make([]string, len(list))
			for j, n := range list {
				words[j] = strconv.Itoa(n)
			}
			args[i+1] = s.List(words)
		}
	}
	return s.Word(f.Why.ID, args...)
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

// Refused returns a refusal in a sentence: "Refused (…): …".
func (s *Presenter) Refused(no *referee.Refusal) string {
	if no.Rule == "" {
		return s.Word("match.unclear", "Why", s.Message(no.Why))
	}
	return s.Word("match.refused", "Rule", s.RuleID(no.Rule), "Why", s.Message(no.Why))
}
