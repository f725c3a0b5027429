package i18n

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// A ref is one placeholder: {{.rounds}} or {{term "resources" "CI"}}.
type ref struct {
	kind string // "param" or a key of refArgs
	args []string
}

// refArgs says how many quoted ids each function takes.
var refArgs = map[string]int{"card": 1, "term": 2, "rule": 1, "deck": 1}

// colourRef is the function of words that depend on the ink: it takes those
// for a kit in colours and those for one in black and white, none when left
// out.
const colourRef = "colour"

// String writes the placeholder as an author would.
func (r ref) String() string {
	if r.kind == "param" {
		return "{{." + r.args[0] + "}}"
	}
	var b strings.Builder
	b.WriteString("{{" + r.kind)
	for _, a := range r.args {
		fmt.Fprintf(&b, " %q", a)
	}
	b.WriteString("}}")
	return b.String()
}

// A segment is literal text or, when ref is set, a placeholder.
type segment struct {
	text string
	ref  *ref
}

// A phrase is a text cut at its placeholders.
type phrase []segment

// parsePhrase cuts text at its placeholders. The grammar is closed on purpose:
// a full template language would let a translation file loop or fill the
// memory.
func parsePhrase(text string) (phrase, error) {
	var p phrase
	for text != "" {
		open := strings.Index(text, "{{")
		if open < 0 {
			if strings.Contains(text, "}}") {
				return nil, errors.New("}} without {{ before it")
			}
			return append(p, segment{text: text}), nil
		}
		if strings.Contains(text[:open], "}}") {
			return nil, errors.New("}} without {{ before it")
		}
		if open > 0 {
			p = append(p, segment{text: text[:open]})
		}
		end := strings.Index(text[open:], "}}")
		if end < 0 {
			return nil, errors.New("{{ without }} after it")
		}
		r, err := parseRef(text[open+2 : open+end])
		if err != nil {
			return nil, err
		}
		p = append(p, segment{ref: &r})
		text = text[open+end+2:]
	}
	return p, nil
}

// parseRef reads what stands between {{ and }}.
func parseRef(s string) (ref, error) {
	fields := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' })
	fail := func() (ref, error) {
		return ref{}, fmt.Errorf(`{{%s}} is no placeholder; write {{.param}}, {{card "id"}}, {{term "set" "item"}}, {{rule "R1"}}, {{deck "id"}} or {{colour "red "}}`, s)
	}
	if len(fields) == 1 && len(fields[0]) > 1 && fields[0][0] == '.' && isName(fields[0][1:]) {
		return ref{kind: "param", args: []string{fields[0][1:]}}, nil
	}
	if len(fields) == 0 {
		return fail()
	}
	if fields[0] == colourRef {
		r := ref{kind: colourRef, args: quotedWords(strings.TrimSpace(s)[len(colourRef):])}
		if n := len(r.args); n != 1 && n != 2 {
			return fail()
		}
		return r, nil
	}
	count, known := refArgs[fields[0]]
	if !known || len(fields) != count+1 {
		return fail()
	}
	r := ref{kind: fields[0]}
	for _, f := range fields[1:] {
		if len(f) < 3 || f[0] != '"' || f[len(f)-1] != '"' || strings.ContainsFunc(f[1:len(f)-1], notInID) {
			return fail()
		}
		r.args = append(r.args, f[1:len(f)-1])
	}
	return r, nil
}

// quotedWords cuts a list of texts in quotation marks, nil when s is none. The
// texts hold no mark and no backslash.
func quotedWords(s string) []string {
	var words []string
	for s != "" {
		rest := strings.TrimLeft(s, " \t\r\n")
		word, after, closed := strings.Cut(strings.TrimPrefix(rest, `"`), `"`)
		if rest == s || rest == "" || rest[0] != '"' || !closed || strings.ContainsAny(word, "\\\r\n") {
			return nil
		}
		words, s = append(words, word), strings.TrimRight(after, " \t\r\n")
	}
	return words
}

// inColour returns what stands for a colour placeholder.
func (r ref) inColour(mono bool) string {
	switch {
	case !mono:
		return r.args[0]
	case len(r.args) > 1:
		return r.args[1]
	}
	return ""
}

// notInID reports whether r is in no id of a card, item, rule or deck.
func notInID(r rune) bool {
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	return !letter && (r < '0' || r > '9') && !strings.ContainsRune("-!_.", r)
}

func isName(s string) bool {
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}

// refs returns the different placeholders of a phrase as authors write them,
// but for words that depend on the ink: which those are is up to a language.
func (p phrase) refs() map[string]bool {
	found := map[string]bool{}
	for _, s := range p {
		if s.ref != nil && s.ref.kind != colourRef {
			found[s.ref.String()] = true
		}
	}
	return found
}

// missingFrom returns the placeholders in want that have lacks, sorted.
func missingFrom(have, want map[string]bool) []string {
	var missing []string
	for _, r := range slices.Sorted(maps.Keys(want)) {
		if !have[r] {
			missing = append(missing, r)
		}
	}
	return missing
}

// hidden stands for a placeholder where only the words around it matter.
const hidden = '\uFFFC'

// masked returns the phrase with every placeholder as one hidden rune, in the
// words of a kit in colours or in black and white.
func (p phrase) masked(mono bool) string {
	var b strings.Builder
	for _, s := range p {
		switch {
		case s.ref == nil:
			b.WriteString(s.text)
		case s.ref.kind == colourRef:
			b.WriteString(s.ref.inColour(mono))
		default:
			b.WriteRune(hidden)
		}
	}
	return b.String()
}

// A resolver gives the words that stand for a placeholder.
type resolver interface {
	resolve(r ref) (string, error)
}

// phraseParser is go-i18n's template parser for our closed grammar; go-i18n
// keeps what it parsed, so that every text is parsed once.
type phraseParser struct{}

func (phraseParser) Cacheable() bool { return true }

func (phraseParser) Parse(src, _, _ string) (template.ParsedTemplate, error) {
	p, err := parsePhrase(src)
	return p, err
}

var errTooLong = errors.New("the text grows beyond all measure")

// maxText is the longest text a placeholder may make, in bytes: references
// may nest, and a pack from a stranger must not fill the memory with them.
const maxText = 64 << 10

// Execute fills the placeholders; data is a resolver.
func (p phrase) Execute(data any) (string, error) {
	if len(p) == 1 && p[0].ref == nil {
		return p[0].text, nil
	}
	var b strings.Builder
	for _, s := range p {
		if s.ref == nil {
			b.WriteString(s.text)
			continue
		}
		from, ok := data.(resolver)
		if !ok {
			return "", fmt.Errorf("%s has nothing to stand for", s.ref)
		}
		text, err := from.resolve(*s.ref)
		if err != nil {
			return "", err
		}
		if b.WriteString(text); b.Len() > maxText {
			return "", errTooLong
		}
	}
	return b.String(), nil
}

// bindUnits replaces the space between a number and a unit, and within a number
// such as that of a telephone, by one that does not break: "50 mm" and "116 111"
// stay together whoever wrote them.
func bindUnits(s string) string {
	if strings.IndexByte(s, ' ') < 0 || !strings.ContainsAny(s, "0123456789") {
		return s
	}
	var b strings.Builder
	last := 0
	for i := 1; i+1 < len(s); i++ {
		if s[i] == ' ' && s[i-1] >= '0' && s[i-1] <= '9' && (s[i+1] >= '0' && s[i+1] <= '9' || isUnit(firstWord(s[i+1:]))) {
			b.WriteString(s[last:i] + nbsp)
			last = i + 1
		}
	}
	if last == 0 {
		return s
	}
	return b.String() + s[last:]
}

// firstWord returns the letters and signs s begins with.
func firstWord(s string) string {
	for i, r := range s {
		if strings.ContainsRune(" .,;:!?)»“”]*–\n", r) || string(r) == nbsp || string(r) == nnbsp {
			return s[:i]
		}
	}
	return s
}

func isUnit(word string) bool {
	if word == "" || utf8.RuneCountInString(word) > 4 {
		return false
	}
	switch word {
	case "mm", "cm", "m", "km", "g", "kg", "g/m²", "pt", "%", "‰", "min", "s", "h", "€", "$", "£", "CHF", "EUR", "°C", "×":
		return true
	}
	return false
}

// wordArgs resolve the placeholders of kitpress's own words from alternating
// names and values.
type wordArgs struct {
	locale Locale
	args   []any
}

// count returns the value named "Count", nil when there is none.
func (w wordArgs) count() any {
	for i := 0; i+1 < len(w.args); i += 2 {
		if w.args[i] == "Count" {
			return w.args[i+1]
		}
	}
	return nil
}

func (w wordArgs) resolve(r ref) (string, error) {
	if r.kind == "param" {
		for i := 0; i+1 < len(w.args); i += 2 {
			if w.args[i] != r.args[0] {
				continue
			}
			if n, ok := w.args[i+1].(int); ok {
				return w.locale.Number(n), nil
			}
			return fmt.Sprint(w.args[i+1]), nil
		}
	}
	return "", fmt.Errorf("%s has no value", r)
}
