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
	data   []byte
	member int // of a collection
	weight int // of a variable font; 0 is the one it has by itself
	tables map[string][]byte
	face   *font.Face
	has    [256]atomic.Pointer[[4]uint64] // the runes it has up to U+FFFF, one bit each

	ways sync.Map              // Way -> *words
	last atomic.Pointer[words] // asked for

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
func Open(data []byte) (*Font, error) { return OpenMember(data, 0, 0) }

// OpenMember reads one font of a collection, 0 for a file of one font, and sets
// the weight of a variable one; 0 is the weight it has by itself. What a
// variable font can change beside its weight stays as it is.
func OpenMember(data []byte, member, weight int) (f *Font, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the file is damaged: %v", r)
		}
	}()
	parts, err := TablesOf(data, member)
	if err != nil {
		return nil, err
	}
	f = &Font{data: data, member: member, weight: weight, tables: parts, buffer: harfbuzz.NewBuffer()}
	if f.Metrics, err = metricsOf(parts); err != nil {
		return nil, err
	}
	if err = checkLayout(parts); err != nil {
		return nil, err
	}
	if f.face, err = parse(forShaping(parts), 0, weight); err != nil {
		return nil, fmt.Errorf("the file is damaged: %w", err)
	}
	f.Width(0) // without any width it panics
	f.hb = shaperOf(f.face)
	f.begins, f.plain = f.plainFont()
	f.plainGlyphs = sync.OnceValue(f.listPlainGlyphs)
	f.drawings = sync.OnceValue(f.parseDrawings)
	if f.CapHeight == 0 { // an old font, which does not say
		f.CapHeight = f.heightOf(f.Glyph('H'))
	}
	return f, nil
}

func parse(data []byte, member, weight int) (*font.Face, error) {
	loaders, err := opentype.NewLoaders(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if member >= len(loaders) {
		return nil, fmt.Errorf("it holds %d fonts", len(loaders))
	}
	parsed, err := font.NewFont(loaders[member])
	if err != nil {
		return nil, err
	}
	face := font.NewFace(parsed)
	if weight > 0 {
		face.SetVariations([]font.Variation{{Tag: tag("wght"), Value: float32(weight)}})
	}
	return face, nil
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
	face, err := parse(f.data, f.member, f.weight)
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
		f.Width(g) // of a damaged variable font it may have none, and panic
		if face == nil {
			return fmt.Errorf("the drawing of %U cannot be read", r)
		}
		if _, ok := face.GlyphDataOutline(font.GID(g)); !ok {
			return fmt.Errorf("the drawing of %U cannot be read", r)
		}
	}
	return nil
}
