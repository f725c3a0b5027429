// Package yamledit changes single values of YAML files that people have written,
// and leaves every other byte as it is: their order, their comments.
//
// In go bytes and keys, out come bytes or ErrByHand. The package must not know
// what the files say.
package yamledit

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/catalog/source"
)

// ErrByHand says that a file is written in a way these edits do not reach.
var ErrByHand = errors.New("this is written in a way that is changed in an editor only")

// Quoted writes a text as YAML that nothing in it can end.
func Quoted(s string) string { return strconv.Quote(s) }

// index is the key of an item of a list, from 0.
func index(i int) string { return "#" + strconv.Itoa(i) }

// Find returns the value behind keys; "id=x" is the item of a list whose id is
// x, "#2" its third.
func Find(file string, data []byte, keys ...string) (v source.Value, parent *source.Map) {
	var ps source.Problems
	v, _ = source.Parse(file, data, &ps)
	for _, key := range keys {
		if id, ok := strings.CutPrefix(key, "id="); ok {
			found := source.Value{}
			for _, item := range v.List() {
				if item.IsMap() && item.Map().Get("id").Literal() == id {
					found = item
					break
				}
			}
			v, parent = found, nil
			continue
		}
		if n, ok := strings.CutPrefix(key, "#"); ok {
			at, err := strconv.Atoi(n)
			if err != nil || !v.IsList() || at < 0 || at >= len(v.List()) {
				return source.Value{}, nil
			}
			v, parent = v.List()[at], nil
			continue
		}
		if !v.IsMap() {
			return source.Value{}, nil
		}
		parent = v.Map()
		v = parent.Get(key)
	}
	return v, parent
}

// SetKey sets the value behind keys to a text and leaves every other byte as
// it is.
func SetKey(data []byte, file, text string, keys ...string) ([]byte, error) {
	raw := Quoted(text)
	if PlainWord(text) {
		raw = text
	}
	return SetRaw(data, file, raw, keys...)
}

// Clean takes out of a text that was typed what no file of ours holds.
func Clean(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
}

// PlainWord reports whether a text can stand in YAML as it is.
func PlainWord(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-0123456789@") == "" && strings.Trim(s[:1], "abcdefghijklmnopqrstuvwxyz") == "" &&
		s != "true" && s != "false" && s != "null" && s != "y" && s != "n" && s != "yes" && s != "no"
}

// SetRaw does the same with a value written as YAML. A key that is not there is
// put behind the first one of its mapping.
func SetRaw(data []byte, file, raw string, keys ...string) ([]byte, error) {
	v, parent := Find(file, data, keys...)
	var next []byte
	switch {
	case v.Exists():
		from, to, ok := extent(data, v.Pos())
		if !ok {
			return nil, ErrByHand
		}
		next = Splice(data, from, to, raw)
	case parent != nil:
		at, indent, ok := behindFirst(data, parent)
		if !ok {
			return nil, ErrByHand
		}
		next = Splice(data, at, at, indent+keys[len(keys)-1]+": "+raw+"\n")
	default:
		return nil, ErrByHand
	}
	if v, _ := Find(file, next, keys...); !v.Exists() || !Sound(file, next) {
		return nil, ErrByHand
	}
	return next, nil
}

// RemoveKey takes away a key that stands on one line.
func RemoveKey(data []byte, file string, keys ...string) ([]byte, error) {
	v, parent := Find(file, data, keys...)
	if !v.Exists() {
		return data, nil
	}
	for e := range parent.All() {
		if e.Key != keys[len(keys)-1] {
			continue
		}
		from, col := Offset(data, e.At.Pos())
		start := from - col
		_, to, ok := extent(data, v.Pos())
		if !ok || strings.TrimSpace(string(data[start:from])) != "" {
			break
		}
		end := bytes.IndexByte(data[to:], '\n')
		if end < 0 {
			end = len(data) - to - 1
		}
		next := Splice(data, start, to+end+1, "")
		if Sound(file, next) {
			return next, nil
		}
	}
	return nil, ErrByHand
}

// SetAt replaces the scalar at a place by a text.
func SetAt(data []byte, pos source.Pos, text string) ([]byte, error) {
	from, to, ok := extent(data, pos)
	if !ok {
		return nil, ErrByHand
	}
	next := Splice(data, from, to, Quoted(text))
	if !Sound(pos.File, next) {
		return nil, ErrByHand
	}
	return next, nil
}

// Sound reports whether a file can still be read.
func Sound(file string, data []byte) bool {
	var ps source.Problems
	_, ok := source.Parse(file, data, &ps)
	return ok && !ps.HasErrors()
}

func Splice(data []byte, from, to int, with string) []byte {
	return append(append(append(make([]byte, 0, len(data)+len(with)), data[:from]...), with...), data[to:]...)
}

// Offset returns where a place is in a file, and in its line, in bytes.
func Offset(data []byte, pos source.Pos) (at, col int) {
	for line := 1; line < pos.Line; line++ {
		next := bytes.IndexByte(data[at:], '\n')
		if next < 0 {
			return len(data), 0
		}
		at += next + 1
	}
	for range pos.Col - 1 {
		if at+col >= len(data) || data[at+col] == '\n' {
			break
		}
		_, size := utf8.DecodeRune(data[at+col:])
		col += size
	}
	return at + col, col
}

// behindFirst returns where a key can be put into a mapping: below the first
// one, when that stands on one line.
func behindFirst(data []byte, m *source.Map) (at int, indent string, ok bool) {
	for e := range m.All() {
		_, col := Offset(data, e.At.Pos())
		_, to, fine := extent(data, e.Value.Pos())
		line := bytes.IndexByte(data[to:], '\n')
		if !fine || e.At.Pos().Line != e.Value.Pos().Line || inFlow(data, e.At.Pos()) {
			return 0, "", false
		}
		if line < 0 {
			return 0, "", false
		}
		return to + line + 1, strings.Repeat(" ", col), true
	}
	return 0, "", false
}

// inFlow reports whether a place is inside brackets that open on its line.
func inFlow(data []byte, pos source.Pos) bool {
	at, col := Offset(data, pos)
	open, quote := 0, byte(0)
	for _, c := range data[at-col : at] {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '{' || c == '[':
			open++
		case c == '}' || c == ']':
			open--
		}
	}
	return open > 0
}

// extent returns the first byte of a value and the one behind it: a scalar, or
// what stands in brackets.
func extent(data []byte, pos source.Pos) (from, to int, ok bool) {
	from, col := Offset(data, pos)
	if from >= len(data) {
		return from, from, false
	}
	switch c := data[from]; c {
	case '"', '\'':
		to, ok = quotedEnd(data, from, c)
	case '{', '[':
		to, ok = bracketEnd(data, from)
	case '|', '>':
		to, ok = BlockEnd(data, from, col), true
	case '&', '*', '!', '\n':
		return from, from, false
	default:
		to, ok = plainEnd(data, from, col, inFlow(data, pos)), true
	}
	return from, to, ok
}

func quotedEnd(data []byte, from int, quote byte) (int, bool) {
	for i := from + 1; i < len(data); i++ {
		switch {
		case quote == '"' && data[i] == '\\':
			i++
		case data[i] == quote && quote == '\'' && i+1 < len(data) && data[i+1] == quote:
			i++
		case data[i] == quote:
			return i + 1, true
		}
	}
	return from, false
}

func bracketEnd(data []byte, from int) (int, bool) {
	open := 0
	for i := from; i < len(data); i++ {
		switch data[i] {
		case '{', '[':
			open++
		case '}', ']':
			if open--; open == 0 {
				return i + 1, true
			}
		case '"', '\'':
			end, ok := quotedEnd(data, i, data[i])
			if !ok {
				return from, false
			}
			i = end - 1
		case '#':
			if i > 0 && (data[i-1] == ' ' || data[i-1] == '\n') {
				return from, false // a comment inside
			}
		}
	}
	return from, false
}

// IndentOf returns by how much a line is indented, -1 when it is blank.
func IndentOf(line []byte) int {
	for i, c := range line {
		if c != ' ' {
			if c == '\r' || c == '\n' {
				return -1
			}
			return i
		}
	}
	return -1
}

// outer returns by how much what holds the value is indented: its key, or the
// dash before it.
func outer(data []byte, from, col int) int {
	line := data[from-col : from]
	indent := max(0, IndentOf(append(bytes.Clone(line), 'x')))
	for rest := line[indent:]; bytes.HasPrefix(rest, []byte("- ")) && len(bytes.TrimLeft(rest[2:], " ")) > 0; rest = line[indent:] {
		indent += 2
	}
	return indent
}

// BlockEnd returns the end of a text of whole lines, before its line break.
func BlockEnd(data []byte, from, col int) int {
	indent, end := outer(data, from, col), lineEnd(data, from)
	for end < len(data) {
		next := lineEnd(data, end+1)
		if n := IndentOf(data[end+1 : min(next+1, len(data))]); n >= 0 && n <= indent {
			break
		} else if n < 0 && !moreBelow(data, next, indent) {
			break
		}
		end = next
	}
	return end
}

// moreBelow reports whether a text goes on behind blank lines.
func moreBelow(data []byte, end, indent int) bool {
	for end < len(data) {
		next := lineEnd(data, end+1)
		if n := IndentOf(data[min(end+1, len(data)):min(next+1, len(data))]); n >= 0 {
			return n > indent
		}
		end = next
	}
	return false
}

// lineEnd returns where the line break of the line of a byte is, or the end.
func lineEnd(data []byte, at int) int {
	if at >= len(data) {
		return len(data)
	}
	if n := bytes.IndexByte(data[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(data)
}

// plainEnd returns the end of a text without quotation marks; lines below that
// are indented more go on with it.
func plainEnd(data []byte, from, col int, flow bool) int {
	indent, end := outer(data, from, col), from
	for line := from; ; {
		stop := lineEnd(data, line)
		to := stop
		if i := bytes.Index(data[line:stop], []byte(" #")); i >= 0 {
			to = line + i
		}
		if i := bytes.IndexAny(data[line:to], ",}]"); flow && i >= 0 {
			return line + len(bytes.TrimRight(data[line:line+i], " \t"))
		}
		if text := bytes.TrimRight(data[line:to], " \t\r"); len(text) > 0 {
			end = line + len(text)
		}
		next := lineEnd(data, stop+1)
		if to < stop || stop >= len(data) || IndentOf(data[stop+1:min(next+1, len(data))]) <= indent || bytes.HasPrefix(bytes.TrimLeft(data[stop+1:next], " "), []byte("#")) {
			return end
		}
		line = stop + 1
	}
}
