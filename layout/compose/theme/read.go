package theme

import (
	"io/fs"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// Read reads the file of a theme; extends is where it names the theme that has
// the roles it leaves out.
func Read(fsys fs.FS, name, id string, ps *source.Problems) (out Specs, extends source.Value) {
	out = Specs{}
	root, ok := source.ReadFile(fsys, name, ps)
	if !ok {
		return out, extends
	}
	m := root.Map()
	if !m.Format(themeFormat) {
		return out, extends
	}
	extends = m.Get("extends")
	if v := m.Need("id"); v.Exists() && v.Text() != id {
		v.Errorf(source.CodeUnknownValue, "the theme in %s.yaml is called %q", id, v.Literal()).Hint = "write id: " + id
	}
	for en := range m.Need("colours").Map().All() {
		out[en.Key] = readRole(en.Value, true)
	}
	m.Done("a theme")
	return out, extends
}

// readRole reads a colour, or what an ink mode makes of it.
func readRole(v source.Value, modes bool) *roleSpec {
	s := &roleSpec{pos: v.Pos(), wide: defaultLine, mode: map[Mode]*roleSpec{}}
	if v.IsScalar() { // "#33426A" for {rgb: "#33426A"}
		readRGB(v, s)
		return s
	}
	m := v.Map()
	if m == nil {
		return s
	}
	if is := m.Get("is"); is.Exists() {
		s.is, s.isPos = is.Text(), is.Pos()
	}
	readColour(m, s)
	if l := m.Get("line"); l.Exists() {
		s.line, s.linePos = l.Text(), l.Pos()
	}
	if w := m.Get("width"); w.Exists() {
		s.wide = w.Float(0.05, 5)
	}
	if modes {
		for _, mode := range []Mode{Low, Mono} {
			if o := m.Get(string(mode)); o.Exists() {
				s.mode[mode] = readRole(o, false)
			}
		}
	}
	switch {
	case s.own && s.is != "":
		v.Errorf(codeColour, "a colour has rgb or is, not both")
	case modes && !s.own && s.is == "":
		v.Errorf(codeColour, "a colour needs rgb, or with is the name of another colour")
	}
	m.Done("a colour")
	return s
}

// mostInk is the most inks of a colour together, in percent.
const mostInk = 300

// readColour reads a colour of its own: what is not said of cmyk and grey
// follows from rgb.
func readColour(m *source.Map, s *roleSpec) {
	rgb := m.Get("rgb")
	if !rgb.Exists() {
		return // grey or cmyk alone are unknown keys then
	}
	readRGB(rgb, s)
	if g := m.Get("grey"); g.Exists() {
		s.grey = uint8(g.Int(0, 100))
	}
	c := m.Get("cmyk")
	list := c.List()
	if c.IsList() && len(list) != len(s.cmyk) {
		c.Errorf(codeColour, "want four percentages, cyan, magenta, yellow and black, found %d", len(list))
		return
	}
	for i, n := range list {
		s.cmyk[i] = uint8(n.Int(0, 100))
	}
	if sum := int(s.cmyk[0]) + int(s.cmyk[1]) + int(s.cmyk[2]) + int(s.cmyk[3]); sum > mostInk {
		c.Errorf(codeColour, "%d %% of ink, all four together: paper dries no more than %d %%", sum, mostInk)
	}
}

// readRGB reads a colour as screens have it, and what follows from it.
func readRGB(v source.Value, s *roleSpec) {
	s.own = true
	if text := v.Text(); text != "" {
		var err error
		if s.rgb, err = layout.ParseHex(text); err != nil {
			v.Errorf(codeColour, "%v", err)
		}
	}
	p := layout.PaintOf(s.rgb)
	s.grey, s.cmyk = p.Grey, p.CMYK
}
