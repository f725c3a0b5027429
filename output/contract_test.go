package output_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/output/outputtest"
)

// A contract is a format and a way to read what it wrote: a whole document, or
// a page in a file of its own.
type contract struct {
	Name      string
	Write     func(io.Writer, *layout.Document) error
	WritePage func(io.Writer, *layout.Document, int) error
	Read      func([]byte) ([]outputtest.Page, error)
}

// one writes the first file of a document.
func (c contract) one(w io.Writer, d *layout.Document) error {
	if c.Write != nil {
		return c.Write(w, d)
	}
	return c.WritePage(w, d, 0)
}

// try tries everything a format must do.
func try(t *testing.T, c contract) {
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		run  func(*testing.T, contract, *layout.Fonts)
	}{
		{"same bytes every time", testSameBytes},
		{"pages have their size", testPages},
		{"texts are found again", testTexts},
		{"codes are drawn module by module", testCodes},
		{"codes are read by a decoder", testDecoder},
		{"symbols and groups land where they should", testPlaces},
		{"writers that fail", testFailingWriter},
		{"documents that cannot be written", testRefused},
		{"links", testLinks},
		{"input is left alone", testInput},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, c, fonts) })
	}
}

// write returns the files of a document.
func write(t *testing.T, c contract, d *layout.Document) [][]byte {
	t.Helper()
	if c.Write != nil {
		var b bytes.Buffer
		if err := c.Write(&b, d); err != nil {
			t.Fatal(err)
		}
		return [][]byte{b.Bytes()}
	}
	var files [][]byte
	for i := range d.Pages {
		var b bytes.Buffer
		if err := c.WritePage(&b, d, i); err != nil {
			t.Fatal(err)
		}
		files = append(files, b.Bytes())
	}
	return files
}

func read(t *testing.T, c contract, d *layout.Document) []outputtest.Page {
	t.Helper()
	var pages []outputtest.Page
	for _, file := range write(t, c, d) {
		more, err := c.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, more...)
	}
	if len(pages) != len(d.Pages) {
		t.Fatalf("%d pages, want %d", len(pages), len(d.Pages))
	}
	return pages
}

func paint(r, g, b uint8) *layout.Paint { return &layout.Paint{RGB: [3]uint8{r, g, b}} }

// document returns a document of one page, 100 × 150 mm, for each list of
// items.
func document(pages ...[]layout.Item) *layout.Document {
	d := &layout.Document{Name: "test", Title: "Test", Lang: "en"}
	for _, items := range pages {
		d.Pages = append(d.Pages, layout.Page{Scene: &layout.Scene{Size: layout.Size{W: 100000, H: 150000}, Items: items}})
	}
	return d
}

func square(x, y, side layout.Length, fill *layout.Paint) *layout.Path {
	return &layout.Path{Outline: layout.RectOutline(layout.Rect{X: x, Y: y, W: side, H: side}, 0), Fill: fill}
}

func testSameBytes(t *testing.T, c contract, fonts *layout.Fonts) {
	cards, all := 20, []int{1, 2, 7}
	if c.WritePage != nil { // pages have nothing to do with each other, nor have processors
		cards, all = 4, all[1:2]
	}
	same := func(a, b [][]byte) bool { return slices.EqualFunc(a, b, bytes.Equal) }
	for _, lang := range []string{"de", "ja"} {
		d, err := outputtest.Deck(fonts, lang, cards)
		if err != nil {
			t.Fatal(err)
		}
		first := write(t, c, d)
		for _, processors := range all {
			before := runtime.GOMAXPROCS(processors)
			again := write(t, c, d)
			runtime.GOMAXPROCS(before)
			if !same(first, again) {
				t.Errorf("%s: other bytes on %d processors", lang, processors)
			}
		}
		other, err := outputtest.Deck(fonts, lang, cards) // equal, at other addresses
		if err != nil {
			t.Fatal(err)
		}
		if !same(first, write(t, c, other)) {
			t.Errorf("%s: other bytes for an equal document", lang)
		}
	}
}

func testPages(t *testing.T, c contract, _ *layout.Fonts) {
	d := document(nil, nil, nil)
	sizes := []layout.Size{{W: 210000, H: 297000}, {W: 279400, H: 215900}, {W: 63123, H: 88001}}
	for i, s := range sizes {
		d.Pages[i].Scene.Size = s
	}
	for i, page := range read(t, c, d) {
		// Files count in points or pixels, so a few µm may be lost.
		if dw, dh := page.Size.W-sizes[i].W, page.Size.H-sizes[i].H; max(dw, -dw, dh, -dh) > 5+page.Grain/2 {
			t.Errorf("page %d is %v, want %v", i+1, page.Size, sizes[i])
		}
	}
}

func testTexts(t *testing.T, c contract, fonts *layout.Fonts) {
	latin, kana := fonts.Face("de", 700), fonts.Face("ja", 400)
	want := []string{
		"Größe (über 10 %) \\ „Zitat“ – ½ €", "Łódź, Þór, ΑΩ, Жук", "フィッシング詐欺を防ぐ。「鍵」", "((\\\\))", "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 !#$&*+,-./:;<=>?@[]^_{|}~",
		"Ž č Č Ń", "a b", "Vater, Tafel: fi ffl",
	}
	var items []layout.Item
	for i, s := range want {
		face := latin
		if strings.ContainsAny(s, "を") {
			face = kana
		}
		for _, r := range s {
			if !face.Has(r) {
				t.Fatalf("face has no %q: choose another example", r)
			}
		}
		items = append(items, &layout.Text{At: layout.Point{X: 5000, Y: layout.Length(10000 * (i + 1))}, Face: face, Size: 4000, Content: s, Tracking: layout.Length(i * 10)})
	}
	for _, page := range read(t, c, document(items)) {
		if page.Text == nil {
			t.Skip("format has no text")
		}
		for _, s := range want {
			if !strings.Contains(*page.Text, s) {
				t.Errorf("%q is not among the texts\n%s", s, *page.Text)
			}
		}
	}
}

func testCodes(t *testing.T, c contract, _ *layout.Fonts) {
	var codes layout.Codes
	for i, payload := range []string{"A", "https://example.org/a/rather/long/address?for=a-card&of=this-deck", strings.Repeat("x7", 140)} {
		code, err := codes.Encode(payload)
		if err != nil {
			t.Fatal(err)
		}
		qr := &layout.QR{At: layout.Point{X: 7333, Y: 9111}, Module: []layout.Length{333, 450, 517}[i], Code: code, Fill: layout.Black()}
		inked := &layout.QR{At: layout.Point{X: 20000, Y: -3000}, Module: 600, Code: code, Fill: &layout.Paint{RGB: [3]uint8{200, 0, 0}}}
		page := read(t, c, document([]layout.Item{qr, &layout.Group{Transform: layout.Rotate(90).Then(layout.Translate(layout.Point{X: 90000, Y: 60000})), Items: []layout.Item{inked}}}))[0]
		if page.ColourAt == nil {
			t.Skip("format has no shapes")
		}
		for y := -2; y < code.Size+2; y++ {
			for x := -2; x < code.Size+2; x++ {
				at := layout.Point{X: qr.At.X + qr.Module*layout.Length(2*x+1)/2, Y: qr.At.Y + qr.Module*layout.Length(2*y+1)/2}
				if dark := page.ColourAt(at) == [3]uint8{}; dark != code.Dark(x, y) {
					t.Fatalf("%q: module %d, %d is dark: %t, want %t", payload, x, y, dark, code.Dark(x, y))
				}
			}
		}
	}
}

func testPlaces(t *testing.T, c contract, fonts *layout.Fonts) {
	red, green, blue := paint(255, 0, 0), paint(0, 200, 0), paint(0, 0, 255)
	dot := &layout.Symbol{Name: "dot", Box: layout.Rect{W: 2000, H: 2000}}
	for i := range layout.Length(20) { // large enough to be worth an object of its own
		dot.Items = append(dot.Items, square(i, i, 2000-2*i, []*layout.Paint{red, green}[i%2]))
	}
	pair := &layout.Symbol{Name: "pair", Box: layout.Rect{W: 12000, H: 12000}, Items: []layout.Item{
		square(0, 0, 12000, blue),
		&layout.Use{Symbol: dot, Transform: layout.Translate(layout.Point{X: 1000, Y: 1000})},
		&layout.Use{Symbol: dot, Transform: layout.Scale(.5, .5).Then(layout.Translate(layout.Point{X: 8000, Y: 5000}))},
	}}
	clip := layout.RectOutline(layout.Rect{X: 50000, Y: 100000, W: 10000, H: 10000}, 0)
	tiny := &layout.Symbol{Name: "tiny", Box: layout.Rect{W: 100, H: 100}, Items: []layout.Item{square(3, 4, 93, green)}}
	at := func(x, y layout.Length) layout.Point { return layout.Point{X: x, Y: y} }
	hole := layout.RectOutline(layout.Rect{X: 70000, Y: 100000, W: 20000, H: 20000}, 0)
	hole.Append(layout.PolygonOutline(at(75000, 105000), at(75000, 110000), at(80000, 110000), at(80000, 105000))) // the other way round
	hole.Append(layout.PolygonOutline(at(82000, 112000), at(88000, 112000), at(88000, 118000), at(82000, 118000))) // the same way
	page := read(t, c, document([]layout.Item{
		&layout.Path{Outline: hole, Fill: blue},
		&layout.Use{Symbol: pair, Transform: layout.Translate(layout.Point{X: 10000, Y: 20000})},
		&layout.Use{Symbol: pair, Transform: layout.Rotate(90).Then(layout.Translate(layout.Point{X: 60000, Y: 20000}))},
		&layout.Group{Clip: &clip, Items: []layout.Item{square(45000, 95000, 10000, red)}},
		&layout.Use{Symbol: tiny, Transform: layout.Scale(100, 100).Then(layout.Translate(layout.Point{X: 20000, Y: 60000}))},
	}))[0]
	if page.ColourAt == nil {
		t.Skip("format has no shapes")
	}
	for _, probe := range []struct {
		x, y float64 // mm, at least 0.1 from an edge, or 0.02 from one of tiny
		want *layout.Paint
	}{
		{9.9, 21, layout.White()}, {10.1, 20.1, blue}, {12, 22, green}, {18.5, 25.5, green}, {20.5, 25.5, blue}, {21.9, 31.9, blue}, {22.1, 31.9, layout.White()},
		{59.9, 20.1, blue}, {58, 22, green}, {54.5, 28.5, green}, {48.1, 31.9, blue}, {47.9, 31.9, layout.White()}, {60.1, 21, layout.White()},
		{49.9, 104, layout.White()}, {50.1, 100.1, red}, {54.9, 104.9, red}, {55.1, 104, layout.White()}, {52, 99.9, layout.White()},
		{72, 102, blue}, {77, 107, layout.White()}, {85, 115, blue},
		{20.28, 65, layout.White()}, {20.32, 65, green}, {29.58, 69.68, green}, {29.62, 69, layout.White()},
	} {
		if probe.y > 60 && probe.y < 70 && page.Grain > 20 {
			continue // nearer than a pixel
		}
		if got := page.ColourAt(layout.Point{X: layout.MM(probe.x), Y: layout.MM(probe.y)}); got != probe.want.RGB {
			t.Errorf("colour at %v, %v mm is %v, want %v", probe.x, probe.y, got, probe.want.RGB)
		}
	}
}

// A stubborn writer takes a number of bytes and then fails.
type stubborn struct{ left int }

var errFull = errors.New("disk full")

func (s *stubborn) Write(p []byte) (int, error) {
	if len(p) <= s.left {
		s.left -= len(p)
		return len(p), nil
	}
	n := s.left
	s.left = 0
	return n, errFull
}

// A lazy writer takes half of what it gets and says nothing.
type lazy struct{}

func (lazy) Write(p []byte) (int, error) { return len(p) / 2, nil }

func testFailingWriter(t *testing.T, c contract, _ *layout.Fonts) {
	d := document([]layout.Item{square(1000, 1000, 5000, layout.Black())})
	d.Pages[0].Scene.Size = layout.Size{W: 20000, H: 30000}
	size := len(write(t, c, d)[0])
	for left := 0; left < size; left += 1 + size/50 {
		if err := c.one(&stubborn{left}, d); !errors.Is(err, errFull) {
			t.Fatalf("writer failed after %d of %d bytes: error is %v", left, size, err)
		}
	}
	if err := c.one(lazy{}, d); err == nil {
		t.Error("half of the bytes were lost without an error")
	}
	if err := c.one(&stubborn{size}, d); err != nil {
		t.Error(err)
	}
}

func testRefused(t *testing.T, c contract, fonts *layout.Fonts) {
	self := &layout.Symbol{Name: "self"}
	self.Items = []layout.Item{&layout.Group{Items: []layout.Item{&layout.Use{Symbol: self}}}}
	broken := layout.Outline{Verbs: []layout.Verb{layout.MoveTo, layout.CubicTo}, Points: make([]layout.Point, 2)}
	huge := document(nil)
	huge.Pages[0].Scene.Size.W = 6000 * layout.Millimetre
	for _, test := range []struct {
		name string
		doc  *layout.Document
		want string
	}{
		{"no pages", document(), "no pages"},
		{"page without a scene", &layout.Document{Pages: []layout.Page{{}}}, "page 1"},
		{"page without a size", &layout.Document{Pages: []layout.Page{{Scene: &layout.Scene{}}}}, "page 1"},
		{"page too large", huge, "6000.00"},
		{"symbol that uses itself", document([]layout.Item{&layout.Use{Symbol: self}}), `"self"`},
		{"text without a glyph", document([]layout.Item{&layout.Text{Face: fonts.Face("de", 400), Size: 3000, Content: "愛"}}), "U+611B"},
		{"text without a face", document([]layout.Item{&layout.Text{Size: 3000, Content: "faceless"}}), "faceless"},
		{"shape without its points", document([]layout.Item{&layout.Path{Outline: broken, Fill: layout.Black()}}), "2 points"},
		{"line without a width", document([]layout.Item{&layout.Path{Stroke: &layout.Stroke{Paint: layout.Black()}}}), "width"},
		{"picture that is none", document([]layout.Item{&layout.Image{}}), "picture"},
	} {
		var b bytes.Buffer
		err := c.one(&b, test.doc)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error is %v, want one about %q", test.name, err, test.want)
		}
		if b.Len() > 0 {
			t.Errorf("%s: %d bytes were written", test.name, b.Len())
		}
	}
}

func testLinks(t *testing.T, c contract, _ *layout.Fonts) {
	link := func(url, anchor string) *layout.Document {
		return document([]layout.Item{&layout.Link{Rect: layout.Rect{X: 1000, Y: 1000, W: 5000, H: 5000}, URL: url, Anchor: anchor}})
	}
	for _, bad := range []string{"http://example.org/", "javascript:alert(1)", "file:///etc/passwd", "//example.org", "https://", "https:example.org",
		"https://user@example.org/", "https://example.org/a b", "https://example.org/ü", "https://example.org/\n", "HTTPS:/x", "mailto:a@example.org"} {
		if err := c.one(io.Discard, link(bad, "")); err == nil || !strings.Contains(err.Error(), "link") {
			t.Errorf("link to %q: error is %v", bad, err)
		}
	}
	if err := c.one(io.Discard, link("", "nowhere")); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("link to a missing anchor: error is %v", err)
	}
	const good = "https://example.org/a_(b)?c=%20d#e"
	if page := read(t, c, link(good, ""))[0]; page.Links != nil && fmt.Sprint(page.Links) != "["+good+"]" {
		t.Errorf("links are %v, want %s", page.Links, good)
	}
}

func testInput(t *testing.T, c contract, fonts *layout.Fonts) {
	face := fonts.Face("ja", 700)
	before := bytes.Clone(face.Data)
	d := document([]layout.Item{&layout.Text{At: layout.Point{X: 5000, Y: 9000}, Face: face, Size: 3000, Content: "じざ"}})
	done := make(chan error)
	for range 4 {
		go func() { done <- c.one(io.Discard, d) }()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if !bytes.Equal(before, face.Data) {
		t.Error("the font was changed")
	}
}

// pdfPages reads a PDF file for a contract.
func pdfPages(data []byte) ([]outputtest.Page, error) {
	p, err := outputtest.ReadPDF(data)
	if err != nil {
		return nil, err
	}
	var pages []outputtest.Page
	for _, page := range p.Pages {
		text := page.Text()
		out := outputtest.Page{Size: page.Size, Text: &text, ColourAt: page.ColourAt, Links: []string{}}
		for _, l := range page.Links {
			if l.URL != "" {
				out.Links = append(out.Links, l.URL)
			}
		}
		pages = append(pages, out)
	}
	return pages, nil
}
