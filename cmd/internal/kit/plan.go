package kit

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/flow"
	"kitpress/layout/sheet"
)

// planJob returns the job of the print plan: what each file of the kit is, how
// many sheets it takes, on which paper and how to print it.
func (l *Local) planJob() Job {
	j := Job{In: l, ID: printPlan, Title: l.Texts.Word("plan.title"), Paper: l.request.Paper, Sides: sheet.Single, impose: pagesToRead}
	j.Name = l.fileName(j.ID, j.Paper)
	j.content = &content{counts: true, compose: l.plan}
	return j
}

// plan composes the print plan.
func (l *Local) plan(to *content, files []Result) source.Problems {
	paper, _ := l.shared.specs.Paper(l.request.Paper)
	title := l.Texts.Word("plan.title")
	f := &flow.Flow{
		Title:   title,
		Running: l.Texts.Text(l.Game.Name) + " · " + title,
		Lang:    l.Lang,
		Blocks: []flow.Block{
			&flow.Heading{Level: 1, Text: l.Texts.Text(l.Game.Name) + " · " + title, Icon: "printer", Anchor: "plan"},
			l.planFacts(paper),
			l.planFiles(files),
			&flow.Heading{Level: 2, Text: l.Texts.Word("plan.steps"), Anchor: "steps"},
			l.planSteps(files),
		},
	}
	book, problems := f.Pages(l.shared.plan.On(paper.Size), l.composer)
	if !problems.HasErrors() {
		to.pages, to.bookmarks = book.Pages, book.Bookmarks
	}
	return problems
}

// planFacts is the table of what the whole kit is.
func (l *Local) planFacts(paper *sheet.Paper) *flow.Table {
	word := l.Texts.Word
	t := &flow.Table{Columns: []flow.Column{{Share: 1}, {Share: 2}, {Share: 1}, {Share: 2}}}
	var open []string // a row that still has room for a second fact
	row := func(label, value string) {
		open = append(open, "**"+word(label)+"**", value)
		if len(open) == len(t.Columns) {
			t.Rows = append(t.Rows, flow.Row{Cells: open})
			open = nil
		}
	}
	row("plan.game", l.Texts.Text(l.Game.Name))
	row("plan.version", l.Game.Version)
	if l.Edition.ID != "" {
		row("plan.edition", l.Texts.Text(l.Edition.Name))
	}
	row("plan.language", l.Texts.Words().NameOf(l.Lang))
	row("plan.paper", paper.Name)
	row("plan.sides", word("plan."+l.request.Sides))
	row("plan.ink", word("plan.ink."+l.request.Ink))
	if open != nil {
		t.Rows = append(t.Rows, flow.Row{Cells: append(open, "", "")})
	}
	return t
}

// planFiles is the table of the files.
func (l *Local) planFiles(files []Result) *flow.Table {
	word := l.Texts.Word
	t := &flow.Table{
		Columns: []flow.Column{
			{Share: 2.4}, {Width: layout.MM(15), Align: layout.AlignRight}, {Width: layout.MM(17), Align: layout.AlignRight},
			{Share: 1.4}, {Share: 1.1},
		},
		Head: []string{word("plan.component"), word("plan.pieces"), word("plan.sheets"), word("plan.paper"), word("plan.sides")},
	}
	totals := map[string]span{} // by paper
	for i := range files {
		f := &files[i]
		t.Rows = append(t.Rows, l.planFile(f))
		if !f.reading && f.component().InsteadOf == "" {
			totals[f.Paper] = totals[f.Paper].plus(f.paperSpan())
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(totals), l.ownPaperFirst) {
		name := "**" + word("plan.total") + "**"
		if len(totals) > 1 {
			name += " · " + l.paperName(id)
		}
		t.Rows = append(t.Rows, flow.Row{Cells: []string{name, "", "**" + totals[id].String() + "**", "", ""}})
	}
	return t
}

// planFile is the row of one file.
func (l *Local) planFile(f *Result) flow.Row {
	word := l.Texts.Word
	name := f.Title
	switch {
	case f.backs():
		name += " · " + word("plan.backs")
	case f.booklet():
		name += " · " + word("plan.booklet")
	}
	pieces := ""
	if f.Pieces > 0 {
		pieces = strconv.Itoa(f.Pieces)
	}
	sheets, stock, sides := f.paperSpan().String(), l.stock(f), word("plan."+string(f.Sides))
	switch {
	case f.reading: // the booklet is what is printed
		sheets, stock, sides = "", l.paperName(f.Paper)+", "+word("plan.reader"), ""
	case f.Paper != l.request.Paper:
		stock = "**" + l.paperName(f.Paper) + "** · " + stock
	}
	name = "**" + name + "**"
	if other := f.component().InsteadOf; other != "" { // not counted: one of the two is printed
		name += " (" + word("plan.instead", "Component", l.Texts.Text(l.Game.Component(other).Name)) + ")"
		sheets = "(" + sheets + ")"
	}
	return flow.Row{Origin: f.pos(), Cells: []string{name + "\n" + f.File.Path, pieces, sheets, stock, sides}}
}

// ownPaperFirst orders papers: the kit's, then those some layouts prescribe.
func (l *Local) ownPaperFirst(a, b string) int {
	own := func(id string) int {
		if id == l.request.Paper {
			return 0
		}
		return 1
	}
	return cmp.Or(own(a)-own(b), strings.Compare(a, b))
}

// paperName returns what is printed for a paper, "A4".
func (l *Local) paperName(id string) string {
	if p, ok := l.shared.specs.Paper(id); ok {
		return p.Name
	}
	return strings.ToUpper(id)
}
