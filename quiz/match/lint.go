package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// A Finding is something about the key of a question that an author should
// look at: a message id with arguments.
type Finding struct {
	Error bool   // the question cannot be checked
	Code  string // the last part of the id of its message
	// Text is the answer or option the finding is about, Other what it is in
	// conflict with.
	Text, Other string
}

// Message returns what a finding says.
func (f Finding) Message() quiz.Message {
	return quiz.Message{ID: "quiz.finding." + f.Code, Args: []any{"Text", f.Text, "Other", f.Other}}
}

// both is the code for an answer that is accepted and listed as wrong. The
// others of the question can still be checked; it is always only nearly.
const both = "both"

// maxAnswers is how many accepted and listed answers a question may have, or
// an item of a list.
const maxAnswers = 1000

// maxItems is how many items a list and how many options a question may have:
// as many as there are letters.
const maxItems = 26

// A linter gathers findings about one question.
type linter struct {
	lang  *language.Language
	found []Finding
}

func (c *linter) errorf(code, text, other string) {
	c.found = append(c.found, Finding{true, code, text, other})
}

func (c *linter) warn(code, text, other string) {
	c.found = append(c.found, Finding{false, code, text, other})
}

func lint(l *language.Language, q quiz.Question) []Finding {
	c := &linter{lang: l}
	switch q.Kind {
	case quiz.Short:
		c.texts(q, q.Accept)
	case quiz.Number:
		c.number(q)
	case quiz.List:
		if len(q.Items) == 0 || len(q.Items) > maxItems {
			c.errorf("items", "", "")
			break
		}
		for _, ways := range q.Items[:min(len(q.Items), maxItems)] {
			c.texts(q, ways)
		}
	case quiz.Choice:
		c.options(q.Options)
		c.chosen(q)
	case quiz.TrueFalse:
		if len(q.Accept) != 1 || q.Accept[0] != "true" && q.Accept[0] != "false" {
			c.errorf("not-true-or-false", strings.Join(q.Accept, " "), "")
		}
	case quiz.Ordering:
		c.options(q.Options)
		c.ordered(q)
	case quiz.Matching:
		c.options(q.Left)
		c.options(q.Right)
		c.paired(q)
	default:
		c.errorf("unknown-kind", string(q.Kind), "")
	}
	return c.found
}

// texts looks at accepted answers in words and the listed wrong ones.
func (c *linter) texts(q quiz.Question, accept []string) {
	if len(accept) == 0 {
		c.errorf("no-answer", "", "")
		return
	}
	if len(accept)+len(q.Wrong) > maxAnswers {
		c.errorf("many-answers", "", "")
		return
	}
	for _, s := range slices.Concat(accept, q.Wrong) {
		if !c.readable(s) {
			return
		}
	}
	m := newMatcher(c.lang, q, accept, q.Wrong)
	kana := false
	for _, a := range m.accepted {
		for _, w := range m.hits(a, m.wrong) {
			if w.needs == 0 {
				c.errorf(both, a.text, w.text)
			} else {
				c.warn("alike", a.text, w.text)
			}
		}
		kana = kana || a.han == ""
	}
	if c.lang.Numerals && !kana {
		c.warn("no-reading", accept[0], "")
	}
}

// readable reports a text that is no answer.
func (c *linter) readable(s string) bool {
	switch {
	case len(s) > maxRunes*utf8.UTFMax || utf8.RuneCountInString(s) > maxRunes:
		c.errorf("long-answer", cutAfter(s, 40), "")
	case !utf8.ValidString(s) || language.Clean(s) == "":
		c.errorf("empty-answer", strings.ToValidUTF8(s, "�"), "")
	default:
		return true
	}
	return false
}

// cutAfter returns the first n runes of a text.
func cutAfter(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i] + "…"
		}
	}
	return s
}

func (c *linter) number(q quiz.Question) {
	if len(q.Accept) == 0 {
		c.errorf("no-answer", "", "")
	}
	for _, a := range q.Accept {
		if language.RatOf(a) == nil {
			c.errorf("not-a-number", a, "")
		}
	}
	if t := language.RatOf(q.Tolerance); q.Tolerance != "" && (t == nil || t.Sign() < 0) {
		c.errorf("not-a-tolerance", q.Tolerance, "")
	}
	if len(q.Units) > maxItems {
		c.errorf("units", "", "")
		return
	}
	for _, u := range append(q.Units[:len(q.Units):len(q.Units)], quiz.Unit{Names: []string{q.Unit + "x"}}) {
		for _, name := range u.Names[:min(len(u.Names), maxItems)] {
			c.readable(name)
		}
		if f := language.RatOf(u.Factor); u.Factor != "" && (f == nil || f.Sign() <= 0) {
			c.errorf("not-a-factor", u.Factor, strings.Join(u.Names, " "))
		}
	}
}

// options looks for options nobody could tell apart.
func (c *linter) options(list []quiz.Option) {
	if len(list) < 2 || len(list) > maxItems {
		c.errorf("options", "", "")
		return
	}
	m := newMatcher(c.lang, quiz.Question{}, nil, nil)
	ids := map[string]bool{}
	for i, o := range list {
		if ids[o.ID] || o.ID == "" {
			c.errorf("double-id", o.ID, "")
		}
		ids[o.ID] = true
		if !c.readable(o.Text) {
			return
		}
		f := m.form(o.Text)
		for _, other := range list[:i] {
			if m.form(other.Text).keys[2] == f.keys[2] {
				c.errorf("same-options", o.Text, other.Text)
			}
		}
	}
}

func (c *linter) chosen(q quiz.Question) {
	if len(q.Accept) == 0 {
		c.errorf("no-answer", "", "")
	}
	if !q.Several && len(q.Accept) > 1 {
		c.errorf("two-keys", q.Accept[0], q.Accept[1])
	}
	c.known(q.Accept, q.Options)
}

// ordered asks for each option once.
func (c *linter) ordered(q quiz.Question) {
	if len(q.Accept) != len(q.Options) {
		c.errorf("not-all", strings.Join(q.Accept, " "), "")
	}
	c.known(q.Accept, q.Options)
}

// known asks for ids of options, each once.
func (c *linter) known(ids []string, options []quiz.Option) {
	seen := map[string]bool{}
	for _, o := range options {
		seen[o.ID] = false
	}
	for _, id := range ids {
		switch double, known := seen[id]; {
		case !known:
			c.errorf("unknown-option", id, "")
		case double:
			c.errorf("double-id", id, "")
		}
		seen[id] = true
	}
}

// paired asks for a partner for each on the left.
func (c *linter) paired(q quiz.Question) {
	var left []string
	for _, p := range q.Pairs {
		left = append(left, p.Left)
		c.known([]string{p.Right}, q.Right)
	}
	if len(left) != len(q.Left) {
		c.errorf("not-all", strings.Join(left, " "), "")
	}
	c.known(left, q.Left)
	for _, o := range q.Left {
		if r, _ := utf8.DecodeRuneInString(o.Text); unicode.IsDigit(r) {
			c.warn("digits-left", o.Text, "")
		}
	}
}
