package layout

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"kitpress/catalog/source"
)

// Dump writes a scene as text: one item per line, groups indented, lengths in
// millimetres with two decimals. It is what goldens hold.
func Dump(w io.Writer, s *Scene) error {
	d := &dumper{out: bufio.NewWriter(w)}
	fmt.Fprintf(d.out, "scene %s %sx%s", s.Name, s.Size.W, s.Size.H)
	if s.Bleed != 0 {
		fmt.Fprintf(d.out, " bleed=%s", s.Bleed)
	}
	d.end(source.Pos{})
	d.items(s.Items)
	return d.out.Flush()
}

// A dumper writes items. Errors stay in the buffered writer until Flush.
type dumper struct {
	out   *bufio.Writer
	depth int
}

// end finishes a line with the place the item comes from.
func (d *dumper) end(origin source.Pos) {
	if origin.File != "" {
		fmt.Fprintf(d.out, "  %s:%d:%d", origin.File, origin.Line, origin.Col)
	}
	d.out.WriteByte('\n')
}

func (d *dumper) items(items []Item) {
	d.depth++
	for _, it := range items {
		d.out.WriteString(strings.Repeat("  ", d.depth))
		d.item(it)
	}
	d.depth--
}

func (d *dumper) item(it Item) {
	switch it := it.(type) {
	case *Text:
		d.text(it)
	case *Path:
		d.out.WriteString("path")
		d.paint("fill", it.Fill)
		d.stroke(it.Stroke)
		d.outline(it.Outline)
		d.end(it.Origin)
	case *QR:
		d.qr(it)
	case *Image:
		fmt.Fprintf(d.out, "image %dx%d px, %d bytes at %s", it.Picture.Pixels.W, it.Picture.Pixels.H, len(it.Picture.File), rectText(it.Rect))
		d.end(it.Origin)
	case *Link:
		fmt.Fprintf(d.out, "link %s", rectText(it.Rect))
		if it.URL != "" {
			fmt.Fprintf(d.out, " to %q", it.URL)
		} else {
			fmt.Fprintf(d.out, " to #%s", it.Anchor)
		}
		d.end(it.Origin)
	case *Anchor:
		fmt.Fprintf(d.out, "anchor %q at %s", it.Name, pointText(it.At))
		d.end(source.Pos{})
	case *Group:
		d.group(it)
	case *Use:
		fmt.Fprintf(d.out, "use %s%s", it.Symbol.Name, matrixText(it.Transform))
		d.end(source.Pos{})
	default:
		fmt.Fprintf(d.out, "%T", it)
		d.end(source.Pos{})
	}
}

func (d *dumper) text(t *Text) {
	face := "no-face"
	if t.Face != nil {
		face = t.Face.ID
	}
	fmt.Fprintf(d.out, "text %q %s %spt at %s w=%s", t.Content, face, points(t.Size), pointText(t.At), t.Width)
	if t.Tracking != 0 {
		fmt.Fprintf(d.out, " tracking=%s", strconv.FormatFloat(t.Tracking.MM(), 'f', 3, 64))
	}
	if t.Forms != 0 {
		fmt.Fprintf(d.out, " forms=%s", t.Forms)
	}
	d.paint("fill", t.Fill)
	d.end(t.Origin)
}

func (d *dumper) qr(q *QR) {
	if q.Code == nil {
		fmt.Fprintf(d.out, "qr none at %s", pointText(q.At))
	} else {
		side := Length(q.Code.Size) * q.Module
		fmt.Fprintf(d.out, "qr %q level=%s %dx%d at %s %sx%s",
			q.Code.Payload, q.Code.Level, q.Code.Size, q.Code.Size, pointText(q.At), side, side)
	}
	d.paint("fill", q.Fill)
	d.end(q.Origin)
}

func (d *dumper) group(g *Group) {
	d.out.WriteString("group")
	d.out.WriteString(matrixText(g.Transform))
	if t := g.Tag; t != nil {
		fmt.Fprintf(d.out, " tag=%s", t.Role)
		if t.Alt != "" {
			fmt.Fprintf(d.out, " alt=%q", t.Alt)
		}
		if t.ID != 0 || t.Under != 0 {
			fmt.Fprintf(d.out, " id=%d under=%d", t.ID, t.Under)
		}
	}
	if g.Clip != nil {
		d.out.WriteString(" clip")
		d.outline(*g.Clip)
	}
	d.end(source.Pos{})
	d.items(g.Items)
}

// paint writes the role of a colour and its value, or nothing for none.
func (d *dumper) paint(what string, p *Paint) {
	switch {
	case p == nil:
	case p.Role == "":
		fmt.Fprintf(d.out, " %s=%s", what, p.Hex())
	default:
		fmt.Fprintf(d.out, " %s=%s(%s)", what, p.Role, p.Hex())
	}
}

func (d *dumper) stroke(s *Stroke) {
	if s == nil {
		return
	}
	d.paint("stroke", s.Paint)
	fmt.Fprintf(d.out, " width=%s", s.Width)
	if s.Round {
		d.out.WriteString(" round")
	}
	for i, l := range s.Dash {
		d.out.WriteString([...]string{" dash=", ","}[min(i, 1)])
		d.out.WriteString(l.String())
	}
}

// outline writes a shape: an upright rectangle by its sides, a short shape
// point by point, a long one by its bounds, how many verbs it has and a hash.
func (d *dumper) outline(o Outline) {
	if r, ok := plainRect(o); ok {
		fmt.Fprintf(d.out, " rect %s", rectText(r))
		return
	}
	if len(o.Points) > 12 {
		h := fnv.New32a()
		fmt.Fprint(h, o.Verbs, o.Points)
		fmt.Fprintf(d.out, " shape %s verbs=%d #%08x", rectText(o.Bounds()), len(o.Verbs), h.Sum32())
		return
	}
	next := 0
	for _, v := range o.Verbs {
		n := [...]int{MoveTo: 1, LineTo: 1, CubicTo: 3, Close: 0}[v]
		d.out.WriteString([...]string{MoveTo: " M", LineTo: " L", CubicTo: " C", Close: " Z"}[v])
		for i, p := range o.Points[next : next+n] {
			if i > 0 {
				d.out.WriteByte(' ')
			}
			d.out.WriteString(pointText(p))
		}
		next += n
	}
}

// plainRect returns the rectangle o is, and whether it is one. The line back
// to the first corner may be drawn or left to Close.
func plainRect(o Outline) (Rect, bool) {
	p, n := o.Points, len(o.Points)
	if n == 5 && p[4] == p[0] {
		n = 4
	}
	if n != 4 || len(o.Verbs) != len(p)+1 || o.Verbs[len(p)] != Close {
		return Rect{}, false
	}
	across := p[0].Y == p[1].Y && p[1].X == p[2].X && p[2].Y == p[3].Y && p[3].X == p[0].X
	return o.Bounds(), across
}

func pointText(p Point) string { return p.X.String() + "," + p.Y.String() }

func rectText(r Rect) string {
	return pointText(Point{r.X, r.Y}) + " " + r.W.String() + "x" + r.H.String()
}

// points returns a type size in points with up to two decimals.
func points(l Length) string {
	s := strconv.FormatFloat(l.Pt(), 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// matrixText returns what a matrix does, nothing for the identity.
func matrixText(m Matrix) string {
	if m.IsIdentity() {
		return ""
	}
	shift := pointText(Matrix{A: 1, D: 1, E: m.E, F: m.F}.Apply(Point{}))
	if m.A == 1 && m.B == 0 && m.C == 0 && m.D == 1 {
		return " moved " + shift
	}
	f := func(v float64) string {
		s := strconv.FormatFloat(v, 'f', 4, 64)
		if s == "-0.0000" { // what is left of a sine
			return "0.0000"
		}
		return s
	}
	return fmt.Sprintf(" matrix %s %s %s %s %s", f(m.A), f(m.B), f(m.C), f(m.D), shift)
}
