package source

import "go.yaml.in/yaml/v4"

// A node is a value of a document with what is needed to read it.
type node struct {
	kind      nodeKind
	line, col int32
	text      string // of a scalar
	items     []node // of a list; of a mapping, keys and values by turns
}

// A nodeKind says what a node is and, of a scalar, how it may be read.
type nodeKind uint8

const (
	isList nodeKind = iota
	isMap
	isQuoted // a text, whatever it looks like
	isPlain  // a word, a flag or a text
	isNumber // plain, and looks like a number
	isNull   // plain, and nothing: empty, ~ or null
)

// scalar reports whether the node is neither list nor mapping.
func (n *node) scalar() bool { return n.kind >= isQuoted }

const hintAlias = "write the value out at every place"

// take checks a tree and keeps what is needed of it: depth, anchors, aliases,
// tags, merge keys, double keys, forbidden characters in escapes. It stops at
// the first finding that makes the tree unsafe; double keys are all reported.
func (d *document) take(to *node, n *yaml.Node, depth int) bool {
	*to = node{line: int32(n.Line), col: int32(n.Column), text: n.Value}
	pos := d.pos(to)
	if depth > MaxDepth && n.Kind != yaml.ScalarNode {
		d.errorf(pos, CodeDepth, "nested too deeply, at most %d levels", MaxDepth)
		return false
	}
	switch {
	case n.Kind == yaml.AliasNode:
		d.errorf(pos, CodeAlias, "aliases are not allowed").Hint = hintAlias
		return false
	case n.Anchor != "":
		d.errorf(pos, CodeAlias, "anchors are not allowed").Hint = hintAlias
		return false
	case n.Style&yaml.TaggedStyle != 0:
		d.errorf(pos, CodeTag, "tags are not allowed").Hint = `a text that starts with "!" goes in quotes`
		return false
	case n.Tag == "!!merge":
		d.errorf(pos, CodeAlias, "merge keys are not allowed").Hint = hintAlias
		return false
	}
	switch n.Kind {
	case yaml.ScalarNode:
		to.kind = scalarKind(n)
		return d.checkScalar(to)
	case yaml.MappingNode:
		to.kind = isMap
	}
	to.items = make([]node, len(n.Content))
	for i, child := range n.Content {
		if !d.take(&to.items[i], child, depth+1) {
			return false
		}
		n.Content[i] = nil // its memory is free for what follows
	}
	return to.kind != isMap || d.checkKeys(to)
}

func scalarKind(n *yaml.Node) nodeKind {
	switch {
	case n.Tag == "!!null":
		return isNull
	case n.Style != 0:
		return isQuoted
	case n.Tag == "!!int" || n.Tag == "!!float":
		return isNumber
	}
	return isPlain
}

// checkScalar finds forbidden characters written as escapes: "\0".
func (d *document) checkScalar(n *node) bool {
	for _, r := range n.text {
		if r >= 0x20 && r < 0x7F {
			continue
		}
		if forbidden(r) || r == '\r' {
			d.errorf(d.pos(n), CodeControl, "character U+%04X is not allowed", r).Hint = "delete the character"
			return false
		}
	}
	return true
}

// checkKeys reports keys that are no words and keys that are there twice.
func (d *document) checkKeys(n *node) bool {
	ok := true
	var seen map[string]*node
	if len(n.items) > 2*smallMap {
		seen = make(map[string]*node, len(n.items)/2)
	}
	for i := 0; i < len(n.items); i += 2 {
		key := &n.items[i]
		if !key.scalar() || key.text == "" {
			d.errorf(d.pos(key), CodeWrongType, "want a word as key, found %s", describe(key))
			ok = false
			continue
		}
		first := seen[key.text]
		if seen == nil {
			first = findKey(n.items[:i], key.text)
		} else if first == nil {
			seen[key.text] = key
		}
		if first != nil {
			d.errorf(d.pos(key), CodeDoubleKey, "key %q is there twice, first at %d:%d", key.text, first.line, first.col).Hint = "delete one of them"
			ok = false
		}
	}
	return ok
}

// smallMap is the number of keys up to which looking through all of them is
// faster than an index.
const smallMap = 12

// findKey returns the key called name among keys and values.
func findKey(pairs []node, name string) *node {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i].text == name && pairs[i].scalar() {
			return &pairs[i]
		}
	}
	return nil
}
