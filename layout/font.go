package layout

import (
	"math"
	"sync"

	"kitpress/layout/shape"
)

// emGrains is the number of grains in one em, the unit advances are added up
// in. 1000, 1024, 2000, 2048 and 4096 units per em divide it, so the sums are
// exact for every usual font.
const emGrains = 2048000

// A Face is one weight of one font family. Faces come from Fonts and are safe
// for concurrent use.
type Face struct {
	ID     string // "source-sans-3/700": stable, unique within one Fonts
	Family string // "Source Sans 3"
	Weight int    // 400, 600, 700 or 900
	Italic bool
	Data   []byte // the font file; must not be changed: clone it for a library that writes into it

	open   func() ([]byte, error)
	member int    // of a collection
	vary   int    // weight a variable font is set to, 0 for none
	ranges []rune // the runes it serves, from and to in turn; nil for all
	once   sync.Once
	font   *shape.Font // nil when the file cannot be read: every rune is missing then
	grain  int64       // grains in one font unit
}

// load reads and parses the font once.
func (f *Face) load() {
	f.once.Do(func() {
		if f.open == nil {
			return
		}
		data, err := f.open()
		if err != nil {
			return
		}
		font, err := shape.OpenMember(data, f.member, f.vary)
		if err != nil {
			return
		}
		f.Data, f.font, f.grain = data, font, emGrains/int64(font.UnitsPerEm)
	})
}

// Has reports whether the face has a glyph for r.
func (f *Face) Has(r rune) bool {
	serves := len(f.ranges) == 0
	for i := 0; i < len(f.ranges); i += 2 {
		serves = serves || f.ranges[i] <= r && r <= f.ranges[i+1]
	}
	if !serves {
		return false
	}
	f.load()
	return f.font != nil && f.font.Has(r)
}

// Glyph returns the glyph of r, 0 when the face has none.
func (f *Face) Glyph(r rune) uint16 {
	if f.load(); f.font == nil {
		return 0
	}
	return f.font.Glyph(r)
}

// Width returns how wide a glyph is, in font units.
func (f *Face) Width(glyph uint16) int {
	if f.load(); f.font == nil {
		return 0
	}
	return f.font.Width(glyph)
}

// Tables returns the tables of the font file by tag, none when it cannot be
// read. They must not be changed.
func (f *Face) Tables() map[string][]byte {
	if f.load(); f.font == nil {
		return nil
	}
	return f.font.Tables()
}

// Drawn reports whether the drawings of the glyphs are not in the tables as a
// TrueType file has them: TrueType makes them.
func (f *Face) Drawn() bool {
	f.load()
	return f.font != nil && f.font.Drawn()
}

// TrueType returns the drawing of a glyph as an entry of the table glyf, empty
// for a space, with how many points and contours it has.
func (f *Face) TrueType(glyph uint16) (entry []byte, points, contours int) {
	if f.load(); f.font == nil {
		return nil, 0, 0
	}
	return f.font.TrueType(glyph)
}

// grains returns the width of a text that is drawn alone.
func (f *Face) grains(text []byte, way shape.Way) (sum int64) {
	if f.load(); f.font != nil {
		f.font.Measure(text, way, func(_ int, letters []shape.Letter) {
			for _, l := range letters {
				sum += int64(l.Advance) * f.grain
			}
		})
	}
	return sum
}

// grainsToLength turns grains times micrometres into a length, rounded to the
// next micrometre.
func grainsToLength(v int64) Length {
	if v < 0 {
		return -Length((-v + emGrains/2) / emGrains)
	}
	return Length((v + emGrains/2) / emGrains)
}

// Metrics returns what the font says of itself; all zero when it cannot be
// read.
func (f *Face) metrics() (m shape.Metrics) {
	if f.load(); f.font != nil {
		m = f.font.Metrics
	}
	return m
}

// UnitsPerEm returns the number of font units in one em.
func (f *Face) UnitsPerEm() int { return f.metrics().UnitsPerEm }

// Ascent returns the height above the baseline the face asks for.
func (f *Face) Ascent(size Length) Length { return f.scale(f.metrics().Ascent, size) }

// Descent returns the depth below the baseline the face asks for, as a
// positive length.
func (f *Face) Descent(size Length) Length { return f.scale(f.metrics().Descent, size) }

// CapHeight returns the height of capital letters.
func (f *Face) CapHeight(size Length) Length { return f.scale(f.metrics().CapHeight, size) }

func (f *Face) scale(units int, size Length) Length {
	if f.font == nil {
		return 0
	}
	upem := int64(f.font.UnitsPerEm)
	return Length((int64(units)*int64(size) + upem/2) / upem)
}

// Outline returns the drawing of a glyph at the given em size with its origin
// (on the baseline, left) at (0, 0), for writers that draw letters as shapes.
// It is empty for a space.
func (f *Face) Outline(glyph uint16, size Length) (o Outline) {
	if f.load(); f.font == nil {
		return o
	}
	scale := float64(size) / float64(f.font.UnitsPerEm)
	point := func(x, y float64) Point {
		return Point{Length(math.Round(x * scale)), -Length(math.Round(y * scale))}
	}
	var x, y float64 // the pen
	for i, s := range f.font.Drawing(glyph) {
		var p [3][2]float64
		for i := range p {
			p[i] = [2]float64{float64(s.Points[i][0]), float64(s.Points[i][1])}
		}
		end := p[0]
		switch s.Verb {
		case shape.MoveTo:
			if i > 0 {
				o.Close()
			}
			o.Move(point(p[0][0], p[0][1]))
		case shape.LineTo:
			o.Line(point(p[0][0], p[0][1]))
		case shape.QuadTo:
			// A quadratic curve is the cubic one whose control points lie two
			// thirds of the way to its own.
			c := p[0]
			end = p[1]
			o.Cubic(point(x+(c[0]-x)*2/3, y+(c[1]-y)*2/3), point(end[0]+(c[0]-end[0])*2/3, end[1]+(c[1]-end[1])*2/3), point(end[0], end[1]))
		case shape.CubeTo:
			end = p[2]
			o.Cubic(point(p[0][0], p[0][1]), point(p[1][0], p[1][1]), point(end[0], end[1]))
		}
		x, y = end[0], end[1]
	}
	if len(o.Verbs) > 0 {
		o.Close()
	}
	return o
}

// Way returns how the text is shaped.
func (t *Text) way() shape.Way {
	return shape.Way{Lang: t.Lang, RTL: t.RTL, Loose: t.Tracking != 0, Forms: t.Forms}
}

// Words calls see for each word a text is drawn with, from left to right.
// Their lengths are font units of the face; the tracking comes before the
// glyphs that are heads, but for the first of the text. Words are only lent:
// they must not be changed, and may be others when see has returned.
func (t *Text) Words(see func(w *shape.Word)) {
	if t.Face.load(); t.Face.font != nil {
		t.Face.font.Shape(t.Content, t.way(), see)
	}
}

// Carets returns where the runes of a text begin: for each byte that begins
// one, and for the end of the text, how far from its left end.
func (t *Text) Carets() []Length {
	at := make([]Length, len(t.Content)+1)
	if t.Face.load(); t.Face.font == nil {
		return at
	}
	var sum int64
	i, first := 0, true
	t.Face.font.Measure([]byte(t.Content), t.way(), func(n int, letters []shape.Letter) {
		k := 0
		for j := range t.Content[i : i+n] {
			if l := letters[k]; l.Head && !first {
				sum += int64(t.Tracking) * emGrains
			}
			at[i+j], first = grainsToLength(sum), false
			sum += int64(letters[k].Advance) * t.Face.grain * int64(t.Size)
			k++
		}
		i += n
	})
	at[i] = grainsToLength(sum)
	for k := range at {
		if t.RTL {
			at[k] = at[i] - at[k]
		}
	}
	return at
}
