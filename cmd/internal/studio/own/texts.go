package own

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
	"kitpress/i18n"
)

// source says which language the table is in.
func (e *edit) source(f tree.Files) error {
	if !slices.Contains(i18n.Languages(), e.Value) || e.game == nil || len(e.game.Languages) != 1 {
		return shelf.ErrPlace
	}
	if err := e.inGame(f, e.Value, "source"); err != nil {
		return err
	}
	return e.inGame(f, "["+e.Value+"]", "languages")
}

// language adds a language to the game, with an empty file for its texts.
func (e *edit) language(f tree.Files) error {
	if e.game == nil || !slices.Contains(i18n.Languages(), e.Value) || slices.Contains(e.game.Languages, e.Value) {
		return shelf.ErrPlace
	}
	if err := e.inGame(f, "["+strings.Join(append(slices.Clone(e.game.Languages), e.Value), ", ")+"]", "languages"); err != nil {
		return err
	}
	for _, d := range e.game.Decks {
		t, err := readTable(f, tableOf(f, d))
		if err != nil || !t.editable() {
			continue
		}
		for _, c := range columnsOf(t, d, e.game) {
			if field, ok := d.Schema.Field(c.Field); ok && c.Lang == "" && field.Type == catalog.TypeText {
				t.set(t.head, t.width(), c.Header+" "+e.Value)
			}
		}
		if err := t.write(f); err != nil {
			return err
		}
	}
	return e.locale(f, e.Value, nil)
}

// locale writes the file of a language again, with one text changed.
func (e *edit) locale(f tree.Files, lang string, with func(map[string]catalog.Translation) map[string]catalog.Translation) error {
	g, ps := load.Game(f, "")
	if g == nil {
		return ps.Err()
	}
	have := map[string]catalog.Translation{}
	if _, ok := f[i18n.LocaleFile(g, lang)]; ok {
		there, problems := i18n.Translations(f, g, lang)
		if there == nil && problems.HasErrors() {
			return problems.Err()
		}
		for id, t := range there {
			have[id] = t
		}
	}
	for id := range g.Translations[lang] { // those stand in the table
		delete(have, id)
	}
	if with != nil {
		have = with(have)
	}
	if e.Do == "language" { // names of the game stay as they are until somebody translates them
		for _, m := range i18n.Held(g, lang, have) {
			if m.ID == "game.name" || strings.HasPrefix(m.ID, "deck.") || strings.HasPrefix(m.ID, "component.") {
				have[m.ID] = catalog.Translation{Text: m.Text, Of: catalog.Hash(m.Text)}
			}
		}
	}
	maps := map[string]catalog.Translation{}
	for id, t := range have {
		if !strings.HasPrefix(id, "card.") || t.Text != "" {
			maps[id] = t
		}
	}
	var b bytes.Buffer
	if err := i18n.WriteTemplate(&b, g, lang, maps); err != nil {
		return err
	}
	f[i18n.LocaleFile(g, lang)] = b.Bytes()
	return nil
}

// text changes a text of the game: of the language it is written in, or a
// translation.
func (e *edit) text(f tree.Files) error {
	if e.game == nil {
		return shelf.ErrPlace
	}
	i := slices.IndexFunc(e.game.Messages(), func(m catalog.Msg) bool { return m.ID == e.ID })
	if i < 0 {
		return shelf.ErrPlace
	}
	m := e.game.Messages()[i]
	if e.Lang != "" && e.Lang != e.game.Source {
		return e.translation(f, m)
	}
	text := strings.TrimSpace(yamledit.Clean(e.Value))
	if m.Pos.Cell != "" {
		e.wish.Row, e.wish.Col, e.wish.Value = m.Pos.Line, m.Pos.Col, text
		t, err := readTable(f, m.Pos.File)
		if err != nil {
			return err
		}
		t.set(m.Pos.Line-1, m.Pos.Col-1, text)
		return t.write(f)
	}
	if text == "" {
		return shelf.ErrPlace
	}
	data, err := yamledit.SetAt(f[m.Pos.File], m.Pos, text)
	if err == nil {
		f[m.Pos.File] = data
	}
	return err
}

// translation changes a text in another language: in the row of its card, or
// in the file of the language.
func (e *edit) translation(f tree.Files, m catalog.Msg) error {
	if !slices.Contains(e.game.Languages, e.Lang) {
		return shelf.ErrPlace
	}
	text := yamledit.Clean(e.Value)
	parts := strings.Split(m.ID, ".")
	if len(parts) == 3 && parts[0] == "card" && m.Pos.Cell != "" {
		d, c := e.game.Card(parts[1])
		if c == nil {
			return shelf.ErrPlace
		}
		t, err := readTable(f, m.Pos.File)
		if err != nil {
			return err
		}
		columns := columnsOf(t, d, e.game)
		at := slices.IndexFunc(columns, func(c column) bool { return c.Field == parts[2] && c.Lang == e.Lang })
		if at < 0 {
			of := slices.IndexFunc(columns, func(c column) bool { return c.Field == parts[2] && c.Lang == "" })
			if of < 0 {
				return shelf.ErrPlace
			}
			at = t.width()
			t.set(t.head, at, columns[of].Header+" "+e.Lang)
		}
		t.set(m.Pos.Line-1, at, text)
		if err := t.write(f); err != nil {
			return err
		}
		if _, ok := f[i18n.LocaleFile(e.game, e.Lang)]; ok {
			return e.locale(f, e.Lang, nil)
		}
		return nil
	}
	return e.locale(f, e.Lang, func(have map[string]catalog.Translation) map[string]catalog.Translation {
		have[m.ID] = catalog.Translation{Text: strings.TrimSpace(text), Of: catalog.Hash(m.Text)}
		return have
	})
}

// stamp says that a translation is still right.
func (e *edit) stamp(f tree.Files) error {
	if e.game == nil || !slices.Contains(e.game.Languages, e.Lang) {
		return shelf.ErrPlace
	}
	return e.locale(f, e.Lang, func(have map[string]catalog.Translation) map[string]catalog.Translation {
		return i18n.Stamp(e.game, have, e.ID)
	})
}

// book begins a rulebook.
func (e *edit) book(f tree.Files) error {
	if e.game == nil || f["rules.yaml"] != nil {
		return shelf.ErrPlace
	}
	f["rules.yaml"] = []byte("# yaml-language-server: $schema=.schemas/rules.json\n# The rulebook. A rule keeps its number for ever.\nformat: 1\nsections:\n  - id: play\n    title: " +
		yamledit.Quoted(e.word("play")) + "\n    icon: footprints\n    blocks:\n      - rule: R1\n        text: " + yamledit.Quoted(e.word("first-rule")) + "\n")
	return e.component(f, catalog.KindRulebook, "rulebook")
}

// component adds a book to the game, when it has none of its kind.
func (e *edit) component(f tree.Files, kind catalog.ComponentKind, word string) error {
	c := e.game.Components
	if slices.ContainsFunc(c, func(c catalog.Component) bool { return c.Kind == kind }) {
		return nil
	}
	if len(c) == 0 {
		return yamledit.ErrByHand
	}
	line := "  - {id: " + word + ", kind: " + string(kind) + ", name: " + yamledit.Quoted(e.word(word)) + "}\n"
	data := f["game.yaml"]
	v, _ := yamledit.Find("game.yaml", data, "components")
	if !v.IsList() || v.Pos().Line < 1 {
		return yamledit.ErrByHand
	}
	at, col := yamledit.Offset(data, v.Pos())
	indent := max(0, yamledit.IndentOf(data[at-col:]))
	next := yamledit.Splice(data, at-col, at-col, strings.Repeat(" ", indent)+strings.TrimLeft(line, " "))
	if !yamledit.Sound("game.yaml", next) {
		return yamledit.ErrByHand
	}
	f["game.yaml"] = next
	return nil
}

// rule adds a rule at the end of a section.
func (e *edit) rule(f tree.Files) error {
	if e.game == nil {
		return shelf.ErrPlace
	}
	i := slices.IndexFunc(e.game.Sections, func(s catalog.Section) bool { return s.ID == e.ID })
	if i < 0 || len(e.game.Sections[i].Blocks) == 0 {
		return shelf.ErrPlace
	}
	blocks := e.game.Sections[i].Blocks
	last := blocks[len(blocks)-1]
	data := f["rules.yaml"]
	at, col := yamledit.Offset(data, last.Pos)
	end := yamledit.BlockEnd(data, at, col-1)
	indent := strings.Repeat(" ", max(0, col-2))
	if strings.TrimSpace(string(data[at-col:at])) != "-" {
		return yamledit.ErrByHand
	}
	text := "\n" + indent + "- rule: R" + fmt.Sprint(e.nextRule()) + "\n" + indent + "  text: " + yamledit.Quoted(e.word("new-rule"))
	next := yamledit.Splice(data, end, end, text)
	if !yamledit.Sound("rules.yaml", next) {
		return yamledit.ErrByHand
	}
	f["rules.yaml"] = next
	return nil
}

// nextRule returns a number no rule has.
func (e *edit) nextRule() int {
	n := 0
	for _, s := range e.game.Sections {
		for _, b := range s.Blocks {
			var k int
			if b.Rule != nil {
				if _, err := fmt.Sscanf(b.Rule.ID, "R%d", &k); err == nil {
					n = max(n, k)
				}
			}
		}
	}
	return n + 1
}

// section adds a chapter with one rule.
func (e *edit) section(f tree.Files) error {
	data := f["rules.yaml"]
	if e.game == nil || len(e.game.Sections) == 0 {
		return shelf.ErrPlace
	}
	id := "section-" + fmt.Sprint(len(e.game.Sections)+1)
	first := e.game.Sections[0].Pos
	at, col := yamledit.Offset(data, first)
	if strings.TrimSpace(string(data[at-col:at])) != "-" {
		return yamledit.ErrByHand
	}
	indent := strings.Repeat(" ", col-2)
	next := append(bytes.TrimRight(bytes.Clone(data), "\n"), ("\n" + indent + "- id: " + id + "\n" + indent + "  title: " + yamledit.Quoted(e.word("section")) +
		"\n" + indent + "  blocks:\n" + indent + "    - rule: R" + fmt.Sprint(e.nextRule()) + "\n" + indent + "      text: " + yamledit.Quoted(e.word("new-rule")) + "\n")...)
	if !yamledit.Sound("rules.yaml", next) {
		return yamledit.ErrByHand
	}
	f["rules.yaml"] = next
	return nil
}
