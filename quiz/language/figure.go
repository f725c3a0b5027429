package language

import (
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// smallNumerals are the kanji numerals from 0 to 12.
const smallNumerals = "〇 一 二 三 四 五 六 七 八 九 十 十一 十二"

// A Figure is a number as it was found in an answer: how it reads in the
// language of the question, how it reads elsewhere, and the text behind it.
type Figure struct {
	Value, Other *big.Rat
	Before       string
	After        string
}

// ReadFigure finds the first number of a text. The text is clean and has
// plain quotes and one width.
func (l *Language) ReadFigure(s string) (Figure, bool) {
	if i := strings.IndexFunc(s, unicode.IsDigit); i >= 0 {
		return l.ReadDigits(s, i)
	}
	if l.Numerals {
		if f, ok := readKanji(s); ok {
			return f, true
		}
	}
	if w, n, ok := l.numberWord(s); ok {
		f := Figure{Value: w, After: s[n:]}
		f.scale(l)
		return f, true
	}
	return Figure{}, false
}

// numberWord reads a number written as a word at the start of a text and
// returns where it ends.
func (l *Language) numberWord(s string) (*big.Rat, int, bool) {
	end, found := 0, (*big.Rat)(nil)
	for i := range len(s) + 1 {
		if i < len(s) && !utf8.RuneStart(s[i]) || i == 0 {
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[i:])
		prev, _ := utf8.DecodeLastRuneInString(s[:i])
		if !l.NoSpaces && i < len(s) && unicode.IsLetter(next) && prev != '\'' {
			continue
		}
		folded := l.Key(s[:i], numberFolds)
		if n, ok := l.Numbers[folded]; ok {
			end, found = i, RatOf(n)
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
const numberFolds = FoldQuotes | FoldWidth | FoldSharpS | FoldCase | foldKana | FoldPunctuation

// ReadDigits reads the number whose first digit is at i.
func (l *Language) ReadDigits(s string, i int) (Figure, bool) {
	start := i
	if start > 0 && (s[start-1] == '.' || s[start-1] == ',') && (start == 1 || s[start-2] == ' ' || s[start-2] == '-') {
		start--
	}
	end := endOfNumber(s, i)
	f := Figure{Before: s[:start], After: s[end:]}
	text := s[start:end]
	decimal, group := l.Decimal, l.group
	f.Value, f.Other = readPlain(text, decimal, group), readPlain(text, group, decimal)
	if f.Value == nil || f.Other != nil && f.Value.Cmp(f.Other) == 0 {
		f.Value, f.Other = f.Other, nil
	}
	if f.Value == nil {
		return f, false
	}
	f.scale(l)
	if sign, ok := strings.CutSuffix(f.Before, "-"); ok && (sign == "" || strings.HasSuffix(sign, " ")) {
		f.Before = sign
		f.Negate()
	} else if sign, ok := strings.CutSuffix(f.Before, "+"); ok {
		f.Before = sign
	}
	return f, true
}

func (f *Figure) Negate() {
	f.Value = new(big.Rat).Neg(f.Value)
	if f.Other != nil {
		f.Other = new(big.Rat).Neg(f.Other)
	}
}

// endOfNumber returns where digits and the signs between them end. A space is
// one of these only before a group of three digits.
func endOfNumber(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsDigit(r):
		case (r == '.' || r == ',' || r == '\'') && DigitAfter(s, i+size):
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
	if hasPart && (part == "" || strings.IndexFunc(part, NotDigit) >= 0) {
		return nil
	}
	if sep := strings.IndexFunc(whole, NotDigit); sep >= 0 {
		r, size := utf8.DecodeRuneInString(whole[sep:])
		if r != group && r != ' ' && r != '\'' {
			return nil
		}
		groups := strings.Split(whole, whole[sep:sep+size])
		for i, g := range groups {
			if len(g) > 3 || len(g) == 0 || i > 0 && len(g) != 3 || strings.IndexFunc(g, NotDigit) >= 0 {
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
func (f *Figure) scale(l *Language) {
	after := f.After
	if n := digitsAfter(after, 1); n > 0 && n < 5 {
		num := decimalOf(after[1 : 1+n])
		switch after[0] {
		case '^':
			if p := power(f.Value, num); p != nil {
				*f = Figure{Value: p, Before: f.Before, After: after[1+n:]}
			}
			return
		case '/':
			if num.Sign() != 0 {
				*f = Figure{Value: new(big.Rat).Quo(f.Value, num), Before: f.Before, After: after[1+n:]}
			}
			return
		}
	}
	if rest, ok := strings.CutPrefix(after, "⁄"); ok && digitsAfter(rest, 0) > 0 {
		n := digitsAfter(rest, 0)
		if d := decimalOf(rest[:n]); d.Sign() != 0 {
			*f = Figure{Value: new(big.Rat).Quo(f.Value, d), Before: f.Before, After: rest[n:]}
		}
		return
	}
	if l.Numerals {
		f.multiply()
		return
	}
	word := strings.TrimLeft(after, " ")
	end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(word)
	}
	if n := RatOf(l.times[l.Bare(word[:end])]); n != nil {
		*f = Figure{Value: new(big.Rat).Mul(f.Value, n), Before: f.Before, After: strings.TrimPrefix(word[end:], ".")}
	}
}

// power returns a small whole power, nil for others.
func power(base, exp *big.Rat) *big.Rat {
	if !exp.IsInt() || !base.IsInt() || !exp.Num().IsInt64() || base.Num().BitLen() > 64 || exp.Num().Int64() > 1024 {
		return nil
	}
	return new(big.Rat).SetInt(new(big.Int).Exp(base.Num(), exp.Num(), nil))
}

// Mixed reads 1 1/2 and 1½: a whole number and a fraction behind it.
func (l *Language) Mixed(f Figure) Figure {
	rest := strings.TrimPrefix(f.After, " ")
	if f.Other != nil || f.Value == nil || !f.Value.IsInt() || rest == f.After || digitsAfter(rest, 0) == 0 {
		return f
	}
	if g, ok := l.ReadDigits(rest, 0); ok && g.Value.Cmp(big.NewRat(1, 1)) < 0 && !g.Value.IsInt() {
		return Figure{Value: new(big.Rat).Add(f.Value, g.Value), Before: f.Before, After: g.After}
	}
	return f
}
