package layout

import "io/fs"

// A Face is one weight of one font family. Faces come from Fonts and are safe
// for concurrent use.
type Face struct {
	ID     string // "source-sans-3/700": stable, unique within one Fonts
	Family string // "Source Sans 3"
	Weight int    // 400, 600, 700 or 900
	Data   []byte // the TrueType file; must not be changed: clone it for a library that writes into it
}

// Has reports whether the face has a glyph for r.
func (f *Face) Has(r rune) bool { return false }

// Advance returns how far r moves the pen at the given em size, and whether
// the face has a glyph for it.
func (f *Face) Advance(r rune, size Length) (Length, bool) { return 0, false }

// UnitsPerEm returns the number of font units in one em.
func (f *Face) UnitsPerEm() int { return 0 }

// Ascent returns the height above the baseline the face asks for.
func (f *Face) Ascent(size Length) Length { return 0 }

// Descent returns the depth below the baseline the face asks for, as a
// positive length.
func (f *Face) Descent(size Length) Length { return 0 }

// CapHeight returns the height of capital letters.
func (f *Face) CapHeight(size Length) Length { return 0 }

// Glyph returns the drawing of r at the given em size with its origin (on the
// baseline, left) at the point at, for writers that draw letters as shapes. It
// is empty for a space and for a rune the face does not have.
func (f *Face) Glyph(r rune, at Point, size Length) Outline { return Outline{} }

// Fonts hands out faces by language and weight. One value is shared by the
// whole process.
type Fonts struct{}

// LoadFonts prepares the fonts under fonts/ in fsys; each is read and parsed
// when it is first asked for. user holds fonts of the user's own by what they
// stand in for, "latin/400" or "ja/700": they are checked at once and come
// before the shipped ones, which remain as a fallback.
func LoadFonts(fsys fs.FS, user map[string][]byte) (*Fonts, error) { return &Fonts{}, nil }

// Face returns the face texts in lang are set in: M PLUS 1p (400, 700, 900)
// for Japanese, Source Sans 3 (400, 600, 700, 900) for everything else. A
// weight that is not there is replaced by the next heavier one.
func (f *Fonts) Face(lang string, weight int) *Face { return &Face{} }

// Fallback returns the faces tried for each rune, best first: those of the
// language, then the other family.
func (f *Fonts) Fallback(lang string, weight int) []*Face { return nil }
