package compose

import (
	"slices"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// A staticElement is a run of elements that look the same on every card. They
// are drawn once and placed as a symbol, which saves time and bytes.
type staticElement struct {
	box   layout.Rect
	items []element
}

func (s *staticElement) place() source.Pos { return s.items[0].place() }

func (s *staticElement) draw(d *drawing, _ *env) {
	done, ok := d.c.statics.get(s)
	if !ok {
		sub := &drawing{c: d.c, template: d.template, trail: d.trail, shared: true}
		sub.all(s.items, d.c.globals)
		sym := &layout.Symbol{Name: "static/" + d.template, Box: layout.Extent(s.box, sub.items), Items: sub.items}
		done = d.c.statics.put(s, &drawn{sym, sub.problems, sub.steps})
	}
	d.adopt(done.problems)
	d.steps += done.steps
	if len(done.symbol.Items) > 0 {
		d.add(&layout.Use{Symbol: done.symbol, Transform: layout.Identity()})
	}
}

// gatherStatic replaces runs of two or more static elements.
func gatherStatic(items []element, box layout.Rect) []element {
	var out []element
	for len(items) > 0 {
		n := slices.IndexFunc(items, func(el element) bool { return !isStatic(el) })
		if n < 0 {
			n = len(items)
		}
		if n >= 2 {
			out = append(out, &staticElement{box, items[:n]})
		} else {
			n = 1
			out = append(out, items[0])
		}
		items = items[n:]
	}
	return out
}

// isStatic reports whether an element's looks depend on nothing but the
// composer: the theme, the game, its language.
func isStatic(el element) bool {
	switch el := el.(type) {
	case *shapeElement:
		for _, p := range el.points {
			if !constant(p[0], p[1]) {
				return false
			}
		}
		return isConstant(el.cond) && constant(el.nums...) && constant(el.radii...) && constant(el.dash...) &&
			constant(el.at[0], el.at[1], el.scale, el.turn, el.width) && constantWords(el.fill, el.stroke)
	case *iconElement:
		return isConstant(el.cond) && constant(el.at[0], el.at[1], el.size, el.edge, el.turn) &&
			constantWords(el.name, el.style, el.fill, el.body, el.soft, el.ground, el.rim, el.mirror)
	case *imageElement:
		return isConstant(el.cond) && constant(el.at[0], el.at[1], el.size[0], el.size[1], el.turn) && constant(el.radii...) && constant(el.edge) && constantWords(el.name, el.fit, el.alt, el.rim)
	case *useElement:
		for _, a := range el.args {
			if !constantWords(a.x) {
				return false
			}
		}
		return isConstant(el.cond) && constant(el.at[0], el.at[1], el.size, el.turn) && constantWords(el.name)
	}
	return false
}

func constant(list ...num) bool {
	return !slices.ContainsFunc(list, func(n num) bool { return !isConstant(n.x) })
}

func constantWords(list ...word) bool {
	return !slices.ContainsFunc(list, func(w word) bool { return !isConstant(w.x) })
}
