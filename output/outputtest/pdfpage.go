package outputtest

import (
	"fmt"
	"math"
	"strings"

	"kitpress/layout"
)

// A PDFPage is a page with what is drawn on it, in µm from its top left
// corner.
type PDFPage struct {
	Dict     Dict
	Size     layout.Size
	Boxes    map[Name]layout.Rect
	Texts    []PDFText
	Shapes   []PDFShape
	Links    []PDFLink
	Colours  [][]float64 // set for fills and lines: 1 number for a grey, 3 for RGB, 4 for inks
	Pictures int
}

// A PDFText is a string that is shown.
type PDFText struct {
	Text string
	At   layout.Point // start of the baseline
	Size layout.Length
	Fill [3]uint8
	Mark Mark

	Inks      []float64 // when the colour is one of inks
	Overprint bool
}

// A Mark is the marked content something is drawn in.
type Mark struct {
	Tag  Name // "" for none
	MCID int  // -1 for none
}

// A PDFShape is a shape and what it belongs to.
type PDFShape struct {
	Shape
	Mark Mark
}

// A PDFLink is a link annotation.
type PDFLink struct {
	Rect layout.Rect
	URL  string
	Page int // index of the page an internal link leads to, -1 for none
}

func (p *PDF) readPage(d Dict) (*PDFPage, error) {
	media := p.Array(d["MediaBox"])
	if len(media) != 4 {
		return nil, fmt.Errorf("no media box")
	}
	height, _ := media[3].(float64)
	page := &PDFPage{Dict: d, Boxes: map[Name]layout.Rect{}}
	for _, name := range []Name{"MediaBox", "CropBox", "BleedBox", "TrimBox"} {
		page.Boxes[name] = p.box(d[name], height)
	}
	page.Size = page.Boxes["MediaBox"].Size()
	for _, a := range p.Array(d["Annots"]) {
		page.Links = append(page.Links, p.readLink(p.Dict(a), height))
	}
	in := &interpreter{pdf: p, page: page}
	um := 25400.0 / 72
	in.state.ctm = layout.Matrix{A: um, D: -um, F: height * um}
	in.mark = Mark{MCID: -1}
	if err := in.run(p.Stream(d["Contents"]), p.Dict(d["Resources"])); err != nil {
		return nil, err
	}
	return page, nil
}

func (p *PDF) readLink(a Dict, height float64) PDFLink {
	l := PDFLink{Rect: p.box(a["Rect"], height), Page: -1}
	l.URL = p.Text(p.Dict(a["A"])["URI"])
	if dest := p.Array(a["Dest"]); len(dest) > 0 {
		for i, kid := range p.Array(p.Dict(p.Catalog["Pages"])["Kids"]) {
			if kid == dest[0] {
				l.Page = i
			}
		}
	}
	return l
}

// Text returns all texts of the page, those on one line joined by a space.
func (pg *PDFPage) Text() string {
	var b strings.Builder
	for i, t := range pg.Texts {
		if i > 0 {
			if t.At.Y == pg.Texts[i-1].At.Y {
				b.WriteByte(' ')
			} else {
				b.WriteByte('\n')
			}
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// ColourAt returns the colour of the uppermost filled shape at a point, white
// when there is none. Texts, strokes and pictures do not count.
func (pg *PDFPage) ColourAt(at layout.Point) [3]uint8 {
	for i := len(pg.Shapes) - 1; i >= 0; i-- {
		if s := &pg.Shapes[i]; s.covers(at) {
			return *s.Fill
		}
	}
	return [3]uint8{255, 255, 255}
}

// colour returns a colour of numbers from 0 to 1.
func colour(v []float64) *[3]uint8 {
	if len(v) == 1 {
		v = []float64{v[0], v[0], v[0]}
	}
	if len(v) == 4 { // roughly
		v = []float64{(1 - v[0]) * (1 - v[3]), (1 - v[1]) * (1 - v[3]), (1 - v[2]) * (1 - v[3])}
	}
	var c [3]uint8
	for i := range c {
		c[i] = uint8(math.Round(v[i] * 255))
	}
	return &c
}
