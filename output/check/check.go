package check

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/shape"
)

// maxSide is the longest side of a page, the longest PDF 1.7 allows.
const maxSide = 5080 * layout.Millimetre

// maxDepth limits how deep groups and symbols may nest.
const maxDepth = 64

// maxProblems is the number of problems one error names.
const maxProblems = 10

// Document checks all pages of a document and that its links lead somewhere.
func Document(d *layout.Document) error {
	if err := Pages(d); err != nil {
		return err
	}
	c := newChecker()
	for i := range d.Pages {
		c.items(d.Pages[i].Scene.Items, 0)
	}
	for _, l := range c.links {
		if l.URL == "" && !c.anchors[l.Anchor] {
			c.fail(l.Origin, fmt.Errorf("link to %q: there is no such place in the document", l.Anchor))
		}
	}
	return errors.Join(c.problems...)
}

// Scene checks a scene by itself. Links may lead to places outside it.
func Scene(s *layout.Scene) error {
	if err := size(s); err != nil {
		return fmt.Errorf("scene %w", err)
	}
	c := newChecker()
	c.items(s.Items, 0)
	return errors.Join(c.problems...)
}

// Pages checks that a document has pages and that each has a scene and a size.
func Pages(d *layout.Document) error {
	if len(d.Pages) == 0 {
		return errors.New("document has no pages")
	}
	for i, page := range d.Pages {
		if err := size(page.Scene); err != nil {
			return fmt.Errorf("page %d %w", i+1, err)
		}
	}
	return nil
}

func size(s *layout.Scene) error {
	if s == nil {
		return errors.New("is empty: it has no scene")
	}
	if s := s.Size; s.W <= 0 || s.H <= 0 || s.W > maxSide || s.H > maxSide {
		return fmt.Errorf("is %s × %s mm: sides must be between 0 and %s mm", s.W, s.H, maxSide)
	}
	return nil
}

// A checker walks the items of a document.
type checker struct {
	problems []error
	symbols  map[*layout.Symbol]bool // true while it is walked
	anchors  map[string]bool
	links    []*layout.Link
}

func newChecker() *checker {
	return &checker{symbols: map[*layout.Symbol]bool{}, anchors: map[string]bool{}}
}

// fail notes a problem with the item that came from the catalog line at.
func (c *checker) fail(at source.Pos, err error) {
	if err == nil || len(c.problems) >= maxProblems {
		return
	}
	if at != (source.Pos{}) {
		err = fmt.Errorf("%s: %w", at, err)
	}
	c.problems = append(c.problems, err)
}

func (c *checker) items(items []layout.Item, depth int) {
	if depth > maxDepth {
		c.fail(source.Pos{}, fmt.Errorf("drawing nests more than %d deep", maxDepth))
		return
	}
	for _, item := range items {
		c.item(item, depth)
	}
}

func (c *checker) item(item layout.Item, depth int) {
	switch it := item.(type) {
	case *layout.Text:
		c.fail(it.Origin, text(it))
	case *layout.Path:
		c.fail(it.Origin, Path(it))
	case *layout.QR:
		c.fail(it.Origin, QR(it))
	case *layout.Image:
		c.fail(it.Origin, Picture(it))
	case *layout.Link:
		c.fail(it.Origin, Link(it))
		c.links = append(c.links, it)
	case *layout.Anchor:
		c.anchors[it.Name] = true
	case *layout.Group:
		if it.Clip != nil {
			c.fail(source.Pos{}, outline(*it.Clip))
		}
		c.items(it.Items, depth+1)
	case *layout.Use:
		c.use(it, depth)
	default:
		c.fail(source.Pos{}, fmt.Errorf("unknown item %T", item))
	}
}

func (c *checker) use(u *layout.Use, depth int) {
	if u.Symbol == nil {
		c.fail(source.Pos{}, errors.New("use of no symbol"))
		return
	}
	open, known := c.symbols[u.Symbol]
	if open {
		c.fail(source.Pos{}, fmt.Errorf("symbol %q uses itself", u.Symbol.Name))
	}
	if known {
		return
	}
	c.symbols[u.Symbol] = true
	c.items(u.Symbol.Items, depth+1)
	c.symbols[u.Symbol] = false
}

func text(t *layout.Text) error {
	if t.Face == nil {
		return fmt.Errorf("text %q has no font", t.Content)
	}
	if t.Size <= 0 {
		return fmt.Errorf("text %q has no size", t.Content)
	}
	var err error
	t.Words(func(w *shape.Word) {
		if r := w.Lacks(); r != 0 && err == nil {
			err = fmt.Errorf("font %s: no glyph for %U %q", t.Face.ID, r, r)
		}
	})
	return err
}

// Path checks a shape and its line.
func Path(it *layout.Path) error {
	if it.Stroke != nil && (it.Stroke.Width <= 0 || it.Stroke.Paint == nil) {
		return errors.New("line without a width or a colour")
	}
	return outline(it.Outline)
}

func outline(o layout.Outline) error {
	points := 0
	for _, v := range o.Verbs {
		points += pointsOf(v)
	}
	if points != len(o.Points) {
		return fmt.Errorf("shape with %d points where its steps need %d", len(o.Points), points)
	}
	if len(o.Verbs) > 0 && o.Verbs[0] != layout.MoveTo {
		return errors.New("shape that does not begin with a move")
	}
	return nil
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

// QR checks a code.
func QR(it *layout.QR) error {
	if it.Code == nil || it.Module <= 0 {
		return errors.New("QR code without a pattern or a size")
	}
	return nil
}

// Link refuses links that do more than open a page in a browser: files come
// from packs their reader knows nothing about.
func Link(l *layout.Link) error {
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

// ascii reports whether s has printable ASCII characters only.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Picture refuses an image without a picture. Layout has read the file, so this
// only guards against mistakes.
func Picture(it *layout.Image) error {
	if it.Picture == nil || len(it.Picture.File) == 0 {
		return errors.New("image without a picture")
	}
	return nil
}
