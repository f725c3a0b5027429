package png

import (
	"image"
	"slices"
)

// Coordinates of edges are whole numbers of 1/256 pixel.
const (
	subBits = 8
	sub     = 1 << subBits
	subMask = sub - 1
)

// A sink takes runs of pixels with the share of each that is covered, 1 to
// 255. Runs come row by row from top to bottom, left to right.
type sink interface {
	run(y, x0, x1 int, cover uint8)
}

// A cell is a pixel with edges in it: cover is how far down they reach
// together, area twice the part of the pixel to the left of them.
type cell struct{ x, y, cover, area int32 }

// A raster turns outlines into runs of pixels. It is used again and again:
// reset, then moves and lines, then sweep.
type raster struct {
	box                      image.Rectangle // of pixels that matter
	left, top, right, bottom int             // of box, in subpixels
	penX, penY               int
	startX, startY           int

	last  cell // being added up
	cells []cell
	byRow []cell
	rows  []int32 // end of each row in byRow, or of each column
}

// reset begins an outline of which the pixels in box are wanted.
func (r *raster) reset(box image.Rectangle) {
	r.box = box
	r.left, r.top, r.right, r.bottom = box.Min.X<<subBits, box.Min.Y<<subBits, box.Max.X<<subBits, box.Max.Y<<subBits
	r.cells, r.last = r.cells[:0], cell{}
	r.penX, r.penY, r.startX, r.startY = 0, 0, 0, 0
}

// move closes the sub-path and begins another.
func (r *raster) move(x, y int) {
	r.line(r.startX, r.startY)
	r.penX, r.penY, r.startX, r.startY = x, y, x, y
}

// line draws a line from where the last one ended. What lies above, below or
// to the right of the box is dropped; what lies to the left of it counts as if
// it lay on its edge.
func (r *raster) line(x, y int) {
	x0, y0, dx, dy := r.penX, r.penY, x-r.penX, y-r.penY
	r.penX, r.penY = x, y
	if dy == 0 || max(y0, y) <= r.top || min(y0, y) >= r.bottom || min(x0, x) >= r.right {
		return
	}
	cut := func(px, py int) (int, int) {
		if at := min(max(py, r.top), r.bottom); at != py {
			return x0 + (at-y0)*dx/dy, at
		}
		return px, py
	}
	ax, ay := cut(x0, y0)
	bx, by := cut(x, y)
	r.between(ax, ay, bx, by)
}

// between draws a line that lies within the rows of the box.
func (r *raster) between(x0, y0, x1, y1 int) {
	side := r.right
	switch lo, hi := min(x0, x1), max(x0, x1); {
	case lo >= r.right:
		return
	case lo >= r.left && hi <= r.right:
		r.edge(x0, y0, x1, y1)
		return
	case hi <= r.left:
		r.edge(r.left, y0, r.left, y1)
		return
	case lo < r.left:
		side = r.left
	}
	y := y0 + (side-x0)*(y1-y0)/(x1-x0)
	r.between(x0, y0, side, y)
	r.between(side, y, x1, y1)
}

// edge cuts a line at the rows of pixels. Fractions of a subpixel are carried
// along the line, so that the parts add up to the whole.
func (r *raster) edge(x0, y0, x1, y1 int) {
	row, end := y0>>subBits, y1>>subBits
	f0, f1 := y0&subMask, y1&subMask
	if row == end {
		r.slice(row, x0, f0, x1, f1)
		return
	}
	dx, dy, far, step := x1-x0, y1-y0, sub, 1
	first := (sub - f0) * dx
	if dy < 0 {
		first, far, step, dy = f0*dx, 0, -1, -dy
	}
	by, rest := floorDiv(first, dy)
	x := x0 + by
	r.slice(row, x0, f0, x, far)
	lift, more := floorDiv(sub*dx, dy)
	for row += step; row != end; row += step {
		to := x + lift
		if rest += more; rest >= dy {
			rest -= dy
			to++
		}
		r.slice(row, x, sub-far, to, far)
		x = to
	}
	r.slice(row, x, sub-far, x1, f1)
}

// slice cuts a line within a row of pixels at its columns. Heights count from
// the top of the row.
func (r *raster) slice(row, x0, h0, x1, h1 int) {
	if h0 == h1 {
		return
	}
	column, end := x0>>subBits, x1>>subBits
	f0, f1 := x0&subMask, x1&subMask
	if column == end {
		r.add(column, row, h1-h0, (f0+f1)*(h1-h0))
		return
	}
	dx, far, step := x1-x0, sub, 1
	first := (sub - f0) * (h1 - h0)
	if dx < 0 {
		first, far, step, dx = f0*(h1-h0), 0, -1, -dx
	}
	by, rest := floorDiv(first, dx)
	r.add(column, row, by, (f0+far)*by)
	h := h0 + by
	lift, more := floorDiv(sub*(h1-h0), dx)
	for column += step; column != end; column += step {
		by = lift
		if rest += more; rest >= dx {
			rest -= dx
			by++
		}
		r.add(column, row, by, sub*by)
		h += by
	}
	r.add(column, row, h1-h, (f1+sub-far)*(h1-h))
}

// floorDiv returns a/b rounded down and what remains, for positive b.
func floorDiv(a, b int) (q, rest int) {
	q, rest = a/b, a%b
	if rest < 0 {
		return q - 1, rest + b
	}
	return q, rest
}

func (r *raster) add(x, y, cover, area int) {
	if int(r.last.x) != x || int(r.last.y) != y {
		r.flush()
		r.last = cell{x: int32(x), y: int32(y)}
	}
	r.last.cover += int32(cover)
	r.last.area += int32(area)
}

// crowded is the number of cells per row from which inserting them one by one
// takes longer than two passes over all.
const crowded = 16

// flush keeps the cell that was added up, if there is anything in it.
func (r *raster) flush() {
	if l := r.last; l.cover|l.area != 0 && int(l.x) < r.box.Max.X && int(l.y) < r.box.Max.Y {
		r.cells = append(r.cells, l)
	}
}

// sweep hands the runs of the outline to out.
func (r *raster) sweep(out sink) {
	r.line(r.startX, r.startY)
	r.flush()
	r.last = cell{}
	if len(r.cells) == 0 {
		return
	}
	// Rows with many cells are put in order all at once.
	sorted := len(r.cells) > crowded*r.box.Dy() && len(r.cells) > r.box.Dx()
	if sorted {
		r.sort(true)
		r.cells, r.byRow = r.byRow, r.cells
	}
	r.sort(false)
	from := int32(0)
	for i, to := range r.rows {
		if row := r.byRow[from:to]; len(row) > 0 {
			if !sorted {
				sortColumns(row)
			}
			r.sweepRow(r.box.Min.Y+i, row, out)
		}
		from = to
	}
}

// sort puts the cells into byRow in the order of their columns or their rows;
// those of one keep their order.
func (r *raster) sort(byColumn bool) {
	n := r.box.Dy()
	if byColumn {
		n = r.box.Dx()
	}
	r.rows = slices.Grow(r.rows[:0], n)[:n]
	clear(r.rows)
	r.byRow = slices.Grow(r.byRow[:0], len(r.cells))[:len(r.cells)]
	left, top := int32(r.box.Min.X), int32(r.box.Min.Y)
	for i := range r.cells {
		k := r.cells[i].y - top
		if byColumn {
			k = r.cells[i].x - left
		}
		r.rows[k]++
	}
	at := int32(0)
	for i, n := range r.rows {
		r.rows[i] = at
		at += n
	}
	for i := range r.cells {
		k := r.cells[i].y - top
		if byColumn {
			k = r.cells[i].x - left
		}
		r.byRow[r.rows[k]] = r.cells[i]
		r.rows[k]++
	}
}

// sortColumns sorts the cells of a row with few of them.
func sortColumns(row []cell) {
	for i := 1; i < len(row); i++ {
		c, at := row[i], i
		for ; at > 0 && row[at-1].x > c.x; at-- {
			row[at] = row[at-1]
		}
		row[at] = c
	}
}

func (r *raster) sweepRow(y int, row []cell, out sink) {
	var cover int32
	for i := 0; i < len(row); {
		x, area := row[i].x, int32(0)
		for ; i < len(row) && row[i].x == x; i++ {
			cover += row[i].cover
			area += row[i].area
		}
		if a := share(cover<<(subBits+1) - area); a > 0 {
			out.run(y, int(x), int(x)+1, a)
		}
		next := r.box.Max.X
		if i < len(row) {
			next = int(row[i].x)
		}
		if int(x)+1 < next {
			if a := share(cover << (subBits + 1)); a > 0 {
				out.run(y, int(x)+1, next, a)
			}
		}
	}
}

// share turns a winding number, 2·256² for each turn, into the covered share
// of a pixel, by the non-zero rule. Where the edges of a shape that overlaps
// itself meet in one pixel their shares add up.
func share(winding int32) uint8 {
	a := winding >> (subBits + 1)
	return uint8(min(max(a, -a), 255))
}
