package yamledit

import (
	"bytes"
	"slices"
	"strings"

	"kitpress/catalog/source"
)

// A Pair is a key of a mapping with its value as it is written.
type Pair struct{ Key, Raw string }

// Raw writes a text as a value: as it is where it is a word or a number, else
// in quotation marks.
func Raw(text string) string {
	number := text != "" && len(text) < 10 && strings.Trim(text, "0123456789") == "" && (text == "0" || text[0] != '0')
	if number || PlainWord(text) {
		return text
	}
	return Quoted(text)
}

// Flow writes a mapping on one line.
func Flow(pairs ...Pair) string {
	var parts []string
	for _, p := range pairs {
		parts = append(parts, p.Key+": "+p.Raw)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// EditItem changes the keys of a mapping in a list. One that stands in brackets is
// written again as a whole; of any other only the keys that differ.
func EditItem(data []byte, file, list string, i int, edit func([]Pair) []Pair) ([]byte, error) {
	v, _ := Find(file, data, list)
	if items := v.List(); !v.IsList() || i < 0 || i >= len(items) || !items[i].IsMap() {
		return nil, ErrByHand
	}
	item := v.List()[i]
	var old []Pair
	for e := range item.Map().All() {
		from, to, ok := extent(data, e.Value.Pos())
		if !ok {
			return nil, ErrByHand
		}
		old = append(old, Pair{e.Key, string(data[from:to])})
	}
	next := edit(slices.Clone(old))
	if at, _ := Offset(data, item.Pos()); at < len(data) && data[at] == '{' {
		from, to, ok := extent(data, item.Pos())
		if !ok {
			return nil, ErrByHand
		}
		return checked(file, Splice(data, from, to, Flow(next...)))
	}
	var err error
	for _, p := range next {
		if !slices.Contains(old, p) && err == nil {
			data, err = SetRaw(data, file, p.Raw, list, index(i), p.Key)
		}
	}
	for _, p := range old {
		if !slices.ContainsFunc(next, func(n Pair) bool { return n.Key == p.Key }) && err == nil {
			data, err = RemoveKey(data, file, list, index(i), p.Key)
		}
	}
	return data, err
}

// AddItems puts items, written as YAML, at the end of a list.
func AddItems(data []byte, file, list string, raws ...string) ([]byte, error) {
	lines := "\n  - " + strings.Join(raws, "\n  - ")
	v, _ := Find(file, data, list)
	if !v.Exists() {
		return checked(file, append(bytes.TrimRight(bytes.Clone(data), "\n"), ("\n"+list+":"+lines+"\n")...))
	}
	items := v.List()
	at, _ := Offset(data, v.Pos())
	switch {
	case !v.IsList():
		return nil, ErrByHand
	case data[at] == '[':
		from, to, ok := extent(data, v.Pos())
		if !ok {
			return nil, ErrByHand
		}
		if len(items) == 0 {
			return checked(file, Splice(data, len(bytes.TrimRight(data[:from], " ")), to, lines))
		}
		return checked(file, Splice(data, to-1, to-1, ", "+strings.Join(raws, ", ")))
	}
	start, end, indent, ok := lineSpan(data, items[len(items)-1].Pos())
	if !ok || start == end {
		return nil, ErrByHand
	}
	dash := "\n" + strings.Repeat(" ", indent) + "- "
	return checked(file, Splice(data, end, end, dash+strings.Join(raws, dash)))
}

// RemoveItem takes an item out of a list.
func RemoveItem(data []byte, file, list string, i int) ([]byte, error) {
	v, parent := Find(file, data, list)
	items := v.List()
	if !v.IsList() || i < 0 || i >= len(items) {
		return nil, ErrByHand
	}
	if at, _ := Offset(data, v.Pos()); data[at] == '[' {
		from, to, ok := extent(data, items[i].Pos())
		if !ok {
			return nil, ErrByHand
		}
		switch {
		case i+1 < len(items):
			to, _ = Offset(data, items[i+1].Pos())
		case i > 0:
			_, from, _ = extent(data, items[i-1].Pos())
		}
		return checked(file, Splice(data, from, to, ""))
	}
	start, end, _, ok := lineSpan(data, items[i].Pos())
	if !ok {
		return nil, ErrByHand
	}
	next := Splice(data, start, min(end+1, len(data)), "")
	if len(items) == 1 { // a list without items says so
		for e := range parent.All() {
			if e.Key == list {
				key, _ := Offset(data, e.At.Pos())
				colon := key + bytes.IndexByte(data[key:], ':') + 1
				next = Splice(next, colon, colon, " []")
			}
		}
	}
	return checked(file, next)
}

// lineSpan returns the lines of an item that begins with a dash, without the
// last line break, and by how much the dash is indented.
func lineSpan(data []byte, pos source.Pos) (start, end, indent int, ok bool) {
	at, col := Offset(data, pos)
	start = at - col
	indent = IndentOf(append(bytes.Clone(data[start:at]), 'x'))
	if indent < 0 || strings.TrimSpace(string(data[start:at])) != "-" {
		return 0, 0, 0, false
	}
	end = lineEnd(data, start)
	for line := end; line < len(data); {
		next := lineEnd(data, line+1)
		if n := IndentOf(data[min(line+1, len(data)):min(next+1, len(data))]); n >= 0 && n <= indent {
			break
		} else if n > indent {
			end = next
		}
		if line = next; line >= len(data) {
			break
		}
	}
	return start, end, indent, true
}

func checked(file string, data []byte) ([]byte, error) {
	if !Sound(file, data) {
		return nil, ErrByHand
	}
	return data, nil
}

// SetTexts makes a list of texts of a key; one with a line for each stays that
// way. What stands between them goes.
func SetTexts(data []byte, file string, texts []string, key string) ([]byte, error) {
	lines := make([]string, len(texts))
	for i, t := range texts {
		lines[i] = Quoted(t)
	}
	v, _ := Find(file, data, key)
	items := v.List()
	if !v.IsList() || len(items) == 0 {
		if v.Exists() {
			next, err := SetRaw(data, file, "["+strings.Join(lines, ", ")+"]", key)
			return next, err
		}
		return AddItems(data, file, key, lines...)
	}
	if at, _ := Offset(data, v.Pos()); data[at] == '[' {
		return SetRaw(data, file, "["+strings.Join(lines, ", ")+"]", key)
	}
	start, _, indent, ok := lineSpan(data, items[0].Pos())
	_, end, _, fine := lineSpan(data, items[len(items)-1].Pos())
	if !ok || !fine {
		return nil, ErrByHand
	}
	dash := strings.Repeat(" ", indent) + "- "
	return checked(file, Splice(data, start, end, dash+strings.Join(lines, "\n"+dash)))
}

// Block writes paragraphs as a value of a key that is not indented, so that a
// person can read them.
func Block(text string) string {
	var b strings.Builder
	b.WriteString("|")
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString("\n")
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString("  " + line)
		}
	}
	return b.String()
}
