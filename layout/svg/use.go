package svg

import (
	"errors"
	"fmt"
	"strings"

	"kitpress/layout"
)

// reference returns the element of "url(#id)" or "#id".
func (r *reader) reference(s string) (*node, error) {
	name := strings.Trim(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(s), "url("), ")"), `"' `)
	id, own := strings.CutPrefix(name, "#")
	if !own {
		return nil, fmt.Errorf("%q lies outside of the picture (href), which is not read", name)
	}
	n := r.ids[id]
	if n == nil {
		return nil, fmt.Errorf("there is no element with the id %q", id)
	}
	return n, nil
}

func (r *reader) use(n *node, s state) error {
	of, err := r.reference(n.attrs["href"])
	if err != nil {
		return err
	}
	for _, u := range r.using {
		if u == of {
			return errors.New("<use> shows itself")
		}
	}
	x, errX := number("x", orZero(n.attrs["x"]), r.box.W.MM())
	y, errY := number("y", orZero(n.attrs["y"]), r.box.H.MM())
	if err := errors.Join(errX, errY); err != nil {
		return err
	}
	s.at = layout.Translate(layout.Point{X: layout.MM(x), Y: layout.MM(y)}).Then(s.at)
	r.using = append(r.using, of)
	defer func() { r.using = r.using[:len(r.using)-1] }()
	if of.name == "symbol" {
		if of.attrs["viewBox"] != "" {
			return errors.New("a <symbol> with a viewBox is not read")
		}
		if s, err = r.inherit(of, s); err != nil {
			return err
		}
		return r.all(of, s)
	}
	return r.element(of, s)
}

// clip returns what shapes are cut to.
func (r *reader) clip(ref string, at layout.Matrix, user *node) (*layout.Outline, error) {
	n, err := r.reference(ref)
	if err != nil {
		return nil, err
	}
	if n.name != "clipPath" || n.attrs["clipPathUnits"] == "objectBoundingBox" {
		return nil, fmt.Errorf("the clip path %q is not read", ref)
	}
	m, err := transform(n.attrs["transform"])
	if err != nil {
		return nil, err
	}
	var all layout.Outline
	for _, c := range n.children {
		place := m
		if c.name == "use" {
			if c, err = r.reference(c.attrs["href"]); err != nil {
				return nil, err
			}
		}
		own, err := transform(r.property(c, "transform"))
		if err != nil {
			return nil, err
		}
		o, err := r.outline(c)
		if err != nil {
			return nil, err
		}
		if r.property(c, "clip-rule") == "evenodd" {
			o = o.EvenOdd()
		}
		all.Append(o.Transform(own.Then(place).Then(at)))
	}
	return &all, nil
}

func orZero(s string) string {
	if s == "" {
		return "0"
	}
	return s
}
