package language

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// finish folds the texts of a language the way answers are folded before they
// are compared with them.
func (l *Language) finish() {
	for _, list := range []*[]string{&l.Articles, &l.Before, &l.After, &l.And, &l.Or, &l.Then, &l.Labels, &l.Roughly, &l.YearWords, &l.Because, &l.Surely, &l.Minus, &l.Hedges} {
		for i, s := range *list {
			(*list)[i] = l.Key(Clean(s), FoldQuotes|FoldWidth|FoldSharpS|FoldCase)
		}
		ByLength(*list, func(s string) string { return s })
	}
	l.Small = map[string]bool{}
	for _, a := range l.Articles {
		l.Small[strings.TrimSuffix(a, "'")] = true
	}
	for i, s := range l.Negations {
		l.Negations[i] = l.Key(Clean(s), LetterFolds)
	}
	l.finishSpellings()
	for i, p := range l.opposites {
		l.opposites[i] = [2]string{l.Key(p[0], LetterFolds), l.Key(p[1], LetterFolds)}
	}
	numbers := make(map[string]string, len(l.Numbers))
	for w, n := range l.Numbers {
		for _, mask := range []Folds{LetterFolds &^ (FoldUmlaut | FoldAccent), LetterFolds, LetterFolds &^ FoldAccent} {
			numbers[l.Key(Clean(w), mask)] = n
		}
	}
	l.Numbers = numbers
	if l.compose != nil {
		l.compose.finish(l)
	}
	for _, w := range l.Words {
		l.Counted = append(l.Counted, l.Key(w, LetterFolds))
	}
	slices.Sort(l.Counted)
	l.Eras, l.Places, l.times = foldKeys(l, l.Eras), foldKeys(l, l.Places), foldKeys(l, l.times)
	l.Around, l.Limits, l.Bounds = foldKeys(l, l.Around), foldKeys(l, l.Limits), foldKeys(l, l.Bounds)
	l.Framing = map[string]bool{}
	for _, p := range l.Before {
		for _, w := range l.WordsOf(p) {
			l.Framing[w] = true
		}
	}
	l.filling = slices.Sorted(maps.Keys(l.Around))
	ByLength(l.filling, func(s string) string { return s })
	l.Per, l.Counters = foldKeys(l, l.Per), foldKeys(l, l.Counters)
	l.finishUnits()
	l.Asks.finish(l)
}

// foldKeys folds the keys of a table of words.
func foldKeys[T any](l *Language, table map[string]T) map[string]T {
	folded := make(map[string]T, len(table))
	for w, v := range table {
		folded[l.Bare(w)] = v
	}
	return folded
}

// finishSpellings makes the spellings ready to be looked up.
func (l *Language) finishSpellings() {
	ByLength(l.ways, func(p phrase) string { return p.from[0] })
	if l.NoSpaces {
		var pairs []string
		for _, p := range l.ways {
			pairs = append(pairs, p.from[0], p.to)
		}
		l.replacer = strings.NewReplacer(pairs...)
		return
	}
	const mask = ExactFolds | FoldPunctuation
	l.spellings = map[string][]phrase{}
	for _, p := range l.ways {
		from, to := l.Key(p.from[0], mask), l.Key(p.to, mask)
		words := strings.Fields(from)
		l.spellings[words[0]] = append(l.spellings[words[0]], phrase{words, to})
	}
}

// ByLength sorts longer texts first, so that "it is" wins over "it".
func ByLength[T any](list []T, text func(T) string) {
	slices.SortStableFunc(list, func(a, b T) int {
		return cmp.Or(cmp.Compare(len(text(b)), len(text(a))), strings.Compare(text(a), text(b)))
	})
}

// Bare returns a text with nothing but its letters and digits, folded: what
// marks of eras and names of units are compared by.
func (l *Language) Bare(s string) string {
	return DropSpaces(l.Key(Clean(s), LetterFolds))
}

// Negated counts the words of a text that deny it.
func (l *Language) Negated(words []string) int {
	n := 0
	for _, w := range words {
		if l.NoSpaces {
			for _, part := range l.Negations {
				n += strings.Count(w, part)
			}
		} else if slices.Contains(l.Negations, w) {
			n++
		}
	}
	return n
}

// OppositesOf returns the words that begin with the other half of a pair:
// encrypt for decrypt, secure for insecure.
func (l *Language) OppositesOf(word string) []string {
	var list []string
	for _, p := range l.opposites {
		for i := range p {
			rest, ok := strings.CutPrefix(word, p[i])
			if ok && isPair(p[i], rest, p[1-i]) {
				list = append(list, p[1-i]+rest)
			}
		}
	}
	return list
}

// AreOpposite reports whether two words are the same but for the halves of a
// pair they begin with.
func (l *Language) AreOpposite(a, b string) bool {
	for _, p := range l.opposites {
		for i := range p {
			rest, ok := strings.CutPrefix(a, p[i])
			if ok && strings.HasPrefix(b, p[1-i]) && b[len(p[1-i]):] == rest && isPair(p[i], rest, p[1-i]) {
				return true
			}
		}
	}
	return false
}

// isPair reports whether enough of a word is left, or enough of it belongs to
// the pair, for the pair to mean something.
func isPair(half, rest, other string) bool {
	return utf8.RuneCountInString(rest) >= 3 || utf8.RuneCountInString(half) >= 4 || rest == "" && other != ""
}

// TrimAround cuts what says nothing at both ends of a text without spaces.
func (l *Language) TrimAround(s string) string {
	for cut := true; cut; {
		cut = false
		for _, w := range l.filling {
			if rest, ok := strings.CutSuffix(s, w); ok {
				s, cut = rest, true
			}
			if rest, ok := strings.CutPrefix(s, w); ok {
				s, cut = rest, true
			}
		}
	}
	return s
}

// WordsOf returns the words of a text, folded.
func (l *Language) WordsOf(s string) []string { return strings.Fields(l.Key(Clean(s), LetterFolds)) }
