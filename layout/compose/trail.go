package compose

import (
	"fmt"

	"kitpress/catalog/source"
)

// The codes of the problems this package finds, besides those of catalog/source.
const (
	codeTemplate = "template" // drawing a template went wrong
	codeTheme    = "theme"
	codeOverflow = "overflow" // a text does not go into its slot
	codeGlyph    = "glyph"    // no font has a character
	codeQR       = "qr"
	codeInternal = "internal" // asked for what no catalog holds
)

// A trail is what is being drawn inside what, from the inside: faces and
// symbols. It finds what shows itself.
type trail struct {
	outer *trail
	key   string
	name  string     // in problems: `card "fox"`
	pos   source.Pos // of the element that places it; zero for the outermost
}

// enter returns the trail with one more step, or the problem that the step
// leads back into itself. The problem is the same wherever in the circle the
// drawing began.
func (t *trail) enter(key, name string, pos source.Pos) (*trail, *source.Problem) {
	next := &trail{t, key, name, pos}
	for s := t; s != nil; s = s.outer {
		if s.key == key {
			p := next.circle()
			return nil, &p
		}
	}
	return next, nil
}

// circle describes the way from t outwards to the same key.
func (t *trail) circle() source.Problem {
	first, by := t, t.outer
	for s := t.outer; s.key != t.key; s = s.outer {
		if s.key < first.key {
			first, by = s, s.outer
		}
	}
	p := source.Problem{Pos: first.pos, Code: codeTemplate, Message: first.name + " shows itself"}
	if by.key != first.key {
		p.Message += fmt.Sprintf(", inside %s", by.name)
	}
	return p
}
