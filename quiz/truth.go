package quiz

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A truthKey is what true or false is compared with.
type truthKey struct {
	lang  *language
	want  bool
	words map[bool]*matcher // the words for each, against the words for the other
}

func newTruthKey(l *language, q Question) *truthKey {
	k := &truthKey{lang: l, words: map[bool]*matcher{}}
	for _, b := range []bool{true, false} {
		k.words[b] = newMatcher(l, Question{}, l.truths[b], l.truths[!b])
	}
	k.want = len(q.Accept) > 0 && q.Accept[0] == "true"
	return k
}

// check accepts a word for true or false, alone or with a reason behind it.
// The reason is for people to judge.
func (k *truthKey) check(answer string) Verdict {
	v, ok := k.checkWord(answer)
	if !ok {
		if head := k.beforeReason(answer); head != "" {
			v, ok = k.checkWord(head)
		}
	}
	if ok {
		return v
	}
	return k.checkPieces(answer)
}

// checkReasoned judges an answer that says it first and goes on: no, voices
// can be faked. What follows may not take it back.
func (k *truthKey) checkReasoned(answer string) (Verdict, bool) {
	s := clean(answer)
	end := strings.IndexFunc(s, func(r rune) bool { return strings.ContainsRune(",;.:!–—，、。；：！", r) })
	if i := strings.Index(s, " - "); i > 0 && (end < 0 || i < end) {
		end = i
	}
	if end < 0 {
		end = strings.IndexByte(s, ' ') // yes that's true
		if end < 0 {
			return Verdict{}, false
		}
		v, ok := k.checkWord(s[:end])
		w, also := k.checkWord(s[end:])
		return v, ok && also && v.Result == w.Result && v.Result != Nearly
	}
	v, ok := k.checkWord(k.dropSurely(s[:end]))
	return v, ok && v.Result != Nearly && !k.takesBack(s[end:])
}

// takesBack reports whether a reason may say the opposite of what stands
// before it: it has a word for true or false, a but, or hardly more than a
// not.
func (k *truthKey) takesBack(reason string) bool {
	s := k.lang.key(clean(reason), exactFolds|foldPunctuation|foldSpelling)
	words := strings.Fields(s)
	has := func(w string) bool {
		if k.lang.noSpaces {
			n := utf8.RuneCountInString(w)
			return n > 1 && strings.HasPrefix(s, k.lang.key(w, exactFolds)) || n > 2 && strings.Contains(s, k.lang.key(w, exactFolds))
		}
		return len(w) > 1 && slices.Contains(words, w)
	}
	for _, list := range [][]string{k.lang.truths[true], k.lang.truths[false], k.lang.hedges, k.lang.or} {
		if slices.ContainsFunc(list, has) {
			return true
		}
	}
	short := len(words) <= 3
	if k.lang.noSpaces {
		short = utf8.RuneCountInString(s) <= 8
	}
	return short && k.lang.negated(strings.Fields(k.lang.key(s, letterFolds))) > 0
}

// checkPieces judges an answer that says it more than once, or with an
// adverb: yes, definitely; right, that's true.
func (k *truthKey) checkPieces(answer string) Verdict {
	var said Verdict
	for _, piece := range cutAt("\n\r;；,，、.。!！?？")(answer) {
		v, ok := k.checkWord(k.dropSurely(piece))
		if !ok || v.Result == Nearly {
			if w, ok := k.checkReasoned(answer); ok {
				return w
			}
			if k.hasBoth(answer) {
				return verdict(Invalid, Unclear)
			}
			return verdict(Invalid, NoOption)
		}
		if said.Result != "" && said.Result != v.Result {
			return verdict(Invalid, Unclear)
		}
		said = v
	}
	if said.Result == "" {
		return verdict(Invalid, NoOption)
	}
	return said
}

// dropSurely drops adverbs that only stress a word.
func (k *truthKey) dropSurely(s string) string {
	s = trimEdges(clean(s))
	for _, w := range k.lang.surely {
		if rest, ok := k.lang.cutPhrase(s, w); ok {
			return rest
		}
		if rest, ok := strings.CutSuffix(lowerCase(s), " "+w); ok {
			return rest
		}
	}
	return s
}

func (k *truthKey) checkWord(answer string) (Verdict, bool) {
	yes, no := k.words[k.want].check(answer), k.words[!k.want].check(answer)
	switch {
	case yes.Result == Right:
		yes.Reason = Chosen
		return yes, true
	case no.Result == Right:
		v := verdict(Wrong, OtherOption)
		v.Listed = no.Accepted
		return v, true
	case yes.Result == Nearly && no.Result != Nearly && yes.Reason == Typo:
		return yes, true
	case no.Result == Nearly && yes.Result != Nearly && no.Reason == Typo:
		v := verdict(Wrong, OtherOption)
		v.Listed, v.Distance = no.Accepted, no.Distance
		return v, true
	}
	return Verdict{}, false
}

// beforeReason returns what stands before "because".
func (k *truthKey) beforeReason(answer string) string {
	s := k.lang.key(clean(answer), foldQuotes|foldWidth|foldCase)
	for _, w := range k.lang.because {
		i := strings.Index(s, w)
		if i <= 0 {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(w):])
		if k.lang.noSpaces || !inWord(before) && (!inWord(after) || strings.HasSuffix(w, "'")) {
			return trimEdges(s[:i])
		}
	}
	return ""
}

func inWord(r rune) bool { return r != utf8.RuneError && hasLetter(string(r)) }

// hasBoth reports whether an answer says true and false.
func (k *truthKey) hasBoth(answer string) bool {
	said := map[bool]bool{}
	for _, w := range strings.Fields(k.lang.key(clean(answer), exactFolds|foldPunctuation)) {
		for b, m := range k.words {
			v, ok := m.equal(m.form(w))
			said[b] = said[b] || ok && v.Result == Right
		}
	}
	return said[true] && said[false]
}
