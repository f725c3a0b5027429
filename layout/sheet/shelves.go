package sheet

import (
	"cmp"
	"fmt"
	"slices"

	"kitpress/layout"
)

// A shelf is a row of pieces of one sheet, side by side.
type shelf struct {
	width, height layout.Length // taken so far; of the highest piece
	pieces        []Piece
}

// A rack is a sheet of shelves below each other.
type rack struct {
	height  layout.Length
	shelves []*shelf
}

// shelves puts pieces of different sizes on the same sheets: the highest first,
// each on the first shelf that has room for it. Pieces of a size stay together
// where they can. Every sheet comes back as a run of its own.
func shelves(job Job, spec *Spec, paper *Paper, sizes []run) ([]run, error) {
	w := want{spec: spec, paper: paper}
	var pieces []Piece
	for _, r := range sizes {
		w.bleed = max(w.bleed, r.want.bleed)
		pieces = append(pieces, r.pieces...)
	}
	start := w.start()
	least, _ := needed(paper.Size.W - 2*start)
	room := layout.Size{W: paper.Size.W - 2*start, H: paper.Size.H - start - w.reserve(least)}
	if spec.Spare == SpareRow {
		room.H -= spareRoom
	}
	slices.SortStableFunc(pieces, func(a, b Piece) int { return cmp.Compare(job.sizeOf(b).H, job.sizeOf(a).H) })
	var racks []*rack
	for _, p := range pieces {
		size := job.sizeOf(p)
		if size.W > room.W || size.H > room.H {
			w.piece = size
			return nil, fmt.Errorf("%s: %w", job.Name, w.tooLarge(job.face(p)))
		}
		if !put(racks, p, size, spec.Gap, room) {
			racks = append(racks, &rack{})
			put(racks[len(racks)-1:], p, size, spec.Gap, room)
		}
	}
	if last := racks[len(racks)-1]; spec.Spare != NoSpare {
		last.shelves[len(last.shelves)-1].fillUp(job, pieces, spec.Gap, room.W)
	}
	var runs []run
	for _, r := range racks {
		runs = append(runs, r.run(job, w, start, room))
	}
	return runs, nil
}

// put adds a piece to the first shelf it goes on, or to a new one where a sheet
// has room for that. It reports whether there was any.
func put(racks []*rack, p Piece, size layout.Size, gap layout.Length, room layout.Size) bool {
	for _, r := range racks {
		for _, s := range r.shelves {
			if s.width+gap+size.W <= room.W { // never higher: the highest came first
				s.width += gap + size.W
				s.pieces = append(s.pieces, p)
				return true
			}
		}
		height := size.H
		if len(r.shelves) > 0 {
			height += r.height + gap
		}
		if height <= room.H {
			r.height = height
			r.shelves = append(r.shelves, &shelf{size.W, size.H, []Piece{p}})
			return true
		}
	}
	return false
}

// fillUp puts more copies of pieces on a shelf of pieces of one size, as many as
// go on it, taken evenly from all of that size.
func (s *shelf) fillUp(job Job, all []Piece, gap, room layout.Length) {
	size := job.sizeOf(s.pieces[0])
	same := slices.DeleteFunc(slices.Clone(all), func(p Piece) bool { return job.sizeOf(p) != size })
	free := int((room - s.width) / (size.W + gap))
	for i := range free {
		p := same[i*len(same)/free]
		p.spare = true
		s.pieces = append(s.pieces, p)
		s.width += gap + size.W
	}
}

// run returns the sheet with each shelf in the middle of its width.
func (r *rack) run(job Job, w want, start layout.Length, room layout.Size) run {
	out := run{want: w, grid: grid{paper: w.paper.Size, rows: len(r.shelves), cols: 1}}
	y := start
	if len(r.shelves) > 1 || r.height*2 > room.H { // a little at the head of a sheet stays there
		y += (room.H - r.height) / 2
	}
	for _, s := range r.shelves {
		x := start + (room.W-s.width)/2
		for _, p := range s.pieces {
			size := job.sizeOf(p)
			out.grid.trims = append(out.grid.trims, layout.Rect{X: x, Y: y, W: size.W, H: size.H})
			out.pieces = append(out.pieces, p)
			x += size.W + w.spec.Gap
		}
		y += s.height + w.spec.Gap
	}
	if w.spec.Furniture {
		thickness := w.paper.Size.H - start - room.H - w.reserve(0)
		if w.spec.Spare == SpareRow {
			thickness -= spareRoom
		}
		out.grid.band = &band{at: atBottom, rect: layout.Rect{X: start, Y: w.paper.Size.H - w.paper.Edge - thickness, W: room.W, H: thickness}}
	}
	return out
}
