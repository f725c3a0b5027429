package pdf

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"net/url"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
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
	tagged   bool
	fonts    []*font
	forms    []*form
	pictures []*picture

	faces    map[*layout.Face]*font
	symbols  map[*layout.Symbol]*form
	images   map[[sha256.Size]byte]*picture
	pages    form // stands for all pages
	problems []error
}

// A form is a symbol. It becomes a form XObject when name is set and is drawn
// in place otherwise.
type form struct {
	symbol *layout.Symbol
	name   string // "X1"
	uses   int
	size   int  // bytes it takes when drawn, estimated
	places bool // holds links or anchors, which exist once per use
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
	name string // "I1"
	png  []byte
}

// collect walks a document and returns its plan.
func collect(d *layout.Document) (*plan, error) {
	p := &plan{
		tagged:  d.Tagged,
		faces:   map[*layout.Face]*font{},
		symbols: map[*layout.Symbol]*form{},
		images:  map[[sha256.Size]byte]*picture{},
	}
	for i := range d.Pages {
		p.items(d.Pages[i].Scene.Items, at{in: &p.pages, scale: 1})
	}
	for _, f := range p.fonts {
		if p.tagged {
			f.useSpace()
		}
		if err := f.prepare(); err != nil {
			p.fail(source.Pos{}, err)
		}
	}
	if len(p.problems) > 0 {
		return nil, errors.Join(p.problems...)
	}
	p.pages.enlarge(1)
	p.nameForms()
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
		if it.Code == nil || it.Module <= 0 {
			p.fail(it.Origin, errors.New("QR code without a pattern or a size"))
		}
		return 2000, false
	case *layout.Image:
		p.image(it)
		return 40, false
	case *layout.Link:
		if err := checkLink(it); err != nil {
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
		f = &font{face: t.Face, name: fmt.Sprintf("F%d", len(p.fonts)+1)}
		p.faces[t.Face] = f
		p.fonts = append(p.fonts, f)
	}
	f.use(t.Content)
	return 20 + 2*len(t.Content)
}

func (p *plan) path(it *layout.Path) int {
	if it.Stroke != nil && (it.Stroke.Width <= 0 || it.Stroke.Paint == nil) {
		p.fail(it.Origin, errors.New("line without a width or a colour"))
	}
	points := 0
	for _, v := range it.Outline.Verbs {
		points += pointsOf(v)
	}
	if points != len(it.Outline.Points) {
		p.fail(it.Origin, fmt.Errorf("shape with %d points where its steps need %d", len(it.Outline.Points), points))
	}
	return 10 + 9*points
}

// pointsOf returns the number of points a step of an outline takes.
func pointsOf(v layout.Verb) int {
	switch v {
	case layout.CubicTo:
		return 3
	case layout.Close:
		return 0
	}
	return 1
}

func (p *plan) image(it *layout.Image) {
	if err := checkPNG(it.PNG); err != nil {
		p.fail(it.Origin, err)
		return
	}
	key := sha256.Sum256(it.PNG)
	if p.images[key] == nil {
		pic := &picture{name: fmt.Sprintf("I%d", len(p.pictures)+1), png: it.PNG}
		p.images[key] = pic
		p.pictures = append(p.pictures, pic)
	}
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
	where.in.inside = append(where.in.inside, use{f, where.scale * magnification(u.Transform)})
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

// nameForms decides which symbols become objects of their own.
func (p *plan) nameForms() {
	all := p.forms
	p.forms = nil
	for _, f := range all {
		if f.uses > 1 && f.size >= formMin && !f.places {
			p.forms = append(p.forms, f)
			f.name = fmt.Sprintf("X%d", len(p.forms))
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

// checkLink refuses links that do more than open a page in a browser: files
// come from packs their reader knows nothing about.
func checkLink(l *layout.Link) error {
	if l.URL == "" {
		if l.Anchor == "" {
			return errors.New("link that leads nowhere")
		}
		return nil
	}
	u, err := url.Parse(l.URL)
	switch {
	case err != nil:
		return fmt.Errorf("link %q: %w", l.URL, err)
	case u.Scheme != "https" || u.Hostname() == "" || u.User != nil:
		return fmt.Errorf("link %q: only https:// addresses without a user name are allowed", l.URL)
	case !ascii(l.URL) || strings.ContainsAny(l.URL, ` "<>\^{|}`+"`"):
		return fmt.Errorf("link %q: characters outside ASCII must be percent-encoded", l.URL)
	}
	return nil
}

// checkPNG refuses what fpdf would choke on. Layout has made the picture, so
// this only guards against mistakes.
func checkPNG(file []byte) error {
	if len(file) < 33 || string(file[:8]) != "\x89PNG\r\n\x1a\n" || string(file[12:16]) != "IHDR" {
		return errors.New("picture is no PNG file")
	}
	width, height, depth, colours, interlaced := be32(file, 16), be32(file, 20), file[24], file[25], file[28]
	if width*height == 0 || width > 20000 || height > 20000 {
		return fmt.Errorf("picture of %d × %d pixels: sides must be between 1 and 20000", width, height)
	}
	if depth > 8 || colours > 3 || interlaced != 0 {
		return errors.New("picture must have 8 bits, no transparency and no interlacing")
	}
	return nil
}

// picture returns the plan's picture for an image.
func (p *plan) picture(it *layout.Image) *picture { return p.images[sha256.Sum256(it.PNG)] }
