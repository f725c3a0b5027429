package i18n

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

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

// Name returns a text without its marks, for where letters alone are shown: in
// lists, on the titles of files and windows.
func (t *Texts) Name(m catalog.Msg) string { return Plain(t.Text(m)) }

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

// An Emphasis is how words of a text stand out.
type Emphasis uint8

// The kinds of emphasis; words may have both.
const (
	Bold      Emphasis = 1 << iota // **bold**
	Italic                         // *italic*
	SmallCaps                      // ^^small capitals^^
	Raised                         // 10^6^, 1^er^
)

// Faces is what a word of its own weight or slant is set in another face for.
const Faces = Bold | Italic

// Marks finds the marks of mark-up in a text from its beginning to its end.
type Marks struct {
	In   Emphasis // what is begun and not ended
	Over string   // how the characters are read that are begun and not ended: {漢字|かんじ}
	text string
	bold int  // marks of bold words to come: one without a partner is text
	lost bool // no mark ends italics from here on
	flat int  // up to where a caret that ends something is no use looking for
}

// MarksOf returns the marks of a text, at its beginning.
func MarksOf(text string) Marks { return Marks{text: text, bold: strings.Count(text, "**") &^ 1} }

// At returns how many bytes the mark has that is at byte i of the text, 0 when
// there is none, and takes note of it.
func (m *Marks) At(i int) (bytes int) {
	switch {
	case m.text[i] == '{' && m.Over == "":
		if _, m.Over = reading(m.text[i:]); m.Over != "" {
			return 1
		}
		return 0
	case m.text[i] == '|' && m.Over != "":
		n := len(m.Over) + 2
		m.Over = ""
		return n
	case m.text[i] == '^':
		return m.caret(i)
	case m.text[i] != '*':
	case m.bold > 0 && strings.HasPrefix(m.text[i:], "**"):
		m.bold--
		m.In ^= Bold
		return 2
	case m.In&Italic != 0 && m.ends(i), m.In&Italic == 0 && m.begins(i):
		m.In ^= Italic
		return 1
	}
	return 0
}

// reading returns what {base|over} at the beginning of a text holds, "" when
// that is no Chinese character with how it is read.
func reading(text string) (base, over string) {
	end := strings.IndexByte(text, '}')
	if end < 0 {
		return "", ""
	}
	base, over, ok := strings.Cut(text[1:end], "|")
	if !ok || over == "" || !strings.ContainsFunc(base, func(r rune) bool { return unicode.Is(unicode.Han, r) }) || strings.ContainsAny(base+over, "{|*:\n") ||
		strings.ContainsFunc(over, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return "", ""
	}
	return base, over
}

// begins reports whether the star at i begins italic words: it stands before a
// word, and some other behind one.
func (m *Marks) begins(i int) bool {
	before, after, lone := m.around(i)
	if !lone || m.lost || inWord(before) || !unicode.In(after, unicode.L, unicode.N, unicode.Pi, unicode.Ps) && !strings.ContainsRune("¡¿\"'^"+string(hidden), after) {
		return false
	}
	for k := i + 1; k < len(m.text); k++ {
		if m.text[k] == '*' && m.ends(k) {
			return true
		}
	}
	m.lost = true
	return false
}

// ends reports whether the star at i may end italic words.
func (m *Marks) ends(i int) bool {
	before, after, lone := m.around(i)
	return lone && before != utf8.RuneError && !unicode.IsSpace(before) && !inWord(after)
}

// caret is At for carets: two set small capitals around words, one raises what
// stands up to the next.
func (m *Marks) caret(i int) (bytes int) {
	n := 1
	for i+n < len(m.text) && m.text[i+n] == '^' {
		n++
	}
	before, _ := utf8.DecodeLastRuneInString(m.text[:i])
	after, _ := utf8.DecodeRuneInString(m.text[i+n:])
	switch {
	case before == '^': // one of more than there is a meaning for
	case n == 1 && (m.In&Raised != 0 || raised(m.text[i+1:]) != ""):
		m.In ^= Raised
		return 1
	case n != 2:
	case m.In&SmallCaps != 0 && !unicode.IsSpace(before) && !inWord(after):
		m.In &^= SmallCaps
		return 2
	case m.In&SmallCaps == 0 && !inWord(before) && (unicode.In(after, unicode.L, unicode.N, unicode.Pi, unicode.Ps) || strings.ContainsRune("*\"'"+string(hidden), after)) && m.closes(i+2):
		m.In |= SmallCaps
		return 2
	}
	return 0
}

// closes reports whether something ends small capitals that begin at from.
func (m *Marks) closes(from int) bool {
	for at := max(from, m.flat); ; {
		k := strings.Index(m.text[at:], "^^")
		if k < 0 {
			m.flat = len(m.text)
			return false
		}
		at += k + 2
		before, _ := utf8.DecodeLastRuneInString(m.text[:at-2])
		after, _ := utf8.DecodeRuneInString(m.text[at:])
		if before != '^' && after != '^' && !unicode.IsSpace(before) && !inWord(after) {
			return true
		}
	}
}

// mostRaised is how many bytes of a word are raised at most.
const mostRaised = 24

// raised returns what stands before the caret that ends it, "" when that is
// nothing to be raised: "^_^" is a face.
func raised(text string) string {
	end := strings.IndexByte(text[:min(len(text), mostRaised)], '^')
	if end < 1 || strings.HasPrefix(text[end:], "^^") {
		return ""
	}
	for _, r := range text[:end] {
		if !unicode.In(r, unicode.L, unicode.N, unicode.M) && !strings.ContainsRune("+-−–=().,/"+string(hidden), r) {
			return ""
		}
	}
	return text[:end]
}

// around returns the runes on both sides of the stars at i, and whether they
// are an odd number: the mark of italic words, and those of bold ones.
func (m *Marks) around(i int) (before, after rune, lone bool) {
	from, to := i, i+1
	for from > 0 && m.text[from-1] == '*' {
		from--
	}
	for to < len(m.text) && m.text[to] == '*' {
		to++
	}
	before, _ = utf8.DecodeLastRuneInString(m.text[:from])
	after, _ = utf8.DecodeRuneInString(m.text[to:])
	return before, after, (to-from)%2 == 1
}

// inWord reports whether r belongs to a word with spaces around it.
func inWord(r rune) bool { return r < 0x2E80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// Plain returns a text without its marks. A mark without a partner is text.
func Plain(text string) string {
	if !strings.ContainsAny(text, "*{^") {
		return text
	}
	var b strings.Builder
	marks := MarksOf(text)
	for i := 0; i < len(text); {
		if n := marks.At(i); n > 0 {
			i += n
			continue
		}
		b.WriteByte(text[i])
		i++
	}
	return b.String()
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
