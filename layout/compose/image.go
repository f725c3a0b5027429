package compose

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"kitpress/catalog/form"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose/expr"
	"kitpress/layout/compose/theme"
)

// An imageElement draws a picture of the pack's art folder: PNG, JPEG, or SVG
// in colours.
type imageElement struct {
	base
	name  word
	at    [2]num // centre
	size  [2]num // of the room for it, mm
	fit   word   // see fits
	radii []num  // of the corners of the room
	focus []num  // of the picture, 0 to 1: what is seen where it is cut
	flip  tristate
	tint  word
	turn  num
	edge  num  // SVG: sticker edge around what is drawn, mm
	rim   word // its colour
	alt   word // what it shows, for those who do not see it
}

// fits lists how a picture fills its room, the default first: all of it with
// its sides cut, not all of it with the whole picture seen, or all of it with
// the picture pulled out of its shape.
func fits() []string { return []string{"cover", "contain", "stretch"} }

func readImage(m *source.Map, b base) element {
	i := &imageElement{base: b, name: readWord(m.Get("image")), at: readPair(m.Need("at")), size: readPair(m.Need("size")),
		fit: readChoice(m.Get("fit"), "fit", fits()), radii: readRadii(m.Get("radius")), turn: readNum(m.Get("rotate")),
		edge: readNum(m.Get("edge")), rim: readWord(m.Get("rim")), alt: readWord(m.Get("alt")),
		flip: readFlag(m.Get("mirror")), tint: readWord(m.Get("tint"))}
	if focus := m.Get("focus"); focus.Exists() {
		i.focus = readNums(focus, 2)
	}
	return i
}

func (i *imageElement) draw(d *drawing, e *expr.Env) {
	if !i.shown(d, e) {
		return
	}
	named := d.value(e, i.name)
	name := expr.StringOf(named)
	if name == "" {
		return
	}
	key := pictureKey{name: name, Print: layout.Print{Grey: d.c.grey}}
	if role := d.paint(e, i.tint); role != nil {
		key.Tint, key.Tinted = role.Paint.RGB, true
	}
	pic, err := d.c.lib.picture(d.c.art, key)
	if err != nil {
		i.missing(d, e, err)
		return
	}
	room := layout.Size{W: d.mm(e, i.size[0]), H: d.mm(e, i.size[1])}
	if room.W <= 0 || room.H <= 0 {
		d.fail(i.size[0].pos, i.size[0].blame(e), fmt.Errorf("want a size above 0, found %s × %s", room.W, room.H))
		return
	}
	w, h := pic.sides()
	size := room
	if fit := d.oneOf(e, i.fit, "fit", fits()); fit != "stretch" {
		k := max(float64(room.W)/w, float64(room.H)/h)
		if fit == "contain" {
			k = min(float64(room.W)/w, float64(room.H)/h)
		}
		size = layout.Size{W: layout.Length(w*k + 0.5), H: layout.Length(h*k + 0.5)}
	}
	box := layout.Rect{X: -size.W / 2, Y: -size.H / 2, W: size.W, H: size.H}
	if len(i.focus) == 2 {
		at := func(n num) float64 { return min(max(d.float(e, n), 0), 1) }
		box.X, box.Y = (room.W-size.W).Mul(at(i.focus[0]))-room.W/2, (room.H-size.H).Mul(at(i.focus[1]))-room.H/2
	}
	placed := box
	if i.flip == flagOn {
		placed.X = -box.Right()
	}
	var it layout.Item
	if pic.painting != nil {
		key.Most = noMorePixels(pixelsOf(size), mostPainted)
		if d.paint(e, i.rim) != nil {
			i.missing(d, e, fmt.Errorf("the picture %q has no edge: it is painted in pixels, for its gradients or groups to see through", name))
			return
		}
		if pic, err = d.c.lib.picture(d.c.art, key); err != nil {
			i.missing(d, e, err)
			return
		}
	}
	if pic.vector != nil {
		it = i.use(d, e, pic.vector, placed, key)
	} else {
		if key.Most = pixelsOf(size); pic.painting == nil && key.Fewer(pic.raster.Pixels) {
			if pic, err = d.c.lib.picture(d.c.art, key); err != nil {
				i.missing(d, e, err)
				return
			}
		}
		from := i.source(d, e)
		if m, ok := named.(expr.Message); ok && m.Pos.IsValid() { // a file that no game has
			from = m.Pos
		}
		it = &layout.Image{Origin: from, Picture: pic.raster, Rect: placed}
	}
	if i.flip == flagOn {
		it = &layout.Group{Transform: layout.Scale(-1, 1), Items: []layout.Item{it}}
	}
	group := &layout.Group{Transform: layout.Rotate(d.float(e, i.turn)).Then(layout.Translate(d.point(e, i.at))), Items: []layout.Item{it}}
	if size.W > room.W || size.H > room.H || len(i.radii) > 0 {
		seen := layout.Rect{X: max(box.X, -room.W/2), Y: max(box.Y, -room.H/2), W: min(size.W, room.W), H: min(size.H, room.H)}
		clip := d.rounded(e, seen, i.radii)
		group.Clip = &clip
	}
	if alt := d.word(e, i.alt); alt != "" {
		group.Tag = &layout.Tag{Role: "Figure", Alt: alt}
	}
	d.add(group)
}

// source returns what names the picture: a line of the template, or the card.
func (i *imageElement) source(d *drawing, e *expr.Env) source.Pos {
	if i.name.blame(e) == nil || d.shared {
		return i.name.pos
	}
	return e.Origin
}

// missing reports a picture that cannot be read where it is named.
func (i *imageElement) missing(d *drawing, e *expr.Env, err error) {
	if i.source(d, e) == i.name.pos {
		d.fail(i.name.pos, i.name.blame(e), err)
		return
	}
	d.problem(e, codePicture, "%v", err).Hint = source.HintOf(err)
}

// Fewer pixels an inch than one eye tells from the other at arm's length are
// seen as steps.
const (
	dpiPoor  = 150 // below it is a warning
	dpiWrong = 75  // below it is an error
)

const (
	codePicture = "picture"        // is not there, or cannot be read
	codeCoarse  = "picture-coarse" // has too few pixels
)

// coarse reports a picture that has too few pixels for the size it is printed
// at.
func (in *inspection) coarse(it *layout.Image, m layout.Matrix) {
	const inch = 25_400 // µm
	dpi := int(float64(it.Picture.Pixels.W) * inch / (float64(it.Rect.W) * scaleOf(m)))
	if dpi >= dpiPoor {
		return
	}
	p := in.problems.Warnf(it.Origin, codeCoarse, "%sthe picture has %d pixels an inch at the size it is printed; want %d or more, best 300", in.label, dpi, dpiPoor)
	p.Hint = fmt.Sprintf("it has %d × %d pixels: save it with at least %.1f times as many each way, or print it smaller", it.Picture.Pixels.W, it.Picture.Pixels.H, float64(dpiPoor)/float64(max(dpi, 1)))
	if dpi < dpiWrong {
		p.Severity = source.Error
	}
}

// every walks over elements and those inside them.
func every(items []element, visit func(element)) {
	for _, el := range items {
		visit(el)
		switch el := el.(type) {
		case *groupElement:
			every(el.items, visit)
		case *staticElement:
			every(el.items, visit)
		}
	}
}

// unseen warns of pictures of the pack that none of its templates shows, nor
// any other that is used.
func (l *Library) unseen(ps *source.Problems, used []string) {
	art := l.own().file("art")
	if _, err := fs.Stat(l.pack, art); err != nil {
		return // nothing to warn of
	}
	var names []string
	dynamic := false
	note := func(items []element) {
		every(items, func(el element) {
			switch el := el.(type) {
			case *imageElement:
				x, constant := el.name.x.(expr.Literal)
				dynamic = dynamic || !constant
				names = append(names, expr.StringOf(x.Value))
			case *iconElement: // one that is no icon is an error already
				if x, constant := el.name.x.(expr.Literal); constant {
					names = append(names, expr.StringOf(x.Value))
				}
			}
		})
	}
	symbols, _ := l.sharedSymbols()
	for _, s := range symbols {
		note(s.items)
	}
	for _, id := range append(templatesIn(l.own()), used...) {
		if t, _ := l.template(id); t != nil {
			note(t.items)
			for _, s := range t.symbols {
				note(s.items)
			}
		}
	}
	if dynamic {
		return
	}
	fs.WalkDir(l.pack, art, func(file string, _ fs.DirEntry, err error) error {
		name, ok := strings.CutPrefix(file, art+"/")
		stem := strings.TrimSuffix(name, path.Ext(name))
		if !ok || !slices.Contains(artEndings, path.Ext(name)) || slices.Contains(names, name) || slices.Contains(names, stem) {
			return nil
		}
		if _, no := fs.Stat(l.pack, path.Join(art, stem+".svg")); no != nil { // else the icon was made from it
			ps.Warnf(source.Pos{File: file}, form.CodeUnknownFile, "no template shows this picture").Hint = "one that does says image: " + stem + ", with at and size"
		}
		return nil
	})
}

// artKey names one way a drawing is printed.
type artKey struct {
	name string
	fine bool
	edge layout.Length // in units of the drawing
	rim  *theme.Role
	tint layout.Print
}

// Classes that say at which sizes a shape of a drawing is drawn: lines that
// would close up when it is small, and those that stand for them there.
const (
	classFine  = "fine"
	classSmall = "small"
)

// fineFrom is the width from which fine lines are drawn.
const fineFrom = 12 * layout.Millimetre

// use returns a drawing that fills a room.
func (i *imageElement) use(d *drawing, e *expr.Env, pic *layout.Drawing, room layout.Rect, way pictureKey) layout.Item {
	k, down := room.W.MM()/pic.Box.W.MM(), room.H.MM()/pic.Box.H.MM()
	key := artKey{name: pic.Name, fine: room.W >= fineFrom, rim: d.paint(e, i.rim), tint: way.Print}
	if key.rim != nil {
		key.edge = d.mm(e, i.edge).Mul(1 / k)
	}
	m := layout.Translate(layout.Point{X: -pic.Box.X - pic.Box.W/2, Y: -pic.Box.Y - pic.Box.H/2}).Then(layout.Scale(k, down)).Then(layout.Translate(layout.Point{X: room.X + room.W/2, Y: room.Y + room.H/2}))
	if s, ok := d.c.painted.get(key); ok {
		return &layout.Use{Symbol: s, Transform: m}
	}
	return &layout.Use{Symbol: d.c.painted.put(key, d.artSymbol(pic, key)), Transform: m}
}

// artSymbol draws a drawing in its own units. A shape whose class is a colour
// of the theme has that colour, so that every ink mode has its own; others
// have the one of the file.
func (d *drawing) artSymbol(pic *layout.Drawing, key artKey) *layout.Symbol {
	var edge, shapes []layout.Item
	for _, s := range pic.Shapes {
		if slices.Contains(s.Classes, classFine) && !key.fine || slices.Contains(s.Classes, classSmall) && key.fine {
			continue
		}
		it := &layout.Path{Outline: s.Outline, Fill: s.Fill, Stroke: s.Stroke}
		for _, class := range s.Classes {
			in := d.c.theme.Roles[class]
			switch {
			case in == nil:
			case it.Fill != nil:
				it.Fill = in.Paint
			default:
				line := *it.Stroke
				line.Paint = in.Paint
				it.Stroke = &line
			}
		}
		if it.Fill = key.tint.Paint(it.Fill); it.Stroke != nil {
			line := *it.Stroke
			line.Paint = key.tint.Paint(line.Paint)
			it.Stroke = &line
		}
		if d.c.mono {
			it.Fill, it.Stroke = greyPaint(it.Fill), greyStroke(it.Stroke)
		}
		shapes = clipped(shapes, it, s.Clips)
		if key.edge > 0 {
			rim := &layout.Path{Outline: s.Outline, Stroke: &layout.Stroke{Paint: key.rim.Paint, Width: 2 * key.edge, Round: true}}
			if s.Fill != nil {
				rim.Fill = key.rim.Paint
			}
			if s.Stroke != nil {
				rim.Stroke.Width += s.Stroke.Width
			}
			edge = append(edge, rim)
		}
	}
	seen := layout.RectOutline(pic.Box, 0)
	return &layout.Symbol{Name: "art/" + pic.Name, Box: pic.Box, Upright: true, Items: []layout.Item{&layout.Group{Clip: &seen, Items: append(edge, shapes...)}}}
}
