package match

import (
	"slices"
	"strings"
	"unicode"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// A pairKey is what a matching of two columns is compared with.
type pairKey struct {
	left, right *options
	want        map[int]int
}

func newPairKey(l *language.Language, q quiz.Question) *pairKey {
	k := &pairKey{newOptions(l, q, q.Left), newOptions(l, q, q.Right), map[int]int{}}
	for _, p := range q.Pairs {
		if i, j := k.left.index(p.Left), k.right.index(p.Right); i >= 0 && j >= 0 {
			k.want[i] = j
		}
	}
	return k
}

// A pairing is a pair somebody named.
type pairing struct {
	left, right int
	given       string
	nearly      bool
}

func (k *pairKey) check(answer string) quiz.Verdict {
	matches := k.read(answer)
	if matches == nil {
		return quiz.NewVerdict(quiz.Invalid, quiz.NoOption)
	}
	v := quiz.Verdict{Matcher: quiz.Version, Wanted: len(k.want)}
	named, nearly, twice := map[int]bool{}, false, false
	for _, m := range matches {
		part := quiz.Part{Given: m.given, Result: quiz.Right, Reason: quiz.Same, Accepted: k.right.list[m.right].Text}
		want, paired := k.want[m.left]
		switch {
		case named[m.left]:
			part.Result, part.Reason, twice = quiz.Wrong, quiz.Twice, true
		case paired && want == m.right:
			v.Found++
			nearly = nearly || m.nearly
		default:
			v.Extra++
			part.Result, part.Reason = quiz.Wrong, quiz.OtherPairs
		}
		named[m.left] = true
		v.Parts = append(v.Parts, part)
	}
	switch {
	case twice:
		v.Result, v.Reason = quiz.Wrong, quiz.Twice
	case v.Extra > 0:
		v.Result, v.Reason = quiz.Wrong, quiz.OtherPairs
	case v.Found < v.Wanted:
		v.Result, v.Reason = quiz.Wrong, quiz.Missing
	case nearly:
		v.Result, v.Reason = quiz.Nearly, quiz.SomeNearly
	default:
		v.Result, v.Reason = quiz.Right, quiz.Complete
	}
	return v
}

// A pairReader reads one answer. It looks up each text once, however many ways
// to take the answer apart lead to it.
type pairReader struct {
	*pairKey
	lefts, rights map[string]pick
}

// seek finds the option a text names.
func seek(o *options, seen map[string]pick, s string) pick {
	p, ok := seen[s]
	if !ok {
		p = pick{-1, quiz.Invalid, quiz.NoOption}
		if len(s) <= o.limit {
			p = o.find(s)
		}
		seen[s] = p
	}
	return p
}

// read takes an answer apart into pairs, or into the letters of the right
// column in the order of the left one.
func (k *pairKey) read(answer string) []pairing {
	lang, r := k.left.lang, pairReader{k, map[string]pick{}, map[string]pick{}}
	for _, cut := range []language.Cut{language.CutAt("\n\r;；"), language.CutAt("\n\r;；,，、"), strings.Fields, cutPairs,
		func(s string) []string { return lang.CutWords(s, ",;，、；", lang.And) },
		func(s string) []string { return cutPairs(language.OneWidth(language.Clean(s))) }} {
		if list := r.readAll(cut(answer)); list != nil {
			return list
		}
	}
	row := k.right.row(strings.Join(strings.FieldsFunc(answer, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) }), ""))
	if len(row) != len(k.left.list) {
		return nil
	}
	var list []pairing
	for i, j := range row {
		list = append(list, pairing{left: i, right: j, given: k.right.list[j].ID})
	}
	return list
}

func (k *pairReader) readAll(parts []string) []pairing {
	var list []pairing
	for _, s := range parts {
		m, ok := k.pair(s)
		if !ok {
			return nil
		}
		list = append(list, m)
	}
	return list
}

// pair reads one pair: 1b, 1-b, 1 = b, "virus: infects files".
func (k *pairReader) pair(s string) (pairing, bool) {
	if m, ok := k.short(s); ok {
		return m, true
	}
	for i, r := range s {
		if !strings.ContainsRune("=:→>-–—＝：⇒ ", r) {
			continue
		}
		left := seek(k.left, k.lefts, s[:i])
		if left.option < 0 {
			continue
		}
		right := seek(k.right, k.rights, strings.TrimLeft(s[i+len(string(r)):], "=:→>-–—＝：⇒ "))
		if right.option >= 0 {
			return pairing{left.option, right.option, s, left.result == quiz.Nearly || right.result == quiz.Nearly}, true
		}
	}
	return pairing{}, false
}

// short reads a number and a letter: 1b.
func (k *pairKey) short(s string) (pairing, bool) {
	t := language.TrimEdges(k.left.lang.Key(language.Clean(s), language.FoldWidth|language.FoldCase))
	n := strings.IndexFunc(t, language.NotDigit)
	if n <= 0 {
		return pairing{}, false
	}
	rest := language.TrimEdges(t[n:])
	if words := strings.Fields(rest); len(words) > 1 && len(words) <= 4 && !slices.ContainsFunc(words[:len(words)-1], func(w string) bool { return len(w) < 3 || k.right.mark(w) >= 0 }) {
		rest = words[len(words)-1] // 1 goes with b
	}
	if k.left.lang.NoSpaces {
		rest = k.left.lang.TrimAround(rest)
	}
	i, j := k.left.mark(t[:n]), k.right.mark(rest)
	return pairing{left: i, right: j, given: s}, i >= 0 && j >= 0
}

// cutPairs cuts 1b2a3c before each number.
func cutPairs(s string) []string {
	var list []string
	start := 0
	for i := 1; i <= len(s); i++ {
		if i == len(s) || !language.NotDigit(rune(s[i])) && language.NotDigit(rune(s[i-1])) {
			list = append(list, s[start:i])
			start = i
		}
	}
	return list
}
