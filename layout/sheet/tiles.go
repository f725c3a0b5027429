package sheet

import (
	"fmt"

	"kitpress/layout"
)

// How tiles are marked.
const (
	targetArm    = 1500 * layout.Micrometre // of a registration cross
	targetRadius = 900 * layout.Micrometre
	flapInset    = 300 * layout.Micrometre // from the cut to its line, which ends up below the next part
	flapLine     = 250 * layout.Micrometre
	flapGround   = 700 * layout.Micrometre // white below the line: it shows on every colour
	flapPlate    = 110 * layout.Millimetre // a flap has a plate for every such length
)

// TileWords are what sheets of tiles say beside the furniture. Empty texts are
// left out.
type TileWords struct {
	Title string                               // of the sheet that shows how the parts go together
	Steps func(parts, rows, cols int) []string // what to do, in order
	Glue  func(part string) string             // on a flap: "glue B2 here"
}

// A tiled piece is one that is cut, and how.
type tiled struct {
	scene  *layout.Scene
	tiling tiling
	copies int
}

// sheets returns how many sheets the piece takes: its parts for every copy
// and, when there are several, one sheet that shows how they go together.
func (t tiled) sheets() int {
	n := t.copies * t.tiling.parts()
	if t.tiling.parts() > 1 {
		n++
	}
	return n
}

// planTiles divides each different piece of a job. It stops at the first that
// cannot be: the others have the same sizes.
func planTiles(job Job, spec *Spec, paper *Paper) ([]tiled, error) {
	var all []tiled
	index := map[*layout.Scene]int{}
	for _, p := range job.Pieces {
		if p.Back != nil {
			return nil, fmt.Errorf("%s: %q has a back, and tiles are printed on one side", job.Name, p.Back.Name)
		}
		if i, ok := index[p.Front]; ok {
			all[i].copies++
			continue
		}
		t, err := tileWant{spec: spec, paper: paper, piece: p.Front, cutAt: job.CutAt}.tiling()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", job.Name, err)
		}
		index[p.Front] = len(all)
		all = append(all, tiled{p.Front, t, 1})
	}
	return all, nil
}

// tiles draws the sheets of a job in tiles.
func (im *imposer) tiles(all []tiled) {
	im.job.Furniture.Front = "" // there is no other side
	for _, t := range all {
		im.total += t.sheets()
	}
	for _, t := range all {
		box := layout.Rect{W: t.scene.Size.W, H: t.scene.Size.H}.Inset(-t.scene.Bleed)
		symbol := &layout.Symbol{Name: t.scene.Name, Box: box, Items: t.scene.Items}
		if t.tiling.parts() > 1 {
			im.keyPage(t, symbol)
		}
		for range t.copies {
			for row := range t.tiling.rows() {
				for column := range t.tiling.columns() {
					im.tile(t.tiling, part{row, column}, symbol)
				}
			}
		}
	}
}

// tile draws the sheet of one part.
func (im *imposer) tile(t tiling, p part, symbol *layout.Symbol) {
	im.done++
	origin := t.origin(p)
	window := t.window(p)
	on := slot{trim: window, bleed: t.bleed(p)} // the part, on the piece
	clip := layout.RectOutline(on.art(), 0)
	at := layout.Translate(origin)
	items := []layout.Item{&layout.Group{Transform: at, Clip: &clip, Items: []layout.Item{
		&layout.Use{Symbol: symbol, Transform: layout.Identity()},
	}}}
	on.trim.X, on.trim.Y = window.X+origin.X, window.Y+origin.Y // the part, on the sheet
	s := setter{f: im.job.Furniture, ink: layout.Black()}
	items = append(items, s.flaps(t, p, on.trim)...)
	items = append(items, cropMarks([]slot{on}, t.paper, im.paper.Edge, layout.Black())...)
	if targets := targets(t, p, on); len(targets.Verbs) > 0 {
		items = append(items, &layout.Path{Outline: targets, Stroke: &layout.Stroke{Paint: layout.Black(), Width: markWidth}})
	}
	items = append(items, im.tileFurniture(t, &p, &s)...)
	im.fail(s.err)
	scene := &layout.Scene{Name: fmt.Sprintf("%s/%d-%s", im.job.Name, im.done, p.name()), Size: t.paper, Items: items}
	im.pages = append(im.pages, layout.Page{Scene: scene, Trim: on.trim, Bleed: max(t.inner, t.outer), Role: layout.RoleFront})
}

// fail keeps the first error: further sheets have the same one.
func (im *imposer) fail(err error) {
	if err != nil && len(im.errs) == 0 {
		im.errs = append(im.errs, err)
	}
}

// targets returns the registration crosses of a part: outside of it, at both
// ends of every line along which it meets another one.
func targets(t tiling, p part, on slot) layout.Outline {
	var o layout.Outline
	art := on.art()
	const off = markGap + targetArm
	cross := func(c layout.Point) {
		o.Append(layout.EllipseOutline(c, targetRadius, targetRadius))
		o.Append(layout.PolylineOutline(layout.Point{X: c.X - targetArm, Y: c.Y}, layout.Point{X: c.X + targetArm, Y: c.Y}))
		o.Append(layout.PolylineOutline(layout.Point{X: c.X, Y: c.Y - targetArm}, layout.Point{X: c.X, Y: c.Y + targetArm}))
	}
	var xs, ys []layout.Length
	if p.column > 0 {
		xs = append(xs, on.trim.X)
	}
	if p.column < t.columns()-1 {
		xs = append(xs, on.trim.Right()-t.overlap)
	}
	if p.row > 0 {
		ys = append(ys, on.trim.Y)
	}
	if p.row < t.rows()-1 {
		ys = append(ys, on.trim.Bottom()-t.overlap)
	}
	for _, x := range xs {
		cross(layout.Point{X: x, Y: art.Y - off})
		cross(layout.Point{X: x, Y: art.Bottom() + off})
	}
	for _, y := range ys {
		cross(layout.Point{X: art.X - off, Y: y})
		cross(layout.Point{X: art.Right() + off, Y: y})
	}
	return o
}

// flaps draws the line up to which the next part covers a flap, and what is
// glued there. All of it lies on the flap and disappears below the next part.
func (s *setter) flaps(t tiling, p part, on layout.Rect) []layout.Item {
	var items []layout.Item
	if p.column < t.columns()-1 {
		flap := layout.Rect{X: on.Right() - t.overlap, Y: on.Y, W: t.overlap, H: on.H}
		items = append(items, s.flap(flap, true, part{p.row, p.column + 1})...)
	}
	if p.row < t.rows()-1 {
		flap := layout.Rect{X: on.X, Y: on.Bottom() - t.overlap, W: on.W, H: t.overlap}
		items = append(items, s.flap(flap, false, part{p.row + 1, p.column})...)
	}
	return items
}

// flap marks one flap; upright when it lies at the right.
func (s *setter) flap(r layout.Rect, upright bool, next part) []layout.Item {
	line := layout.PolylineOutline(layout.Point{X: r.X, Y: r.Y + flapInset}, layout.Point{X: r.Right(), Y: r.Y + flapInset})
	length := r.W
	if upright {
		line = layout.PolylineOutline(layout.Point{X: r.X + flapInset, Y: r.Y}, layout.Point{X: r.X + flapInset, Y: r.Bottom()})
		length = r.H
	}
	dash := []layout.Length{layout.MM(2), layout.MM(1.2)}
	items := []layout.Item{
		&layout.Path{Outline: line, Stroke: &layout.Stroke{Paint: layout.White(), Width: 2 * flapInset}},
		&layout.Path{Outline: line, Stroke: &layout.Stroke{Paint: s.ink, Width: flapLine, Dash: dash}},
	}
	if s.f.Typesetter == nil || s.f.Tiles.Glue == nil {
		return items
	}
	n := int(length/flapPlate) + 1
	for i := range n {
		along := length * layout.Length(2*i+1) / layout.Length(2*n)
		centre := layout.Point{X: r.X + along, Y: r.Y + r.H/2}
		turn := layout.Identity()
		if upright {
			centre = layout.Point{X: r.X + r.W/2, Y: r.Y + along}
			turn = layout.Rotate(270)
		}
		items = append(items, &layout.Group{
			Transform: turn.Then(layout.Translate(centre)), Items: s.plate(s.f.Tiles.Glue(next.name()), length/layout.Length(n), min(r.W, r.H)),
		})
	}
	return items
}

// plate sets a text on a white plate around the origin.
func (s *setter) plate(text string, width, height layout.Length) []layout.Item {
	const pad = 1200 * layout.Micrometre
	pt := min(8, (height-2*flapInset-pad).Pt()/leading)
	room := width - 4*pad
	_, size := s.line(text, 700, pt, layout.Point{}, room, layout.AlignLeft)
	if size.W > room || size.H > height-2*flapInset {
		return nil // the dashed line says enough
	}
	items, _ := s.line(text, 700, pt, layout.Point{X: -size.W / 2, Y: -size.H / 2}, room, layout.AlignLeft)
	box := layout.Rect{X: -size.W/2 - pad, Y: -size.H/2 - pad/4, W: size.W + 2*pad, H: size.H + pad/2}
	ground := &layout.Path{
		Outline: layout.RectOutline(box, box.H/2), Fill: layout.White(), Stroke: &layout.Stroke{Paint: s.ink, Width: markWidth},
	}
	return append([]layout.Item{ground}, items...)
}
