package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
)

// Limits for pictures from packs.
const (
	maxBytes  = 4 << 20
	maxPoints = 400_000
	maxShapes = 20_000
	maxNodes  = 100_000
	maxDepth  = 100
	maxRules  = 1_000
)

// An Error says where in a picture something is wrong.
type Error struct {
	Line, Col int
	Err       error
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %v", e.Line, e.Col, e.Err) }
func (e *Error) Unwrap() error { return e.Err }

// A node is an element of the file.
type node struct {
	name      string
	attrs     map[string]string
	children  []*node
	said      map[string]string // by style sheets and its style
	text      string
	line, col int
}

func (n *node) fail(format string, args ...any) error {
	return &Error{Line: n.line, Col: n.col, Err: fmt.Errorf(format, args...)}
}

// A tree is a file that was read: its elements, those with an id, and what its
// style sheets say.
type tree struct {
	root *node
	ids  map[string]*node
	css  []cssRule
}

// kinds are the files of other formats that are taken for SVG.
var kinds = map[string]string{"\x89PNG": "PNG", "\xFF\xD8\xFF": "JPEG", "GIF8": "GIF", "%PDF": "PDF", "RIFF": "WebP"}

// foreign are the parts of a file that programs keep for themselves.
const svgSpace = "http://www.w3.org/2000/svg"

// parse reads a file into a tree.
func parse(data []byte) (*tree, error) {
	first := &node{line: 1, col: 1}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("the picture has %d bytes; at most %d are read", len(data), maxBytes)
	}
	for magic, kind := range kinds {
		if bytes.HasPrefix(data, []byte(magic)) {
			return nil, first.fail("this is a %s picture, not SVG", kind)
		}
	}
	t := &tree{ids: map[string]*node{}}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var open []*node
	nodes, foreign := 0, 0
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		line, col := d.InputPos()
		here := &node{line: line, col: col}
		if err != nil {
			return nil, here.fail("%v", err)
		}
		switch tok := tok.(type) {
		case xml.Directive:
			if bytes.Contains(tok, []byte("ENTITY")) {
				return nil, here.fail("document types with entities are not read")
			}
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(tok)
			}
		case xml.EndElement:
			if foreign > 0 {
				foreign--
			} else {
				open = open[:len(open)-1]
			}
		case xml.StartElement:
			if nodes++; nodes > maxNodes || len(open) > maxDepth {
				return nil, here.fail("the picture has more than %d elements, or more than %d in each other", maxNodes, maxDepth)
			}
			if foreign > 0 || tok.Name.Space != "" && tok.Name.Space != svgSpace && len(open) > 0 {
				foreign++
				continue
			}
			here.name, here.attrs = tok.Name.Local, attributes(tok)
			if err := t.hang(here, open); err != nil {
				return nil, err
			}
			open = append(open, here)
		}
	}
	if t.root == nil {
		return nil, first.fail("this is not an SVG picture")
	}
	return t, nil
}

// attributes returns those of SVG itself.
func attributes(e xml.StartElement) map[string]string {
	a := make(map[string]string, len(e.Attr))
	for _, at := range e.Attr {
		if at.Name.Space == "" || strings.HasSuffix(at.Name.Space, "xlink") {
			a[at.Name.Local] = at.Value
		}
	}
	return a
}

// hang puts a node into the tree.
func (t *tree) hang(n *node, open []*node) error {
	switch {
	case t.root == nil && n.name != "svg":
		return n.fail("the root element is <%s>, not <svg>", n.name)
	case t.root == nil:
		t.root = n
	case len(open) == 0:
		return n.fail("there is a second root element")
	default:
		up := open[len(open)-1]
		up.children = append(up.children, n)
	}
	if id := n.attrs["id"]; id != "" && t.ids[id] == nil {
		t.ids[id] = n
	}
	for name := range n.attrs {
		if strings.HasPrefix(name, "on") {
			return n.fail("scripts are not read (attribute %q)", name)
		}
	}
	return nil
}

// A cssRule is one of a style sheet: what it is for, and what it says.
type cssRule struct {
	tag, class, id string
	says           map[string]string
}

// styles reads the style sheets of the file.
func (t *tree) styles(n *node) error {
	if n.name == "style" {
		return t.sheet(n)
	}
	for _, c := range n.children {
		if err := t.styles(c); err != nil {
			return err
		}
	}
	return nil
}

func (t *tree) sheet(n *node) error {
	text := n.text
	for {
		before, rest, found := strings.Cut(text, "/*")
		if !found {
			break
		}
		_, after, _ := strings.Cut(rest, "*/")
		text = before + " " + after
	}
	for strings.TrimSpace(text) != "" {
		if rest, dark := strings.CutPrefix(strings.TrimSpace(text), "@media (prefers-color-scheme: dark)"); dark { // paper is light
			after, ok := pastBlock(rest)
			if !ok {
				return n.fail("a style sheet that does not end")
			}
			text = after
			continue
		}
		selectors, rest, ok := strings.Cut(text, "{")
		body, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			return n.fail("a style sheet that does not end")
		}
		text = after
		for s := range strings.SplitSeq(selectors, ",") {
			rule, err := selector(strings.TrimSpace(s))
			if err != nil {
				return n.fail("%v", err)
			}
			if rule.says = declarations(body); len(t.css) == maxRules {
				return n.fail("the style sheet has more than %d rules", maxRules)
			}
			t.css = append(t.css, rule)
		}
	}
	return nil
}

// pastBlock returns what follows a block in braces, which may hold others.
func pastBlock(text string) (rest string, ok bool) {
	deep := 0
	for i, c := range text {
		switch c {
		case '{':
			deep++
		case '}':
			if deep--; deep <= 0 {
				return text[i+1:], deep == 0
			}
		}
	}
	return "", false
}

func selector(s string) (r cssRule, err error) {
	if s == "" || strings.ContainsAny(s, " >+~:[@") {
		return r, fmt.Errorf("the style sheet chooses shapes with %q; only names of elements, .classes and #ids are read", s)
	}
	rest := s
	if i := strings.IndexByte(rest, '#'); i >= 0 {
		rest, r.id = rest[:i], rest[i+1:]
	}
	r.tag, r.class, _ = strings.Cut(rest, ".")
	if r.tag == "*" {
		r.tag = ""
	}
	return r, nil
}

// declarations reads "fill: red; stroke: none".
func declarations(text string) map[string]string {
	says := map[string]string{}
	for part := range strings.SplitSeq(text, ";") {
		if name, value, ok := strings.Cut(part, ":"); ok {
			value, _, _ = strings.Cut(value, "!important")
			says[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return says
}

// property returns what is said of an element: by its style, by a style sheet,
// by an attribute; "" for nothing, so that it has what its group has.
func (t *tree) property(n *node, name string) string {
	if n.said == nil {
		n.said = t.says(n)
	}
	value, ok := n.said[name]
	if !ok {
		value = n.attrs[name]
	}
	if value == "inherit" {
		return ""
	}
	return strings.TrimSpace(value)
}

// says collects what style sheets and its style say of an element.
func (t *tree) says(n *node) map[string]string {
	said, ranks := map[string]string{}, map[string]int{}
	for _, r := range t.css {
		rank := 1
		switch {
		case r.tag != "" && r.tag != n.name, r.id != "" && r.id != n.attrs["id"], r.class != "" && !hasClass(n, r.class):
			continue
		case r.id != "":
			rank = 3
		case r.class != "":
			rank = 2
		}
		for name, value := range r.says {
			if rank >= ranks[name] {
				said[name], ranks[name] = value, rank
			}
		}
	}
	maps.Copy(said, declarations(n.attrs["style"]))
	return said
}

func hasClass(n *node, class string) bool {
	for c := range strings.FieldsSeq(n.attrs["class"]) {
		if c == class {
			return true
		}
	}
	return false
}
