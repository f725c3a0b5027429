package compose

import (
	"fmt"
	"io/fs"

	"kitpress/layout"
)

// An iconElement draws an icon: in one colour, or as a picture of three
// layers (white body, soft colour, ink).
type iconElement struct {
	base
	name   word
	style  word   // fill, bold, duotone; empty is fill
	at     [2]num // centre
	size   num    // side of the icon's box, mm
	fill   word
	body   word // duotone: icon that lends the silhouette
	soft   word // duotone: colour of the 20 % layer
	ground word // duotone: colour of the body
	edge   num  // duotone: sticker edge around the silhouette, mm
	rim    word // colour of the sticker edge
	mirror expr
	turn   num
}

func (i *iconElement) draw(d *drawing, e *env) {
	if !i.shown(d, e) {
		return
	}
	name, style := d.word(e, i.name), d.word(e, i.style)
	if name == "" {
		return
	}
	if style == "" {
		style = "fill"
	}
	icon, err := d.c.lib.icon(d.c.art, name, style)
	if err != nil {
		d.fail(i.name.pos, e, err)
		return
	}
	size := d.mm(e, i.size)
	sym := d.c.iconSymbol(d, e, icon, i, style, size)
	if sym == nil || size <= 0 {
		return
	}
	k := size.MM() / icon.Box.W.MM()
	m := layout.Translate(layout.Point{X: -icon.Box.X - icon.Box.W/2, Y: -icon.Box.Y - icon.Box.H/2}).Then(layout.Scale(k, k))
	if i.mirror != nil {
		if v, err := i.mirror.eval(e); err == nil && truth(v) {
			m = m.Then(layout.Scale(-1, 1))
		}
	}
	m = m.Then(layout.Rotate(d.float(e, i.turn))).Then(layout.Translate(d.point(e, i.at)))
	if d.merge != nil {
		// Inside a merged repeat an icon is shapes like any other.
		for _, item := range sym.Items {
			if p, ok := item.(*layout.Path); ok {
				d.fill(e.origin, p.Outline.Transform(m), &ink{paint: p.Fill}, nil)
			}
		}
		return
	}
	d.add(&layout.Use{Symbol: sym, Transform: m})
}

// iconKey names one way an icon is drawn.
type iconKey struct {
	name, style, body       string
	fill, soft, ground, rim *ink
	edge                    layout.Length
}

// iconSymbol returns the icon in its own units, made once per composer.
func (c *Composer) iconSymbol(d *drawing, e *env, icon *layout.Icon, i *iconElement, style string, size layout.Length) *layout.Symbol {
	key := iconKey{name: icon.Name, style: style, body: d.word(e, i.body), fill: d.paint(e, i.fill), soft: d.paint(e, i.soft), ground: d.paint(e, i.ground), rim: d.paint(e, i.rim)}
	if key.fill == nil {
		return nil
	}
	if i.edge.set() && size > 0 {
		key.edge = d.mm(e, i.edge).Mul(icon.Box.W.MM() / size.MM())
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.icons[key]; s != nil {
		return s
	}
	s := &layout.Symbol{Name: "icon/" + style + "/" + icon.Name, Box: icon.Box}
	if style == "duotone" {
		body := icon
		if key.body != "" {
			var err error
			if body, err = d.c.lib.icon(d.c.art, key.body, style); err != nil {
				d.fail(i.body.pos, e, err)
				return nil
			}
		}
		s.Items = duotone(icon, body, key)
		s.Box = icon.Box.Inset(-key.edge)
	} else {
		s.Items = []layout.Item{&layout.Path{Outline: hard(icon), Fill: key.fill.paint}}
	}
	c.icons[key] = s
	return s
}

// hard returns the icon's main shapes as one outline.
func hard(icon *layout.Icon) layout.Outline {
	var o layout.Outline
	for _, s := range icon.Shapes {
		if !s.Soft {
			o.Append(s.Outline)
		}
	}
	return o
}

// duotone builds the three layers of SPEC-cyber-survival section 2: every
// sub-path of the main shape filled on its own, so that closed outlines become
// white bodies; the 20 % layer in a solid colour; the main shape in ink.
func duotone(icon, body *layout.Icon, key iconKey) []layout.Item {
	var items []layout.Item
	silhouette := bodies(hard(body))
	if key.rim != nil && key.edge > 0 {
		items = append(items, &layout.Path{Outline: silhouette, Fill: key.rim.paint,
			Stroke: &layout.Stroke{Paint: key.rim.paint, Width: 2 * key.edge, Round: true}})
	}
	if key.ground != nil {
		items = append(items, &layout.Path{Outline: silhouette, Fill: key.ground.paint})
	}
	if key.soft != nil {
		var soft layout.Outline
		for _, s := range icon.Shapes {
			if s.Soft {
				soft.Append(s.Outline)
			}
		}
		if len(soft.Points) > 0 {
			items = append(items, &layout.Path{Outline: soft, Fill: key.soft.paint})
		}
	}
	return append(items, &layout.Path{Outline: hard(icon), Fill: key.fill.paint})
}

// bodies turns every sub-path the same way round, so that a non-zero fill
// covers holes too.
func bodies(o layout.Outline) layout.Outline {
	var out layout.Outline
	for _, sub := range o.SubPaths() {
		if area(sub) < 0 {
			sub = reversed(sub)
		}
		out.Append(sub)
	}
	return out
}

// area returns twice the signed area of the polygon through all points.
func area(o layout.Outline) float64 {
	var a float64
	for i, p := range o.Points {
		q := o.Points[(i+1)%len(o.Points)]
		a += p.X.MM()*q.Y.MM() - q.X.MM()*p.Y.MM()
	}
	return a
}

// reversed returns a single closed sub-path drawn backwards.
func reversed(o layout.Outline) layout.Outline {
	var out layout.Outline
	n := len(o.Points)
	if n == 0 {
		return o
	}
	out.Move(o.Points[n-1])
	at := n - 1
	for i := len(o.Verbs) - 1; i > 0; i-- {
		switch o.Verbs[i] {
		case layout.LineTo:
			at--
			out.Line(o.Points[at])
		case layout.CubicTo:
			out.Cubic(o.Points[at-1], o.Points[at-2], o.Points[at-3])
			at -= 3
		}
	}
	out.Close()
	return out
}

// icon returns an icon of the pack's art folder or of the shipped set.
func (l *Library) icon(art fs.FS, name, style string) (*layout.Icon, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := style + "/" + name
	if i := l.icons[key]; i != nil {
		return i, nil
	}
	if art != nil {
		if data, err := fs.ReadFile(art, name+".svg"); err == nil {
			icon, err := layout.ParseIcon(name, data)
			if err != nil {
				return nil, fmt.Errorf("art/%s.svg:%w", name, err)
			}
			l.icons[key] = icon
			return icon, nil
		}
	}
	file := "icons/" + style + "/" + name
	if style != "regular" {
		file += "-" + style
	}
	data, err := fs.ReadFile(layout.Files, file+".svg")
	if err != nil {
		return nil, unknownName("icon", name, l.iconNames())
	}
	icon, err := layout.ParseIcon(name, data)
	if err != nil {
		return nil, err
	}
	l.icons[key] = icon
	return icon, nil
}
