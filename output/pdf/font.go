package pdf

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"kitpress/layout"
	"kitpress/layout/shape"
)

// A font is one face with the glyphs a document uses. A glyph that stands for
// two texts is in the subset twice, numbered from 1 in the order of the texts,
// and what is drawn is a string of those numbers: two characters with the same
// drawing stay two when the text is copied or searched.
type font struct {
	face  *layout.Face
	signs []sign // sorted by prepare; signs[i] has the code i+1
	one   [256]*[256]code
	more  map[sign]uint16
	known map[*shape.Word][]spelt // words that are not plain, as they are spelt
	space uint16                  // code of a space, 0 for none
	file  *trueType
}

// A sign is a glyph and the text it stands for; none when the glyph before it
// stands for all.
type sign struct {
	text  string
	glyph uint16
	wide  int32 // font units, of a mark: up to the end of its letter, lest a gap be taken for a space; 0 is what the font says
	up    int32 // font units it stands above the line: as part of the drawing, lest it be taken for a line of its own
}

// plain reports whether the glyph is as the font has it.
func (s *sign) plain() bool { return s.wide == 0 && s.up == 0 }

// A code is the number of a glyph, which stands for one rune up to U+FFFF, and
// how wide the font says it is, in font units.
type code struct{ glyph, number, width uint16 }

// use notes what a text is drawn with.
func (f *font) use(t *layout.Text) {
	if t.RTL || t.Line != nil && slices.ContainsFunc(t.Line.Runs, func(r layout.Run) bool { return r.RTL }) {
		f.useSign(f.turn())
	}
	t.Words(func(w *shape.Word) {
		if plainly(w, t.RTL) {
			for i := range w.Glyphs {
				if c := f.codeOf(w, i); c == nil {
					f.useSign(signOf(w, i))
				}
			}
			return
		}
		if _, ok := f.known[w]; ok {
			return
		}
		list := f.spell(w, t.RTL)
		for _, p := range list {
			f.useSign(p.sign)
		}
		if f.known == nil {
			f.known = map[*shape.Word][]spelt{}
		}
		if len(f.known) < maxKnown {
			f.known[w] = list
		}
	})
}

// maxKnown bounds the words that are kept as they are spelt.
const maxKnown = 1 << 15

func (f *font) useSign(s sign) {
	if r, n := utf8.DecodeRuneInString(s.text); n == len(s.text) && r < 1<<16 && s.glyph != 0 && s.plain() {
		if f.one[r>>8] == nil {
			f.one[r>>8] = new([256]code)
		}
		switch c := &f.one[r>>8][r&255]; c.glyph {
		case s.glyph:
			return
		case 0:
			c.glyph = s.glyph
			f.signs = append(f.signs, s)
			return
		}
	}
	if _, ok := f.more[s]; ok {
		return
	}
	if f.more == nil {
		f.more = map[sign]uint16{}
	}
	f.more[s] = 0
	f.signs = append(f.signs, s)
}

// codeOf returns the code of glyph i of a word when it stands for one rune up to
// U+FFFF, alone or before any other that does, and was noted; else nil.
func (f *font) codeOf(w *shape.Word, i int) *code {
	g := &w.Glyphs[i]
	r, n := rune(w.Text[g.At]), int32(1)
	if r >= utf8.RuneSelf {
		var size int
		r, size = utf8.DecodeRuneInString(w.Text[g.At:])
		n = int32(size)
	}
	if n != g.Len || r >= 1<<16 {
		return nil
	}
	block := f.one[r>>8]
	if block == nil || block[r&255].glyph != g.ID || g.ID == 0 {
		return nil
	}
	return &block[r&255]
}

// signOf returns glyph i of a word with the text it stands for.
func signOf(w *shape.Word, i int) sign {
	g := &w.Glyphs[i]
	return sign{text: w.Text[g.At : g.At+g.Len], glyph: g.ID}
}

// code returns the code of a sign that was noted by use.
func (f *font) code(s sign) uint16 {
	if r, n := utf8.DecodeRuneInString(s.text); n == len(s.text) && r < 1<<16 && s.plain() {
		if block := f.one[r>>8]; block != nil && block[r&255].glyph == s.glyph {
			return block[r&255].number
		}
	}
	return f.more[s]
}

// prepare numbers the glyphs. It fails when the face cannot be read, has no
// glyph for something, or when there are too many.
func (f *font) prepare() (err error) {
	defer damaged(&err)
	if f.file, err = trueTypeOf(f.face); err != nil {
		return fmt.Errorf("font %s: %w", f.face.ID, err)
	}
	if len(f.signs) > 20000 {
		return fmt.Errorf("font %s: %d different characters, more than 20000", f.face.ID, len(f.signs))
	}
	slices.SortFunc(f.signs, func(a, b sign) int {
		return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.glyph, b.glyph), cmp.Compare(a.wide, b.wide), cmp.Compare(a.up, b.up))
	})
	for i, s := range f.signs {
		if s.glyph == 0 || int(s.glyph) >= f.file.glyphs {
			r, _ := utf8.DecodeRuneInString(s.text)
			return fmt.Errorf("font %s: no glyph for %U %q", f.face.ID, r, s.text)
		}
		number := uint16(i + 1)
		if r, n := utf8.DecodeRuneInString(s.text); n == len(s.text) && r < 1<<16 && s.plain() && f.one[r>>8][r&255].glyph == s.glyph {
			width, _ := f.file.advance(int(s.glyph))
			f.one[r>>8][r&255].number, f.one[r>>8][r&255].width = number, uint16(width)
		} else {
			f.more[s] = number
		}
		if s.text == " " {
			f.space = number
		}
	}
	for _, list := range f.known {
		f.encode(list)
	}
	return nil
}

// encode gives the glyphs of a word their codes.
func (f *font) encode(list []spelt) {
	for i := range list {
		list[i].code = f.code(list[i].sign)
	}
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
	program, widths, err := f.file.subset(f.signs)
	if err != nil {
		return nil, fmt.Errorf("font %s: %w", f.face.ID, err)
	}
	name := f.file.postScriptName()
	if name == "" {
		name = plainName([]byte(f.face.ID))
	}
	base := subsetTag(program, f.signs) + "+" + name
	return &fontFile{
		base:       base,
		program:    program,
		length:     len(program),
		toUnicode:  toUnicode(f.signs),
		descriptor: f.file.descriptor(base, int(f.face.CapHeight(1000))),
		widths:     f.file.widths(widths),
	}, nil
}

// subsetTag returns the six letters that tell subsets of one font apart. The
// same texts in the same face give the same letters in every document.
func subsetTag(program []byte, signs []sign) string {
	h := sha256.New()
	h.Write(program)
	for _, s := range signs {
		h.Write([]byte(s.text))
	}
	var tag [6]byte
	for i, c := range h.Sum(nil)[:6] {
		tag[i] = 'A' + c%26
	}
	return string(tag[:])
}

// descriptor returns the entries of the font descriptor; capitals are so many
// thousandths of an em high.
func (t *trueType) descriptor(base string, capHeight int) string {
	head, hhea := t.tables["head"], t.tables["hhea"]
	flags := 4 // has glyphs outside Latin: codes mean nothing by themselves
	if t.italicAngle() != 0 {
		flags |= 64
	}
	stem := float64(t.weight()) / 65
	return fmt.Sprintf("/Type/FontDescriptor/FontName/%s/Flags %d/FontBBox[%s %s %s %s]/ItalicAngle %d/Ascent %s/Descent %s/CapHeight %d/StemV %s",
		base, flags,
		number(t.perMille(be16s(head, 36))), number(t.perMille(be16s(head, 38))),
		number(t.perMille(be16s(head, 40))), number(t.perMille(be16s(head, 42))), t.italicAngle(),
		number(t.perMille(be16s(hhea, 4))), number(t.perMille(be16s(hhea, 6))),
		capHeight, number(float64(int(50+stem*stem))))
}

// widths returns the widths of the codes: the most common width once as the
// default, the others by runs of codes.
func (t *trueType) widths(units []int) string {
	width := make([]string, len(units))
	count := map[string]int{}
	for i, w := range units {
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

// toUnicode returns the map from codes back to texts. A range may not cross
// into another high byte on either side, and a block has at most 100 ranges.
func toUnicode(signs []sign) []byte {
	var ranges []string
	for i := 0; i < len(signs); {
		first := i
		last, n := utf8.DecodeRuneInString(signs[i].text)
		single := n == len(signs[i].text)
		for i++; single && i < len(signs); i++ {
			r, n := utf8.DecodeRuneInString(signs[i].text)
			if n != len(signs[i].text) || r != last+1 || (i+1)&255 == 0 || r&255 == 0 {
				break
			}
			last = r
		}
		if signs[first].text != "" {
			ranges = append(ranges, fmt.Sprintf("<%04X><%04X><%s>", first+1, i, utf16Hex(signs[first].text)))
		}
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

func utf16Hex(text string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	return b.String()
}
