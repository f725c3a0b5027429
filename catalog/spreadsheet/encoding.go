package spreadsheet

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"

	"kitpress/catalog/source"
)

// decode returns the text of a file and the name of its encoding. Without a
// byte order mark, text that is valid UTF-8 is UTF-8; what is not is
// Shift_JIS when it reads as such and has kana, and Windows-1252 otherwise.
func decode(s Sheet, data []byte) (text, encoding string, ps source.Problems) {
	rest, marked := bytes.CutPrefix(data, []byte("\xEF\xBB\xBF"))
	switch order := wide(data); {
	case order != nil:
		text, encoding = decodeUTF16(s, data, order, &ps)
	case utf8.Valid(rest):
		text, encoding = string(rest), "UTF-8"
	case marked || mixed(rest):
		reportBytes(s, rest, &ps)
		return "", "", ps
	default:
		text, encoding = decodeOld(s, rest, &ps)
	}
	if at := strings.IndexByte(text, 0); at >= 0 && !ps.HasErrors() {
		ps.Errorf(place(s, text[:at]), CodeEncoding, "not text: there is a zero byte").Hint = "save the sheet as CSV (UTF-8) or as .xlsx"
	}
	return text, encoding, ps
}

// wide returns the byte order of UTF-16, nil for other encodings: by its
// mark, or by every other byte of the beginning being zero.
func wide(data []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(data, []byte("\xFF\xFE")):
		return binary.LittleEndian
	case bytes.HasPrefix(data, []byte("\xFE\xFF")):
		return binary.BigEndian
	case len(data) < 4 || len(data)%2 != 0:
		return nil
	}
	var zeros [2]int
	head := data[:min(len(data), 512)&^1]
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch most := len(head) / 2 * 2 / 3; {
	case zeros[0] == 0 && zeros[1] > most:
		return binary.LittleEndian
	case zeros[1] == 0 && zeros[0] > most:
		return binary.BigEndian
	}
	return nil
}

func decodeUTF16(s Sheet, data []byte, order binary.ByteOrder, ps *source.Problems) (text, encoding string) {
	encoding = "UTF-16LE"
	if order == binary.BigEndian {
		encoding = "UTF-16BE"
	}
	var b strings.Builder
	b.Grow(len(data) / 2)
	for i := 0; i+1 < len(data); i += 2 {
		r := rune(order.Uint16(data[i:]))
		if utf16.IsSurrogate(r) {
			r2 := rune(0)
			if i+3 < len(data) {
				r2 = rune(order.Uint16(data[i+2:]))
			}
			if r = utf16.DecodeRune(r, r2); r == utf8.RuneError {
				ps.Errorf(place(s, b.String()), CodeEncoding, "half a character of %s", encoding)
				return "", encoding
			}
			i += 2
		}
		b.WriteRune(r)
	}
	if len(data)%2 != 0 {
		ps.Errorf(place(s, b.String()), CodeEncoding, "the file ends in the middle of a character of %s", encoding)
	}
	return strings.TrimPrefix(b.String(), "\uFEFF"), encoding
}

// decodeOld decodes what is neither UTF-8 nor UTF-16.
func decodeOld(s Sheet, data []byte, ps *source.Problems) (text, encoding string) {
	if t, err := japanese.ShiftJIS.NewDecoder().Bytes(data); err == nil && !bytes.ContainsRune(t, utf8.RuneError) && hasKana(t) {
		return string(t), "Shift_JIS"
	}
	t, err := charmap.Windows1252.NewDecoder().Bytes(data)
	at := bytes.ContainsFunc(t, func(r rune) bool { return r == utf8.RuneError || r >= 0x80 && r < 0xA0 })
	if err != nil || at {
		head, _, _ := strings.Cut(string(t), "\uFFFD")
		ps.Errorf(place(s, head), CodeEncoding, "neither UTF-8 nor Windows-1252").Hint = "save the sheet as CSV (UTF-8) or as .xlsx"
	}
	return string(t), "Windows-1252"
}

// hasKana reports whether there are letters that only Japanese has. Those of
// half width do not count: they are accented letters of Windows-1252.
func hasKana(text []byte) bool {
	return bytes.ContainsFunc(text, func(r rune) bool { return r >= 0x3041 && r <= 0x30FA })
}

// mixed reports whether text has letters of UTF-8 beside bytes of another
// encoding. In Windows-1252 such a letter would read "Ã¼", which nobody
// writes.
func mixed(data []byte) bool {
	good, all := 0, data
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		if r != utf8.RuneError && n > 1 {
			good++
		}
		data = data[n:]
	}
	if good == 0 {
		return false
	}
	t, err := japanese.ShiftJIS.NewDecoder().Bytes(all)
	return err != nil || bytes.ContainsRune(t, utf8.RuneError) || !hasKana(t)
}

// maxReported is how many places of one kind are named.
const maxReported = 10

// reportBytes names the places that are not UTF-8 in a file that otherwise is.
func reportBytes(s Sheet, data []byte, ps *source.Problems) {
	separator := separator(string(data), "")
	r := textReader{text: string(data), separator: byte(separator)}
	r.read()
	count := 0
	for i, row := range r.rows {
		for j, cell := range row {
			if utf8.ValidString(cell) {
				continue
			}
			if count++; count <= maxReported {
				t, _ := charmap.Windows1252.NewDecoder().String(invalidPart(cell))
				ps.Errorf(s.Pos(i, j), CodeEncoding, "this cell is not UTF-8 while others are: two encodings are mixed (as Windows-1252 it would read %q)", cut(t, 40)).Hint =
					"copy all rows into one sheet and save it as CSV (UTF-8) or as .xlsx"
			}
		}
	}
	if count > maxReported {
		ps.Errorf(source.Pos{File: s.File}, CodeEncoding, "%d cells more are not UTF-8", count-maxReported)
	}
	if count == 0 {
		ps.Errorf(source.Pos{File: s.File}, CodeEncoding, "two encodings are mixed")
	}
}

// invalidPart returns a cell from a little before its first broken byte on.
func invalidPart(cell string) string {
	for i, r := range cell {
		if r == utf8.RuneError {
			return cell[max(0, i-10):]
		}
	}
	return cell
}

// place returns where the text after head is, in rows of lines and without a
// column: what separates is not known yet.
func place(s Sheet, head string) source.Pos { return s.Pos(strings.Count(head, "\n"), -1) }
