package svg_test

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/output/outputtest"
	"kitpress/output/svg"
)

var update = flag.Bool("update", false, "write goldens instead of comparing")

func paint(r, g, b uint8) *layout.Paint { return &layout.Paint{RGB: [3]uint8{r, g, b}} }

func box(x, y, w, h layout.Length, fill *layout.Paint) *layout.Path {
	return &layout.Path{Outline: layout.RectOutline(layout.Rect{X: x, Y: y, W: w, H: h}, 0), Fill: fill}
}

func write(t *testing.T, s *layout.Scene, o svg.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := svg.Write(&b, s, o); err != nil {
		t.Fatal(err)
	}
	if _, err := outputtest.SVGPage(b.Bytes()); err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	return b.String()
}

// A card with one of everything, as a file to read.
func TestGolden(t *testing.T) {
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	var codes layout.Codes
	code, err := codes.Encode("HTTPS://KIT.EXAMPLE.ORG/C/ABCD")
	if err != nil {
		t.Fatal(err)
	}
	dot := &layout.Symbol{Name: "dot", Box: layout.Rect{W: 2000, H: 2000}, Items: []layout.Item{&layout.Path{Outline: layout.EllipseOutline(layout.Point{X: 1000, Y: 1000}, 1000, 900), Fill: paint(10, 20, 30)}}}
	once := &layout.Symbol{Name: "once", Box: layout.Rect{W: 5000, H: 5000}, Items: []layout.Item{box(0, 0, 5000, 5000, paint(255, 0, 0))}}
	round := layout.RectOutline(layout.Rect{X: 1000, Y: 1000, W: 8000, H: 8000}, 2000)
	s := &layout.Scene{Name: "tiny/fox/front", Size: layout.Size{W: 63000, H: 88000}, Bleed: 3000, Items: []layout.Item{
		box(-3000, -3000, 69000, 94000, paint(255, 255, 255)),
		&layout.Path{Outline: layout.PolylineOutline(layout.Point{X: 3000, Y: 20000}, layout.Point{X: 60000, Y: 20000}, layout.Point{X: 60000, Y: 25000}), Stroke: &layout.Stroke{Paint: layout.Black(), Width: 250, Dash: []layout.Length{1000, 500}}},
		&layout.Path{Outline: round, Fill: paint(170, 187, 204), Stroke: &layout.Stroke{Paint: paint(1, 2, 3), Width: 400, Round: true}},
		&layout.Text{At: layout.Point{X: 5000, Y: 11000}, Face: fonts.Face("de", 700), Size: 4000, Content: "a <b> & a", Tracking: 20, Fill: layout.White()},
		&layout.Use{Symbol: dot, Transform: layout.Translate(layout.Point{X: 30000, Y: 30000})},
		&layout.Group{Clip: &round, Items: []layout.Item{&layout.Use{Symbol: dot, Transform: layout.Rotate(30).Then(layout.Scale(.5, .25))}}},
		&layout.Group{Transform: layout.Scale(2, 2), Clip: &round, Tag: &layout.Tag{Role: "Figure", Alt: `"fox"`}, Items: []layout.Item{&layout.Use{Symbol: once, Transform: layout.Identity()}}},
		&layout.Group{Tag: &layout.Tag{Role: "H2"}, Items: []layout.Item{&layout.Anchor{Name: "rule 1/2", At: layout.Point{X: 1, Y: 2}}}},
		&layout.Group{Tag: &layout.Tag{Role: "Artifact"}, Items: []layout.Item{&layout.Link{Rect: layout.Rect{X: 1, Y: 2, W: 3, H: 4}, URL: "https://example.org/?a=1&b=2"}}},
		&layout.Link{Rect: layout.Rect{W: 3, H: 4}, Anchor: "rule 1/2"},
		&layout.QR{At: layout.Point{X: 42000, Y: 68000}, Module: 450, Code: code, Fill: layout.Black()},
	}}
	got := write(t, s, svg.Options{Desc: "A card & more", Lang: "en", Bleed: true})
	const name = "testdata/card.svg"
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("file is other than %s:\n%s", name, got)
	}
}

// The size is exact, with the bleed and without.
func TestSize(t *testing.T) {
	s := &layout.Scene{Size: layout.Size{W: 63123, H: 88001}, Bleed: 3000}
	for _, test := range []struct {
		o    svg.Options
		want string
	}{
		{svg.Options{}, `width="63.123mm" height="88.001mm" viewBox="0 0 63123 88001"`},
		{svg.Options{Bleed: true}, `width="69.123mm" height="94.001mm" viewBox="-3000 -3000 69123 94001"`},
	} {
		if got := write(t, s, test.o); !strings.Contains(got, test.want) {
			t.Errorf("%+v: no %s in\n%s", test.o, test.want, got)
		}
	}
}

// Whatever a text, a title or a link says, it is nothing but a text.
func TestEscaped(t *testing.T) {
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	const bad = `"><script>alert(1)</script><g a='&amp;`
	s := &layout.Scene{Name: bad, Size: layout.Size{W: 10000, H: 10000}, Items: []layout.Item{
		&layout.Text{Face: fonts.Face("de", 400), Size: 3000, Content: bad},
		&layout.Group{Tag: &layout.Tag{Role: "Figure", Alt: bad}},
		&layout.Anchor{Name: bad}, &layout.Link{Anchor: bad},
	}}
	for _, o := range []svg.Options{{}, {Title: bad, Desc: bad + "\x00\x1b\uFFFE", Lang: bad}} {
		file := write(t, s, o)
		d := xml.NewDecoder(strings.NewReader(file))
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if e, ok := token.(xml.StartElement); ok && e.Name.Local == "script" {
				t.Errorf("script in\n%s", file)
			}
		}
		pages, err := outputtest.SVGPage([]byte(file))
		if err != nil || !strings.Contains(*pages[0].Text, bad) {
			t.Errorf("text is lost (%v):\n%s", err, file)
		}
	}
}

// A symbol used twice is stored once, also inside another; one that holds a
// link is drawn each time, as links inside a use are dead.
func TestSymbols(t *testing.T) {
	leaf := &layout.Symbol{Name: "leaf", Items: []layout.Item{box(0, 0, 17, 19, nil), box(0, 0, 17, 19, layout.Black())}}
	branch := &layout.Symbol{Name: "branch", Items: []layout.Item{&layout.Use{Symbol: leaf}, &layout.Use{Symbol: leaf, Transform: layout.Translate(layout.Point{X: 9})}}}
	linked := &layout.Symbol{Name: "linked", Items: []layout.Item{&layout.Link{URL: "https://example.org/"}}}
	s := &layout.Scene{Size: layout.Size{W: 10000, H: 10000}}
	for i := range layout.Length(3) {
		for _, sym := range []*layout.Symbol{branch, linked} {
			s.Items = append(s.Items, &layout.Use{Symbol: sym, Transform: layout.Translate(layout.Point{X: i * 100})})
		}
	}
	got := write(t, s, svg.Options{})
	for what, n := range map[string]int{"h17": 1, "<use ": 5, "<a ": 3, "<g id=": 2} {
		if found := strings.Count(got, what); found != n {
			t.Errorf("%d times %q, want %d, in\n%s", found, what, n, got)
		}
	}
}

// Links to another page lead to its file.
func TestLinksBetweenPages(t *testing.T) {
	page := func(items ...layout.Item) layout.Page {
		return layout.Page{Scene: &layout.Scene{Size: layout.Size{W: 10000, H: 10000}, Items: items}}
	}
	d := &layout.Document{Name: "book", Title: "Book", Pages: []layout.Page{
		page(&layout.Link{Anchor: "here"}, &layout.Link{Anchor: "there"}, &layout.Anchor{Name: "here"}),
		page(&layout.Use{Symbol: &layout.Symbol{Items: []layout.Item{&layout.Group{Items: []layout.Item{&layout.Anchor{Name: "there"}}}}}}, &layout.Anchor{Name: "here"}),
	}}
	var files [2]bytes.Buffer
	for i := range files {
		if err := svg.WritePage(&files[i], d, i); err != nil {
			t.Fatal(err)
		}
	}
	first, second := files[0].String(), files[1].String()
	if !strings.Contains(first, `xlink:href="#a-here"`) || !strings.Contains(first, `xlink:href="book-2.svg#a-there"`) || !strings.Contains(second, `id="a-there"`) {
		t.Errorf("links lead astray:\n%s\n%s", first, second)
	}
	if !strings.Contains(first, "<title>Book (1/2)</title>") {
		t.Errorf("title is missing in\n%s", first)
	}
	for _, page := range []int{-1, 2} {
		if err := svg.WritePage(io.Discard, d, page); err == nil {
			t.Errorf("page %d is written", page)
		}
	}
}

func BenchmarkDeck(b *testing.B) {
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		b.Fatal(err)
	}
	d, err := outputtest.Deck(fonts, "de", 9)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := svg.WritePage(io.Discard, d, 0); err != nil {
			b.Fatal(err)
		}
	}
}
