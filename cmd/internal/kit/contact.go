package kit

import (
	"math"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/layout/compose"
)

// Measures of a contact sheet.
const (
	contactDPI     = 110
	contactCell    = 44 * layout.Millimetre // width of a usual face
	contactTall    = 62 * layout.Millimetre // its largest height
	contactFew     = 3                      // faces that have more than twice the room
	contactGap     = 4 * layout.Millimetre
	contactLabel   = 4 * layout.Millimetre // line below a face
	contactRound   = 2500                  // µm, corners of a card
	contactRow     = 6                     // usual faces that go into one row, whatever their number
	contactColumns = 10                    // at most
)

// contact draws faces side by side with their names, all at one scale: a large
// one looks large. Rows are as long as the usual face likes them.
func contact(l *press.Localization, name string, faces []shown) *layout.Scene {
	usual, widest := usualSize(faces)
	room := layout.Size{W: contactCell, H: contactTall}
	if len(faces) <= contactFew {
		room = layout.Size{W: room.W * 9 / 4, H: room.H * 9 / 4}
	}
	scale := min(float64(room.W)/float64(usual.W), float64(room.H)/float64(usual.H))
	columns := len(faces)
	if columns > contactRow {
		columns = min(max(contactRow, int(math.Ceil(math.Sqrt(1.6*float64(columns))))), contactColumns)
	}
	width := max(layout.Length(columns)*(usual.W.Mul(scale)+contactGap)+contactGap, widest.Mul(scale)+2*contactGap)

	var items []layout.Item
	at, row, right := layout.Point{X: contactGap, Y: contactGap}, layout.Length(0), layout.Length(0)
	for _, f := range faces {
		w, h := f.scene.Size.W.Mul(scale), f.scene.Size.H.Mul(scale)
		if at.X > contactGap && at.X+w+contactGap > width+layout.Millimetre { // roundings add up
			at, row = layout.Point{X: contactGap, Y: at.Y + row + contactLabel + contactGap}, 0
		}
		items = append(items, onDesk(f, at, scale), label(l, f.scene.Name, at.Add(layout.Point{Y: h}), w))
		at.X, row, right = at.X+w+contactGap, max(row, h), max(right, at.X+w+contactGap)
	}
	size := layout.Size{W: max(right, contactGap), H: at.Y + row + contactLabel + contactGap}
	ground := &layout.Paint{Role: "desk", RGB: [3]uint8{226, 228, 232}, CMYK: [4]uint8{0, 0, 0, 10}, Grey: 10}
	desk := &layout.Path{Outline: layout.RectOutline(layout.Rect{W: size.W, H: size.H}, 0), Fill: ground}
	return &layout.Scene{Name: name, Size: size, Items: append([]layout.Item{desk}, items...)}
}

// usualSize returns the size in the middle of all, and the largest width.
func usualSize(faces []shown) (usual layout.Size, widest layout.Length) {
	if len(faces) == 0 {
		return layout.Size{W: contactCell, H: contactTall}, 0
	}
	sizes := make([]layout.Size, len(faces))
	for i, f := range faces {
		sizes[i] = f.scene.Size
		widest = max(widest, f.scene.Size.W)
	}
	slices.SortFunc(sizes, func(a, b layout.Size) int { return int(a.W+a.H) - int(b.W+b.H) })
	return sizes[len(sizes)/2], widest
}

// onDesk lays a face down as it looks when it is cut.
func onDesk(f shown, at layout.Point, scale float64) layout.Item {
	trim := layout.RectOutline(layout.Rect{W: f.scene.Size.W, H: f.scene.Size.H}, f.round)
	return &layout.Group{
		Transform: layout.Scale(scale, scale).Then(layout.Translate(at)), Clip: &trim,
		Items: append([]layout.Item{&layout.Path{Outline: trim, Fill: layout.White()}}, f.scene.Items...),
	}
}

// label sets the name of a face below it, as large as it fits into one line.
func label(l *press.Localization, name string, at layout.Point, width layout.Length) layout.Item {
	name = strings.TrimSuffix(name, "/"+string(compose.Front))
	g := &layout.Group{Transform: layout.Identity()}
	for pt := 6.5; pt >= 3; pt -= 0.5 {
		size := layout.Pt(pt)
		style := layout.Style{Lang: "en", Weight: 400, Size: size, Lead: size, Fill: layout.Black(), Align: layout.AlignCentre}
		block, missing := l.Typesetter().Break(name, style, width)
		if len(missing) > 0 {
			return g
		}
		if len(block.Lines) == 1 && block.Width <= width || pt <= 3 {
			g.Items = block.Items(at.X, at.Y+layout.Pt(8.5), width, source.Pos{})
			return g
		}
	}
	return g
}
