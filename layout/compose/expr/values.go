package expr

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kitpress/catalog/source"
)

// A Message is a localised text that remembers the line it comes from.
type Message struct {
	Text string
	Pos  source.Pos
}

// An Object is a value with named parts: a card, an item of a set, a topic.
type Object interface {
	Part(name string) (any, bool)
}

// PartOf returns a part of an object. Nothing has nothing in it: what an
// optional field would hold reads as nothing too.
func PartOf(of any, name string) (any, error) {
	if of == nil {
		return nil, nil
	}
	if o, ok := of.(Object); ok {
		if v, ok := o.Part(name); ok {
			return v, nil
		}
	}
	return nil, fmt.Errorf("%s has no part %q", Describe(of), name)
}

// Parts is an object made of plain values.
type Parts map[string]any

func (p Parts) Part(name string) (any, bool) { v, ok := p[name]; return v, ok }

// Numbers are read as points.H or points[item.id]; what is not there is 0.
type Numbers map[string]int

func (n Numbers) Part(name string) (any, bool) { return float64(n[name]), true }

// Truth reports whether v counts as true: not nil, false, 0, "" or empty.
func Truth(v any) bool {
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
	case Message:
		return v.Text != ""
	}
	return true
}

// same reports whether two values are equal. Against a flag or nothing their
// truth counts, against a number their number, and otherwise how they read.
func same(a, b any) bool {
	_, flagA := a.(bool)
	_, flagB := b.(bool)
	if a == nil || b == nil || flagA || flagB {
		return Truth(a) == Truth(b)
	}
	_, numA := a.(float64)
	_, numB := b.(float64)
	if numA || numB {
		x, errX := NumberOf(a)
		y, errY := NumberOf(b)
		return errX == nil && errY == nil && x == y
	}
	return StringOf(a) == StringOf(b)
}

// NumberOf returns a number; words such as "12" count, nothing counts as 0.
func NumberOf(v any) (float64, error) {
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
	return 0, fmt.Errorf("%s is not a number", Describe(v))
}

// StringOf returns v as it reads in a text. Objects read as their id.
func StringOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case Message:
		return v.Text
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	case []any:
		list := make([]string, len(v))
		for i, p := range v {
			list[i] = StringOf(p)
		}
		return strings.Join(list, ",")
	case Object:
		id, _ := v.Part("id")
		return StringOf(id)
	}
	return fmt.Sprint(v)
}

// Describe names a value in a problem.
func Describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case string, Message:
		return fmt.Sprintf("the text %q", source.ClipTo(StringOf(v), 60))
	case []any:
		return fmt.Sprintf("a list of %d", len(v))
	case Object:
		return fmt.Sprintf("%q", source.ClipTo(StringOf(v), 60))
	}
	return StringOf(v)
}

// maxJoined bounds the length of a text put together from parts, in bytes.
const maxJoined = 20_000

// Eval strings the parts together. The first message among them says where
// the text comes from.
func (x joined) Eval(e *Env) (any, error) {
	var b strings.Builder
	var pos source.Pos
	for _, p := range x.parts {
		v, err := p.Eval(e)
		if err != nil {
			return nil, err
		}
		if m, ok := v.(Message); ok && !pos.IsValid() {
			pos = m.Pos
		}
		if b.WriteString(StringOf(v)); b.Len() > maxJoined {
			return nil, fmt.Errorf("the text is longer than %d bytes", maxJoined)
		}
	}
	if !pos.IsValid() {
		return b.String(), nil
	}
	return Message{b.String(), pos}, nil
}
