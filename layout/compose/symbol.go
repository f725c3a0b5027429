package compose

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose/expr"
	"kitpress/layout/compose/theme"
)

// A symbolDef is a drawing templates place with "use".
type symbolDef struct {
	name  string
	size  layout.Size
	args  []string
	items []element
}

// A drawn is a symbol with what its drawing took.
type drawn struct {
	symbol   *layout.Symbol
	problems source.Problems
	steps    int
}

// A useElement draws a symbol of the template or one all templates share.
type useElement struct {
	base
	name word
	at   [2]num
	size num // width the symbol is drawn at, mm; its own width when not set
	turn num
	args []binding
}

func (u *useElement) draw(d *drawing, e *expr.Env) {
	if !u.shown(d, e) {
		return
	}
	name := d.word(e, u.name)
	def, home := d.c.symbolDef(d.template, name)
	if def == nil {
		d.fail(u.name.pos, u.name.blame(e), source.UnknownName("symbol", name, d.symbolNames()))
		return
	}
	if sym := d.c.symbol(d, e, def, home, u); sym != nil {
		d.place(e, sym, layout.Rect{W: def.size.W, H: def.size.H}, u.size, u.turn, u.at)
	}
}

// figureShrinks is the part of its size a figure is drawn at where its page has
// no room.
const figureShrinks = 0.88

// place draws a symbol with the centre of box at a point, box scaled to a
// width.
func (d *drawing) place(e *expr.Env, sym *layout.Symbol, box layout.Rect, width, turn num, at [2]num) {
	k := 1.0
	if width.set() {
		w := d.mm(e, width)
		if w <= 0 {
			d.fail(width.pos, width.blame(e), fmt.Errorf("want a size above 0, found %s", w))
			return
		}
		k = w.MM() / box.W.MM()
	}
	m := layout.Translate(layout.Point{X: -box.X - box.W/2, Y: -box.Y - box.H/2}).
		Then(layout.Scale(k, k)).Then(layout.Rotate(d.float(e, turn))).Then(layout.Translate(d.point(e, at)))
	if d.page {
		k /= figureShrinks
	}
	d.add(&layout.Use{Symbol: d.c.shownAt(sym, k, false), Transform: m})
}

// symbolDef finds a symbol by the name a template uses, and the template it
// belongs to: "" for one that is shared.
func (c *Composer) symbolDef(template, name string) (def *symbolDef, home string) {
	if template != "" {
		if t, _ := c.lib.template(template); t != nil && t.symbols[name] != nil {
			return t.symbols[name], template
		}
	}
	return c.lib.sharedSymbol(name), ""
}

func (d *drawing) symbolNames() []string {
	var names []string
	for i := range d.c.lib.folders() {
		shared, _ := d.c.lib.symbolsIn(i)
		names = slices.AppendSeq(names, maps.Keys(shared))
	}
	if t, _ := d.c.lib.template(d.template); t != nil {
		names = slices.AppendSeq(names, maps.Keys(t.symbols))
	}
	return names
}

// symbolKey names one way a symbol is drawn.
type symbolKey struct {
	def      *symbolDef
	args     string
	mirrored bool
}

// symbol draws a symbol with its arguments, once for equal arguments. One
// with problems is drawn for every card, so that each card's are reported.
func (c *Composer) symbol(d *drawing, e *expr.Env, def *symbolDef, home string, u *useElement) *layout.Symbol {
	values, args := make([]any, len(u.args)), make([]byte, 0, 64)
	for i, a := range u.args {
		values[i] = d.value(e, a.x)
		args = appendKey(appendText(args, a.name), values[i])
	}
	key := symbolKey{def, string(args), d.mirrored}
	done, ok := c.symbols.get(key)
	if !ok {
		if done = d.drawSymbol(e, def, home, u, values); done == nil {
			return nil
		}
		if len(done.problems) == 0 {
			done = c.symbols.put(key, done)
		}
	}
	d.adopt(done.problems)
	d.steps += done.steps
	return done.symbol
}

// drawSymbol draws a symbol with the values of its arguments.
func (d *drawing) drawSymbol(e *expr.Env, def *symbolDef, home string, u *useElement, values []any) *drawn {
	if !d.checkArgs(def, u) {
		return nil
	}
	next, circle := d.trail.enter("symbol/"+home+"/"+def.name, fmt.Sprintf("symbol %q", def.name), u.pos)
	if circle != nil {
		d.problems.Add(*circle)
		return nil
	}
	in := d.c.globals.Inner()
	in.Origin, in.Label = e.Origin, e.Label
	in.Names["page_width"], in.Names["page_height"] = def.size.W.MM(), def.size.H.MM()
	name := def.name
	for i, a := range u.args {
		in.Names[a.name] = values[i]
		name += "/" + a.name + "/" + expr.StringOf(values[i])
	}
	sub := &drawing{c: d.c, template: home, trail: next, shared: true, mirrored: d.mirrored}
	sub.all(def.items, in)
	// A pattern fills regions far from its box, and writers cut at the box.
	box := layout.Extent(layout.Rect{W: def.size.W, H: def.size.H}, sub.items)
	return &drawn{&layout.Symbol{Name: name, Box: box, Items: sub.items}, sub.problems, sub.steps}
}

// checkArgs reports arguments a symbol needs or does not know.
func (d *drawing) checkArgs(def *symbolDef, u *useElement) bool {
	given := func(name string) bool {
		return slices.ContainsFunc(u.args, func(a binding) bool { return a.name == name })
	}
	for _, name := range def.args {
		if !given(name) {
			d.fail(u.pos, nil, source.Hinted{Message: fmt.Sprintf("symbol %q needs %q", def.name, name), Hint: "say what it is under with"})
			return false
		}
	}
	for _, a := range u.args {
		if !slices.Contains(def.args, a.name) {
			d.fail(a.x.pos, nil, source.Unknown(fmt.Sprintf("symbol %q takes no %q", def.name, a.name), a.name, def.args))
			return false
		}
	}
	return true
}

// appendKey appends what tells a value from every other: two values with the
// same key draw the same.
func appendKey(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, 'n')
	case bool:
		if v {
			return append(b, 't')
		}
		return append(b, 'f')
	case float64:
		return binary.BigEndian.AppendUint64(append(b, '1'), math.Float64bits(v))
	case string:
		return appendText(append(b, 's'), v)
	case expr.Message:
		// The place counts too: it is where problems with the text are.
		return appendText(appendText(append(b, 'm'), v.Text), v.Pos.String())
	case []any:
		b = binary.AppendUvarint(append(b, 'l'), uint64(len(v)))
		for _, item := range v {
			b = appendKey(b, item)
		}
		return b
	case recordValue:
		return appendText(append(b, 'r'), v.rec.Pos.String())
	case expr.Parts:
		b = binary.AppendUvarint(append(b, 'p'), uint64(len(v)))
		for _, name := range slices.Sorted(maps.Keys(v)) {
			b = appendKey(appendText(b, name), v[name])
		}
		return b
	case expr.Numbers:
		b = binary.AppendUvarint(append(b, 'q'), uint64(len(v)))
		for _, name := range slices.Sorted(maps.Keys(v)) {
			b = binary.AppendVarint(appendText(b, name), int64(v[name]))
		}
		return b
	}
	return appendText(append(b, 'o'), fmt.Sprintf("%T/%s", v, expr.StringOf(v))) // a deck, the game
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// clipped adds an item that is cut to shapes, to the group of the item before where
// that is cut to the same.
func clipped(to []layout.Item, it layout.Item, clips []*layout.Outline) []layout.Item {
	if len(clips) == 0 {
		return append(to, it)
	}
	if n := len(to); n > 0 {
		if g, ok := to[n-1].(*layout.Group); ok && g.Clip == clips[0] {
			g.Items = clipped(g.Items, it, clips[1:])
			return to
		}
	}
	return append(to, &layout.Group{Transform: layout.Identity(), Clip: clips[0], Items: clipped(nil, it, clips[1:])})
}

// greyPaint returns the grey a colour of a file prints as; those of the theme
// are grey already.
func greyPaint(p *layout.Paint) *layout.Paint {
	if p == nil || p.Role != "" {
		return p
	}
	return &layout.Paint{RGB: theme.GreyRGB(p.Grey), CMYK: [4]uint8{0, 0, 0, p.Grey}, Grey: p.Grey}
}

func greyStroke(s *layout.Stroke) *layout.Stroke {
	if s == nil {
		return nil
	}
	line := *s
	line.Paint = greyPaint(s.Paint)
	return &line
}

// cutPieces leaves out the words of pieces a group cuts off: they would be copied,
// searched and read aloud where nobody sees them.
func (d *drawing) cutPieces(g *layout.Group) {
	seen := g.Clip.Bounds()
	for i, item := range g.Items {
		u, ok := item.(*layout.Use)
		if !ok || !strings.HasPrefix(u.Symbol.Name, pieceSymbols) || seen.Contains(u.Transform.Bounds(u.Symbol.Box)) {
			continue
		}
		if items, less := onlySeen(u.Symbol.Items, u.Transform, seen); less {
			sym := *u.Symbol
			sym.Name, sym.Items = fmt.Sprintf("%s/%v/%v", sym.Name, u.Transform, seen), items
			g.Items[i] = &layout.Use{Symbol: &sym, Transform: u.Transform}
		}
	}
}

// onlySeen returns items without the texts that lie wholly outside of seen, and
// whether there are any; what holds none of them stays as it is, and shared.
func onlySeen(items []layout.Item, at layout.Matrix, seen layout.Rect) (out []layout.Item, less bool) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			if !meets(at.Bounds(layout.Extent(layout.Rect{}, []layout.Item{it})), seen) {
				less = true
				continue
			}
		case *layout.Group:
			if inside, fewer := onlySeen(it.Items, it.Transform.Then(at), seen); fewer {
				cut := *it
				cut.Items, less, item = inside, true, &cut
			}
		case *layout.Use:
			if inside, fewer := onlySeen(it.Symbol.Items, it.Transform.Then(at), seen); fewer {
				less, item = true, &layout.Group{Transform: it.Transform, Items: inside}
			}
		}
		out = append(out, item)
	}
	return out, less
}

// meets reports whether two rectangles have any room in common.
func meets(a, b layout.Rect) bool {
	return a.X < b.Right() && b.X < a.Right() && a.Y < b.Bottom() && b.Y < a.Bottom()
}

// shownKey names a symbol at a scale, in thousandths.
type shownKey struct {
	symbol *layout.Symbol
	scale  int
	piece  bool
}

// shownAt returns a symbol without what cannot be read of pieces when it is
// drawn k times its size: the symbol itself when all of it can. piece: all of
// it is a piece; a text of a template itself is never left out.
// What a smaller figure has left out is seen again where that is drawn larger.
func (c *Composer) shownAt(sym *layout.Symbol, k float64, piece bool) *layout.Symbol {
	if sym.Whole != nil {
		sym = sym.Whole
	}
	piece = piece || strings.HasPrefix(sym.Name, pieceSymbols)
	key := shownKey{sym, int(math.Round(k * 1000)), piece}
	if s, ok := c.shown.get(key); ok {
		return s
	}
	items, less := c.shownItems(sym.Items, k, piece)
	out := sym
	if less {
		out = &layout.Symbol{Name: fmt.Sprintf("%s/%d", sym.Name, key.scale), Box: sym.Box, Items: items, Upright: sym.Upright, Whole: sym}
	}
	return c.shown.put(key, out)
}

// shownItems returns the items that can be read at a scale, and whether any
// were left out.
func (c *Composer) shownItems(items []layout.Item, k float64, piece bool) (out []layout.Item, less bool) {
	var signs []int           // places of texts too short for a bar
	var lines []layout.Length // baselines of those that became bars
	out = make([]layout.Item, 0, len(items))
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			if piece && it.Size.Pt()*k < leastShownText {
				less = true
				if item = label(items, it, k); item != nil {
					break
				}
				if item = bar(it); item == nil {
					signs, item = append(signs, len(out)), it
				} else {
					lines = append(lines, it.At.Y)
				}
			}
		case *layout.QR:
			if piece && it.Module.MM()*float64(it.Code.Size+2*layout.QuietZone)*k < leastShownCode {
				item, less = codeSign(it), true
			}
		case *layout.Group:
			if inner, fewer := c.shownItems(it.Items, k*scaleOf(it.Transform), piece); fewer {
				group := *it
				group.Items = inner
				item, less = &group, true
			}
		case *layout.Use:
			if inner := c.shownAt(it.Symbol, k*scaleOf(it.Transform), piece); inner != it.Symbol {
				item, less = &layout.Use{Symbol: inner, Transform: it.Transform}, true
			}
		}
		out = append(out, item)
	}
	for _, at := range signs {
		if t := out[at].(*layout.Text); slices.Contains(lines, t.At.Y) {
			out[at] = nil // a word of a line
		} else {
			enlarge(out, at, k)
		}
	}
	return slices.DeleteFunc(out, func(item layout.Item) bool { return item == nil }), less
}

func boundsOf(item layout.Item) layout.Rect {
	return layout.Extent(layout.Rect{}, []layout.Item{item})
}
