package source

import (
	"strings"
)

// A Cell is one value of a row of a table: a key of the mapping the row stands
// for, where that key is written, and the texts in the cell.
type Cell struct {
	Key    string
	Header Pos // of the key
	Pos    Pos
	Raw    string   // all of the cell, for excerpts
	Text   string   // of a single value
	List   []string // of a list, instead of Text; nil for a single value
	Parts  []Cell   // of a mapping, instead of both
}

var numeral = Pattern(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// Row returns what a row of a table says as a mapping, so that it is read and
// judged like one in a YAML file. Problems are added to ps and show the cell.
func Row(at Pos, cells []Cell, ps *Problems) Value {
	d := &document{name: at.File, ps: ps, cells: map[Pos]string{}}
	d.places = []Pos{at}
	root := node{kind: isMap, line: 0}
	d.row(&root, cells)
	return Value{doc: d, node: &root}
}

func (d *document) row(to *node, cells []Cell) {
	for _, c := range cells {
		d.cells[c.Pos] = strings.Join(strings.Fields(c.Raw), " ")
		key := node{kind: isQuoted, line: d.placed(c.Header), text: c.Key}
		value := node{line: d.placed(c.Pos)}
		switch {
		case c.Parts != nil:
			value.kind = isMap
			d.row(&value, c.Parts)
		case c.List != nil:
			value.kind = isList
			for _, text := range c.List {
				value.items = append(value.items, scalarOf(text, value.line))
			}
		default:
			value = scalarOf(c.Text, value.line)
		}
		to.items = append(to.items, key, value)
	}
}

// scalarOf returns a scalar at a place. A cell has no quotation marks: what
// looks like a number may be read as one, or as a text.
func scalarOf(text string, place int32) node {
	n := node{kind: isPlain, line: place, text: text}
	if numeral().MatchString(text) {
		n.kind = isNumber
	}
	return n
}

// placed returns the number by which nodes of a table know a place.
func (d *document) placed(p Pos) int32 {
	d.places = append(d.places, p)
	return int32(len(d.places) - 1)
}
