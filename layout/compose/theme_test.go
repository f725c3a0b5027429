package compose

import (
	"fmt"
	"testing"
	"testing/fstest"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose/theme"
)

const testTheme = `format: 1
id: test
colours:
  ink: {rgb: "#000000"}
  paper: {rgb: "#FFFFFF"}
  red: {rgb: "#FF0000", cmyk: [0, 90, 90, 5], grey: 50, low: {rgb: "#FFCCCC"}, mono: {is: paper, line: ink, width: 0.5}}
  alias: {is: red}
  framed: {is: red, line: ink}
  second: {is: framed}
  own: {is: red, low: {is: ink}}
  lined: {is: red, low: {line: ink}, mono: {line: ink, width: 0.2}}
  bare: {is: framed, low: {is: framed}}
  plain: {rgb: "#336699", line: red, mono: {is: ink}}
`

// A colour is drawn as its own entry says, or that of the colour it is named
// after; what an ink mode says replaces fill and line.
func TestThemeModes(t *testing.T) {
	fsys := fstest.MapFS{"themes/test.yaml": {Data: []byte(testTheme)}}
	lib := NewLibrary(fsys, nil)
	got := map[string]string{}
	for _, mode := range theme.Modes() {
		theme, ps := lib.theme("test", source.Pos{}, mode)
		if len(ps) > 0 {
			t.Fatal(printed(ps))
		}
		for name, in := range theme.Roles {
			s := in.Paint.Hex()
			if in.Line != nil {
				s += fmt.Sprintf(" line %s %s", in.Line.Paint.Hex(), in.Line.Width)
			}
			got[name+" "+string(mode)] = s
			if in.Paint.Role != name {
				t.Errorf("%s is called %s", name, in.Paint.Role)
			}
		}
	}
	for key, want := range map[string]string{
		"red full": "#ff0000", "red low": "#ffcccc", "red mono": "#ffffff line #000000 0.50",
		"alias full": "#ff0000", "alias low": "#ffcccc", "alias mono": "#ffffff line #000000 0.50",
		"framed full": "#ff0000 line #000000 0.35", "framed mono": "#ffffff line #000000 0.35",
		"second full": "#ff0000 line #000000 0.35",
		"own full":    "#ff0000", "own low": "#000000", "own mono": "#ffffff line #000000 0.50",
		"bare full": "#ff0000 line #000000 0.35", "bare low": "#ffcccc",
		"lined full": "#ff0000", "lined low": "#ffcccc line #000000 0.35", "lined mono": "#ffffff line #000000 0.20",
		"plain full": "#336699 line #ff0000 0.35", "plain low": "#336699 line #ffcccc 0.35", "plain mono": "#000000",
	} {
		if got[key] != want {
			t.Errorf("%s is %s, want %s", key, got[key], want)
		}
	}
	full, _ := lib.theme("test", source.Pos{}, theme.Full)
	if p := full.Roles["alias"].Paint; p.CMYK != [4]uint8{0, 90, 90, 5} || p.Grey != 50 {
		t.Errorf("alias prints as %v, grey %d", p.CMYK, p.Grey)
	}
	if p := full.Roles["plain"].Paint; p.CMYK != [4]uint8{67, 33, 0, 40} || p.Grey != 58 {
		t.Errorf("what is not said: %v, grey %d", p.CMYK, p.Grey)
	}
}

func TestColours(t *testing.T) {
	for _, c := range []struct {
		hex  string
		cmyk [4]uint8
		grey uint8
	}{
		{"#000000", [4]uint8{0, 0, 0, 100}, 100}, {"#FFFFFF", [4]uint8{0, 0, 0, 0}, 0}, {"#ff0000", [4]uint8{0, 100, 100, 0}, 47}, {"#808080", [4]uint8{0, 0, 0, 50}, 46}, {"#010101", [4]uint8{0, 0, 0, 100}, 100},
	} {
		rgb, err := layout.ParseHex(c.hex)
		if p := layout.PaintOf(rgb); err != nil || p.CMYK != c.cmyk || p.Grey != c.grey {
			t.Errorf("%s: %v, grey %d (%v)", c.hex, p.CMYK, p.Grey, err)
		}
	}
	for _, s := range []string{"", "#", "#12345", "#1234567", "123456", "#12345G", "#+12345", "red", "##12345"} {
		if _, err := layout.ParseHex(s); err == nil {
			t.Errorf("%q is a colour", s)
		}
	}
	if theme.GreyRGB(0) != [3]uint8{255, 255, 255} || theme.GreyRGB(100) != [3]uint8{} {
		t.Error("greys are upside down")
	}
}

// A theme has the colours of the one it extends, over as many steps as it
// likes; a pack's own theme may extend the shipped one of its name.
func TestThemesExtend(t *testing.T) {
	pack := fstest.MapFS{
		"themes/a.yaml":      {Data: []byte("format: 1\nid: a\nextends: forest\ncolours: {accent: \"#010203\"}\n")},
		"themes/b.yaml":      {Data: []byte("format: 1\nid: b\nextends: a\ncolours: {ink: \"#040506\"}\n")},
		"themes/plain.yaml":  {Data: []byte("format: 1\nid: plain\ncolours: {ink: \"#070809\"}\n")},
		"themes/circle.yaml": {Data: []byte("format: 1\nid: circle\nextends: wheel\ncolours: {}\n")},
		"themes/wheel.yaml":  {Data: []byte("format: 1\nid: wheel\nextends: circle\ncolours: {}\n")},
		"themes/lost.yaml":   {Data: []byte("format: 1\nid: lost\nextends: forrest\ncolours: {}\n")},
	}
	lib := NewLibrary(layout.Files, pack)
	b, ps := lib.theme("b", source.Pos{}, theme.Full)
	if len(ps) > 0 || b.Roles["ink"].Paint.Hex() != "#040506" || b.Roles["accent"].Paint.Hex() != "#010203" || b.Roles["main"].Paint.Hex() != "#2f5d3a" || b.Roles["amber"] == nil {
		t.Error(printed(ps), b)
	}
	plain, ps := lib.theme("plain", source.Pos{}, theme.Full)
	if len(ps) > 0 || plain.Roles["ink"].Paint.Hex() != "#070809" || plain.Roles["main"].Paint.Hex() != "#33426a" {
		t.Error(printed(ps))
	}
	for id, want := range map[string]string{"circle": `there is no theme "circle"`, "lost": `there is no theme "forrest"`} {
		if _, ps := lib.theme(id, source.Pos{}, theme.Full); !ps.HasErrors() || ps[0].Message != want {
			t.Errorf("%s: %s", id, printed(ps))
		}
	}
}

// A deck to which the theme gives no colours has those of the band; a name that
// is no deck's is an error still.
func TestColoursOfADeck(t *testing.T) {
	themed := []string{"themes/plain.yaml", "format: 1\nid: plain\ncolours: {kind-animals: \"#010203\"}\n"}
	for _, c := range []struct {
		fill string
		pack []string
		want string // another colour, or one as hex
	}{
		{"kind-animals", nil, "band"}, {"on-kind-animals", nil, "on-band"}, {"pattern-kind-animals", nil, "band-dots"},
		{"kind-animals", themed, "#010203"}, {"on-kind-animals", themed, "on-band"},
	} {
		made := composer(t, card(t, "  - {rect: [0, 0, 10, 10], fill: "+c.fill+"}\n", c.pack...), setting{})
		want := c.want
		if r, ok := made.theme.Roles[want]; ok {
			want = r.Paint.Hex()
		}
		if path, ok := draw(t, made).Items[0].(*layout.Path); !ok || path.Fill.Hex() != want {
			t.Errorf("%s is %v, want %s (%s)", c.fill, path.Fill, c.want, want)
		}
	}
	ps := problemsOf(t, card(t, "  - {rect: [0, 0, 10, 10], fill: kind-animal}\n"), setting{})
	if !ps.HasErrors() || ps[0].Message != `there is no colour "kind-animal"` {
		t.Error(printed(ps))
	}
}
