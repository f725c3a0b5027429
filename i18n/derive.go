package i18n

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
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
