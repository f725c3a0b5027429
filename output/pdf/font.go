package pdf

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"kitpress/layout"
)

// A font is one face with the runes a document uses. Each rune gets a glyph
// of its own in the subset, numbered from 1 in the order of the runes, and a
// text is a string of those numbers: two runes with the same drawing stay
// two when the text is copied or searched.
type font struct {
	face *layout.Face

	low  [1024]uint64  // runes used up to U+FFFF, one bit each
	high map[rune]bool // runes used above

	runes  []rune // sorted; runes[i] has the code i+1
	lowID  [256]*[256]uint16
	highID map[rune]uint16

	file   *trueType
	glyphs []int // of the face, one per rune
}

// use notes the runes of a text.
func (f *font) use(text string) {
	for _, r := range text {
		if uint32(r) < 1<<16 {
			f.low[r>>6] |= 1 << (r & 63)
			continue
		}
		if f.high == nil {
			f.high = map[rune]bool{}
		}
		f.high[r] = true
	}
}

// code returns the code of a rune that was noted by use.
func (f *font) code(r rune) uint16 {
	if uint32(r) < 1<<16 {
		if block := f.lowID[r>>8]; block != nil {
			return block[r&255]
		}
		return 0
	}
	return f.highID[r]
}

// prepare numbers the runes. It fails when the face cannot be read, has no
// glyph for a rune, or when there are too many.
func (f *font) prepare() error {
	var err error
	if f.file, err = parseTrueType(f.face.Data); err != nil {
		return fmt.Errorf("font %s: %w", f.face.ID, err)
	}
	for word, set := range f.low {
		for ; set != 0; set &= set - 1 {
			f.runes = append(f.runes, rune(word*64+bits.TrailingZeros64(set)))
		}
	}
	f.runes = append(f.runes, slices.Sorted(maps.Keys(f.high))...)
	if len(f.runes) > 20000 {
		return fmt.Errorf("font %s: %d different characters, more than 20000", f.face.ID, len(f.runes))
	}
	f.glyphs, err = f.file.lookUp(f.runes)
	if err != nil {
		return fmt.Errorf("font %s: %w", f.face.ID, err)
	}
	f.highID = map[rune]uint16{}
	for i, r := range f.runes {
		if r >= 1<<16 {
			f.highID[r] = uint16(i + 1)
			continue
		}
		if f.lowID[r>>8] == nil {
			f.lowID[r>>8] = new([256]uint16)
		}
		f.lowID[r>>8][r&255] = uint16(i + 1)
	}
	return nil
}

// lookUp returns the glyphs of runes and fails when there is none for one.
func (t *trueType) lookUp(runes []rune) (glyphs []int, err error) {
	defer damaged(&err)
	glyphs = make([]int, len(runes))
	for i, r := range runes {
		g := t.glyphOf(r)
		if g == 0 || g >= t.glyphs {
			return nil, fmt.Errorf("no glyph for %U %q", r, r)
		}
		glyphs[i] = g
	}
	return glyphs, nil
}

// appendText appends a text as a literal string of two-byte codes.
func (f *font) appendText(b []byte, text string) []byte {
	b = append(b, '(')
	for _, r := range text {
		code := f.code(r)
		b = appendEscaped(appendEscaped(b, byte(code>>8)), byte(code))
	}
	return append(b, ')')
}

// A fontFile is what a font becomes in the file.
type fontFile struct {
	base       string // "ABCDEF+SourceSans3-Regular"
	program    []byte // TrueType
	length     int    // of the program before it is deflated
	toUnicode  []byte
	descriptor string // without /FontFile2
	widths     string // /DW and /W
}

// embed builds the objects of a font.
func (f *font) embed() (file *fontFile, err error) {
	defer damaged(&err)
	program, err := f.file.subset(f.glyphs)
	if err != nil {
		return nil, fmt.Errorf("font %s: %w", f.face.ID, err)
	}
	name := f.file.postScriptName()
	if name == "" {
		name = plainName([]byte(f.face.ID))
	}
	base := subsetTag(program, f.runes) + "+" + name
	return &fontFile{
		base:       base,
		program:    program,
		length:     len(program),
		toUnicode:  toUnicode(f.runes),
		descriptor: f.file.descriptor(base),
		widths:     f.file.widths(f.glyphs),
	}, nil
}

// subsetTag returns the six letters that tell subsets of one font apart. The
// same runes of the same face give the same letters in every document.
func subsetTag(program []byte, runes []rune) string {
	h := sha256.New()
	h.Write(program)
	h.Write([]byte(string(runes)))
	var tag [6]byte
	for i, c := range h.Sum(nil)[:6] {
		tag[i] = 'A' + c%26
	}
	return string(tag[:])
}

// descriptor returns the entries of the font descriptor.
func (t *trueType) descriptor(base string) string {
	head, hhea := t.tables["head"], t.tables["hhea"]
	flags := 4 // has glyphs outside Latin: codes mean nothing by themselves
	if t.italicAngle() != 0 {
		flags |= 64
	}
	stem := float64(t.weight()) / 65
	return fmt.Sprintf("/Type/FontDescriptor/FontName/%s/Flags %d/FontBBox[%s %s %s %s]/ItalicAngle %d/Ascent %s/Descent %s/CapHeight %s/StemV %s",
		base, flags,
		number(t.perMille(be16s(head, 36))), number(t.perMille(be16s(head, 38))),
		number(t.perMille(be16s(head, 40))), number(t.perMille(be16s(head, 42))), t.italicAngle(),
		number(t.perMille(be16s(hhea, 4))), number(t.perMille(be16s(hhea, 6))),
		number(t.perMille(t.capHeight())), number(float64(int(50+stem*stem))))
}

// widths returns the widths of the codes from 1: the most common width once
// as the default, the others by runs of codes.
func (t *trueType) widths(glyphs []int) string {
	width := make([]string, len(glyphs)+1)
	count := map[string]int{}
	for i, g := range append([]int{0}, glyphs...) {
		w, _ := t.advance(g)
		width[i] = number(t.perMille(w))
		count[width[i]]++
	}
	common := width[0]
	for _, w := range width { // in order, so that ties fall the same way every time
		if count[w] > count[common] {
			common = w
		}
	}
	var b strings.Builder
	b.WriteString("/DW " + common + "/W[")
	for i := 0; i < len(width); i++ {
		if width[i] == common {
			continue
		}
		b.WriteString(strconv.Itoa(i) + "[" + width[i])
		for i++; i < len(width) && width[i] != common; i++ {
			b.WriteString(" " + width[i])
		}
		b.WriteString("]")
	}
	return b.String() + "]"
}

// toUnicode returns the map from codes back to runes. A range may not cross
// into another high byte on either side, and a block has at most 100 ranges.
func toUnicode(runes []rune) []byte {
	var ranges []string
	for i := 0; i < len(runes); {
		first := i
		for i++; i < len(runes) && runes[i] == runes[i-1]+1 && (i+1)&255 != 0 && runes[i]&255 != 0; i++ {
		}
		ranges = append(ranges, fmt.Sprintf("<%04X><%04X><%s>", first+1, i, utf16Hex(runes[first])))
	}
	b := []byte("/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
		"/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n" +
		"/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000><FFFF>\nendcodespacerange\n")
	for block := range slices.Chunk(ranges, 100) {
		b = fmt.Appendf(b, "%d beginbfrange\n%s\nendbfrange\n", len(block), strings.Join(block, "\n"))
	}
	return append(b, "endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend"...)
}

func utf16Hex(r rune) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune{r}) {
		fmt.Fprintf(&b, "%04X", u)
	}
	return b.String()
}

// useSpace notes a space if the face has one.
func (f *font) useSpace() {
	if f.face.Has(' ') {
		f.use(" ")
	}
}
