package pdf

import (
	"bytes"
	"testing"

	"kitpress/layout"
)

// TestRectangleKeepsDirection draws a rectangle both ways round: a hole in an
// icon is a rectangle against the direction of its body, and filling by the
// non-zero rule closes it when the operator turns it over.
func TestRectangleKeepsDirection(t *testing.T) {
	box := layout.RectOutline(layout.Rect{W: 10 * layout.Millimetre, H: 5 * layout.Millimetre}, 0)
	p := box.Points
	back := layout.PolygonOutline(p[1], p[0], p[3], p[2])
	draw := func(o layout.Outline) string {
		c := &canvas{frame: frame{unit: pageUnit}}
		c.outline(o, false)
		return string(bytes.TrimSpace(c.content))
	}
	forth, reversed := draw(box), draw(back)
	if forth == reversed {
		t.Errorf("both directions give %q", forth)
	}
}
