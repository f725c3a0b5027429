package form

import (
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// maxText is the longest text in bytes. A card takes some hundred; the limit
// keeps a mistake from being laid out for minutes.
const maxText = 8 << 10

// ReadText reads a translatable text. An absent one gives the zero Msg.
func ReadText(v source.Value, id string) catalog.Msg {
	if !v.Exists() {
		return catalog.Msg{}
	}
	return catalog.Msg{ID: id, Text: Trimmed(v), Pos: v.Pos()}
}

// Trimmed reads a text of bounded length without the blanks around it.
func Trimmed(v source.Value) string {
	s := strings.TrimSpace(v.Text())
	if len(s) > maxText {
		v.Errorf(CodeLength, "the text has %d bytes, at most %d are allowed", len(s), maxText)
		return ""
	}
	return s
}

// ReadTexts reads a list of texts; their ids end in their number, from 1.
func ReadTexts(v source.Value, id string) []catalog.Msg {
	var list []catalog.Msg
	for i, e := range v.List() {
		list = append(list, ReadText(e, id+"."+Number(i)))
	}
	return list
}

// Number returns the number of the element with an index, from 1.
func Number(i int) string { return strconv.Itoa(i + 1) }
