package compose

import (
	"fmt"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose/expr"
)

// A textElement sets a text in a slot. It holds one set of attributes per
// variant, tried in order until the text fits, and the same for languages
// that need their own.
type textElement struct {
	base
	id       string // names the result: lines.<id>, width.<id>
	same     string // names the texts of its deck and template that are set in one size
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
	valign   word // top (at is the first baseline), middle, bottom (at is the last baseline), centre (at is the middle of the letters of all lines)
	upper    tristate
	running  tristate
	hyphens  tristate
	figures  figures
	turn     num
	fill     word
}

// A tristate is true, false or not given.
type tristate uint8

const (
	unset tristate = iota
	flagOff
	flagOn
)

// figures are the forms of figures of a text.
type figures struct {
	pos source.Pos
	of  layout.Figures
}

// with returns the attributes with those over gives in their place.
func (a textAttrs) with(over textAttrs) textAttrs {
	for i := range a.at {
		override(&a.at[i], over.at[i])
		override(&a.size[i], over.size[i])
	}
	override(&a.width, over.width)
	override(&a.height, over.height)
	override(&a.weight, over.weight)
	override(&a.lead, over.lead)
	override(&a.leading, over.leading)
	override(&a.lines, over.lines)
	override(&a.tracking, over.tracking)
	override(&a.turn, over.turn)
	override(&a.align, over.align)
	override(&a.valign, over.valign)
	override(&a.fill, over.fill)
	override(&a.upper, over.upper)
	override(&a.running, over.running)
	override(&a.hyphens, over.hyphens)
	override(&a.figures, over.figures)
	return a
}

// override replaces a value by one that is given.
func override[T interface{ given() bool }](value *T, by T) {
	if by.given() {
		*value = by
	}
}

func (n num) given() bool      { return n.pos.IsValid() }
func (w word) given() bool     { return w.pos.IsValid() }
func (f tristate) given() bool { return f != unset }
func (f figures) given() bool  { return f.pos.IsValid() }

// descent is how far letters reach below the baseline, in em.
const descent = 0.25

// sizeStep is how far the size goes down at a time, pt.
const sizeStep = 0.5

// Limits of a text, so that a slip in a template is found.
const (
	maxPoints   = 500 // size
	maxTracking = 2   // em
	maxLeading  = 10  // times the size
	maxLines    = 1000
	endless     = maxLength * layout.Millimetre // width of a slot without one
)

func (t *textElement) draw(d *drawing, e *expr.Env) {
	if !t.shown(d, e) {
		return
	}
	v := d.value(e, t.text)
	text := expr.StringOf(v)
	if text == "" {
		t.note(e, 0, 0)
		return
	}
	origin := d.origin(e)
	if m, ok := v.(expr.Message); ok && m.Pos.IsValid() {
		origin = m.Pos
	}
	fails := d.fails
	variants := t.variantsFor(d.c.lang)
	if t.same != "" && d.alike == nil {
		d.fail(t.pos, nil, source.Hinted{Message: "same-size counts in a template alone, not in a symbol", Hint: "draw the text in the template"})
		return
	}
	var over *layout.Overflow
	for _, a := range variants {
		block, o := a.fit(d, e, text, d.alike.most(t.same))
		if d.fails > fails {
			return // the slot itself is wrong
		}
		if o == nil {
			d.alike.note(t.same, block.Style.Size)
			t.note(e, len(block.Lines), block.Width.MM())
			if a.fill.set() { // a text without colour is only measured
				a.put(d, e, block, origin)
			}
			return
		}
		over = o
	}
	t.note(e, 0, 0)
	t.overflow(d, e, text, v, variants[len(variants)-1], over)
}

// variantsFor returns the ways to set the text in a language: its own, those
// of its base language, or the common ones.
func (t *textElement) variantsFor(lang string) []textAttrs {
	for tag := lang; tag != ""; {
		if own := t.lang[tag]; own != nil {
			return own
		}
		i := strings.LastIndexByte(tag, '-')
		tag = tag[:max(i, 0)]
	}
	return t.variants
}

// note lets later elements ask how the text came out.
func (t *textElement) note(e *expr.Env, lines int, width float64) {
	if t.id == "" {
		return
	}
	e.Names["lines_"+t.id] = float64(lines)
	e.Names["width_"+t.id] = width
}

// overflow reports a text that does not go into its slot: nothing is ever cut.
// The problem stands where the text is written, in a translation as well.
func (t *textElement) overflow(d *drawing, e *expr.Env, text string, v any, a textAttrs, o *layout.Overflow) {
	where := d.slot(e, t.id, t.pos)
	if m, ok := v.(expr.Message); ok && m.Pos.IsValid() {
		where.Pos = m.Pos
	}
	var reasons []string // one of each: a text in another script is one fault
	for _, m := range o.Missing {
		if !slices.Contains(reasons, m.Reason) {
			reasons = append(reasons, m.Reason)
			d.problems.Errorf(where.Pos, codeGlyph, "%s%s", where.Message, m).Hint = m.Hint
		}
	}
	if o.OverBy == 0 {
		return
	}
	direction, hint := "tall", fmt.Sprintf("shorten the text by about %d of its %d characters", surplus(text, o), len([]rune(text)))
	if o.NeedWidth > a.slotWidth(d, e) {
		direction, hint = "wide", "shorten the text, or allow a break with a soft hyphen (U+00AD)"
	}
	d.problems.Errorf(where.Pos, codeOverflow, "%stext is %.1f mm too %s at %g pt, the smallest size allowed: %q",
		where.Message, max(o.OverBy.MM(), 0.1), direction, d.float(e, a.size[1]), source.ClipTo(text, 60)).Hint = hint
}

// slot returns where a fault of a slot is, and how what is said of it begins; one
// without a name is known by its place in the template.
func (d *drawing) slot(e *expr.Env, name string, at source.Pos) source.Problem {
	where := source.Problem{Pos: e.Origin, Message: fmt.Sprintf("language %s, slot %s: ", d.c.lang, name)}
	if name == "" {
		where.Message = fmt.Sprintf("language %s, %s: ", d.c.lang, at)
	}
	if e.Label != "" {
		where.Message = e.Label + ", " + where.Message
	}
	return where
}

// surplus estimates how many characters of a text are too many for its slot.
func surplus(text string, o *layout.Overflow) int {
	n := len([]rune(text))
	if o.NeedHeight <= 0 {
		return n
	}
	return min(n, 1+int(float64(n)*o.OverBy.MM()/o.NeedHeight.MM()))
}

func (a textAttrs) style(d *drawing, e *expr.Env) layout.Style {
	s := layout.Style{
		Lang: d.c.lang, Weight: d.weight(e, a.weight), Lead: d.side(e, a.lead),
		Tracking: d.between(e, a.tracking, "tracking", -maxTracking, maxTracking),
		Upper:    a.upper == flagOn, Running: a.running == flagOn, Hyphenate: a.hyphens == flagOn, Figures: a.figures.of, Mirrored: d.mirrored,
	}
	if in := d.paint(e, a.fill); in != nil {
		s.Fill = in.Paint
	}
	switch d.oneOf(e, a.align, "alignment", aligns) {
	case "centre":
		s.Align = layout.AlignCentre
	case "right":
		s.Align = layout.AlignRight
	}
	return s
}

// weight evaluates a weight; one that no font has would be another one on
// paper.
func (d *drawing) weight(e *expr.Env, n num) int {
	w := int(d.float(e, n))
	if known := layout.Weights(); n.set() && !slices.Contains(known, w) {
		d.fail(n.pos, n.blame(e), source.Hinted{Message: fmt.Sprintf("there is no weight %g", d.float(e, n)), Hint: fmt.Sprintf("known: %s", strings.Trim(fmt.Sprint(known), "[]"))})
	}
	return w
}

// fit sets the text in the slot, in no larger size than most; 0 is no limit.
func (a textAttrs) fit(d *drawing, e *expr.Env, text string, most layout.Length) (layout.Block, *layout.Overflow) {
	style := a.style(d, e)
	style.Font = fontOf(d.c.game, style.Weight, text)
	return d.c.typesetter.Fit(text, layout.Fit{
		Style: style, Sizes: atMost(a.sizes(d, e), most), Width: a.slotWidth(d, e), Height: d.side(e, a.height),
		MaxLines: int(d.between(e, a.lines, "number of lines", 1, maxLines)), LeadFactor: d.between(e, a.leading, "factor", 0.1, maxLeading),
		Alike: most > 0,
	})
}

// fontOf returns the family of the game's own that a text is set in.
func fontOf(g *catalog.Game, weight int, text string) string {
	role := "text"
	if weight >= heaviest {
		role = "title"
	}
	if font := g.Fonts["number"].Name; font != "" && strings.Trim(text, "0123456789+-−.,×") == "" {
		return font
	}
	return g.Fonts[role].Name
}

// heaviest is the weight of titles.
const heaviest = 900

func (a textAttrs) slotWidth(d *drawing, e *expr.Env) layout.Length {
	if !a.width.set() {
		return endless
	}
	return d.side(e, a.width)
}

// sizes lists the sizes to try, from the largest to the smallest.
func (a textAttrs) sizes(d *drawing, e *expr.Env) []layout.Length {
	top, low := d.between(e, a.size[0], "size", 1, maxPoints), d.between(e, a.size[1], "size", 1, maxPoints)
	if top < low {
		d.fail(a.size[0].pos, a.size[0].blame(a.size[1].blame(e)), fmt.Errorf("the larger size comes first, found %g and %g pt", top, low))
		return nil
	}
	var out []layout.Length
	for s := top; s > low; s -= sizeStep {
		out = append(out, layout.Pt(s))
	}
	return append(out, layout.Pt(low))
}

// atMost returns the sizes that are not larger than most, the smallest of all
// in any case.
func atMost(sizes []layout.Length, most layout.Length) []layout.Length {
	for most > 0 && len(sizes) > 1 && sizes[0] > most {
		sizes = sizes[1:]
	}
	return sizes
}

// halfHeight returns how far above the baseline the middle of a line is, in em:
// that of capitals, or of the square of a sign.
func halfHeight(lang string) float64 {
	if lang == "ja" {
		return 0.37
	}
	return capitals / 2
}

// put places the lines where the slot says.
func (a textAttrs) put(d *drawing, e *expr.Env, b layout.Block, origin source.Pos) {
	at := d.point(e, a.at)
	width := d.mm(e, a.width)
	x, y := at.X, at.Y
	switch b.Style.Align {
	case layout.AlignCentre:
		x -= width / 2
	case layout.AlignRight:
		x -= width
	}
	below := b.Style.Lead * layout.Length(len(b.Lines)-1)
	switch d.oneOf(e, a.valign, "alignment", valigns) {
	case "middle":
		y -= below / 2
	case "bottom":
		y -= below
	case "centre":
		y -= below/2 - b.Style.Size.Mul(halfHeight(b.Style.Lang))
	}
	d.low = max(d.low, y+below+b.Style.Size.Mul(descent))
	if !a.turn.set() {
		d.add(b.Items(x, y, width, origin)...)
		return
	}
	m := layout.Rotate(d.float(e, a.turn)).Then(layout.Translate(at))
	d.add(&layout.Group{Transform: m, Items: b.Items(x-at.X, y-at.Y, width, origin)})
}

// An alike holds the sizes of texts that are set in one size, by what they are
// called. The methods of nil do nothing.
type alike struct {
	measuring bool                     // nothing else is to be drawn
	largest   map[string]layout.Length // they may have
	found     map[string]layout.Length // the smallest one of them needed
}

func (a *alike) most(name string) layout.Length {
	if a == nil || name == "" {
		return 0
	}
	return a.largest[name]
}

func (a *alike) note(name string, size layout.Length) {
	if a == nil || name == "" {
		return
	}
	if a.found == nil {
		a.found = map[string]layout.Length{}
	}
	if least, ok := a.found[name]; !ok || size < least {
		a.found[name] = size
	}
}

// sizesOf returns the sizes of texts that are alike on a side of all pieces of a
// deck: that of the piece which needs the smallest. What is wrong with a piece is
// said when it is drawn.
func sizesOf(c *Composer, d *catalog.Deck, side Side) map[string]layout.Length {
	key := d.ID + "/" + string(side)
	if sizes, ok := c.sizes.get(key); ok {
		return sizes
	}
	t, _ := c.lib.template(templateOf(d, side))
	sizes := &alike{measuring: true}
	for _, card := range d.Cards {
		e := namesOf(c, d, card, &copyNumber{n: 1}, "")
		t.name(e)
		trail, _ := (*trail)(nil).enter(key+"/"+card.ID, "", source.Pos{})
		measured := &drawing{c: c, template: templateOf(d, side), trail: trail, alike: sizes}
		measured.all(t.items, e)
	}
	return c.sizes.put(key, sizes.found)
}
