package pdf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"kitpress/layout"
)

// A trueType gives access to the tables of a TrueType file that a subset
// needs. It only slices the file and never writes to it.
type trueType struct {
	face       *layout.Face // that makes the drawings; nil when they are in the tables
	tables     map[string][]byte
	hmtx       []byte // one of them
	unitsPerEm int
	longLoca   bool
	glyphs     int // number of glyphs
	metrics    int // number of full horizontal metrics
}

func be16(b []byte, at int) int  { return int(binary.BigEndian.Uint16(b[at:])) }
func be16s(b []byte, at int) int { return int(int16(binary.BigEndian.Uint16(b[at:]))) }
func be32(b []byte, at int) int  { return int(binary.BigEndian.Uint32(b[at:])) }

// damaged turns the panic of an index out of range in a damaged font into an
// error. Faces were checked when they were loaded, so that this is the last
// line of defence, not the way errors are found.
func damaged(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("damaged font: %v", r)
	}
}

// trueTypeOf returns what a face is, or becomes, as a TrueType font.
func trueTypeOf(face *layout.Face) (t *trueType, err error) {
	if t, err = parseTrueType(face.Tables(), face.Drawn()); err == nil && face.Drawn() {
		t.face = face
	}
	return t, err
}

func parseTrueType(tables map[string][]byte, drawn bool) (t *trueType, err error) {
	defer damaged(&err)
	t = &trueType{tables: tables}
	for _, name := range []string{"glyf", "head", "hhea", "hmtx", "loca", "maxp"} {
		if t.tables[name] == nil && !(drawn && (name == "glyf" || name == "loca")) {
			return nil, fmt.Errorf("font has no table %q", name)
		}
	}
	t.hmtx = t.tables["hmtx"]
	t.unitsPerEm = be16(t.tables["head"], 18)
	t.longLoca = be16(t.tables["head"], 50) != 0
	t.glyphs = be16(t.tables["maxp"], 4)
	t.metrics = be16(t.tables["hhea"], 34)
	if t.unitsPerEm == 0 || t.metrics == 0 {
		return nil, errors.New("font without a size or without widths")
	}
	return t, nil
}

// outline returns the glyf entry of a glyph; empty for a space. It notes the
// points and contours of one that is made if nobody has as many.
func (t *trueType) outline(glyph int, points, contours *int) []byte {
	if t.face != nil {
		entry, p, c := t.face.TrueType(uint16(glyph))
		*points, *contours = max(*points, p), max(*contours, c)
		return entry
	}
	loca := t.tables["loca"]
	from, to := 0, 0
	if t.longLoca {
		from, to = be32(loca, 4*glyph), be32(loca, 4*glyph+4)
	} else {
		from, to = 2*be16(loca, 2*glyph), 2*be16(loca, 2*glyph+2)
	}
	return t.tables["glyf"][from:to]
}

// advance returns a glyph's width and left side bearing in font units.
func (t *trueType) advance(glyph int) (width, bearing int) {
	if t.face != nil { // the left side bearing nobody reads
		return t.face.Width(uint16(glyph)), 0
	}
	if glyph < t.metrics {
		return be16(t.hmtx, 4*glyph), be16s(t.hmtx, 4*glyph+2)
	}
	return be16(t.hmtx, 4*t.metrics-4), be16s(t.hmtx, 4*t.metrics+2*(glyph-t.metrics))
}

// perMille returns a length in font units in thousandths of an em.
func (t *trueType) perMille(units int) float64 { return float64(units) * 1000 / float64(t.unitsPerEm) }

// weight returns the font's weight, 400 when it does not say.
func (t *trueType) weight() int {
	if t.face != nil {
		return t.face.Weight
	}
	if os2 := t.tables["OS/2"]; len(os2) >= 6 {
		return be16(os2, 4)
	}
	return 400
}

// italicAngle returns the slant in whole degrees, negative to the right.
func (t *trueType) italicAngle() int {
	if post := t.tables["post"]; len(post) >= 8 {
		return be16s(post, 4)
	}
	return 0
}

// postScriptName returns the name the font calls itself in PDF files, ""
// when it has none that is usable.
func (t *trueType) postScriptName() string {
	table := t.tables["name"]
	if len(table) < 6 {
		return ""
	}
	for i := range be16(table, 2) {
		rec := table[6+12*i:]
		if be16(rec, 6) != 6 {
			continue
		}
		from := be16(table, 4) + be16(rec, 10)
		if name := plainName(table[from : from+be16(rec, 8)]); name != "" {
			return name
		}
	}
	return ""
}

// plainName keeps the letters, digits and hyphens of a name in ASCII or
// UTF-16.
func plainName(raw []byte) string {
	var name []byte
	for _, c := range raw {
		if c == '-' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			name = append(name, c)
		}
	}
	return string(name)
}

// Flags of a component of a composite glyph.
const (
	wordArguments   = 1 << 0
	areOffsets      = 1 << 1
	oneScale        = 1 << 3
	moreComponents  = 1 << 5
	twoScales       = 1 << 6
	fourScales      = 1 << 7
	hasInstructions = 1 << 8
)

// subset returns a TrueType file with the glyphs of signs, and how wide they
// are: glyph 0 of the new file is the missing glyph, glyph i+1 is that of
// signs[i], components of composite glyphs follow. Hinting is left out: paper does not need it and it is half
// of the bytes.
func (t *trueType) subset(signs []sign) (file []byte, widths []int, err error) {
	defer damaged(&err)
	old := []int{0}
	place := map[int]int{0: 0} // old glyph -> new glyph, for components
	for i, s := range signs {
		old = append(old, int(s.glyph))
		if _, ok := place[int(s.glyph)]; !ok && s.up == 0 {
			place[int(s.glyph)] = i + 1
		}
	}
	component := func(glyph int) int {
		n, ok := place[glyph]
		if !ok {
			n = len(old)
			place[glyph] = n
			old = append(old, glyph)
		}
		return n
	}
	var glyf, hmtx []byte
	var points, contours int // of the richest drawing that was made
	loca := []int{0}
	for i := 0; i < len(old); i++ { // old grows while components turn up
		width, bearing := t.advance(old[i])
		data := t.outline(old[i], &points, &contours)
		if i > 0 && i <= len(signs) {
			s := &signs[i-1]
			if s.wide > 0 {
				width = int(s.wide)
			}
			data = raised(data, old[i], int(s.up))
		}
		if i <= len(signs) {
			widths = append(widths, width)
		}
		glyf = append(glyf, stripped(data, component)...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
		loca = append(loca, len(glyf))
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(width))
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(bearing))
	}
	tables := t.subsetTables(glyf, hmtx, loca)
	if t.face != nil {
		maxp := make([]byte, 32) // the limits of a program nobody wrote
		binary.BigEndian.PutUint32(maxp, 0x00010000)
		for at, v := range map[int]int{4: len(loca) - 1, 6: points, 8: contours, 10: points, 12: contours, 14: 2, 28: 1, 30: 1} {
			binary.BigEndian.PutUint16(maxp[at:], uint16(v))
		}
		tables["maxp"] = maxp
	}
	return assembleFont(tables), widths, nil
}

// raised returns a drawing some font units above another: a composite glyph of
// that alone.
func raised(data []byte, glyph, up int) []byte {
	if up == 0 || len(data) < 10 {
		return data
	}
	out := binary.BigEndian.AppendUint16(nil, 0xFFFF)
	for _, v := range []int{be16s(data, 2), be16s(data, 4) + up, be16s(data, 6), be16s(data, 8) + up, wordArguments | areOffsets, glyph, 0, up} {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	return out
}

// subsetTables returns the tables a font inside a PDF file needs.
func (t *trueType) subsetTables(glyf, hmtx []byte, loca []int) map[string][]byte {
	head := slices.Clone(t.tables["head"])
	hhea := slices.Clone(t.tables["hhea"])
	maxp := slices.Clone(t.tables["maxp"])
	binary.BigEndian.PutUint32(head[8:], 0) // check sum, filled in when the file is complete
	short := len(glyf) < 2<<16
	binary.BigEndian.PutUint16(head[50:], map[bool]uint16{true: 0, false: 1}[short])
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(loca)-1))
	binary.BigEndian.PutUint16(maxp[4:], uint16(len(loca)-1))
	if len(maxp) >= 32 {
		clear(maxp[16:28])               // limits of the hinting program
		for _, at := range []int{6, 8} { // points and contours: a composite may be of one glyph alone
			binary.BigEndian.PutUint16(maxp[at+4:], uint16(max(be16(maxp, at), be16(maxp, at+4))))
		}
		binary.BigEndian.PutUint16(maxp[28:], uint16(max(1, be16(maxp, 28))))
		binary.BigEndian.PutUint16(maxp[30:], uint16(be16(maxp, 30)+1))
	}
	var offsets []byte
	for _, at := range loca {
		if short {
			offsets = binary.BigEndian.AppendUint16(offsets, uint16(at/2))
		} else {
			offsets = binary.BigEndian.AppendUint32(offsets, uint32(at))
		}
	}
	return map[string][]byte{"glyf": glyf, "head": head, "hhea": hhea, "hmtx": hmtx, "loca": offsets, "maxp": maxp}
}

// stripped returns a glyph without its hinting instructions, with the
// components of a composite glyph renumbered.
func stripped(data []byte, component func(int) int) []byte {
	if len(data) == 0 {
		return nil
	}
	if contours := be16s(data, 0); contours >= 0 {
		end := 10 + 2*contours
		out := append(slices.Clone(data[:end]), 0, 0)
		return append(out, data[end+2+be16(data, end):]...)
	}
	out := slices.Clone(data)
	for at := 10; ; {
		flags := be16(out, at)
		binary.BigEndian.PutUint16(out[at:], uint16(flags&^hasInstructions))
		binary.BigEndian.PutUint16(out[at+2:], uint16(component(be16(out, at+2))))
		at += 6
		if flags&wordArguments != 0 {
			at += 2
		}
		switch {
		case flags&oneScale != 0:
			at += 2
		case flags&twoScales != 0:
			at += 4
		case flags&fourScales != 0:
			at += 8
		}
		if flags&moreComponents == 0 {
			return out[:at]
		}
	}
}

// assembleFont writes tables, none of them empty, into one file.
func assembleFont(tables map[string][]byte) []byte {
	names := slices.Sorted(maps.Keys(tables))
	power, log := 1, 0
	for power*2 <= len(names) {
		power, log = power*2, log+1
	}
	b := binary.BigEndian.AppendUint32(nil, 0x00010000)
	for _, v := range []int{len(names), 16 * power, log, 16 * (len(names) - power)} {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	at, head := len(b)+16*len(names), 0
	for _, name := range names {
		if name == "head" {
			head = at
		}
		b = append(b, name...)
		b = binary.BigEndian.AppendUint32(b, checkSum(tables[name]))
		b = binary.BigEndian.AppendUint32(b, uint32(at))
		b = binary.BigEndian.AppendUint32(b, uint32(len(tables[name])))
		at += (len(tables[name]) + 3) &^ 3
	}
	for _, name := range names {
		b = append(b, tables[name]...)
		for len(b)%4 != 0 {
			b = append(b, 0)
		}
	}
	binary.BigEndian.PutUint32(b[head+8:], 0xB1B0AFBA-checkSum(b))
	return b
}

func checkSum(b []byte) uint32 {
	var sum uint32
	for ; len(b) >= 4; b = b[4:] {
		sum += binary.BigEndian.Uint32(b)
	}
	var rest [4]byte
	copy(rest[:], b)
	return sum + binary.BigEndian.Uint32(rest[:])
}
