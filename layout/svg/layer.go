package svg

import (
	"errors"
	"fmt"

	"kitpress/layout"
)

// groups are elements that are painted as a whole.
var groups = map[string]bool{"g": true, "a": true, "svg": true, "switch": true, "use": true, "symbol": true}

// layer notes what is painted apart: groups to see through, what is masked and
// what is mixed with what lies below.
func (r *reader) layer(n *node, see float64, s *state) error {
	l := &layer{see: see, blend: r.property(n, "mix-blend-mode")}
	if l.blend == "normal" {
		l.blend = ""
	}
	if blends[l.blend] == nil {
		return fmt.Errorf("mix-blend-mode %s is not drawn; merge it into the shapes", l.blend)
	}
	ref := r.property(n, "mask")
	if ref == "none" {
		ref = ""
	}
	if ref == "" && l.blend == "" && (see == 1 || !groups[n.name]) {
		s.alone *= see
		return nil
	}
	if l.blend != "" {
		r.inPixels("mix-blend-mode")
	}
	if ref != "" {
		r.inPixels("a mask")
		m, err := transform(r.property(n, "transform"))
		if err != nil {
			return err
		}
		if l.mask, err = r.mask(ref, m.Then(s.at)); err != nil {
			return err
		}
	}
	s.layers = append(s.layers[:len(s.layers):len(s.layers)], l)
	return nil
}

// mask returns what is seen of a layer.
func (r *reader) mask(ref string, at layout.Matrix) (*mask, error) {
	n, err := r.reference(ref)
	if err != nil {
		return nil, err
	}
	if n.name != "mask" || n.attrs["maskContentUnits"] == "objectBoundingBox" {
		return nil, fmt.Errorf("the mask %q is not read", ref)
	}
	for _, u := range r.using {
		if u == n {
			return nil, errors.New("a mask is masked by itself")
		}
	}
	s := state{at: at, fill: "black", stroke: "none", width: "1", see: 1, alone: 1, colour: "black"}
	if n.attrs["maskUnits"] == "userSpaceOnUse" {
		edge := func(name string, of layout.Length) layout.Length {
			v, e := number(name, orZero(n.attrs[name]), of.MM())
			err = errors.Join(err, e)
			return layout.MM(v)
		}
		room := layout.Rect{X: edge("x", r.box.W), Y: edge("y", r.box.H), W: edge("width", r.box.W), H: edge("height", r.box.H)}
		if err != nil {
			return nil, err
		}
		if room.W > 0 && room.H > 0 {
			o := layout.RectOutline(room, 0).Transform(at)
			s.clips = []*layout.Outline{&o}
		}
	}
	before := r.shapes
	r.using, r.shapes = append(r.using, n), nil
	defer func() { r.using, r.shapes = r.using[:len(r.using)-1], before }()
	if s, err = r.inherit(n, s); err != nil {
		return nil, err
	}
	if err := r.all(n, s); err != nil {
		return nil, err
	}
	return &mask{shapes: r.shapes, alpha: r.property(n, "mask-type") == "alpha"}, nil
}
