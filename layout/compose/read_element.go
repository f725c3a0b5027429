package compose

import (
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
)

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
var elementKinds = [...]string{"rect", "circle", "polygon", "line", "path", "text", "icon", "image", "use", "piece", "sheet", "qr", "draw"}

// kindOf returns what an element is; "" when that is not clear.
func kindOf(v source.Value, m *source.Map) string {
	var kinds []string
	for _, k := range elementKinds {
		if m.Has(k) {
			kinds = append(kinds, k)
		}
	}
	switch len(kinds) {
	case 0:
		v.Errorf(codeElement, "this draws nothing").Hint = "an element has one of " + strings.Join(elementKinds[:], ", ")
		return ""
	case 1:
		return kinds[0]
	}
	v.Errorf(codeElement, "this is %s at once", strings.Join(kinds, " + ")).Hint = "make each an element of its own"
	return ""
}

func readElement(v source.Value) element {
	m := v.Map()
	if m == nil {
		return nil
	}
	kind := kindOf(v, m)
	if kind == "" {
		return nil
	}
	b := base{pos: v.Pos(), cond: readExpr(m.Get("if"))}
	var e element
	switch kind {
	case "text":
		e = readText(m, b)
	case "icon":
		e = readIcon(m, b)
	case "image":
		e = readImage(m, b)
	case "use":
		e = &useElement{base: b, name: readWord(m.Get("use")), at: readPair(m.Need("at")), size: readNum(m.Get("size")),
			turn: readNum(m.Get("rotate")), args: readBindings(m.Get("with"))}
	case "piece":
		e = &pieceElement{base: b, card: readWord(m.Get("piece")), side: readChoice(m.Get("side"), "side", sides()), at: readPair(m.Need("at")),
			width: readNum(m.Need("size")), turn: readNum(m.Get("rotate")), edge: readNum(m.Get("edge")), round: readNum(m.Get("radius"))}
	case "sheet":
		e = &sheetElement{base: b, scene: readValue(m.Get("sheet")), at: readPair(m.Need("at")), width: readNum(m.Need("size"))}
	case "qr":
		e = &qrElement{base: b, payload: readWord(m.Get("qr")), corner: readPair(m.Need("corner")), centre: readNum(m.Get("centre")),
			box: readNum(m.Need("box")), most: readNum(m.Need("most")), radius: readNum(m.Get("radius")), ground: readWord(m.Get("ground"))}
	case "draw":
		e = readGroup(m, b)
	default:
		e = readShape(m, b, kind)
	}
	m.Done(kind)
	return e
}

func readGroup(m *source.Map, b base) element {
	g := &groupElement{base: b, at: readPair(m.Get("at")), turn: readNum(m.Get("rotate")), scale: readNum(m.Get("scale")),
		let: readBindings(m.Get("let")), each: readValue(m.Get("each")), as: "it", i: "index"}
	g.radii, g.stack = readRadii(m.Get("radius")), readNum(m.Get("stack"))
	if g.stack.set() {
		g.tall = readNum(m.Get("height"))
	}
	g.clip, g.shape = readClip(m.Get("clip"))
	if v := m.Get("as"); v.Exists() {
		g.as = v.Text()
	}
	if v := m.Get("index"); v.Exists() {
		g.i = v.Text()
	}
	g.merge = m.Get("merge").Flag()
	g.items = readElements(m.Get("draw"))
	return g
}

// readClip reads what a group is cut to: a rectangle, or path data.
func readClip(v source.Value) ([]num, *layout.Outline) {
	if !v.IsScalar() {
		return readNums(v, 4), nil
	}
	o, ok := readPath(v)
	if !ok {
		return nil, nil
	}
	if reach(o.Bounds()) > maxLength {
		v.Errorf(codePath, "the path is too large: lengths go up to %d mm", maxLength)
	}
	return nil, &o
}

func readShape(m *source.Map, b base, kind string) element {
	s := &shapeElement{base: b, kind: kind, paintSpec: readPaint(m)}
	v, ok := m.Get(kind), true
	switch kind {
	case "rect":
		s.nums, s.radii = readNums(v, 4), readRadii(m.Get("radius"))
		ok = s.nums != nil
	case "circle":
		s.nums = readNums(v, 3)
		ok = s.nums != nil
	case "path":
		s.at, s.scale, s.turn = readPair(m.Get("at")), readNum(m.Get("scale")), readNum(m.Get("rotate"))
		s.data, ok = readPath(v)
	case "line":
		s.points, ok = readPoints(v, kind, 2)
	case "polygon":
		s.points, ok = readPoints(v, kind, 3)
	}
	if !ok {
		return nil
	}
	return s
}

func readPath(v source.Value) (layout.Outline, bool) {
	text := v.Text()
	if text == "" {
		return layout.Outline{}, false
	}
	o, err := layout.ParsePath(text)
	if err != nil {
		v.Errorf(codePath, "%v", err)
	}
	return o, err == nil
}

func readPoints(v source.Value, kind string, least int) ([][2]num, bool) {
	var points [][2]num
	for _, p := range v.List() {
		points = append(points, readPair(p))
	}
	if len(points) < least && v.IsList() {
		v.Errorf(codeNumbers, "a %s needs at least %d points, found %d", kind, least, len(points))
	}
	return points, len(points) >= least
}

// readRadii reads one radius, or four clockwise from the top left corner.
func readRadii(v source.Value) []num {
	switch {
	case !v.Exists():
		return nil
	case v.IsList():
		return readNums(v, 4)
	}
	return []num{readNum(v)}
}

func readPaint(m *source.Map) paintSpec {
	p := paintSpec{fill: readWord(m.Get("fill")), stroke: readWord(m.Get("stroke")), width: readNum(m.Get("width")),
		dash: readNumList(m.Get("dash").List()), round: m.Get("round").Flag()}
	switch {
	case m.Len() == shapeKeys(m): // one that is misspelt is reported as such
		m.Errorf(codeElement, "this draws nothing").Hint = "a shape has a fill, or a stroke with a width, or both"
	case m.Has("stroke") && !m.Has("width"):
		m.Errorf(source.CodeMissingKey, "key %q is missing", "width").Hint = "a stroke has a width in mm"
	}
	return p
}

// shapeKeys counts the keys of a shape that give it no colour.
func shapeKeys(m *source.Map) int {
	n := 0
	for _, key := range append(elementKinds[:], "if", "width", "dash", "round", "radius", "at", "scale", "rotate") {
		if m.Has(key) {
			n++
		}
	}
	return n
}

func readIcon(m *source.Map, b base) element {
	return &iconElement{base: b, name: readWord(m.Get("icon")), style: readChoice(m.Get("style"), "icon style", layout.IconStyles()), at: readPair(m.Need("at")),
		size: readNum(m.Need("size")), fill: readWord(m.Need("fill")), body: readWord(m.Get("body")), soft: readWord(m.Get("soft")),
		ground: readWord(m.Get("ground")), edge: readNum(m.Get("edge")), rim: readWord(m.Get("rim")), mirror: readValue(m.Get("mirror")), turn: readNum(m.Get("rotate"))}
}

// readText reads a text with its variants, and those of single languages: a
// language's own attributes count on top of each common variant, unless it
// has variants of its own.
func readText(m *source.Map, b base) element {
	t := &textElement{base: b, text: readWord(m.Get("text")), lang: map[string][]textAttrs{}}
	if id := m.Get("id"); id.Exists() {
		t.id = id.Text()
	}
	if same := m.Get("same-size"); same.Exists() {
		t.same = same.Text()
	}
	first := readAttrs(m)
	rest := readVariants(m.Get("else"))
	t.variants = variants(first, rest, textAttrs{})
	for en := range m.Get("lang").Map().All() {
		om := en.Value.Map()
		own := readAttrs(om)
		if v := om.Get("else"); v.Exists() {
			t.lang[en.Key] = variants(first.with(own), readVariants(v), textAttrs{})
		} else {
			t.lang[en.Key] = variants(first, rest, own)
		}
		om.Done("a language of a text")
	}
	for _, key := range t.missing() {
		m.Errorf(source.CodeMissingKey, "key %q is missing", key)
	}
	return t
}

func readVariants(v source.Value) []textAttrs {
	var out []textAttrs
	for _, item := range v.List() {
		m := item.Map()
		out = append(out, readAttrs(m))
		m.Done("a variant of a text")
	}
	return out
}

// variants lists the ways to set a text: the first, and what each of the rest
// changes of it, all with what own changes on top.
func variants(first textAttrs, rest []textAttrs, own textAttrs) []textAttrs {
	out := []textAttrs{first.with(own)}
	for _, a := range rest {
		out = append(out, first.with(a).with(own))
	}
	return out
}

// The words for how a text stands, the default first.
var (
	aligns  = []string{"left", "centre", "right"}
	valigns = []string{"top", "middle", "bottom", "centre"}
)

func readAttrs(m *source.Map) textAttrs {
	a := textAttrs{
		width: readNum(m.Get("width")), height: readNum(m.Get("height")), weight: readNum(m.Get("weight")),
		lead: readNum(m.Get("lead")), leading: readNum(m.Get("leading")), lines: readNum(m.Get("lines")),
		tracking: readNum(m.Get("tracking")), turn: readNum(m.Get("rotate")), fill: readWord(m.Get("fill")),
		align: readChoice(m.Get("align"), "alignment", aligns), valign: readChoice(m.Get("valign"), "alignment", valigns),
		upper: readFlag(m.Get("upper")), running: readFlag(m.Get("running")), hyphens: readFlag(m.Get("hyphens")),
	}
	if v := m.Get("figures"); v.Exists() {
		a.figures = figures{v.Pos(), layout.ReadFigures(v)}
	}
	if v := m.Get("at"); v.Exists() {
		a.at = readPair(v)
	}
	if v := m.Get("size"); v.IsList() {
		a.size = readPair(v)
	} else if v.Exists() {
		n := readNum(v)
		a.size = [2]num{n, n}
	}
	return a
}

func readFlag(v source.Value) tristate {
	switch {
	case !v.Exists():
		return unset
	case v.Flag():
		return flagOn
	}
	return flagOff
}

// missing lists the keys no variant may lack; a text that is only measured
// needs no place.
func (t *textElement) missing() []string {
	var keys []string
	lacks := func(key string, of func(a textAttrs) bool) {
		all := slices.Clone(t.variants)
		for _, list := range t.lang {
			all = append(all, list...)
		}
		if slices.ContainsFunc(all, of) {
			keys = append(keys, key)
		}
	}
	lacks("size", func(a textAttrs) bool { return a.size[0].pos == source.Pos{} })
	lacks("at", func(a textAttrs) bool { return a.fill.set() && a.at[0].pos == source.Pos{} })
	return keys
}
