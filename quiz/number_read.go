package quiz

import (
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// smallNumerals are the kanji numerals from 0 to 12.
const smallNumerals = "〇 一 二 三 四 五 六 七 八 九 十 十一 十二"

// A figure is a number as it was found in an answer: how it reads in the
// language of the question, how it reads elsewhere, and the text behind it.
type figure struct {
	value, other *big.Rat
	before       string
	after        string
}

// readFigure finds the first number of a text. The text is clean and has
// plain quotes and one width.
func (l *language) readFigure(s string) (figure, bool) {
	if i := strings.IndexFunc(s, unicode.IsDigit); i >= 0 {
		return l.readDigits(s, i)
	}
	if l.numerals {
		if f, ok := readKanji(s); ok {
			return f, true
		}
	}
	if w, n, ok := l.numberWord(s); ok {
		f := figure{value: w, after: s[n:]}
		f.scale(l)
		return f, true
	}
	return figure{}, false
}

// numberWord reads a number written as a word at the start of a text and
// returns where it ends.
func (l *language) numberWord(s string) (*big.Rat, int, bool) {
	end, found := 0, (*big.Rat)(nil)
	for i := range len(s) + 1 {
		if i < len(s) && !utf8.RuneStart(s[i]) || i == 0 {
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[i:])
		prev, _ := utf8.DecodeLastRuneInString(s[:i])
		if !l.noSpaces && i < len(s) && unicode.IsLetter(next) && prev != '\'' {
			continue
		}
		folded := l.key(s[:i], numberFolds)
		if n, ok := l.numbers[folded]; ok {
			end, found = i, ratOf(n)
		} else if n, ok := l.composed(folded); ok {
			end, found = i, n
		}
		if i > maxNumberWord {
			break
		}
	}
	return found, end, found != nil
}

// maxNumberWord is how long a number in words may be, in bytes.
const maxNumberWord = 100

// numberFolds are what is overlooked in a number written as a word.
const numberFolds = foldQuotes | foldWidth | foldSharpS | foldCase | foldKana | foldPunctuation

// readDigits reads the number whose first digit is at i.
func (l *language) readDigits(s string, i int) (figure, bool) {
	start := i
	if start > 0 && (s[start-1] == '.' || s[start-1] == ',') && (start == 1 || s[start-2] == ' ' || s[start-2] == '-') {
		start--
	}
	end := endOfNumber(s, i)
	f := figure{before: s[:start], after: s[end:]}
	text := s[start:end]
	decimal, group := l.decimal, l.group
	f.value, f.other = readPlain(text, decimal, group), readPlain(text, group, decimal)
	if f.value == nil || f.other != nil && f.value.Cmp(f.other) == 0 {
		f.value, f.other = f.other, nil
	}
	if f.value == nil {
		return f, false
	}
	f.scale(l)
	if sign, ok := strings.CutSuffix(f.before, "-"); ok && (sign == "" || strings.HasSuffix(sign, " ")) {
		f.before = sign
		f.negate()
	} else if sign, ok := strings.CutSuffix(f.before, "+"); ok {
		f.before = sign
	}
	return f, true
}

func (f *figure) negate() {
	f.value = new(big.Rat).Neg(f.value)
	if f.other != nil {
		f.other = new(big.Rat).Neg(f.other)
	}
}

// endOfNumber returns where digits and the signs between them end. A space is
// one of these only before a group of three digits.
func endOfNumber(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsDigit(r):
		case (r == '.' || r == ',' || r == '\'') && digitAfter(s, i+size):
		case r == ' ' && digitsAfter(s, i+size) == 3:
		default:
			return i
		}
		i += size
	}
	return i
}

func digitsAfter(s string, i int) int {
	n := 0
	for i+n < len(s) && s[i+n] >= '0' && s[i+n] <= '9' {
		n++
	}
	return n
}

// readPlain reads digits with a decimal sign and a sign between groups of
// three; nil when they do not stand where these may.
func readPlain(s string, decimal, group rune) *big.Rat {
	whole, part, hasPart := strings.Cut(s, string(decimal))
	if hasPart && (part == "" || strings.IndexFunc(part, notDigit) >= 0) {
		return nil
	}
	if sep := strings.IndexFunc(whole, notDigit); sep >= 0 {
		r, size := utf8.DecodeRuneInString(whole[sep:])
		if r != group && r != ' ' && r != '\'' {
			return nil
		}
		groups := strings.Split(whole, whole[sep:sep+size])
		for i, g := range groups {
			if len(g) > 3 || len(g) == 0 || i > 0 && len(g) != 3 || strings.IndexFunc(g, notDigit) >= 0 {
				return nil
			}
		}
		whole = strings.Join(groups, "")
	}
	if whole == "" && !hasPart {
		return nil
	}
	if hasPart {
		return decimalOf(whole + "." + part)
	}
	return decimalOf(whole)
}

// decimalOf reads digits however many there are.
func decimalOf(s string) *big.Rat {
	if strings.HasPrefix(s, ".") {
		s = "0" + s
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil
	}
	return r
}

// scale reads what may follow digits and change their value: a fraction, a
// power, a word or kanji that multiply.
func (f *figure) scale(l *language) {
	after := f.after
	if n := digitsAfter(after, 1); n > 0 && n < 5 {
		num := decimalOf(after[1 : 1+n])
		switch after[0] {
		case '^':
			if p := power(f.value, num); p != nil {
				*f = figure{value: p, before: f.before, after: after[1+n:]}
			}
			return
		case '/':
			if num.Sign() != 0 {
				*f = figure{value: new(big.Rat).Quo(f.value, num), before: f.before, after: after[1+n:]}
			}
			return
		}
	}
	if rest, ok := strings.CutPrefix(after, "⁄"); ok && digitsAfter(rest, 0) > 0 {
		n := digitsAfter(rest, 0)
		if d := decimalOf(rest[:n]); d.Sign() != 0 {
			*f = figure{value: new(big.Rat).Quo(f.value, d), before: f.before, after: rest[n:]}
		}
		return
	}
	if l.numerals {
		f.multiply()
		return
	}
	word := strings.TrimLeft(after, " ")
	end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(word)
	}
	if n := ratOf(l.times[l.bare(word[:end])]); n != nil {
		*f = figure{value: new(big.Rat).Mul(f.value, n), before: f.before, after: strings.TrimPrefix(word[end:], ".")}
	}
}

// power returns a small whole power, nil for others.
func power(base, exp *big.Rat) *big.Rat {
	if !exp.IsInt() || !base.IsInt() || !exp.Num().IsInt64() || base.Num().BitLen() > 64 || exp.Num().Int64() > 1024 {
		return nil
	}
	return new(big.Rat).SetInt(new(big.Int).Exp(base.Num(), exp.Num(), nil))
}

// mixed reads 1 1/2 and 1½: a whole number and a fraction behind it.
func (l *language) mixed(f figure) figure {
	rest := strings.TrimPrefix(f.after, " ")
	if f.other != nil || f.value == nil || !f.value.IsInt() || rest == f.after || digitsAfter(rest, 0) == 0 {
		return f
	}
	if g, ok := l.readDigits(rest, 0); ok && g.value.Cmp(big.NewRat(1, 1)) < 0 && !g.value.IsInt() {
		return figure{value: new(big.Rat).Add(f.value, g.value), before: f.before, after: g.after}
	}
	return f
}
