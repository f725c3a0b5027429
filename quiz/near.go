package quiz

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSlips is the largest distance that is looked at.
const maxSlips = 2

// near returns the verdict on an answer that meets nothing on any level:
// nearly where it is worth a look, otherwise wrong and why.
func (m *matcher) near(f *form) Verdict {
	m.spread(f)
	for _, try := range []func(*form) (Verdict, bool){m.umlautDropped, m.lookalike, m.unpunctuated, m.wordOrder} {
		if v, ok := try(f); ok {
			return v
		}
	}
	return m.typo(f)
}

// umlautDropped finds an answer with a for ä, in a language where these are
// two letters.
func (m *matcher) umlautDropped(f *form) (Verdict, bool) {
	if !m.lang.umlauts {
		return Verdict{}, false
	}
	for _, t := range m.accepted {
		if !t.literal && f.dropped != "" && f.dropped == t.dropped {
			return m.hitVerdict(Nearly, UmlautDropped, hit{text: t.text}, hit{}), true
		}
	}
	return Verdict{}, false
}

// lookalike finds an answer that looks equal and is written with other
// letters.
func (m *matcher) lookalike(f *form) (Verdict, bool) {
	key := m.lang.asSeen(f.keys[1])
	for _, t := range m.accepted {
		if !t.literal && (key != f.keys[1] || !plain(t.clean)) && key == m.lang.asSeen(t.keys[1]) {
			return m.hitVerdict(Nearly, Lookalike, hit{text: t.text}, hit{}), true
		}
	}
	return Verdict{}, false
}

// asSeen replaces letters by those they look like.
func (l *language) asSeen(s string) string {
	if plain(s) || !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x370 && l.lookalikes[r] != 0 }) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if to, ok := l.lookalikes[r]; ok {
			return to
		}
		return r
	}, s)
}

// unpunctuated finds an address or a name of a file without its dots. With
// other ones it would be another address.
func (m *matcher) unpunctuated(f *form) (Verdict, bool) {
	if f.literal {
		return Verdict{}, false
	}
	for _, t := range m.accepted {
		if t.literal && onlyLetters(f.runes) == onlyLetters(t.runes) {
			return m.hitVerdict(Nearly, Unpunctuated, hit{text: t.text}, hit{}), true
		}
	}
	return Verdict{}, false
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
func (m *matcher) wordOrder(f *form) (Verdict, bool) {
	if len(f.sorted) < 2 || f.denied > 0 {
		return Verdict{}, false
	}
	for _, t := range m.accepted {
		if !t.literal && slices.Equal(f.sorted, t.sorted) && slices.Equal(f.figures, t.figures) && slices.Equal(f.counted, t.counted) {
			return m.hitVerdict(Nearly, WordOrder, hit{text: t.text}, hit{}), true
		}
	}
	return Verdict{}, false
}

// sortedWords returns the words of a text that are no articles, sorted.
func (m *matcher) sortedWords(f *form) []string {
	words := make([]string, 0, len(f.words))
	for _, w := range f.words {
		if !m.lang.small[w] {
			words = append(words, w)
		}
	}
	slices.Sort(words)
	return words
}

// typo finds the accepted answer that is fewest slips away. It is the last
// resort and gives nearly at best.
func (m *matcher) typo(f *form) Verdict {
	best, why, slips := (*form)(nil), Far, maxSlips+1
	for _, t := range m.accepted {
		d := distance(f.runes, t.runes, maxSlips)
		if d > maxSlips || d >= len(t.runes) {
			continue
		}
		reason := m.refuse(f, t, d)
		if best == nil || d < slips || d == slips && reason == Typo && why != Typo {
			best, why, slips = t, reason, d
		}
	}
	if best == nil {
		return m.far(f)
	}
	v := verdict(Wrong, why)
	if why == Typo {
		v.Result = Nearly
	}
	v.Accepted, v.Distance = best.text, max(slips, 1) // a moved space is a slip
	if why == ListedNear {
		v.Listed = m.nearestWrong(f, slips)
	}
	return v
}

// refuse returns why slips between an answer and an accepted one are not
// forgiven, or Typo.
func (m *matcher) refuse(f, t *form, d int) Reason {
	switch {
	case m.otherNumber(f, t):
		return OtherNumber
	case m.article && d > 0 && m.otherArticle(f, t):
		return OtherArticle
	case f.literal && t.literal && onlyLetters(f.runes) == onlyLetters(t.runes):
		return OtherLetters // pay-pal.com is another address
	case m.denies(f, t):
		return Negation
	case m.isOpposite(f, t, d):
		return Opposite
	case f.han != t.han || d > t.slips():
		return OtherLetters
	case m.nearestWrong(f, d) != "":
		return ListedNear
	}
	return Typo
}

// nearestWrong returns the listed wrong answer that is at most d slips away.
func (m *matcher) nearestWrong(f *form, d int) string {
	for _, w := range m.wrong {
		if distance(f.runes, w.runes, d) <= d {
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
	return m.lang.small[t.words[0]] && (len(f.words) == 0 || f.words[0] != t.words[0])
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
	if f.denied > t.denied || m.lang.noSpaces {
		return true
	}
	missing := t.denied - f.denied
	for _, w := range f.words {
		if slices.ContainsFunc(m.lang.negations, func(n string) bool { return slipOf(w, n) }) {
			missing--
		}
	}
	return missing > 0
}

// slipOf reports whether a word is one slip away from another; in a short
// word only two letters may be swapped.
func slipOf(word, of string) bool {
	a, b := []rune(word), []rune(of)
	if word == of || distance(a, b, 1) > 1 {
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
		for _, o := range m.oppositesOf(w) {
			words := slices.Clone(t.words)
			words[i] = o
			if distance(f.runes, []rune(dropSpaces(strings.Join(words, " "))), d-1) < d {
				return true
			}
		}
	}
	return false
}

// oppositesOf returns the words that begin with the other half of a pair:
// encrypt for decrypt, secure for insecure.
func (m *matcher) oppositesOf(word string) []string {
	var list []string
	for _, p := range m.lang.opposites {
		for i := range p {
			rest, ok := strings.CutPrefix(word, p[i])
			if ok && isPair(p[i], rest, p[1-i]) {
				list = append(list, p[1-i]+rest)
			}
		}
	}
	return list
}

// areOpposite reports whether two words are the same but for the halves of a
// pair they begin with.
func (l *language) areOpposite(a, b string) bool {
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

// far says why an answer that is near nothing is wrong, as far as the words
// tell.
func (m *matcher) far(f *form) Verdict {
	for _, t := range m.accepted {
		if m.echo != nil && m.echoed(f, t) {
			return m.hitVerdict(Nearly, Around, hit{text: t.text}, hit{})
		}
	}
	for _, t := range m.accepted {
		if why := m.compareWords(f, t); why != Far {
			v := verdict(Wrong, why)
			v.Accepted = t.text
			return v
		}
	}
	return verdict(Wrong, Far)
}

// echoed reports whether an answer is an accepted one among words of the
// question: they put them in the Bcc field.
func (m *matcher) echoed(f, t *form) bool {
	if f.literal || t.literal || f.denied != t.denied {
		return false
	}
	if m.lang.noSpaces {
		key, want := m.lang.bare(f.clean), m.lang.bare(t.clean)
		before, after, ok := strings.Cut(key, want)
		return ok && utf8.RuneCountInString(want) > 1 && m.echo.has(before) && m.echo.has(after) &&
			!slices.ContainsFunc(m.wrong, func(w *form) bool { return strings.Contains(before+"\n"+after, m.lang.bare(w.clean)) })
	}
	more := missingFrom(f.sorted, t.words)
	if len(t.words) == 0 || len(more) == 0 || !containsRow(f.words, t.words) {
		return false
	}
	for _, w := range more {
		if !m.echo.words[w] && !m.lang.around[w] && !m.lang.framing[w] || m.lang.limits[w] || slices.Contains(m.lang.negations, w) || slices.Contains(m.lang.or, w) {
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
func (m *matcher) compareWords(f, t *form) Reason {
	less, more := missingFrom(t.sorted, f.words), missingFrom(f.sorted, t.words)
	deny := func(words []string) bool { return len(words) > 0 && m.lang.negated(words) == len(words) }
	switch {
	case len(less) == 0 && deny(more), len(more) == 0 && deny(less):
		return Negation
	case len(more) == 0 && len(less) > 0 && len(f.words) > 0:
		return TooGeneral
	case len(less) == 0 && len(more) > 0 && len(t.words) > 0:
		return TooMuch
	case len(less) == 1 && len(more) == 1 && slices.Contains(m.lang.counted, less[0]) && slices.Contains(m.lang.counted, more[0]):
		return OtherNumber
	case len(less) == 1 && len(more) == 1 && m.lang.areOpposite(less[0], more[0]):
		return Opposite
	}
	return Far
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
