package own

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
)

// needs are the fields a look cannot do without, beside a title.
var needs = map[string][]string{"text-card": {"title", "text"}, "question-and-answer": {"question", "answer"}}

// dress shows the looks, sizes and colours there are.
func (d *deckPage) dress(s *state, deck *catalog.Deck) {
	look, size := lookOf(deck)
	try := func(kind, value string) *picture {
		if d.Card == 0 {
			return nil
		}
		w, h := 63, 88
		if d.Front != nil {
			w, h = d.Front.W, d.Front.H
		}
		return &picture{fmt.Sprintf("/own/%s/try/%d/%s/%s/%s/%s", d.ID, s.n, deck.ID, deck.Cards[d.Card-1].ID, kind, value), w, h}
	}
	has := func(field string) bool { _, ok := deck.Schema.Field(field); return ok }
	for _, l := range press.Looks() {
		want := needs[l.Name]
		if want == nil {
			want = []string{"title"}
		}
		if !strings.HasSuffix(l.Name, "-card") && l.Name != "question-and-answer" || l.Name == "hero-card" && !has("first") || slices.ContainsFunc(want, func(f string) bool { return !has(f) }) {
			continue
		}
		d.Looks = append(d.Looks, option{ID: l.Name, On: l.Name == look, Picture: try("look", l.Name)})
	}
	for _, t := range press.Themes() {
		d.Themes = append(d.Themes, option{ID: t.Name, On: t.Name == s.game.Theme, Picture: try("theme", t.Name)})
	}
	for _, z := range press.Sizes() {
		var w, h int
		if _, err := fmt.Sscanf(z.About, "%d × %d", &w, &h); err == nil {
			d.Sizes = append(d.Sizes, option{ID: z.Name, Name: z.About, On: z.Name == size || size == "" && z.Name == "poker", W: w, H: h})
		}
	}
	d.Fonts = map[string]string{}
	for role, ref := range s.game.Fonts {
		d.Fonts[role] = ref.Name
	}
	for name := range s.files {
		switch path.Dir(name) {
		case "fonts":
			d.Families = append(d.Families, path.Base(name))
		case "art":
			d.Art = append(d.Art, path.Base(name))
		}
	}
	slices.Sort(d.Families)
	slices.Sort(d.Art)
}

// A textRow is a text with its translations.
type textRow struct {
	ID, Of, Text string
	In           []translated
}

type translated struct {
	Lang, Text string
	State      string // "", "missing" or "stale"
}

// words shows every text beside its translations.
func (d *deckPage) words(p *Pack, s *state, g *catalog.Game) {
	for _, l := range i18n.Languages() {
		if !slices.Contains(g.Languages, l) {
			d.More = append(d.More, l)
		}
	}
	have := map[string]map[string]catalog.Translation{}
	for _, lang := range g.Languages {
		if lang != g.Source {
			have[lang], _ = i18n.Translations(s.files, g, lang) // what is wrong with the file is said already
		}
	}
	changed := p.changedCells()
	for _, m := range g.Messages() {
		if strings.HasPrefix(m.ID, "topic.") || len(d.Texts) >= mostShown {
			continue
		}
		row := textRow{ID: m.ID, Text: m.Text, Of: partOf(g, m.ID)}
		for _, lang := range g.Languages {
			if lang == g.Source {
				continue
			}
			t, beside := g.Translations[lang][m.ID]
			if !beside {
				t = have[lang][m.ID]
			}
			one := translated{Lang: lang, Text: t.Text}
			switch {
			case t.Text == "":
				one.State = "missing"
			case !beside && t.Of != catalog.Hash(m.Text), beside && changed(m.Pos, t.Pos):
				one.State = "stale"
			}
			if one.State != "" {
				d.Left++
			}
			row.In = append(row.In, one)
		}
		d.Texts = append(d.Texts, row)
	}
}

// partOf says where a text of the game stands.
func partOf(g *catalog.Game, id string) string {
	parts := strings.Split(id, ".")
	if len(parts) > 1 && parts[0] == "card" {
		if d, c := g.Card(parts[1]); c != nil && len(d.Schema) > 0 {
			return c.Fields[d.Schema[0].Name].Text.Text
		}
	}
	return ""
}

// changedCells returns what reports whether a cell says something else than
// when it was saved, while its translation says the same.
func (p *Pack) changedCells() func(of, translation source.Pos) bool {
	now, _ := p.Now()
	saved := p.Saved()
	type both struct{ old, now *table }
	tables := map[string]both{}
	return func(of, translation source.Pos) bool {
		b, ok := tables[of.File]
		if !ok {
			b.old, _ = readTable(saved, of.File) // nil: it was never saved
			b.now, _ = readTable(now, of.File)
			tables[of.File] = b
		}
		if b.old == nil || b.now == nil || of.Cell == "" || len(b.old.sheet.Rows) != len(b.now.sheet.Rows) {
			return false
		}
		same := func(at source.Pos) bool { return b.old.cell(at.Line-1, at.Col-1) == b.now.cell(at.Line-1, at.Col-1) }
		return !same(of) && same(translation)
	}
}

// A chapter is one of the rulebook.
type chapter struct {
	ID     string
	Title  catalog.Msg
	Blocks []block
}

// A block is a text of it.
type block struct {
	Mark string // "R1"
	Msg  catalog.Msg
}

// rules shows the texts of the rulebook.
func (d *deckPage) rules(g *catalog.Game) {
	for _, s := range g.Sections {
		c := chapter{ID: s.ID, Title: s.Title}
		for _, b := range s.Blocks {
			switch {
			case b.Rule != nil && b.Rule.Text.ID != "":
				c.Blocks = append(c.Blocks, block{b.Rule.ID, b.Rule.Text})
			case b.Text.ID != "":
				c.Blocks = append(c.Blocks, block{"", b.Text})
			}
		}
		d.Chapters = append(d.Chapters, c)
	}
}
