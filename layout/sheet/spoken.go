package sheet

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"kitpress/layout"
)

// Spoken returns a page that is drawn, not set, with tags for readers who
// listen: texts in the order they are drawn, the largest as its heading, other
// large ones as headings below; all else is decoration.
func Spoken(s *layout.Scene) *layout.Scene {
	var texts []*layout.Text
	collect(s.Items, &texts)
	if len(texts) == 0 {
		return s
	}
	largest := slices.MaxFunc(texts, func(a, b *layout.Text) int { return cmp.Compare(a.Size, b.Size) }) // the first of several
	slices.SortFunc(texts, func(a, b *layout.Text) int { return cmp.Compare(a.Size, b.Size) })
	sp := &speaker{title: largest, large: texts[len(texts)/2].Size * 5 / 4}
	out := *s
	out.Items = sp.items(s.Items)
	return &out
}

// collect appends the texts among items.
func collect(items []layout.Item, to *[]*layout.Text) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			*to = append(*to, it)
		case *layout.Group:
			collect(it.Items, to)
		case *layout.Use:
			collect(it.Symbol.Items, to)
		}
	}
}

type speaker struct {
	title  *layout.Text
	large  layout.Length // texts of this size are headings, behind the title
	titled bool
	ids    int
}

// items puts texts and what is decoration into tagged groups.
func (s *speaker) items(items []layout.Item) []layout.Item {
	var out []layout.Item
	var last *layout.Text // of the group at the end, nil when it is decoration
	add := func(tag layout.Tag, item layout.Item) {
		out = append(out, &layout.Group{Transform: layout.Identity(), Tag: &tag, Items: []layout.Item{item}})
	}
	for _, item := range items {
		if u, ok := item.(*layout.Use); ok && speaks(u.Symbol.Items) {
			item = &layout.Group{Transform: u.Transform, Items: u.Symbol.Items}
		}
		switch it := item.(type) {
		case *layout.Text:
			if last != nil && last.Origin == it.Origin && last.Size == it.Size && it.At.Y >= last.At.Y {
				g := out[len(out)-1].(*layout.Group)
				g.Items = append(g.Items, it)
			} else {
				s.ids++
				add(layout.Tag{Role: s.role(it), ID: s.ids}, it)
			}
			last = it
			continue
		case *layout.Group:
			if speaks(it.Items) {
				g := *it
				g.Items = s.items(it.Items)
				out, last = append(out, &g), nil
				continue
			}
		}
		if n := len(out); n > 0 && last == nil {
			if g := out[n-1].(*layout.Group); g.Tag != nil && g.Tag.Role == "Artifact" {
				g.Items = append(g.Items, item)
				continue
			}
		}
		add(layout.Tag{Role: "Artifact"}, item)
		last = nil
	}
	return out
}

// role says what a text is.
func (s *speaker) role(t *layout.Text) string {
	switch {
	case t == s.title:
		s.titled = true
		return "H1"
	case s.titled && t.Size >= s.large && strings.ContainsFunc(t.Content, unicode.IsLetter):
		return "H2"
	}
	return "P"
}

// speaks reports whether there are texts among items.
func speaks(items []layout.Item) bool {
	var texts []*layout.Text
	collect(items, &texts)
	return len(texts) > 0
}
