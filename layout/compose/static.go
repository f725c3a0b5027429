package compose

import "kitpress/layout"

// A staticElement is a run of elements that look the same on every card. They
// are drawn once and placed as a symbol, which saves time and bytes.
type staticElement struct {
	box   layout.Rect
	items []element
}

func (s *staticElement) draw(d *drawing, e *env) {
	c := d.c
	c.mu.Lock()
	sym := c.statics[s]
	c.mu.Unlock()
	if sym == nil {
		sub := &drawing{c: c, template: d.template, stack: d.stack}
		for _, el := range s.items {
			el.draw(sub, c.globals)
		}
		d.problems = append(d.problems, sub.problems...)
		c.mu.Lock()
		if sym = c.statics[s]; sym == nil {
			sym = &layout.Symbol{Name: "static/" + d.template, Box: s.box, Items: sub.items}
			c.statics[s] = sym
		}
		c.mu.Unlock()
	}
	if len(sym.Items) > 0 {
		d.add(&layout.Use{Symbol: sym, Transform: layout.Identity()})
	}
}

// gatherStatic replaces runs of two or more static elements.
func gatherStatic(items []element, box layout.Rect) []element {
	var out []element
	for i := 0; i < len(items); {
		n := i
		for n < len(items) && isStatic(items[n]) {
			n++
		}
		if n-i >= 2 {
			out = append(out, &staticElement{box, items[i:n]})
			i = n
			continue
		}
		out = append(out, items[i])
		i++
	}
	return out
}

// isStatic reports whether an element's looks depend on nothing but the theme.
func isStatic(el element) bool {
	switch el := el.(type) {
	case *shapeElement:
		for _, p := range el.points {
			if !constant(p[0], p[1]) {
				return false
			}
		}
		return el.still() && constant(el.nums...) && constant(el.radii...) && constant(el.at[0], el.at[1], el.scale, el.turn, el.width) &&
			constant(el.dash...) && constantWords(el.fill, el.stroke)
	case *iconElement:
		return el.still() && constantWords(el.name, el.style, el.fill, el.body, el.soft, el.ground, el.rim) &&
			constant(el.at[0], el.at[1], el.size, el.edge, el.turn) && (el.mirror == nil || isConstant(el.mirror))
	case *useElement:
		for _, a := range el.args {
			if !constantWords(a.x) {
				return false
			}
		}
		return el.still() && constantWords(el.name) && constant(el.at[0], el.at[1], el.size, el.turn)
	}
	return false
}

func (b base) still() bool { return b.cond == nil || isConstant(b.cond) }

func constant(list ...num) bool {
	for _, n := range list {
		if n.x != nil && !isConstant(n.x) {
			return false
		}
	}
	return true
}

func constantWords(list ...word) bool {
	for _, w := range list {
		if w.x != nil && !isConstant(w.x) {
			return false
		}
	}
	return true
}
