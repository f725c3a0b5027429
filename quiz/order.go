package quiz

// An orderKey is what an order of options is compared with.
type orderKey struct {
	options *options
	want    []int
}

func newOrderKey(l *language, q Question) *orderKey {
	k := &orderKey{options: newOptions(l, q, q.Options)}
	for _, id := range q.Accept {
		if i := k.options.index(id); i >= 0 {
			k.want = append(k.want, i)
		}
	}
	return k
}

func (k *orderKey) check(answer string) Verdict {
	picks, given, ok := k.options.read(answer)
	if !ok {
		return verdict(Invalid, NoOption)
	}
	v := Verdict{Matcher: Version, Result: Right, Reason: Complete, Wanted: len(k.want)}
	named, nearly, twice := map[int]bool{}, false, false
	for i, p := range picks {
		part := Part{Given: given[i], Result: p.result, Reason: p.reason, Accepted: k.options.list[p.option].Text}
		switch {
		case named[p.option]:
			part.Result, part.Reason, twice = Wrong, Twice, true
		case i < len(k.want) && k.want[i] == p.option:
			v.Found++
			nearly = nearly || p.result == Nearly
		default:
			part.Result, part.Reason = Wrong, OtherOrder
		}
		named[p.option] = true
		v.Parts = append(v.Parts, part)
	}
	switch {
	case twice:
		v.Result, v.Reason = Wrong, Twice
	case len(picks) < len(k.want):
		v.Result, v.Reason = Wrong, Missing
	case v.Found < len(k.want):
		v.Result, v.Reason = Wrong, OtherOrder
	case nearly:
		v.Result, v.Reason = Nearly, SomeNearly
	}
	return v
}
