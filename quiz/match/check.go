package match

import (
	"unicode/utf8"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// maxRunes is how long an answer of one thing may be.
const maxRunes = 200

// A Checker checks answers to one question in one language. It is made once
// for many answers and safe for concurrent use.
type Checker struct {
	key interface {
		check(answer string) quiz.Verdict
	}
	limit int  // runes
	signs bool // an answer without letters and digits may count
	bad   bool
}

// Check checks one answer to a question.
func Check(q quiz.Question, lang, answer string) quiz.Verdict {
	c, _ := New(q, lang)
	return c.Check(answer)
}

// New prepares a question for answers in a language, a tag such as "de" or
// "de-CH", and reports what is wrong with its key. A question with errors can
// be asked, but no answer to it is ever right.
func New(q quiz.Question, lang string) (*Checker, []Finding) {
	l := language.Of(lang)
	c := &Checker{limit: maxRunes}
	found := lint(l, q)
	for _, f := range found {
		c.bad = c.bad || f.Error && f.Code != both
	}
	if c.bad {
		return c, found
	}
	switch q.Kind {
	case quiz.Number:
		c.key = newNumberKey(l, q)
	case quiz.List:
		c.key, c.limit = newListKey(l, q), maxRunes*max(1, min(10, len(q.Items)))
	case quiz.Choice:
		c.key, c.signs = newChoiceKey(l, q), true
		c.allow(q.Options)
	case quiz.TrueFalse:
		c.key, c.signs = newTruthKey(l, q), true
	case quiz.Ordering:
		c.key, c.signs = newOrderKey(l, q), true
		c.allow(q.Options)
	case quiz.Matching:
		c.key, c.signs = newPairKey(l, q), true
		c.allow(append(q.Left[:len(q.Left):len(q.Left)], q.Right...))
	default:
		m := newMatcher(l, q, q.Accept, q.Wrong)
		m.echo = newEcho(l, q.Ask)
		c.key = m
		for _, a := range append(q.Accept[:len(q.Accept):len(q.Accept)], q.Wrong...) {
			c.signs = c.signs || !language.HasLetter(a)
		}
	}
	return c, found
}

// allow lets an answer be long enough to name all options.
func (c *Checker) allow(options []quiz.Option) {
	for _, o := range options {
		c.limit += utf8.RuneCountInString(o.Text)
	}
}

// Check checks an answer.
func (c *Checker) Check(answer string) quiz.Verdict {
	switch {
	case c.bad:
		return quiz.NewVerdict(quiz.Invalid, quiz.BadQuestion)
	case len(answer) > c.limit*utf8.UTFMax:
		return quiz.NewVerdict(quiz.Invalid, quiz.TooLong)
	case !utf8.ValidString(answer):
		return quiz.NewVerdict(quiz.Invalid, quiz.NotText)
	case utf8.RuneCountInString(answer) > c.limit:
		return quiz.NewVerdict(quiz.Invalid, quiz.TooLong)
	}
	switch s := language.Clean(answer); {
	case s == "":
		return quiz.NewVerdict(quiz.Invalid, quiz.Empty)
	case !language.HasLetter(s) && (!c.signs || language.TrimEdges(s) == ""):
		return quiz.NewVerdict(quiz.Invalid, quiz.Nothing)
	}
	return c.key.check(answer)
}

// MessageIDs returns the id of every message this package can return, for
// those who have the words.
func MessageIDs() []string {
	var ids []string
	for _, r := range []quiz.Result{quiz.Right, quiz.Nearly, quiz.Wrong, quiz.Invalid} {
		ids = append(ids, r.Message().ID)
	}
	for _, r := range reasons() {
		ids = append(ids, quiz.Verdict{Reason: r}.Message().ID)
	}
	for _, f := range foldings(language.EndOfFolds - 1) {
		ids = append(ids, f.Message().ID)
	}
	for _, code := range findingCodes() {
		ids = append(ids, Finding{Code: code}.Message().ID)
	}
	return ids
}

func reasons() []quiz.Reason {
	return []quiz.Reason{quiz.Same, quiz.Exact, quiz.Wording, quiz.Spacing, quiz.Umlaut, quiz.Accent, quiz.Value, quiz.Within, quiz.Complete, quiz.Chosen,
		quiz.Collision, quiz.CaseDiffers, quiz.AccentDiffers, quiz.UmlautDropped, quiz.Lookalike, quiz.WordOrder, quiz.Unpunctuated, quiz.Typo,
		quiz.TwoReadings, quiz.EraMissing, quiz.UnitUnclear, quiz.Around, quiz.SomeNearly, quiz.TwoOrders,
		quiz.Far, quiz.Listed, quiz.ListedNear, quiz.Opposite, quiz.Negation, quiz.OtherNumber, quiz.OtherArticle, quiz.OtherLetters, quiz.TooGeneral,
		quiz.TooMuch, quiz.NoNumber, quiz.Several, quiz.OtherUnit, quiz.Missing, quiz.Extra, quiz.MissingExtra, quiz.Twice, quiz.OtherOption, quiz.OtherOrder, quiz.OtherPairs,
		quiz.Empty, quiz.TooLong, quiz.NotText, quiz.Nothing, quiz.NoOption, quiz.Unclear, quiz.BadQuestion}
}

func findingCodes() []string {
	return []string{"no-answer", "empty-answer", "long-answer", "many-answers", both, "alike", "no-reading",
		"not-a-number", "not-a-tolerance", "not-a-factor", "units", "items", "options", "double-id", "same-options",
		"two-keys", "unknown-option", "not-all", "not-true-or-false", "unknown-kind", "digits-left"}
}
