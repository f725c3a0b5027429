package quiz

import "unicode/utf8"

// maxRunes is how long an answer of one thing may be.
const maxRunes = 200

// A Checker checks answers to one question in one language. It is made once
// for many answers and safe for concurrent use.
type Checker struct {
	key   interface{ check(answer string) Verdict }
	limit int  // runes
	signs bool // an answer without letters and digits may count
	bad   bool
}

// Check checks one answer to a question.
func Check(q Question, lang, answer string) Verdict {
	c, _ := New(q, lang)
	return c.Check(answer)
}

// New prepares a question for answers in a language, a tag such as "de" or
// "de-CH", and reports what is wrong with its key. A question with errors can
// be asked, but no answer to it is ever right.
func New(q Question, lang string) (*Checker, []Finding) {
	l := languageOf(lang)
	c := &Checker{limit: maxRunes}
	found := lint(l, q)
	for _, f := range found {
		c.bad = c.bad || f.Error && f.Code != both
	}
	if c.bad {
		return c, found
	}
	switch q.Kind {
	case Number:
		c.key = newNumberKey(l, q)
	case List:
		c.key, c.limit = newListKey(l, q), maxRunes*max(1, min(10, len(q.Items)))
	case Choice:
		c.key, c.signs = newChoiceKey(l, q), true
		c.allow(q.Options)
	case TrueFalse:
		c.key, c.signs = newTruthKey(l, q), true
	case Ordering:
		c.key, c.signs = newOrderKey(l, q), true
		c.allow(q.Options)
	case Matching:
		c.key, c.signs = newPairKey(l, q), true
		c.allow(append(q.Left[:len(q.Left):len(q.Left)], q.Right...))
	default:
		m := newMatcher(l, q, q.Accept, q.Wrong)
		m.echo = newEcho(l, q.Ask)
		c.key = m
		for _, a := range append(q.Accept[:len(q.Accept):len(q.Accept)], q.Wrong...) {
			c.signs = c.signs || !hasLetter(a)
		}
	}
	return c, found
}

// allow lets an answer be long enough to name all options.
func (c *Checker) allow(options []Option) {
	for _, o := range options {
		c.limit += utf8.RuneCountInString(o.Text)
	}
}

// Check checks an answer.
func (c *Checker) Check(answer string) Verdict {
	switch {
	case c.bad:
		return verdict(Invalid, BadQuestion)
	case len(answer) > c.limit*utf8.UTFMax:
		return verdict(Invalid, TooLong)
	case !utf8.ValidString(answer):
		return verdict(Invalid, NotText)
	case utf8.RuneCountInString(answer) > c.limit:
		return verdict(Invalid, TooLong)
	}
	switch s := clean(answer); {
	case s == "":
		return verdict(Invalid, Empty)
	case !hasLetter(s) && (!c.signs || trimEdges(s) == ""):
		return verdict(Invalid, Nothing)
	}
	return c.key.check(answer)
}
