package pdf

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/layout"
)

// An element is a part of the structure of the whole document.
type element struct {
	tag    layout.Tag
	parent *element
	kids   []piece
	ref    ref
	page   int // of its first content, -1 for none
	boxes  []pageBox
	text   string
}

// A piece of an element is another element, marked content or a link.
type piece struct {
	element *element
	page    int
	content int // marked content identifier
	link    ref // 0 for none
}

type pageBox struct {
	page int
	box  layout.Rect
}

// standardRoles are the structure types a tag may name.
var standardRoles = map[string]bool{
	"Document": true, "Part": true, "Sect": true, "Div": true, "BlockQuote": true, "TOC": true, "TOCI": true, "Note": true,
	"H1": true, "H2": true, "H3": true, "H4": true, "H5": true, "H6": true, "P": true,
	"L": true, "LI": true, "Lbl": true, "LBody": true,
	"Table": true, "THead": true, "TBody": true, "TFoot": true, "TR": true, "TH": true, "TD": true,
	"Figure": true, "Caption": true, "Span": true, "Link": true, "Quote": true, "Code": true, "Reference": true,
}

// A structure is the merged structure of all pages.
type structure struct {
	root    *element
	byID    map[int]*element
	of      map[*node]*element
	ordered []*element // as in the file, root first
	err     error
}

// mergeStructure joins the structures of the pages: nodes with the same ID
// become one element.
func (d *finisher) mergeStructure() (*structure, error) {
	root := &element{tag: layout.Tag{Role: "Document"}, page: -1}
	s := &structure{root: root, byID: map[int]*element{}, of: map[*node]*element{}, ordered: []*element{root}}
	for page, drawing := range d.drawings {
		s.of[drawing.root] = root
		s.merge(root, drawing.root, page, d.linkRefs[page])
	}
	return s, s.err
}

// merge adds what a node of a page holds to an element.
func (s *structure) merge(e *element, n *node, page int, links []ref) {
	e.text += n.text
	if n.box != (layout.Rect{}) {
		e.boxes = append(e.boxes, pageBox{page, n.box})
	}
	for _, k := range n.kids {
		switch {
		case k.node != nil:
			s.merge(s.elementOf(k.node, e), k.node, page, links)
		case k.link > 0:
			e.kids = append(e.kids, piece{page: page, link: links[k.link-1]})
			e.onPage(page)
		default:
			e.kids = append(e.kids, piece{page: page, content: k.content})
			e.onPage(page)
		}
	}
}

func (e *element) onPage(page int) {
	if e.page < 0 {
		e.page = page
	}
}

// elementOf returns the element a node is part of: the one with its ID when
// there is one, else a new one where the tag says or under the enclosing one.
func (s *structure) elementOf(n *node, enclosing *element) *element {
	if e := s.byID[n.tag.ID]; e != nil {
		s.of[n] = e
		return e
	}
	parent := enclosing
	if n.tag.Under != 0 {
		parent = s.byID[n.tag.Under]
	}
	if parent == nil {
		s.fail(fmt.Errorf("tag %q is under %d, which no tag before it has as its ID", n.tag.Role, n.tag.Under))
		parent = enclosing
	}
	if !standardRoles[n.tag.Role] {
		s.fail(fmt.Errorf("tag %q is no standard structure type", n.tag.Role))
	}
	e := &element{tag: n.tag, parent: parent, page: -1}
	parent.kids = append(parent.kids, piece{element: e})
	if n.tag.ID != 0 {
		s.byID[n.tag.ID] = e
	}
	s.of[n] = e
	s.ordered = append(s.ordered, e)
	return e
}

func (s *structure) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// structTree writes the structure and returns the object that holds it.
func (d *finisher) structTree(s *structure) ref {
	tree := d.file.reserve()
	for _, e := range s.ordered {
		e.ref = d.file.reserve()
	}
	for _, e := range s.ordered {
		d.file.set(e.ref, d.elementDict(e, tree))
	}
	var nums strings.Builder
	for page, drawing := range d.drawings {
		fmt.Fprintf(&nums, "%d[", page)
		for i, n := range drawing.owners {
			if i > 0 {
				nums.WriteByte(' ')
			}
			nums.WriteString(s.of[n].ref.String())
		}
		nums.WriteByte(']')
	}
	next := len(d.drawings)
	for _, drawing := range d.drawings {
		for _, l := range drawing.links {
			fmt.Fprintf(&nums, "%d %v ", next, s.of[l.owner].ref)
			next++
		}
	}
	parents := d.file.add("<</Nums[" + nums.String() + "]>>")
	d.file.set(tree, fmt.Sprintf("<</Type/StructTreeRoot/K %v/ParentTree %v/ParentTreeNextKey %d>>", s.root.ref, parents, next))
	return tree
}

func (d *finisher) elementDict(e *element, tree ref) string {
	parent := tree
	if e.parent != nil {
		parent = e.parent.ref
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<</S/%s/P %v", e.tag.Role, parent)
	if e.page >= 0 {
		fmt.Fprintf(&b, "/Pg %v", d.pages[e.page])
	}
	if e.tag.Alt != "" {
		b.WriteString("/Alt" + textString(e.tag.Alt))
	}
	b.WriteString(d.attributes(e))
	b.WriteString("/K[")
	for i, k := range e.kids {
		if i > 0 {
			b.WriteByte(' ')
		}
		switch {
		case k.element != nil:
			b.WriteString(k.element.ref.String())
		case k.link != 0:
			fmt.Fprintf(&b, "<</Type/OBJR/Pg %v/Obj %v>>", d.pages[k.page], k.link)
		case k.page == e.page:
			fmt.Fprint(&b, k.content)
		default:
			fmt.Fprintf(&b, "<</Type/MCR/Pg %v/MCID %d>>", d.pages[k.page], k.content)
		}
	}
	b.WriteString("]>>")
	return b.String()
}

// attributes returns what a reader needs to know about some elements: which
// cells a heading is for, how a list is numbered, where a figure is.
func (d *finisher) attributes(e *element) string {
	switch e.tag.Role {
	case "TH":
		return "/A<</O/Table/Scope/" + scope(e) + ">>"
	case "L":
		if n := numbering(e); n != "" {
			return "/A<</O/List/ListNumbering/" + n + ">>"
		}
	case "Figure":
		if len(e.boxes) == 1 {
			r, height := e.boxes[0].box, d.doc.Pages[e.boxes[0].page].Scene.Size.H
			return fmt.Sprintf("/A<</O/Layout/BBox[%s %s %s %s]>>",
				points(int64(r.X)), points(int64(height-r.Bottom())), points(int64(r.Right())), points(int64(height-r.Y)))
		}
	}
	return ""
}

// scope tells a heading of a row, which has other cells beside it, from one
// of a column.
func scope(e *element) string {
	for _, k := range e.parent.kids {
		if k.element != nil && k.element.tag.Role == "TD" {
			return "Row"
		}
	}
	return "Column"
}

// numbering tells from its first label how a list is numbered, "" when it
// has no labels.
func numbering(list *element) string {
	for _, item := range list.kids {
		if item.element == nil {
			continue
		}
		for _, k := range item.element.kids {
			if k.element == nil || k.element.tag.Role != "Lbl" {
				continue
			}
			return numberingOf(strings.Trim(k.element.text, " .:()"))
		}
	}
	return ""
}

// numberingOf tells what kind of number a label is: "3", "b", "R7", or a
// bullet.
func numberingOf(label string) string {
	last, size := utf8.DecodeLastRuneInString(label)
	switch {
	case unicode.IsDigit(last):
		return "Decimal"
	case size == len(label) && unicode.IsUpper(last):
		return "UpperAlpha"
	case size == len(label) && unicode.IsLower(last):
		return "LowerAlpha"
	}
	return "Disc"
}

// accessible reports whether a document keeps to PDF/UA-1 as far as its
// structure shows: a title, a language, text for every figure, no heading
// level left out.
func accessible(d *layout.Document, s *structure) bool {
	if d.Title == "" || d.Lang == "" {
		return false
	}
	level := 0
	for _, e := range s.reading(s.root, nil) {
		role := e.tag.Role
		if role == "Figure" && e.tag.Alt == "" {
			return false
		}
		if len(role) == 2 && role[0] == 'H' && role[1] >= '1' && role[1] <= '6' {
			n := int(role[1] - '0')
			if n > level+1 {
				return false
			}
			level = n
		}
	}
	return true
}

// reading appends an element and all below it in reading order.
func (s *structure) reading(e *element, list []*element) []*element {
	list = append(list, e)
	for _, k := range e.kids {
		if k.element != nil {
			list = s.reading(k.element, list)
		}
	}
	return list
}
