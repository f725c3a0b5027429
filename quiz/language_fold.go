package quiz

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// finish folds the texts of a language the way answers are folded before they
// are compared with them.
func (l *language) finish() {
	for _, list := range []*[]string{&l.articles, &l.before, &l.after, &l.and, &l.or, &l.then, &l.labels, &l.roughly, &l.yearWords, &l.because, &l.surely, &l.minus, &l.hedges} {
		for i, s := range *list {
			(*list)[i] = l.key(clean(s), foldQuotes|foldWidth|foldSharpS|foldCase)
		}
		byLength(*list, func(s string) string { return s })
	}
	l.small = map[string]bool{}
	for _, a := range l.articles {
		l.small[strings.TrimSuffix(a, "'")] = true
	}
	for i, s := range l.negations {
		l.negations[i] = l.key(clean(s), letterFolds)
	}
	l.finishSpellings()
	for i, p := range l.opposites {
		l.opposites[i] = [2]string{l.key(p[0], letterFolds), l.key(p[1], letterFolds)}
	}
	numbers := make(map[string]string, len(l.numbers))
	for w, n := range l.numbers {
		for _, mask := range []folds{letterFolds &^ (foldUmlaut | foldAccent), letterFolds, letterFolds &^ foldAccent} {
			numbers[l.key(clean(w), mask)] = n
		}
	}
	l.numbers = numbers
	if l.compose != nil {
		l.compose.finish(l)
	}
	for _, w := range l.words {
		l.counted = append(l.counted, l.key(w, letterFolds))
	}
	slices.Sort(l.counted)
	l.eras, l.places, l.times = foldKeys(l, l.eras), foldKeys(l, l.places), foldKeys(l, l.times)
	l.around, l.limits, l.bounds = foldKeys(l, l.around), foldKeys(l, l.limits), foldKeys(l, l.bounds)
	l.framing = map[string]bool{}
	for _, p := range l.before {
		for _, w := range l.wordsOf(p) {
			l.framing[w] = true
		}
	}
	l.filling = slices.Sorted(maps.Keys(l.around))
	byLength(l.filling, func(s string) string { return s })
	l.per, l.counters = foldKeys(l, l.per), foldKeys(l, l.counters)
	l.finishUnits()
	l.asks.finish(l)
}

// foldKeys folds the keys of a table of words.
func foldKeys[T any](l *language, table map[string]T) map[string]T {
	folded := make(map[string]T, len(table))
	for w, v := range table {
		folded[l.bare(w)] = v
	}
	return folded
}

// finishSpellings makes the spellings ready to be looked up.
func (l *language) finishSpellings() {
	byLength(l.ways, func(p phrase) string { return p.from[0] })
	if l.noSpaces {
		var pairs []string
		for _, p := range l.ways {
			pairs = append(pairs, p.from[0], p.to)
		}
		l.replacer = strings.NewReplacer(pairs...)
		return
	}
	const mask = exactFolds | foldPunctuation
	l.spellings = map[string][]phrase{}
	for _, p := range l.ways {
		from, to := l.key(p.from[0], mask), l.key(p.to, mask)
		words := strings.Fields(from)
		l.spellings[words[0]] = append(l.spellings[words[0]], phrase{words, to})
	}
}

// byLength sorts longer texts first, so that "it is" wins over "it".
func byLength[T any](list []T, text func(T) string) {
	slices.SortStableFunc(list, func(a, b T) int {
		return cmp.Or(cmp.Compare(len(text(b)), len(text(a))), strings.Compare(text(a), text(b)))
	})
}

// bare returns a text with nothing but its letters and digits, folded: what
// marks of eras and names of units are compared by.
func (l *language) bare(s string) string {
	return dropSpaces(l.key(clean(s), letterFolds))
}

// negated counts the words of a text that deny it.
func (l *language) negated(words []string) int {
	n := 0
	for _, w := range words {
		if l.noSpaces {
			for _, part := range l.negations {
				n += strings.Count(w, part)
			}
		} else if slices.Contains(l.negations, w) {
			n++
		}
	}
	return n
}
