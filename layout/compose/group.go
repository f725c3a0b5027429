package compose

import (
	"fmt"

	"kitpress/layout"
)

// A groupElement moves, turns, scales or clips what it holds, names values
// for it, and may repeat it for each item of a list.
type groupElement struct {
	base
	at    [2]num
	turn  num
	scale num
	clip  []num // x, y, w, h
	radii []num
	shape *layout.Outline // cuts instead of clip to any shape
	let   []binding
	each  word // a list, or nothing
	as, i string
	merge bool // shapes that follow each other and look alike become one
	stack num  // gap between one round and the next, mm; each sees where it starts as "top"
	items []element
}

// A binding names a value inside a group.
type binding struct {
	name string
	x    word
}

func (g *groupElement) draw(d *drawing, e *env) {
	if !g.shown(d, e) {
		return
	}
	if !g.each.set() {
		g.once(d, e, nil)
		return
	}
	v := d.value(e, g.each)
	list, ok := v.([]any)
	if !ok && v != nil {
		d.fail(g.each.pos, e, fmt.Errorf("each: %s is not a list", describe(v)))
		return
	}
	if g.merge && !d.merging {
		d.merging, d.merge = true, nil
		defer func() { d.merging = false }()
	}
	if g.stack.set() {
		g.stacked(d, e, list)
		return
	}
	for i, item := range list {
		if !d.step(g.pos, e) {
			return
		}
		g.once(d, g.round(e, i, item), nil)
	}
}

// round names the values of one round.
func (g *groupElement) round(e *env, i int, item any) *env {
	in := e.inner()
	in.names[g.as] = item
	in.names[g.i] = float64(i)
	return in
}

// stacked draws each round below the lowest text of the one before. "top"
// counts from the group's own place, which is the same in each round: in it,
// "top" is that of the stack outside.
func (g *groupElement) stacked(d *drawing, e *env, list []any) {
	place := d.point(e, g.at)
	top, outer := 0.0, d.low
	for i, item := range list {
		if !d.step(g.pos, e) {
			return
		}
		in := g.round(e, i, item)
		in.names["top"] = top
		start := place.Y + layout.MM(top)
		d.low = start
		g.once(d, in, &place)
		if d.low > start { // what sets no text takes no room
			top = (d.low - place.Y).MM() + d.float(e, g.stack)
		}
	}
	d.low = max(outer, d.low)
}

// once draws the group's items a single time, at a place or where the group
// says.
func (g *groupElement) once(d *drawing, e *env, place *layout.Point) {
	if len(g.let) > 0 {
		e = e.inner()
		for _, b := range g.let {
			e.names[b.name] = d.value(e, b.x)
		}
	}
	if place == nil {
		at := d.point(e, g.at)
		place = &at
	}
	m := d.scaled(e, g.scale).Then(layout.Rotate(d.float(e, g.turn))).Then(layout.Translate(*place))
	if m.IsIdentity() && g.clip == nil && g.shape == nil {
		d.all(g.items, e)
		return
	}
	// Inside, everything counts from the group's own place: shapes there
	// cannot join those outside.
	items, low, merge := d.items, d.low, d.merge
	d.items, d.low, d.merge = nil, 0, nil
	d.all(g.items, e)
	group := &layout.Group{Transform: m, Items: d.items}
	d.items, d.low, d.merge = items, max(low, d.low+layout.Length(m.F)), merge
	if g.clip != nil {
		clip := d.rect(e, g.clip, g.radii)
		group.Clip = &clip
	}
	if g.shape != nil {
		group.Clip = g.shape
	}
	if len(group.Items) > 0 && (group.Clip == nil || len(group.Clip.Points) > 0) {
		d.add(group)
	}
}
