package press

import (
	"slices"
	"testing"

	"kitpress/layout"
)

// haloOver is how much wider than a cut line the white under it is: half of it
// shows on each side, in mm.
const haloOver = 0.3

// darkest bounds the channels of a colour that has at least 10 to 1 on white.
const darkest = 0x48

// lookAtCutLines sees to it that a line to cut along is seen on every ground: it
// is as dark as text, and where something is painted below it, white lies
// between. Around what it cuts there is bare paper, so that nobody takes the edge
// of the colour for it.
func lookAtCutLines(t *testing.T, d *Sheets) (seen int) {
	if d.ID == PrintPlan { // it shows sheets, and nobody cuts it
		return 0
	}
	for _, page := range d.Pages {
		for _, piece := range page.Scene.Items {
			c := cutLines{t: t, name: d.In.Lang + "/" + d.ID}
			c.items([]layout.Item{piece})
			seen += c.seen
		}
	}
	return seen
}

// cutLines looks at one piece.
type cutLines struct {
	t      *testing.T
	name   string
	seen   int
	ground []layout.Rect // what is painted below
	halo   *layout.Path  // the last one
}

func (c *cutLines) items(items []layout.Item) {
	for _, item := range items {
		switch item := item.(type) {
		case *layout.Group:
			c.items(item.Items)
		case *layout.Use:
			c.items(item.Symbol.Items)
		case *layout.Path:
			if item.Fill != nil && item.Fill.Role != "paper" {
				c.ground = append(c.ground, item.Outline.Bounds())
			}
			if item.Stroke == nil {
				continue
			}
			switch item.Stroke.Paint.Role {
			case "cut-halo":
				c.halo = item
			case "cut-line":
				c.look(item)
			}
		}
	}
}

func (c *cutLines) look(line *layout.Path) {
	c.seen++
	if rgb := line.Stroke.Paint.RGB; max(rgb[0], rgb[1], rgb[2]) > darkest {
		c.t.Errorf("%s: a cut line of the pale colour %v", c.name, rgb)
	}
	box := line.Outline.Bounds()
	painted := slices.ContainsFunc(c.ground, func(g layout.Rect) bool { return g.W >= box.W && g.H >= box.H }) // larger than what is cut: it bleeds
	switch {
	case !painted:
	case c.halo == nil || c.halo.Outline.Bounds() != line.Outline.Bounds():
		c.t.Errorf("%s: a cut line on paint without white under it", c.name)
	case c.halo.Stroke.Width-line.Stroke.Width < layout.MM(haloOver) || c.halo.Stroke.Paint.RGB != [3]uint8{255, 255, 255}:
		c.t.Errorf("%s: %v white under a cut line of %v", c.name, c.halo.Stroke.Width, line.Stroke.Width)
	}
}
