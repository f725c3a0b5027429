package match

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// FuzzCheck tries questions of every kind made of arbitrary texts: no panic,
// a verdict that says why, and what holds for every question.
func FuzzCheck(f *testing.F) {
	for i, x := range append(table(f), labelled(f, "")...) {
		texts := x.q.Accept
		for _, way := range x.q.Items {
			texts = append(texts, way...)
		}
		for _, o := range append(x.q.Options, x.q.Left...) {
			texts = append(texts, o.Text)
		}
		f.Add(uint8(slices.Index(language.Languages(), x.lang)), uint8(slices.Index(quiz.Kinds(), x.q.Kind)+7*(i%36)), strings.Join(texts, "|"), strings.Join(x.q.Wrong, "|"), x.answer)
	}
	f.Fuzz(func(t *testing.T, lang, kind uint8, accept, wrong, answer string) {
		tags := append(language.Languages(), "de-CH", "", "es", "zz-")
		tag := tags[int(lang)%len(tags)]
		q := fuzzQuestion(quiz.Kinds()[int(kind)%len(quiz.Kinds())], accept, wrong, kind)
		c, found := New(q, tag)
		v := c.Check(answer)
		if v.Matcher != quiz.Version || v.Reason == "" || v.Result == "" {
			t.Errorf("%q: %+v", answer, v)
		}
		if v.Point() != (v.Result == quiz.Right) || len(answer) == 0 && v.Point() {
			t.Errorf("%q: %+v", answer, v)
		}
		for _, finding := range found {
			if finding.Code == "" {
				t.Errorf("%+v", finding)
			}
		}
		if len(accept)+len(wrong)+len(answer) < 60 && utf8.ValidString(accept+wrong+answer) {
			properties(t, tag, accept, answer, wrong)
		}
	})
}

// FuzzAnswer tries arbitrary answers to the labelled questions: no panic, and
// nothing else counts than what counts without the spaces around it.
func FuzzAnswer(f *testing.F) {
	list := append(table(f), labelled(f, "")...)
	var checkers []*Checker
	for i, x := range list {
		c, _ := New(x.q, x.lang)
		checkers = append(checkers, c)
		f.Add(i, x.answer)
	}
	f.Fuzz(func(t *testing.T, i int, answer string) {
		c := checkers[uint(i)%uint(len(checkers))]
		v := c.Check(answer)
		if v.Matcher != quiz.Version || v.Reason == "" || v.Result == "" {
			t.Errorf("%q: %+v", answer, v)
		}
		if again := c.Check(answer + " "); again.Result != v.Result && again.Reason != quiz.TooLong && v.Reason != quiz.NotText {
			t.Errorf("%q: %s, with a space %s", answer, describe(v), describe(again))
		}
	})
}

// fuzzQuestion makes a question of texts between bars.
func fuzzQuestion(kind quiz.Kind, accept, wrong string, seed uint8) quiz.Question {
	list := strings.Split(accept, "|")
	q := quiz.Question{Kind: kind, Ask: wrong + " " + accept, Accept: list, Wrong: strings.Split(wrong, "|"), Tolerance: "0.5", Unit: wrong, Year: seed&8 != 0,
		Units: []quiz.Unit{{Names: list}}, Several: seed&16 != 0}
	for i, about := range quiz.Stricts() {
		if seed&(32<<i) != 0 {
			q.Strict = append(q.Strict, about)
		}
	}
	const ids = "abcdefghijklmnopqrstuvwxyz"
	if len(list) > len(ids) {
		list = list[:len(ids)]
	}
	options := lettered(list, ids)
	switch kind {
	case quiz.Number:
		q.Accept = []string{"8", "-44", "1.5"}
	case quiz.List:
		for _, s := range list {
			q.Items = append(q.Items, []string{s, s + "s"})
		}
	case quiz.Choice:
		q.Options, q.Accept = options, []string{"a"}
	case quiz.TrueFalse:
		q.Accept = []string{[]string{"true", "false"}[seed&1]}
	case quiz.Ordering:
		q.Options, q.Accept = options, strings.Split(ids[:len(list)], "")
	case quiz.Matching:
		q.Left, q.Right = options, options
		for _, o := range options {
			q.Pairs = append(q.Pairs, quiz.Pair{Left: o.ID, Right: o.ID})
		}
	}
	return q
}
