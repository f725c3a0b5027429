package compose

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose/expr"
)

// templateFormat is the version read.
const templateFormat = 1

// The codes of the problems readers find, besides those of catalog/source.
const (
	codeExpression = "expression"
	codeElement    = "element" // an entry of a draw list is not drawable
	codeSize       = "size"
	codeNumbers    = "numbers" // too few or too many
	codePath       = "path"
)

// maxSide bounds the size of a piece or page, mm.
const maxSide = 2000

// maxBleed bounds the bleed, mm.
const maxBleed = 20

// A template is a compiled template file.
type template struct {
	size    layout.Size
	bleed   layout.Length
	items   []element
	symbols map[string]*symbolDef
	mirror  bool     // drawn the other way round for languages that run from the right
	without []string // fields that read as nothing in a deck that has no such field
}

// readTemplate reads a template. paper is what pages fill; size is that of the
// pieces if it is not the template's own, which the template has to allow.
func readTemplate(fsys fs.FS, name string, paper, size layout.Size, ps *source.Problems) *template {
	root, ok := source.ReadFile(fsys, name, ps)
	if !ok {
		return nil
	}
	m := root.Map()
	if !m.Format(templateFormat) {
		return nil
	}
	t := &template{size: readPageSize(m.Need("size"), paper), bleed: layout.MM(m.Get("bleed").Float(0, maxBleed))}
	if any := m.Get("any-size"); size != (layout.Size{}) {
		if !any.Flag() {
			m.Errorf(codeSize, "pieces of this template have one size").Hint = "a template with any-size: true has others, see kitpress list templates"
		}
		t.size = size
	} else {
		any.Flag()
	}
	t.without = m.Get("optional").Texts()
	t.mirror = !m.Has("mirror") || m.Get("mirror").Flag()
	t.symbols = readSymbolMap(m.Get("symbols"))
	t.items = gatherStatic(readElements(m.Need("draw")), layout.Rect{W: t.size.W, H: t.size.H}, t.bleed)
	m.Done("a template")
	return t
}

// The words for a page as large as the paper of the kit.
const (
	sizePortrait  = "portrait"
	sizeLandscape = "landscape"
)

// readPageSize reads the size of a piece or of a page that fills the paper.
func readPageSize(v source.Value, paper layout.Size) layout.Size {
	if !v.Exists() || v.IsList() || v.IsMap() {
		return readSize(v)
	}
	switch v.Literal() {
	case sizePortrait:
		return layout.Size{W: min(paper.W, paper.H), H: max(paper.W, paper.H)}
	case sizeLandscape:
		return layout.Size{W: max(paper.W, paper.H), H: min(paper.W, paper.H)}
	}
	v.Errorf(codeSize, "%q is no size", v.Literal()).Hint = "write width and height in mm, or portrait or landscape for a page as large as the paper"
	return layout.Size{}
}

func readSize(v source.Value) layout.Size {
	list := v.List()
	if len(list) == 2 {
		return layout.Size{W: layout.MM(list[0].Float(1, maxSide)), H: layout.MM(list[1].Float(1, maxSide))}
	}
	if v.IsList() {
		v.Errorf(codeSize, "a size is two numbers, width and height in mm")
	}
	return layout.Size{}
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
	for en := range v.Map().All() {
		s := en.Value.Map()
		out[en.Key] = &symbolDef{name: en.Key, size: readSize(s.Need("size")), args: s.Get("args").Texts(), items: readElements(s.Need("draw"))}
		s.Done("a symbol")
	}
	return out
}

// readNums reads exactly as many numbers as wanted; nil when there are others.
func readNums(v source.Value, want int) []num {
	list := v.List()
	if len(list) != want {
		if v.IsList() {
			v.Errorf(codeNumbers, "want %d numbers, found %d", want, len(list))
		}
		return nil
	}
	return readNumList(list)
}

func readNumList(list []source.Value) []num {
	out := make([]num, len(list))
	for i, item := range list {
		out[i] = readNum(item)
	}
	return out
}

// readPair reads two numbers. What is wrong with them is reported; they count
// as given all the same.
func readPair(v source.Value) [2]num {
	if n := readNums(v, 2); n != nil {
		return [2]num{n[0], n[1]}
	}
	return [2]num{{pos: v.Pos()}, {pos: v.Pos()}}
}

func readNum(v source.Value) num { return num{x: readExpr(v), pos: v.Pos()} }

// readValue reads an expression that gives any kind of value.
func readValue(v source.Value) word { return word{x: readExpr(v), pos: v.Pos()} }

func readExpr(v source.Value) expr.Expr {
	text := v.Text()
	if text == "" {
		return nil
	}
	return compiled(v, expr.Parse, text)
}

func readWord(v source.Value) word {
	if !v.Exists() {
		return word{}
	}
	return word{x: compiled(v, expr.ParseText, v.TextOrEmpty()), pos: v.Pos()}
}

// compiled compiles an expression or text and points at the character that is
// wrong, if it stands in the file as it is read.
func compiled(v source.Value, parse func(string) (expr.Expr, error), text string) expr.Expr {
	x, err := parse(text)
	if err == nil {
		return x
	}
	p := v.Errorf(codeExpression, "%v", err)
	var se *expr.SyntaxError
	if !errors.As(err, &se) {
		return nil
	}
	if shift, ok := offsetIn(p.Excerpt, p.Pos.Col, text); ok {
		p.Pos.Col += shift + se.Column() - 1
		p.Message = se.Msg
	}
	return nil
}

// offsetIn returns how many characters behind col of a source line text
// begins: 1 when it stands in quotes. It fails for texts over several lines
// and those written otherwise than they read.
func offsetIn(line string, col int, text string) (int, bool) {
	for i := 1; i < col && line != ""; i++ {
		_, n := utf8.DecodeRuneInString(line)
		line = line[n:]
	}
	if strings.HasPrefix(line, text) {
		return 0, true
	}
	if len(line) > 0 && (line[0] == '"' || line[0] == '\'') && strings.HasPrefix(line[1:], text) {
		return 1, true
	}
	return 0, false
}

// readChoice reads a word out of a list. One that depends on the card is
// looked at when it is drawn.
func readChoice(v source.Value, what string, known []string) word {
	w := readWord(v)
	if x, ok := w.x.(expr.Literal); ok && !slices.Contains(known, expr.StringOf(x.Value)) {
		v.OneOf(what, known...)
	}
	return w
}

func readBindings(v source.Value) []binding {
	var out []binding
	for en := range v.Map().All() {
		out = append(out, binding{en.Key, readWord(en.Value)})
	}
	return out
}

// HasTemplate reports whether there is a template of that id, in the size the
// id names, if any.
func (l *Library) HasTemplate(id string) bool {
	id, size, sized := strings.Cut(id, "@")
	if _, ok := l.Size(size); sized && !ok {
		return false
	}
	_, ok := l.open(templateFile(id))
	return ok && isTemplate(id)
}

// sizesFile names the sizes of cards.
const sizesFile = "sizes.yaml"

var sizeForm = source.Pattern(`^([0-9]{2,3}(?:\.[0-9]+)?)x([0-9]{2,3}(?:\.[0-9]+)?)$`)

// SizeNames returns the names of the sizes of cards, sorted.
func (l *Library) SizeNames() []string { return slices.Sorted(maps.Keys(l.sizes())) }

// Size returns the size behind the @ of a template's id: a name, or width x
// height in mm.
func (l *Library) Size(name string) (layout.Size, bool) {
	if size, ok := l.sizes()[name]; ok {
		return size, true
	}
	m := sizeForm().FindStringSubmatch(name)
	if m == nil {
		return layout.Size{}, false
	}
	w, _ := strconv.ParseFloat(m[1], 64)
	h, _ := strconv.ParseFloat(m[2], 64)
	return layout.Size{W: layout.MM(w), H: layout.MM(h)}, true
}

// readSizes reads sizes.yaml, which has no problems, a test says.
func readSizes(shipped fs.FS) (sizes map[string]layout.Size, ps source.Problems) {
	sizes = map[string]layout.Size{}
	root, _ := source.ReadFile(shipped, sizesFile, &ps)
	m := root.Map()
	m.Format(templateFormat)
	for e := range m.Need("sizes").Map().All() {
		sizes[e.Key] = readSize(e.Value)
	}
	m.Done(sizesFile)
	return sizes, ps
}
