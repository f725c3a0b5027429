package compose

import (
	"fmt"
	"math"
	"strings"

	"kitpress/layout"
)

// What a figure shows of a piece drawn small: text below 4 pt is dirt on paper
// and noise for whoever hears or copies the page, and nobody scans a code as
// small as that of a card 15 mm wide. Both are left out.
const (
	leastShownText = 4.0 // pt, of the em, as drawn
	leastShownCode = 5.0 // mm, side of the code, as drawn
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
				continue
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

// scaleOf returns how much larger a transform draws: the square root of the
// area it makes of one.
func scaleOf(m layout.Matrix) float64 { return math.Sqrt(math.Abs(m.A*m.D - m.B*m.C)) }
