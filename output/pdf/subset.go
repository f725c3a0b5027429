package pdf

import (
	"encoding/binary"
	"maps"
	"slices"
)

// Flags of a component of a composite glyph.
const (
	wordArguments   = 1 << 0
	oneScale        = 1 << 3
	moreComponents  = 1 << 5
	twoScales       = 1 << 6
	fourScales      = 1 << 7
	hasInstructions = 1 << 8
)

// subset returns a TrueType file with the given glyphs: glyph 0 of the new
// file is the missing glyph, glyph i+1 is glyphs[i], components of composite
// glyphs follow. Hinting is left out: paper does not need it and it is half
// of the bytes.
func (t *trueType) subset(glyphs []int) (file []byte, err error) {
	defer damaged(&err)
	old := append([]int{0}, glyphs...)
	place := map[int]int{} // old glyph -> new glyph, for components
	for i, g := range old {
		if _, ok := place[g]; !ok {
			place[g] = i
		}
	}
	var glyf, hmtx []byte
	loca := []int{0}
	for i := 0; i < len(old); i++ { // old grows while components turn up
		data := stripped(t.outline(old[i]), func(component int) int {
			n, ok := place[component]
			if !ok {
				n = len(old)
				place[component] = n
				old = append(old, component)
			}
			return n
		})
		glyf = append(glyf, data...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
		loca = append(loca, len(glyf))
		width, bearing := t.advance(old[i])
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(width))
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(bearing))
	}
	return assembleFont(t.subsetTables(glyf, hmtx, loca)), nil
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
	if len(maxp) >= 28 {
		clear(maxp[16:28]) // limits of the hinting program
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
