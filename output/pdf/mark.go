package pdf

import (
	"strconv"
	"unicode/utf8"

	"kitpress/layout"
)

// A node is a part of the structure of a page: a tagged group. Nodes of
// different pages become one element when their tags have the same ID.
type node struct {
	tag  layout.Tag
	kids []kid
	box  layout.Rect // what a figure covers, on the page
	text string      // what is written in it, as far as maxLabel
}

// A kid of a node is another node, a piece of marked content, or a link.
type kid struct {
	node    *node
	content int // marked content identifier
	link    int // index of the page's links, from 1; 0 for none
}

// maxLabel is how much of a text is kept, in bytes: enough for the label of a
// list item and the words of a link.
const maxLabel = 80

// artifact stands for everything a reader who listens should not hear.
const artifact = "Artifact"

// A marker keeps track of what the content of a tagged page belongs to.
type marker struct {
	on     bool
	root   *node
	owners []*node
	node   *node // what is drawn now belongs to; nil for an artifact
	figure *node // innermost figure around it
	hidden bool  // inside an artifact

	open   bool
	opened *node // what the open marked content belongs to
	depth  int   // open q when it was opened

	lastRune rune // last written in the open marked content; 0 for none
	lastY    int64
}

func (m *marker) start(tagged bool) {
	if tagged {
		m.on, m.root = true, &node{}
	}
}

// pause stops tags from having a meaning until the result is called.
func (m *marker) pause() (resume func()) {
	before := m.hidden
	m.hidden = true
	return func() { m.hidden = before }
}

// wrote notes the end of a text.
func (m *marker) wrote(text string, y int64) {
	if !m.on {
		return
	}
	m.lastRune, _ = utf8.DecodeLastRuneInString(text)
	m.lastY = y
	if m.node != nil && len(m.node.text)+len(text) <= maxLabel {
		m.node.text += text
	}
}

// enter begins a tagged group and returns the function that ends it.
func (c *canvas) enter(tag *layout.Tag) (leave func()) {
	m := &c.marks
	if !m.on || m.hidden {
		return func() {}
	}
	node0, figure, hidden := m.node, m.figure, m.hidden
	if tag.Role == artifact {
		m.node, m.hidden = nil, true
	} else {
		n := &node{tag: *tag}
		parent := m.node
		if parent == nil {
			parent = m.root
		}
		parent.kids = append(parent.kids, kid{node: n})
		m.node = n
		if tag.Role == "Figure" {
			m.figure = n
		}
	}
	return func() { m.node, m.figure, m.hidden = node0, figure, hidden }
}

// beginMark says what the next thing drawn belongs to.
func (c *canvas) beginMark() {
	m := &c.marks
	if !m.on || m.open && m.opened == m.node {
		return
	}
	c.closeMark()
	m.open, m.opened, m.depth, m.lastRune = true, m.node, c.depth, 0
	if m.node == nil {
		c.str("/Artifact BMC\n")
		return
	}
	id := len(m.owners)
	m.owners = append(m.owners, m.node)
	m.node.kids = append(m.node.kids, kid{content: id})
	c.str("/" + m.node.tag.Role + "<</MCID ")
	c.content = strconv.AppendInt(c.content, int64(id), 10)
	c.str(">>BDC\n")
}

// closeMark ends the open marked content, and the text object with it.
func (c *canvas) closeMark() {
	c.closeText()
	if c.marks.open {
		c.marks.open = false
		c.str("EMC\n")
	}
}

// splitMark ends the open marked content before a q when it could not go on
// until after the matching Q: both stay properly nested, and a figure of many
// groups is still one piece.
func (c *canvas) splitMark(items []layout.Item) {
	if m := &c.marks; m.open && (m.opened != m.node || !m.hidden && hasTags(items)) {
		c.closeMark()
	}
}

// hasTags reports whether items hold a tagged group.
func hasTags(items []layout.Item) bool {
	for _, item := range items {
		if g, ok := item.(*layout.Group); ok && (g.Tag != nil || hasTags(g.Items)) {
			return true
		}
	}
	return false
}

// closeMarkAt ends marked content that was opened at the given depth of q,
// so that both stay properly nested.
func (c *canvas) closeMarkAt(depth int) {
	if c.marks.open && c.marks.depth >= depth {
		c.closeMark()
	}
}

// touch notes that r, in the current coordinates, is covered by the figure.
func (c *canvas) touch(r layout.Rect) {
	n := c.marks.figure
	if n == nil {
		return
	}
	r = overlap(c.clip, c.page.Bounds(r))
	if r.W <= 0 || r.H <= 0 {
		return
	}
	if n.box == (layout.Rect{}) {
		n.box = r
		return
	}
	x, y := min(n.box.X, r.X), min(n.box.Y, r.Y)
	n.box = layout.Rect{X: x, Y: y, W: max(n.box.Right(), r.Right()) - x, H: max(n.box.Bottom(), r.Bottom()) - y}
}

// overlap returns what two rectangles have in common, of no size or less when
// that is nothing.
func overlap(a, b layout.Rect) layout.Rect {
	x, y := max(a.X, b.X), max(a.Y, b.Y)
	return layout.Rect{X: x, Y: y, W: min(a.Right(), b.Right()) - x, H: min(a.Bottom(), b.Bottom()) - y}
}

// link notes a link and gives it an element of its own.
func (c *canvas) link(l *layout.Link) {
	placed := placedLink{Link: l, rect: c.page.Bounds(l.Rect)}
	if m := &c.marks; m.on {
		owner := m.node
		if owner == nil {
			owner = m.root
		}
		if owner.tag.Role != "Link" {
			n := &node{tag: layout.Tag{Role: "Link"}}
			owner.kids = append(owner.kids, kid{node: n})
			owner = n
		}
		owner.kids = append(owner.kids, kid{link: len(c.links) + 1})
		placed.owner = owner
	}
	c.links = append(c.links, placed)
}
