package i18n

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"kitpress/catalog/source"
)

// A finding is a breach of a locale's typography.
type finding struct{ code, message, hint string }

// lint returns the breaches in a text of one message. Placeholders are taken
// as words.
func lint(l Locale, text string) []finding {
	shown := text
	if strings.IndexByte(text, ':') >= 0 {
		shown = inlineIcon().ReplaceAllString(text, string(hidden))
	}
	p, err := parsePhrase(shown)
	if err != nil {
		return []finding{{"placeholder", err.Error(), ""}}
	}
	c := &checker{locale: l}
	if !normal(text) && !norm.NFC.IsNormalString(text) {
		c.add("not-nfc", "accents are written as signs of their own", "save the text in normal form NFC; letters such as é must be one character")
	}
	inColours, inBlack := p.masked(false), p.masked(true)
	c.walk(inColours)
	if inBlack != inColours {
		c.walk(inBlack)
	}
	return c.found
}

// inlineIcon is an icon in a text, :shield:.
var inlineIcon = source.Pattern(`:[a-z][a-z0-9_/-]+:`)

// NFC returns a text in normal form NFC.
func NFC(text string) string {
	if normal(text) {
		return text
	}
	return norm.NFC.String(text)
}

// normal reports whether a text is of signs alone that are in normal form NFC
// wherever they stand, as nearly all of them are: it is much quicker than to ask
// what each is made of.
func normal(text string) bool {
	for _, r := range text {
		switch {
		case r < 0x0300, r >= 0x0400 && r < 0x0483: // Latin; Cyrillic
		case r >= 0x05D0 && r < 0x05EB, r >= 0x0620 && r < 0x064B: // letters of Hebrew and Arabic
		case r >= 0x2010 && r < 0x2028: // dashes and quotes
		case r >= 0x3041 && r < 0x3097, r >= 0x30A0 && r < 0x30FF, r >= 0x4E00 && r < 0x9FFD, r >= 0xFF01 && r < 0xFF5F: // Japanese
		case r == 0x060C, r == 0x061B, r == 0x061F, r == 0x202F, r == 0x3001, r == 0x3002, r == 0x300C, r == 0x300D: // commas, stops and brackets
		default:
			return false
		}
	}
	return true
}

// A checker walks over one text.
type checker struct {
	locale Locale
	runes  []rune
	found  []finding
}

// walk judges a text as it is printed.
func (c *checker) walk(masked string) {
	c.markup(masked)
	c.foreign(masked)
	c.runes = []rune(Plain(masked))
	c.edges()
	if c.locale.Known {
		c.quotes()
	}
	c.directions()
	for i := range c.runes {
		c.character(i)
		c.spacing(i)
		c.dashes(i)
		switch {
		case c.locale.Narrow:
			c.narrow(i)
		case !c.locale.WordSpaces:
			c.japanese(i)
		}
	}
}

// add notes a finding, one of each code: a text with ten straight quotes has
// one fault.
func (c *checker) add(code, message, hint string) {
	for _, f := range c.found {
		if f.code == code {
			return
		}
	}
	c.found = append(c.found, finding{code, message, hint})
}

// at returns the rune at i, 0 outside the text.
func (c *checker) at(i int) rune {
	if i < 0 || i >= len(c.runes) {
		return 0
	}
	return c.runes[i]
}

// around quotes a few characters on both sides of i.
func (c *checker) around(i int) string {
	from, to := max(0, i-8), min(len(c.runes), i+9)
	s := strings.ReplaceAll(string(c.runes[from:to]), string(hidden), "{{…}}")
	if from > 0 {
		s = "…" + s
	}
	if to < len(c.runes) {
		s += "…"
	}
	return s
}

func (c *checker) markup(masked string) {
	parts := strings.Split(masked, "**")
	if len(parts)%2 == 0 {
		c.add("markup", "** is opened and not closed", "write **bold words** with two asterisks on both sides")
		return
	}
	for i := 1; i < len(parts); i += 2 {
		if strings.TrimSpace(parts[i]) != parts[i] || parts[i] == "" {
			c.add("markup", "spaces stand inside ** **, or nothing at all", "put the asterisks next to the words: **bold words**")
		}
	}
}

// Mark-up of other programs. kitpress prints it as it stands, which may be
// meant on a card about HTML, but seldom is.
var foreignMarkup = []struct {
	code string
	form func() *regexp.Regexp
	hint string
}{
	{"html", source.Pattern(`(?i)</?(b|strong|i|em|u|s|br|p|hr|ul|ol|li|a|h[1-6]|img|font|span|div|center|sup|sub|small|big)(\s[^<>]*)?/?>`),
		"kitpress reads no HTML: write **bold** and *italic* with asterisks, 10^6^ with carets; in YAML, | keeps the line ends of a text"},
	{"entity", source.Pattern(`(?i)&(amp|nbsp|lt|gt|quot|apos|[mn]dash|hellip|#\d{2,5}|#x[0-9a-f]{2,5});`),
		"kitpress reads no HTML: write the character itself"},
	{"backslash", source.Pattern(`\\[nrt]`),
		"a line ends where it ends in the cell, in YAML in a text that begins with |"},
	{"square brackets", source.Pattern(`(?i)\[/?(b|i|u|img|icon|color|size)(=[^\[\]]*)?\]`),
		"write **bold**, *italic* and :star: for an icon"},
	{"underscores", source.Pattern(`(^|[^\pL\pN_])_[\pL\pN]([^_\n]*[^_\s])?_($|[^\pL\pN_])`),
		"write *italic* with one asterisk on both sides, **bold** with two"},
	{"carets", source.Pattern(`\^\^?[\pL\pN]`),
		"write 10^6^ with a caret on both sides, ^^small capitals^^ with two"},
	{"braces", source.Pattern(`\{[^{}\n]{1,40}\}`),
		"a number of the game is {{.name}}, a card's title {{card \"id\"}}, an icon :star:"},
}

// foreign warns of mark-up that kitpress prints as it stands.
func (c *checker) foreign(masked string) {
	if !strings.ContainsAny(masked, "<_{&\\[^") {
		return
	}
	masked = Plain(masked)
	for _, f := range foreignMarkup {
		if found := f.form().FindString(masked); found != "" {
			found = strings.ReplaceAll(strings.TrimSpace(found), string(hidden), "{{…}}")
			c.add(f.code, fmt.Sprintf("%q is printed as it stands", found), f.hint)
		}
	}
}

func (c *checker) edges() {
	if isSpace(c.at(0)) || isSpace(c.at(len(c.runes)-1)) {
		c.add("edge-space", "text begins or ends with a space or a line break", "remove it; in YAML, >- instead of > leaves no line break at the end")
	}
}

func isSpace(r rune) bool { return r != 0 && unicode.IsSpace(r) }

// quoteMarks are all quotation marks but the apostrophe ’, which is judged
// by where it stands.
const quoteMarks = "\"“”„‟«»‹›‚‘‛「」『』＂"

func (c *checker) quotes() {
	l := c.locale
	add := func(code, message string) {
		c.add(code, message, fmt.Sprintf("in %s write %s…%s, inside a quotation %s…%s", l.Tag, l.Quotes[0], l.Quotes[1], l.Inner[0], l.Inner[1]))
	}
	var open []string // closing marks that are awaited, innermost last
	for i, r := range c.runes {
		if r < 0x80 && r != '"' && r != '\'' { // most of a text
			continue
		}
		mark := string(r)
		inner := len(open) > 0 && open[len(open)-1] == mark
		switch {
		case r == '"':
			add("straight-quote", fmt.Sprintf("straight quotation mark in %q", c.around(i)))
		case r == '\'':
			if !unicode.IsDigit(c.at(i-1)) || !unicode.IsDigit(c.at(i+1)) {
				c.add("straight-quote", fmt.Sprintf("straight apostrophe in %q", c.around(i)), "write ’ (U+2019)")
			}
		case r == '’':
			// An apostrophe, unless it closes a quotation that is open.
			if inner && !unicode.IsLetter(c.at(i+1)) {
				open = open[:len(open)-1]
			}
		case !strings.ContainsRune(quoteMarks, r):
		case inner:
			open = open[:len(open)-1]
		case mark == l.Quotes[0]:
			open = append(open, l.Quotes[1])
		case mark == l.Inner[0]:
			open = append(open, l.Inner[1])
		case mark == l.Quotes[1] || mark == l.Inner[1]:
			add("quotes", fmt.Sprintf("%s in %q closes no quotation", mark, c.around(i)))
		default:
			add("quotes", fmt.Sprintf("%s in %q is no quotation mark of %s", mark, c.around(i), l.Tag))
		}
	}
	if len(open) > 0 {
		add("quotes", fmt.Sprintf("a quotation is not closed with %s", open[len(open)-1]))
	}
}

// directions checks that what begins an embedding, an override or an isolate
// ends in the paragraph: else it ends there by itself, sooner than was meant.
func (c *checker) directions() {
	const embeddings, isolates, pdf, pdi = "\u202A\u202B\u202D\u202E", "\u2066\u2067\u2068", '\u202C', '\u2069'
	var open []int
	add := func(i int, what, hint string) {
		c.add("direction", fmt.Sprintf("U+%04X in %q %s", c.runes[i], c.around(i), what), hint)
	}
	for i, r := range c.runes {
		switch {
		case strings.ContainsRune(embeddings+isolates, r):
			open = append(open, i)
		case r == pdf || r == pdi:
			if n := len(open) - 1; n >= 0 && strings.ContainsRune(isolates, c.runes[open[n]]) == (r == pdi) {
				open = open[:n]
			} else {
				add(i, "ends nothing that is open", "remove it, or write what it ends before it")
			}
		}
		if r == '\n' || i == len(c.runes)-1 {
			for _, k := range open {
				end := pdi
				if strings.ContainsRune(embeddings, c.runes[k]) {
					end = pdf
				}
				add(k, "is not ended", fmt.Sprintf("write U+%04X behind what it is for", end))
			}
			open = open[:0]
		}
	}
}

func (c *checker) character(i int) {
	switch r := c.runes[i]; {
	case r == '\n', r >= ' ' && r < 0x7F && r != '.':
	case r == '\u200B' && unicode.In(c.at(i-1), unicode.Thai, unicode.Lao, unicode.Myanmar, unicode.Khmer, unicode.Tai_Le, unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Tai_Viet): // a word ends
	case unicode.IsControl(r), r == '\u200B', r == '\uFEFF', r == '\uFFFD':
		c.add("control", fmt.Sprintf("invisible character U+%04X in %q", r, c.around(i)), "remove it")
	case (r == 'ß' || r == 'ẞ') && !c.locale.SharpS && c.locale.patterns == "de":
		c.add("sharp-s", fmt.Sprintf("ß in %q: %s writes ss", c.around(i), c.locale.Tag), "write ss")
	case r == '.' && c.at(i+1) == '.':
		c.add("dots", fmt.Sprintf("dots in %q", c.around(i)), "write … (U+2026)")
	}
}

func (c *checker) spacing(i int) {
	r := c.runes[i]
	if r > ' ' && r < 0x80 && r != '(' {
		return
	}
	next := c.at(i + 1)
	if r == '(' && isSpace(next) {
		c.add("space", fmt.Sprintf("space after ( in %q", c.around(i)), "remove it")
	}
	if !isSpace(r) || next == 0 {
		return
	}
	switch {
	case isSpace(next):
		if r != '\n' || next != '\n' {
			c.add("double-space", fmt.Sprintf("two spaces in %q", c.around(i)), "leave one")
		}
	case strings.ContainsRune(",)", next), strings.ContainsRune(";:!?", next) && !c.locale.Narrow && c.locale.Known:
		c.add("space", fmt.Sprintf("space before %c in %q", next, c.around(i)), "remove it")
	}
}

func (c *checker) dashes(i int) {
	if c.runes[i] != '-' {
		return
	}
	prev, next := c.at(i-1), c.at(i+1)
	switch {
	case next == '-' || isSpace(prev) && isSpace(next):
		c.add("dash", fmt.Sprintf("hyphen as a dash in %q", c.around(i)), "write – (U+2013)")
	case unicode.IsDigit(prev) && unicode.IsDigit(next) && c.isRange(i):
		c.add("dash", fmt.Sprintf("hyphen in the range %q", c.around(i)), "write – (U+2013)")
	}
}

// isRange reports whether the hyphen at i stands between two short numbers
// and in nothing longer, such as a date or a code.
func (c *checker) isRange(i int) bool {
	from, to := i, i
	for unicode.IsDigit(c.at(from - 1)) {
		from--
	}
	for unicode.IsDigit(c.at(to + 1)) {
		to++
	}
	part := func(r rune) bool { return unicode.IsLetter(r) || r == '-' || r == '/' }
	return i-from <= 3 && to-i <= 3 && !part(c.at(from-1)) && !part(c.at(to+1))
}

// narrow checks the spaces French sets inside « » and before ; : ! ?.
func (c *checker) narrow(i int) {
	const hint = "write U+202F there, the narrow no-break space"
	r, prev, next := c.runes[i], c.at(i-1), c.at(i+1)
	space := []rune(nnbsp)[0]
	switch {
	case r == '«' && next != space:
		c.add("narrow-space", fmt.Sprintf("no narrow space after « in %q", c.around(i)), hint)
	case !strings.ContainsRune(";:!?»", r) || prev == space || prev == 0 && r != '»':
	case r == ':' && (unicode.IsDigit(prev) && unicode.IsDigit(next) || next == '/'):
		// a time, a ratio, an address
	case r == ':' && unicode.IsUpper(prev) && unicode.IsUpper(next):
		// a marking such as TLP:WHITE
	case (r == '!' || r == '?') && strings.ContainsRune("!?([", prev):
		// "?!" and "(!)" keep together
	default:
		c.add("narrow-space", fmt.Sprintf("no narrow space before %c in %q", r, c.around(i)), hint)
	}
}

// japanese checks what Japanese sets in characters of its own.
func (c *checker) japanese(i int) {
	r, prev, next := c.runes[i], c.at(i-1), c.at(i+1)
	switch {
	case r >= '\uFF61' && r <= '\uFF9F':
		c.add("half-width", fmt.Sprintf("half-width kana in %q", c.around(i)), "write full-width kana")
	case r == '.' && next < 0x80 && unicode.IsLetter(next):
		// the ending of a file's name
	case strings.ContainsRune(",.!?:;", r) && isJapanese(prev):
		c.add("half-width", fmt.Sprintf("half-width %c in %q", r, c.around(i)), "write 、 。 ！ ？ ： ；")
	case r == ' ' && isJapanese(prev) && isJapanese(next):
		c.add("space", fmt.Sprintf("space between Japanese words in %q", c.around(i)), "remove it")
	}
}

func isJapanese(r rune) bool {
	return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) || r == 'ー'
}
