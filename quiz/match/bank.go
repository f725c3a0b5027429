package match

import (
	"maps"
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/quiz"
)

// CodeQuestion is the code of a problem with the key of a question.
const CodeQuestion = "question"

// CheckBank looks for mistakes in the questions about topics in each language
// they are asked in that only the matcher can see: answers and options nobody
// can tell apart, keys that do not count, distractors another question of the
// topic accepts. say turns a message into words.
func CheckBank(topics map[string]*catalog.Topic, langs []string, say func(quiz.Message) string) source.Problems {
	ids := slices.Sorted(maps.Keys(topics))
	found := make([]source.Problems, len(ids)*len(langs))
	source.Each(len(found), func(i int) {
		c := bankCheck{topic: topics[ids[i/len(langs)]], lang: langs[i%len(langs)], say: say}
		c.check()
		found[i] = c.ps
	})
	return slices.Concat(found...).Sorted()
}

// A bankCheck looks at the questions of one topic in one language.
type bankCheck struct {
	topic *catalog.Topic
	lang  string
	say   func(quiz.Message) string
	ps    source.Problems
}

// A candidate is a question with its checker.
type candidate struct {
	quiz.Item
	texts   *catalog.QuestionTexts
	checker *Checker
}

func (c *bankCheck) check() {
	var all []candidate
	for _, q := range c.topic.Questions {
		item, ok := quiz.ItemOf(c.topic, q, c.lang)
		if !ok {
			continue
		}
		checker, findings := New(item.Question, c.lang)
		x := candidate{item, q.In(c.lang), checker}
		bad := false
		for _, f := range findings {
			bad = true
			c.errorf(x, f.Text, "%s", c.say(f.Message()))
		}
		if !bad {
			c.checkAnswers(x)
			all = append(all, x)
		}
	}
	for _, x := range all {
		if x.Kind == quiz.Choice {
			c.checkDistractors(x, all)
		}
	}
}

// errorf reports a problem where a text of the question stands.
func (c *bankCheck) errorf(x candidate, text, format string, args ...any) *source.Problem {
	t := x.texts
	pos := t.Pos
	for _, m := range slices.Concat(t.Accept, t.Wrong, t.Options, t.Left, t.Right, slices.Concat(t.Items...), slices.Concat(t.Units...)) {
		if text != "" && m.Text == text {
			pos = m.Pos
			break
		}
	}
	return c.ps.Errorf(pos, CodeQuestion, format, args...)
}

// checkAnswers gives the question each answer it lists.
func (c *bankCheck) checkAnswers(x candidate) {
	for _, a := range x.Keys() {
		if v := x.checker.Check(a); !v.Point() {
			c.errorf(x, a, "the answer %q should count: %s", a, c.say(v.Message()))
		}
	}
	for _, w := range x.Wrong {
		if v := x.checker.Check(w); v.Point() {
			c.errorf(x, w, "%q is listed as wrong and counts: %s", w, c.say(v.Message()))
		}
	}
}

// checkDistractors looks for wrong options that another question of the topic
// accepts.
func (c *bankCheck) checkDistractors(x candidate, all []candidate) {
	for _, o := range x.Options {
		if slices.Contains(x.Accept, o.ID) {
			continue
		}
		for _, other := range all {
			if other.Kind == quiz.Short && other.checker.Check(o.Text).Point() {
				c.errorf(x, o.Text, "the wrong option %q is a right answer to the question %q", o.Text, other.Name()).Hint = "choose another distractor"
			}
		}
	}
}
