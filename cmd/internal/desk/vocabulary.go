package desk

import (
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/i18n"
	"kitpress/quiz"
	"kitpress/quiz/referee"
)

// A vocabulary has the words of a game in one language: what its cards, items,
// seats, verbs and rules are called.
type vocabulary struct {
	game   *catalog.Game
	texts  *i18n.Texts
	names  map[string]string // of cards and items, by id
	short  map[string]string // of items that have a short name
	cards  map[string]bool   // the ids of cards: their names are quoted
	about  map[string]string // what items are, of those that say so
	copies map[string]int    // of cards

	called map[referee.Seat]string // names of seats; nil: they go by their ids
}

// name notes what a card or an item is called, and reports whether it is
// called anything.
func (s *vocabulary) name(r *catalog.Record) bool {
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
func (s *vocabulary) compose(schema catalog.Schema, card *catalog.Record) bool {
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
func (s *vocabulary) Lang() string { return s.texts.Lang() }

// Word returns one of kitpress's own words.
func (s *vocabulary) Word(id string, args ...any) string { return s.texts.Word(id, args...) }

// Text returns a text of the game.
func (s *vocabulary) Text(m catalog.Msg) string { return s.texts.Text(m) }

// Name returns what a card or an item is called; another word as it is.
func (s *vocabulary) Name(id string) string {
	if n := s.names[id]; n != "" {
		return n
	}
	return id
}

// Quoted is Name with the names of cards in quotes.
func (s *vocabulary) Quoted(id string) string {
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

// ShortName returns the short name of an item, or its name.
func (s *vocabulary) ShortName(id string) string {
	if n := s.short[id]; n != "" {
		return n
	}
	return s.Name(id)
}

// seat returns the id of a seat, or its name where seats go by names.
func (s *vocabulary) seat(id string) string {
	if s.called == nil {
		return id
	}
	return s.SeatName(referee.Seat(id))
}

// SeatName returns what a seat is called: the character or the colour that it
// is, else its id with a capital; "" is the table.
func (s *vocabulary) SeatName(seat referee.Seat) string {
	id := string(seat)
	switch {
	case id == "":
		return s.Word("seat.table")
	case s.called[seat] != "":
		return s.called[seat]
	case s.names[id] != "" && !s.cards[id]:
		return s.names[id]
	case s.texts.Words().Has("seat." + id):
		return s.Word("seat." + id)
	}
	return strings.ToUpper(id[:1]) + id[1:]
}

// List joins names as the language does.
func (s *vocabulary) List(list []string) string {
	switch {
	case len(list) == 0:
		return s.Word("match.empty")
	case s.texts.Locale().WordSpaces:
		return strings.Join(list, ", ")
	}
	return strings.Join(list, "、")
}

func (s *vocabulary) times(n int, name string) string {
	switch {
	case n == 1:
		return name
	case s.texts.Locale().WordSpaces:
		return strconv.Itoa(n) + "\u202F×\u202F" + name
	}
	return name + "×" + strconv.Itoa(n)
}

// Do returns what the button of a verb says.
func (s *vocabulary) Do(verb string) string {
	if id := "do." + s.game.ID + "." + verb; s.texts.Words().Has(id) {
		return s.Word(id)
	}
	return verb
}

// Arg returns what an argument of a verb is called.
func (s *vocabulary) Arg(verb, name string) string {
	for _, id := range []string{"arg." + s.game.ID + "." + verb + "." + name, "arg." + name} {
		if s.texts.Words().Has(id) {
			return s.Word(id)
		}
	}
	return name
}

// choice returns what one value of an argument is called.
func (s *vocabulary) choice(kind referee.ArgKind, id string) string {
	switch kind {
	case referee.ArgCard:
		return s.Name(id)
	case referee.ArgItem:
		return s.ShortName(id)
	case referee.ArgSeat:
		return s.SeatName(referee.Seat(id))
	case referee.ArgWord:
		if s.texts.Words().Has("choice." + id) {
			return s.Word("choice." + id)
		}
	}
	return id
}

// values returns the values of an argument in a sentence: "2 × red + blue".
func (s *vocabulary) values(a referee.Arg, list []string) string {
	var parts []string
	for i, id := range list {
		n, name := times(list, id), s.choice(a.Kind, id)
		switch {
		case slices.Contains(list[:i], id):
		case a.Kind == referee.ArgCard:
			parts = append(parts, s.times(n, s.Quoted(id)))
		default:
			parts = append(parts, s.times(n, name))
		}
	}
	switch {
	case a.Kind == referee.ArgCard:
		return s.List(parts)
	case s.texts.Locale().WordSpaces:
		return strings.Join(parts, " + ")
	}
	return strings.Join(parts, "＋")
}

// label returns what a part of a view is called: a card, an item or a deck, or
// one of kitpress's words.
func (s *vocabulary) label(name string) string {
	for _, id := range []string{"view." + s.game.ID + "." + name, "view." + name} {
		if s.texts.Words().Has(id) {
			return s.Word(id)
		}
	}
	if deck := s.game.Deck(name); deck != nil {
		return s.Text(deck.Name)
	}
	return s.Name(name)
}

// Category returns what a category of the score is called.
func (s *vocabulary) Category(id string) string {
	for _, c := range s.game.Score.Categories {
		if c.ID == id {
			return s.category(c)
		}
	}
	return id
}

func (s *vocabulary) category(c catalog.Category) string {
	switch {
	case c.Item != "":
		return s.Name(c.Item)
	case c.Card != "":
		return s.Name(c.Card)
	}
	return s.Text(c.Name)
}

// EditionName returns what an edition is called, "" for none.
func (s *vocabulary) EditionName(e *catalog.Edition) string {
	if e == nil {
		return ""
	}
	return s.Text(e.Name)
}

// RuleID returns a rule as it is cited, behind the prefix of the game.
func (s *vocabulary) RuleID(id string) string {
	if id == "" {
		return ""
	}
	return s.game.Prefix + "-" + id
}

// Rule returns the text of a rule in an edition, as plain text; that of a rule
// which only another edition has begins with that.
func (s *vocabulary) Rule(id string, edition *catalog.Edition) string {
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

// Refused returns a refusal in a sentence: "Refused (…): …".
func (s *vocabulary) Refused(no *referee.Refusal) string {
	if no.Rule == "" {
		return s.Word("match.unclear", "Why", s.Message(no.Why))
	}
	return s.Word("match.refused", "Rule", s.RuleID(no.Rule), "Why", s.Message(no.Why))
}

// Fault returns what is wrong on a score sheet.
func (s *vocabulary) Fault(f referee.Fault) string {
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

// verbatim are the arguments of messages that are shown as they are.
var verbatim = []string{"Verb", "Arg", "Value", "Seat", "Turn", "Error", "Option", "Guess"}

// Message returns what a message says, with the names of cards and items.
func (s *vocabulary) Message(m quiz.Message) string {
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
func (s *vocabulary) typed(args []any, name, id string) string {
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

func (s *vocabulary) quoted(v any) any {
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
