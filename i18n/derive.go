package i18n

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/catalog/source"
)

// swiss are the changes that turn German into Swiss German spelling. They are
// mechanical; the way back is not (Masse is Masse or Maße).
var swiss = strings.NewReplacer(
	"ß", "ss", "ẞ", "SS",
	"„", "«", "“", "»",
	"‚", "‹", "‘", "›",
)

// derive turns a text of the parent language into one of lang. Placeholders
// are ASCII and hence stay as they are.
func derive(lang, text string) string {
	l, ok := localeTable[lang]
	if !ok || l.respell == nil {
		return text
	}
	return groupNumbers(l.respell(text), l.Group)
}

// WithDerived returns languages and, behind them, those whose texts can be made
// of theirs.
func WithDerived(langs []string) []string {
	all := slices.Clone(langs)
	for _, tag := range slices.Sorted(maps.Keys(localeTable)) {
		if localeTable[tag].respell != nil && slices.Contains(langs, parentOf(tag)) && !slices.Contains(langs, tag) {
			all = append(all, tag)
		}
	}
	return all
}

// groupNumbers replaces the no-break space between groups of three digits.
func groupNumbers(s, sign string) string {
	if !strings.Contains(s, nbsp) && !strings.Contains(s, nnbsp) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		space := string(r) == nbsp || string(r) == nnbsp
		if space && i > 0 && isDigit(s[i-1]) && digitsAt(s[i+size:]) == 3 {
			b.WriteString(sign)
		} else {
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// digitsAt counts the digits s begins with.
func digitsAt(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// typographic returns a text with the quotation marks, apostrophes, dashes and
// spaces its language prints where it has those of a keyboard. Placeholders and
// names of icons stay.
func typographic(l Locale, text string) string {
	if !l.Known {
		return text
	}
	t := &typesetting{checker: checker{locale: l}}
	from := 0
	for _, kept := range keptAsWritten().FindAllStringIndex(text, -1) {
		t.runes = append(t.runes, []rune(text[from:kept[0]])...)
		t.kept = append(t.kept, text[kept[0]:kept[1]])
		t.runes = append(t.runes, hidden)
		from = kept[1]
	}
	t.runes = append(t.runes, []rune(text[from:])...)
	for i := 0; i < len(t.runes); i++ {
		i += t.set(i)
	}
	return t.out.String()
}

var keptAsWritten = source.Pattern(`\{\{[^{}]*\}\}|:[a-z][a-z0-9_/-]+:`)

// A typesetting writes one text as its language prints it.
type typesetting struct {
	checker
	out   strings.Builder
	kept  []string // placeholders and icons still to come
	open  int      // quotations
	inner bool     // one inside another
}

// set writes the rune at i, and returns how many behind it went with it.
func (t *typesetting) set(i int) int {
	r, prev, next := t.runes[i], t.at(i-1), t.at(i+1)
	begins := prev == 0 || isSpace(prev) || strings.ContainsRune("([{*–—/", prev)
	space := ""
	if t.locale.Narrow {
		space = nnbsp
	}
	switch {
	case r == hidden && len(t.kept) > 0:
		t.out.WriteString(t.kept[0])
		t.kept = t.kept[1:]
	case r == '"' && t.open == 0 && (begins || next != 0 && !isSpace(next) && !unicode.IsLetter(prev)):
		t.out.WriteString(t.locale.Quotes[0] + space)
		t.open++
	case r == '"' && t.open > 0:
		t.out.WriteString(space + t.locale.Quotes[1])
		t.open--
	case r == '\'' && begins && unicode.IsLetter(next) && t.closes(i):
		t.out.WriteString(t.locale.Inner[0])
		t.inner = true
	case r == '\'' && t.inner && !unicode.IsLetter(next):
		t.out.WriteString(t.locale.Inner[1])
		t.inner = false
	case r == '\'' && !unicode.IsDigit(prev): // not in 6' and 10'000
		t.out.WriteRune('’')
	case r == '.' && next == '.' && t.at(i+2) == '.':
		t.out.WriteRune('…')
		return 2
	case r == '-' && next == '-' && t.at(i+2) != '-':
		t.out.WriteRune('–')
		return 1
	case r == '-' && (isSpace(prev) && isSpace(next) || unicode.IsDigit(prev) && unicode.IsDigit(next) && t.isRange(i)):
		t.out.WriteRune('–')
	case (r == ' ' || r == '\u00A0') && t.locale.Narrow && (strings.ContainsRune(";!?»", next) || next == ':' && t.at(i+2) != '/' || prev == '«'):
		t.out.WriteString(nnbsp)
	case strings.ContainsRune(";!?»", r) && t.locale.Narrow && (unicode.IsLetter(prev) || unicode.IsDigit(prev) || prev == hidden),
		r == ':' && t.locale.Narrow && unicode.IsLetter(prev) && isSpace(next):
		t.out.WriteString(nnbsp + string(r))
	case r == '«' && t.locale.Narrow && !isSpace(next):
		t.out.WriteString("«" + nnbsp)
	default:
		t.out.WriteRune(r)
	}
	return 0
}

// closes reports whether a quotation that opens at i is closed.
func (t *typesetting) closes(i int) bool {
	for i++; i < len(t.runes); i++ {
		if t.runes[i] == '\'' && !isSpace(t.at(i-1)) && !unicode.IsLetter(t.at(i+1)) {
			return true
		}
	}
	return false
}
