package match

import (
	"kitpress/quiz"
	"kitpress/quiz/language"
)

// A choiceKey is what the choice of one option or of several is compared
// with.
type choiceKey struct {
	options *options
	want    map[int]bool
	first   int // the first of them
	several bool
}

func newChoiceKey(l *language.Language, q quiz.Question) *choiceKey {
	k := &choiceKey{options: newOptions(l, q, q.Options), want: map[int]bool{}, first: -1, several: q.Several}
	for _, id := range q.Accept {
		if i := k.options.index(id); i >= 0 {
			k.want[i] = true
			if k.first < 0 {
				k.first = i
			}
		}
	}
	return k
}

func (k *choiceKey) check(answer string) quiz.Verdict {
	picks, given, ok := k.options.read(answer)
	if !ok {
		return quiz.NewVerdict(quiz.Invalid, quiz.NoOption)
	}
	if !k.several {
		return k.checkOne(picks)
	}
	v := quiz.Verdict{Matcher: quiz.Version, Wanted: len(k.want)}
	named, nearly := map[int]bool{}, false
	for i, p := range picks {
		part := quiz.Part{Given: given[i], Result: p.result, Reason: p.reason, Accepted: k.text(p.option)}
		switch {
		case named[p.option]:
			part.Reason = quiz.Twice
		case k.want[p.option]:
			v.Found++
			nearly = nearly || p.result == quiz.Nearly
		default:
			v.Extra++
			part.Result, part.Reason = quiz.Wrong, quiz.OtherOption
		}
		named[p.option] = true
		v.Parts = append(v.Parts, part)
	}
	v.Result, v.Reason = k.judge(v, nearly)
	if v.Result != quiz.Wrong && k.options.hedged(answer, given) {
		v.Result, v.Reason = quiz.Wrong, quiz.Several
	}
	return v
}

func (k *choiceKey) judge(v quiz.Verdict, nearly bool) (quiz.Result, quiz.Reason) {
	switch {
	case v.Extra > 0 && v.Found == 0:
		return quiz.Wrong, quiz.OtherOption
	case v.Extra > 0 && v.Found < v.Wanted:
		return quiz.Wrong, quiz.MissingExtra
	case v.Extra > 0:
		return quiz.Wrong, quiz.Extra
	case v.Found < v.Wanted:
		return quiz.Wrong, quiz.Missing
	case nearly:
		return quiz.Nearly, quiz.SomeNearly
	}
	return quiz.Right, quiz.Chosen
}

// checkOne judges the choice of one option.
func (k *choiceKey) checkOne(picks []pick) quiz.Verdict {
	p := picks[0]
	for _, other := range picks {
		if other.option != p.option {
			v := quiz.NewVerdict(quiz.Wrong, quiz.Several)
			v.Accepted = k.text(k.first)
			return v
		}
	}
	if !k.want[p.option] {
		v := quiz.NewVerdict(quiz.Wrong, quiz.OtherOption)
		v.Accepted, v.Listed = k.text(k.first), k.text(p.option)
		return v
	}
	v := quiz.NewVerdict(quiz.Right, quiz.Chosen)
	if p.result == quiz.Nearly {
		v = quiz.NewVerdict(quiz.Nearly, p.reason)
	}
	v.Accepted = k.text(p.option)
	return v
}

func (k *choiceKey) text(i int) string {
	if i < 0 {
		return ""
	}
	return k.options.list[i].Text
}
