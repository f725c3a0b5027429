package flow

import (
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/i18n"
)

// indexField is the field of an item or a card that lists the rules about it:
// whoever has it stands in the index.
const indexField = "rules"

// reading returns what a word is sorted by, without its mark-up. One whose
// signs do not say how they are read stands behind all others.
func (r *reader) reading(m catalog.Msg) string {
	reading, known := r.texts.Reading(m)
	reading = i18n.Plain(reading)
	if !known {
		p := r.problems.Warnf(r.texts.Pos(m), i18n.CodeReading, "how %q is read is not said: it is sorted behind all others (%s)", reading, r.texts.Lang())
		p.Hint = "add its kana to the translation: reading: …"
	}
	return reading
}

// contents lists the chapters with the first and the last of their rules. The
// one that holds the contents is not among them, nor are the credits.
func (r *reader) contents(own *catalog.Section) Block {
	d := &Directory{Columns: 1}
	for i := range r.game.Sections {
		s := &r.game.Sections[i]
		if s == own || !slices.ContainsFunc(s.Blocks, func(b catalog.Block) bool { return b.Kind != catalog.BlockCredits && b.In(r.edition.ID) }) {
			continue
		}
		row := DirectoryRow{Origin: s.Title.Pos, Text: r.texts.Text(s.Title), Anchors: []string{sectionAnchor(s)}}
		var rules []string
		for j := range s.Blocks {
			if rule := s.Blocks[j].Rule; rule != nil {
				rules = append(rules, rule.ID)
			}
		}
		if n := len(rules); n > 0 {
			row.Note = rules[0]
			if n > 1 {
				row.Note += "–" + rules[n-1]
			}
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

// index lists the words that name their rules, in the order of the language.
func (r *reader) index() Block {
	d := &Directory{Columns: 2}
	keys := map[string]string{} // what a word is sorted by
	add := func(schema catalog.Schema, records []*catalog.Record) {
		for _, rec := range records {
			title := schema.TitleOf(rec)
			word, rules := r.texts.Text(title), rec.Fields[indexField].List
			if len(rules) == 0 || keys[word] != "" {
				continue
			}
			row := DirectoryRow{Origin: rec.Pos, Text: word, Note: strings.Join(rules, ", ")}
			for _, id := range rules {
				if r.game.Rule(id) == nil {
					r.problems.Errorf(rec.Fields[indexField].Pos, "rule", "there is no rule %q", id)
				}
				row.Anchors = append(row.Anchors, ruleAnchor(id))
			}
			keys[word] = r.reading(title)
			d.Rows = append(d.Rows, row)
		}
	}
	for _, s := range r.game.Sets {
		add(s.Schema, s.Items)
	}
	for _, deck := range r.game.Decks {
		add(deck.Schema, deck.Cards)
	}
	order := i18n.OrderOf(r.texts.Lang())
	slices.SortStableFunc(d.Rows, func(a, b DirectoryRow) int { return order.Compare(keys[a.Text], keys[b.Text]) })
	if len(d.Rows) == 0 {
		return nil
	}
	return d
}

func sectionAnchor(s *catalog.Section) string { return "section-" + s.ID }

func ruleAnchor(id string) string { return "rule-" + id }

// table puts a table of the rules into words. Its first column, which says
// what is compared, is narrower and bold.
func (r *reader) table(b *catalog.Block) Block {
	t := &Table{Origin: b.Pos, Whole: true}
	columns := len(b.Table.Head)
	for _, m := range b.Table.Head {
		t.Head = append(t.Head, r.texts.Text(m))
	}
	for _, row := range b.Table.Rows {
		columns = len(row.Cells)
		out := Row{Origin: row.Pos}
		for i, m := range row.Cells {
			text := r.texts.Text(m)
			if i == 0 {
				text = "**" + text + "**"
			}
			out.Cells = append(out.Cells, text)
		}
		t.Rows = append(t.Rows, out)
	}
	for i := range columns {
		c := Column{Share: 1}
		if i == 0 {
			c.Share = 0.8
		}
		t.Columns = append(t.Columns, c)
	}
	return t
}
