package layout

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"

	"kitpress/layout/shape"
)

// maxFont is the size of the largest font file that is accepted, in bytes.
const maxFont = 32 << 20

// userFace returns the face of a font file from elsewhere.
func userFace(data []byte) (*Face, error) {
	title, err := checkFont(data)
	if err != nil {
		return nil, err
	}
	weight := 400
	if tables, _ := shape.Tables(data); len(tables["OS/2"]) >= 6 {
		weight = int(binary.BigEndian.Uint16(tables["OS/2"][4:])) / 100 * 100
		weight = min(max(weight, 100), 900)
	}
	face := &Face{ID: "own-" + title + "/" + strconv.Itoa(weight), Family: title, Weight: weight}
	face.open = func() ([]byte, error) { return data, nil }
	face.load()
	return face, nil
}

// checkFont checks a TrueType file from elsewhere and returns its family
// name. Everything a later step reads is read once here, so that a broken file
// is an error now and not a surprise in the middle of a page.
func checkFont(data []byte) (title string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the file is damaged: %v", r)
		}
	}()
	if err := checkTables(data); err != nil {
		return "", err
	}
	font, err := shape.Open(data)
	if err != nil {
		return "", err
	}
	if err := font.Check(); err != nil {
		return "", err
	}
	return font.Family(), nil
}

// checkTables checks what the PDF library needs and would complain about too
// late: outlines of the glyf kind, a format 4 character map, permission to
// embed.
func checkTables(data []byte) error {
	if len(data) > maxFont {
		return fmt.Errorf("%d bytes: at most %d MiB are allowed", len(data), maxFont>>20)
	}
	if len(data) < 12 {
		return errors.New("not a font: too short")
	}
	switch tag := string(data[:4]); tag {
	case "\x00\x01\x00\x00", "true":
	case "OTTO":
		return errors.New("outlines of the CFF kind are not supported: use the TrueType (.ttf) edition of the font")
	case "ttcf":
		return errors.New("a font collection is not supported: use a single .ttf file")
	case "wOFF", "wOF2":
		return errors.New("a web font is not supported: use a .ttf file")
	default:
		return errors.New("not a TrueType font")
	}
	tables, err := shape.Tables(data)
	if err != nil {
		return err
	}
	for _, tag := range []string{"OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"} {
		if tables[tag] == nil {
			return fmt.Errorf("the table %q is missing", tag)
		}
	}
	if _, variable := tables["fvar"]; variable {
		return errors.New("a variable font is not supported: use a file with a single weight")
	}
	if os2 := tables["OS/2"]; len(os2) >= 10 && binary.BigEndian.Uint16(os2[8:])&0xF == 2 {
		return errors.New("its licence bits forbid embedding it in documents")
	}
	if !hasFormat4(tables["cmap"]) {
		return errors.New("it has no Unicode character map of format 4")
	}
	return nil
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
