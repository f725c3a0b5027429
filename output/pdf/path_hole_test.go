package pdf

import (
	"bytes"
	"regexp"
	"slices"
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

// TestLineWidthsInOtherUnits draws a line and, in a group that is drawn far
// smaller, another of the same width: there coordinates count in other units, and
// so does the width.
func TestLineWidthsInOtherUnits(t *testing.T) {
	line := &layout.Path{Outline: layout.PolylineOutline(layout.Point{}, layout.Point{X: 1000}), Stroke: &layout.Stroke{Paint: layout.Black(), Width: 350}}
	c := &canvas{plan: &plan{}, frame: frame{unit: unitAt(1), scale: 1, page: layout.Identity(), state: unknownState()}}
	c.items([]layout.Item{line, &layout.Group{Transform: layout.Scale(0.05, 0.05), Items: []layout.Item{line}}, line})
	got := regexp.MustCompile(`[0-9.]+ w\n`).FindAllString(string(c.content), -1)
	if want := []string{"35 w\n", "3.5 w\n"}; !slices.Equal(got, want) {
		t.Errorf("widths are written as %q, want %q, in\n%s", got, want, c.content)
	}
}
