package pdf

import (
	"fmt"
	"strconv"
	"strings"

	"kitpress/layout"
)

// An entry is a bookmark with its place in the tree.
type entry struct {
	layout.Bookmark
	ref                     ref
	parent                  int // index, -1 for the top
	prev, next, first, last int // indices, -1 for none
	below                   int // all entries under it
}

// outline writes the bookmarks and returns the object that holds them, 0
// when there are none.
func (d *finisher) outline() (ref, error) {
	marks := d.doc.Bookmarks
	if len(marks) == 0 {
		return 0, nil
	}
	root := d.file.reserve()
	entries, top, err := d.outlineTree(marks)
	if err != nil {
		return 0, err
	}
	for i := range entries {
		entries[i].ref = d.file.reserve()
	}
	for _, e := range entries {
		d.file.set(e.ref, d.outlineEntry(e, entries, root))
	}
	d.file.set(root, fmt.Sprintf("<</Type/Outlines/First %v/Last %v/Count %d>>", entries[top.first].ref, entries[top.last].ref, len(entries)))
	return root, nil
}

// outlineTree links bookmarks by their levels. A bookmark may be at most one
// level below the one before it; a first one below the top is moved up.
func (d *finisher) outlineTree(marks []layout.Bookmark) (entries []entry, top entry, err error) {
	entries = make([]entry, len(marks))
	top = entry{first: -1, last: -1}
	at := func(i int) *entry {
		if i < 0 {
			return &top
		}
		return &entries[i]
	}
	var path []int // open entry by level
	for i, m := range marks {
		if m.Page < 0 || m.Page >= len(d.doc.Pages) {
			return nil, top, fmt.Errorf("bookmark %q leads to page %d of %d", m.Title, m.Page+1, len(d.doc.Pages))
		}
		path = path[:min(max(m.Level, 0), len(path))]
		e := entry{Bookmark: m, parent: -1, prev: -1, next: -1, first: -1, last: -1}
		if len(path) > 0 {
			e.parent = path[len(path)-1]
		}
		parent := at(e.parent)
		if parent.first < 0 {
			parent.first = i
		} else {
			e.prev = parent.last
			entries[e.prev].next = i
		}
		parent.last = i
		for _, open := range path {
			entries[open].below++
		}
		entries[i] = e
		path = append(path, i)
	}
	return entries, top, nil
}

func (d *finisher) outlineEntry(e entry, entries []entry, root ref) string {
	parent := root
	if e.parent >= 0 {
		parent = entries[e.parent].ref
	}
	b := fmt.Sprintf("<</Title%s/Parent %v/Dest%s", textString(e.Title), parent, d.destination(e.Page, layout.Point{Y: e.Y}))
	link := func(key string, i int) {
		if i >= 0 {
			b += fmt.Sprintf("/%s %v", key, entries[i].ref)
		}
	}
	link("Prev", e.prev)
	link("Next", e.next)
	link("First", e.first)
	link("Last", e.last)
	if e.below > 0 {
		b += "/Count " + strconv.Itoa(e.below)
	}
	return b + ">>"
}

// destination returns the place on a page a link or a bookmark leads to.
func (d *finisher) destination(page int, at layout.Point) string {
	height := d.doc.Pages[page].Scene.Size.H
	return fmt.Sprintf("[%v/XYZ %s %s null]", d.pages[page], points(int64(at.X)), points(int64(height-at.Y)))
}

// A target is where an anchor is.
type target struct {
	page int
	at   layout.Point
}

// annotations writes the links of a page and returns them as an array, ""
// for none.
func (d *finisher) annotations(page int) (string, error) {
	if d.plan.profile != nil { // PDF/X wants none within the bleed
		return "", nil
	}
	height := d.doc.Pages[page].Scene.Size.H
	var b strings.Builder
	for i, l := range d.drawings[page].links {
		action := ""
		if l.URL != "" {
			action = "/A<</S/URI/URI" + textString(l.URL) + ">>"
		} else {
			t, ok := d.anchors[l.Anchor]
			if !ok {
				err := fmt.Errorf("link to %q, which is nowhere in the document", l.Anchor)
				if l.Origin.File != "" {
					err = fmt.Errorf("%s: %w", l.Origin, err)
				}
				return "", err
			}
			action = "/Dest" + d.destination(t.page, t.at)
		}
		r := l.rect
		body := fmt.Sprintf("<</Type/Annot/Subtype/Link/F 4/Border[0 0 0]/Rect[%s %s %s %s]%s",
			points(int64(r.X)), points(int64(height-r.Bottom())), points(int64(r.Right())), points(int64(height-r.Y)), action)
		if d.doc.Tagged {
			body += "/Contents" + textString(spoken(l)) + "/StructParent " + strconv.Itoa(d.linkKey(page, i))
		}
		r2 := d.file.add(body + ">>")
		d.linkRefs[page] = append(d.linkRefs[page], r2)
		fmt.Fprintf(&b, "%v ", r2)
	}
	if b.Len() == 0 {
		return "", nil
	}
	return "/Annots[" + strings.TrimSpace(b.String()) + "]", nil
}

// spoken returns what a screen reader says for a link: its words or, when it
// encloses none, where it leads.
func spoken(l placedLink) string {
	if l.owner.text != "" {
		return l.owner.text
	}
	return l.URL + l.Anchor
}
