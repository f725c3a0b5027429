package compose

import (
	"fmt"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// A textElement sets a text in a slot. It holds one set of attributes per
// variant, tried in order until the text fits, and the same for languages
// that need their own.
type textElement struct {
	base
	id       string // names the result: lines.<id>, width.<id>
	text     word
	variants []textAttrs
	lang     map[string][]textAttrs
}

// textAttrs is how a text is set in one variant of a slot.
type textAttrs struct {
	at       [2]num
	width    num
	height   num
	weight   num
	size     [2]num // largest and smallest, pt
	lead     num    // mm; or
	leading  num    // factor of the size
	lines    num
	tracking num // em
	align    word
	valign   word // top (at is the first baseline), middle, bottom (at is the last baseline)
	upper    bool
	running  bool
	hyphens  bool
	turn     num
	fill     word
}

// descent is how far letters reach below the baseline, in em.
const descent = 0.25

// sizeStep is how far the size goes down at a time, pt.
const sizeStep = 0.5

func (t *textElement) draw(d *drawing, e *env) {
	if !t.shown(d, e) {
		return
	}
	v := d.value(e, t.text)
	text := stringOf(v)
	if text == "" {
		t.note(e, 0, 0)
		return
	}
	origin := e.origin
	if m, ok := v.(message); ok && m.pos.File != "" {
		origin = m.pos
	}
	variants := t.variants
	if own := t.lang[baseLang(d.c.lang)]; own != nil {
		variants = own
	}
	var over *layout.Overflow
	for _, a := range variants {
		block, o := a.fit(d, e, text)
		if o == nil {
			t.note(e, len(block.Lines), block.Width.MM())
			if !a.fill.set() {
				return // a text without colour is only measured
			}
			a.place(d, e, block, origin)
			return
		}
		over = o
	}
	t.note(e, 0, 0) // what asks for it is no problem of its own
	t.overflow(d, e, text, variants[len(variants)-1], over, origin)
}

// note lets later elements ask how the text came out.
func (t *textElement) note(e *env, lines int, width float64) {
	if t.id == "" {
		return
	}
	e.names["lines_"+t.id] = float64(lines)
	e.names["width_"+t.id] = width
}

func (t *textElement) overflow(d *drawing, e *env, text string, a textAttrs, o *layout.Overflow, origin source.Pos) {
	slot := t.id
	if slot == "" {
		slot = fmt.Sprintf("at %s", t.pos)
	}
	shown := text
	if r := []rune(text); len(r) > 60 {
		shown = string(r[:57]) + "…"
	}
	if len(o.Missing) > 0 {
		seen := map[rune]bool{}
		for _, m := range o.Missing {
			if !seen[m.Rune] {
				seen[m.Rune] = true
				d.problems.Errorf(origin, "glyph", "%s, language %s, slot %s: no font has %q (U+%04X) in %q: %s", e.label, d.c.lang, slot, m.Rune, m.Rune, shown, m.Reason)
			}
		}
		return
	}
	floor := d.float(e, a.size[1])
	p := d.problems.Errorf(origin, "overflow", "%s, language %s, slot %s: text is %.1f mm too %s at %g pt, the smallest size allowed: %q",
		e.label, d.c.lang, slot, max(o.OverBy.MM(), 0.1), direction(o, d.mm(e, a.width)), floor, shown)
	p.Hint = "shorten the text, or allow a break with a soft hyphen (U+00AD)"
}

func direction(o *layout.Overflow, width layout.Length) string {
	if o.NeedWidth > width {
		return "wide"
	}
	return "tall"
}

func (a textAttrs) style(d *drawing, e *env) layout.Style {
	s := layout.Style{
		Lang: d.c.lang, Weight: int(d.float(e, a.weight)), Tracking: d.float(e, a.tracking),
		Upper: a.upper, Running: a.running, Hyphenate: a.hyphens,
	}
	if a.lead.set() {
		s.Lead = d.mm(e, a.lead)
	}
	if in := d.paint(e, a.fill); in != nil {
		s.Fill = in.paint
	}
	switch d.word(e, a.align) {
	case "centre":
		s.Align = layout.AlignCentre
	case "right":
		s.Align = layout.AlignRight
	}
	return s
}

func (a textAttrs) fit(d *drawing, e *env, text string) (layout.Block, *layout.Overflow) {
	f := layout.Fit{Style: a.style(d, e), Width: d.mm(e, a.width), Height: d.mm(e, a.height), MaxLines: int(d.float(e, a.lines)), LeadFactor: d.float(e, a.leading)}
	if f.Width <= 0 {
		f.Width = 10_000 * layout.Millimetre
	}
	top, low := d.float(e, a.size[0]), d.float(e, a.size[1])
	for s := top; s > low-1e-9; s -= sizeStep {
		f.Sizes = append(f.Sizes, layout.Pt(s))
	}
	if len(f.Sizes) == 0 {
		f.Sizes = []layout.Length{layout.Pt(top)}
	}
	return d.c.typesetter.Fit(text, f)
}

// place puts the lines where the slot says.
func (a textAttrs) place(d *drawing, e *env, b layout.Block, origin source.Pos) {
	at := d.point(e, a.at)
	width := d.mm(e, a.width)
	x := at.X
	switch b.Style.Align {
	case layout.AlignCentre:
		x -= width / 2
	case layout.AlignRight:
		x -= width
	}
	y := at.Y
	below := b.Style.Lead * layout.Length(len(b.Lines)-1)
	switch d.word(e, a.valign) {
	case "middle":
		y -= below / 2
	case "bottom":
		y -= below
	}
	d.low = max(d.low, y+below+b.Style.Size.Mul(descent))
	if a.turn.set() {
		items := b.Items(x-at.X, y-at.Y, width, origin)
		m := layout.Rotate(d.float(e, a.turn)).Then(layout.Translate(at))
		d.add(&layout.Group{Transform: m, Items: items})
		return
	}
	d.add(b.Items(x, y, width, origin)...)
}

// baseLang returns the language of a tag: "de" of "de-CH".
func baseLang(tag string) string {
	base, _, _ := strings.Cut(tag, "-")
	return base
}
