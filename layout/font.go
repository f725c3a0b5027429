package layout

import (
	"sync"
	"sync/atomic"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
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
	Data   []byte // the TrueType file; must not be changed: clone it for a library that writes into it

	open func() ([]byte, error)
	once sync.Once
	font *sfnt.Font // nil when the file cannot be read: every rune is missing then
	upem int32

	ascent, descent, capHeight int32 // font units

	// pages holds the advances of the Basic Multilingual Plane, 256 runes to
	// a page. Pages and entries are filled when first asked for, and read
	// without a lock.
	pages   [256]atomic.Pointer[page]
	buffers sync.Pool // *sfnt.Buffer
}

// A page holds what is known of 256 runes: 0 not looked up yet, 1 missing,
// otherwise the advance in grains plus 2.
type page [256]atomic.Int32

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
		f.use(data)
	})
}

// use parses data. A font that does not parse has no glyphs, so every rune
// set in it is reported missing.
func (f *Face) use(data []byte) {
	defer func() {
		if recover() != nil {
			f.font = nil
		}
	}()
	parsed, err := sfnt.Parse(data)
	if err != nil {
		return
	}
	upem := parsed.UnitsPerEm()
	m, err := parsed.Metrics(nil, fixed.Int26_6(upem), font.HintingNone)
	if err != nil {
		return
	}
	f.Data, f.upem = data, int32(upem)
	f.ascent, f.descent = int32(m.Ascent), int32(m.Descent)
	// Old OS/2 tables lack the cap height; sfnt then measures an H, with y
	// pointing down.
	f.capHeight = max(int32(m.CapHeight), -int32(m.CapHeight))
	f.font = parsed
}

// grains returns the advance of r in grains, or -1 when the face lacks it.
func (f *Face) grains(r rune) int32 {
	if uint32(r) > 0xFFFF {
		return -1
	}
	if p := f.pages[r>>8].Load(); p != nil {
		if v := p[r&0xFF].Load(); v != 0 {
			return v - 2
		}
	}
	return f.lookUp(r)
}

// lookUp fills the entry of r. Two goroutines may do so at once; they store
// the same value.
func (f *Face) lookUp(r rune) int32 {
	f.load()
	p := f.pages[r>>8].Load()
	if p == nil {
		f.pages[r>>8].CompareAndSwap(nil, new(page))
		p = f.pages[r>>8].Load()
	}
	v := f.read(r)
	if v < 0 {
		p[r&0xFF].Store(1)
		return -1
	}
	p[r&0xFF].Store(v + 2)
	return v
}

// read asks the font file for the advance of r.
func (f *Face) read(r rune) int32 {
	if f.font == nil {
		return -1
	}
	b := f.buffer()
	defer f.buffers.Put(b)
	g, err := f.font.GlyphIndex(b, r)
	if err != nil || g == 0 {
		return -1
	}
	adv, err := f.font.GlyphAdvance(b, g, fixed.Int26_6(f.upem), font.HintingNone)
	if err != nil {
		return -1
	}
	v := (int64(adv)*emGrains + int64(f.upem)/2) / int64(f.upem)
	return int32(min(max(v, 0), 1<<30))
}

func (f *Face) buffer() *sfnt.Buffer {
	if b, ok := f.buffers.Get().(*sfnt.Buffer); ok {
		return b
	}
	return new(sfnt.Buffer)
}

// Has reports whether the face has a glyph for r.
func (f *Face) Has(r rune) bool { return f.grains(r) >= 0 }

// Advance returns how far r moves the pen at the given em size, and whether
// the face has a glyph for it.
func (f *Face) Advance(r rune, size Length) (Length, bool) {
	g := f.grains(r)
	if g < 0 {
		return 0, false
	}
	return grainsToLength(int64(g) * int64(size)), true
}

// Units returns the advance of r in font units, and whether the face has a
// glyph for it.
func (f *Face) Units(r rune) (int, bool) {
	g := f.grains(r)
	if g < 0 {
		return 0, false
	}
	return int((int64(g)*int64(f.upem) + emGrains/2) / emGrains), true
}

// grainsToLength turns grains times micrometres into a length, rounded to the
// next micrometre.
func grainsToLength(v int64) Length {
	if v < 0 {
		return -Length((-v + emGrains/2) / emGrains)
	}
	return Length((v + emGrains/2) / emGrains)
}

// UnitsPerEm returns the number of font units in one em.
func (f *Face) UnitsPerEm() int { f.load(); return int(f.upem) }

// Ascent returns the height above the baseline the face asks for.
func (f *Face) Ascent(size Length) Length { f.load(); return f.scale(f.ascent, size) }

// Descent returns the depth below the baseline the face asks for, as a
// positive length.
func (f *Face) Descent(size Length) Length { f.load(); return f.scale(f.descent, size) }

// CapHeight returns the height of capital letters.
func (f *Face) CapHeight(size Length) Length { f.load(); return f.scale(f.capHeight, size) }

func (f *Face) scale(units int32, size Length) Length {
	if f.upem == 0 {
		return 0
	}
	return Length((int64(units)*int64(size) + int64(f.upem)/2) / int64(f.upem))
}

// Glyph returns the drawing of r at the given em size with its origin (on the
// baseline, left) at the point at, for writers that draw letters as shapes. It
// is empty for a space and for a rune the face does not have.
func (f *Face) Glyph(r rune, at Point, size Length) (o Outline) {
	f.load()
	if !f.Has(r) {
		return Outline{}
	}
	defer func() {
		if recover() != nil { // a broken font of the user's own
			o = Outline{}
		}
	}()
	b := f.buffer()
	defer f.buffers.Put(b)
	g, err := f.font.GlyphIndex(b, r)
	if err != nil {
		return Outline{}
	}
	segments, err := f.font.LoadGlyph(b, g, fixed.Int26_6(f.upem), nil)
	if err != nil {
		return Outline{}
	}
	d := drawing{at: at, scale: float64(size) / float64(f.upem)}
	for _, s := range segments {
		d.add(s)
	}
	d.end()
	return d.out
}
