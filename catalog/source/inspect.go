package source

import "go.yaml.in/yaml/v3"

const hintAlias = "write the value out at every place"

// inspect checks a tree before anybody reads it: depth, anchors, aliases,
// tags, merge keys, double keys, forbidden characters in escapes. It stops at
// the first finding that makes the tree unsafe; double keys are all reported.
func (d *document) inspect(n *yaml.Node, depth int) bool {
	if depth > MaxDepth && n.Kind != yaml.ScalarNode {
		d.errorf(d.pos(n), CodeDepth, "nested too deeply, at most %d levels", MaxDepth)
		return false
	}
	switch {
	case n.Kind == yaml.AliasNode:
		d.errorf(d.pos(n), CodeAlias, "aliases are not allowed").Hint = hintAlias
		return false
	case n.Anchor != "":
		d.errorf(d.pos(n), CodeAlias, "anchors are not allowed").Hint = hintAlias
		return false
	case n.Style&yaml.TaggedStyle != 0:
		d.errorf(d.pos(n), CodeTag, "tags are not allowed").Hint = `a text that starts with "!" goes in quotes`
		return false
	case n.Tag == "!!merge":
		d.errorf(d.pos(n), CodeAlias, "merge keys are not allowed").Hint = hintAlias
		return false
	}
	if n.Kind == yaml.ScalarNode {
		return d.inspectScalar(n)
	}
	for _, child := range n.Content {
		if !d.inspect(child, depth+1) {
			return false
		}
	}
	return n.Kind != yaml.MappingNode || d.inspectKeys(n)
}

// inspectScalar finds forbidden characters written as escapes: "\0".
func (d *document) inspectScalar(n *yaml.Node) bool {
	for _, r := range n.Value {
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

// inspectKeys reports keys that are no words and keys that are there twice.
func (d *document) inspectKeys(n *yaml.Node) bool {
	ok := true
	var seen map[string]*yaml.Node
	if len(n.Content) > 2*smallMap {
		seen = make(map[string]*yaml.Node, len(n.Content)/2)
	}
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode || key.Value == "" {
			d.errorf(d.pos(key), CodeWrongType, "want a word as key, found %s", describe(key))
			ok = false
			continue
		}
		first := seen[key.Value]
		if seen == nil {
			first = findKey(n.Content[:i], key.Value)
		} else if first == nil {
			seen[key.Value] = key
		}
		if first != nil {
			d.errorf(d.pos(key), CodeDoubleKey, "key %q is there twice, first at %d:%d", key.Value, first.Line, first.Column).Hint = "delete one of them"
			ok = false
		}
	}
	return ok
}

// smallMap is the number of keys up to which looking through all of them is
// faster than an index.
const smallMap = 12

// findKey returns the key node called name among pairs of nodes.
func findKey(pairs []*yaml.Node, name string) *yaml.Node {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i].Value == name && pairs[i].Kind == yaml.ScalarNode {
			return pairs[i]
		}
	}
	return nil
}
