package language

import (
	"math/big"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// readKanji reads the first number written in kanji: 八, 二十, 三百五, 一万.
func readKanji(s string) (Figure, bool) {
	start := strings.IndexFunc(s, IsNumeral)
	if start < 0 {
		return Figure{}, false
	}
	value, n := kanjiValue(s[start:])
	if value == nil {
		return Figure{}, false
	}
	return Figure{Value: value, Before: s[:start], After: s[start+n:]}, true
}

func IsNumeral(r rune) bool {
	return kanjiDigit(r) >= 0 || kanjiUnits[r] > 0 || kanjiMyriads[r] > 0
}

// kanjiDigit returns the digit a character is, or -1.
func kanjiDigit(r rune) int64 {
	if r == '零' {
		return 0
	}
	return int64(slices.Index([]rune("〇一二三四五六七八九"), r))
}

var (
	kanjiUnits   = map[rune]int64{'十': 10, '百': 100, '千': 1000}
	kanjiMyriads = map[rune]int64{'万': 10_000, '億': 100_000_000, '兆': 1_000_000_000_000}
)

// kanjiValue reads kanji numerals at the start of a text and returns how many
// bytes they take. Digits in a row are read as such: 二〇二四.
func kanjiValue(s string) (*big.Rat, int) {
	var total, group, digit int64 = 0, 0, -1
	end, digits := 0, 0
	for i, r := range s {
		size := utf8.RuneLen(r)
		d, u, m := kanjiDigit(r), kanjiUnits[r], kanjiMyriads[r]
		switch {
		case d >= 0 && digits < 15:
			digit = max(digit, 0)*10 + d
			digits++
		case u > 0:
			if digit < 0 {
				digit = 1
			}
			group += digit * u
			digit, digits = -1, 0
		case m > 0:
			group += max(digit, 0)
			total += max(group, 1) * m
			group, digit, digits = 0, -1, 0
		default:
			if end == 0 {
				return nil, 0
			}
			return big.NewRat(total+group+max(digit, 0), 1), end
		}
		end = i + size
		if total < 0 || group < 0 || total > 1<<60 {
			return nil, 0
		}
	}
	if end == 0 {
		return nil, 0
	}
	return big.NewRat(total+group+max(digit, 0), 1), end
}

// multiply reads 万 and the like behind digits: 1万, 3億5000万.
func (f *Figure) multiply() {
	sum := new(big.Rat)
	value, rest, any := f.Value, f.After, false
	for {
		r, size := utf8.DecodeRuneInString(rest)
		m := max(kanjiMyriads[r], kanjiUnits[r])
		if m == 0 || value == nil {
			break
		}
		sum.Add(sum, new(big.Rat).Mul(value, big.NewRat(m, 1)))
		rest, any, value = rest[size:], true, nil
		next, _ := utf8.DecodeRuneInString(rest)
		if !unicode.IsDigit(next) {
			break
		}
		n := endOfNumber(rest, 0)
		value, rest = decimalOf(strings.ReplaceAll(rest[:n], ",", "")), rest[n:]
	}
	if !any {
		return
	}
	if value != nil {
		sum.Add(sum, value)
	}
	*f = Figure{Value: sum, Before: f.Before, After: rest}
}
