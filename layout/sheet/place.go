package sheet

import (
	"fmt"

	"kitpress/layout"
)

// A slot is where one face lies on a page.
type slot struct {
	scene  *layout.Scene // nil for a back that stays white
	trim   layout.Rect
	turned bool // by 180°
	spare  bool
	bleed  [4]layout.Length
}

// art returns the part of the page the slot covers, bleed included.
func (s slot) art() layout.Rect {
	t := s.trim
	return layout.Rect{
		X: t.X - s.bleed[atLeft], Y: t.Y - s.bleed[atTop],
		W: t.W + s.bleed[atLeft] + s.bleed[atRight], H: t.H + s.bleed[atTop] + s.bleed[atBottom],
	}
}

// An axis is a line things are mirrored about.
type axis uint8

const (
	noMirror axis = iota
	mirrorX       // left becomes right
	mirrorY       // top becomes bottom
)

// A mirror maps a place on the front of a sheet to the place behind it. Both
// are seen from their own side, as a printer lays them down.
type mirror struct {
	axis axis
	sum  layout.Length // of a coordinate and its image
}

func (m mirror) rect(r layout.Rect) layout.Rect {
	switch m.axis {
	case mirrorX:
		r.X = m.sum - r.Right()
	case mirrorY:
		r.Y = m.sum - r.Bottom()
	}
	return r
}

// edge returns where an edge of the sheet comes to lie.
func (m mirror) edge(e edge) edge {
	if m.axis == mirrorX && (e == atLeft || e == atRight) || m.axis == mirrorY && (e == atTop || e == atBottom) {
		return (e + 2) % 4
	}
	return e
}

// slot returns where the back of a slot lies. A piece is turned over about its
// own upright axis, so its head stays where it is: a mirror left to right keeps
// the back upright, one top to bottom stands it on its head.
func (m mirror) slot(s slot, back *layout.Scene) slot {
	return slot{scene: back, trim: m.rect(s.trim), turned: s.turned != (m.axis == mirrorY)}
}

// turnOver returns the mirror from the front of a sheet to its back.
func turnOver(sides Sides, paper layout.Size) mirror {
	landscape := paper.W > paper.H
	if (sides == DuplexShort) == landscape {
		return mirror{mirrorX, paper.W}
	}
	return mirror{mirrorY, paper.H}
}

// foldOver returns the mirror about the fold of a grid.
func (g grid) foldOver() mirror {
	if g.fold == foldAcross {
		return mirror{mirrorY, 2 * g.foldAt}
	}
	return mirror{mirrorX, 2 * g.foldAt}
}

// An imposer draws sheets one by one.
type imposer struct {
	job     Job
	spec    *Spec
	paper   *Paper
	symbols map[*layout.Scene]*layout.Symbol
	pages   []layout.Page
	total   int // sheets
	done    int
	errs    []error

	twoSided bool // some pieces have backs

	columnsSet map[columnKey]column // of the furniture
}

// sheet adds the pages of one sheet.
func (im *imposer) sheet(r run, pieces []Piece) {
	im.done++
	fronts := make([]slot, len(pieces))
	for i, p := range pieces {
		turned := im.spec.Opposed && (i/r.grid.cols)%2 == 1
		fronts[i] = slot{scene: p.Front, trim: r.grid.trims[i], turned: turned, spare: p.spare}
	}
	backs := func(m mirror) []slot {
		out := make([]slot, len(pieces))
		for i, p := range pieces {
			out[i] = m.slot(fronts[i], p.Back)
		}
		return out
	}
	switch {
	case im.job.BacksOnly:
		m := mirror{mirrorX, r.grid.paper.W}
		im.page(r, backs(m), m, layout.RoleBack)
	case im.job.Sides == Fold:
		im.page(r, append(fronts, backs(r.grid.foldOver())...), mirror{}, layout.RoleFront)
	case im.job.Sides == DuplexLong || im.job.Sides == DuplexShort:
		m := turnOver(im.job.Sides, r.grid.paper)
		im.page(r, fronts, mirror{}, layout.RoleFront)
		im.page(r, backs(m), m, layout.RoleBack)
	default:
		im.page(r, fronts, mirror{}, layout.RoleFront)
	}
}

// page adds one side of a sheet. m is the mirror that led to it from the
// front.
func (im *imposer) page(r run, slots []slot, m mirror, role layout.PageRole) {
	name := fmt.Sprintf("%s/%d-%s", im.job.Name, im.done, role)
	if s := im.wholePage(r.grid, slots); s != nil {
		im.pages = append(im.pages, layout.Page{Scene: s, Role: role})
		return
	}
	keepBleed(slots, im.spec)
	scene := &layout.Scene{Name: name, Size: r.grid.paper}
	var items []layout.Item
	for _, s := range slots {
		if s.scene != nil && len(s.scene.Items) > 0 {
			items = append(items, im.face(s))
		}
	}
	if im.spec.Marks == CropMarks {
		items = append(items, cropMarks(slots, r.grid.paper, im.paper.Edge, layout.Black())...)
		items = append(items, cornerMarks(slots, r.grid.paper, im.paper.Edge, im.spec.Corner)...)
	}
	if im.spec.Marks == NoMarks && im.spec.Furniture && role == layout.RoleFront {
		items = append(items, cellMarks(r.grid, slots, im.spec.Gap, im.paper.Edge, layout.Black())...)
		items = append(items, im.spareMark(r.grid, slots)...)
	}
	if r.grid.fold != noFold {
		items = append(items, foldMark(r.grid, slots, im.paper.Edge, layout.Black()))
	}
	if r.grid.band != nil && im.job.Furniture.Typesetter != nil {
		b := band{rect: m.rect(r.grid.band.rect), at: m.edge(r.grid.band.at)}
		furniture, err := im.furniture(b, role)
		if err != nil && len(im.errs) == 0 { // further sheets lack the same room
			im.errs = append(im.errs, err)
		}
		items = append(items, furniture...)
	}
	scene.Items = items
	im.pages = append(im.pages, layout.Page{Scene: scene, Role: role})
}

// wholePage returns the scene itself when it is as large as the paper and
// nothing is to be done to it: pages come out as they went in.
func (im *imposer) wholePage(g grid, slots []slot) *layout.Scene {
	if im.spec.Kind != Pages || len(slots) != 1 || slots[0].turned {
		return nil
	}
	if s := slots[0].scene; s != nil && s.Size == g.paper {
		return s
	}
	return nil
}

// keepBleed sets how much bleed each slot shows: all of it on the outside, half
// the gap towards a neighbour, nothing where pieces touch. Two pieces of one
// cut then never paint into each other.
func keepBleed(slots []slot, spec *Spec) {
	at := map[layout.Point]bool{}
	for _, s := range slots {
		at[layout.Point{X: s.trim.X, Y: s.trim.Y}] = true
	}
	for i := range slots {
		s := &slots[i]
		if s.scene == nil {
			continue
		}
		step := [4]layout.Point{
			atTop: {Y: -s.trim.H - spec.Gap}, atRight: {X: s.trim.W + spec.Gap},
			atBottom: {Y: s.trim.H + spec.Gap}, atLeft: {X: -s.trim.W - spec.Gap},
		}
		for e := range s.bleed {
			s.bleed[e] = min(s.scene.Bleed, spec.Bleed)
			if at[(layout.Point{X: s.trim.X, Y: s.trim.Y}).Add(step[e])] {
				s.bleed[e] = min(s.bleed[e], spec.Gap/2)
			}
		}
	}
}

// face draws a slot: the scene moved to its place and clipped to what may be
// seen of its bleed.
func (im *imposer) face(s slot) layout.Item {
	at, bleed := layout.Translate(layout.Point{X: s.trim.X, Y: s.trim.Y}), s.bleed
	if s.turned {
		at = layout.Rotate(180).Then(layout.Translate(layout.Point{X: s.trim.Right(), Y: s.trim.Bottom()}))
		bleed = [4]layout.Length{bleed[atBottom], bleed[atLeft], bleed[atTop], bleed[atRight]}
	}
	own := slot{trim: layout.Rect{W: s.trim.W, H: s.trim.H}, bleed: bleed}
	clip := layout.RectOutline(own.art(), 0)
	g := &layout.Group{Transform: at, Clip: &clip, Items: s.scene.Items}
	if sym := im.symbols[s.scene]; sym != nil {
		g.Items = []layout.Item{&layout.Use{Symbol: sym, Transform: layout.Identity()}}
	}
	return g
}

// symbolsOf returns a symbol for each face that is printed more than once, so
// that writers can store it once.
func symbolsOf(job Job) map[*layout.Scene]*layout.Symbol {
	count := map[*layout.Scene]int{}
	symbols := map[*layout.Scene]*layout.Symbol{}
	for _, p := range job.Pieces {
		for _, s := range []*layout.Scene{p.Front, p.Back} {
			if s == nil {
				continue
			}
			if count[s]++; count[s] == 2 {
				box := layout.Rect{W: s.Size.W, H: s.Size.H}.Inset(-s.Bleed)
				symbols[s] = &layout.Symbol{Name: s.Name, Box: box, Items: s.Items}
			}
		}
	}
	return symbols
}
