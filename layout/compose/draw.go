package compose

import (
	"kitpress/catalog/source"
	"kitpress/layout"
)

// A drawing collects the items of one scene or symbol and the problems met on
// the way.
type drawing struct {
	c        *Composer
	items    []layout.Item
	problems source.Problems
	template string
	stack    []string      // faces being drawn, outermost first
	low      layout.Length // lower edge of the lowest text so far
	merge    *merged       // set while shapes are to become one path
}

// merged gathers the outlines of shapes that share fill and stroke.
type merged struct {
	path *layout.Path
}

// An element is one compiled entry of a template's draw list.
type element interface {
	draw(d *drawing, e *env)
}

// base is what all elements share.
type base struct {
	pos  source.Pos
	cond expr // nil: always
}

// shown reports whether the element's condition holds.
func (b base) shown(d *drawing, e *env) bool {
	if b.cond == nil {
		return true
	}
	v, err := b.cond.eval(e)
	if err != nil {
		d.fail(b.pos, e, err)
		return false
	}
	return truth(v)
}

// A num is an expression for a number and where it stands.
type num struct {
	x   expr
	pos source.Pos
}

// set reports whether the template gives the number.
func (n num) set() bool { return n.x != nil }

func (d *drawing) float(e *env, n num) float64 {
	switch x := n.x.(type) {
	case nil:
		return 0
	case literal:
		if f, ok := x.v.(float64); ok {
			return f
		}
	}
	v, err := n.x.eval(e)
	if err == nil {
		var f float64
		if f, err = numberOf(v); err == nil {
			return f
		}
	}
	d.fail(n.pos, e, err)
	return 0
}

// mm evaluates a length given in millimetres.
func (d *drawing) mm(e *env, n num) layout.Length { return layout.MM(d.float(e, n)) }

func (d *drawing) point(e *env, p [2]num) layout.Point {
	return layout.Point{X: d.mm(e, p[0]), Y: d.mm(e, p[1])}
}

// A word is a text, possibly with expressions in braces.
type word struct {
	x   expr
	pos source.Pos
}

func (w word) set() bool { return w.x != nil }

func (d *drawing) value(e *env, w word) any {
	if w.x == nil {
		return nil
	}
	v, err := w.x.eval(e)
	if err != nil {
		d.fail(w.pos, e, err)
		return nil
	}
	return v
}

func (d *drawing) word(e *env, w word) string { return stringOf(d.value(e, w)) }

// paint resolves a colour role; "" and "none" are no colour.
func (d *drawing) paint(e *env, w word) *ink {
	role := d.word(e, w)
	if role == "" || role == "none" {
		return nil
	}
	p, ok := d.c.theme.inks[role]
	if !ok {
		d.fail(w.pos, e, unknownName("colour", role, d.c.theme.roles()))
		return nil
	}
	return p
}

// fail records a problem of the template itself. What is being drawn is named
// so that a mistake that only one card triggers can be found.
func (d *drawing) fail(pos source.Pos, e *env, err error) {
	msg := err.Error()
	if e != nil && e.label != "" {
		msg = e.label + ": " + msg
	}
	for _, p := range d.problems {
		if p.Pos == pos && p.Code == "template" {
			return // one report per place is enough
		}
	}
	p := d.problems.Errorf(pos, "template", "%s", msg)
	if h, ok := err.(hinted); ok {
		p.Hint = h.hint
	}
}

func (d *drawing) add(items ...layout.Item) { d.items = append(d.items, items...) }

// fill draws an outline in an ink, with the line the ink mode gives it, and
// with the element's own stroke.
func (d *drawing) fill(origin source.Pos, o layout.Outline, fill *ink, stroke *layout.Stroke) {
	p := &layout.Path{Origin: origin, Outline: o, Stroke: stroke}
	if fill != nil {
		p.Fill = fill.paint
		if stroke == nil && fill.line != nil {
			p.Stroke = fill.line
		}
	}
	if p.Fill == nil && p.Stroke == nil {
		return
	}
	if d.merge != nil {
		if m := d.merge.path; m != nil && m.Fill == p.Fill && sameStroke(m.Stroke, p.Stroke) {
			m.Outline.Append(o)
			return
		}
		d.merge.path = p
		p.Outline = layout.Outline{}
		p.Outline.Append(o)
	}
	d.add(p)
}

func sameStroke(a, b *layout.Stroke) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Paint == b.Paint && a.Width == b.Width && a.Round == b.Round && len(a.Dash) == 0 && len(b.Dash) == 0
}
