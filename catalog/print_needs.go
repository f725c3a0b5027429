package catalog

import "kitpress/catalog/source"

// Backs says what the backs of a component's pieces are for, so that whoever
// prints single sheets knows whether they may be left out.
type Backs struct {
	Use   BacksUse
	Rules []string // for BacksPlayed: the rules that need them, "R2"
	Pos   source.Pos
}

// A BacksUse is what backs are for.
type BacksUse string

// What backs are for. A component that says nothing needs them: a back left out
// by mistake spoils a game, one printed in vain costs a sheet.
const (
	BacksNeeded   BacksUse = ""
	BacksPlayed   BacksUse = "played"   // rules sort by them, draw by them, or hide what is on the front
	BacksRead     BacksUse = "read"     // they say something that is not on the front
	BacksOptional BacksUse = "optional" // they are decoration
)

// Copies says that players need more than one print of a component.
type Copies struct {
	From, To int    // how many, 0 for once
	Rule     string // that says so
	Pos      source.Pos
}

// maxCopies bounds how often a component is printed for one table.
const maxCopies = 20

// readNeeds reads what a table needs of a component beside its sheets.
func (rd *gameReader) readNeeds(m *source.Map, c *Component) {
	if v := m.Get("backs"); v.IsList() {
		c.Backs = Backs{Use: BacksPlayed, Rules: v.Texts(), Pos: v.Pos()}
		for _, e := range v.List() {
			rd.later(refRule, "", e.Text(), e.Pos())
		}
		if len(c.Backs.Rules) == 0 {
			v.Errorf(CodeLength, "these backs are needed by no rule").Hint = "name the rules, as in [R2], or say optional or read"
		}
	} else if v.Exists() {
		c.Backs = Backs{Use: BacksUse(v.OneOf("use of backs", string(BacksOptional), string(BacksRead))), Pos: v.Pos()}
	}
	if p := m.Get("copies").Map(); p != nil {
		rule := p.Need("rule")
		c.Copies = Copies{From: p.Need("from").Int(1, maxCopies), To: p.Need("to").Int(1, maxCopies), Rule: rule.Text(), Pos: p.Pos()}
		rd.later(refRule, "", c.Copies.Rule, rule.Pos())
		if c.Copies.From > c.Copies.To {
			p.Errorf(CodeForm, "from %d copies to %d", c.Copies.From, c.Copies.To).Hint = "from is the smaller number"
		}
		p.Done("copies")
	}
}
