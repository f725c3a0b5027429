package compose

import (
	"io/fs"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// templateFormat and themeFormat are the newest versions read.
const (
	templateFormat = 1
	themeFormat    = 1
)

// maxSide bounds the size of a piece or page, mm.
const maxSide = 2000

// A template is a compiled template file.
type template struct {
	size    layout.Size
	bleed   layout.Length
	items   []element
	symbols map[string]*symbolDef
}

func readTemplate(fsys fs.FS, name string, ps *source.Problems) *template {
	root, ok := source.ReadFile(fsys, name, ps)
	if !ok {
		return nil
	}
	m := root.Map()
	if !m.Format(templateFormat) {
		return nil
	}
	t := &template{bleed: layout.MM(readFloat(m.Get("bleed"), 0, 20))}
	t.size = readSize(m.Need("size"))
	t.symbols = readSymbolMap(m.Get("symbols"))
	t.items = gatherStatic(readElements(m.Need("draw")), layout.Rect{W: t.size.W, H: t.size.H}.Inset(-t.bleed))
	m.Done("a template")
	return t
}

func readFloat(v source.Value, lo, hi float64) float64 {
	if !v.Exists() {
		return 0
	}
	return v.Float(lo, hi)
}

func readSize(v source.Value) layout.Size {
	list := v.List()
	if len(list) != 2 {
		if v.Exists() {
			v.Errorf("size", "a size is two numbers, width and height in mm")
		}
		return layout.Size{}
	}
	return layout.Size{W: layout.MM(list[0].Float(1, maxSide)), H: layout.MM(list[1].Float(1, maxSide))}
}

func readSymbols(fsys fs.FS, name string, ps *source.Problems) map[string]*symbolDef {
	root, ok := source.ReadFile(fsys, name, ps)
	if !ok {
		return nil
	}
	m := root.Map()
	if !m.Format(templateFormat) {
		return nil
	}
	out := readSymbolMap(m.Need("symbols"))
	m.Done("a file of symbols")
	return out
}

func readSymbolMap(v source.Value) map[string]*symbolDef {
	out := map[string]*symbolDef{}
	if !v.Exists() {
		return out
	}
	if m := v.Map(); m != nil {
		for en := range m.All() {
			s := en.Value.Map()
			def := &symbolDef{name: en.Key, size: readSize(s.Need("size"))}
			if a := s.Get("args"); a.Exists() {
				def.args = a.Texts()
			}
			def.items = readElements(s.Need("draw"))
			s.Done("a symbol")
			out[en.Key] = def
		}
	}
	return out
}

func readElements(v source.Value) []element {
	var out []element
	for _, item := range v.List() {
		if e := readElement(item); e != nil {
			out = append(out, e)
		}
	}
	return out
}

// elementKinds are the keys that say what an element is.
func elementKinds() []string {
	return []string{"rect", "circle", "polygon", "line", "path", "text", "icon", "use", "piece", "qr", "draw"}
}

func readElement(v source.Value) element {
	m := v.Map()
	if m == nil {
		return nil
	}
	kind := ""
	for _, k := range elementKinds() {
		if m.Has(k) {
			kind = k
			break
		}
	}
	b := base{pos: v.Pos(), cond: readExpr(m.Get("if"))}
	var e element
	switch kind {
	case "":
		v.Errorf("element", "this draws nothing").Hint = "an element has one of " + strings.Join(elementKinds(), ", ")
		return nil
	case "text":
		e = readText(m, b)
	case "icon":
		e = readIcon(m, b)
	case "use":
		e = &useElement{base: b, name: readWord(m.Get("use")), at: readPoint(m.Need("at")), size: readNum(m.Get("size")),
			turn: readNum(m.Get("rotate")), args: readBindings(m.Get("with"))}
	case "piece":
		e = &pieceElement{base: b, card: readWord(m.Get("piece")), back: readWord(m.Get("side")), at: readPoint(m.Need("at")),
			width: readNum(m.Need("size")), turn: readNum(m.Get("rotate")), edge: readNum(m.Get("edge")), round: readNum(m.Get("radius"))}
	case "qr":
		e = &qrElement{base: b, payload: readWord(m.Get("qr")), corner: readPoint(m.Need("corner")), centre: readNum(m.Get("centre")), box: readNum(m.Need("box")),
			most: readNum(m.Need("most")), radius: readNum(m.Get("radius")), ground: readWord(m.Get("ground"))}
	case "draw":
		e = readGroup(m, b)
	default:
		e = readShape(m, b, kind)
	}
	m.Done(kind)
	return e
}

func readGroup(m *source.Map, b base) element {
	g := &groupElement{base: b, at: readPoint(m.Get("at")), turn: readNum(m.Get("rotate")), scale: readNum(m.Get("scale")),
		let: readBindings(m.Get("let")), each: readExpr(m.Get("each")), as: "it", i: "index"}
	if c := m.Get("clip"); c.Exists() {
		g.clip = readNums(c, 4)
	}
	g.radii, g.stack = readRadii(m.Get("radius")), readNum(m.Get("stack"))
	if v := m.Get("as"); v.Exists() {
		g.as = v.Text()
	}
	if v := m.Get("index"); v.Exists() {
		g.i = v.Text()
	}
	if v := m.Get("merge"); v.Exists() {
		g.merge = v.Flag()
	}
	g.items = readElements(m.Get("draw"))
	return g
}

func readShape(m *source.Map, b base, kind string) element {
	s := &shapeElement{base: b, kind: kind, paintSpec: readPaint(m)}
	v := m.Get(kind)
	switch kind {
	case "rect":
		s.nums = readNums(v, 4)
		s.radii = readRadii(m.Get("radius"))
		if len(s.nums) != 4 {
			return nil
		}
	case "circle":
		if s.nums = readNums(v, 3); len(s.nums) != 3 {
			return nil
		}
	case "path":
		o, err := layout.ParsePath(v.Text())
		if err != nil {
			v.Errorf("path", "%v", err)
			return nil
		}
		s.data, s.at, s.scale, s.turn = o, readPoint(m.Get("at")), readNum(m.Get("scale")), readNum(m.Get("rotate"))
	default:
		for _, p := range v.List() {
			s.points = append(s.points, readPoint(p))
		}
		if len(s.points) < 2 {
			v.Errorf("points", "a %s needs at least two points", kind)
			return nil
		}
	}
	return s
}

func readPaint(m *source.Map) paintSpec {
	p := paintSpec{fill: readWord(m.Get("fill")), stroke: readWord(m.Get("stroke")), width: readNum(m.Get("width"))}
	if d := m.Get("dash"); d.Exists() {
		for _, v := range d.List() {
			p.dash = append(p.dash, readNum(v))
		}
	}
	if r := m.Get("round"); r.Exists() {
		p.round = r.Flag()
	}
	return p
}

func readIcon(m *source.Map, b base) element {
	return &iconElement{base: b, name: readWord(m.Get("icon")), style: readWord(m.Get("style")), at: readPoint(m.Need("at")),
		size: readNum(m.Need("size")), fill: readWord(m.Need("fill")), body: readWord(m.Get("body")), soft: readWord(m.Get("soft")),
		ground: readWord(m.Get("ground")), edge: readNum(m.Get("edge")), rim: readWord(m.Get("rim")), mirror: readExpr(m.Get("mirror")), turn: readNum(m.Get("rotate"))}
}

func readText(m *source.Map, b base) element {
	t := &textElement{base: b, text: readWord(m.Get("text")), lang: map[string][]textAttrs{}}
	if id := m.Get("id"); id.Exists() {
		t.id = id.Text()
	}
	first := textAttrs{}
	readAttrs(m, &first)
	t.variants = readVariants(m.Get("else"), first)
	if l := m.Get("lang"); l.Exists() {
		if lm := l.Map(); lm != nil {
			for en := range lm.All() {
				own := first
				om := en.Value.Map()
				readAttrs(om, &own)
				rest := om.Get("else")
				if !rest.Exists() {
					// A language without variants of its own takes over the
					// common ones with its own attributes on top.
					list := readVariants(m.Get("else"), first)
					for i := range list {
						readAttrs(om, &list[i])
					}
					t.lang[en.Key] = list
				} else {
					t.lang[en.Key] = readVariants(rest, own)
				}
				om.Done("a language of a text")
			}
		}
	}
	return t
}

func readVariants(v source.Value, first textAttrs) []textAttrs {
	out := []textAttrs{first}
	if !v.Exists() {
		return out
	}
	for _, item := range v.List() {
		a := first
		m := item.Map()
		readAttrs(m, &a)
		m.Done("a variant of a text")
		out = append(out, a)
	}
	return out
}

// readAttrs overwrites the attributes a mapping gives.
func readAttrs(m *source.Map, a *textAttrs) {
	number := func(key string, into *num) {
		if v := m.Get(key); v.Exists() {
			*into = readNum(v)
		}
	}
	wordAt := func(key string, into *word) {
		if v := m.Get(key); v.Exists() {
			*into = readWord(v)
		}
	}
	flag := func(key string, into *bool) {
		if v := m.Get(key); v.Exists() {
			*into = v.Flag()
		}
	}
	if v := m.Get("at"); v.Exists() {
		a.at = readPoint(v)
	}
	if v := m.Get("size"); v.IsList() {
		if n := readNums(v, 2); len(n) == 2 {
			a.size = [2]num{n[0], n[1]}
		}
	} else if v.Exists() {
		a.size = [2]num{readNum(v), readNum(v)}
	}
	number("width", &a.width)
	number("height", &a.height)
	number("weight", &a.weight)
	number("lead", &a.lead)
	number("leading", &a.leading)
	number("lines", &a.lines)
	number("tracking", &a.tracking)
	number("rotate", &a.turn)
	wordAt("align", &a.align)
	wordAt("valign", &a.valign)
	wordAt("fill", &a.fill)
	flag("upper", &a.upper)
	flag("running", &a.running)
	flag("hyphens", &a.hyphens)
}

func readRadii(v source.Value) []num {
	if !v.Exists() {
		return nil
	}
	if v.IsList() {
		return readNums(v, 4)
	}
	return []num{readNum(v)}
}

func readNums(v source.Value, want int) []num {
	list := v.List()
	if len(list) != want {
		if v.IsList() {
			v.Errorf("numbers", "want %d numbers, found %d", want, len(list))
		}
		return nil
	}
	out := make([]num, want)
	for i, item := range list {
		out[i] = readNum(item)
	}
	return out
}

func readPoint(v source.Value) [2]num {
	if !v.Exists() {
		return [2]num{}
	}
	n := readNums(v, 2)
	if len(n) != 2 {
		return [2]num{}
	}
	return [2]num{n[0], n[1]}
}

func readNum(v source.Value) num {
	if !v.Exists() {
		return num{}
	}
	return num{x: readExpr(v), pos: v.Pos()}
}

func readExpr(v source.Value) expr {
	if !v.Exists() {
		return nil
	}
	text := v.Text()
	if text == "" {
		return nil
	}
	x, err := parseExpr(text)
	if err != nil {
		v.Errorf("expression", "%v", err)
		return nil
	}
	return x
}

func readWord(v source.Value) word {
	if !v.Exists() {
		return word{}
	}
	x, err := parseText(v.TextOrEmpty())
	if err != nil {
		v.Errorf("expression", "%v", err)
		return word{}
	}
	return word{x: x, pos: v.Pos()}
}

func readBindings(v source.Value) []binding {
	if !v.Exists() {
		return nil
	}
	var out []binding
	if m := v.Map(); m != nil {
		for en := range m.All() {
			out = append(out, binding{en.Key, readWord(en.Value)})
		}
	}
	return out
}

func readTheme(fsys fs.FS, name string, ps *source.Problems) map[string]*roleSpec {
	out := map[string]*roleSpec{}
	root, ok := source.ReadFile(fsys, name, ps)
	if !ok {
		return out
	}
	m := root.Map()
	if !m.Format(themeFormat) {
		return out
	}
	m.Need("id").Text()
	if colours := m.Need("colours").Map(); colours != nil {
		for en := range colours.All() {
			out[en.Key] = readRole(en.Value, true)
		}
	}
	m.Done("a theme")
	return out
}

func readRole(v source.Value, modes bool) *roleSpec {
	m := v.Map()
	s := &roleSpec{pos: v.Pos(), wide: defaultLine, mode: map[Ink]*roleSpec{}}
	if m == nil {
		return s
	}
	if is := m.Get("is"); is.Exists() {
		s.is = is.Text()
	}
	if c := m.Get("rgb"); c.Exists() {
		rgb, err := parseHex(c.Text())
		if err != nil {
			c.Errorf("colour", "%v", err)
		}
		s.rgb, s.own, s.grey, s.cmyk = rgb, true, greyOf(rgb), cmykOf(rgb)
	}
	if g := m.Get("grey"); g.Exists() {
		s.grey = uint8(g.Int(0, 100))
	}
	if c := m.Get("cmyk"); c.Exists() {
		list := c.List()
		if len(list) != 4 {
			c.Errorf("colour", "want four percentages, cyan, magenta, yellow and black")
		} else {
			for i, n := range list {
				s.cmyk[i] = uint8(n.Int(0, 100))
			}
		}
	}
	if l := m.Get("line"); l.Exists() {
		s.line = l.Text()
	}
	if w := m.Get("width"); w.Exists() {
		s.wide = w.Float(0.05, 5)
	}
	if modes {
		for _, mode := range []Ink{InkLow, InkMono} {
			if o := m.Get(string(mode)); o.Exists() {
				s.mode[mode] = readRole(o, false)
			}
		}
		if s.is == "" && !s.own {
			v.Errorf("colour", "a colour needs rgb, or the name of another colour with is")
		}
	}
	m.Done("a colour")
	return s
}
