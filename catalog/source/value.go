package source

import (
	"fmt"
	"iter"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// A Value is a scalar, list or mapping with its place in a file. Reading it as
// something it is not reports a problem and gives the zero value, so that a
// reader can go on and find the other problems. The zero Value is nothing:
// reading it gives zero values and reports nothing, since whoever made it
// already did.
type Value struct {
	doc  *document
	node *node
}

// Exists reports whether there is a value at all.
func (v Value) Exists() bool { return v.node != nil }

// Pos returns where the value starts.
func (v Value) Pos() Pos {
	if v.node == nil {
		return Pos{}
	}
	return v.doc.pos(v.node)
}

// Errorf reports a problem at the value, with its source line. On the zero
// Value nothing is reported.
func (v Value) Errorf(code, format string, args ...any) *Problem {
	if v.node == nil {
		return &Problem{}
	}
	return v.doc.errorf(v.Pos(), code, format, args...)
}

// IsMap reports whether the value is a mapping.
func (v Value) IsMap() bool { return v.node != nil && v.node.kind == isMap }

// IsList reports whether the value is a list.
func (v Value) IsList() bool { return v.node != nil && v.node.kind == isList }

// IsScalar reports whether the value is a text, number, word or flag.
func (v Value) IsScalar() bool { return v.node != nil && v.node.scalar() }

// IsInt reports whether the value is a plain whole number.
func (v Value) IsInt() bool {
	return v.IsScalar() && v.node.kind == isNumber && wholeNumber().MatchString(v.node.text)
}

// Literal returns a scalar as it is written, without quotes, and "" for
// anything else. It never reports.
func (v Value) Literal() string {
	if !v.IsScalar() {
		return ""
	}
	return v.node.text
}

// Text returns a scalar that may not be empty. Every scalar is a text: 012,
// 1.0 and yes keep the characters they were written with.
func (v Value) Text() string {
	s := v.TextOrEmpty()
	if v.IsScalar() && !v.isNull() && strings.TrimSpace(s) == "" {
		v.Errorf(CodeEmpty, "want a text, found nothing")
		return ""
	}
	return s
}

// TextOrEmpty returns a scalar; "" in quotes is allowed.
func (v Value) TextOrEmpty() string {
	if v.node == nil {
		return ""
	}
	if !v.IsScalar() || v.isNull() {
		v.wrongType("a text")
		return ""
	}
	return v.node.text
}

// isNull reports whether the scalar is nothing: empty, ~ or null.
func (v Value) isNull() bool { return v.node.kind == isNull }

var wholeNumber = Pattern(`^-?(0|[1-9][0-9]*)$`)

// Int returns a whole number from lo to hi.
func (v Value) Int(lo, hi int) int {
	if v.node == nil {
		return 0
	}
	if !v.IsInt() {
		p := v.wrongType("a whole number")
		if v.IsScalar() && v.node.kind == isQuoted && wholeNumber().MatchString(v.node.text) {
			p.Hint = "remove the quotes"
		}
		return 0
	}
	n, err := strconv.Atoi(v.node.text)
	if err != nil || n < lo || n > hi {
		v.Errorf(CodeRange, "want a number from %d to %d, found %s", lo, hi, Clip(v.node.text))
		return 0
	}
	return n
}

// Float returns a decimal number from lo to hi.
func (v Value) Float(lo, hi float64) float64 {
	if v.node == nil {
		return 0
	}
	f, err := strconv.ParseFloat(v.Literal(), 64)
	if err != nil || v.node.kind != isNumber {
		v.wrongType("a number")
		return 0
	}
	if !(f >= lo && f <= hi) {
		v.Errorf(CodeRange, "want a number from %g to %g, found %s", lo, hi, Clip(v.node.text))
		return 0
	}
	return f
}

// Flag returns true or false.
func (v Value) Flag() bool {
	if v.node == nil {
		return false
	}
	s := v.Literal()
	if v.node.kind != isPlain || s != "true" && s != "false" {
		p := v.wrongType("true or false")
		switch s {
		case "yes", "on", "True", "TRUE":
			p.Hint = "write true"
		case "no", "off", "False", "FALSE":
			p.Hint = "write false"
		}
		return false
	}
	return s == "true"
}

// OneOf returns a word of a closed list; what names the list in the message.
func (v Value) OneOf(what string, words ...string) string {
	s := v.Text()
	if s == "" || slices.Contains(words, s) {
		return s
	}
	v.Errorf(CodeUnknownValue, "unknown %s %q", what, Clip(s)).Hint = DidYouMean(s, words)
	return ""
}

// List returns the elements of a list.
func (v Value) List() []Value {
	if v.node == nil {
		return nil
	}
	if !v.IsList() {
		v.wrongType("a list")
		return nil
	}
	values := make([]Value, len(v.node.items))
	for i := range values {
		values[i] = Value{v.doc, &v.node.items[i]}
	}
	return values
}

// Maps returns the elements of a list of maps; what is no map is reported and
// left out.
func (v Value) Maps() iter.Seq[*Map] {
	return func(yield func(*Map) bool) {
		for _, e := range v.List() {
			if m := e.Map(); m != nil && !yield(m) {
				return
			}
		}
	}
}

// Texts returns a list of texts.
func (v Value) Texts() []string {
	var texts []string
	for _, e := range v.List() {
		if s := e.Text(); s != "" {
			texts = append(texts, s)
		}
	}
	return texts
}

func (v Value) wrongType(want string) *Problem {
	return v.Errorf(CodeWrongType, "want %s, found %s", want, describe(v.node))
}

// describe says what a node is: text "x", number 3, a list, a mapping, nothing.
func describe(n *node) string {
	switch n.kind {
	case isList:
		return "a list"
	case isMap:
		return "a mapping"
	case isNull:
		return "nothing"
	case isNumber:
		return "number " + Clip(n.text)
	}
	return fmt.Sprintf("text %q", Clip(n.text))
}

// Pattern returns a regular expression that is compiled when it is first asked
// for: most runs of the program need few of them.
func Pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// Each calls do with 0 to n-1, on all processors at once, and returns when all
// is done.
func Each(n int, do func(int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}
