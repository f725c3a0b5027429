// Package proof reads pages as a proof-reader does: paragraphs that end in a
// stub or in the rest of a word, lines of very unequal length, small type, text
// too pale to be read with ease. None of it is an error; somebody who mends the
// words or the colours makes the page better.
package proof

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// What is found.
const (
	codeStub  = "type-stub"     // the last line of a paragraph is too short
	codeSplit = "type-split"    // it begins inside a word
	codeRag   = "type-rag"      // lines of very unequal length
	codeSmall = "type-small"    // small type
	codePale  = "type-contrast" // text as light or as dark as what lies below it
)

// From when on it is found.
const (
	stubShare = 1.0 / 3 // of the widest line, the shortest last line,
	stubRunes = 5       // and of Japanese its runes
	roughRag  = 0.2     // of the column, how far the ends of the lines stray from their mean
	small     = 6.0     // pt
	contrast  = 4.5     // as WCAG 2.2 asks for; of large type
	large     = 3.0
	largePt   = 18.0
	boldPt    = 14.0
)

// A Report counts what was read and found in one language.
type Report struct {
	Texts    int     `json:"texts"`    // paragraphs of more than one line
	Stubs    int     `json:"stubs"`    // that end in a stub
	Splits   int     `json:"splits"`   // that end in the rest of a word; in Japanese, that break one for want of room
	Rag      float64 `json:"rag"`      // how far the ends of their lines stray from their mean, percent of the column; of three lines and more, on the average
	CardRag  float64 `json:"cardRag"`  // the same of texts that are not running text, as those of cards
	Smallest float64 `json:"smallest"` // pt, the smallest type
	Contrast float64 `json:"contrast"` // the least
}

// A Proof reads pages. The zero value is ready.
type Proof struct {
	Report
	Problems source.Problems

	seen map[*layout.Line]bool
	line *layout.Line // the one that is read
	last *paragraph   // it belongs to
	open map[place]*paragraph
	all,
	cards rags
}

// rags count paragraphs that have a rag, and add it up.
type rags struct{ texts, sum float64 }

// with takes in a rag and returns the average in percent.
func (r *rags) with(rag float64) float64 {
	r.texts, r.sum = r.texts+1, r.sum+rag
	return 100 * r.sum / r.texts
}

// A place is what the lines of a paragraph share wherever they stand.
type place struct {
	origin source.Pos
	size   layout.Length
	slot   layout.Length
}

// A paragraph is what was read of one.
type paragraph struct {
	place
	lang  string
	lines []*layout.Line
	texts []string // of each line
}

// Read takes in a text in the order of the page: drawn k times its size, with a
// contrast to what lies below it, 0 where that is not known. A text that was
// read before is passed over.
func (p *Proof) Read(t *layout.Text, k, c float64) {
	if t.Over { // how characters are read
		return
	}
	if t.Line != p.line || t.Line == nil {
		p.Turn()
		if t.Line == nil || p.seen[t.Line] {
			return
		}
		p.begin(t)
		p.print(t, k, c)
	}
	p.last.texts[len(p.last.texts)-1] += t.Content
}

// begin begins a line.
func (p *Proof) begin(t *layout.Text) {
	if p.seen == nil {
		p.seen, p.open = map[*layout.Line]bool{}, map[place]*paragraph{}
	}
	p.seen[t.Line], p.line = true, t.Line
	at := place{t.Origin, t.Size, t.Line.Slot}
	if p.last = p.open[at]; t.Line.Nth == 0 || p.last == nil {
		p.last = &paragraph{place: at, lang: t.Lang}
		p.open[at] = p.last
	}
	p.last.lines, p.last.texts = append(p.last.lines, t.Line), append(p.last.texts, "")
}

// print looks at the size and the colour of a text.
func (p *Proof) print(t *layout.Text, k, c float64) {
	pt := t.Size.Pt() * k
	if p.Smallest == 0 || pt < p.Smallest {
		p.Smallest = pt
	}
	if c > 0 && (p.Contrast == 0 || c < p.Contrast) {
		p.Contrast = c
	}
	if pt < small-0.05 {
		p.Problems.Warnf(t.Origin, codeSmall, "%.1f pt is small: %q", pt, t.Content)
	}
	least := contrast
	if pt >= largePt || pt >= boldPt && t.Face.Weight >= 700 {
		least = large
	}
	if c > 0 && c < least-0.05 {
		p.Problems.Warnf(t.Origin, codePale, "contrast %.1f : 1, %g : 1 reads with ease: %q", c, least, t.Content)
	}
}

// Turn ends a page, and the line that was read.
func (p *Proof) Turn() {
	if p.line != nil && p.line.Last {
		delete(p.open, p.last.place)
		p.judge(p.last)
	}
	p.line = nil
}

// judge says what is to be found in a paragraph.
func (p *Proof) judge(g *paragraph) {
	n := len(g.lines)
	if n < 2 || g.slot == 0 {
		return
	}
	p.Texts++
	var widths []float64 // of all lines but the last, in columns
	for _, l := range g.lines[:n-1] {
		widths = append(widths, float64(l.Width)/float64(g.slot))
	}
	last := strings.TrimSpace(g.texts[n-1])
	stub := float64(g.lines[n-1].Width) < stubShare*slices.Max(widths)*float64(g.slot)
	if strings.HasPrefix(g.lang, "ja") {
		stub = stub && utf8.RuneCountInString(last) < stubRunes
	}
	switch {
	case stub:
		p.Stubs++
		p.find(g, codeStub, "the last line is short")
	case g.lines[n-2].Split && strings.ContainsRune(last, ' '):
		p.Splits++
		p.find(g, codeSplit, "the last line begins inside a word")
	case slices.ContainsFunc(g.lines[:n-1], func(l *layout.Line) bool { return l.Broken }):
		p.Splits++
		p.find(g, codeSplit, "a line ends inside a word")
	}
	if n > 2 {
		rag := deviation(widths)
		p.Rag = p.all.with(rag)
		if !g.lines[0].Ran {
			p.CardRag = p.cards.with(rag)
		}
		if rag > roughRag {
			p.find(g, codeRag, fmt.Sprintf("lines end %.0f %% of the column apart", 100*rag))
		}
	}
}

func (p *Proof) find(g *paragraph, code, what string) {
	p.Problems.Warnf(g.origin, code, "%s: %q", what, strings.ReplaceAll(strings.Join(g.texts, " / "), "\u00AD", "-"))
}

// deviation returns the standard deviation of numbers.
func deviation(of []float64) float64 {
	var sum, squares float64
	for _, v := range of {
		sum, squares = sum+v, squares+v*v
	}
	n := float64(len(of))
	return math.Sqrt(max(0, squares/n-sum/n*sum/n))
}
