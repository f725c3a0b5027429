package layout

import (
	"strings"
	"unicode"
)

// A lineSpan is one line of the result: cells, and what follows.
type lineSpan struct {
	start, end int32
	edge       int32 // grains the line grows by at its end
	lead       int32 // grains it begins further left
	nth        int32 // of its paragraph
	hyphen     bool
	last       bool // of its paragraph
	split      bool // it ends inside a word
	broken     bool // that is read as one
}

// A node is the best way to set a paragraph up to an opportunity.
type node struct {
	over  int64 // how far lines stick out in all; plus 1 for each last word broken
	cost  int64 // square micrometres
	lines int32
	split int32 // line ends that are as bad as a line more
	from  int32 // the opportunity the last line begins at
}

// better reports whether n is better than m: nothing sticks out, then the
// fewest lines, then the best rag.
func (n node) better(m node) bool {
	if n.over != m.over {
		return n.over < m.over
	}
	if a, b := n.lines+n.split, m.lines+m.split; a != b {
		return a < b
	}
	return n.cost < m.cost
}

// The cost of what is bad whatever the rag, in square micrometres: more than
// any rag, less than a line.
const (
	lonelyCost  = 4e12 // the last line is a single word, or a stub
	splitCost   = 3e12 // a word goes on behind a line end where that looks bad
	hyphensCost = 2e12 // two hyphens under each other
	maxSlack    = 1000 * Millimetre
)

// maxBack is how many opportunities a line may hold. No line does; it bounds
// the time texts of zero-width runes take.
const maxBack = 2000

// A last line is no stub: it takes a third of the slot at least, in Japanese
// five runes.
const (
	leastLast   = 3
	leastLastJa = 5
)

// A measure is what stays the same while lines are chosen.
type measure struct {
	size    int64 // micrometres per em
	track   int64 // grain-micrometres after every rune
	width   int64 // grain-micrometres
	slot    Length
	share   int64 // of what a line end is worth on a card, in shareUnits
	running bool
	cjk     bool
	title   bool // large or black
	sign    bool // read from afar
	prose   bool // Japanese that runs, though its lines end between phrases
	justify bool // lines fill the slot
	tight   bool // the fewest lines, whatever they look like
}

const shareUnit = 1000

// trackGrains returns the tracking in grains times micrometres.
func trackGrains(s Style) int64 { return int64(s.tracking()) * emGrains }

// displayPt is the size from which on Japanese is broken between phrases, as
// display type: a word torn apart is seen from afar.
const displayPt = 11

// signPt is the size from which on a text is a sign, on a slide or a poster: few
// words in a line, so each line is one thing to say, and so is each sentence.
const signPt = 17

func (w *scratch) newMeasure(s Style, width Length) measure {
	m := measure{
		size: int64(s.Size), track: trackGrains(s), width: int64(width) * emGrains, slot: width,
		running: s.Running, cjk: scriptOf(s.Lang) == japanese,
	}
	m.sign = !s.Running && s.Size >= Pt(signPt)
	if m.share = shareUnit * m.size / cardType; !m.sign {
		m.share = min(shareUnit*int64(width)/int64(cardLine), m.share)
	}
	if m.cjk {
		m.running = s.Running && s.Size < Pt(displayPt)
		m.prose = s.Running && !m.running
		m.title = !m.running && (s.Size >= Pt(displayPt) || s.Weight >= 800)
		m.justify = m.running && s.Align == AlignLeft && m.track == 0
	}
	return m
}

// measure returns the width of cells start to end in grain-micrometres.
func (w *scratch) measure(start, end int32, size, track int64) int64 {
	a, b := &w.cells[start], &w.cells[end]
	if n := b.count - a.count; n > 0 {
		return (b.sum-a.sum)*size + int64(n-1)*track
	}
	return 0
}

// lineWidth returns the width of the line from opportunity i to j.
func (w *scratch) lineWidth(m *measure, i, j int) int64 {
	a, b := &w.breaks[i], &w.breaks[j]
	return w.measure(a.next, b.end, m.size, m.track) - int64(a.lead)*m.size + m.edge(b)
}

// edge returns by how much a line grows that ends at b.
func (m *measure) edge(b *opportunity) int64 {
	if b.hyphen {
		return int64(b.edge)*m.size + m.track
	}
	return int64(b.edge) * m.size
}

// choose fills w.lines: paragraph by paragraph, the best way to set each, tight
// in the fewest lines.
func (w *scratch) choose(s Style, width Length, tight bool) {
	m := w.newMeasure(s, width)
	m.tight = tight
	w.lines, w.slot, w.tight = w.lines[:0], width, tight
	for first := 0; first < len(w.breaks)-1; {
		last := first + 1
		for !w.breaks[last].forced {
			last++
		}
		w.paragraph(&m, first, last)
		first = last
	}
}

// paragraph sets the text between two forced breaks: for every opportunity
// the best line that ends there, looking back as far as a line reaches.
func (w *scratch) paragraph(m *measure, first, last int) {
	w.nodes = append(w.nodes[:0], node{})
	for j := first + 1; j <= last; j++ {
		best, inside := node{over: -1}, int32(0)
		for i := j - 1; i >= max(first, j-maxBack); i-- {
			over := max(w.lineWidth(m, i, j)-m.width, 0)
			if over > 0 && i < j-1 { // wider still from further back
				break
			}
			if w.breaks[j].last {
				over++
			}
			if i < j-1 && m.sign && !m.tight && w.cells.sentence(&w.breaks[i+1]) {
				inside++
			}
			n := w.nodes[i-first]
			n.over += over
			n.lines++
			n.split += 2 * inside
			if i > first && !m.tight && m.torn(&w.breaks[i], j == last) {
				n.split++
			}
			n.cost += w.lineCost(m, i, j, last, n.lines)
			n.from = int32(i)
			if best.over < 0 || n.better(best) {
				best = n
			}
		}
		w.nodes = append(w.nodes, best)
	}
	from := len(w.lines)
	for j := last; j > first; j = int(w.nodes[j-first].from) {
		b, n := &w.breaks[j], &w.nodes[j-first]
		w.lines = append(w.lines, lineSpan{w.breaks[n.from].next, b.end, b.edge, w.breaks[n.from].lead, n.lines - 1, b.hyphen, j == last, b.place.splits() && !(m.running && m.cjk), b.place.breaks()})
	}
	for a, b := from, len(w.lines)-1; a < b; a, b = a+1, b-1 {
		w.lines[a], w.lines[b] = w.lines[b], w.lines[a]
	}
}

// lineCost returns the cost of the line from opportunity i to j, which is
// the n-th of its paragraph. All in integers, so that every processor chooses
// the same lines.
func (w *scratch) lineCost(m *measure, i, j, last int, n int32) int64 {
	a, b := &w.breaks[i], &w.breaks[j]
	var cost int64
	if j == last && n > 1 {
		cost = w.lastCost(m, i, j)
	}
	if n > 1 && m.torn(a, j == last) {
		cost += splitCost
	}
	if j == last && (m.running || m.prose) {
		return cost
	}
	slack := (m.width - w.lineWidth(m, i, j)) / emGrains
	slack = max(min(slack, int64(maxSlack)), 0)
	worth := m.worth(b)
	if m.prose {
		worth = min(worth, worth/4)
	}
	if m.running && b.place == afterComma && goesOn(w, m, i, j, last) {
		worth *= 2
	}
	if !m.running && j < last {
		// Between two longer lines a short one looks like a mistake, however
		// well it ends; over two of them it is seen.
		hole := max(0, slack-int64(m.slot)*2/5)
		switch {
		case n > 1:
			if !m.sign {
				worth = min(worth, worth/2)
			}
			cost += 3 * hole * hole
		case hole > 0 && m.size < int64(Pt(displayPt)) && w.lineWidth(m, j, last) > m.width:
			cost += hole * hole
		}
	}
	slack = max(slack-worth, 0)
	cost += slack * slack
	if m.sign {
		cost += strayCost(w, m, i, j, last)
	}
	if b.hyphen && a.hyphen {
		cost += hyphensCost
	}
	return cost
}

// strayCost returns what it costs that a line has pauses inside it, the more where a
// short word at its start ends what the line before says, or one at its end begins
// what the next line says; or that a sentence ends on a line of its last word.
func strayCost(w *scratch, m *measure, i, j, last int) (cost int64) {
	stray := 9 * m.size * m.size // a rag of three ems
	goesOn := i > 0 && !w.breaks[i].forced && !w.breaks[i].place.pauses()
	if j == i+1 {
		if goesOn && (j == last || w.breaks[j].place == afterStop) {
			cost = 2 * stray
		}
		return cost
	}
	for k := i + 1; k < j; k++ {
		if w.breaks[k].place.pauses() {
			cost += stray
		}
	}
	short := func(from, to int) bool { return 2*w.lineWidth(m, from, to) < 5*m.size*emGrains }
	if goesOn && w.breaks[i+1].place.pauses() && short(i, i+1) {
		cost += stray
	}
	if j < last && w.breaks[j-1].place.pauses() && !w.breaks[j].place.pauses() && short(j-1, j) {
		cost += stray
	}
	return cost
}

// sentence reports whether a sentence ends at b and another one begins.
func (c cells) sentence(b *opportunity) bool {
	if b.place != afterStop || b.forced {
		return false
	}
	i := b.end - 1
	for ; i > 0 && closing(c[i].r); i-- {
	}
	if c[i].r == ':' { // what follows is one
		return b.spaced && unicode.IsUpper(c[b.next].r)
	}
	return strings.ContainsRune(".!?。！？", c[i].r) && (b.spaced || cjk(c[i].r))
}

// goesOn reports whether the word behind opportunity j has room in a line that
// begins at i.
func goesOn(w *scratch, m *measure, i, j, last int) bool {
	for j++; j < last && w.breaks[j].place == atHyphen; j++ {
	}
	return w.lineWidth(m, i, j) <= m.width
}

// lastCost returns the cost of the last line from opportunity i to j: it is no
// stub, the less the shorter, and does not begin with a part of a word.
func (w *scratch) lastCost(m *measure, i, j int) (cost int64) {
	a, b := &w.breaks[i], &w.breaks[j]
	have, least, stub := int64(w.runes(a, b)), int64(leastLastJa), int64(lonelyCost)
	switch {
	case !m.cjk:
		have, least = w.lineWidth(m, i, j), m.width/leastLast
	case !m.running:
		stub = 4 * m.size * m.size // a rag of two ems
	case a.place.splits():
		cost = 4 * m.size * m.size
	}
	if have < least {
		cost += stub + stub*(least-have)/least
	}
	return cost
}

// torn reports whether a word goes on behind a line end where that is as bad as
// a line more: in the last line, in titles in Japanese in any.
func (m *measure) torn(b *opportunity, last bool) bool {
	if m.cjk {
		return m.title && b.place.splits()
	}
	return last && b.place == atHyphen
}

// worth returns what a line end is worth in this slot.
func (m *measure) worth(b *opportunity) int64 {
	worths := &display
	switch {
	case m.running:
		worths = &running
	case m.sign:
		worths = &afar
	}
	if m.running && m.cjk && b.place == afterComma { // the line is filled to its end
		return 0
	}
	return int64(worths[b.place]) * m.share / shareUnit
}

// runes returns how many runes a line from a to b has.
func (w *scratch) runes(a, b *opportunity) int32 {
	return w.cells[b.end].count - w.cells[a.next].count
}

// countLines returns how many lines a text takes at least, and whether a word
// sticks out. Filling every line as far as it goes gives the fewest.
func (w *scratch) countLines(m *measure) (lines int, over bool) {
	for start := 0; start < len(w.breaks)-1; lines++ {
		end := start
		for j := start + 1; j < len(w.breaks); j++ {
			b := &w.breaks[j]
			wide := w.lineWidth(m, start, j)
			if wide <= m.width && !b.last {
				end = j
			}
			if wide-max(m.edge(b), 0) > m.width+m.size*emGrains || b.forced {
				break
			}
		}
		if end == start {
			over = true
			for end++; w.breaks[end].last; end++ {
			}
		}
		start = end
	}
	return lines, over
}

// splitLines fills w.lines with the text as it is, broken at line feeds only.
func (w *scratch) splitLines() {
	w.lines = w.lines[:0]
	start := int32(0)
	end := int32(len(w.cells) - 1)
	if end == 0 {
		return
	}
	for i := start; i <= end; i++ {
		if w.cells[i].kind != newline {
			continue
		}
		stop := i
		for stop > start && w.cells[stop-1].vanishes() {
			stop--
		}
		w.lines = append(w.lines, lineSpan{start: start, end: stop, last: true})
		start = i + 1
	}
}
