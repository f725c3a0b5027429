package layout

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kitpress/layout/shape"
)

// maxFont is the size of the largest font file that is accepted, in bytes.
const maxFont = 32 << 20

// userFaces returns the faces of a font file from elsewhere: a variable font
// has one for each weight texts come in, a collection those of all its fonts but
// the typewriters.
func userFaces(data []byte) (faces []*Face, err error) {
	if len(data) > maxFont {
		return nil, fmt.Errorf("%d bytes: at most %d MiB are allowed", len(data), maxFont>>20)
	}
	members := shape.Members(data)
	if members < 1 || members > maxMembers {
		return nil, fmt.Errorf("a collection of %d fonts: 1 to %d are allowed", members, maxMembers)
	}
	var seen []byte // drawings a font of the collection shares with the one before
	for member := range members {
		title, tables, err := checkFont(data, member, seen)
		if err != nil {
			return nil, err
		}
		if seen = tables["CFF "]; members > 1 && strings.Contains(title, " Mono") {
			continue
		}
		for _, face := range facesOf(title, tables) {
			if face.vary > 0 {
				if err := checkVaried(data, member, face.vary); err != nil {
					return nil, err
				}
			}
			face.member, face.open = member, func() ([]byte, error) { return data, nil }
			faces = append(faces, face)
		}
	}
	return faces, nil
}

// checkVaried reads a variable font in one of its weights, as checkFont reads it
// in the one it has by itself.
func checkVaried(data []byte, member, weight int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the file is damaged: %v", r)
		}
	}()
	font, err := shape.OpenMember(data, member, weight)
	if err != nil {
		return err
	}
	return font.Check()
}

// facesOf returns the faces of one font: of a variable one those of the weights
// texts come in, as far as it goes.
func facesOf(title string, tables map[string][]byte) (faces []*Face) {
	add := func(weight, vary int) {
		face := &Face{ID: "own-" + title + "/" + strconv.Itoa(weight), Family: title, Weight: weight, Italic: slanted(tables), vary: vary}
		if face.Italic {
			face.ID += "i"
		}
		faces = append(faces, face)
	}
	lightest, heaviest, variable := shape.WeightAxis(tables)
	if !variable {
		weight := 400
		if os2 := tables["OS/2"]; len(os2) >= 6 {
			weight = int(binary.BigEndian.Uint16(os2[4:])) / 100 * 100
		}
		add(min(max(weight, 100), 900), 0)
		return faces
	}
	for _, weight := range Weights() {
		weight = max(1, min(max(weight, lightest), heaviest))
		if n := len(faces); n == 0 || faces[n-1].Weight != weight {
			add(weight, weight)
		}
	}
	return faces
}

// slanted reports whether a font says that it is an italic.
func slanted(tables map[string][]byte) bool {
	head, os2 := tables["head"], tables["OS/2"]
	return len(os2) >= 64 && os2[63]&1 != 0 || len(head) >= 46 && head[45]&2 != 0
}

// checkFont checks a font of a file from elsewhere and returns its family name
// and its tables. Everything a later step reads is read once here, so that a
// broken file is an error now and not a surprise in the middle of a page;
// drawings that were seen are not looked at again.
func checkFont(data []byte, member int, seen []byte) (title string, tables map[string][]byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the file is damaged: %v", r)
		}
	}()
	if tables, err = checkTables(data, member); err != nil {
		return "", nil, err
	}
	font, err := shape.OpenMember(data, member, 0)
	if err != nil {
		return "", nil, err
	}
	if same := tables["CFF "]; len(same) == 0 || len(seen) == 0 || &same[0] != &seen[0] {
		if err := font.Check(); err != nil {
			return "", nil, err
		}
	}
	return font.Family(), tables, nil
}

// maxMembers is how many fonts a collection may hold.
const maxMembers = 32

// checkTables checks what shaping and the pages need and would complain about
// too late: outlines, a format 4 character map, permission to embed.
func checkTables(data []byte, member int) (map[string][]byte, error) {
	if len(data) < 12 {
		return nil, errors.New("not a font: too short")
	}
	switch tag := string(data[:4]); tag {
	case "\x00\x01\x00\x00", "true", "OTTO", "ttcf":
	case "wOFF", "wOF2":
		return nil, errors.New("a web font is not supported: use a .ttf or .otf file")
	default:
		return nil, errors.New("not a TrueType or OpenType font")
	}
	tables, err := shape.TablesOf(data, member)
	if err != nil {
		return nil, err
	}
	needed := []string{"OS/2", "cmap", "head", "hhea", "hmtx", "maxp", "name", "post"}
	if tables["CFF "] == nil && tables["CFF2"] == nil {
		needed = append(needed, "glyf", "loca")
	}
	slices.Sort(needed)
	for _, tag := range needed {
		if tables[tag] == nil {
			return nil, fmt.Errorf("the table %q is missing", tag)
		}
	}
	if os2 := tables["OS/2"]; len(os2) >= 10 && binary.BigEndian.Uint16(os2[8:])&0xF == 2 {
		return nil, errors.New("its licence bits forbid embedding it in documents")
	}
	if !hasFormat4(tables["cmap"]) {
		return nil, errors.New("it has no Unicode character map of format 4")
	}
	return tables, nil
}

// hasFormat4 reports whether a cmap table has a Unicode map of format 4.
func hasFormat4(cmap []byte) bool {
	if len(cmap) < 4 {
		return false
	}
	n := int(binary.BigEndian.Uint16(cmap[2:]))
	for i := range n {
		if len(cmap) < 4+8*(i+1) {
			return false
		}
		e := cmap[4+8*i:]
		platform, encoding := binary.BigEndian.Uint16(e), binary.BigEndian.Uint16(e[2:])
		offset := uint64(binary.BigEndian.Uint32(e[4:]))
		unicode := platform == 0 || platform == 3 && encoding == 1
		if unicode && offset+2 <= uint64(len(cmap)) && binary.BigEndian.Uint16(cmap[offset:]) == 4 {
			return true
		}
	}
	return false
}
