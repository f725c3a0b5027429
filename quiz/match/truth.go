package match

import (
	"slices"
	"strings"
	"unicode/utf8"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// A truthKey is what true or false is compared with.
type truthKey struct {
	lang  *language.Language
	want  bool
	words map[bool]*matcher // the words for each, against the words for the other
}

func newTruthKey(l *language.Language, q quiz.Question) *truthKey {
	k := &truthKey{lang: l, words: map[bool]*matcher{}}
	for _, b := range []bool{true, false} {
		k.words[b] = newMatcher(l, quiz.Question{}, l.Truths[b], l.Truths[!b])
	}
	k.want = len(q.Accept) > 0 && q.Accept[0] == "true"
	return k
}

// check accepts a word for true or false, alone or with a reason behind it.
// The reason is for people to judge.
func (k *truthKey) check(answer string) quiz.Verdict {
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
func (k *truthKey) checkReasoned(answer string) (quiz.Verdict, bool) {
	s := language.Clean(answer)
	end := strings.IndexFunc(s, func(r rune) bool { return strings.ContainsRune(",;.:!–—，、。；：！", r) })
	if i := strings.Index(s, " - "); i > 0 && (end < 0 || i < end) {
		end = i
	}
	if end < 0 {
		end = strings.IndexByte(s, ' ') // yes that's true
		if end < 0 {
			return quiz.Verdict{}, false
		}
		v, ok := k.checkWord(s[:end])
		w, also := k.checkWord(s[end:])
		return v, ok && also && v.Result == w.Result && v.Result != quiz.Nearly
	}
	v, ok := k.checkWord(k.dropSurely(s[:end]))
	return v, ok && v.Result != quiz.Nearly && !k.takesBack(s[end:])
}

// takesBack reports whether a reason may say the opposite of what stands
// before it: it has a word for true or false, a but, or hardly more than a
// not.
func (k *truthKey) takesBack(reason string) bool {
	s := k.lang.Key(language.Clean(reason), language.ExactFolds|language.FoldPunctuation|language.FoldSpelling)
	words := strings.Fields(s)
	has := func(w string) bool {
		if k.lang.NoSpaces {
			n := utf8.RuneCountInString(w)
			return n > 1 && strings.HasPrefix(s, k.lang.Key(w, language.ExactFolds)) || n > 2 && strings.Contains(s, k.lang.Key(w, language.ExactFolds))
		}
		return len(w) > 1 && slices.Contains(words, w)
	}
	for _, list := range [][]string{k.lang.Truths[true], k.lang.Truths[false], k.lang.Hedges, k.lang.Or} {
		if slices.ContainsFunc(list, has) {
			return true
		}
	}
	short := len(words) <= 3
	if k.lang.NoSpaces {
		short = utf8.RuneCountInString(s) <= 8
	}
	return short && k.lang.Negated(strings.Fields(k.lang.Key(s, language.LetterFolds))) > 0
}

// checkPieces judges an answer that says it more than once, or with an
// adverb: yes, definitely; right, that's true.
func (k *truthKey) checkPieces(answer string) quiz.Verdict {
	var said quiz.Verdict
	for _, piece := range language.CutAt("\n\r;；,，、.。!！?？")(answer) {
		v, ok := k.checkWord(k.dropSurely(piece))
		if !ok || v.Result == quiz.Nearly {
			if w, ok := k.checkReasoned(answer); ok {
				return w
			}
			if k.hasBoth(answer) {
				return quiz.NewVerdict(quiz.Invalid, quiz.Unclear)
			}
			return quiz.NewVerdict(quiz.Invalid, quiz.NoOption)
		}
		if said.Result != "" && said.Result != v.Result {
			return quiz.NewVerdict(quiz.Invalid, quiz.Unclear)
		}
		said = v
	}
	if said.Result == "" {
		return quiz.NewVerdict(quiz.Invalid, quiz.NoOption)
	}
	return said
}

// dropSurely drops adverbs that only stress a word.
func (k *truthKey) dropSurely(s string) string {
	s = language.TrimEdges(language.Clean(s))
	for _, w := range k.lang.Surely {
		if rest, ok := k.lang.CutPhrase(s, w); ok {
			return rest
		}
		if rest, ok := strings.CutSuffix(language.LowerCase(s), " "+w); ok {
			return rest
		}
	}
	return s
}

func (k *truthKey) checkWord(answer string) (quiz.Verdict, bool) {
	yes, no := k.words[k.want].check(answer), k.words[!k.want].check(answer)
	switch {
	case yes.Result == quiz.Right:
		yes.Reason = quiz.Chosen
		return yes, true
	case no.Result == quiz.Right:
		v := quiz.NewVerdict(quiz.Wrong, quiz.OtherOption)
		v.Listed = no.Accepted
		return v, true
	case yes.Result == quiz.Nearly && no.Result != quiz.Nearly && yes.Reason == quiz.Typo:
		return yes, true
	case no.Result == quiz.Nearly && yes.Result != quiz.Nearly && no.Reason == quiz.Typo:
		v := quiz.NewVerdict(quiz.Wrong, quiz.OtherOption)
		v.Listed, v.Distance = no.Accepted, no.Distance
		return v, true
	}
	return quiz.Verdict{}, false
}

// beforeReason returns what stands before "because".
func (k *truthKey) beforeReason(answer string) string {
	s := k.lang.Key(language.Clean(answer), language.FoldQuotes|language.FoldWidth|language.FoldCase)
	for _, w := range k.lang.Because {
		i := strings.Index(s, w)
		if i <= 0 {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(w):])
		if k.lang.NoSpaces || !inWord(before) && (!inWord(after) || strings.HasSuffix(w, "'")) {
			return language.TrimEdges(s[:i])
		}
	}
	return ""
}

func inWord(r rune) bool { return r != utf8.RuneError && language.HasLetter(string(r)) }

// hasBoth reports whether an answer says true and false.
func (k *truthKey) hasBoth(answer string) bool {
	said := map[bool]bool{}
	for _, w := range strings.Fields(k.lang.Key(language.Clean(answer), language.ExactFolds|language.FoldPunctuation)) {
		for b, m := range k.words {
			v, ok := m.equal(m.form(w))
			said[b] = said[b] || ok && v.Result == quiz.Right
		}
	}
	return said[true] && said[false]
}
