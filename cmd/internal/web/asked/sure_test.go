package asked

import (
	"os"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/quiz"
	"kitpress/quiz/language"
	"kitpress/quiz/match"
)

// The verdicts of a page: as in package match, but that it leaves to whoever
// answers what it cannot judge.
const compare = "compare"

// judge is what homework.js does with an answer.
func judge(k Key, f Frames, kind quiz.Kind, need int, text string) string {
	said := Plain(text, k.Exact)
	has := func(list []string) bool { return slices.Contains(list, said) }
	switch kind {
	case quiz.Choice, quiz.Ordering, quiz.Matching, quiz.TrueFalse:
		if slices.Contains(k.Yes, text) {
			return string(quiz.Right)
		}
		return string(quiz.Wrong)
	case quiz.List:
		met := map[int]bool{}
		for _, word := range f.And {
			text = strings.ReplaceAll(strings.ToLower(text), word, ";")
		}
		for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;、，；\n", r) }) {
			part = Plain(part, k.Exact)
			i := slices.IndexFunc(k.Items, func(ways []string) bool { return slices.Contains(ways, part) })
			if i < 0 || met[i] {
				return compare
			}
			met[i] = true
		}
		if len(met) >= need {
			return string(quiz.Right)
		}
		return compare
	}
	switch {
	case has(k.Yes), slices.Contains(k.Glued, Glue(said)):
		return string(quiz.Right)
	case has(k.No), k.Digits && len(said) < 10 && strings.Trim(said, "0123456789") == "" && said != "" && (said == "0" || said[0] != '0'):
		return string(quiz.Wrong)
	}
	if bare := unframed(f, said); k.Framed && (slices.Contains(k.Yes, bare) || slices.Contains(k.Glued, Glue(bare))) {
		return string(quiz.Right)
	}
	return compare
}

// unframed leaves out what stands around an answer.
func unframed(f Frames, s string) string {
	cut := func(list []string, cut func(s, phrase string) (string, bool)) {
		for _, phrase := range list {
			if rest, ok := cut(s, phrase); ok && rest != "" {
				s = rest
				return
			}
		}
	}
	cut(f.Before, strings.CutPrefix)
	cut(f.After, strings.CutSuffix)
	cut(f.Articles, strings.CutPrefix)
	return s
}

// On the labelled answers the page never says right to what quiz check does not
// count, and never wrong to what it counts or wants somebody to look at. What is
// left to compare is counted. KITPRESS_LONG has all of them tried.
func TestThePageAgreesWithTheMatcher(t *testing.T) {
	files, err := os.ReadDir("../../../../quiz/match/testdata/labelled")
	if err != nil {
		t.Fatal(err)
	}
	counts, all, itself := map[string]int{}, 0, 0
	for _, f := range files {
		lang, _, _ := strings.Cut(strings.TrimSuffix(f.Name(), ".yaml"), "-")
		words, _ := i18n.WordsIn(lang)
		var ps source.Problems
		frames := FramesOf(lang)
		root, _ := source.ReadFile(os.DirFS("../../../../quiz/match/testdata/labelled"), f.Name(), &ps)
		for i, v := range root.Map().Get("questions").List() {
			if i%8 != 0 && os.Getenv("KITPRESS_LONG") == "" {
				continue
			}
			m := v.Map()
			item := labelledItem(m, lang)
			if !slices.Contains([]quiz.Kind{quiz.Short, quiz.Number, quiz.List}, item.Kind) {
				continue // it is tapped: see below
			}
			k := KeyOf(item, words)
			need := item.Need
			if need == 0 {
				need = len(item.Items)
			}
			for _, a := range m.Get("answers").List() {
				text := a.List()[1].TextOrEmpty()
				want, got := match.Check(item.Question, lang, text), judge(k, frames, item.Kind, need, text)
				if language.Clean(text) == "" {
					continue // nothing is sent
				}
				all++
				counts[got+" for "+string(want.Result)]++
				if got != compare {
					itself++
				}
				if got == string(quiz.Right) && want.Result != quiz.Right || got == string(quiz.Wrong) && want.Result != quiz.Wrong && want.Result != quiz.Invalid {
					t.Errorf("%s %q: the page says %s, quiz check %s (%s)", item.ID, text, got, want.Result, want.Reason)
				}
			}
		}
	}
	t.Logf("of %d answers the page judges %d by itself: %v", all, itself, counts)
	if all < 250 || itself*4 < all {
		t.Errorf("of %d answers the page judges %d by itself", all, itself)
	}
}

// labelledItem reads the key of a question that is typed.
func labelledItem(m *source.Map, lang string) *quiz.Item {
	q := &quiz.Item{Lang: lang, Question: quiz.Question{ID: m.Get("id").Text(), Kind: quiz.Short, Ask: m.Get("ask").TextOrEmpty(), Year: m.Get("year").Flag(),
		Accept: m.Get("accept").Texts(), Wrong: m.Get("wrong").Texts(), Unit: m.Get("unit").TextOrEmpty(), Tolerance: m.Get("tolerance").TextOrEmpty()}}
	if kind := m.Get("kind"); kind.Exists() {
		q.Kind = quiz.Kind(kind.Text())
	}
	for _, about := range quiz.Stricts() {
		if m.Get(about).OneOf("value", "required", "strict") != "" {
			q.Strict = append(q.Strict, about)
		}
	}
	for _, v := range m.Get("items").List() {
		q.Items = append(q.Items, v.Texts())
	}
	for _, v := range m.Get("units").List() {
		q.Units = append(q.Units, quiz.Unit{Names: v.Texts()})
	}
	if v := m.Get("need"); v.Exists() {
		q.Need = v.Int(1, 20)
	}
	return q
}

// Of the questions that come with kitpress, the page takes each key for right,
// and what is tapped it judges as quiz check does.
func TestThePageKnowsEveryKey(t *testing.T) {
	for _, lang := range i18n.Languages() {
		words, _ := i18n.WordsIn(lang)
		topics, problems := library.Questions(catalog.Embedded(), lang)
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		n, frames := 0, FramesOf(lang)
		for _, q := range quiz.NewBank(topics, lang).Items() {
			if n++; n%15 != 0 {
				continue
			}
			k := KeyOf(&q, words)
			need := q.Need
			if need == 0 {
				need = len(q.Items)
			}
			keys, others := q.Keys(), []string(nil)
			switch q.Kind {
			case quiz.Choice:
				keys = k.Yes
				for i := range q.Options {
					others = append(others, quiz.Letter(i))
					for j := range q.Options {
						if i < j && q.Several {
							others = append(others, quiz.Letter(i)+" "+quiz.Letter(j))
						}
					}
				}
			case quiz.Ordering:
				keys, others = k.Yes, []string{reversed(k.Yes[0], " ")}
			case quiz.Matching:
				keys, others = k.Yes, []string{"1a, 2b, 3c", "1b, 2a, 3c"}
			case quiz.TrueFalse:
				keys, others = k.Yes, []string{words.Word("quiz.truth.true"), words.Word("quiz.truth.false")}
			}
			for _, key := range keys {
				if got := judge(k, frames, q.Kind, need, key); got != string(quiz.Right) && q.Kind != quiz.List {
					t.Errorf("%s %s: %q is %s", lang, q.ID, key, got)
				}
			}
			for _, text := range others {
				want := match.Check(q.Question, lang, text).Result
				if got := judge(k, frames, q.Kind, need, text); got == string(quiz.Right) != (want == quiz.Right) {
					t.Errorf("%s %s: the page says %q is %s, quiz check %s %v %v", lang, q.ID, text, got, want, k.Yes, q.Options)
				}
			}
		}
	}
}

func reversed(s, sep string) string {
	parts := strings.Split(s, sep)
	slices.Reverse(parts)
	return strings.Join(parts, sep)
}
