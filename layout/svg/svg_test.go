package svg

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kitpress/layout"
)

// TestShippedIcons reads every vendored icon and checks that nothing leaves
// its box by more than control points may.
func TestShippedIcons(t *testing.T) {
	n := 0
	for _, name := range layout.IconNames() {
		for _, style := range layout.IconStyles() {
			data, ok := layout.ShippedIcon(name, style)
			icon, err := Icon(name, data)
			if !ok || err != nil {
				t.Errorf("%s, %s: %v", name, style, err)
				continue
			}
			n++
			for _, s := range icon.Shapes {
				if b := s.Outline.Bounds(); !icon.Box.Inset(-10 * layout.Millimetre).Contains(b) {
					t.Errorf("%s: shape %v leaves the box %v", name, b, icon.Box)
				}
			}
		}
	}
	if _, ok := layout.ShippedIcon("#", "fill"); n < 1000 || ok {
		t.Fatalf("read %d icons; the comment is one: %v", n, ok)
	}
}

func pt(x, y layout.Length) layout.Point { return layout.Point{X: x, Y: y} }

func box(x, y, w, h layout.Length) layout.Rect { return layout.Rect{X: x, Y: y, W: w, H: h} }

// doubled returns groups that each show the one before twice.
func doubled() string {
	var b strings.Builder
	for c := 'b'; c <= 'z'; c++ {
		fmt.Fprintf(&b, `<g id="%c"><use href="#%c"/><use href="#%[2]c"/></g>`, c, c-1)
	}
	return b.String()
}

func TestIconRefuses(t *testing.T) {
	svg := func(body string) string { return `<svg viewBox="0 0 10 10">` + body + `</svg>` }
	cases := []struct{ name, in, want string }{
		{"not svg", "\x89PNG\r\n", "this is a PNG picture"},
		{"empty", "", "not an SVG"},
		{"html", "<html></html>", "not <svg>"},
		{"entity", `<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>`, "entities"},
		{"script", svg(`<script>1</script>`), "<script>"},
		{"handler", svg(`<rect onclick="x()" width="1" height="1"/>`), "scripts"},
		{"reference", svg(`<use href="https://example.org/x"/>`), "outside of the picture (href)"},
		{"no box", `<svg><rect width="1" height="1"/></svg>`, "viewBox"},
		{"no shapes", svg(""), "no shapes"},
		{"bad number", svg(`<circle r="x"/>`), "not a number"},
		{"infinite", svg(`<circle r="1e99"/>`), "sensible size"},
		{"bad path", svg(`<path d="M0 0 L"/>`), "column"},
		{"late move", svg(`<path d="L1 1"/>`), "begins with M"},
		{"line of another colour", svg(`<path d="M0 0L1 1" stroke="red"/>`), "two colours, black and red"},
		{"transform", svg(`<rect width="1" height="1" transform="scale(2"/>`), "transform"},
		{"text", svg(`<text x="1">hello</text>`), "turn it into paths"},
		{"picture", svg(`<image href="a.png"/>`), "<image> is not drawn"},
		{"filter", svg(`<rect filter="url(#a)" width="1" height="1"/>`), "filter is not drawn"},
		{"mask", svg(`<mask id="a"/><g style="mask:url(#a)"><rect width="1" height="1"/></g>`), "a mask is not drawn in icons"},
		{"pattern", svg(`<pattern id="a"/><rect fill="url(#a)" width="1" height="1"/>`), "<pattern> is not drawn"},
		{"no gradient", svg(`<rect fill="url(#a)" width="1" height="1"/>`), `no element with the id "a"`},
		{"repeated gradient", svg(`<linearGradient id="a" spreadMethod="repeat"><stop/></linearGradient><rect fill="url(#a)" width="1" height="1"/>`), "repeats"},
		{"clear gradient", svg(`<linearGradient id="a"><stop stop-opacity="0"/></linearGradient><rect fill="url(#a)" width="1" height="1"/>`), "stop-opacity"},
		{"selector", svg(`<style>g > rect{fill:red}</style><rect width="1" height="1"/>`), "g > rect"},
		{"uses of uses", svg(`<defs><g id="a"/>` + doubled() + `</defs><use href="#z"/>`), "more than 100000 elements"},
		{"circle of uses", svg(`<g id="a"><use href="#a"/></g>`), "shows itself"},
		{"two colours", svg(`<rect fill="red" width="9" height="9"/><circle fill="#0F0" cx="5" cy="5" r="2"/>`), "two colours, red and #0f0"},
		{"white on black", svg(`<rect width="9" height="9"/><circle fill="white" cx="5" cy="5" r="2"/>`), "two colours, black and white"},
		{"a colour of a group", svg(`<g fill="#abc"><rect width="9" height="9"/></g><rect width="2" height="2"/>`), "two colours, #abc and black"},
		{"hidden", svg(`<rect display="none" width="9" height="9"/>`), "no shapes"},
		{"opacity in words", svg(`<rect opacity="half" width="9" height="9"/>`), "opacity"},
		{"blend", svg(`<rect style="mix-blend-mode:hue" width="9" height="9"/>`), "mix-blend-mode hue is not drawn"},
		{"a mask of itself", svg(`<mask id="a"><rect mask="url(#a)" width="9" height="9"/></mask><rect mask="url(#a)" width="9" height="9"/>`), "masked by itself"},
		{"style of a screen", svg(`<style>@media (prefers-color-scheme: dark){.a{fill:red}</style><rect width="1" height="1"/>`), "does not end"},
		{"another rule", svg(`<rect fill-rule="odd" width="9" height="9"/>`), "fill-rule"},
		{"nothing filled", svg(`<g fill="none"><rect width="9" height="9"/></g>`), "no shapes"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Icon(c.name, []byte(c.in))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

// What is drawn is what a browser shows: inherited fills, holes by either rule.
func TestIconFills(t *testing.T) {
	const square, inner, core = "M0 0H10V10H0Z", "M2 2H8V8H2Z", "M4 4H6V6H4Z"
	for _, c := range []struct {
		name, body string
		in, out    []layout.Point // mm
	}{
		{"non-zero", `<path d="` + square + inner + `"/>`, []layout.Point{pt(1, 1), pt(5, 5)}, []layout.Point{pt(11, 11)}},
		{"even-odd", `<path fill-rule="evenodd" d="` + square + inner + core + `"/>`, []layout.Point{pt(1, 1), pt(5, 5)}, []layout.Point{pt(3, 3)}},
		{"even-odd along a line", `<path fill-rule="evenodd" d="M0 0H10V10H0ZM0 2H10V8H0Z"/>`, []layout.Point{pt(1, 1), pt(5, 9)}, []layout.Point{pt(5, 5)}},
		{"even-odd of a group", `<g fill-rule="evenodd"><path d="` + inner + square + `"/></g>`, []layout.Point{pt(1, 1)}, []layout.Point{pt(5, 5)}},
		{"even-odd beside each other", `<path fill-rule="evenodd" d="M0 0H4V4H0ZM6 0V4H10V0Z"/>`, []layout.Point{pt(1, 1), pt(7, 1)}, []layout.Point{pt(5, 1)}},
		{"a fill of none in a group", `<g fill="none"><path d="` + square + `"/><path fill="currentColor" d="` + core + `"/></g>`, []layout.Point{pt(5, 5)}, []layout.Point{pt(1, 1)}},
		{"the same colour twice", `<path fill="#000" d="` + inner + `"/><path fill="currentColor" d="` + core + `"/>`, []layout.Point{pt(3, 3)}, nil},
	} {
		icon, err := Icon(c.name, []byte(`<svg viewBox="0 0 10 10">`+c.body+`</svg>`))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		filled := func(p layout.Point) bool {
			for _, s := range icon.Shapes {
				if s.Outline.Contains(layout.Point{X: layout.MM(float64(p.X)), Y: layout.MM(float64(p.Y))}) {
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
func TestDrawing(t *testing.T) {
	pic, err := Drawing("face", []byte(`<svg viewBox="0 0 20 20" stroke="#1B2330" stroke-width="2"><title>A face</title>
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
		"[skin] " + fmt.Sprint(box(layout.MM(2), layout.MM(2), layout.MM(16), layout.MM(16))) + " fill #f8d5b8 line #1b2330 2.00",
		"[mouth fine] " + fmt.Sprint(box(layout.MM(6), layout.MM(12), layout.MM(8), 0)) + " line #1b2330 0.50",
		"[] " + fmt.Sprint(box(0, 0, layout.MM(3), layout.MM(1))) + " fill #ffffff",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
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
		icon, err := Icon("fuzz", data)
		if err == nil && len(icon.Shapes) == 0 {
			t.Fatal("an icon without shapes was accepted")
		}
		Drawing("fuzz", data)
	})
}

// dump writes the shapes of a drawing, a line each.
func dump(pic *layout.Drawing) string {
	var b strings.Builder
	for _, s := range pic.Shapes {
		r := s.Outline.Bounds()
		fmt.Fprintf(&b, "%g,%g %gx%g", r.X.MM(), r.Y.MM(), r.W.MM(), r.H.MM())
		if s.Fill != nil {
			b.WriteString(" " + s.Fill.Hex())
		}
		if s.Stroke != nil {
			fmt.Fprintf(&b, " line %s %g", s.Stroke.Paint.Hex(), s.Stroke.Width.MM())
		}
		for _, c := range s.Clips {
			r := c.Bounds()
			fmt.Fprintf(&b, " in %g,%g %gx%g", r.X.MM(), r.Y.MM(), r.W.MM(), r.H.MM())
		}
		b.WriteString("\n")
	}
	return b.String()
}

// What files of drawing programs say is worked out.
func TestDrawings(t *testing.T) {
	const sq = `<rect width="4" height="4"`
	for _, c := range []struct{ name, body, want string }{
		{"style wins", `<g style="fill:#112233"><rect width="4" height="4" style="stroke:red;stroke-width:2px"/></g>`, "0,0 4x4 #112233 line #ff0000 2\n"},
		{"classes and ids", `<style>/* a */ .a, .b {fill: blue} rect{fill:red} #c{fill:lime}</style><rect class="b" width="1" height="1"/><rect width="2" height="2"/><rect id="c" class="a" width="3" height="3"/>`,
			"0,0 1x1 #0000ff\n0,0 2x2 #ff0000\n0,0 3x3 #00ff00\n"},
		{"transforms", `<g transform="translate(10 5)">` + sq + ` transform="scale(2) translate(1,1)"/></g>` + sq + ` transform="rotate(90 2 2)" stroke="#000"/>`,
			"12,7 8x8 #000000\n0,0 4x4 #000000 line #000000 1\n"},
		{"lines grow with what they are in", `<g transform="scale(3)"><line x1="1" y1="1" x2="2" y2="1" stroke="#abc"/></g>`, "3,3 3x0 line #aabbcc 3\n"},
		{"use and symbol", `<defs><circle id="c" r="2"/><symbol id="s">` + sq + ` fill="red"/></symbol></defs><use href="#c" x="5" y="5"/><use href="#s" x="1"/>`, "3,3 4x4 #000000\n1,0 4x4 #ff0000\n"},
		{"clip path", `<clipPath id="k"><circle cx="5" cy="5" r="3"/></clipPath><g clip-path="url(#k)">` + sq + `/></g>`, "0,0 4x4 #000000 in 2,2 6x6\n"},
		{"a gradient is bands", `<linearGradient id="g" x2="0%" y2="100%"><stop offset="0" stop-color="#000000"/><stop offset="1" stop-color="#040404"/></linearGradient>` + sq + ` fill="url(#g)"/>`,
			"0,0 4x4 #000000\n-22.627,0 45.254x26.627 #010101 in 0,0 4x4\n-22.627,2 45.254x26.627 #030303 in 0,0 4x4\n-22.627,4 45.254x26.627 #040404 in 0,0 4x4\n"},
		{"circles of a gradient", `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="2" cy="2" r="2"><stop stop-color="#fff"/><stop offset="1" stop-color="#fcfcfc"/></radialGradient>` + sq + ` fill="url(#g)"/>`,
			"0,0 4x4 #fcfcfc\n0,0 4x4 #fdfdfd in 0,0 4x4\n1,1 2x2 #fefefe in 0,0 4x4\n"},
		{"see-through", sq + ` fill="#f00"/><rect x="2" width="4" height="4" fill="#00f" opacity="0.5"/>`, "0,0 4x4 #ff0000\n2,0 4x4 #8080ff\n0,0 4x4 #800080 in 2,0 4x4\n"},
		{"no view box but a size", "", ""},
		{"what programs keep for themselves", `<metadata><x/></metadata><sodipodi:namedview xmlns:sodipodi="http://s"><a/></sodipodi:namedview>` + sq + `/>`, "0,0 4x4 #000000\n"},
		{"hidden", `<g display="none">` + sq + `/></g><g style="visibility:hidden">` + sq + `/></g>` + sq + `/>`, "0,0 4x4 #000000\n"},
		{"names of colours, functions", sq + ` fill="slateblue"/>` + sq + ` fill="rgb(1, 2, 3)"/>` + sq + ` fill="#abcd"/>`, "0,0 4x4 #6a5acd\n0,0 4x4 #010203\n0,0 4x4 #b5c4d3\n0,0 4x4 #a1aecc in 0,0 4x4\n0,0 4x4 #93a2b1 in 0,0 4x4\n"},
	} {
		file := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">` + c.body + `</svg>`
		if c.body == "" {
			file, c.want = `<svg width="10mm" height="5"><rect width="100%" height="50%"/></svg>`, "0,0 37.795x2.5 #000000\n"
		}
		pic, err := Drawing(c.name, []byte(file))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := dump(pic); got != c.want {
			t.Errorf("%s:\ngot\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// An icon of lines becomes shapes with round ends.
func TestIconOfLines(t *testing.T) {
	icon, err := Icon("minus", []byte(`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M5 12h14"/></svg>`))
	if err != nil || len(icon.Shapes) != 1 {
		t.Fatal(icon, err)
	}
	o := icon.Shapes[0].Outline
	for _, c := range []struct {
		x, y float64
		in   bool
	}{{12, 12, true}, {12, 12.9, true}, {12, 13.1, false}, {4.1, 12, true}, {3.9, 12, false}, {4.2, 12.9, false}} {
		if o.Contains(layout.Point{X: layout.MM(c.x), Y: layout.MM(c.y)}) != c.in {
			t.Errorf("%g, %g: not %v", c.x, c.y, c.in)
		}
	}
}
