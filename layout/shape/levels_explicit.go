package shape

import (
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// The rules of Unicode Standard Annex 9, by their names. Libraries tell which
// way a piece of text runs, but not its level, which a line broken in the midst
// of it needs.

// deepest is the highest explicit level: BD2.
const deepest = 125

// A paragraph is a text without paragraph separators.
type paragraph struct {
	text    []rune
	levels  []uint8
	base    uint8
	classes []bidi.Class // after X8; BN for what X9 takes away
	outer   []uint8      // the levels after X8
	match   []int        // for an isolate's beginning its end, and the other way round; -1 where there is none

	// Of the isolating run sequence that is being resolved:
	at       []int        // the runes it has
	first    []bidi.Class // of each, before W1
	now      []bidi.Class // of each
	sos, eos bidi.Class   // of its start and its end
}

func (p *paragraph) find() {
	p.classes = slices.Grow(p.classes[:0], len(p.text))
	for _, r := range p.text {
		p.classes = append(p.classes, classOf(r))
	}
	p.matchIsolates()
	p.explicit()
	p.outer = append(p.outer[:0], p.levels...)
	for _, p.at = range p.sequences() {
		p.weak()
		p.brackets()
		p.neutral()
		for k, i := range p.at { // I1, I2
			switch c := p.now[k]; {
			case p.levels[i]%2 == 0 && c == bidi.R, p.levels[i]%2 == 1 && c != bidi.R:
				p.levels[i]++
			case c == bidi.AN || c == bidi.EN:
				p.levels[i] += 2
			}
		}
	}
	before := p.base
	for i, c := range p.classes {
		if c == bidi.BN {
			p.levels[i] = before
		}
		before = p.levels[i]
	}
}

func initiates(c bidi.Class) bool { return c == bidi.LRI || c == bidi.RLI || c == bidi.FSI }

// matchIsolates finds where isolates end: BD9.
func (p *paragraph) matchIsolates() {
	p.match = slices.Grow(p.match[:0], len(p.text))
	var open []int
	for i, c := range p.classes {
		p.match = append(p.match, -1)
		if initiates(c) {
			open = append(open, i)
		} else if n := len(open) - 1; c == bidi.PDI && n >= 0 {
			p.match[i], p.match[open[n]] = open[n], i
			open = open[:n]
		}
	}
}

// startsRight reports whether the first strong character of what rune i
// isolates is written from right to left: P2, P3.
func (p *paragraph) startsRight(i int) bool {
	end := p.match[i]
	if end < 0 {
		end = len(p.text)
	}
	for i++; i < end; i++ {
		switch c := classOf(p.text[i]); {
		case c == bidi.L:
			return false
		case c == bidi.R || c == bidi.AL:
			return true
		case initiates(c):
			if i = p.match[i]; i < 0 {
				return false
			}
		}
	}
	return false
}

// A status is what an embedding or isolate says of what is in it.
type status struct {
	level    uint8
	override bidi.Class // ON for none
	isolate  bool
}

// explicit applies what formatting characters say: X1 to X8.
func (p *paragraph) explicit() {
	stack := []status{{p.base, bidi.ON, false}}
	lostIsolates, lostEmbeddings, isolates := 0, 0, 0
	for i, class := range p.classes {
		top := stack[len(stack)-1]
		p.levels[i] = top.level
		right, override := class == bidi.RLE || class == bidi.RLO || class == bidi.RLI, bidi.Class(bidi.ON)
		switch class {
		case bidi.LRO:
			override = bidi.L
		case bidi.RLO:
			override = bidi.R
		case bidi.FSI:
			right = p.startsRight(i)
		}
		next := (top.level + 2) &^ 1
		if right {
			next = (top.level + 1) | 1
		}
		fits := next <= deepest && lostIsolates == 0 && lostEmbeddings == 0
		switch class {
		case bidi.BN:
		case bidi.RLE, bidi.LRE, bidi.RLO, bidi.LRO:
			p.classes[i] = bidi.BN
			if fits {
				stack = append(stack, status{next, override, false})
			} else if lostIsolates == 0 {
				lostEmbeddings++
			}
		case bidi.PDF:
			p.classes[i] = bidi.BN
			switch {
			case lostIsolates > 0:
			case lostEmbeddings > 0:
				lostEmbeddings--
			case !top.isolate && len(stack) > 1:
				stack = stack[:len(stack)-1]
			}
		case bidi.RLI, bidi.LRI, bidi.FSI:
			p.overridden(i, top)
			if fits {
				isolates++
				stack = append(stack, status{next, bidi.ON, true})
			} else {
				lostIsolates++
			}
		case bidi.PDI:
			if lostIsolates > 0 {
				lostIsolates--
			} else if isolates > 0 {
				lostEmbeddings = 0
				for isolates--; !stack[len(stack)-1].isolate; {
					stack = stack[:len(stack)-1]
				}
				stack = stack[:len(stack)-1]
			}
			top = stack[len(stack)-1]
			p.levels[i] = top.level
			p.overridden(i, top)
		default:
			p.overridden(i, top)
		}
	}
}

func (p *paragraph) overridden(i int, s status) {
	if s.override != bidi.ON {
		p.classes[i] = s.override
	}
}

// sequences returns the isolating run sequences: X10.
func (p *paragraph) sequences() (sequences [][]int) {
	waiting := map[int]int{} // the end of an isolate that was begun: the sequence it goes on
	last, here := -1, -1     // the rune before, and its sequence
	for i, c := range p.classes {
		if c == bidi.BN {
			continue
		}
		if last < 0 || p.levels[i] != p.levels[last] { // a level run starts
			if last >= 0 && p.match[last] > last {
				waiting[p.match[last]] = here
			}
			from, goesOn := waiting[i]
			if here = from; !goesOn {
				here = len(sequences)
				sequences = append(sequences, nil)
			}
		}
		sequences[here] = append(sequences[here], i)
		last = i
	}
	return sequences
}
