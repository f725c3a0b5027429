package kit

import (
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/layout/flow"
	"kitpress/layout/sheet"
)

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
func (l *Local) stock(f *Result) string {
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
func (l *Local) planSteps(files []Result) *flow.List {
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
