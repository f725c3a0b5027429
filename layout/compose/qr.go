package compose

import "kitpress/layout"

// A qrElement draws a QR code in a white box, as large as its payload needs.
type qrElement struct {
	base
	payload word
	corner  [2]num // lower right corner of the box
	centre  num    // of the box across; it moves left of there when the corner stops it
	box     num    // smallest box, mm
	most    num    // largest box, mm
	radius  num
	ground  word
}

// Module sizes, mm: what a code is drawn with when the box has room, and the
// floor below which it is an error (design.md section 8).
const (
	moduleBest  = 0.5
	moduleFloor = 0.4
)

// The box stays as small as the template likes it while the modules keep to
// the floor; only then it grows, up to what the template allows.
func (q *qrElement) draw(d *drawing, e *env) {
	if !q.shown(d, e) {
		return
	}
	payload := d.word(e, q.payload)
	if payload == "" {
		return
	}
	code, err := d.c.codes.Encode(payload)
	if err != nil {
		d.problem(e, codeQR, "the QR code for %q cannot be made: %v", shorten(payload), err)
		return
	}
	modules := float64(code.Size + 2*layout.QuietZone)
	box := max(d.mm(e, q.box).MM(), modules*moduleFloor)
	if most := d.mm(e, q.most).MM(); box > most+1e-9 {
		d.problem(e, codeQR, "the QR code for %q needs %.1f mm at %.1f mm a module, %.1f mm more than there is",
			shorten(payload), box, moduleFloor, box-most).Hint = "shorten what it leads to"
		return
	}
	module := layout.MM(min(moduleBest, box/modules))
	side := layout.MM(box)
	corner := d.point(e, q.corner)
	if q.centre.set() {
		corner.X = min(corner.X, d.mm(e, q.centre)+side/2)
	}
	r := layout.Rect{X: corner.X - side, Y: corner.Y - side, W: side, H: side}
	if fill := d.paint(e, q.ground); fill != nil {
		d.fill(d.origin(e), layout.RectOutline(r, d.side(e, q.radius)), fill, nil)
	}
	quiet := (side - module*layout.Length(code.Size)) / 2
	d.add(&layout.QR{Origin: d.origin(e), At: layout.Point{X: r.X + quiet, Y: r.Y + quiet}, Module: module, Code: code, Fill: layout.Black()})
}
