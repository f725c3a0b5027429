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
func (m made) paperSpan() span {
	n, c := m.sheets(), m.of.Copies
	if c.From == 0 {
		return span{n, n}
	}
	return span{n * c.From, n * c.To}
}

// stock returns the paper a file is printed on. What is glued together out of
// two printed layers is printed on half the weight, and what is printed on
// both sides cannot be glued onto anything.
func (l *Local) stock(f made) string {
	id := "plan.paper." + f.stock()
	way := ""
	switch {
	case f.backs():
		return l.Texts.Word("plan.paper.backs")
	case f.sides == sheet.Fold:
		way = ".fold"
	case f.sides == sheet.DuplexLong || f.sides == sheet.DuplexShort:
		way = ".duplex"
	}
	if l.Texts.Words().Has(id + way) {
		id += way
	}
	return l.Texts.Word(id)
}

// stock returns the kind of paper a file asks for, one of stocks.
func (m made) stock() string {
	if m.of.Paper == "" {
		return "plain"
	}
	return m.of.Paper
}

// planSteps says how to go about it, only with the steps this kit needs.
func (l *Local) planSteps(files []made) *flow.List {
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
		step("backs", "Components", l.names(need.backs))
	}
	if len(need.optional) > 0 {
		step("backs-optional", "Components", l.names(need.optional))
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
	backs, optional []*catalog.Component // with backs in a file of their own: needed, or not
	copies          []*catalog.Component // needed more than once
}

func needsOf(files []made) printNeeds {
	var n printNeeds
	for _, f := range files {
		twoSided := f.sides == sheet.DuplexLong || f.sides == sheet.DuplexShort
		n.duplex = n.duplex || twoSided
		n.fold = n.fold || f.sides == sheet.Fold
		n.mount = n.mount || slices.Contains(mounted, f.stock()) && f.sides == sheet.Single
		n.score = n.score || slices.Contains(scored, f.stock())
		switch {
		case f.backs() && f.of.Backs.Use == catalog.BacksOptional:
			n.optional = append(n.optional, f.of)
		case f.backs():
			n.backs = append(n.backs, f.of)
		case f.of.Copies.From > 0 && !slices.Contains(n.copies, f.of):
			n.copies = append(n.copies, f.of)
		}
	}
	return n
}

// names lists components, with the rules that need their backs.
func (l *Local) names(list []*catalog.Component) string {
	var names []string
	for _, c := range list {
		name := l.Texts.Text(c.Name)
		if len(c.Backs.Rules) > 0 {
			name += " (" + strings.Join(c.Backs.Rules, ", ") + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, " · ")
}
