package svg

import (
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"kitpress/layout"
	"kitpress/layout/shape"
)

// A drawing is a file being written: what is stored once, and what is seen.
type drawing struct {
	defs, body strings.Builder
	home       func(anchor string) string // file of an anchor, "" for this one

	uses    map[*layout.Symbol]int
	places  map[*layout.Symbol]bool // holds links or anchors, which exist once per use
	symbols map[*layout.Symbol]string
	letters map[letter]string
	clips   map[string]string
	anchors map[string]bool

	pictures map[*layout.Picture]string
}

// A letter is a glyph of a face.
type letter struct {
	face  *layout.Face
	glyph uint16
}

func newDrawing(home func(string) string) *drawing {
	return &drawing{
		home: home, uses: map[*layout.Symbol]int{}, places: map[*layout.Symbol]bool{}, symbols: map[*layout.Symbol]string{},
		letters: map[letter]string{}, clips: map[string]string{}, pictures: map[*layout.Picture]string{}, anchors: map[string]bool{},
	}
}

// count counts how often symbols are used and reports whether there are links
// or anchors among the items.
func (d *drawing) count(items []layout.Item) (places bool) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Link, *layout.Anchor:
			places = true
		case *layout.Group:
			places = d.count(it.Items) || places
		case *layout.Use:
			if d.uses[it.Symbol]++; d.uses[it.Symbol] == 1 {
				d.places[it.Symbol] = d.count(it.Symbol.Items)
			}
			places = places || d.places[it.Symbol]
		}
	}
	return places
}

func (d *drawing) items(out *strings.Builder, items []layout.Item) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			d.text(out, it)
		case *layout.Path:
			d.path(out, it)
		case *layout.QR:
			fmt.Fprintf(out, `<path%s transform="translate(%d %d)scale(%d)" shape-rendering="crispEdges" role="img" aria-label="%s" d="%s"/>`+"\n",
				fill(it.Fill), it.At.X, it.At.Y, it.Module, escape("QR: "+it.Code.Payload), modules(it.Code))
		case *layout.Image:
			d.image(out, it)
		case *layout.Link:
			d.link(out, it)
		case *layout.Anchor:
			d.anchor(out, it)
		case *layout.Group:
			d.group(out, it)
		case *layout.Use:
			d.use(out, it)
		}
	}
}

func (d *drawing) path(out *strings.Builder, it *layout.Path) {
	if it.Fill == nil && it.Stroke == nil || len(it.Outline.Verbs) == 0 {
		return
	}
	out.WriteString("<path")
	if it.Fill == nil {
		out.WriteString(` fill="none"`)
	} else {
		out.WriteString(fill(it.Fill))
	}
	if s := it.Stroke; s != nil {
		fmt.Fprintf(out, ` stroke="%s" stroke-width="%d"`, hex(s.Paint), s.Width)
		if s.Round {
			out.WriteString(` stroke-linejoin="round" stroke-linecap="round"`)
		}
		if len(s.Dash) > 0 {
			var dash []string
			for _, l := range s.Dash {
				dash = append(dash, strconv.Itoa(int(l)))
			}
			fmt.Fprintf(out, ` stroke-dasharray="%s"`, strings.Join(dash, " "))
		}
	}
	fmt.Fprintf(out, ` d="%s"/>`+"\n", outline(it.Outline))
}

// image draws a picture, which is stored once at one unit a pixel.
func (d *drawing) image(out *strings.Builder, it *layout.Image) {
	pixels := it.Picture.Pixels
	id := d.pictures[it.Picture]
	if id == "" {
		id = "i" + strconv.Itoa(len(d.pictures)+1)
		d.pictures[it.Picture] = id
		fmt.Fprintf(&d.defs, `<image id="%s" width="%d" height="%d" preserveAspectRatio="none" xlink:href="data:image/%s;base64,%s"/>`+"\n",
			id, pixels.W, pixels.H, strings.ToLower(it.Picture.Kind), base64.StdEncoding.EncodeToString(it.Picture.File))
	}
	m := layout.Scale(float64(it.Rect.W)/float64(pixels.W), float64(it.Rect.H)/float64(pixels.H)).Then(layout.Translate(layout.Point{X: it.Rect.X, Y: it.Rect.Y}))
	fmt.Fprintf(out, `<use xlink:href="#%s" transform="%s"/>`+"\n", id, transform(m))
}

// text draws a line from its letters, in units of the font.
func (d *drawing) text(out *strings.Builder, t *layout.Text) {
	if t.Content == "" {
		return
	}
	upem := float64(t.Face.UnitsPerEm())
	scale := float64(t.Size) / upem
	fmt.Fprintf(out, `<g%s role="img" aria-label="%s" transform="translate(%d %d)scale(%s)">`, fill(t.Fill), escape(t.Content), t.At.X, t.At.Y, appendScale(nil, scale))
	x, first := 0.0, true
	t.Words(func(w *shape.Word) {
		for _, g := range w.Glyphs {
			if g.Head && !first {
				x += float64(t.Tracking) / scale
			}
			first = false
			if id := d.letter(letter{t.Face, g.ID}); id != "" {
				fmt.Fprintf(out, `<use xlink:href="#%s"`, id)
				if at := string(appendNumber(nil, x+float64(g.DX), 1)); at != "0" {
					fmt.Fprintf(out, ` x="%s"`, at)
				}
				if g.DY != 0 {
					fmt.Fprintf(out, ` y="%d"`, -g.DY)
				}
				out.WriteString("/>")
			}
			x += float64(g.Advance)
		}
	})
	out.WriteString("</g>\n")
}

// letter returns the id of a letter, "" when there is nothing to draw.
func (d *drawing) letter(l letter) string {
	id, ok := d.letters[l]
	if !ok {
		if o := l.face.Outline(l.glyph, layout.Length(l.face.UnitsPerEm())); len(o.Verbs) > 0 {
			id = "g" + strconv.Itoa(len(d.letters)+1)
			fmt.Fprintf(&d.defs, `<path id="%s" d="%s"/>`+"\n", id, outline(o))
		}
		d.letters[l] = id
	}
	return id
}

func (d *drawing) group(out *strings.Builder, g *layout.Group) {
	attributes := meaning(g.Tag)
	if t := transform(g.Transform); t != "" {
		attributes += ` transform="` + t + `"`
	}
	if g.Clip != nil {
		attributes += ` clip-path="url(#` + d.clip(*g.Clip) + `)"`
	}
	if attributes == "" {
		d.items(out, g.Items)
		return
	}
	out.WriteString("<g" + attributes + ">\n")
	d.items(out, g.Items)
	out.WriteString("</g>\n")
}

// clip returns the id of a clip path.
func (d *drawing) clip(o layout.Outline) string {
	data := outline(o)
	id := d.clips[data]
	if id == "" {
		id = "c" + strconv.Itoa(len(d.clips)+1)
		d.clips[data] = id
		fmt.Fprintf(&d.defs, `<clipPath id="%s"><path d="%s"/></clipPath>`+"\n", id, data)
	}
	return id
}

// use draws a symbol: from where it is stored when it is used again.
func (d *drawing) use(out *strings.Builder, u *layout.Use) {
	if d.uses[u.Symbol] < 2 || d.places[u.Symbol] {
		d.group(out, &layout.Group{Transform: u.Transform, Items: u.Symbol.Items})
		return
	}
	id := d.symbols[u.Symbol]
	if id == "" {
		id = "s" + strconv.Itoa(len(d.symbols)+1)
		d.symbols[u.Symbol] = id
		var inner strings.Builder // what is inside may be stored too
		d.items(&inner, u.Symbol.Items)
		fmt.Fprintf(&d.defs, "<g id=\"%s\">\n%s</g>\n", id, inner.String())
	}
	fmt.Fprintf(out, `<use xlink:href="#%s"`, id)
	if t := transform(u.Transform); t != "" {
		fmt.Fprintf(out, ` transform="%s"`, t)
	}
	out.WriteString("/>\n")
}

func (d *drawing) link(out *strings.Builder, l *layout.Link) {
	href, label := l.URL, l.URL
	if l.URL == "" {
		href, label = d.home(l.Anchor)+"#"+anchorID(l.Anchor), l.Anchor
	}
	fmt.Fprintf(out, `<a xlink:href="%s" aria-label="%s"><rect x="%d" y="%d" width="%d" height="%d" fill="none" pointer-events="all"/></a>`+"\n",
		escape(href), escape(label), l.Rect.X, l.Rect.Y, l.Rect.W, l.Rect.H)
}

// anchor marks a place. Of several with one name the first counts, as copies
// of a card may carry one each.
func (d *drawing) anchor(out *strings.Builder, a *layout.Anchor) {
	if d.anchors[a.Name] {
		return
	}
	d.anchors[a.Name] = true
	fmt.Fprintf(out, `<path id="%s" d="M%d %d"/>`+"\n", anchorID(a.Name), a.At.X, a.At.Y)
}

// anchorID returns the id of an anchor: its name, with a mark in place of what
// an id may not have.
func anchorID(name string) string {
	var b strings.Builder
	b.WriteString("a-")
	for _, r := range name {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "_%x_", r)
		}
	}
	return b.String()
}

// anchors returns the page of each anchor of a document, the first of those
// with one name.
func anchors(d *layout.Document) map[string]int {
	home := map[string]int{}
	var walk func(items []layout.Item, page int)
	walk = func(items []layout.Item, page int) {
		for _, item := range items {
			switch it := item.(type) {
			case *layout.Anchor:
				if _, ok := home[it.Name]; !ok {
					home[it.Name] = page
				}
			case *layout.Group:
				walk(it.Items, page)
			case *layout.Use:
				walk(it.Symbol.Items, page)
			}
		}
	}
	for i, p := range d.Pages {
		walk(p.Scene.Items, i)
	}
	return home
}

// roles are what tags of a document are called in SVG.
var roles = map[string]string{"Table": "table", "TR": "row", "TH": "columnheader", "TD": "cell", "L": "list", "LI": "listitem", "Figure": "img"}

// meaning returns the attributes that say what a group means to a reader who
// does not see it.
func meaning(tag *layout.Tag) string {
	if tag == nil {
		return ""
	}
	out := ""
	switch role := roles[tag.Role]; {
	case tag.Role == "Artifact":
		return ` aria-hidden="true"`
	case len(tag.Role) == 2 && tag.Role[0] == 'H' && tag.Role[1] >= '1' && tag.Role[1] <= '6':
		out = ` role="heading" aria-level="` + tag.Role[1:] + `"`
	case role != "":
		out = ` role="` + role + `"`
	}
	if tag.Alt != "" {
		out += ` aria-label="` + escape(tag.Alt) + `"`
	}
	return out
}

// fill returns the attribute of a fill; no paint is black, which goes without
// saying.
func fill(p *layout.Paint) string {
	if h := hex(p); h != "#000" {
		return ` fill="` + h + `"`
	}
	return ""
}

// hex returns a colour, short where it can be.
func hex(p *layout.Paint) string {
	if p == nil {
		return "#000"
	}
	h := p.Hex()
	if h[1] == h[2] && h[3] == h[4] && h[5] == h[6] {
		return "#" + h[1:2] + h[3:4] + h[5:6]
	}
	return h
}

// escape returns s as it may stand in a text or an attribute.
func escape(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // writing to a builder does not fail
	return b.String()
}
