package theme

import (
	"maps"
	"math"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// An Mode is how much colour a kit is printed with. Low and mono are layouts
// of their own (design.md section 7): dark areas become white with an
// outline, what stood in white on them becomes dark.
type Mode string

// The ink modes.
const (
	Full Mode = "full"
	Low  Mode = "low"
	Mono Mode = "mono"
)

// Modes lists the ink modes, the default first.
func Modes() []Mode { return []Mode{Full, Low, Mono} }

// themeFormat is the version read.
const themeFormat = 1

// The codes of the problems found here, besides those of catalog/source.
const (
	Code       = "theme"
	codeColour = "colour"
)

// A Theme is the colours of a game: named roles, resolved for one ink mode.
type Theme struct{ Roles map[string]*Role }

// An Role is a role as it is drawn: a fill, and a line around it when the ink
// mode asks for one.
type Role struct {
	Paint *layout.Paint
	Line  *layout.Stroke
}

func (t *Theme) Names() []string { return slices.Sorted(maps.Keys(t.Roles)) }

// Lines returns the lines the theme draws around areas.
func (t *Theme) Lines() map[*layout.Stroke]bool {
	lines := map[*layout.Stroke]bool{}
	for _, role := range t.Roles {
		if role.Line != nil {
			lines[role.Line] = true
		}
	}
	return lines
}

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
	mode    map[Mode]*roleSpec
}

// defaultLine is the width of the outline of panels in low and mono, mm
// (SPEC-cyber-survival rule 5).
const defaultLine = 0.35

// A resolver makes the theme of one ink mode out of the roles of the file.
type resolver struct {
	specs    Specs
	mode     Mode
	problems *source.Problems
	done     map[string]*Role
	via      []string // roles being resolved
}

// Specs are the roles of a theme as its file says them.
type Specs map[string]*roleSpec

// Base is the shipped theme that has the roles another leaves out.
const Base = "plain"

// Complete takes over the roles of another theme that are missing.
func (specs Specs) Complete(from Specs) {
	for role, spec := range from {
		if specs[role] == nil {
			specs[role] = spec
		}
	}
}

// Resolve returns the theme for an ink mode.
func (specs Specs) Resolve(mode Mode, ps *source.Problems) *Theme {
	r := &resolver{specs: specs, mode: mode, problems: ps, done: map[string]*Role{}}
	for _, name := range slices.Sorted(maps.Keys(specs)) {
		r.role(name)
	}
	return &Theme{r.done}
}

// role resolves a role. What cannot be resolved is black: the problem stops
// the build.
func (r *resolver) role(name string) *Role {
	if in := r.done[name]; in != nil {
		return in
	}
	s := r.specs[name]
	if i := slices.Index(r.via, name); i >= 0 {
		r.problems.Errorf(s.pos, Code, "colour %q is defined by itself: %s", name, strings.Join(append(r.via[i:], name), " is "))
		return &Role{Paint: layout.Black()}
	}
	r.via = append(r.via, name)
	in := r.resolve(name, s)
	r.via = r.via[:len(r.via)-1]
	r.done[name] = in
	return in
}

func (r *resolver) resolve(name string, s *roleSpec) *Role {
	m := s.mode[r.mode]
	if m == nil {
		return r.spec(name, s)
	}
	out := r.spec(name, m)
	if m.is == "" && !m.own {
		out.Paint = r.spec(name, s).Paint // the mode says nothing but the line
	}
	if m.line == "" {
		out.Line = nil // what a mode says replaces the line as well
	}
	return out
}

func (r *resolver) spec(name string, s *roleSpec) *Role {
	out := &Role{}
	if s.is != "" {
		target := r.other(name, s.is, s.isPos)
		copied := *target.Paint
		copied.Role = name
		out.Paint, out.Line = &copied, target.Line
	} else {
		out.Paint = r.paint(name, s)
	}
	if s.line != "" {
		out.Line = &layout.Stroke{Paint: r.other(name, s.line, s.linePos).Paint, Width: layout.MM(s.wide)}
	}
	return out
}

// other resolves a role that another one names.
func (r *resolver) other(name, target string, pos source.Pos) *Role {
	if r.specs[target] != nil {
		return r.role(target)
	}
	err := source.UnknownName("colour", target, slices.Sorted(maps.Keys(r.specs)))
	r.problems.Errorf(pos, Code, "colour %q: %v", name, err).Hint = source.HintOf(err)
	return &Role{Paint: layout.Black()}
}

func (r *resolver) paint(name string, s *roleSpec) *layout.Paint {
	p := &layout.Paint{Role: name, RGB: s.rgb, CMYK: s.cmyk, Grey: s.grey}
	if r.mode == Mono {
		p.RGB, p.CMYK = GreyRGB(s.grey), [4]uint8{0, 0, 0, s.grey}
	}
	return p
}

// GreyRGB returns the grey with the given percentage of black.
func GreyRGB(k uint8) [3]uint8 {
	v := uint8(math.Round(255 * (1 - float64(k)/100)))
	return [3]uint8{v, v, v}
}
