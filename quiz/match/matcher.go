package match

import (
	"strings"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// A matcher compares texts with accepted ones and listed wrong ones.
type matcher struct {
	lang            *language.Language
	levels          []level
	accepted, wrong []*form

	echo *echo // what is asked; nil where it says nothing

	umlauts bool // in an accepted answer

	article bool // is part of the answer
	accents bool // are
	capital bool // is
}

// A level is how much is overlooked at once.
type level struct {
	mask   language.Folds
	reason quiz.Reason
}

// newMatcher prepares a matcher; q brings what is strict about it.
func newMatcher(l *language.Language, q quiz.Question, accept, wrong []string) *matcher {
	m := &matcher{lang: l, article: q.Is(quiz.StrictArticle), accents: q.Is(quiz.StrictAccents), capital: q.Is(quiz.StrictCase)}
	m.levels = []level{{0, quiz.Same}, {language.ExactFolds, quiz.Exact}, {language.WordingFolds, quiz.Wording}, {language.SpacingFolds, quiz.Spacing}, {language.UmlautFolds, quiz.Umlaut}, {language.AccentFolds, quiz.Accent}}
	if !l.Umlauts {
		m.levels = append(m.levels[:4], m.levels[5])
	}
	if m.article {
		for i := range m.levels {
			m.levels[i].mask &^= language.FoldArticle
		}
	}
	for _, s := range accept {
		m.umlauts = m.umlauts || l.Umlauts && !language.Plain(s)
	}
	for _, s := range accept {
		m.accepted = append(m.accepted, m.spread(m.form(s)))
	}
	for _, s := range wrong {
		m.wrong = append(m.wrong, m.spread(m.form(s)))
	}
	return m
}

// A hit is a text an answer is equal to when enough is overlooked.
type hit struct {
	text  string
	level int
	needs language.Folds // the fewest foldings that are enough
}

// beats reports whether h is clearly nearer than g: it overlooks less.
func (h hit) beats(g hit) bool {
	return h.level < g.level || h.level == g.level && h.needs != g.needs && h.needs&^g.needs == 0
}

// check goes through the levels and, where none is met, through what is at
// least near.
func (m *matcher) check(answer string) quiz.Verdict { return m.judge(m.form(answer)) }

func (m *matcher) judge(f *form) quiz.Verdict {
	v, met := m.equal(f)
	if !met {
		v, met = m.allEqual(f)
	}
	if !met {
		v = m.near(f)
	}
	v.Mixed = !language.Plain(f.clean) && isMixed(f.clean)
	return v
}

// equal returns the verdict on an answer that meets an accepted or a listed
// one on any level.
func (m *matcher) equal(f *form) (quiz.Verdict, bool) {
	accepted, wrong := m.hits(f, m.accepted), m.hits(f, m.wrong)
	if len(accepted) == 0 {
		if len(wrong) == 0 {
			return quiz.Verdict{}, false
		}
		return m.hitVerdict(quiz.Wrong, quiz.Listed, hit{}, wrong[0]), true
	}
	var best, strict *hit
	for i := range accepted {
		h := &accepted[i]
		if !beatsAll(*h, wrong) {
			continue
		}
		if m.strict(*h) != "" {
			strict = nearer(strict, h)
		} else {
			best = nearer(best, h)
		}
	}
	switch {
	case best != nil:
		return m.hitVerdict(quiz.Right, m.levels[best.level].reason, *best, hit{}), true
	case strict != nil:
		return m.hitVerdict(quiz.Nearly, m.strict(*strict), *strict, hit{}), true
	}
	for _, w := range wrong {
		if beatsAll(w, accepted) {
			return m.hitVerdict(quiz.Wrong, quiz.Listed, hit{}, w), true
		}
	}
	return m.hitVerdict(quiz.Nearly, quiz.Collision, accepted[0], wrong[0]), true
}

// allEqual returns the verdict on an answer that says it in several ways that
// are all accepted: remote desktop (RDP).
func (m *matcher) allEqual(f *form) (quiz.Verdict, bool) {
	if f.literal || !strings.ContainsAny(f.clean, "/(（=,;、；，") {
		return quiz.Verdict{}, false
	}
	parts := language.CutAt("/()（）=,;、；，")(f.clean)
	var first quiz.Verdict
	met := map[string]bool{}
	for i, p := range parts {
		v, ok := m.equal(m.form(p))
		if !ok || v.Result != quiz.Right || met[v.Accepted] {
			return quiz.Verdict{}, false
		}
		met[v.Accepted] = true
		if i == 0 {
			first = v
		}
	}
	return first, len(parts) > 1
}

func beatsAll(h hit, others []hit) bool {
	for _, g := range others {
		if !h.beats(g) {
			return false
		}
	}
	return true
}

// nearer returns the hit of the lower level, the first one of two.
func nearer(a, b *hit) *hit {
	if a == nil || b.level < a.level {
		return b
	}
	return a
}

// strict returns why an equal answer is not good enough for this question.
func (m *matcher) strict(h hit) quiz.Reason {
	switch {
	case m.capital && h.needs&language.FoldCase != 0:
		return quiz.CaseDiffers
	case m.accents && h.needs&language.FoldAccent != 0:
		return quiz.AccentDiffers
	}
	return ""
}

func (m *matcher) hitVerdict(r quiz.Result, why quiz.Reason, accepted, wrong hit) quiz.Verdict {
	v := quiz.NewVerdict(r, why)
	v.Accepted, v.Listed = accepted.text, wrong.text
	v.Foldings = foldings(accepted.needs | wrong.needs)
	return v
}

func foldings(set language.Folds) []quiz.Folding {
	var list []quiz.Folding
	for _, name := range set.Names() {
		list = append(list, quiz.Folding(name))
	}
	return list
}

// hits returns the texts an answer is equal to on some level.
func (m *matcher) hits(f *form, texts []*form) []hit {
	var list []hit
	for _, t := range texts {
		met := false
		for i := range m.levels {
			if f.keys[i] != t.keys[i] || f.keys[i] == "" {
				continue
			}
			if h := (hit{t.text, i, m.needs(f, t, i)}); m.counts(h, f, t) {
				list, met = append(list, h), true
				break
			}
		}
		if h := (hit{t.text, 3, language.FoldSpacing}); !met && f.glued != "" && f.glued == t.glued && m.counts(h, f, t) {
			list = append(list, h)
		}
	}
	return list
}

// literalFolds may not be overlooked where each letter counts.
const literalFolds = language.FoldSpacing | language.FoldUmlaut | language.FoldAccent | language.FoldSpelling | language.FoldNumber | language.FoldLongVowel | language.FoldFinalMark

// counts reports whether a hit is one: not where each letter counts, nor
// where a fold swallowed a word that denies (not able, notable) or made up an
// article that is asked for.
func (m *matcher) counts(h hit, f, t *form) bool {
	if h.needs&literalFolds != 0 && (f.literal || t.literal) {
		return false
	}
	if h.needs&language.FoldSpacing == 0 || m.lang.NoSpaces {
		return true
	}
	return m.spread(f).denied == t.denied && (!m.article || !m.splitsArticle(f, t))
}

// needs returns the fewest foldings that make two texts equal, dropping the
// loosest first.
func (m *matcher) needs(f, t *form, lv int) language.Folds {
	mask := m.levels[lv].mask
	need := m.lang.Used(f.clean, mask) | m.lang.Used(t.clean, mask)
	for bit := language.EndOfFolds >> 1; bit > 0; bit >>= 1 {
		if less := need &^ bit; less != need && m.lang.Key(f.clean, less) == m.lang.Key(t.clean, less) {
			need = less
		}
	}
	if need&language.FoldCase != 0 && (strings.Contains(f.clean, "SS") || strings.Contains(t.clean, "SS")) {
		need &^= language.FoldSharpS // in capitals there is no other way to write it
	}
	return need
}
