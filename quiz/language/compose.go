package language

import (
	"math/big"
	"strconv"
	"strings"
	"sync"

	"kitpress/catalog/source"
)

// A composer reads numbers that are put together from words: two hundred and
// fifty-six, zweihundertsechsundfünfzig, quatre-vingt-dix-sept, ventuno.
type composer struct {
	hundred, thousand, and []string
	point                  []string // three point five
	half                   []string // and a half
	one                    []string // forms of 1 that only stand in longer words
	unitsFirst             bool     // six and fifty
	elides                 bool     // venti, ventuno
	teensAfter             map[int]bool

	fill  sync.Once
	below map[string]int // folded, without spaces: every number below 100
}

// readComposer reads how a language puts numbers together.
func readComposer(m *source.Map) *composer {
	c := &composer{
		hundred: m.Need("hundred").Texts(), thousand: m.Need("thousand").Texts(), and: m.Get("and").Texts(),
		point: m.Need("point").Texts(), half: m.Need("half").Texts(), one: m.Get("one").Texts(), teensAfter: map[int]bool{},
	}
	for _, v := range m.Get("order").List() {
		switch v.OneOf("order", "units-first", "elides") {
		case "units-first":
			c.unitsFirst = true
		case "elides":
			c.elides = true
		}
	}
	for _, v := range m.Get("teens-after").List() {
		c.teensAfter[v.Int(20, 90)] = true
	}
	m.Done("compose")
	return c
}

// finish folds the words as answers are folded.
func (c *composer) finish(l *Language) {
	for _, list := range []*[]string{&c.hundred, &c.thousand, &c.and, &c.point, &c.half, &c.one} {
		var folded []string
		for _, w := range *list {
			for _, mask := range []Folds{LetterFolds &^ (FoldUmlaut | FoldAccent), LetterFolds} {
				folded = append(folded, unspaced(l.Key(Clean(w), mask)))
			}
		}
		*list = folded
	}
}

func unspaced(s string) string { return strings.ReplaceAll(s, " ", "") }

// numbers returns every number below 100 in words. They are put together when
// a number in words is first met.
func (c *composer) numbers(l *Language) map[string]int {
	c.fill.Do(func() {
		words := map[int][]string{}
		for w, digits := range l.Numbers {
			if n, err := strconv.Atoi(digits); err == nil && n < 100 {
				words[n] = append(words[n], unspaced(w))
			}
		}
		words[1] = append(words[1], c.one...)
		c.below = map[string]int{}
		for tens := 20; tens < 100; tens += 10 {
			units := 10
			if c.teensAfter[tens] {
				units = 20
			}
			for n := 1; n < units; n++ {
				for _, w := range c.join(words[tens], words[n]) {
					c.below[w] = tens + n
				}
			}
		}
		for n, list := range words {
			for _, w := range list {
				c.below[w] = n
			}
		}
	})
	return c.below
}

// join puts tens and units together.
func (c *composer) join(tens, units []string) []string {
	var list []string
	for _, t := range tens {
		for _, u := range units {
			switch {
			case c.unitsFirst:
				for _, and := range c.and {
					list = append(list, u+and+t)
				}
				continue
			case c.elides && strings.ContainsAny(u[:1], "aeiou"):
				list = append(list, t[:len(t)-1]+u)
			}
			list = append(list, t+u)
			for _, and := range c.and {
				list = append(list, t+and+u)
			}
		}
	}
	return list
}

// composed returns the value of a folded text that is one number in words and
// nothing else.
func (l *Language) composed(s string) (*big.Rat, bool) {
	c := l.compose
	if c == nil {
		return nil, false
	}
	s = unspaced(s)
	for _, half := range c.half {
		if w, ok := strings.CutSuffix(s, half); ok {
			if n, ok := c.whole(l, w); ok {
				return big.NewRat(int64(2*n+1), 2), true
			}
		}
	}
	for _, point := range c.point {
		if w, part, ok := strings.Cut(s, point); ok {
			n, isWhole := c.whole(l, w)
			if digits, ok := c.digits(l, part); ok && isWhole {
				return decimalOf(strconv.Itoa(n) + "." + digits), true
			}
		}
	}
	n, ok := c.whole(l, s)
	return big.NewRat(int64(n), 1), ok
}

// digits reads what stands behind the point: digits one by one, or a number.
func (c *composer) digits(l *Language, s string) (string, bool) {
	if n, ok := c.numbers(l)[s]; ok {
		return strconv.Itoa(n), true
	}
	for i := 1; i < len(s); i++ {
		if n, ok := c.numbers(l)[s[:i]]; ok && n < 10 {
			if rest, ok := c.digits(l, s[i:]); ok {
				return strconv.Itoa(n) + rest, true
			}
		}
	}
	return "", false
}

// whole reads a whole number below a million.
func (c *composer) whole(l *Language, s string) (int, bool) {
	return c.split(s, c.thousand, 1000, func(s string) (int, bool) {
		return c.split(s, c.hundred, 100, func(s string) (int, bool) {
			n, ok := c.numbers(l)[s]
			return n, ok
		})
	})
}

// split reads a number around a word for a hundred or a thousand: how many of
// them stand before it, and the rest, which is smaller, behind it.
func (c *composer) split(s string, words []string, size int, smaller func(string) (int, bool)) (int, bool) {
	for _, w := range words {
		for at := 0; ; at++ {
			i := strings.Index(s[at:], w)
			if i < 0 {
				break
			}
			at += i
			before, behind := s[:at], s[at+len(w):]
			many, ok := smaller(before)
			if before == "" {
				many, ok = 1, true
			}
			if rest, fits := c.rest(behind, smaller); ok && fits && many > 0 && many < 1000 && rest < size {
				return many*size + rest, true
			}
		}
	}
	return smaller(s)
}

// rest reads what stands behind a hundred or a thousand.
func (c *composer) rest(s string, smaller func(string) (int, bool)) (int, bool) {
	if s == "" {
		return 0, true
	}
	if n, ok := smaller(s); ok {
		return n, n > 0
	}
	for _, and := range c.and {
		if w, cut := strings.CutPrefix(s, and); cut {
			if n, ok := smaller(w); ok {
				return n, n > 0
			}
		}
	}
	return 0, false
}
