package load

import (
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

const rulesFile = "rules.yaml"

// A rulesReader reads the rulebook.
type rulesReader struct{ *reading }

// readRules reads rules.yaml.
func (rd *rulesReader) readRules() {
	m, ok := rd.open(rulesFile, false)
	if !ok {
		return
	}
	sections, rules := map[string]source.Pos{}, map[string]source.Pos{}
	for sm := range m.Need("sections").Maps() {
		id, icon := sm.Need("id"), sm.Get("icon")
		s := catalog.Section{ID: form.ReadID(id, "section"), Pos: sm.Pos(), IconPos: icon.Pos()}
		form.Unique(sections, id, "section", s.ID, false)
		s.Title = form.ReadText(sm.Need("title"), "section."+s.ID+".title")
		s.Icon = readWord(icon)
		if v := sm.Get("run-on"); v.Exists() {
			s.RunOn = v.Flag()
		}
		if v := sm.Get("minor"); v.Exists() {
			s.Minor = v.Flag()
		}
		blocks := map[string]source.Pos{}
		for bm := range sm.Need("blocks").Maps() {
			s.Blocks = append(s.Blocks, rd.readBlock(bm, s.ID, blocks, rules))
		}
		sm.Done("section \"" + source.Clip(s.ID) + "\"")
		rd.g.Sections = append(rd.g.Sections, s)
	}
	m.Done(rulesFile)
}

// blockKeys are the keys that say what a block is. text stands last: a rule
// has one too.
var blockKeys = []string{"rule", "heading", "figure", "glossary", "table", "contents", "index", "credits", "break", "text"}

// readBlock reads one element of a section.
func (rd *rulesReader) readBlock(m *source.Map, section string, blocks, rules map[string]source.Pos) catalog.Block {
	b := catalog.Block{Pos: m.Pos()}
	kind := ""
	for _, k := range blockKeys {
		if m.Has(k) && kind != "" && !(kind == "rule" && k == "text") {
			m.Errorf(form.CodeForm, "a block is either %s or %s", kind, k).Hint = "make two blocks of it"
		} else if m.Has(k) && kind == "" {
			kind = k
		}
	}
	for _, e := range m.Get("editions").List() {
		b.Editions = append(b.Editions, e.Text())
		rd.edition(e, e.Text())
	}
	switch kind {
	case "rule":
		rd.readRule(m, &b, rules)
		if b.Rule != nil {
			b.Rule.Editions = b.Editions
		}
	case "heading", "text":
		b.Kind = catalog.BlockKind(kind)
		id := m.Need("id")
		b.ID = form.ReadID(id, "block")
		form.Unique(blocks, id, "block", b.ID, false)
		b.Text = form.ReadText(m.Get(kind), "section."+section+"."+b.ID)
		if kind == "text" && m.Has("icon") {
			icon := m.Get("icon")
			b.Icon, b.IconPos = readWord(icon), icon.Pos()
		}
	case "figure":
		v := m.Get(kind)
		b.Kind, b.ID, b.Card = catalog.BlockFigure, v.Text(), v.Text()
		rd.later(refFigure, "", b.Card, v.Pos())
	case "glossary":
		v := m.Get(kind)
		b.Kind, b.ID, b.Set = catalog.BlockGlossary, v.Text(), v.Text()
		rd.later(refGlossary, "", b.Set, v.Pos())
	case "table":
		b.Kind, b.ID = catalog.BlockTable, form.ReadID(m.Need("id"), "block")
		form.Unique(blocks, m.Get("id"), "block", b.ID, false)
		b.Table = readTable(m.Get(kind).Map(), "section."+section+"."+b.ID)
	case "credits", "break", "contents", "index":
		b.Kind = catalog.BlockKind(kind)
		if v := m.Get(kind); v.Exists() && !v.Flag() {
			v.Errorf(form.CodeForm, "%s is true or not there", kind)
		}
	default:
		m.Errorf(form.CodeForm, "not a block of a section").Hint = "a block has one of: " + strings.Join(blockKeys, ", ")
		return b
	}
	for _, k := range blockKeys {
		if k != kind && m.Has(k) {
			m.Get(k) // reported above
		}
	}
	m.Done("a block")
	return b
}

// readTable reads a table, whose rows are all as long.
func readTable(m *source.Map, id string) *catalog.Table {
	t := &catalog.Table{Head: form.ReadTexts(m.Get("head"), id+".head")}
	columns := len(t.Head)
	for i, v := range m.Need("rows").List() {
		row := catalog.TableRow{Cells: form.ReadTexts(v, id+"."+form.Number(i)), Pos: v.Pos()}
		if columns == 0 {
			columns = len(row.Cells)
		}
		if len(row.Cells) != columns {
			v.Errorf(form.CodeForm, "the row has %d cells, the table %d columns", len(row.Cells), columns).Hint = "give every row a text for each column"
			continue
		}
		t.Rows = append(t.Rows, row)
	}
	m.Done("a table")
	return t
}

// edition reports an edition that is not there.
func (rd *rulesReader) edition(v source.Value, id string) {
	if id == "" || rd.g.Edition(id) != nil {
		return
	}
	v.Errorf(form.CodeUnknownRef, "there is no edition %q", source.Clip(id)).Hint = source.DidYouMean(id, editionIDs(rd.g))
}

func editionIDs(g *catalog.Game) []string {
	ids := make([]string, len(g.Editions))
	for i := range g.Editions {
		ids[i] = g.Editions[i].ID
	}
	return ids
}

// readRule reads a numbered rule with one text or one for each edition.
func (rd *rulesReader) readRule(m *source.Map, b *catalog.Block, rules map[string]source.Pos) {
	id := m.Get("rule")
	r := &catalog.Rule{ID: form.ReadName(id, "rule id", form.RuleForm, "rules are called R1, R2 … R27b"), Pos: m.Pos()}
	form.Unique(rules, id, "rule", r.ID, false)
	b.Kind, b.ID, b.Rule = catalog.BlockRule, r.ID, r
	text, by := m.Get("text"), m.Get("by-edition")
	switch {
	case text.Exists() && by.Exists():
		m.Errorf(form.CodeForm, "rule %q has both text and by-edition", source.Clip(r.ID)).Hint = "keep one of them"
	case text.Exists():
		r.Text = form.ReadText(text, "rule."+r.ID)
	case !by.Exists():
		m.Errorf(source.CodeMissingKey, "rule %q has no text", source.Clip(r.ID)).Hint = "add text: … or by-edition: {…}"
	}
	if !by.IsMap() {
		by.Map()
		return
	}
	r.ByEdition = map[string]catalog.Msg{}
	for e := range by.Map().All() {
		rd.edition(e.At, e.Key)
		r.ByEdition[e.Key] = form.ReadText(e.Value, "rule."+r.ID+"."+e.Key)
	}
	for _, edition := range editionIDs(rd.g) {
		if _, ok := r.ByEdition[edition]; !ok && b.In(edition) {
			by.Errorf(source.CodeMissingKey, "rule %q has no text for the edition %q", source.Clip(r.ID), edition).Hint = "add " + edition + ": … or name the editions that have the rule in editions:"
		}
	}
}
