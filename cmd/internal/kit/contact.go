package kit

import (
	"math"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose"
)

// Measures of a contact sheet.
const (
	contactDPI     = 110
	contactCell    = 44 * layout.Millimetre // largest width of a face
	contactTall    = 62 * layout.Millimetre // largest height
	contactGap     = 4 * layout.Millimetre
	contactLabel   = 4 * layout.Millimetre // line below a face
	contactRound   = 2500                  // µm, corners of a card
	contactRow     = 6                     // faces that go into one row, whatever their number
	contactColumns = 10                    // at most
)

// contact draws faces side by side with their names.
func contact(l *Local, name string, faces []shown) *layout.Scene {
	columns := len(faces)
	if columns > contactRow {
		columns = min(max(contactRow, int(math.Ceil(math.Sqrt(1.6*float64(columns))))), contactColumns)
	}
	columns = max(columns, 1)
	rows := (len(faces) + columns - 1) / columns
	// All faces at one scale, so that a large one looks large.
	var widest, tallest layout.Length = 1, 1
	for _, f := range faces {
		widest, tallest = max(widest, f.scene.Size.W), max(tallest, f.scene.Size.H)
	}
	scale := min(float64(contactCell)/float64(widest), float64(contactTall)/float64(tallest))
	cell := layout.Size{W: widest.Mul(scale), H: tallest.Mul(scale)}
	size := layout.Size{
		W: contactGap + layout.Length(columns)*(cell.W+contactGap),
		H: contactGap + layout.Length(rows)*(cell.H+contactLabel+contactGap),
	}
	ground := &layout.Paint{Role: "desk", RGB: [3]uint8{226, 228, 232}, CMYK: [4]uint8{0, 0, 0, 10}, Grey: 10}
	s := &layout.Scene{Name: name, Size: size}
	s.Items = append(s.Items, &layout.Path{Outline: layout.RectOutline(layout.Rect{W: size.W, H: size.H}, 0), Fill: ground})
	for i, f := range faces {
		at := layout.Point{
			X: contactGap + layout.Length(i%columns)*(cell.W+contactGap),
			Y: contactGap + layout.Length(i/columns)*(cell.H+contactLabel+contactGap),
		}
		s.Items = append(s.Items, onDesk(f, at, cell, scale), label(l, strings.TrimSuffix(f.scene.Name, "/"+string(compose.Front)), at.Add(layout.Point{Y: cell.H}), cell.W))
	}
	return s
}

// onDesk puts a face in the middle of its cell.
func onDesk(f shown, at layout.Point, cell layout.Size, scale float64) layout.Item {
	w, h := f.scene.Size.W.Mul(scale), f.scene.Size.H.Mul(scale)
	trim := layout.RectOutline(layout.Rect{W: f.scene.Size.W, H: f.scene.Size.H}, f.round)
	at = at.Add(layout.Point{X: (cell.W - w) / 2, Y: (cell.H - h) / 2})
	return &layout.Group{
		Transform: layout.Scale(scale, scale).Then(layout.Translate(at)), Clip: &trim,
		Items: append([]layout.Item{&layout.Path{Outline: trim, Fill: layout.White()}}, f.scene.Items...),
	}
}

// label sets the name of a face as large as it fits into one line.
func label(l *Local, text string, at layout.Point, width layout.Length) layout.Item {
	g := &layout.Group{Transform: layout.Identity()}
	for pt := 6.5; pt >= 3; pt -= 0.5 {
		size := layout.Pt(pt)
		style := layout.Style{Lang: "en", Weight: 400, Size: size, Lead: size, Fill: layout.Black(), Align: layout.AlignCentre}
		block, missing := l.shared.typesetter.Break(text, style, width)
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
