package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// maxSlips is the largest distance that is looked at.
const maxSlips = 2

// near returns the verdict on an answer that meets nothing on any level:
// nearly where it is worth a look, otherwise wrong and why.
func (m *matcher) near(f *form) quiz.Verdict {
	m.spread(f)
	for _, try := range []func(*form) (quiz.Verdict, bool){m.umlautDropped, m.lookalike, m.unpunctuated, m.wordOrder} {
		if v, ok := try(f); ok {
			return v
		}
	}
	return m.typo(f)
}

// umlautDropped finds an answer with a for ä, in a language where these are
// two letters.
func (m *matcher) umlautDropped(f *form) (quiz.Verdict, bool) {
	if !m.lang.Umlauts {
		return quiz.Verdict{}, false
	}
	for _, t := range m.accepted {
		if !t.literal && f.dropped != "" && f.dropped == t.dropped {
			return m.hitVerdict(quiz.Nearly, quiz.UmlautDropped, hit{text: t.text}, hit{}), true
		}
	}
	return quiz.Verdict{}, false
}

// lookalike finds an answer that looks equal and is written with other
// letters.
func (m *matcher) lookalike(f *form) (quiz.Verdict, bool) {
	key := m.lang.AsSeen(f.keys[1])
	for _, t := range m.accepted {
		if !t.literal && (key != f.keys[1] || !language.Plain(t.clean)) && key == m.lang.AsSeen(t.keys[1]) {
			return m.hitVerdict(quiz.Nearly, quiz.Lookalike, hit{text: t.text}, hit{}), true
		}
	}
	return quiz.Verdict{}, false
}

// unpunctuated finds an address or a name of a file without its dots. With
// other ones it would be another address.
func (m *matcher) unpunctuated(f *form) (quiz.Verdict, bool) {
	if f.literal {
		return quiz.Verdict{}, false
	}
	for _, t := range m.accepted {
		if t.literal && onlyLetters(f.runes) == onlyLetters(t.runes) {
			return m.hitVerdict(quiz.Nearly, quiz.Unpunctuated, hit{text: t.text}, hit{}), true
		}
	}
	return quiz.Verdict{}, false
}

// onlyLetters returns the letters and digits of a text.
func onlyLetters(s []rune) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// wordOrder finds the right words in another order. With a not among them
// the order may turn the meaning round.
func (m *matcher) wordOrder(f *form) (quiz.Verdict, bool) {
	if len(f.sorted) < 2 || f.denied > 0 {
		return quiz.Verdict{}, false
	}
	for _, t := range m.accepted {
		if !t.literal && slices.Equal(f.sorted, t.sorted) && slices.Equal(f.figures, t.figures) && slices.Equal(f.counted, t.counted) {
			return m.hitVerdict(quiz.Nearly, quiz.WordOrder, hit{text: t.text}, hit{}), true
		}
	}
	return quiz.Verdict{}, false
}

// sortedWords returns the words of a text that are no articles, sorted.
func (m *matcher) sortedWords(f *form) []string {
	words := make([]string, 0, len(f.words))
	for _, w := range f.words {
		if !m.lang.Small[w] {
			words = append(words, w)
		}
	}
	slices.Sort(words)
	return words
}

// typo finds the accepted answer that is fewest slips away. It is the last
// resort and gives nearly at best.
func (m *matcher) typo(f *form) quiz.Verdict {
	best, why, slips := (*form)(nil), quiz.Far, maxSlips+1
	for _, t := range m.accepted {
		d := language.Distance(f.runes, t.runes, maxSlips)
		if d > maxSlips || d >= len(t.runes) {
			continue
		}
		reason := m.refuse(f, t, d)
		if best == nil || d < slips || d == slips && reason == quiz.Typo && why != quiz.Typo {
			best, why, slips = t, reason, d
		}
	}
	if best == nil {
		return m.far(f)
	}
	v := quiz.NewVerdict(quiz.Wrong, why)
	if why == quiz.Typo {
		v.Result = quiz.Nearly
	}
	v.Accepted, v.Distance = best.text, max(slips, 1) // a moved space is a slip
	if why == quiz.ListedNear {
		v.Listed = m.nearestWrong(f, slips)
	}
	return v
}

// refuse returns why slips between an answer and an accepted one are not
// forgiven, or Typo.
func (m *matcher) refuse(f, t *form, d int) quiz.Reason {
	switch {
	case m.otherNumber(f, t):
		return quiz.OtherNumber
	case m.article && d > 0 && m.otherArticle(f, t):
		return quiz.OtherArticle
	case f.literal && t.literal && onlyLetters(f.runes) == onlyLetters(t.runes):
		return quiz.OtherLetters // pay-pal.com is another address
	case m.denies(f, t):
		return quiz.Negation
	case m.isOpposite(f, t, d):
		return quiz.Opposite
	case f.han != t.han || d > t.slips():
		return quiz.OtherLetters
	case m.nearestWrong(f, d) != "":
		return quiz.ListedNear
	}
	return quiz.Typo
}

// nearestWrong returns the listed wrong answer that is at most d slips away.
func (m *matcher) nearestWrong(f *form, d int) string {
	for _, w := range m.wrong {
		if language.Distance(f.runes, w.runes, d) <= d {
			return w.text
		}
	}
	return ""
}

// otherNumber reports whether two texts name different numbers: figures, the
// numbers up to twelve as words, Roman numerals in capitals.
func (m *matcher) otherNumber(f, t *form) bool {
	if !slices.Equal(f.figures, t.figures) {
		return true
	}
	return lacks(f, t.counted) || lacks(t, f.counted) ||
		lacksWord(f, t.romans) || lacksWord(t, f.romans)
}

// lacks reports whether one of the words is nowhere in a text, not even as
// part of a longer word.
func lacks(f *form, words []string) bool {
	key := f.keys[len(f.keys)-1]
	return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(key, w) })
}

func lacksWord(f *form, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(f.words, w) })
}

// otherArticle reports whether the articles differ where they are asked for.
func (m *matcher) otherArticle(f, t *form) bool {
	return m.lang.Small[t.words[0]] && (len(f.words) == 0 || f.words[0] != t.words[0])
}

// splitsArticle reports whether only dropped spaces give an answer the article
// that is asked for: "da spasswort" has none, "daspasswort" has.
func (m *matcher) splitsArticle(f, t *form) bool {
	return m.otherArticle(f, t) && (len(f.words) == 0 || !strings.HasPrefix(f.words[0], t.words[0]))
}

// denies reports whether one of two texts denies the other. A slip in the
// word that denies is forgiven: nihct.
func (m *matcher) denies(f, t *form) bool {
	if f.denied == t.denied {
		return false
	}
	if f.denied > t.denied || m.lang.NoSpaces {
		return true
	}
	missing := t.denied - f.denied
	for _, w := range f.words {
		if slices.ContainsFunc(m.lang.Negations, func(n string) bool { return slipOf(w, n) }) {
			missing--
		}
	}
	return missing > 0
}

// slipOf reports whether a word is one slip away from another; in a short
// word only two letters may be swapped.
func slipOf(word, of string) bool {
	a, b := []rune(word), []rune(of)
	if word == of || language.Distance(a, b, 1) > 1 {
		return false
	}
	return len(b) >= 5 || len(b) >= 3 && len(a) == len(b) && slices.Equal(sortedRunes(a), sortedRunes(b))
}

func sortedRunes(r []rune) []rune { r = slices.Clone(r); slices.Sort(r); return r }

// isOpposite reports whether an answer is nearer to an opposite of the
// accepted one than to that itself.
func (m *matcher) isOpposite(f, t *form, d int) bool {
	for i, w := range t.words {
		if slices.Contains(f.words, w) {
			continue
		}
		for _, o := range m.lang.OppositesOf(w) {
			words := slices.Clone(t.words)
			words[i] = o
			if language.Distance(f.runes, []rune(language.DropSpaces(strings.Join(words, " "))), d-1) < d {
				return true
			}
		}
	}
	return false
}

// far says why an answer that is near nothing is wrong, as far as the words
// tell.
func (m *matcher) far(f *form) quiz.Verdict {
	for _, t := range m.accepted {
		if m.echo != nil && m.echoed(f, t) {
			return m.hitVerdict(quiz.Nearly, quiz.Around, hit{text: t.text}, hit{})
		}
	}
	for _, t := range m.accepted {
		if why := m.compareWords(f, t); why != quiz.Far {
			v := quiz.NewVerdict(quiz.Wrong, why)
			v.Accepted = t.text
			return v
		}
	}
	return quiz.NewVerdict(quiz.Wrong, quiz.Far)
}

// echoed reports whether an answer is an accepted one among words of the
// question: they put them in the Bcc field.
func (m *matcher) echoed(f, t *form) bool {
	if f.literal || t.literal || f.denied != t.denied {
		return false
	}
	if m.lang.NoSpaces {
		key, want := m.lang.Bare(f.clean), m.lang.Bare(t.clean)
		before, after, ok := strings.Cut(key, want)
		return ok && utf8.RuneCountInString(want) > 1 && m.echo.has(before) && m.echo.has(after) &&
			!slices.ContainsFunc(m.wrong, func(w *form) bool { return strings.Contains(before+"\n"+after, m.lang.Bare(w.clean)) })
	}
	more := missingFrom(f.sorted, t.words)
	if len(t.words) == 0 || len(more) == 0 || !containsRow(f.words, t.words) {
		return false
	}
	for _, w := range more {
		if !m.echo.words[w] && !m.lang.Around[w] && !m.lang.Framing[w] || m.lang.Limits[w] || slices.Contains(m.lang.Negations, w) || slices.Contains(m.lang.Or, w) {
			return false
		}
	}
	return !slices.ContainsFunc(m.wrong, func(w *form) bool {
		return len(missingFrom(w.sorted, f.words)) == 0 && len(missingFrom(w.sorted, t.words)) > 0
	})
}

// containsRow reports whether words stand in a row among others.
func containsRow(words, row []string) bool {
	for i := range words {
		if i+len(row) <= len(words) && slices.Equal(words[i:i+len(row)], row) {
			return true
		}
	}
	return false
}

// compareWords compares two texts word by word, articles aside.
func (m *matcher) compareWords(f, t *form) quiz.Reason {
	less, more := missingFrom(t.sorted, f.words), missingFrom(f.sorted, t.words)
	deny := func(words []string) bool { return len(words) > 0 && m.lang.Negated(words) == len(words) }
	switch {
	case len(less) == 0 && deny(more), len(more) == 0 && deny(less):
		return quiz.Negation
	case len(more) == 0 && len(less) > 0 && len(f.words) > 0:
		return quiz.TooGeneral
	case len(less) == 0 && len(more) > 0 && len(t.words) > 0:
		return quiz.TooMuch
	case len(less) == 1 && len(more) == 1 && slices.Contains(m.lang.Counted, less[0]) && slices.Contains(m.lang.Counted, more[0]):
		return quiz.OtherNumber
	case len(less) == 1 && len(more) == 1 && m.lang.AreOpposite(less[0], more[0]):
		return quiz.Opposite
	}
	return quiz.Far
}

// missingFrom returns the words that are not among others.
func missingFrom(words, others []string) []string {
	var list []string
	for _, w := range words {
		if !slices.Contains(others, w) {
			list = append(list, w)
		}
	}
	return list
}
