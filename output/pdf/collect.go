package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/output/check"
	"kitpress/output/icc"
)

// maxDepth limits how deep groups and symbols may nest.
const maxDepth = 64

// formMin is the size, in bytes of a content stream, from which a drawing
// that is used more than once is worth an object of its own.
const formMin = 160

// maxProblems is the number of problems one error names.
const maxProblems = 10

// A plan is everything a document uses. It is complete before anything is
// drawn and only read afterwards.
type plan struct {
	profile  *icc.Profile // colours are inks; nil for those of screens
	plain    bool         // PDF/X-1a:2003
	tagged   bool
	spaces   bool // some page is drawn as one of a tagged document
	fonts    []*font
	forms    []*form
	pictures []*picture

	faces    map[*layout.Face]*font
	symbols  map[*layout.Symbol]*form
	images   map[*layout.Picture]*picture
	files    map[uint32][]*picture // by their sum
	pages    form                  // stands for all pages
	problems []error
}

// A form is a symbol. It becomes a form XObject when it has a number and is
// drawn in place otherwise.
type form struct {
	symbol *layout.Symbol
	number int // among the forms, from 1; 0 when it is drawn in place
	uses   int
	size   int  // bytes it takes when drawn, estimated
	places bool // holds links or anchors, which exist once per use
	page   bool // is drawn as a page of a tagged document
	open   bool // being walked
	inside []use
	scale  float64 // the largest it is drawn at on paper
}

// A use is a symbol used in another one at a scale.
type use struct {
	form  *form
	scale float64
}

// A picture is a raster image.
type picture struct {
	*layout.Picture
	name string // for messages, "I1"
}

// collect walks a document and returns its plan.
func collect(d *layout.Document) (*plan, error) {
	p := &plan{
		tagged:  d.Tagged,
		faces:   map[*layout.Face]*font{},
		symbols: map[*layout.Symbol]*form{},
		images:  map[*layout.Picture]*picture{},
		files:   map[uint32][]*picture{},
	}
	for i := range d.Pages {
		p.items(d.Pages[i].Scene.Items, at{in: &p.pages, scale: 1})
	}
	for i := range d.Spare {
		p.spare(d.Spare[i].Scene.Items, 0)
	}
	for _, f := range p.fonts {
		if p.tagged || p.spaces {
			f.use(&layout.Text{Face: f.face, Content: " "})
		}
		if err := f.prepare(); err != nil {
			p.fail(source.Pos{}, err)
		}
	}
	if len(p.problems) > 0 {
		return nil, errors.Join(p.problems...)
	}
	p.pages.enlarge(1)
	p.numberForms()
	return p, nil
}

// fail notes a problem with the item that came from the catalog line at.
func (p *plan) fail(at source.Pos, err error) {
	if len(p.problems) >= maxProblems {
		return
	}
	if at != (source.Pos{}) {
		err = fmt.Errorf("%s: %w", at, err)
	}
	p.problems = append(p.problems, err)
}

// at is where in a document an item is.
type at struct {
	in    *form
	scale float64 // within it
	depth int
}

// items walks items, returns how many bytes they will take, and whether
// there are links or anchors among them.
func (p *plan) items(items []layout.Item, where at) (size int, places bool) {
	if where.depth > maxDepth {
		p.fail(source.Pos{}, fmt.Errorf("drawing nests more than %d deep", maxDepth))
		return 0, false
	}
	for _, item := range items {
		n, place := p.item(item, where)
		size, places = size+n, places || place
	}
	return size, places
}

func (p *plan) item(item layout.Item, where at) (size int, places bool) {
	switch it := item.(type) {
	case *layout.Text:
		return p.text(it), false
	case *layout.Path:
		return p.path(it), false
	case *layout.QR:
		if err := check.QR(it); err != nil {
			p.fail(it.Origin, err)
		}
		return 2000, false
	case *layout.Image:
		p.image(it)
		return 40, false
	case *layout.Link:
		if err := check.Link(it); err != nil {
			p.fail(it.Origin, err)
		}
		return 0, true
	case *layout.Anchor:
		return 0, true
	case *layout.Group:
		n, places := p.items(it.Items, at{where.in, where.scale * magnification(it.Transform), where.depth + 1})
		return n + 30, places
	case *layout.Use:
		return p.use(it, where)
	}
	p.fail(source.Pos{}, fmt.Errorf("unknown item %T", item))
	return 0, false
}

func (p *plan) text(t *layout.Text) int {
	if t.Face == nil {
		p.fail(t.Origin, fmt.Errorf("text %q has no font", t.Content))
		return 0
	}
	f := p.faces[t.Face]
	if f == nil {
		f = &font{face: t.Face}
		p.faces[t.Face] = f
		p.fonts = append(p.fonts, f)
	}
	f.use(t)
	return 20 + 2*len(t.Content)
}

// spare notes the texts of pages that are in another file of the same book.
func (p *plan) spare(items []layout.Item, depth int) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			if f := p.faces[it.Face]; f != nil {
				f.use(it)
			}
		case *layout.Group:
			p.spare(it.Items, depth+1)
		case *layout.Use:
			if depth < maxDepth {
				p.spare(it.Symbol.Items, depth+1)
			}
		}
	}
}

func (p *plan) path(it *layout.Path) int {
	if err := check.Path(it); err != nil {
		p.fail(it.Origin, err)
	}
	return 10 + 9*len(it.Outline.Points)
}

func (p *plan) image(it *layout.Image) {
	if err := check.Picture(it); err != nil {
		p.fail(it.Origin, err)
		return
	}
	if p.images[it.Picture] != nil {
		return
	}
	file := it.Picture.File
	key := crc32.ChecksumIEEE(file)
	alike := p.files[key]
	i := slices.IndexFunc(alike, func(of *picture) bool { return bytes.Equal(of.File, file) })
	if i < 0 {
		i = len(alike)
		alike = append(alike, &picture{Picture: it.Picture, name: fmt.Sprintf("I%d", len(p.pictures)+1)})
		p.files[key] = alike
		p.pictures = append(p.pictures, alike[i])
	}
	pic := alike[i]
	p.images[it.Picture] = pic
}

func (p *plan) use(u *layout.Use, where at) (size int, places bool) {
	if u.Symbol == nil {
		p.fail(source.Pos{}, errors.New("use of no symbol"))
		return 0, false
	}
	f := p.symbols[u.Symbol]
	if f == nil {
		f = &form{symbol: u.Symbol, open: true}
		p.symbols[u.Symbol] = f
		p.forms = append(p.forms, f)
		f.size, f.places = p.items(u.Symbol.Items, at{in: f, scale: 1, depth: where.depth + 1})
		f.open = false
	} else if f.open {
		p.fail(source.Pos{}, fmt.Errorf("symbol %q uses itself", u.Symbol.Name))
	}
	f.uses++
	scale := where.scale * magnification(u.Transform)
	if f.page = u.Symbol.Page && !p.tagged; f.page {
		p.spaces, scale = true, 1 // drawn as large as in the document it is a page of
	}
	where.in.inside = append(where.in.inside, use{f, scale})
	return f.size + 40, f.places
}

// enlarge notes that a form is drawn at a scale, and what is inside with it.
func (f *form) enlarge(scale float64) {
	if scale <= f.scale {
		return
	}
	f.scale = scale
	for _, u := range f.inside {
		u.form.enlarge(scale * u.scale)
	}
}

// numberForms decides which symbols become objects of their own.
func (p *plan) numberForms() {
	all := p.forms
	p.forms = nil
	for _, f := range all {
		if f.page || f.uses > 1 && f.size >= formMin && !f.places {
			p.forms = append(p.forms, f)
			f.number = len(p.forms)
		}
	}
}

// magnification returns how many times larger m makes things.
func magnification(m layout.Matrix) float64 {
	m = orIdentity(m)
	return max(math.Hypot(m.A, m.B), math.Hypot(m.C, m.D))
}

// orIdentity lets groups that only carry a tag leave their transform out.
func orIdentity(m layout.Matrix) layout.Matrix {
	if m == (layout.Matrix{}) {
		return layout.Identity()
	}
	return m
}
