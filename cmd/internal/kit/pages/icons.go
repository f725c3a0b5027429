package pages

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/layout"
	"kitpress/output/site"
)

// A pictureSize is how many units the longer side of a picture on a page has.
// Whole units are fine enough at the size it is shown, and short to send.
type pictureSize int

const (
	largePicture pictureSize = 256 // in two tones, up to 70 pixels wide
	smallPicture pictureSize = 100 // in one, up to 35
)

// A drawn is a picture in a size.
type drawn struct {
	icon *layout.Icon
	size pictureSize
}

// iconOf returns the first icon of a card, nil when it has none.
func (m *siteMaker) iconOf(x catalog.Lead, size pictureSize) (*site.Icon, error) {
	if name := x.Icon(); name != "" {
		return m.icon(m.l.Game.Art, name, size)
	}
	return nil, nil
}

// standIn returns the picture that stands for a kind of topic.
func (m *siteMaker) standIn(kind site.Kind, size pictureSize) (*site.Icon, error) {
	return m.icon(nil, map[site.Kind]string{site.Threat: "warning", site.Defence: "shield-check", site.Term: "book-open-text"}[kind], size)
}

func (m *siteMaker) icon(art fs.FS, name string, size pictureSize) (*site.Icon, error) {
	var styles []string
	if size == largePicture {
		styles = []string{"duotone"}
	}
	icon, err := m.l.Library.Picture(art, name, styles...)
	if err != nil {
		return nil, fmt.Errorf("icon %q: %w", name, err)
	}
	if known := m.icons[drawn{icon, size}]; known != nil {
		return known, nil
	}
	pen := svgPen{corner: layout.Point{X: icon.Box.X, Y: icon.Box.Y}, scale: float64(size) / float64(max(icon.Box.W, icon.Box.H))}
	w, h := pen.units(icon.Box.W), pen.units(icon.Box.H)
	out := &site.Icon{Box: fmt.Sprintf("0 0 %d %d", max(w, 1), max(h, 1))}
	for _, s := range icon.Shapes {
		out.Shapes = append(out.Shapes, site.Shape{Path: pen.path(s.Outline), Soft: s.Soft})
	}
	m.icons[drawn{icon, size}] = out
	return out, nil
}

// An svgPen writes outlines in SVG's words, each point relative to the one
// before, in whole units.
type svgPen struct {
	corner layout.Point // of the view box
	scale  float64      // units to a micrometre

	b         strings.Builder
	verb      byte // the last one: it need not be repeated
	at, start [2]int
}

func (p *svgPen) units(l layout.Length) int { return int(math.Round(float64(l) * p.scale)) }

func (p *svgPen) path(o layout.Outline) string {
	p.b.Reset()
	p.verb, p.at = 0, [2]int{}
	points := o.Points
	for _, v := range o.Verbs {
		switch v {
		case layout.MoveTo:
			p.draw('m', points[:1])
			p.start = p.at
			points = points[1:]
		case layout.LineTo:
			p.draw('l', points[:1])
			points = points[1:]
		case layout.CubicTo:
			p.draw('c', points[:3])
			points = points[3:]
		case layout.Close:
			p.b.WriteByte('z')
			p.verb, p.at = 'z', p.start
		}
	}
	return p.b.String()
}

// draw writes one step to points, in the shortest way.
func (p *svgPen) draw(verb byte, points []layout.Point) {
	var to []int
	for _, q := range points {
		to = append(to, p.units(q.X-p.corner.X)-p.at[0], p.units(q.Y-p.corner.Y)-p.at[1])
	}
	x, y := to[len(to)-2], to[len(to)-1]
	p.at[0], p.at[1] = p.at[0]+x, p.at[1]+y
	switch {
	case verb == 'm':
	case !slices.ContainsFunc(to, func(n int) bool { return n != 0 }):
		return
	case verb == 'l' && y == 0:
		verb, to = 'h', to[:1]
	case verb == 'l' && x == 0:
		verb, to = 'v', to[1:]
	}
	again := verb == p.verb && verb != 'm'
	if !again {
		p.b.WriteByte(verb)
	}
	for i, n := range to {
		if n >= 0 && (i > 0 || again) {
			p.b.WriteByte(' ')
		}
		p.b.WriteString(strconv.Itoa(n))
	}
	p.verb = verb
}
