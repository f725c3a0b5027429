package compose

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kitpress/catalog/source"
)

// A message is a localised text that remembers the line it comes from.
type message struct {
	text string
	pos  source.Pos
}

// An object is a value with named parts: a card, an item of a set, a topic.
type object interface {
	part(name string) (any, bool)
}

// partOf returns a part of an object. Nothing has nothing in it: what an
// optional field would hold reads as nothing too.
func partOf(of any, name string) (any, error) {
	if of == nil {
		return nil, nil
	}
	if o, ok := of.(object); ok {
		if v, ok := o.part(name); ok {
			return v, nil
		}
	}
	return nil, fmt.Errorf("%s has no part %q", describe(of), name)
}

// parts is an object made of plain values.
type parts map[string]any

func (p parts) part(name string) (any, bool) { v, ok := p[name]; return v, ok }

// numbers are read as points.H or points[item.id]; what is not there is 0.
type numbers map[string]int

func (n numbers) part(name string) (any, bool) { return float64(n[name]), true }

// truth reports whether v counts as true: not nil, false, 0, "" or empty.
func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case float64:
		return v != 0
	case string:
		return v != ""
	case []any:
		return len(v) > 0
	case message:
		return v.text != ""
	}
	return true
}

// same reports whether two values are equal. Against a flag or nothing their
// truth counts, against a number their number, and otherwise how they read.
func same(a, b any) bool {
	_, flagA := a.(bool)
	_, flagB := b.(bool)
	if a == nil || b == nil || flagA || flagB {
		return truth(a) == truth(b)
	}
	_, numA := a.(float64)
	_, numB := b.(float64)
	if numA || numB {
		x, errX := numberOf(a)
		y, errY := numberOf(b)
		return errX == nil && errY == nil && x == y
	}
	return stringOf(a) == stringOf(b)
}

// numberOf returns a number; words such as "12" count, nothing counts as 0.
func numberOf(v any) (float64, error) {
	switch v := v.(type) {
	case float64:
		return v, nil
	case nil:
		return 0, nil
	case bool:
		if v {
			return 1, nil
		}
		return 0, nil
	case string:
		// "Inf" and "NaN" are words here.
		if n, err := strconv.ParseFloat(v, 64); err == nil && !math.IsInf(n, 0) && !math.IsNaN(n) {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%s is not a number", describe(v))
}

// stringOf returns v as it reads in a text. Objects read as their id.
func stringOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case message:
		return v.text
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	case []any:
		list := make([]string, len(v))
		for i, p := range v {
			list[i] = stringOf(p)
		}
		return strings.Join(list, ",")
	case object:
		id, _ := v.part("id")
		return stringOf(id)
	}
	return fmt.Sprint(v)
}

// describe names a value in a problem.
func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case string, message:
		return fmt.Sprintf("the text %q", shorten(stringOf(v)))
	case []any:
		return fmt.Sprintf("a list of %d", len(v))
	case object:
		return fmt.Sprintf("%q", shorten(stringOf(v)))
	}
	return stringOf(v)
}

// shorten keeps a text fit for a line of a problem.
func shorten(s string) string {
	const longest = 60
	if r := []rune(s); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return s
}

// maxJoined bounds the length of a text put together from parts, in bytes.
const maxJoined = 20_000

// eval strings the parts together. The first message among them says where
// the text comes from.
func (x joined) eval(e *env) (any, error) {
	var b strings.Builder
	var pos source.Pos
	for _, p := range x.parts {
		v, err := p.eval(e)
		if err != nil {
			return nil, err
		}
		if m, ok := v.(message); ok && !pos.IsValid() {
			pos = m.pos
		}
		if b.WriteString(stringOf(v)); b.Len() > maxJoined {
			return nil, fmt.Errorf("the text is longer than %d bytes", maxJoined)
		}
	}
	if !pos.IsValid() {
		return b.String(), nil
	}
	return message{b.String(), pos}, nil
}
