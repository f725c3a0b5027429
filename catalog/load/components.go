package load

import (
	"slices"
	"strconv"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

// checkInstead follows what components are printed instead of.
func (rd *gameReader) checkInstead() {
	var ids []string
	for _, c := range rd.g.Components {
		if c.InsteadOf == "" {
			ids = append(ids, c.ID)
		}
	}
	for _, v := range rd.instead {
		id := v.Text()
		switch c := rd.g.Component(id); {
		case c == nil && slices.ContainsFunc(rd.g.Components, func(c catalog.Component) bool { return slices.Contains(c.Decks, id) }):
		case c == nil:
			rd.Unknown(v.Pos(), "there is no component "+strconv.Quote(source.Clip(id)), id, func() []string { return ids })
		case c.InsteadOf == id:
			v.Errorf(form.CodeForm, "the component %q cannot be printed instead of itself", source.Clip(id)).Hint = "name the component it replaces"
		case c.InsteadOf != "":
			v.Errorf(form.CodeForm, "the component %q is itself printed instead of another one", source.Clip(id)).Hint = "name the component that is counted: " + source.Clip(c.InsteadOf)
		}
	}
}

// checkBehind follows what components are printed on the back of; decks have been
// read.
func (rd *gameReader) checkBehind() {
	var pages []string
	for _, c := range rd.g.Components {
		if c.Kind == catalog.KindPage && c.Behind == "" && !c.Read {
			pages = append(pages, c.ID)
		}
	}
	taken := map[string]bool{}
	for i, c := range slices.DeleteFunc(slices.Clone(rd.g.Components), func(c catalog.Component) bool { return c.Behind == "" }) {
		v, id := rd.behind[i], c.Behind
		if !slices.Contains(pages, id) {
			rd.Unknown(v.Pos(), "there is no page "+strconv.Quote(source.Clip(id))+" to print on the back of", id, func() []string { return pages })
		} else if taken[id] {
			v.Errorf(form.CodeForm, "something is printed on the back of the page %q already", source.Clip(id)).Hint = "delete behind"
		} else if n, backs := rd.pages(&c), rd.pages(rd.g.Component(id)); n > backs && !rd.Broken {
			v.Errorf(form.CodeForm, "there are %d pages to print on the backs of %d", n, backs).Hint = "delete behind"
		}
		taken[id] = true
	}
}

// pages returns how many pages a component has.
func (rd *gameReader) pages(c *catalog.Component) int {
	n := 0
	for _, id := range c.Decks {
		if d := rd.g.Deck(id); d != nil {
			n += d.Count()
		}
	}
	return max(n, 1)
}

// reserved reports ids whose files kitpress makes itself.
func (rd *gameReader) reserved(seen map[string]source.Pos) {
	taken := []string{"print-plan", "manifest", "rulebook-booklet"}
	for _, c := range rd.g.Components {
		switch c.Kind {
		case catalog.KindPieces:
			taken = append(taken, c.ID+"-backs")
		case catalog.KindGuide:
			taken = append(taken, c.ID+"-booklet")
		}
	}
	for _, id := range taken {
		if pos, ok := seen[id]; ok {
			rd.Errorf(pos, form.CodeReservedID, "component %q: kitpress makes a file of this name itself", id).Hint = "choose another id"
		}
	}
}
