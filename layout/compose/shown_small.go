package compose

import (
	"fmt"
	"math"
	"strings"

	"kitpress/layout"
)

// What a figure shows of a piece drawn small: text below 4 pt is dirt on paper
// and noise for whoever hears or copies the page, so a bar stands for each of
// its lines; nobody scans a code as small as that of a card 15 mm wide, so it
// is left out.
const (
	leastShownText = 4.0 // pt, of the em, as drawn
	leastShownCode = 5.0 // mm, side of the code, as drawn
)

// Of a bar that stands for a line, in em: how low above the baseline it is, how
// high, and how long it has to be. What is shorter is a number or a sign, for
// which a bar would be taken for a dash.
const (
	barFoot   = 0.12
	barHeight = 0.26
	barLength = 2.0
)

// shownKey names a symbol at a scale, in thousandths.
type shownKey struct {
	symbol *layout.Symbol
	scale  int
	piece  bool
}

// shownAt returns a symbol without what cannot be read of pieces when it is
// drawn k times its size: the symbol itself when all of it can. piece: all of
// it is a piece; a text of a template itself is never left out.
func (c *Composer) shownAt(sym *layout.Symbol, k float64, piece bool) *layout.Symbol {
	piece = piece || strings.HasPrefix(sym.Name, pieceSymbols)
	key := shownKey{sym, int(math.Round(k * 1000)), piece}
	if s, ok := c.shown.get(key); ok {
		return s
	}
	items, less := c.legible(sym.Items, k, piece)
	out := sym
	if less {
		out = &layout.Symbol{Name: fmt.Sprintf("%s/%d", sym.Name, key.scale), Box: sym.Box, Items: items}
	}
	return c.shown.put(key, out)
}

// legible returns the items that can be read at a scale, and whether any were
// left out.
func (c *Composer) legible(items []layout.Item, k float64, piece bool) (out []layout.Item, less bool) {
	out = make([]layout.Item, 0, len(items))
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			if piece && it.Size.Pt()*k < leastShownText {
				less = true
				if item = bar(it); item == nil {
					continue
				}
			}
		case *layout.QR:
			if piece && it.Module.MM()*float64(it.Code.Size)*k < leastShownCode {
				less = true
				continue
			}
		case *layout.Group:
			if inner, fewer := c.legible(it.Items, k*scaleOf(it.Transform), piece); fewer {
				group := *it
				group.Items = inner
				item, less = &group, true
			}
		case *layout.Use:
			if inner := c.shownAt(it.Symbol, k*scaleOf(it.Transform), piece); inner != it.Symbol {
				item, less = &layout.Use{Symbol: inner, Transform: it.Transform}, true
			}
		}
		out = append(out, item)
	}
	return out, less
}

// bar returns what stands for a text that cannot be read: nil when it is too
// short.
func bar(t *layout.Text) layout.Item {
	em := float64(t.Size)
	if float64(t.Width) < barLength*em {
		return nil
	}
	h := layout.Length(barHeight * em)
	r := layout.Rect{X: t.At.X, Y: t.At.Y - layout.Length(barFoot*em) - h, W: t.Width, H: h}
	return &layout.Path{Origin: t.Origin, Outline: layout.RectOutline(r, h/2), Fill: t.Fill}
}

// scaleOf returns how much larger a transform draws: the square root of the
// area it makes of one.
func scaleOf(m layout.Matrix) float64 { return math.Sqrt(math.Abs(m.A*m.D - m.B*m.C)) }
