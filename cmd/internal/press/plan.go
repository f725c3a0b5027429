package press

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/flow"
	"kitpress/layout/sheet"
)

// planJob returns the job of the print plan: what each file of the kit is, how
// many sheets it takes, on which paper and how to print it.
func (l *Localization) planJob() Job {
	j := Job{In: l, ID: PrintPlan, Title: l.Texts.Word("plan.title"), Paper: l.Request.Paper, Sides: sheet.Single, impose: pagesToRead}
	j.Name = l.fileName(j.ID, j.Paper)
	j.content = &content{counts: true, compose: l.plan}
	return j
}

// plan composes the print plan.
func (l *Localization) plan(to *content, files []Result) source.Problems {
	paper, _ := l.shared.specs.Paper(l.Request.Paper)
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
	book, problems := f.Pages(l.shared.plan().On(paper.Size), l.composer)
	if !problems.HasErrors() {
		to.pages, to.bookmarks = book.Pages, book.Bookmarks
	}
	return problems
}

// planFacts is the table of what the whole kit is.
func (l *Localization) planFacts(paper *sheet.Paper) *flow.Table {
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
	row("plan.sides", word("plan."+l.Request.Sides))
	row("plan.ink", word("plan.ink."+l.Request.Ink))
	if open != nil {
		t.Rows = append(t.Rows, flow.Row{Cells: append(open, "", "")})
	}
	return t
}

// planFiles is the table of the files.
func (l *Localization) planFiles(files []Result) *flow.Table {
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
func (l *Localization) planFile(f *Result) flow.Row {
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
	case f.Paper != l.Request.Paper:
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
func (l *Localization) ownPaperFirst(a, b string) int {
	own := func(id string) int {
		if id == l.Request.Paper {
			return 0
		}
		return 1
	}
	return cmp.Or(own(a)-own(b), strings.Compare(a, b))
}

// paperName returns what is printed for a paper, "A4".
func (l *Localization) paperName(id string) string {
	if p, ok := l.shared.specs.Paper(id); ok {
		return p.Name
	}
	return strings.ToUpper(id)
}

// A span is how many sheets something takes, at least and at most.
type span struct{ from, to int }

func (s span) plus(t span) span { return span{s.from + t.from, s.to + t.to} }

func (s span) String() string {
	if s.from == s.to {
		return strconv.Itoa(s.from)
	}
	return strconv.Itoa(s.from) + "–" + strconv.Itoa(s.to)
}

// paperSpan returns how many sheets of paper a table needs of the file.
func (r *Result) paperSpan() span {
	n, c := r.sheets(), r.component().Copies
	if c.From == 0 {
		return span{n, n}
	}
	return span{n * c.From, n * c.To}
}

// stock returns the paper a file is printed on. What is glued together out of
// two printed layers is printed on half the weight, and what is printed on
// both sides cannot be glued onto anything.
func (l *Localization) stock(f *Result) string {
	id := "plan.paper." + f.stock()
	way := ""
	switch {
	case f.backs():
		return l.Texts.Word("plan.paper.backs")
	case f.Sides == sheet.Fold:
		way = ".fold"
	case f.Sides == sheet.DuplexLong || f.Sides == sheet.DuplexShort:
		way = ".duplex"
	}
	if l.Texts.Words().Has(id + way) {
		id += way
	}
	return l.Texts.Word(id)
}

// stock returns the kind of paper a file asks for, one of stocks.
func (j *Job) stock() string {
	if j.Stock == "" {
		return "plain"
	}
	return j.Stock
}

// component returns the component of the game a job prints; handouts have none
// and want nothing of what one can say.
func (j *Job) component() *catalog.Component {
	if j.Of == nil {
		return &catalog.Component{}
	}
	return j.Of
}

// planSteps says how to go about it, only with the steps this kit needs.
func (l *Localization) planSteps(files []Result) *flow.List {
	list := &flow.List{Ordered: true}
	step := func(id string, args ...any) {
		list.Items = append(list.Items, flow.Paragraph{Text: l.Texts.Word("plan.step."+id, args...)})
	}
	need := needsOf(files)
	for _, id := range []string{"tools", "test", "scale", "measure"} {
		step(id)
	}
	for _, c := range need.copies {
		step("copies", "Component", l.Texts.Text(c.Name), "Copies", span{c.Copies.From, c.Copies.To}.String(), "Rule", c.Copies.Rule)
	}
	step("paper")
	if need.duplex {
		step("duplex")
	}
	if len(need.backs) > 0 {
		step("backs", "Components", names(need.backs))
	}
	if len(need.optional) > 0 {
		step("backs-optional", "Components", names(need.optional))
	}
	if need.fold {
		step("fold")
	}
	if need.mount {
		step("mount")
	}
	if need.score {
		step("score")
	}
	step("cut")
	step("finish")
	return list
}

// A printNeeds is what the files of a kit ask of whoever prints them.
type printNeeds struct {
	duplex, fold    bool
	mount           bool                 // something is glued onto board
	score           bool                 // something is folded and glued, like dice
	backs, optional []*Result            // with backs in a file of their own: needed, or not
	copies          []*catalog.Component // needed more than once
}

func needsOf(files []Result) printNeeds {
	var n printNeeds
	for i := range files {
		f, of := &files[i], files[i].component()
		twoSided := f.Sides == sheet.DuplexLong || f.Sides == sheet.DuplexShort
		n.duplex = n.duplex || twoSided
		n.fold = n.fold || f.Sides == sheet.Fold
		n.mount = n.mount || slices.Contains(mounted, f.stock()) && f.Sides == sheet.Single
		n.score = n.score || slices.Contains(scored, f.stock())
		switch {
		case f.backs() && of.Backs.Use == catalog.BacksOptional:
			n.optional = append(n.optional, f)
		case f.backs():
			n.backs = append(n.backs, f)
		case of.Copies.From > 0 && !slices.Contains(n.copies, of):
			n.copies = append(n.copies, of)
		}
	}
	return n
}

// names lists components, with the rules that need their backs.
func names(list []*Result) string {
	var names []string
	for _, f := range list {
		name := f.Title
		if rules := f.component().Backs.Rules; len(rules) > 0 {
			name += " (" + strings.Join(rules, ", ") + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, " · ")
}
