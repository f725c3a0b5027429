package compose

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose/expr"
	"kitpress/layout/compose/theme"
	"kitpress/layout/svg"
)

// An iconElement draws an icon: in one colour, or as a picture of three
// layers (white body, soft colour, ink).
type iconElement struct {
	base
	name   word
	style  word   // see iconStyles
	at     [2]num // centre
	size   num    // side of the icon's box, mm
	fill   word
	body   word // duotone: icon that lends the silhouette
	soft   word // duotone: colour of the 20 % layer
	ground word // duotone: colour of the body
	edge   num  // duotone: sticker edge around the silhouette, mm
	rim    word // colour of the sticker edge
	mirror word // true turns it left to right
	turn   num
}

func (i *iconElement) draw(d *drawing, e *expr.Env) {
	if !i.shown(d, e) {
		return
	}
	name := d.word(e, i.name)
	if name == "" {
		return
	}
	style := d.oneOf(e, i.style, "icon style", layout.IconStyles())
	icon, ok := d.icon(e, i.name, name, style)
	if !ok {
		return
	}
	size := d.mm(e, i.size)
	if size <= 0 {
		d.fail(i.size.pos, i.size.blame(e), fmt.Errorf("want a size above 0, found %s", size))
		return
	}
	sym := d.iconSymbol(e, icon, i, style, size)
	if sym == nil {
		return
	}
	k := size.MM() / icon.Box.W.MM()
	m := layout.Translate(layout.Point{X: -icon.Box.X - icon.Box.W/2, Y: -icon.Box.Y - icon.Box.H/2}).Then(layout.Scale(k, k))
	if expr.Truth(d.value(e, i.mirror)) {
		m = m.Then(layout.Scale(-1, 1))
	}
	m = m.Then(layout.Rotate(d.float(e, i.turn))).Then(layout.Translate(d.point(e, i.at)))
	if !d.merging {
		d.add(&layout.Use{Symbol: sym, Transform: m})
		return
	}
	for _, item := range sym.Items { // where shapes join, an icon is shapes like any other
		if p, ok := item.(*layout.Path); ok {
			d.fill(d.origin(e), p.Outline.Transform(m), &theme.Role{Paint: p.Fill}, scaledStroke(p.Stroke, k))
		}
	}
}

// directional reports whether an icon shows where reading goes on: a language
// that runs from the right has it the other way round.
func directional(name string) bool {
	return strings.HasPrefix(name, "arrow-") || strings.HasPrefix(name, "caret-")
}

func scaledStroke(s *layout.Stroke, k float64) *layout.Stroke {
	if s == nil {
		return nil
	}
	scaled := *s
	scaled.Width = s.Width.Mul(k)
	return &scaled
}

// icon looks up the icon a word names.
func (d *drawing) icon(e *expr.Env, w word, name, style string) (*layout.Icon, bool) {
	icon, err := d.c.lib.Icon(d.c.art, name, style)
	if err != nil {
		d.fail(w.pos, w.blame(e), err)
		return nil, false
	}
	return icon, true
}

// iconKey names one way an icon is drawn.
type iconKey struct {
	name, style, body       string
	fill, soft, ground, rim *theme.Role
	edge                    layout.Length
	line                    layout.Length // around the soft layer, where its role has a line
}

// iconSymbol returns the icon in its own units, made once per composer; nil
// when it has no colour.
func (d *drawing) iconSymbol(e *expr.Env, icon *layout.Icon, i *iconElement, style string, size layout.Length) *layout.Symbol {
	key := iconKey{name: icon.Name, style: style, fill: d.paint(e, i.fill)}
	if key.fill == nil {
		return nil
	}
	if style == "duotone" {
		key.body, key.soft, key.ground, key.rim = d.word(e, i.body), d.paint(e, i.soft), d.paint(e, i.ground), d.paint(e, i.rim)
		unit := icon.Box.W.MM() / size.MM()
		key.edge = d.mm(e, i.edge).Mul(unit)
		if key.soft != nil && key.soft.Line != nil { // else what is soft alone is lost on paper
			key.line = key.soft.Line.Width.Mul(unit)
		}
	}
	if s, ok := d.c.icons.get(key); ok {
		return s
	}
	s := &layout.Symbol{Name: "icon/" + style + "/" + icon.Name, Box: icon.Box.Inset(-key.edge), Upright: !directional(icon.Name)}
	if style != "duotone" {
		s.Items = []layout.Item{&layout.Path{Outline: hard(icon), Fill: key.fill.Paint}}
		return d.c.icons.put(key, s)
	}
	body := icon
	if key.body != "" {
		var ok bool
		if body, ok = d.icon(e, i.body, key.body, style); !ok {
			return nil
		}
	}
	s.Items = duotone(icon, body, key)
	return d.c.icons.put(key, s)
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
		items = append(items, &layout.Path{Outline: silhouette, Fill: key.rim.Paint,
			Stroke: &layout.Stroke{Paint: key.rim.Paint, Width: 2 * key.edge, Round: true}})
	}
	if key.ground != nil {
		items = append(items, &layout.Path{Outline: silhouette, Fill: key.ground.Paint})
	}
	if key.soft != nil {
		var soft layout.Outline
		for _, s := range icon.Shapes {
			if s.Soft {
				soft.Append(s.Outline)
			}
		}
		if len(soft.Points) > 0 {
			area := &layout.Path{Outline: soft, Fill: key.soft.Paint}
			if key.line > 0 {
				area.Stroke = &layout.Stroke{Paint: key.soft.Line.Paint, Width: key.line, Round: true}
			}
			items = append(items, area)
		}
	}
	return append(items, &layout.Path{Outline: hard(icon), Fill: key.fill.Paint})
}

// bodies turns every sub-path the same way round, so that a non-zero fill
// covers holes too.
func bodies(o layout.Outline) layout.Outline {
	var out layout.Outline
	for _, sub := range o.SubPaths() {
		if sub.Area() < 0 {
			sub = sub.Reversed()
		}
		out.Append(sub)
	}
	return out
}

// Icon returns an icon, or says which may be meant.
func (l *Library) Icon(art fs.FS, name, style string) (*layout.Icon, error) {
	icon, err := l.icon(art, name, style)
	if errors.Is(err, errNoIcon) {
		err = l.noIcon(art, name)
	}
	return icon, err
}

// icon returns an icon of the pack's art folder or of the shipped set.
func (l *Library) icon(art fs.FS, name, style string) (*layout.Icon, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := iconFile{style, name}
	if i := l.icons[key]; i != nil {
		return i, nil
	}
	icon, err := l.readIcon(art, name, style)
	if err == nil {
		l.icons[key] = icon
	}
	return icon, err
}

func (l *Library) readIcon(art fs.FS, name, style string) (*layout.Icon, error) {
	if art != nil {
		data, err := fs.ReadFile(art, name+".svg")
		if err == nil {
			icon, err := svg.Icon(name, data)
			if err != nil {
				err = fmt.Errorf("art/%s.svg:%w", name, err)
			}
			return icon, err
		}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) { // invalid: no name of a file
			return nil, fmt.Errorf("art/%s.svg cannot be read: %w", name, err)
		}
	}
	if data, ok := layout.ShippedIcon(name, style); ok {
		return svg.Icon(name, data)
	}
	return nil, errNoIcon
}

// errNoIcon means that there is no icon of a name; noIcon says more.
var errNoIcon = errors.New("there is no such icon")

// maxIconHints bounds the searches for similar names.
const maxIconHints = 100

// pictureEndings are those of pictures that are no icons.
var pictureEndings = []string{".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".PNG", ".JPG", ".SVG"}

// noIcon says that there is no icon of a name, and which may be meant.
func (l *Library) noIcon(art fs.FS, name string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := source.Hinted{Message: fmt.Sprintf("there is no icon %q", name), Hint: "kitpress list icons names them; one of your own is a file art/<name>.svg"}
	if l.hints++; l.hints > maxIconHints {
		return err
	}
	var own []string
	if art != nil {
		for _, ending := range pictureEndings {
			if _, no := fs.Stat(art, name+ending); no == nil {
				err.Hint = fmt.Sprintf("art/%s is no icon: an icon is a file art/%s.svg of filled shapes; a template shows PNG and JPEG pictures with image", name+ending, name)
				return err
			}
		}
		files, _ := fs.Glob(art, "*.svg") // its pattern is a good one
		for _, f := range files {
			own = append(own, strings.TrimSuffix(f, ".svg"))
		}
	}
	known := slices.Concat(own, layout.IconNames())
	plain := strings.TrimSuffix(path.Base(name), path.Ext(name))
	switch near := source.Suggest(name, known); {
	case near != "":
		err.Hint = fmt.Sprintf("did you mean %q?", near)
	case plain != name && slices.Contains(known, plain):
		err.Hint = fmt.Sprintf("write the name without folder and ending: %s", plain)
	default:
		if like := containing(known, plain); len(like) > 0 {
			err.Hint = fmt.Sprintf("names like it: %s", strings.Join(like, ", "))
		}
	}
	return err
}

// containing returns the first names that have a word of a name in them.
func containing(known []string, name string) []string {
	const most, shortest = 6, 4 // names; letters of a word
	var like []string
	for _, word := range strings.Split(name, "-") {
		for _, k := range known {
			if len(word) >= shortest && strings.Contains(k, word) && !slices.Contains(like, k) && len(like) < most {
				like = append(like, k)
			}
		}
	}
	return like
}
