package shape

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
	"github.com/go-text/typesetting/harfbuzz"
)

// A Font is one font file. It is safe for concurrent use.
type Font struct {
	Metrics
	data []byte
	face *font.Face
	has  [256]atomic.Pointer[[4]uint64] // the runes it has up to U+FFFF, one bit each

	ways sync.Map // Way -> *words

	plain  bool               // pairs show all it does to letters of Latin
	begins map[[2]uint16]bool // glyphs two of which begin a ligature

	plainGlyphs func() *[pairable]plainGlyph
	loans       sync.Pool // of *loan

	shaping sync.Mutex // of what follows
	hb      *harfbuzz.Font
	buffer  *harfbuzz.Buffer

	drawings func() *font.Face // with outlines
}

// Open reads a font file, which must not be changed any more.
func Open(data []byte) (f *Font, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the file is damaged: %v", r)
		}
	}()
	parts, err := Tables(data)
	if err != nil {
		return nil, err
	}
	f = &Font{data: data, buffer: harfbuzz.NewBuffer()}
	if f.Metrics, err = metricsOf(parts); err != nil {
		return nil, err
	}
	if f.face, err = parse(forShaping(parts)); err != nil {
		return nil, fmt.Errorf("the file is damaged: %w", err)
	}
	f.hb = shaperOf(f.face)
	f.begins, f.plain = f.plainFont()
	f.plainGlyphs = sync.OnceValue(f.listPlainGlyphs)
	f.drawings = sync.OnceValue(f.parseDrawings)
	if f.CapHeight == 0 { // an old font, which does not say
		f.CapHeight = heightOf(parts, int(f.Glyph('H')))
	}
	return f, nil
}

func parse(data []byte) (*font.Face, error) {
	loader, err := opentype.NewLoader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	parsed, err := font.NewFont(loader)
	if err != nil {
		return nil, err
	}
	return font.NewFace(parsed), nil
}

// shaperOf returns the shaper of a face. go-text 0.3.5 keeps a digest of the
// glyphs each rule is about, and leaves out what follows when a part of the
// digest is full: some pairs would not be kerned. A rule that lists its glyphs
// by ranges is shown as one about all glyphs while the digests are made.
func shaperOf(face *font.Face) *harfbuzz.Font {
	var first []*tables.RangeRecord
	var kept []tables.RangeRecord
	widen := func(c tables.Coverage) {
		if ranges, ok := c.(tables.Coverage2); ok && len(ranges.Ranges) > 0 {
			r := &ranges.Ranges[0]
			first, kept = append(first, r), append(kept, *r)
			r.StartGlyphID, r.EndGlyphID = 0, math.MaxUint16
		}
	}
	for _, lookup := range face.GSUB.Lookups {
		for _, sub := range lookup.Subtables {
			widen(sub.Cov())
		}
	}
	for _, lookup := range face.GPOS.Lookups {
		for _, sub := range lookup.Subtables {
			widen(sub.Cov())
		}
	}
	hb := harfbuzz.NewFont(face)
	for i, r := range slices.Backward(first) {
		*r = kept[i]
	}
	return hb
}

// parseDrawings reads the font with its outlines, nil when it has none that
// can be read.
func (f *Font) parseDrawings() (face *font.Face) {
	defer func() {
		if recover() != nil {
			face = nil
		}
	}()
	face, err := parse(f.data)
	if err != nil {
		return nil
	}
	return face
}

// Has reports whether the font has a glyph for r.
func (f *Font) Has(r rune) bool {
	if uint32(r) > 0xFFFF {
		return f.Glyph(r) != 0
	}
	page := f.has[r>>8].Load()
	if page == nil {
		page = new([4]uint64)
		for i := range rune(256) {
			if f.Glyph(r&^0xFF+i) != 0 {
				page[i>>6] |= 1 << (i & 63)
			}
		}
		f.has[r>>8].Store(page)
	}
	return page[r>>6&3]>>(r&63)&1 != 0
}

// Glyph returns the glyph of r as the character map has it, 0 for none.
func (f *Font) Glyph(r rune) uint16 {
	g, _ := f.face.Font.NominalGlyph(r)
	return uint16(g)
}

// Width returns the width of a glyph that stands alone, in font units.
func (f *Font) Width(glyph uint16) int {
	return int(math.Round(float64(f.face.HorizontalAdvance(font.GID(glyph)))))
}

// A Verb is one step of a drawing.
type Verb uint8

// The verbs; the points they take are in Step.
const (
	MoveTo Verb = iota
	LineTo
	QuadTo
	CubeTo
)

// A Step is a part of the drawing of a glyph in font units, y upwards: a
// verb, and one to three points.
type Step struct {
	Verb   Verb
	Points [3][2]float32
}

// Drawing returns the outline of a glyph: closed shapes, each begun by a
// MoveTo. It is empty for a space.
func (f *Font) Drawing(glyph uint16) (steps []Step) {
	defer func() {
		if recover() != nil { // a broken font of the user's own
			steps = nil
		}
	}()
	face := f.drawings()
	if face == nil {
		return nil
	}
	outline, _ := face.GlyphDataOutline(font.GID(glyph))
	for _, s := range outline.Segments {
		step := Step{Verb: Verb(s.Op)}
		for i, p := range s.Args {
			step.Points[i] = [2]float32{p.X, p.Y}
		}
		steps = append(steps, step)
	}
	return steps
}

// Family returns the name of the family a font says it belongs to.
func (f *Font) Family() string {
	if face := f.drawings(); face != nil {
		if name := face.Describe().Family; name != "" {
			return name
		}
	}
	return "unnamed"
}

// Check reads the drawing of every rune up to U+FFFF that the font has.
func (f *Font) Check() error {
	seen := map[uint16]bool{}
	face := f.drawings()
	for r := rune(0x20); r <= 0xFFFF; r++ {
		g := f.Glyph(r)
		if g == 0 || seen[g] {
			continue
		}
		seen[g] = true
		if face == nil {
			return fmt.Errorf("the drawing of %U cannot be read", r)
		}
		if _, ok := face.GlyphDataOutline(font.GID(g)); !ok {
			return fmt.Errorf("the drawing of %U cannot be read", r)
		}
	}
	return nil
}
