package compose

import (
	"fmt"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// Every text has its slot, but a template can put the slot anywhere: partly
// off the piece, or under something drawn later. On paper such a text is cut
// as surely as one that is too long, so a finished face is looked at once more.

const (
	codeOutside = "text-outside" // a text leaves the piece
	codeHidden  = "text-hidden"  // something is drawn over a text
	codeOverlap = "text-overlap" // two texts are drawn over each other
	codeUnseen  = "text-unseen"  // a text is as light or as dark as what lies below it, or nearly so
)

// Below the first contrast nobody sees that there is a text: an error. Below the
// second it is hard to read: a warning. WCAG 2.2 asks for 4.5, and for 3 in
// large type; what a theme means by a pale word is for its author to say.
const (
	leastSeen = 1.5
	leastRead = 3.0
)

// slack is how far a text may reach past the trim before it is a mistake:
// rounding, and letters whose advance is wider than their ink.
const slack = 200 // µm

// Of the em size, how high above the baseline capitals end, and where the
// middle of small letters is.
const (
	capitals = 0.66
	middle   = 0.25
)

// An inspection walks over a scene in the order it is painted.
type inspection struct {
	trim  layout.Rect
	texts []seenText
	under []ground
	paper *layout.Paint                                 // below all of it; nil: not known
	found func(t *layout.Text, code, what string) bool  // false: it was said already
	see   func(t *layout.Text, scale, contrast float64) // nil: nobody wants to know

	problems source.Problems
	label    string // names what is inspected in problems: `card "phishing": `
}

// A seenText is a text painted so far.
type seenText struct {
	t      *layout.Text
	points [5]layout.Point // along the middle of its letters, on the face
	bounds layout.Rect     // around points
	body   [4]layout.Point // the corners of its small letters, on the face
	around layout.Rect     // body
	hidden bool            // reported already
}

// inBody reports whether a point lies on the small letters.
func (s *seenText) inBody(p layout.Point) bool {
	verbs := [...]layout.Verb{layout.MoveTo, layout.LineTo, layout.LineTo, layout.LineTo, layout.Close}
	return layout.Outline{Verbs: verbs[:], Points: s.body[:]}.Contains(p)
}

// A ground is something painted so far.
type ground struct {
	bounds  layout.Rect    // on the face
	outline layout.Outline // before it is placed
	at      layout.Matrix
	clip    *cut
	paint   *layout.Paint  // nil: of many colours
	placed  layout.Outline // on the face; made when needed
}

func (g *ground) contains(p layout.Point) bool {
	if g.placed.Points == nil {
		g.placed = g.outline.Transform(g.at)
	}
	return g.placed.Contains(p)
}

// legible reports every text of a face that does not lie on it or that later
// items cover. Other pieces shown on it were looked at themselves, and may
// overlap as cards on a table do.
func legible(c *Composer, s *layout.Scene, paper *layout.Paint, template string, origin source.Pos, label string) source.Problems {
	in, ok := c.inspections.Get().(*inspection)
	if !ok {
		in = new(inspection)
	}
	defer func() {
		clear(in.texts)
		clear(in.under)
		*in = inspection{texts: in.texts[:0], under: in.under[:0]}
		c.inspections.Put(in)
	}()
	in.trim, in.paper = layout.Rect{W: s.Size.W, H: s.Size.H}.Inset(-slack), paper
	if label != "" {
		in.label = label + ": "
	}
	var said map[source.Pos]bool // once is enough for a text of many lines
	in.found = func(t *layout.Text, code, what string) bool {
		pos := t.Origin
		if pos.File == "" {
			pos = origin
		}
		if said[pos] {
			return false
		}
		if said == nil {
			said = map[source.Pos]bool{}
		}
		said[pos] = true
		in.problems.Errorf(pos, code, "%s%s: %q", in.label, what, source.ClipTo(t.Content, 60)).Hint = hintOfText(code, template)
		return true
	}
	in.walk(s.Items, layout.Identity(), nil)
	return in.problems
}

// Look calls see for every text on a scene but those of pieces shown on it: how
// much larger it is drawn than its size says, and its contrast to what lies
// below most of it, 0 where that is of many colours. The scene lies on white.
func Look(s *layout.Scene, see func(t *layout.Text, scale, contrast float64)) {
	in := &inspection{trim: layout.Rect{W: s.Size.W, H: s.Size.H}.Inset(-slack), paper: layout.White(), see: see}
	in.found = func(*layout.Text, string, string) bool { return false }
	in.walk(s.Items, layout.Identity(), nil)
}

func hintOfText(code, template string) string {
	if code == codeUnseen {
		return "give it or what lies below it another colour: fill in " + templateFile(template) + ", or the colours of the theme in this ink mode"
	}
	return "shorten the text or the ones above it, or give it another place in " + templateFile(template)
}

// A cut is a clip on the face.
type cut struct {
	outline layout.Outline
	outer   *cut
}

func (c *cut) shows(p layout.Point) bool {
	for ; c != nil; c = c.outer {
		if !c.outline.Contains(p) {
			return false
		}
	}
	return true
}

func (in *inspection) walk(items []layout.Item, m layout.Matrix, clip *cut) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			in.text(it, m, clip)
		case *layout.Path:
			if it.Fill != nil {
				in.cover(it.Outline, m, clip, it.Fill)
			}
		case *layout.Image:
			in.coarse(it, m)
			in.cover(layout.RectOutline(it.Rect, 0), m, clip, nil)
		case *layout.QR:
			side := it.Module * layout.Length(it.Code.Size)
			in.cover(layout.RectOutline(layout.Rect{X: it.At.X, Y: it.At.Y, W: side, H: side}, 0), m, clip, nil)
		case *layout.Group:
			inner, at := clip, it.Transform.Then(m)
			if it.Clip != nil {
				inner = &cut{it.Clip.Transform(at), clip}
			}
			in.walk(it.Items, at, inner)
		case *layout.Use:
			at := it.Transform.Then(m)
			if strings.HasPrefix(it.Symbol.Name, pieceSymbols) {
				in.cover(layout.RectOutline(it.Symbol.Box, 0), at, clip, nil)
				continue
			}
			in.walk(it.Symbol.Items, at, clip)
		}
	}
}

// text notes a text, and reports what of it is off the face.
func (in *inspection) text(t *layout.Text, m layout.Matrix, clip *cut) {
	height := t.Size.Mul(capitals)
	left, right := t.Left(), t.At.X+t.Width-t.Tracking
	box := m.Bounds(layout.Rect{X: left, Y: t.At.Y - height, W: right - left, H: height})
	if !in.trim.Contains(box) {
		over := max(in.trim.X-box.X, in.trim.Y-box.Y, box.Right()-in.trim.Right(), box.Bottom()-in.trim.Bottom()) + slack
		in.found(t, codeOutside, fmt.Sprintf("text runs %.1f mm off the piece", over.MM()))
		return
	}
	seen := seenText{t: t}
	for i := range seen.points {
		along := (right - left).Mul(float64(2*i+1) / float64(2*len(seen.points)))
		p := m.Apply(layout.Point{X: left + along, Y: t.At.Y - t.Size.Mul(middle)})
		if !clip.shows(p) {
			in.found(t, codeOutside, "text is cut by the edge of a group")
			return
		}
		seen.points[i] = p
	}
	seen.bounds = layout.Outline{Points: seen.points[:]}.Bounds()
	low, high := t.At.Y-t.Size.Mul(0.5*middle), t.At.Y-t.Size.Mul(1.5*middle)
	seen.body = [...]layout.Point{{X: left, Y: low}, {X: right, Y: low}, {X: right, Y: high}, {X: left, Y: high}}
	for i, corner := range seen.body {
		seen.body[i] = m.Apply(corner)
	}
	seen.around = layout.Outline{Points: seen.body[:]}.Bounds()
	in.collide(&seen)
	in.look(&seen)
	if in.see != nil {
		in.see(t, scaleOf(m), in.contrast(&seen))
	}
	in.texts = append(in.texts, seen)
}

// look reports a text that cannot be told from what lies below most of it.
func (in *inspection) look(s *seenText) {
	unseen, pale, name := 0, 0, ""
	for _, p := range s.points {
		below := in.below(p)
		if below == nil {
			continue
		}
		contrast := layout.Contrast(below.RGB, s.t.Fill.RGB)
		if contrast < leastRead {
			pale, name = pale+1, below.Hex()
		}
		if contrast < leastSeen {
			unseen++
		}
	}
	switch {
	case 2*unseen > len(s.points):
		in.found(s.t, codeUnseen, fmt.Sprintf("text of the colour %s cannot be seen on %s", s.t.Fill.Hex(), name))
	case 2*pale > len(s.points):
		if in.found(s.t, codeUnseen, fmt.Sprintf("text of the colour %s is hard to read on %s", s.t.Fill.Hex(), name)) {
			in.problems[len(in.problems)-1].Severity = source.Warning
		}
	}
}

// contrast returns that of a text to what lies below most of it, 0 when it is
// not known.
func (in *inspection) contrast(s *seenText) float64 {
	var list []float64
	for _, p := range s.points {
		if below := in.below(p); below != nil {
			list = append(list, layout.Contrast(below.RGB, s.t.Fill.RGB))
		}
	}
	if 2*len(list) <= len(s.points) {
		return 0
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// below returns what was painted last at a point, nil when that is not known or
// of many colours.
func (in *inspection) below(p layout.Point) *layout.Paint {
	for i := len(in.under) - 1; i >= 0; i-- {
		g := &in.under[i]
		if touch(g.bounds, layout.Rect{X: p.X, Y: p.Y}) && g.clip.shows(p) && g.contains(p) {
			return g.paint
		}
	}
	return in.paper
}

// collide reports a text that runs into an earlier one.
func (in *inspection) collide(s *seenText) {
	for i := range in.texts {
		before := &in.texts[i]
		if before.hidden || !touch(before.around, s.bounds) {
			continue
		}
		for _, p := range s.points {
			if before.inBody(p) {
				in.found(s.t, codeOverlap, fmt.Sprintf("text runs into %q", source.ClipTo(before.t.Content, 60)))
				return
			}
		}
	}
}

// cover notes an opaque shape, and reports the texts that it hides.
func (in *inspection) cover(o layout.Outline, m layout.Matrix, clip *cut, paint *layout.Paint) {
	if len(o.Points) == 0 {
		return
	}
	bounds := m.Bounds(o.Bounds())
	in.under = append(in.under, ground{bounds: bounds, outline: o, at: m, clip: clip, paint: paint})
	g := &in.under[len(in.under)-1]
	for i := range in.texts {
		s := &in.texts[i]
		if s.hidden || !touch(bounds, s.bounds) {
			continue
		}
		for _, p := range s.points {
			if g.contains(p) && clip.shows(p) {
				s.hidden = true
				in.found(s.t, codeHidden, "something is drawn over the text")
				break
			}
		}
	}
}

func touch(a, b layout.Rect) bool {
	return a.X <= b.Right() && b.X <= a.Right() && a.Y <= b.Bottom() && b.Y <= a.Bottom()
}

// Of a bar that stands for a line, in em: how low above the baseline it is, how
// high, and how long it has to be. What is shorter is a number or a sign, for
// which a bar would be taken for a dash.
const (
	barFoot   = 0.12
	barHeight = 0.26
	barLength = 2.0
)

// bar returns what stands for a text that cannot be read: nil for a sign, which
// is too short.
func bar(t *layout.Text) layout.Item {
	em := float64(t.Size)
	if float64(t.Width) < barLength*em {
		return nil
	}
	h := layout.Length(barHeight * em)
	r := layout.Rect{X: t.At.X, Y: t.At.Y - layout.Length(barFoot*em) - h, W: t.Width, H: h}
	return &layout.Path{Origin: t.Origin, Outline: layout.RectOutline(r, h/2), Fill: t.Fill}
}

// label returns a text in spaced letters set as large as can be read at a scale: it
// stands alone above a name, where a bar would be taken for one that lacks its words.
// nil where it would have to grow too much for its room, or is a part of a line.
func label(items []layout.Item, t *layout.Text, k float64) layout.Item {
	times := leastShownText / (t.Size.Pt() * k)
	if t.Tracking <= 0 || times > labelEnlarged {
		return nil
	}
	for _, item := range items {
		if other, ok := item.(*layout.Text); ok && other != t && other.At.Y == t.At.Y {
			return nil
		}
	}
	large := *t
	large.Size, large.Width, large.Tracking = t.Size.Mul(times), t.Width.Mul(times), t.Tracking.Mul(times)
	return &large
}
