package catalog

import (
	"strconv"
	"strings"

	"kitpress/catalog/source"
)

// maxText is the longest text in bytes. A card takes some hundred; the limit
// keeps a mistake from being laid out for minutes.
const maxText = 8 << 10

// readText reads a translatable text. An absent one gives the zero Msg.
func readText(v source.Value, id string) Msg {
	if !v.Exists() {
		return Msg{}
	}
	return Msg{ID: id, Text: trimmed(v), Pos: v.Pos()}
}

// trimmed reads a text of bounded length without the blanks around it.
func trimmed(v source.Value) string {
	s := strings.TrimSpace(v.Text())
	if len(s) > maxText {
		v.Errorf(CodeLength, "the text has %d bytes, at most %d are allowed", len(s), maxText)
		return ""
	}
	return s
}

// readTexts reads a list of texts; their ids end in their number, from 1.
func readTexts(v source.Value, id string) []Msg {
	var list []Msg
	for i, e := range v.List() {
		list = append(list, readText(e, id+"."+number(i)))
	}
	return list
}

// number returns the number of the element with an index, from 1.
func number(i int) string { return strconv.Itoa(i + 1) }
