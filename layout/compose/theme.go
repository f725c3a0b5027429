package compose

import (
	"maps"
	"math"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// An Ink is how much colour a kit is printed with. Low and mono are layouts
// of their own (design.md section 7): dark areas become white with an
// outline, what stood in white on them becomes dark.
type Ink string

// The ink modes.
const (
	InkFull Ink = "full"
	InkLow  Ink = "low"
	InkMono Ink = "mono"
)

// Inks lists the ink modes, the default first.
func Inks() []Ink { return []Ink{InkFull, InkLow, InkMono} }

// A theme is the colours of a game: named roles, resolved for one ink mode.
type theme struct{ inks map[string]*ink }

// An ink is a role as it is drawn: a fill, and a line around it when the ink
// mode asks for one.
type ink struct {
	paint *layout.Paint
	line  *layout.Stroke
}

func (t *theme) roles() []string { return slices.Sorted(maps.Keys(t.inks)) }

// A roleSpec is a role as the theme file says it, or what it says of the role
// in one ink mode.
type roleSpec struct {
	pos     source.Pos
	is      string // another role
	isPos   source.Pos
	rgb     [3]uint8
	cmyk    [4]uint8
	grey    uint8
	own     bool // has a colour of its own
	line    string
	linePos source.Pos
	wide    float64 // of the line, mm
	mode    map[Ink]*roleSpec
}

// defaultLine is the width of the outline of panels in low and mono, mm
// (SPEC-cyber-survival rule 5).
const defaultLine = 0.35

// A resolver makes the theme of one ink mode out of the roles of the file.
type resolver struct {
	specs    map[string]*roleSpec
	mode     Ink
	problems *source.Problems
	done     map[string]*ink
	via      []string // roles being resolved
}

func resolveTheme(specs map[string]*roleSpec, mode Ink, ps *source.Problems) *theme {
	r := &resolver{specs: specs, mode: mode, problems: ps, done: map[string]*ink{}}
	for _, name := range slices.Sorted(maps.Keys(specs)) {
		r.role(name)
	}
	return &theme{r.done}
}

// role resolves a role. What cannot be resolved is black: the problem stops
// the build.
func (r *resolver) role(name string) *ink {
	if in := r.done[name]; in != nil {
		return in
	}
	s := r.specs[name]
	if i := slices.Index(r.via, name); i >= 0 {
		r.problems.Errorf(s.pos, codeTheme, "colour %q is defined by itself: %s", name, strings.Join(append(r.via[i:], name), " is "))
		return &ink{paint: layout.Black()}
	}
	r.via = append(r.via, name)
	in := r.resolve(name, s)
	r.via = r.via[:len(r.via)-1]
	r.done[name] = in
	return in
}

func (r *resolver) resolve(name string, s *roleSpec) *ink {
	m := s.mode[r.mode]
	if m == nil {
		return r.spec(name, s)
	}
	out := r.spec(name, m)
	if m.is == "" && !m.own {
		out.paint = r.spec(name, s).paint // the mode says nothing but the line
	}
	if m.line == "" {
		out.line = nil // what a mode says replaces the line as well
	}
	return out
}

func (r *resolver) spec(name string, s *roleSpec) *ink {
	out := &ink{}
	if s.is != "" {
		target := r.other(name, s.is, s.isPos)
		copied := *target.paint
		copied.Role = name
		out.paint, out.line = &copied, target.line
	} else {
		out.paint = r.paint(name, s)
	}
	if s.line != "" {
		out.line = &layout.Stroke{Paint: r.other(name, s.line, s.linePos).paint, Width: layout.MM(s.wide)}
	}
	return out
}

// other resolves a role that another one names.
func (r *resolver) other(name, target string, pos source.Pos) *ink {
	if r.specs[target] != nil {
		return r.role(target)
	}
	err := unknownName("colour", target, slices.Sorted(maps.Keys(r.specs)))
	r.problems.Errorf(pos, codeTheme, "colour %q: %v", name, err).Hint = hintOf(err)
	return &ink{paint: layout.Black()}
}

func (r *resolver) paint(name string, s *roleSpec) *layout.Paint {
	p := &layout.Paint{Role: name, RGB: s.rgb, CMYK: s.cmyk, Grey: s.grey}
	if r.mode == InkMono {
		p.RGB, p.CMYK = greyRGB(s.grey), [4]uint8{0, 0, 0, s.grey}
	}
	return p
}

// greyRGB returns the grey with the given percentage of black.
func greyRGB(k uint8) [3]uint8 {
	v := uint8(math.Round(255 * (1 - float64(k)/100)))
	return [3]uint8{v, v, v}
}
