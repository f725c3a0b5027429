package compose

import (
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/layout/compose/theme"
	svgfile "kitpress/layout/svg"
)

// flat lists what a scene paints, in order, symbols and groups taken apart.
func flat(items []layout.Item, m layout.Matrix) []string {
	var out []string
	for _, it := range items {
		switch it := it.(type) {
		case *layout.Use:
			out = append(out, flat(it.Symbol.Items, it.Transform.Then(m))...)
		case *layout.Group:
			out = append(out, flat(it.Items, it.Transform.Then(m))...)
		case *layout.Path:
			line := ""
			if it.Stroke != nil {
				line = fmt.Sprint(it.Stroke.Paint, it.Stroke.Width, it.Stroke.Dash, it.Stroke.Round)
			}
			out = append(out, fmt.Sprint("path ", it.Fill, line, it.Outline.Transform(m)))
		case *layout.Text:
			out = append(out, fmt.Sprint("text ", it.Content, it.Fill, it.Size, m.Apply(it.At)))
		default:
			out = append(out, fmt.Sprintf("%T", it))
		}
	}
	return out
}

// What is gathered into a symbol because it is the same on every card looks as
// it would without.
func TestStaticLooksTheSame(t *testing.T) {
	for _, ink := range theme.Modes() {
		fsys := pack(t, "templates/tiny-card.yaml", string(readShipped(t, "templates/simple-card.yaml")), "cards.yaml", simpleDeck(3, "tiny-card"))
		gathered, apart := composer(t, fsys, setting{ink: ink}), composer(t, fsys, setting{ink: ink})
		tpl, _ := apart.lib.template("tiny-card")
		var items []element
		statics := 0
		for _, el := range tpl.items {
			if s, ok := el.(*staticElement); ok {
				items = append(items, s.items...)
				statics++
				continue
			}
			items = append(items, el)
		}
		if statics == 0 {
			t.Fatal("nothing is gathered")
		}
		tpl.items = items
		for _, rec := range gathered.game.Deck("animals").Cards {
			a, ps := gathered.Face("animals", rec.ID, Front)
			b, more := apart.Face("animals", rec.ID, Front)
			if len(ps)+len(more) > 0 {
				t.Fatal(printed(append(ps, more...)))
			}
			if fa, fb := flat(a.Items, layout.Identity()), flat(b.Items, layout.Identity()); !reflect.DeepEqual(fa, fb) {
				t.Errorf("%s: %s", ink, difference(strings.Join(fb, "\n"), strings.Join(fa, "\n")))
			}
			if len(a.Items) >= len(b.Items) {
				t.Errorf("%d items with symbols, %d without", len(a.Items), len(b.Items))
			}
		}
	}
}

func readShipped(t testing.TB, name string) []byte {
	t.Helper()
	data, err := fs.ReadFile(layout.Files, name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// simpleDeck is a cards.yaml of n cards for the shipped template simple-card.
func simpleDeck(n int, template string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `format: 1
decks:
  - id: animals
    name: Animals
    label: Animal
    template: %s
    back: simple-back
    fields: {title: text, text: text, note: {type: text, optional: true}, icon: icon, topic: {type: topic, optional: true}}
    cards:
`, template)
	for i := range n {
		id := fmt.Sprintf("animal-%d", i)
		if i < 3 {
			id = []string{"fox", "owl", "cat"}[i] // the rules name them
		}
		fmt.Fprintf(&b, `      - id: %s
        title: Animal number %d
        text: The animal %d hides for {{.rounds}} rounds. It fears the {{card "owl"}} and comes out at night only.
        icon: tree
`, id, i, i)
		if i%2 == 0 {
			fmt.Fprintf(&b, "        note: 'Draw %d cards and lay them down.'\n        topic: foxes\n", i)
		}
	}
	return b.String()
}

// A module is 0.5 mm where the box has room, and 0.4 mm before the box grows;
// below that it is an error (testdata/problems/qr-dense.txtar).
func TestQRSizes(t *testing.T) {
	for _, c := range []struct {
		letters int // of the payload
		modules int
		module  float64
		box     float64
	}{
		{1, 21, 0.5, 16.5}, {26, 25, 0.5, 16.5}, {42, 29, 0.446, 16.5}, {62, 33, 0.402, 16.5}, {84, 37, 0.4, 18}, {106, 41, 0.4, 19.6}, {122, 45, 0.4, 21.2},
	} {
		fsys := card(t, `  - {if: title == 'Clever fox', qr: "{topic.url}", corner: [60, 80], box: 16.5, most: 21.2, ground: paper}`)
		s := draw(t, composer(t, fsys, setting{url: strings.Repeat("x", c.letters)}))
		ground, code := s.Items[0].(*layout.Path).Outline.Bounds(), s.Items[1].(*layout.QR)
		if code.Code.Size != c.modules || code.Module != layout.MM(c.module) {
			t.Errorf("%d letters: %d modules of %s mm, want %d of %g", c.letters, code.Code.Size, code.Module, c.modules, c.module)
		}
		if want := (layout.Rect{X: layout.MM(60 - c.box), Y: layout.MM(80 - c.box), W: layout.MM(c.box), H: layout.MM(c.box)}); ground != want {
			t.Errorf("%d letters: box %v, want %v", c.letters, ground, want)
		}
		side := code.Module * layout.Length(c.modules)
		quiet := code.At.X - ground.X
		if slack := layout.QuietZone*code.Module - quiet; slack > 2 || ground.Right()-code.At.X-side < quiet || code.At.Y-ground.Y != quiet {
			t.Errorf("%d letters: the code stands at %v in %v, quiet zone %s", c.letters, code.At, ground, quiet)
		}
	}
}

// Round corners leave the quiet zone whole: the box grows for them, and where
// it may not they are less round.
func TestQRCornersLeaveTheQuietZone(t *testing.T) {
	for _, c := range []struct {
		letters int // of the payload
		most    string
		box     float64
		round   bool
	}{
		{1, "21.2", 16.5, true}, {26, "21.2", 17.085, true}, {26, "16.6", 16.6, true}, {62, "21.2", 17.068, true}, {122, "21.2", 21.2, false},
	} {
		fsys := card(t, `  - {if: title == 'Clever fox', qr: "{topic.url}", corner: [60, 80], box: 16.5, most: `+c.most+`, radius: 1, ground: paper}`)
		s := draw(t, composer(t, fsys, setting{url: strings.Repeat("x", c.letters)}))
		box, code := s.Items[0].(*layout.Path).Outline, s.Items[1].(*layout.QR)
		if got := box.Bounds().W - layout.MM(c.box); got < -2 || got > 2 {
			t.Errorf("%d letters, at most %s mm: the box is %s mm, want %g", c.letters, c.most, box.Bounds().W, c.box)
		}
		const slack = 5 // µm
		quiet := layout.QuietZone*code.Module - slack
		side := code.Module*layout.Length(code.Code.Size) + quiet
		for _, at := range []layout.Point{{X: -quiet, Y: -quiet}, {X: side, Y: -quiet}, {X: -quiet, Y: side}, {X: side, Y: side}} {
			if !box.Contains(at.Add(code.At)) {
				t.Errorf("%d letters, at most %s mm: the corner of the quiet zone at %v is not white", c.letters, c.most, at)
			}
		}
		corner := box.Bounds()
		if round := !box.Contains(layout.Point{X: corner.X + 2, Y: corner.Y + 2}); round != c.round {
			t.Errorf("%d letters, at most %s mm: round corners is %v, want %v", c.letters, c.most, round, c.round)
		}
	}
}

// winding counts how often the outline, taken as straight lines, goes round p.
func winding(o layout.Outline, p layout.Point) int {
	n := 0
	for _, sub := range o.SubPaths() {
		for i, a := range sub.Points {
			b := sub.Points[(i+1)%len(sub.Points)]
			cross := (b.X-a.X).MM()*(p.Y-a.Y).MM() - (p.X-a.X).MM()*(b.Y-a.Y).MM()
			switch {
			case a.Y <= p.Y && b.Y > p.Y && cross > 0:
				n++
			case a.Y > p.Y && b.Y <= p.Y && cross < 0:
				n--
			}
		}
	}
	return n
}

// The white body of a duotone icon covers its holes; the ink does not.
func TestBodiesCoverHoles(t *testing.T) {
	icon, err := svgfile.Icon("bird", pack(t)["art/bird.svg"].Data)
	if err != nil {
		t.Fatal(err)
	}
	hole, rim := layout.Point{X: layout.MM(50), Y: layout.MM(50)}, layout.Point{X: layout.MM(20), Y: layout.MM(20)}
	ink, body := hard(icon), bodies(hard(icon))
	if winding(ink, hole) != 0 || winding(ink, rim) == 0 {
		t.Error("the picture has no hole to begin with")
	}
	if winding(body, hole) == 0 || winding(body, rim) == 0 {
		t.Error("the body leaves the hole open")
	}
	for _, file := range layout.IconNames() {
		svg, _ := layout.ShippedIcon(file, "duotone")
		icon, err := svgfile.Icon(file, svg)
		if err != nil {
			t.Fatal(err)
		}
		o := hard(icon)
		if got := bodies(o); got.Bounds() != o.Bounds() || len(got.SubPaths()) != len(o.SubPaths()) {
			t.Errorf("%s: the body has another shape", file)
		}
		for _, sub := range bodies(o).SubPaths() {
			if sub.Area() < 0 {
				t.Errorf("%s: a part of the body goes round the other way", file)
			}
		}
		for _, sub := range o.SubPaths() {
			if back := sub.Reversed().Reversed(); !reflect.DeepEqual(back.Points, sub.Points) {
				t.Errorf("%s: a sub-path turned twice is another", file)
			}
		}
	}
}

func TestPaintAndLine(t *testing.T) {
	full, mono := composer(t, pack(t), setting{}), composer(t, pack(t), setting{ink: theme.Mono})
	if p := full.Paint("head"); p == nil || p.Role != "head" || p.Hex() != "#33426a" || full.Line("head") != nil {
		t.Errorf("head in full: %v, %v", p, full.Line("head"))
	}
	if p, l := mono.Paint("head"), mono.Line("head"); p.Hex() != "#ffffff" || l == nil || l.Width != layout.MM(0.5) || l.Paint.Grey != 86 || l.Paint.CMYK != [4]uint8{0, 0, 0, 86} {
		t.Errorf("head in mono: %v, %v", p, l)
	}
	if full.Paint("haed") != nil || full.Line("haed") != nil {
		t.Error("a colour that is not there is found")
	}
}

// Draw gives a template plain values.
func TestDrawWithValues(t *testing.T) {
	c := composer(t, pack(t, "templates/page.yaml", `format: 1
size: [100, 50]
bleed: 2
draw:
  - {text: "{title} {n + 1} {rows[1]} {half} {if_}", at: [5, 5], size: 9, fill: ink, if: yes_}
  - {text: "{game.name}", at: [5, 9], size: 9, fill: ink}
`), setting{})
	s, ps := c.Draw("page", map[string]any{"title": "Hello", "n": 2, "rows": []string{"a", "b"}, "half": 0.5, "yes_": true, "if_": ""})
	if len(ps) > 0 {
		t.Fatal(printed(ps))
	}
	want := `scene page 100.00x50.00 bleed=2.00
  text "Hello 3 b 0.5" source-sans-3/400 9pt at 5.00,5.00 w=16.17 fill=ink(#1b2330)
  text "Tiny" source-sans-3/400 9pt at 5.00,9.00 w=5.70 fill=ink(#1b2330)  game.yaml:9:7
`
	if got := dump(t, s); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for name, want := range map[string]string{
		"pag":     `error: there is no template "pag"`,
		"symbols": `error: there is no template "symbols"`,
		"page":    `templates/page.yaml:5:5: error: template "page": there is no value called "yes_" here`,
	} {
		if _, ps := c.Draw(name, nil); len(ps) != 1 || ps[0].Error() != want {
			t.Errorf("%s: %v, want %s", name, ps, want)
		}
	}
}

// Asking for what no catalog holds is an error, not a crash.
func TestFaceOfNothing(t *testing.T) {
	c := composer(t, pack(t), setting{})
	for _, ask := range [][3]string{{"animal", "fox", "front"}, {"animals", "dog", "front"}, {"boards", "fox", "front"}, {"boards", "meadow", "back"}} {
		if s, ps := c.Face(ask[0], ask[1], Side(ask[2])); s != nil || !ps.HasErrors() {
			t.Errorf("%v: %v, %v", ask, s, ps)
		}
	}
}
