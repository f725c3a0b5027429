package catalog

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// An index finds the parts of a game by id. Load makes it; a Game without one
// is searched from start to end.
type index struct {
	decks map[string]*Deck
	sets  map[string]*Set
	cards map[string]place
}

// A place is where a card is.
type place struct {
	deck *Deck
	card *Record
}

func newIndex() *index {
	return &index{decks: map[string]*Deck{}, sets: map[string]*Set{}, cards: map[string]place{}}
}

// NewGame returns a game without anything in it, to be filled by its reader.
func NewGame() *Game {
	return &Game{Topics: map[string]*Topic{}, Redirects: map[string]string{}, Params: Params{}, Translations: map[string]map[string]Translation{}, index: newIndex()}
}

// AddDeck takes a deck into the game. Of several of one id the first is found.
func (g *Game) AddDeck(d *Deck) {
	g.Decks = append(g.Decks, d)
	if g.index.decks[d.ID] == nil {
		g.index.decks[d.ID] = d
	}
}

// AddCard takes a card into a deck of the game.
func (g *Game) AddCard(d *Deck, r *Record) {
	d.Cards = append(d.Cards, r)
	if g.index.cards[r.ID].card == nil {
		g.index.cards[r.ID] = place{d, r}
	}
}

// AddSet takes a set into the game.
func (g *Game) AddSet(s *Set) {
	g.Sets = append(g.Sets, s)
	if g.index.sets[s.ID] == nil {
		g.index.sets[s.ID] = s
	}
}

// Add takes an item into the set.
func (s *Set) Add(r *Record) {
	s.Items = append(s.Items, r)
	if s.index == nil {
		s.index = map[string]*Record{}
	}
	if s.index[r.ID] == nil {
		s.index[r.ID] = r
	}
}

// BaseLanguage returns "de" for "de-CH" and the tag itself when it is a base.
func BaseLanguage(tag string) string {
	base, _, _ := strings.Cut(tag, "-")
	return base
}

// Dir returns the folder of the game in the file system it was loaded from.
func (g *Game) Dir() string { return path.Dir(g.Pos.File) }

// Deck returns the deck called id, or nil.
func (g *Game) Deck(id string) *Deck {
	if g.index != nil {
		return g.index.decks[id]
	}
	return find(g.Decks, func(d *Deck) bool { return d.ID == id })
}

// Set returns the set called id, or nil.
func (g *Game) Set(id string) *Set {
	if g.index != nil {
		return g.index.sets[id]
	}
	return find(g.Sets, func(s *Set) bool { return s.ID == id })
}

// Item returns the item called id, or nil. A nil set has none.
func (s *Set) Item(id string) *Record {
	if s == nil {
		return nil
	}
	if s.index != nil {
		return s.index[id]
	}
	return find(s.Items, func(r *Record) bool { return r.ID == id })
}

// Card returns the card called id and its deck, or nils.
func (g *Game) Card(id string) (*Deck, *Record) {
	if g.index != nil {
		p := g.index.cards[id]
		return p.deck, p.card
	}
	for _, d := range g.Decks {
		if r := find(d.Cards, func(r *Record) bool { return r.ID == id }); r != nil {
			return d, r
		}
	}
	return nil, nil
}

// Component returns the component called id, or nil.
func (g *Game) Component(id string) *Component {
	return at(g.Components, func(c *Component) bool { return c.ID == id })
}

// Kind returns what sort of pieces a deck holds, after the file it stands in:
// "cards", "board", "tokens", "dice", "figures" or "lesson".
func (d *Deck) Kind() string { return strings.TrimSuffix(path.Base(d.Pos.File), ".yaml") }

// FigureFile holds the decks drawn in the rulebook and on pages of their own,
// LessonFile those a lesson is held with; all other decks are cut out.
const (
	FigureFile = "figures.yaml"
	LessonFile = "lesson.yaml"
)

// IsFigure reports whether the deck stands in FigureFile or LessonFile.
func (d *Deck) IsFigure() bool {
	file := path.Base(d.Pos.File)
	return file == FigureFile || file == LessonFile
}

// Counts reports whether the pieces of a deck lie on the table once the
// component was printed. What a template says of decks is none of them, nor are
// dividers and other figures.
func (c *Component) Counts(d *Deck) bool {
	return c.InsteadOf == "" && c.Template == "" && !d.IsFigure()
}

// Pieces returns how many cards and how many other pieces lie on the table
// when the kit was printed. What is printed instead of something else counts
// no second time, and figures on pages of their own are there to be read.
func (g *Game) Pieces() (cards, others int) {
	seen := map[string]bool{}
	for i := range g.Components {
		c := &g.Components[i]
		for _, id := range c.Decks {
			d := g.Deck(id)
			if seen[id] || !c.Counts(d) {
				continue
			}
			seen[id] = true
			if d.Kind() == "cards" {
				cards += d.Count()
			} else {
				others += d.Count()
			}
		}
	}
	return cards, others
}

// Edition returns the edition called id, or nil.
func (g *Game) Edition(id string) *Edition {
	return at(g.Editions, func(e *Edition) bool { return e.ID == id })
}

// Rule returns the rule called id, "R7", or nil.
func (g *Game) Rule(id string) *Rule {
	for i := range g.Sections {
		for j := range g.Sections[i].Blocks {
			if r := g.Sections[i].Blocks[j].Rule; r != nil && r.ID == id {
				return r
			}
		}
	}
	return nil
}

// EditionFor returns the edition a kit in a language takes when nobody chose
// one: that of the language, of its base language, or the one for all others.
// It is nil when the game has no editions.
func (g *Game) EditionFor(lang string) *Edition {
	for _, want := range []string{lang, BaseLanguage(lang), "*"} {
		if e := at(g.Editions, func(e *Edition) bool { return slices.Contains(e.DefaultFor, want) }); e != nil {
			return e
		}
	}
	return nil
}

// ParamsFor returns the params of an edition: the game's, overridden by the
// edition's. The edition may be nil.
func (g *Game) ParamsFor(edition *Edition) Params {
	params := maps.Clone(g.Params)
	if params == nil {
		params = Params{}
	}
	if edition != nil {
		maps.Copy(params, edition.Params)
	}
	return params
}

// Reference returns the topic's page for a language or its base language, or
// "" when it has none.
func (t *Topic) Reference(lang string) string {
	if r, ok := t.References[lang]; ok {
		return r
	}
	return t.References[BaseLanguage(lang)]
}

// find returns the first element for which is holds, or nil.
func find[T any](list []*T, is func(*T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i]
	}
	return nil
}

// at is find for a list of values.
func at[T any](list []T, is func(*T) bool) *T {
	for i := range list {
		if is(&list[i]) {
			return &list[i]
		}
	}
	return nil
}
