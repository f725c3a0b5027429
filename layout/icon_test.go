package layout

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestShippedIcons reads every vendored icon and checks that nothing leaves
// its box by more than control points may.
func TestShippedIcons(t *testing.T) {
	n := 0
	for _, name := range IconNames() {
		for _, style := range IconStyles() {
			data, ok := ShippedIcon(name, style)
			icon, err := ParseIcon(name, data)
			if !ok || err != nil {
				t.Errorf("%s, %s: %v", name, style, err)
				continue
			}
			n++
			for _, s := range icon.Shapes {
				if b := s.Outline.Bounds(); !icon.Box.Inset(-10 * Millimetre).Contains(b) {
					t.Errorf("%s: shape %v leaves the box %v", name, b, icon.Box)
				}
			}
		}
	}
	if _, ok := ShippedIcon("#", "fill"); n < 1000 || ok {
		t.Fatalf("read %d icons; the comment is one: %v", n, ok)
	}
}

func TestParseIconRefuses(t *testing.T) {
	svg := func(body string) string { return `<svg viewBox="0 0 10 10">` + body + `</svg>` }
	cases := []struct{ name, in, want string }{
		{"not svg", "\x89PNG\r\n", "this is a PNG picture"},
		{"empty", "", "not an SVG"},
		{"html", "<html></html>", "not <svg>"},
		{"entity", `<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>`, "entities"},
		{"script", svg(`<script>1</script>`), "<script>"},
		{"handler", svg(`<rect onclick="x()" width="1" height="1"/>`), "scripts"},
		{"reference", svg(`<use href="https://example.org/x"/>`), "href"},
		{"no box", `<svg><rect width="1" height="1"/></svg>`, "viewBox"},
		{"no shapes", svg(""), "no shapes"},
		{"bad number", svg(`<circle r="x"/>`), "not a number"},
		{"infinite", svg(`<circle r="1e99"/>`), "sensible size"},
		{"bad path", svg(`<path d="M0 0 L"/>`), "column"},
		{"late move", svg(`<path d="L1 1"/>`), "begins with M"},
		{"stroke", svg(`<path d="M0 0L1 1" stroke="red"/>`), "strokes"},
		{"transform", svg(`<rect width="1" height="1" transform="scale(2)"/>`), "transform"},
		{"text", svg(`hello`), "text"},
		{"two colours", svg(`<rect fill="red" width="9" height="9"/><circle fill="#0F0" cx="5" cy="5" r="2"/>`), "two colours, red and #0f0"},
		{"white on black", svg(`<rect width="9" height="9"/><circle fill="white" cx="5" cy="5" r="2"/>`), "two colours, black and white"},
		{"a colour of a group", svg(`<g fill="#abc"><rect width="9" height="9"/></g><rect width="2" height="2"/>`), "two colours, #abc and black"},
		{"hidden", svg(`<rect display="none" width="9" height="9"/>`), "display"},
		{"opacity in words", svg(`<rect opacity="half" width="9" height="9"/>`), "opacity"},
		{"another rule", svg(`<rect fill-rule="odd" width="9" height="9"/>`), "fill-rule"},
		{"nothing filled", svg(`<g fill="none"><rect width="9" height="9"/></g>`), "no shapes"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseIcon(c.name, []byte(c.in))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

// What is drawn is what a browser shows: inherited fills, holes by either rule.
func TestParseIconFills(t *testing.T) {
	const square, inner, core = "M0 0H10V10H0Z", "M2 2H8V8H2Z", "M4 4H6V6H4Z"
	for _, c := range []struct {
		name, body string
		in, out    []Point // mm
	}{
		{"non-zero", `<path d="` + square + inner + `"/>`, []Point{{1, 1}, {5, 5}}, []Point{{11, 11}}},
		{"even-odd", `<path fill-rule="evenodd" d="` + square + inner + core + `"/>`, []Point{{1, 1}, {5, 5}}, []Point{{3, 3}}},
		{"even-odd of a group", `<g fill-rule="evenodd"><path d="` + inner + square + `"/></g>`, []Point{{1, 1}}, []Point{{5, 5}}},
		{"even-odd beside each other", `<path fill-rule="evenodd" d="M0 0H4V4H0ZM6 0V4H10V0Z"/>`, []Point{{1, 1}, {7, 1}}, []Point{{5, 1}}},
		{"a fill of none in a group", `<g fill="none"><path d="` + square + `"/><path fill="currentColor" d="` + core + `"/></g>`, []Point{{5, 5}}, []Point{{1, 1}}},
		{"the same colour twice", `<path fill="#000" d="` + inner + `"/><path fill="currentColor" d="` + core + `"/>`, []Point{{3, 3}}, nil},
	} {
		icon, err := ParseIcon(c.name, []byte(`<svg viewBox="0 0 10 10">`+c.body+`</svg>`))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		filled := func(p Point) bool {
			for _, s := range icon.Shapes {
				if s.Outline.Contains(Point{MM(float64(p.X)), MM(float64(p.Y))}) {
					return true
				}
			}
			return false
		}
		for _, p := range c.in {
			if !filled(p) {
				t.Errorf("%s: %v is empty", c.name, p)
			}
		}
		for _, p := range c.out {
			if filled(p) {
				t.Errorf("%s: %v is filled", c.name, p)
			}
		}
	}
}

// A drawing keeps the colours, lines and names of its shapes, in their order.
func TestParseDrawing(t *testing.T) {
	pic, err := ParseDrawing("face", []byte(`<svg viewBox="0 0 20 20" stroke="#1B2330" stroke-width="2"><title>A face</title>
<g class="skin"><circle cx="10" cy="10" r="8" fill="#F8D5B8"/></g><path d="M6 12H14" fill="none" stroke-width=".5" class="mouth fine"/>
<rect stroke="none" fill="#FFF" width="3" height="1"/><rect fill="none" stroke="none" width="3" height="1"/></svg>`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range pic.Shapes {
		line := fmt.Sprint(s.Classes, s.Outline.Bounds())
		if s.Fill != nil {
			line += " fill " + s.Fill.Hex()
		}
		if s.Stroke != nil {
			line += fmt.Sprint(" line ", s.Stroke.Paint.Hex(), " ", s.Stroke.Width)
		}
		got = append(got, line)
	}
	want := []string{
		"[skin] " + fmt.Sprint(Rect{MM(2), MM(2), MM(16), MM(16)}) + " fill #f8d5b8 line #1b2330 2.00",
		"[mouth fine] " + fmt.Sprint(Rect{MM(6), MM(12), MM(8), 0}) + " line #1b2330 0.50",
		"[] " + fmt.Sprint(Rect{0, 0, MM(3), MM(1)}) + " fill #ffffff",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestParsePath(t *testing.T) {
	cases := []struct {
		d    string
		want Rect
	}{
		{"M1,2h3v4h-3z", Rect{1000, 2000, 3000, 4000}},
		{"M0 0 10 0 10 10z", Rect{0, 0, 10000, 10000}},
		{"M0 5A5 5 0 0 1 10 5A5 5 0 0 1 0 5Z", Rect{0, 0, 10000, 10000}},
		{"M0,5a5,5,0,0,110,0", Rect{0, 0, 10000, 5000}},
		{"m.5.5.5.5", Rect{500, 500, 500, 500}},
	}
	for _, c := range cases {
		o, err := ParsePath(c.d)
		if err != nil {
			t.Errorf("%s: %v", c.d, err)
			continue
		}
		if got := o.Bounds(); got != c.want {
			t.Errorf("%s: bounds %v, want %v", c.d, got, c.want)
		}
	}
}

func FuzzIcon(f *testing.F) {
	for _, s := range []string{
		`<svg viewBox="0 0 256 256"><path d="M200,112v48a72,72,0,0,1-72,72Z" opacity="0.2"/><g opacity=".5"><circle r="3"/></g></svg>`,
		`<svg viewBox="0 0 1 1"><polygon points="0 0 1 1 0 1"/><rect rx="2" width="3" height="1"/></svg>`,
		`<svg viewBox="-1,-1,2,2"><path d="M0 0Q1 1 2 0T4 0S5 5 6 6c1 1 2 2 3 3"/></svg>`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		icon, err := ParseIcon("fuzz", data)
		if err == nil && len(icon.Shapes) == 0 {
			t.Fatal("an icon without shapes was accepted")
		}
		pic, err := ParseDrawing("fuzz", data)
		if icon != nil && err == nil && len(pic.Shapes) != len(icon.Shapes) {
			t.Fatalf("an icon of %d shapes is a drawing of %d", len(icon.Shapes), len(pic.Shapes))
		}
	})
}
