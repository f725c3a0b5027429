package compose

import (
	"fmt"
	"math"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose/expr"
)

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
// the floor; only then it grows, up to what the template allows. Rounded
// corners must not take a bite of the quiet zone: the box grows by what they
// need, and where it cannot they are less round.
func (q *qrElement) draw(d *drawing, e *expr.Env) {
	if !q.shown(d, e) {
		return
	}
	payload := d.word(e, q.payload)
	if payload == "" {
		return
	}
	code, err := d.c.codes.Encode(payload)
	if err != nil {
		d.problem(e, codeQR, "the QR code for %q cannot be made: %v", source.ClipTo(payload, 60), err)
		return
	}
	modules := float64(code.Size + 2*layout.QuietZone)
	box, most := max(d.mm(e, q.box).MM(), modules*moduleFloor), d.mm(e, q.most).MM()
	if box > most+1e-9 {
		q.tooDense(d, e, payload, code, most)
		return
	}
	// All cards of a kind get the box the densest of their codes needs.
	widest := modules
	if n := float64(d.densest(e) + 2*layout.QuietZone); n > widest && n*moduleFloor <= most+1e-9 {
		widest, box = n, max(box, n*moduleFloor)
	}
	module := layout.MM(min(moduleBest, box/modules))
	radius := d.side(e, q.radius)
	if radius > 0 {
		whole := layout.MM(min(moduleBest, box/widest)).MM() * widest
		box = max(box, min(whole+2*bite*radius.MM(), most))
		radius = min(radius, layout.MM(max(0, box-whole)/(2*bite)))
	}
	side := layout.MM(box)
	corner := d.point(e, q.corner)
	if q.centre.set() {
		corner.X = min(corner.X, d.mm(e, q.centre)+side/2)
	}
	r := layout.Rect{X: corner.X - side, Y: corner.Y - side, W: side, H: side}
	if fill := d.paint(e, q.ground); fill != nil {
		d.fill(d.origin(e), layout.RectOutline(r, radius), fill, nil)
	}
	quiet := (side - module*layout.Length(code.Size)) / 2
	d.add(&layout.QR{Origin: d.origin(e), At: layout.Point{X: r.X + quiet, Y: r.Y + quiet}, Module: module, Code: code, Fill: layout.Black()})
}

// codeSign returns what stands for a code too small to be scanned: three corners
// and some modules, coarser than those of any code. What touches overlaps, so
// that no seams show.
func codeSign(q *layout.QR) layout.Item {
	const modules = 13
	of := func(n int) layout.Length { return q.Module * layout.Length(n*q.Code.Size) / modules }
	var o layout.Outline
	put := func(x, y, w, h int) {
		r := layout.RectOutline(layout.Rect{X: q.At.X + of(x), Y: q.At.Y + of(y), W: of(w), H: of(h)}, 0)
		o.Verbs, o.Points = append(o.Verbs, r.Verbs...), append(o.Points, r.Points...)
	}
	for _, at := range [][2]int{{0, 0}, {8, 0}, {0, 8}} {
		x, y := at[0], at[1]
		put(x, y, 5, 1)
		put(x, y+4, 5, 1)
		put(x, y, 1, 5)
		put(x+4, y, 1, 5)
		put(x+2, y+2, 1, 1)
	}
	for _, m := range [][4]int{{6, 0, 1, 2}, {6, 4, 1, 2}, {0, 6, 2, 1}, {4, 6, 3, 1}, {8, 6, 1, 1}, {10, 6, 3, 1}, {6, 8, 1, 3}, {8, 8, 2, 2}, {11, 9, 2, 1}, {10, 11, 1, 2}, {7, 12, 2, 1}, {12, 11, 1, 2}} {
		put(m[0], m[1], m[2], m[3])
	}
	return &layout.Path{Origin: q.Origin, Outline: o, Fill: q.Fill}
}

// bite is how far a round corner of radius 1 keeps from the sides a square
// corner within it has: 1 - 1/√2.
const bite = 0.29289321881345254

// tooDense reports a code that would need modules below the floor, and the ways
// out.
func (q *qrElement) tooDense(d *drawing, e *expr.Env, payload string, code *layout.Code, most float64) {
	box := float64(code.Size+2*layout.QuietZone) * moduleFloor
	d.problem(e, codeQR, "the QR code for %q (%d characters, %d modules and %d of quiet zone on each side) needs %.1f mm at %.1f mm a module, %.1f mm more than the %.1f mm there are",
		source.ClipTo(payload, 60), len(payload), code.Size, layout.QuietZone, box, moduleFloor, box-most, most).Hint = fmt.Sprintf(
		"choose a shorter address (%s); or give the code room, most: %.1f in %s; or build with --base-url, for short addresses of your own, or --qr none",
		d.fitting(payload, most), math.Ceil(box*10-1e-9)/10, q.pos.File)
}

// fitting says how many characters of a payload go into a box.
func (d *drawing) fitting(payload string, most float64) string {
	for n := len(payload) - 1; n > 0; n-- {
		code, err := d.c.codes.Encode(payload[:n])
		if err == nil && float64(code.Size+2*layout.QuietZone)*moduleFloor <= most+1e-9 {
			return fmt.Sprintf("%d characters fit", n)
		}
	}
	return "no code fits"
}

// densest returns the modules on a side of the densest code on the cards that
// share a template, so that all of them get a box of one size: 0 when it is not
// a card that is drawn.
func (d *drawing) densest(e *expr.Env) int {
	v, _ := e.Lookup("deck")
	deck, ok := v.(deckValue)
	if !ok {
		return 0
	}
	c := d.c
	if n, ok := c.dense.get(deck.d.Template); ok {
		return n
	}
	most := 0
	for i := range c.game.Decks {
		of := c.game.Decks[i]
		if of.Template != deck.d.Template {
			continue
		}
		for _, rec := range of.Cards {
			for _, f := range of.Schema {
				if code, err := c.codes.Encode(c.urlOf(f, rec.Fields[f.Name])); err == nil {
					most = max(most, code.Size)
				}
			}
		}
	}
	return c.dense.put(deck.d.Template, most)
}

// urlOf returns where the code of a field leads: an address, or that of a topic, or of an item that
// has one; "" for no code.
func (c *Composer) urlOf(f catalog.Field, v catalog.Value) string {
	id := ""
	switch f.Type {
	case catalog.TypeURL:
		return v.Word
	case catalog.TypeTopic:
		id = v.Word
	case catalog.TypeItem:
		if s := c.game.Set(f.Of); s != nil {
			if item := s.Item(v.Word); item != nil {
				for _, of := range s.Schema {
					if of.Type == catalog.TypeTopic {
						id = item.Fields[of.Name].Word
					}
				}
			}
		}
	}
	if t := c.game.Topics[id]; t != nil && c.topicURL != nil {
		return c.topicURL(t)
	}
	return ""
}
