package catalog

import "kitpress/catalog/source"

// A Ref is a name a game uses for something another package owns.
type Ref struct {
	Name string
	Pos  source.Pos
}

// IconRefs returns the icons of cards, items, sections and their blocks, in file order, each
// as often as it is used.
func (g *Game) IconRefs() []Ref {
	var refs []Ref
	records := func(schema Schema, list []*Record) {
		for _, r := range list {
			for _, f := range schema {
				if v := r.Fields[f.Name]; v.Type == TypeIcon && v.Word != "" {
					refs = append(refs, Ref{v.Word, v.Pos})
				}
			}
		}
	}
	for _, s := range g.Sets {
		records(s.Schema, s.Items)
	}
	for _, d := range g.Decks {
		records(d.Schema, d.Cards)
	}
	for i := range g.Sections {
		refs = appendRef(refs, Ref{g.Sections[i].Icon, g.Sections[i].IconPos})
		for _, b := range g.Sections[i].Blocks {
			refs = appendRef(refs, Ref{b.Icon, b.IconPos})
		}
	}
	return refs
}

// TemplateRefs returns the templates of decks, fronts and backs, and of pages.
func (g *Game) TemplateRefs() []Ref {
	var refs []Ref
	for _, d := range g.Decks {
		refs = appendRef(refs, Ref{d.Template, d.TemplatePos})
		refs = appendRef(refs, Ref{d.Back, d.BackPos})
	}
	for i := range g.Components {
		refs = appendRef(refs, Ref{g.Components[i].Template, g.Components[i].TemplatePos})
		refs = appendRef(refs, Ref{g.Components[i].Help, g.Components[i].HelpPos})
	}
	return refs
}

// ThemeRef returns the theme.
func (g *Game) ThemeRef() Ref { return Ref{g.Theme, g.ThemePos} }

// SheetRefs returns the sheet specifications of the components.
func (g *Game) SheetRefs() []Ref {
	var refs []Ref
	for i := range g.Components {
		refs = appendRef(refs, Ref{g.Components[i].Sheet, g.Components[i].SheetPos})
	}
	return refs
}

// PaperRefs returns the kinds of paper the components ask for.
func (g *Game) PaperRefs() []Ref {
	var refs []Ref
	for i := range g.Components {
		refs = appendRef(refs, Ref{g.Components[i].Paper, g.Components[i].PaperPos})
	}
	return refs
}

func appendRef(refs []Ref, r Ref) []Ref {
	if r.Name == "" {
		return refs
	}
	return append(refs, r)
}
