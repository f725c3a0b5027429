package i18n

import (
	"errors"
	"fmt"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// Texts are all texts of a game in one language, with the params of an edition
// bound, and kitpress's own words. Safe for concurrent use.
type Texts struct {
	lang   string
	locale Locale
	game   *catalog.Game
	params catalog.Params
	mono   bool // for a kit in black and white
	words  *Words
	owners map[string]*catalog.Record
	places map[string]source.Pos // where each text is written in the language

	readings map[string]string // how texts are read, of those that say it
	phrases
}

// newTexts returns texts bound to the edition a language takes by default.
func newTexts(g *catalog.Game, lang string) *Texts {
	return &Texts{lang: lang, locale: LocaleOf(lang), game: g, params: g.ParamsFor(g.EditionFor(lang)), words: &Words{}, owners: g.Owners()}
}

// Lang returns the language, a BCP 47 tag.
func (t *Texts) Lang() string { return t.lang }

// Locale returns the language's rules.
func (t *Texts) Locale() Locale { return t.locale }

// Words returns kitpress's own words in the language.
func (t *Texts) Words() *Words { return t.words }

// Word returns one of kitpress's own words; see Words.Word.
func (t *Texts) Word(id string, args ...any) string { return t.words.Word(id, args...) }

// With returns the same texts with the params of another edition.
func (t *Texts) With(p catalog.Params) *Texts {
	bound := *t
	bound.params = p
	return &bound
}

// Has reports whether the game has a text with an id.
func (t *Texts) Has(id string) bool { return t.has(id) }

// Text returns a message in the language, its placeholders filled and its
// numbers bound to their units. A message that is no text of the game, or that
// Load reported, comes back as its source text.
func (t *Texts) Text(m catalog.Msg) string {
	if m.ID == "" {
		return m.Text
	}
	s, err := t.render(m.ID)
	if err != nil {
		return m.Text
	}
	return bindUnits(s)
}

// Pos returns where a message is written in the language: a line of
// locales/<lang>.yaml or of a topic's translations, or else its source.
func (t *Texts) Pos(m catalog.Msg) source.Pos {
	if pos, ok := t.places[m.ID]; ok {
		return pos
	}
	return m.Pos
}

func (t *Texts) render(id string) (string, error) {
	left := maxRefs
	return t.phrases.render(id, scope{t, t.owners[id], 0, &left}, nil)
}

// Placeholders lead to texts with placeholders of their own. Real games need
// two steps, a rule names a card whose title names a term; the limits stop
// circles and packs made to waste memory.
const (
	maxDepth = 4
	maxRefs  = 1000
)

// A scope resolves the placeholders of one text.
type scope struct {
	texts *Texts
	owner *catalog.Record // the card or item the text belongs to, or nil
	depth int
	left  *int // placeholders that may still be filled
}

var errCircle = errors.New("the text leads back to itself through its placeholders")

func (s scope) resolve(r ref) (string, error) {
	if *s.left--; *s.left < 0 || s.depth > maxDepth {
		return "", errCircle
	}
	g := s.texts.game
	switch r.kind {
	case "param":
		if n, own := s.owner.Number(r.args[0]); own {
			return s.texts.locale.Number(n), nil
		}
		p, ok := s.texts.params[r.args[0]]
		switch {
		case !ok:
			return "", fmt.Errorf("%s: the game has no param %q", r, r.args[0])
		case p.IsWord:
			return p.Word, nil
		}
		return s.texts.locale.Number(p.Number), nil
	case colourRef:
		return r.inColour(s.texts.mono), nil
	case "rule":
		if g.Rule(r.args[0]) == nil {
			return "", fmt.Errorf("%s: the game has no rule %q", r, r.args[0])
		}
		return r.args[0], nil
	case "deck":
		if d := g.Deck(r.args[0]); d != nil {
			return s.follow(r, d.Name)
		}
	case "card":
		if d, c := g.Card(r.args[0]); c != nil {
			return s.follow(r, title(d.Schema, c, "title"))
		}
	case "term":
		if set := g.Set(r.args[0]); set != nil {
			if item := set.Item(r.args[1]); item != nil {
				return s.follow(r, title(set.Schema, item, "name"))
			}
		}
	}
	return "", fmt.Errorf("%s leads to nothing", r)
}

// follow renders the text a placeholder leads to.
func (s scope) follow(r ref, m catalog.Msg) (string, error) {
	if m.ID == "" {
		return "", fmt.Errorf("%s leads to something without a text", r)
	}
	s.depth++
	s.owner = s.texts.owners[m.ID]
	return s.texts.phrases.render(m.ID, s, nil)
}

// title returns the text a card or item is called by: the field preferred, or
// the first text of the schema.
func title(schema catalog.Schema, r *catalog.Record, preferred string) catalog.Msg {
	if v, ok := r.Fields[preferred]; ok && v.Type == catalog.TypeText {
		return v.Text
	}
	for _, f := range schema {
		if v, ok := r.Fields[f.Name]; ok && v.Type == catalog.TypeText {
			return v.Text
		}
	}
	return catalog.Msg{}
}

// Plain returns a text without its **bold** marks. A mark without a partner is
// text.
func Plain(text string) string {
	const mark = "**"
	return strings.Replace(text, mark, "", strings.Count(text, mark)&^1)
}

// OtherEdition says in which editions alone a rule is.
func (t *Texts) OtherEdition(g *catalog.Game, rule *catalog.Rule) string {
	var names []string
	for _, id := range rule.Editions {
		if e := g.Edition(id); e != nil {
			names = append(names, t.Text(e.Name))
		}
	}
	return t.Word("rulebook.other-edition", "Names", strings.Join(names, ", "))
}
