package catalog

import (
	"strings"

	"kitpress/catalog/source"
)

const rulesFile = "rules.yaml"

// A rulesReader reads the rulebook.
type rulesReader struct{ *pack }

// readRules reads rules.yaml.
func (rd *rulesReader) readRules() {
	m, ok := rd.open(rulesFile, false)
	if !ok {
		return
	}
	sections, rules := map[string]source.Pos{}, map[string]source.Pos{}
	for sm := range m.Need("sections").Maps() {
		id, icon := sm.Need("id"), sm.Get("icon")
		s := Section{ID: readID(id, "section"), Pos: sm.Pos(), iconPos: icon.Pos()}
		unique(sections, id, "section", s.ID, false)
		s.Title = readText(sm.Need("title"), "section."+s.ID+".title")
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
		sm.Done("section \"" + clip(s.ID) + "\"")
		rd.g.Sections = append(rd.g.Sections, s)
	}
	m.Done(rulesFile)
}

// blockKeys are the keys that say what a block is. text stands last: a rule
// has one too.
var blockKeys = []string{"rule", "heading", "figure", "glossary", "credits", "break", "text"}

// readBlock reads one element of a section.
func (rd *rulesReader) readBlock(m *source.Map, section string, blocks, rules map[string]source.Pos) Block {
	b := Block{Pos: m.Pos()}
	kind := ""
	for _, k := range blockKeys {
		if m.Has(k) && kind != "" && !(kind == "rule" && k == "text") {
			m.Errorf(CodeForm, "a block is either %s or %s", kind, k).Hint = "make two blocks of it"
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
		b.Kind = BlockKind(kind)
		id := m.Need("id")
		b.ID = readID(id, "block")
		unique(blocks, id, "block", b.ID, false)
		b.Text = readText(m.Get(kind), "section."+section+"."+b.ID)
	case "figure":
		v := m.Get(kind)
		b.Kind, b.ID, b.Card = BlockFigure, v.Text(), v.Text()
		rd.later(refFigure, "", b.Card, v.Pos())
	case "glossary":
		v := m.Get(kind)
		b.Kind, b.ID, b.Set = BlockGlossary, v.Text(), v.Text()
		rd.later(refGlossary, "", b.Set, v.Pos())
	case "credits", "break":
		b.Kind = BlockKind(kind)
		if v := m.Get(kind); v.Exists() && !v.Flag() {
			v.Errorf(CodeForm, "%s is true or not there", kind)
		}
	default:
		m.Errorf(CodeForm, "not a block of a section").Hint = "a block has one of: " + strings.Join(blockKeys, ", ")
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

// edition reports an edition that is not there.
func (rd *rulesReader) edition(v source.Value, id string) {
	if id == "" || rd.g.Edition(id) != nil {
		return
	}
	v.Errorf(CodeUnknownRef, "there is no edition %q", clip(id)).Hint = source.DidYouMean(id, rd.g.editionIDs())
}

func (g *Game) editionIDs() []string {
	ids := make([]string, len(g.Editions))
	for i := range g.Editions {
		ids[i] = g.Editions[i].ID
	}
	return ids
}

// readRule reads a numbered rule with one text or one for each edition.
func (rd *rulesReader) readRule(m *source.Map, b *Block, rules map[string]source.Pos) {
	id := m.Get("rule")
	r := &Rule{ID: readForm(id, "rule id", ruleForm, "rules are called R1, R2 … R27b"), Pos: m.Pos()}
	unique(rules, id, "rule", r.ID, false)
	b.Kind, b.ID, b.Rule = BlockRule, r.ID, r
	text, by := m.Get("text"), m.Get("by-edition")
	switch {
	case text.Exists() && by.Exists():
		m.Errorf(CodeForm, "rule %q has both text and by-edition", clip(r.ID)).Hint = "keep one of them"
	case text.Exists():
		r.Text = readText(text, "rule."+r.ID)
	case !by.Exists():
		m.Errorf(source.CodeMissingKey, "rule %q has no text", clip(r.ID)).Hint = "add text: … or by-edition: {…}"
	}
	if !by.IsMap() {
		by.Map()
		return
	}
	r.ByEdition = map[string]Msg{}
	for e := range by.Map().All() {
		rd.edition(e.At, e.Key)
		r.ByEdition[e.Key] = readText(e.Value, "rule."+r.ID+"."+e.Key)
	}
	for _, edition := range rd.g.editionIDs() {
		if _, ok := r.ByEdition[edition]; !ok && b.In(edition) {
			by.Errorf(source.CodeMissingKey, "rule %q has no text for the edition %q", clip(r.ID), edition).Hint = "add " + edition + ": … or name the editions that have the rule in editions:"
		}
	}
}
