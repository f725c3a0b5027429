package shape

import (
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// direction returns the class of what runs at a level.
func direction(level uint8) bidi.Class {
	if level%2 == 1 {
		return bidi.R
	}
	return bidi.L
}

// begin sets up the sequence: what its runes are, and what stands around it.
func (p *paragraph) begin() {
	p.now = p.now[:0]
	for _, i := range p.at {
		p.now = append(p.now, p.classes[i])
	}
	p.first = append(p.first[:0], p.now...)
	level := p.levels[p.at[0]]
	before, after := p.base, p.base
	for i := p.at[0] - 1; i >= 0; i-- {
		if p.classes[i] != bidi.BN {
			before = p.outer[i]
			break
		}
	}
	end := p.at[len(p.at)-1]
	if !initiates(classOf(p.text[end])) || p.match[end] >= 0 {
		for i := end + 1; i < len(p.text); i++ {
			if p.classes[i] != bidi.BN {
				after = p.outer[i]
				break
			}
		}
	}
	p.sos, p.eos = direction(max(level, before)), direction(max(level, after))
}

// weak resolves numbers, what stands in them, and marks: W1 to W7.
func (p *paragraph) weak() {
	p.begin()
	now := p.now
	before := p.sos // W1
	for k, c := range now {
		if c == bidi.NSM {
			now[k] = before
		}
		if before = now[k]; initiates(before) || before == bidi.PDI {
			before = bidi.ON
		}
	}
	strong := p.sos // W2, W3
	for k, c := range now {
		switch {
		case c == bidi.L || c == bidi.R || c == bidi.AL:
			if strong = c; c == bidi.AL {
				now[k] = bidi.R
			}
		case c == bidi.EN && strong == bidi.AL:
			now[k] = bidi.AN
		}
	}
	for k := 1; k+1 < len(now); k++ { // W4
		if a, b := now[k-1], now[k+1]; a == b && (a == bidi.EN && now[k] == bidi.ES || (a == bidi.EN || a == bidi.AN) && now[k] == bidi.CS) {
			now[k] = a
		}
	}
	for k := 0; k < len(now); k++ { // W5, W6
		switch now[k] {
		case bidi.ET:
			to := k
			for to < len(now) && now[to] == bidi.ET {
				to++
			}
			class := bidi.Class(bidi.ON)
			if k > 0 && now[k-1] == bidi.EN || to < len(now) && now[to] == bidi.EN {
				class = bidi.EN
			}
			for ; k < to; k++ {
				now[k] = class
			}
			k--
		case bidi.ES, bidi.CS:
			now[k] = bidi.ON
		}
	}
	strong = p.sos // W7
	for k, c := range now {
		if c == bidi.L || c == bidi.R {
			strong = c
		} else if c == bidi.EN && strong == bidi.L {
			now[k] = bidi.L
		}
	}
}

// strength returns L or R for what counts as strong between neutrals, else ON.
func strength(c bidi.Class) bidi.Class {
	switch c {
	case bidi.L:
		return bidi.L
	case bidi.R, bidi.EN, bidi.AN:
		return bidi.R
	}
	return bidi.ON
}

// brackets gives pairs of brackets the direction of what they hold: N0.
func (p *paragraph) brackets() {
	own := direction(p.levels[p.at[0]])
	for _, pair := range p.pairs() {
		found := bidi.Class(bidi.ON)
		for k := pair[0] + 1; k < pair[1] && found != own; k++ {
			if c := strength(p.now[k]); c != bidi.ON {
				found = c
			}
		}
		switch found {
		case bidi.ON:
			continue
		case own:
		default:
			before := p.sos
			for k := pair[0] - 1; k >= 0; k-- {
				if c := strength(p.now[k]); c != bidi.ON {
					before = c
					break
				}
			}
			if before != found {
				found = own
			}
		}
		for _, k := range pair {
			p.now[k] = found
			for k++; k < len(p.now) && p.first[k] == bidi.NSM; k++ {
				p.now[k] = found
			}
		}
	}
}

// maxBrackets is how many brackets may be open: BD16.
const maxBrackets = 63

// pairs returns the pairs of brackets in the order they open.
func (p *paragraph) pairs() (pairs [][2]int) {
	type open struct {
		at    int
		close rune
	}
	var stack []open
	for k, i := range p.at {
		properties, _ := bidi.LookupRune(p.text[i])
		if !properties.IsBracket() || p.now[k] != bidi.ON {
			continue
		}
		r := plainBracket(p.text[i])
		if properties.IsOpeningBracket() {
			if len(stack) == maxBrackets {
				return nil
			}
			stack = append(stack, open{k, []rune(bidi.ReverseString(string(r)))[0]})
			continue
		}
		for n := len(stack) - 1; n >= 0; n-- {
			if stack[n].close == r {
				pairs = append(pairs, [2]int{stack[n].at, k})
				stack = stack[:n]
				break
			}
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return a[0] - b[0] })
	return pairs
}

// plainBracket returns the bracket that r is another code for.
func plainBracket(r rune) rune {
	if r == 0x2329 || r == 0x232A {
		return r - 0x2329 + 0x3008
	}
	return r
}

// neutral gives what is left the direction of what stands around it: N1, N2.
func (p *paragraph) neutral() {
	own := direction(p.levels[p.at[0]])
	for k := 0; k < len(p.now); k++ {
		if strength(p.now[k]) != bidi.ON {
			continue
		}
		to, before, after := k, p.sos, p.eos
		for to < len(p.now) && strength(p.now[to]) == bidi.ON {
			to++
		}
		if k > 0 {
			before = strength(p.now[k-1])
		}
		if to < len(p.now) {
			after = strength(p.now[to])
		}
		if before != after {
			before = own
		}
		for ; k < to; k++ {
			p.now[k] = before
		}
	}
}
