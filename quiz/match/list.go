package match

import (
	"slices"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// A listKey is what an answer of several things in any order is compared
// with.
type listKey struct {
	lang  *language.Language
	items []*matcher
	texts []string // of the items: the first way to say each
	need  int
}

func newListKey(l *language.Language, q quiz.Question) *listKey {
	k := &listKey{lang: l, need: q.Need}
	for _, ways := range q.Items {
		if len(ways) > 0 {
			k.items = append(k.items, newMatcher(l, q, ways, q.Wrong))
			k.texts = append(k.texts, ways[0])
		}
	}
	if k.need <= 0 || k.need > len(k.items) {
		k.need = len(k.items)
	}
	return k
}

// A fitting is how one part of an answer fits each item.
type fitting struct {
	form  *form
	items []quiz.Part
	near  bool // what is only near was looked at, too
}

// check takes the answer apart in every way there is and keeps the best
// verdict, the clearest way first. No way can be too generous: each part must
// be one of the items and none may be left over. What is only near is looked
// at when no way gives a right answer.
func (k *listKey) check(answer string) quiz.Verdict {
	var ways [][]string
	for _, cut := range k.lang.Cuts() {
		given := cut(answer)
		if len(given) > 0 && !slices.ContainsFunc(ways, func(w []string) bool { return slices.Equal(w, given) }) {
			ways = append(ways, given)
		}
	}
	known := map[string]*fitting{}
	v := k.bestWay(ways, known, false)
	if v.Result != quiz.Right {
		v = k.bestWay(ways, known, true)
	}
	return v
}

func (k *listKey) bestWay(ways [][]string, known map[string]*fitting, near bool) quiz.Verdict {
	best := k.weigh(nil, nil)
	for i, given := range ways {
		fits := make([][]quiz.Part, len(given)) // by part and item
		for p, g := range given {
			fits[p] = k.fit(g, known, near)
		}
		if v := k.weigh(given, fits); i == 0 || better(v, best) {
			best = v
		}
		if best.Result == quiz.Right {
			break
		}
	}
	return best
}

// fit returns how a part fits each item.
func (k *listKey) fit(part string, known map[string]*fitting, near bool) []quiz.Part {
	f := known[part]
	if f == nil {
		f = &fitting{form: k.items[0].form(part), items: make([]quiz.Part, len(k.items))}
		for i, m := range k.items {
			if v, met := m.equal(f.form); met {
				f.items[i] = quiz.Part{Given: part, Result: v.Result, Reason: v.Reason, Accepted: v.Accepted}
			}
		}
		known[part] = f
	}
	if near && !f.near {
		f.near = true
		for i, m := range k.items {
			if f.items[i].Result == "" {
				v := m.near(f.form)
				f.items[i] = quiz.Part{Given: part, Result: v.Result, Reason: v.Reason, Accepted: v.Accepted}
			}
		}
	}
	return f.items
}

func better(a, b quiz.Verdict) bool {
	if a.Result != b.Result {
		return a.Result == quiz.Right || a.Result == quiz.Nearly && b.Result != quiz.Right
	}
	return a.Found-a.Extra > b.Found-b.Extra
}

// weigh gives each part the item it fits best and judges the whole.
func (k *listKey) weigh(given []string, fits [][]quiz.Part) quiz.Verdict {
	itemOf := assign(fits, len(k.items))
	v := quiz.Verdict{Matcher: quiz.Version, Wanted: k.need}
	twice, nearly := false, false
	for i, g := range given {
		p := quiz.Part{Given: g, Result: quiz.Wrong, Reason: quiz.Far}
		if j := itemOf[i]; j >= 0 {
			p = fits[i][j]
			v.Found++
			nearly = nearly || p.Result == quiz.Nearly
		} else {
			for _, f := range fits[i] {
				if f.Result == quiz.Right {
					p.Reason, p.Accepted, twice = quiz.Twice, f.Accepted, true
				} else if f.Result == quiz.Wrong && p.Reason == quiz.Far {
					p.Reason, p.Accepted = f.Reason, f.Accepted
				}
			}
			if p.Reason != quiz.Twice { // saying it again is no harm
				v.Extra++
			}
		}
		v.Parts = append(v.Parts, p)
	}
	v.Result, v.Reason = k.judge(v.Found, v.Extra, twice, nearly)
	return v
}

func (k *listKey) judge(found, extra int, twice, nearly bool) (quiz.Result, quiz.Reason) {
	switch {
	case found < k.need && extra > 0:
		return quiz.Wrong, quiz.MissingExtra
	case found < k.need && twice:
		return quiz.Wrong, quiz.Twice
	case found < k.need:
		return quiz.Wrong, quiz.Missing
	case extra > 0:
		return quiz.Wrong, quiz.Extra
	case nearly:
		return quiz.Nearly, quiz.SomeNearly
	}
	return quiz.Right, quiz.Complete
}

// assign gives each part an item of its own, as many as possible, right ones
// before nearly right ones; -1 for a part that fits none.
func assign(fits [][]quiz.Part, items int) []int {
	itemOf, partOf := make([]int, len(fits)), make([]int, items)
	for i := range itemOf {
		itemOf[i] = -1
	}
	for j := range partOf {
		partOf[j] = -1
	}
	for _, r := range []quiz.Result{quiz.Right, quiz.Nearly} {
		for i := range fits {
			if itemOf[i] < 0 {
				place(fits, i, r, itemOf, partOf, make([]bool, items))
			}
		}
	}
	return itemOf
}

// place finds an item for part i, moving others when they fit elsewhere.
func place(fits [][]quiz.Part, i int, r quiz.Result, itemOf, partOf []int, seen []bool) bool {
	for j, v := range fits[i] {
		if seen[j] || v.Result != quiz.Right && v.Result != r {
			continue
		}
		seen[j] = true
		if partOf[j] < 0 || place(fits, partOf[j], r, itemOf, partOf, seen) {
			itemOf[i], partOf[j] = j, i
			return true
		}
	}
	return false
}
