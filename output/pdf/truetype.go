package pdf

import (
	"encoding/binary"
	"errors"
	"fmt"

	"kitpress/layout/shape"
)

// A trueType gives access to the tables of a TrueType file that a subset
// needs. It only slices the file and never writes to it.
type trueType struct {
	tables     map[string][]byte
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

func parseTrueType(data []byte) (t *trueType, err error) {
	defer damaged(&err)
	if len(data) < 12 || be32(data, 0) != 0x00010000 && string(data[:4]) != "true" {
		return nil, errors.New("not a TrueType font with glyf outlines")
	}
	t = &trueType{}
	if t.tables, err = shape.Tables(data); err != nil {
		return nil, err
	}
	for _, name := range []string{"glyf", "head", "hhea", "hmtx", "loca", "maxp"} {
		if t.tables[name] == nil {
			return nil, fmt.Errorf("font has no table %q", name)
		}
	}
	t.unitsPerEm = be16(t.tables["head"], 18)
	t.longLoca = be16(t.tables["head"], 50) != 0
	t.glyphs = be16(t.tables["maxp"], 4)
	t.metrics = be16(t.tables["hhea"], 34)
	if t.unitsPerEm == 0 || t.metrics == 0 {
		return nil, errors.New("font without a size or without widths")
	}
	return t, nil
}

// outline returns the glyf entry of a glyph; empty for a space.
func (t *trueType) outline(glyph int) []byte {
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
	hmtx := t.tables["hmtx"]
	if glyph < t.metrics {
		return be16(hmtx, 4*glyph), be16s(hmtx, 4*glyph+2)
	}
	return be16(hmtx, 4*t.metrics-4), be16s(hmtx, 4*t.metrics+2*(glyph-t.metrics))
}

// perMille returns a length in font units in thousandths of an em.
func (t *trueType) perMille(units int) float64 { return float64(units) * 1000 / float64(t.unitsPerEm) }

// weight returns the font's weight, 400 when it does not say.
func (t *trueType) weight() int {
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
