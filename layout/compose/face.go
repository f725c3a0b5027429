package compose

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose/expr"
)

// Face returns one side of a card or other piece. The scene is shared: it
// must not be changed.
func (c *Composer) Face(deck, card string, side Side) (*layout.Scene, source.Problems) {
	f := c.face(nil, deck, card, side, 1, source.Pos{})
	return f.scene, f.problems
}

// Copies returns one side of each copy of a card: the same scene for all of
// them, unless its template asks which copy it draws.
func (c *Composer) Copies(deck, card string, side Side) ([]*layout.Scene, source.Problems) {
	_, rec, err := c.piece(deck, card, side)
	first := c.face(nil, deck, card, side, 1, source.Pos{})
	if err != nil {
		return nil, first.problems
	}
	scenes, problems := make([]*layout.Scene, rec.Quantity), first.problems
	for i := range scenes {
		scenes[i] = first.scene
		if i > 0 && first.copied {
			f := c.face(nil, deck, card, side, i+1, source.Pos{})
			scenes[i], problems = f.scene, slices.Concat(problems, f.problems)
		}
	}
	return scenes, problems
}

// A copyNumber is which copy of a card is drawn, from 1. It notes that it was
// asked for: the other copies look the same otherwise.
type copyNumber struct {
	n     int
	asked atomic.Bool
}

// Read returns the number.
func (c *copyNumber) Read() any {
	c.asked.Store(true)
	return float64(c.n)
}

// face returns a face that an element at pos shows as part of what is on the
// trail. Two goroutines may draw the same face at the same time: waiting for
// each other, they could wait for ever when a pack's figures show each other.
func (c *Composer) face(outer *trail, deck, card string, side Side, n int, pos source.Pos) *face {
	d, rec, err := c.piece(deck, card, side)
	if err != nil {
		return &face{problems: source.Problems{{Pos: pos, Code: codeInternal, Message: err.Error(), Hint: source.HintOf(err)}}}
	}
	key := deck + "/" + card + "/" + string(side)
	name, label := key, fmt.Sprintf("card %q", card)
	if n > 1 {
		key, label = fmt.Sprintf("%s/%d", key, n), fmt.Sprintf("card %q, copy %d", card, n)
	}
	next, circle := outer.enter(key, label, pos)
	if circle != nil {
		return &face{problems: source.Problems{*circle}}
	}
	if f, ok := c.faces.get(key); ok {
		return f
	}
	number := &copyNumber{n: n}
	f := c.draw(next, templateOf(d, side), namesOf(c, d, rec, number, label), name, layout.White(), func() map[string]layout.Length { return sizesOf(c, d, side) })
	if c != c.plain && !f.sponsored {
		return c.faces.put(key, c.plain.face(outer, deck, card, side, n, pos))
	}
	f.copied = number.asked.Load()
	return c.faces.put(key, f)
}

// templateOf returns what draws a side of the pieces of a deck.
func templateOf(d *catalog.Deck, side Side) string {
	if side == Back {
		return d.Back
	}
	return d.Template
}

// namesOf returns what a template can read of a card.
func namesOf(c *Composer, d *catalog.Deck, rec *catalog.Record, number *copyNumber, label string) *expr.Env {
	e := c.globals.Inner()
	e.Origin, e.Label = rec.Pos, label
	value := recordValue{c, rec, d.Schema, d}
	e.Names["card"] = value
	e.Names["deck"] = deckValue{c, d}
	e.Names["copy"] = number
	for _, f := range d.Schema {
		e.Names[f.Name], _ = value.Part(f.Name)
	}
	return e
}

// piece looks up what a face is made from.
func (c *Composer) piece(deck, card string, side Side) (*catalog.Deck, *catalog.Record, error) {
	d := c.game.Deck(deck)
	if d == nil {
		return nil, nil, c.noDeck(deck)
	}
	of, rec := c.game.Card(card)
	if of != d {
		return nil, nil, fmt.Errorf("the deck %q has no card %q", deck, card)
	}
	if side == Back && d.Back == "" {
		return nil, nil, fmt.Errorf("the deck %q has no backs", deck)
	}
	return d, rec, nil
}

// A pieceElement draws the face of another piece: a card on a figure.
type pieceElement struct {
	base
	card  word
	side  word
	at    [2]num // centre
	width num
	turn  num
	edge  num // white edge around the trim, in mm of the piece
	round num // corner radius of the trim, in mm of the piece
}

// sides lists the words for "side", the default first.
func sides() []string { return []string{string(Front), string(Back)} }

func (p *pieceElement) draw(d *drawing, e *expr.Env) {
	if !p.shown(d, e) || d.alike != nil && d.alike.measuring {
		return
	}
	id := d.word(e, p.card)
	deck, rec := d.c.game.Card(id)
	if rec == nil {
		d.fail(p.card.pos, p.card.blame(e), d.c.noCard(id))
		return
	}
	key := pieceKey{deck.ID, id, Side(d.oneOf(e, p.side, "side", sides())), d.mm(e, p.edge), d.mm(e, p.round)}
	if _, _, err := d.c.piece(key.deck, key.card, key.side); err != nil {
		d.fail(p.pos, p.card.blame(e), err)
		return
	}
	f := d.c.plain.face(d.trail, key.deck, key.card, key.side, 1, p.pos)
	if f.problems.HasErrors() {
		d.adopt(f.problems)
		return
	}
	d.steps += f.steps
	d.place(e, d.c.plain.pieceSymbol(key, f.scene), layout.Rect{W: f.scene.Size.W, H: f.scene.Size.H}, p.width, p.turn, p.at)
}

// pieceKey names one way a piece is shown on a figure.
type pieceKey struct {
	deck, card  string
	side        Side
	edge, round layout.Length
}

// edgeRole is the colour of the edge a figure draws around pieces. A theme may
// give it a line in ink modes in which pieces would run into each other;
// without the role the edge is white.
const edgeRole = "piece-edge"

// pieceSymbols begins the name of every symbol that is a piece.
const pieceSymbols = "face/"

// pieceSymbol returns a face as a symbol: trimmed, with rounded corners and a
// white edge as figures show it.
func (c *Composer) pieceSymbol(key pieceKey, scene *layout.Scene) *layout.Symbol {
	if s, ok := c.pieces.get(key); ok {
		return s
	}
	trim := layout.Rect{W: scene.Size.W, H: scene.Size.H}
	s := &layout.Symbol{Name: fmt.Sprintf(pieceSymbols+"%s/%d/%d", scene.Name, key.edge, key.round), Box: trim.Inset(-key.edge), Upright: true}
	if key.edge > 0 {
		rim := &layout.Path{Outline: layout.RectOutline(s.Box, key.round+key.edge), Fill: layout.White()}
		if in := c.theme.Roles[edgeRole]; in != nil {
			rim.Fill, rim.Stroke = in.Paint, in.Line
		}
		s.Items = append(s.Items, rim)
	}
	clip := layout.RectOutline(trim, key.round)
	s.Items = append(s.Items, &layout.Group{Transform: layout.Identity(), Clip: &clip, Items: scene.Items})
	return c.pieces.put(key, s)
}

// A sheetElement draws a page that whoever draws the template hands over, far
// smaller than it is: a sheet of a kit in its print plan.
type sheetElement struct {
	base
	scene word
	at    [2]num // centre
	width num
}

func (s *sheetElement) draw(d *drawing, e *expr.Env) {
	if !s.shown(d, e) {
		return
	}
	scene, ok := d.value(e, s.scene).(*layout.Scene)
	if !ok || scene == nil {
		d.fail(s.scene.pos, e, fmt.Errorf("sheet: %s is no page", expr.Describe(d.value(e, s.scene))))
		return
	}
	box := layout.Rect{W: scene.Size.W, H: scene.Size.H}
	clip := layout.RectOutline(box, 0)
	k := d.mm(e, s.width).MM() / box.W.MM()
	small := &thumbnail{known: map[*layout.Symbol]*layout.Symbol{}, k: k}
	sym := &layout.Symbol{Name: pieceSymbols + "sheet/" + scene.Name, Box: box, Upright: true}
	sym.Items = []layout.Item{&layout.Group{Transform: layout.Identity(), Clip: &clip, Items: small.items(scene.Items, k)}}
	m := layout.Translate(layout.Point{X: -box.W / 2, Y: -box.H / 2}).Then(layout.Scale(k, k)).Then(layout.Translate(d.point(e, s.at)))
	d.add(&layout.Use{Symbol: sym, Transform: m})
}

// Of a page drawn small: what is smaller than leastSeenShape is not seen, nor
// are the parts of a pattern that are.
const leastSeenShape = 0.3 // mm, as drawn

// A thumbnail is what is left of a page drawn so small that no word on it can
// be read: its areas, its larger shapes, bars for its larger texts.
type thumbnail struct {
	known map[*layout.Symbol]*layout.Symbol
	k     float64
}

// items returns what is seen of items drawn k times their size.
func (t *thumbnail) items(items []layout.Item, k float64) []layout.Item {
	var out []layout.Item
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			if it.Size.MM()*k*barHeight < leastSeenShape/5 {
				continue
			}
			if item = bar(it); item == nil {
				continue
			}
		case *layout.QR, *layout.Link:
			continue
		case *layout.Path:
			if !seen(it, k) {
				continue
			}
		case *layout.Group:
			group := *it
			if group.Items = t.items(it.Items, k*scaleOf(it.Transform)); len(group.Items) == 0 {
				continue
			}
			item = &group
		case *layout.Use:
			sym := t.symbol(it.Symbol, k*scaleOf(it.Transform))
			if len(sym.Items) == 0 {
				continue
			}
			item = &layout.Use{Symbol: sym, Transform: it.Transform}
		}
		out = append(out, item)
	}
	return out
}

// symbol returns what is seen of a symbol. One that is drawn in several sizes
// is made for the first of them: on a sheet these differ little.
func (t *thumbnail) symbol(sym *layout.Symbol, k float64) *layout.Symbol {
	if s, ok := t.known[sym]; ok {
		return s
	}
	s := &layout.Symbol{Name: fmt.Sprintf("%s/%.3f", sym.Name, t.k), Box: sym.Box, Items: t.items(sym.Items, k), Upright: sym.Upright}
	t.known[sym] = s
	return s
}

// seen reports whether a shape, or the first of many in a pattern, is large
// enough.
func seen(p *layout.Path, k float64) bool {
	o := p.Outline
	if len(o.Verbs) == 0 {
		return false
	}
	if second := 1 + slices.Index(o.Verbs[1:], layout.MoveTo); second > 0 && slices.Contains(o.Verbs[second+1:], layout.MoveTo) { // a pattern
		o = layout.Outline{Verbs: o.Verbs[:second], Points: o.Points}.SubPaths()[0]
	}
	b := o.Bounds()
	return max(b.W.MM(), b.H.MM())*k >= leastSeenShape
}

// What a figure shows of a piece drawn small: text below 5 pt is dirt on paper
// and noise for whoever hears or copies the page, so a bar stands for each of
// its lines. A sign too short for a bar, often a numeral and why the piece is
// shown, is set larger where its field has room for that, and left out with the
// field otherwise; nobody scans a code as small as that of a card 15 mm wide, so the
// sign of a code stands for it.
const (
	leastShownText = 5.7  // pt, of the em, as drawn: 5 in a figure drawn smaller, and on a page
	leastShownCode = 6.6  // mm, side of the code with its quiet zone, as drawn: the same for all cards of a kind
	mostEnlarged   = 1.6  // times a numeral without a field is set larger: there is room for no more
	labelEnlarged  = 1.3  // times a line in spaced letters is
	largestNumeral = 20   // pt, of the em, on the piece itself: what is large already has a field no higher than that
	fieldHeight    = 2.5  // em, of a field at most: what is higher is a ground
	fieldFilled    = 0.95 // of its width and height, by a sign at most
	fieldEnd       = 0.12 // of its height, which its round ends take from its width
)

// enlarge sets the sign at a place among items larger until it can be read at a
// scale, or takes it out, and with it a field it stood in alone: nil stands for
// what is taken out.
func enlarge(items []layout.Item, at int, k float64) {
	t := items[at].(*layout.Text)
	items[at] = nil
	times := leastShownText / (t.Size.Pt() * k)
	large := *t
	large.Size, large.Width, large.Tracking = t.Size.Mul(times), t.Width.Mul(times), t.Tracking.Mul(times)
	large.At.X -= (large.Width - t.Width) / 2
	large.At.Y += (large.Size - t.Size).Mul(capitals / 2)
	numeral := strings.IndexFunc(t.Content, unicode.IsDigit) >= 0
	field := fieldOf(items[:at], t)
	if field < 0 {
		if numeral && times <= min(mostEnlarged, max(1, largestNumeral/t.Size.Pt())) {
			items[at] = &large
		}
		return
	}
	f := boundsOf(items[field])
	end := f.H.Mul(fieldEnd)
	left, right, middle := f.X+end, f.Right()-end, t.At.X+t.Width/2
	var beside []int // places of what stands beside it
	alone, free := true, large.Width <= f.W.Mul(fieldFilled) && large.Size.Mul(capitals) <= f.H.Mul(fieldFilled)
	for i, item := range items[field+1:] {
		other, isText := item.(*layout.Text)
		if item == nil || isText && other.Size.Pt()*k < leastShownText-0.01 {
			continue
		}
		switch b := boundsOf(item); {
		case !f.Contains(layout.Rect{X: b.X + b.W/2, Y: b.Y + b.H/2}):
			continue
		case b.X+b.W/2 > middle:
			right = min(right, b.X)
		default:
			left = max(left, b.Right())
		}
		alone, free = false, free && numeral && !isText
		beside = append(beside, field+1+i)
	}
	switch {
	case free:
		if len(beside) == 1 && right-left < large.Width+end { // one of them only
			left, right, items[beside[0]] = f.X, f.Right(), nil
		}
		large.At.X = left + (right-left-large.Width)/2
		items[at] = &large
	case alone:
		items[field] = nil
	}
}

// fieldOf returns the index of the path a sign stands in, as a number in its
// pill; -1 when what lies below it is higher than a field.
func fieldOf(items []layout.Item, t *layout.Text) int {
	middle := layout.Point{X: t.At.X + t.Width/2, Y: t.At.Y - t.Size.Mul(capitals/2)}
	for i := len(items) - 1; i >= 0; i-- {
		p, ok := items[i].(*layout.Path)
		if !ok || p.Fill == nil || !p.Outline.Contains(middle) {
			continue
		}
		if p.Outline.Bounds().H <= t.Size.Mul(fieldHeight) {
			return i
		}
		break
	}
	return -1
}
