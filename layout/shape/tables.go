package shape

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Tables returns the tables of a font file by tag; they share its memory.
func Tables(data []byte) (map[string][]byte, error) { return TablesOf(data, 0) }

// Members returns how many fonts a file holds: more than one in a collection.
func Members(data []byte) int {
	if len(data) < 12 || string(data[:4]) != "ttcf" {
		return 1
	}
	return int(binary.BigEndian.Uint32(data[8:]))
}

// TablesOf returns the tables of one font of a collection, 0 for a file of one
// font.
func TablesOf(data []byte, member int) (map[string][]byte, error) {
	if len(data) < 12 {
		return nil, errors.New("not a font: too short")
	}
	at := uint64(0)
	if member != 0 && string(data[:4]) != "ttcf" {
		return nil, errors.New("it is no collection of fonts")
	}
	if string(data[:4]) == "ttcf" {
		if member < 0 || len(data) < 16+4*member {
			return nil, errors.New("the file is damaged: the list of fonts is cut off")
		}
		at = uint64(binary.BigEndian.Uint32(data[12+4*member:]))
	}
	if uint64(len(data)) < at+12 {
		return nil, errors.New("the file is damaged: the table directory is cut off")
	}
	n := int(binary.BigEndian.Uint16(data[at+4:]))
	if uint64(len(data)) < at+12+16*uint64(n) {
		return nil, errors.New("the file is damaged: the table directory is cut off")
	}
	tables := make(map[string][]byte, n)
	for i := range n {
		e := data[at+12+16*uint64(i):]
		offset, length := uint64(binary.BigEndian.Uint32(e[8:])), uint64(binary.BigEndian.Uint32(e[12:]))
		if offset+length > uint64(len(data)) {
			return nil, fmt.Errorf("the file is damaged: the table %q is cut off", e[:4])
		}
		tables[string(e[:4])] = data[offset : offset+length : offset+length]
	}
	return tables, nil
}

// needed are the tables shaping reads. Outlines are not among them: to take
// those of a Japanese font apart costs 10 ms.
var needed = []string{"GDEF", "GPOS", "GSUB", "HVAR", "OS/2", "avar", "cmap", "fvar", "head", "hhea", "hmtx", "kern", "maxp"}

// forShaping returns a font file that holds only what shaping reads. A font
// without positions needs its outlines too: its marks are put where there is
// room; one that is variable may say in them alone how wide they are.
func forShaping(tables map[string][]byte) []byte {
	tags := needed
	if tables["GPOS"] == nil || tables["fvar"] != nil && tables["HVAR"] == nil {
		tags = append(slices.Clone(needed), "CFF ", "CFF2", "glyf", "gvar", "loca")
	}
	tags = slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return tables[tag] == nil })
	file := binary.BigEndian.AppendUint32(nil, 0x00010000)
	file = binary.BigEndian.AppendUint16(file, uint16(len(tags)))
	file = append(file, make([]byte, 6)...) // for a search nobody makes
	at := len(file) + 16*len(tags)
	for _, tag := range tags {
		file = append(file, tag...)
		for _, v := range []int{0, at, len(tables[tag])} {
			file = binary.BigEndian.AppendUint32(file, uint32(v))
		}
		at += len(tables[tag])
	}
	for _, tag := range tags {
		file = append(file, tables[tag]...)
	}
	return file
}

// maxFeatures is how many features the languages of a font may name together:
// no font comes near.
const maxFeatures = 1 << 18

// checkLayout reports a table of rules that would be taken apart into more than
// any memory holds, because lists in it lie over each other.
func checkLayout(tables map[string][]byte) error {
	for _, tag := range []string{"GSUB", "GPOS"} {
		table := tables[tag]
		if table == nil {
			continue
		}
		word := func(at int) int {
			if at+2 > len(table) {
				return 0
			}
			return int(binary.BigEndian.Uint16(table[at:]))
		}
		list, features := word(4), 0
		for i := range word(list) {
			script := list + word(list+2+6*i+4)
			for k := range 1 + word(script+2) {
				language := script + word(script)
				if k > 0 {
					language = script + word(script+4+6*(k-1)+4)
				}
				if features += 1 + word(language+4); features > maxFeatures {
					return fmt.Errorf("the file is damaged: %s has too many features", tag)
				}
			}
		}
		if word(0) != 1 {
			return fmt.Errorf("the file is damaged: %s has version %d", tag, word(0))
		}
	}
	return nil
}

// Metrics are what a font says of itself, in font units.
type Metrics struct {
	UnitsPerEm int
	Ascent     int // above the baseline
	Descent    int // below it, positive
	CapHeight  int
}

func metricsOf(tables map[string][]byte) (m Metrics, err error) {
	head, hhea, os2 := tables["head"], tables["hhea"], tables["OS/2"]
	if len(head) < 54 || len(hhea) < 36 {
		return m, errors.New("the file is damaged: it lacks head or hhea")
	}
	m.UnitsPerEm = int(binary.BigEndian.Uint16(head[18:]))
	if m.UnitsPerEm < 16 || m.UnitsPerEm > 16384 {
		return m, fmt.Errorf("%d units per em: 16 to 16384 are allowed", m.UnitsPerEm)
	}
	m.Ascent = int(int16(binary.BigEndian.Uint16(hhea[4:])))
	m.Descent = -int(int16(binary.BigEndian.Uint16(hhea[6:])))
	if len(os2) >= 90 && binary.BigEndian.Uint16(os2) > 1 {
		m.CapHeight = int(int16(binary.BigEndian.Uint16(os2[88:])))
	}
	return m, nil
}

// heightOf returns how high a TrueType glyph is, 0 when there is none.
func heightOf(tables map[string][]byte, glyph int) int {
	loca, at := tables["loca"], 0
	if binary.BigEndian.Uint16(tables["head"][50:]) == 0 {
		if len(loca) < 2*glyph+2 {
			return 0
		}
		at = 2 * int(binary.BigEndian.Uint16(loca[2*glyph:]))
	} else {
		if len(loca) < 4*glyph+4 {
			return 0
		}
		at = int(binary.BigEndian.Uint32(loca[4*glyph:]))
	}
	if glyf := tables["glyf"]; at+10 <= len(glyf) {
		return int(int16(binary.BigEndian.Uint16(glyf[at+8:])))
	}
	return 0
}
