package compose

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
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
type theme struct {
	id   string
	inks map[string]*ink
}

// An ink is a role as it is drawn: a fill, and a line around it when the ink
// mode asks for one.
type ink struct {
	paint *layout.Paint
	line  *layout.Stroke
}

func (t *theme) roles() []string {
	names := make([]string, 0, len(t.inks))
	for name := range t.inks {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// A roleSpec is a role as the theme file says it.
type roleSpec struct {
	pos  source.Pos
	is   string // another role
	rgb  [3]uint8
	cmyk [4]uint8
	grey uint8
	own  bool // has a colour of its own
	line string
	wide float64 // of the line, mm
	mode map[Ink]*roleSpec
}

// defaultLine is the width of the outline of panels in low and mono, mm
// (SPEC-cyber-survival rule 5).
const defaultLine = 0.35

// resolve makes the theme of one ink mode out of the roles of the file.
func resolveTheme(id string, specs map[string]*roleSpec, mode Ink, ps *source.Problems) *theme {
	t := &theme{id: id, inks: map[string]*ink{}}
	names := make([]string, 0, len(specs))
	for name := range specs {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		t.inks[name] = resolveRole(name, specs, mode, nil, ps)
	}
	return t
}

func resolveRole(name string, specs map[string]*roleSpec, mode Ink, via []string, ps *source.Problems) *ink {
	s := specs[name]
	if slices.Contains(via, name) {
		ps.Errorf(s.pos, "theme", "colour %q is defined by itself (%s)", name, strings.Join(append(via, name), " is "))
		return &ink{paint: layout.Black()}
	}
	via = append(via, name)
	eff := s
	if m := s.mode[mode]; m != nil {
		eff = m
	}
	out := &ink{}
	switch {
	case eff.is != "":
		if specs[eff.is] == nil {
			p := ps.Errorf(eff.pos, "theme", "colour %q: there is no colour %q", name, eff.is)
			p.Hint = didYouMean(eff.is, keys(specs))
			return &ink{paint: layout.Black()}
		}
		target := resolveRole(eff.is, specs, mode, via, ps)
		copied := *target.paint
		copied.Role = name
		out.paint = &copied
		if eff != s {
			break
		}
		out.line = target.line
	default:
		own := eff
		if !own.own {
			own = s
		}
		out.paint = &layout.Paint{Role: name, RGB: own.rgb, CMYK: own.cmyk, Grey: own.grey}
		if mode == InkMono {
			out.paint.RGB = greyRGB(own.grey)
			out.paint.CMYK = [4]uint8{0, 0, 0, own.grey}
		}
	}
	if eff.line != "" {
		if specs[eff.line] == nil {
			ps.Errorf(eff.pos, "theme", "colour %q: there is no colour %q for its line", name, eff.line)
			return out
		}
		out.line = &layout.Stroke{Paint: resolveRole(eff.line, specs, mode, via, ps).paint, Width: layout.MM(eff.wide)}
	}
	return out
}

// greyRGB returns the grey with the given percentage of black.
func greyRGB(k uint8) [3]uint8 {
	v := uint8(math.Round(255 * (1 - float64(k)/100)))
	return [3]uint8{v, v, v}
}

// parseHex reads "#RRGGBB".
func parseHex(s string) (rgb [3]uint8, err error) {
	n, perr := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	if perr != nil || len(s) != 7 || s[0] != '#' {
		return rgb, fmt.Errorf("%q is not a colour such as \"#1B2330\"", s)
	}
	return [3]uint8{uint8(n >> 16), uint8(n >> 8), uint8(n)}, nil
}

// greyOf returns the percentage of black that looks as light as rgb (relative
// luminance of sRGB, turned into CIE lightness), for themes that state none.
func greyOf(rgb [3]uint8) uint8 {
	lin := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	y := 0.2126*lin(rgb[0]) + 0.7152*lin(rgb[1]) + 0.0722*lin(rgb[2])
	l := 116*math.Cbrt(y) - 16
	if y <= 216.0/24389 {
		l = y * 24389 / 27
	}
	return uint8(math.Round(100 - math.Max(0, math.Min(100, l))))
}

// cmykOf returns the plain conversion of rgb, for themes that state none.
func cmykOf(rgb [3]uint8) (out [4]uint8) {
	k := 255 - max(rgb[0], rgb[1], rgb[2])
	out[3] = uint8(math.Round(float64(k) / 2.55))
	if k == 255 {
		return out
	}
	for i, v := range rgb {
		out[i] = uint8(math.Round(100 * float64(255-v-k) / float64(255-k)))
	}
	return out
}

func keys[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
