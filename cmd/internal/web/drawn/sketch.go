package drawn

import (
	"unicode/utf8"

	"kitpress/layout"
)

// legible is how tall the letters of a card must be to be read where it is two
// centimetres wide; short is how many letters, or figures with a unit, are a sign
// rather than a text.
const (
	legible = 4000 * layout.Micrometre
	short   = 4
)

// sketch returns a scene for a small picture: what nobody could read in it is a
// line as long as the words, a code three squares, all else as it is printed. It
// takes a third of the bytes, most of which are the shapes of letters.
func sketch(s *layout.Scene) *layout.Scene {
	small := *s
	small.Items = sketcher{}.items(s.Items)
	return &small
}

// A sketcher keeps the symbols it has made: those that are the same stay the same.
type sketcher map[*layout.Symbol]*layout.Symbol

func (k sketcher) items(items []layout.Item) []layout.Item {
	out := make([]layout.Item, 0, len(items))
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			if it.Size < legible && (it.Line != nil || utf8.RuneCountInString(it.Content) > short) {
				item = line(it)
			}
		case *layout.QR:
			item = &layout.Path{Origin: it.Origin, Fill: it.Fill, Outline: finders(it).EvenOdd()}
		case *layout.Group:
			g := *it
			g.Items = k.items(it.Items)
			item = &g
		case *layout.Use:
			if k[it.Symbol] == nil {
				symbol := *it.Symbol
				symbol.Items = k.items(it.Symbol.Items)
				k[it.Symbol] = &symbol
			}
			item = &layout.Use{Symbol: k[it.Symbol], Transform: it.Transform}
		}
		out = append(out, item)
	}
	return out
}

// line returns what stands for a text: a line in the middle of its small letters.
func line(t *layout.Text) *layout.Path {
	r := layout.Rect{X: t.Left(), Y: t.At.Y - t.Size*35/100, W: t.Width, H: t.Size / 7}
	return &layout.Path{Origin: t.Origin, Fill: t.Fill, Outline: layout.RectOutline(r, 0)}
}

// finders returns the squares in three corners of a code, those in the middle of each as holes where the even-odd rule fills.
func finders(q *layout.QR) layout.Outline {
	var o layout.Outline
	far := layout.Length(q.Code.Size - 7)
	for _, corner := range []layout.Point{{}, {X: far}, {Y: far}} {
		for inset, side := layout.Length(0), layout.Length(7); side > 1; inset, side = inset+1, side-2 {
			square := layout.RectOutline(layout.Rect{
				X: q.At.X + (corner.X+inset)*q.Module, Y: q.At.Y + (corner.Y+inset)*q.Module, W: side * q.Module, H: side * q.Module,
			}, 0)
			o.Verbs, o.Points = append(o.Verbs, square.Verbs...), append(o.Points, square.Points...)
		}
	}
	return o
}
