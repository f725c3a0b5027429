package messages

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// verb is a verb of fmt; what says the same in another order has numbers.
var verb = regexp.MustCompile(`%[-+#0]*\d*(?:\.\d+)?(?:\[(\d+)\])?([a-zA-Z%])`)

// A pattern knows texts that were made from one format.
type pattern struct {
	key      string
	literals []string // around the holes: one more than these
	verbs    []byte   // what is in the holes
	weight   int      // letters of the literals
	said     string
}

// newPattern reads a format; it is none when nothing is put into it.
func newPattern(key, said string) (pattern, bool) {
	p := pattern{key: key, said: said}
	literal := ""
	at := 0
	for _, v := range verb.FindAllStringSubmatchIndex(key, -1) {
		literal += key[at:v[0]]
		at = v[1]
		if kind := key[v[4]]; kind == '%' {
			literal += "%"
		} else {
			p.literals, p.verbs, literal = append(p.literals, literal), append(p.verbs, kind), ""
		}
	}
	p.literals = append(p.literals, literal+key[at:])
	for _, l := range p.literals {
		for _, r := range l {
			if unicode.IsLetter(r) {
				p.weight++
			}
		}
	}
	if strings.HasPrefix(key, "%s: ") && len(p.verbs) == 1 { // what is in front is a message, too
		p.weight -= 1000
	}
	return p, len(p.verbs) > 0
}

// match returns what is in the holes of a text from the i-th literal on.
func (p *pattern) match(text string, i int) ([]string, bool) {
	text, ok := strings.CutPrefix(text, p.literals[i])
	if !ok {
		return nil, false
	}
	if i == len(p.verbs) {
		return nil, text == ""
	}
	for _, n := range holeEnds(p.verbs[i], text, p.literals[i+1]) {
		if rest, ok := p.match(text[n:], i+1); ok {
			return append([]string{text[:n]}, rest...), true
		}
	}
	return nil, false
}

// number is what fmt makes of one.
var number = regexp.MustCompile(`^[-+]?\d+(\.\d+)?(e[-+]\d+)?`)

// holeEnds returns where what a verb made of something may end in text, when
// next stands behind it.
func holeEnds(verb byte, text, next string) []int {
	switch verb {
	case 'q':
		if quoted, err := strconv.QuotedPrefix(text); err == nil {
			return []int{len(quoted)}
		}
		return nil
	case 'd', 'f', 'g':
		if n := number.FindString(text); n != "" {
			return []int{len(n)}
		}
		return nil
	}
	if next == "" {
		return []int{len(text)}
	}
	var ends []int
	first := 1 // what is put in is nothing only in front of a word
	if r, _ := utf8.DecodeRuneInString(next); unicode.IsLetter(r) {
		first = 0
	}
	for at := first; at < len(text); at++ {
		n := strings.Index(text[at:], next)
		if n < 0 {
			break
		}
		at += n
		ends = append(ends, at)
	}
	return ends
}

// fill says what the pattern says, with what was in the holes.
func (p *pattern) fill(m *Messages, holes []string) string {
	next := 0
	return verb.ReplaceAllStringFunc(p.said, func(v string) string {
		parts := verb.FindStringSubmatch(v)
		if parts[2] == "%" {
			return "%"
		}
		if parts[1] != "" {
			next = atoi(parts[1]) - 1
		}
		if next >= len(holes) {
			return v // a test holds that the files have no such text
		}
		hole := holes[next]
		next++
		return m.hole(p.verbs[next-1], hole)
	})
}

// hole says what was put in: names as they are, in the quotes of the language.
func (m *Messages) hole(verb byte, text string) string {
	switch verb {
	case 'd', 'g':
		return text
	case 'f':
		return strings.Replace(text, ".", m.locale.Decimal, 1)
	case 'q':
		blank := ""
		if m.locale.Narrow {
			blank = "\u202F"
		}
		inner := strings.ReplaceAll(strings.Trim(text, "`"), `\"`, `"`)
		if text[0] == '"' {
			inner = strings.ReplaceAll(text[1:len(text)-1], `\"`, `"`)
		}
		return m.locale.Quotes[0] + blank + inner + blank + m.locale.Quotes[1]
	}
	if said := m.Say(text); said != text || !ids.MatchString(text) {
		return said
	}
	return strings.ReplaceAll(text, ", ", m.locale.Comma())
}

// ids is a list of what is typed: names of games, formats, flags. Texts of others
// keep their commas.
var ids = regexp.MustCompile(`^[-.a-z0-9][-\w./:@]*(, [-.a-z0-9][-\w./:@]*)+$`)

// atoi reads what is known to be digits.
func atoi(digits string) int {
	n, _ := strconv.Atoi(digits) // of more digits than a number has the plural is the same
	return n
}
