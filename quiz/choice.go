package quiz

// A choiceKey is what the choice of one option or of several is compared
// with.
type choiceKey struct {
	options *options
	want    map[int]bool
	first   int // the first of them
	several bool
}

func newChoiceKey(l *language, q Question) *choiceKey {
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

func (k *choiceKey) check(answer string) Verdict {
	picks, given, ok := k.options.read(answer)
	if !ok {
		return verdict(Invalid, NoOption)
	}
	if !k.several {
		return k.checkOne(picks)
	}
	v := Verdict{Matcher: Version, Wanted: len(k.want)}
	named, nearly := map[int]bool{}, false
	for i, p := range picks {
		part := Part{Given: given[i], Result: p.result, Reason: p.reason, Accepted: k.text(p.option)}
		switch {
		case named[p.option]:
			part.Reason = Twice
		case k.want[p.option]:
			v.Found++
			nearly = nearly || p.result == Nearly
		default:
			v.Extra++
			part.Result, part.Reason = Wrong, OtherOption
		}
		named[p.option] = true
		v.Parts = append(v.Parts, part)
	}
	v.Result, v.Reason = k.judge(v, nearly)
	if v.Result != Wrong && k.options.hedged(answer, given) {
		v.Result, v.Reason = Wrong, Several
	}
	return v
}

func (k *choiceKey) judge(v Verdict, nearly bool) (Result, Reason) {
	switch {
	case v.Extra > 0 && v.Found == 0:
		return Wrong, OtherOption
	case v.Extra > 0 && v.Found < v.Wanted:
		return Wrong, MissingExtra
	case v.Extra > 0:
		return Wrong, Extra
	case v.Found < v.Wanted:
		return Wrong, Missing
	case nearly:
		return Nearly, SomeNearly
	}
	return Right, Chosen
}

// checkOne judges the choice of one option.
func (k *choiceKey) checkOne(picks []pick) Verdict {
	p := picks[0]
	for _, other := range picks {
		if other.option != p.option {
			v := verdict(Wrong, Several)
			v.Accepted = k.text(k.first)
			return v
		}
	}
	if !k.want[p.option] {
		v := verdict(Wrong, OtherOption)
		v.Accepted, v.Listed = k.text(k.first), k.text(p.option)
		return v
	}
	v := verdict(Right, Chosen)
	if p.result == Nearly {
		v = verdict(Nearly, p.reason)
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
