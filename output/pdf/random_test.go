package pdf_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"testing"

	"kitpress/layout"
	"kitpress/output/outputtest"
	"kitpress/output/pdf"
)

// A dice builds documents nobody would think of.
type dice struct {
	*rand.Rand
	faces   []*layout.Face
	symbols []*layout.Symbol
	words   []string
}

func (d *dice) length() layout.Length { return layout.Length(d.Intn(120000) - 10000) }
func (d *dice) at() layout.Point      { return layout.Point{X: d.length(), Y: d.length()} }

func (d *dice) matrix() layout.Matrix {
	switch d.Intn(5) {
	case 0:
		return layout.Matrix{} // left out
	case 1:
		return layout.Identity()
	case 2:
		return layout.Translate(d.at())
	case 3:
		return layout.Rotate(float64(d.Intn(8) * 45)).Then(layout.Translate(d.at()))
	}
	return layout.Scale(d.Float64()*3, d.Float64()*3+.01).Then(layout.Rotate(d.Float64() * 360))
}

func (d *dice) paint() *layout.Paint {
	return &layout.Paint{RGB: [3]uint8{uint8(d.Intn(2) * d.Intn(256)), uint8(d.Intn(2)), 0}}
}

func (d *dice) outline() layout.Outline {
	r := layout.Rect{X: d.length(), Y: d.length(), W: layout.Length(d.Intn(30000)), H: layout.Length(d.Intn(30000))}
	switch d.Intn(3) {
	case 0:
		return layout.RectOutline(r, layout.Length(d.Intn(2)*1000))
	case 1:
		return layout.EllipseOutline(d.at(), r.W, r.H)
	}
	return layout.PolylineOutline(d.at(), d.at(), d.at())
}

func (d *dice) stroke() *layout.Stroke {
	s := &layout.Stroke{Paint: d.paint(), Width: layout.Length(1 + d.Intn(500)), Round: d.Intn(2) == 0}
	if d.Intn(3) == 0 {
		s.Dash = []layout.Length{1000, layout.Length(d.Intn(700))}
	}
	return s
}

func (d *dice) items(depth int) []layout.Item {
	var items []layout.Item
	for range d.Intn(6) {
		items = append(items, d.item(depth))
	}
	return items
}

func (d *dice) item(depth int) layout.Item {
	n := d.Intn(8)
	if depth > 5 {
		n = d.Intn(4)
	}
	switch n {
	case 0, 1:
		return &layout.Text{At: d.at(), Face: d.faces[d.Intn(len(d.faces))], Size: layout.Length(1000 + d.Intn(5000)), Content: d.words[d.Intn(len(d.words))],
			Tracking: layout.Length(d.Intn(3) * 15), Fill: d.paint()}
	case 2:
		return &layout.Path{Outline: d.outline(), Fill: d.paint()}
	case 3:
		return &layout.Path{Outline: d.outline(), Stroke: d.stroke()}
	case 4:
		return &layout.Use{Symbol: d.symbols[d.Intn(len(d.symbols))], Transform: d.matrix()}
	case 5:
		return &layout.Link{Rect: layout.Rect{W: 1000, H: 1000}, URL: "https://example.org/"}
	}
	g := &layout.Group{Transform: d.matrix(), Items: d.items(depth + 1)}
	if d.Intn(3) == 0 {
		o := d.outline()
		g.Clip = &o
	}
	if d.Intn(2) == 0 {
		g.Tag = &layout.Tag{Role: []string{"P", "Span", "Figure", "Artifact", "Link", "H1"}[d.Intn(6)], ID: d.Intn(3)}
	}
	return g
}

// Whatever is drawn, the file is well formed, every text is there, and the
// structure fits what is on the pages.
func TestRandomDocuments(t *testing.T) {
	fonts := loadFonts(t)
	for seed := range int64(300) {
		d := &dice{Rand: rand.New(rand.NewSource(seed)), words: []string{"ab", "(c)", "Größe", "x", "-"},
			faces: []*layout.Face{fonts.Face("de", 400), fonts.Face("de", 700), fonts.Face("ja", 400)}}
		d.symbols = []*layout.Symbol{{Name: "empty"}}
		for range 4 { // each may use those before it
			d.symbols = append(d.symbols, &layout.Symbol{Box: layout.Rect{W: 10000, H: 10000}, Items: d.items(4)})
		}
		doc := &layout.Document{Title: "random", Lang: "de", Tagged: seed%2 == 0}
		for range 1 + d.Intn(3) {
			doc.Pages = append(doc.Pages, page(d.items(0)...))
		}
		checkRandom(t, seed, doc)
	}
}

func checkRandom(t *testing.T, seed int64, doc *layout.Document) {
	t.Helper()
	var b bytes.Buffer
	if err := new(pdf.Writer).Write(&b, doc); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	p, err := outputtest.ReadPDF(b.Bytes())
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if err := p.CheckFonts(); err != nil {
		t.Errorf("seed %d: %v", seed, err)
	}
	for i, pg := range p.Pages {
		var got, want ink
		for _, text := range pg.Texts {
			if text.Text != " " { // added at the ends of lines, for those who listen
				got.texts = append(got.texts, fmt.Sprint(text.Text, text.Fill))
			}
		}
		for _, shape := range pg.Shapes {
			if shape.Fill != nil {
				got.fills = append(got.fills, *shape.Fill)
			}
		}
		got.links = len(pg.Links)
		want.collect(doc.Pages[i].Scene.Items)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("seed %d: page %d shows %v, want %v", seed, i+1, got, want)
		}
	}
	if doc.Tagged {
		if _, err := structure(p); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// An ink is what can be compared between items and pages.
type ink struct {
	texts []string
	fills [][3]uint8
	links int
}

func (k *ink) collect(items []layout.Item) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			k.texts = append(k.texts, fmt.Sprint(it.Content, it.Fill.RGB))
		case *layout.Path:
			if it.Fill != nil {
				k.fills = append(k.fills, it.Fill.RGB)
			}
		case *layout.Link:
			k.links++
		case *layout.Group:
			k.collect(it.Items)
		case *layout.Use:
			k.collect(it.Symbol.Items)
		}
	}
}
