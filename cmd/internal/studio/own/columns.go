package own

import (
	"slices"
	"strings"
	"unicode"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
)

// The fields looks show, with their types.
var fieldTypes = map[string]catalog.FieldType{
	"title": catalog.TypeText, "text": catalog.TypeText, "note": catalog.TypeText, "kind": catalog.TypeText, "picture": catalog.TypeWord, "icon": catalog.TypeIcon,
	"number": catalog.TypeNumber, "url": catalog.TypeURL, "question": catalog.TypeText, "answer": catalog.TypeText, "goal": catalog.TypeText, "reward": catalog.TypeText, "topic": catalog.TypeTopic,
}

// knownFields are those that are offered, in their order; the last three are no
// fields but columns every table may have.
var knownFields = []string{"title", "text", "picture", "icon", "number", "kind", "note", "url", "question", "answer", "goal", "reward", "topic", "quantity", "skip", "id"}

func isColumnOnly(field string) bool { return field == "quantity" || field == "skip" || field == "id" }

// column adds a column for a field.
func (e *edit) column(f tree.Files) error {
	t, d, err := e.table(f)
	if err != nil {
		return err
	}
	if !slices.Contains(knownFields, e.Field) || t.width() >= mostColumns {
		return shelf.ErrPlace
	}
	t.set(t.head, t.width(), e.word(e.Field))
	if err := t.write(f); err != nil {
		return err
	}
	return e.declare(f, d, e.Field, e.word(e.Field))
}

// declare writes a field into the deck, with the column it stands in.
func (e *edit) declare(f tree.Files, d *catalog.Deck, field, header string) error {
	if isColumnOnly(field) {
		return nil
	}
	parts := []string{"type: " + string(fieldTypes[field])}
	if field != "title" && field != "question" {
		parts = append(parts, "optional: true")
	}
	if !names(field, header) {
		parts = append(parts, "column: "+yamledit.Quoted(header))
	}
	return e.set(f, d, "{"+strings.Join(parts, ", ")+"}", "fields", field)
}

// set sets a key of a deck.
func (e *edit) set(f tree.Files, d *catalog.Deck, raw string, keys ...string) error {
	data, err := yamledit.SetRaw(f[d.Pos.File], d.Pos.File, raw, append([]string{"decks", "id=" + d.ID}, keys...)...)
	if err == nil {
		f[d.Pos.File] = data
	}
	return err
}

// field says what a column is.
func (e *edit) field(f tree.Files) error {
	t, d, err := e.table(f)
	if err != nil {
		return err
	}
	if e.Col < 1 || e.Col > t.width() || e.Field != "" && !slices.Contains(knownFields, e.Field) {
		return shelf.ErrPlace
	}
	columns := columnsOf(t, d, e.game)
	at := columns[e.Col-1]
	forget := func(field string) error {
		if field == "" || isColumnOnly(field) {
			return nil
		}
		data, err := yamledit.RemoveKey(f[d.Pos.File], d.Pos.File, "decks", "id="+d.ID, "fields", field)
		if err == nil {
			f[d.Pos.File] = data
		}
		return err
	}
	if at.Lang == "" {
		if err := forget(at.Field); err != nil {
			return err
		}
	}
	for i, c := range columns { // what was the field before is printed no more
		if c.Field == e.Field && e.Field != "" && c.Lang == "" && i != e.Col-1 {
			if err := forget(e.Field); err != nil {
				return err
			}
			if isColumnOnly(e.Field) {
				t.set(t.head, i, c.Header+" (2)")
			}
		}
	}
	header := at.Header
	if isColumnOnly(e.Field) && !names(e.Field, header) || e.Field == "" && at.Field != "" && names(at.Field, header) && isColumnOnly(at.Field) || header == "" {
		if header = e.word(e.Field); e.Field == "" {
			header = at.Header + " –"
		}
		t.set(t.head, e.Col-1, header)
	}
	if err := t.write(f); err != nil || e.Field == "" {
		return err
	}
	if len(d.Schema) == 1 && d.Schema[0].Name == at.Field { // there is no place left to put it behind
		return e.set(f, d, "{"+e.Field+": {type: "+string(fieldTypes[e.Field])+", column: "+yamledit.Quoted(header)+"}}", "fields")
	}
	return e.declare(f, d, e.Field, header)
}

// A column is one of a table, with the field it stands for.
type column struct {
	Header, Field, Lang string
}

// headerKey is what names of columns are compared by.
func headerKey(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// names reports whether a column with that header is taken for a field without
// anybody saying so.
func names(field, header string) bool {
	return slices.ContainsFunc(append(load.ColumnNames()[field], field), func(name string) bool { return headerKey(name) == headerKey(header) })
}

// columnsOf says what the columns of a table are.
func columnsOf(t *table, d *catalog.Deck, g *catalog.Game) []column {
	list := make([]column, t.width())
	taken := map[string]bool{}
	for i := range list {
		list[i].Header = strings.TrimSpace(t.cell(t.head, i))
	}
	give := func(i int, field, lang string) {
		if list[i].Field == "" && !taken[field+"."+lang] {
			list[i].Field, list[i].Lang, taken[field+"."+lang] = field, lang, true
		}
	}
	for i, c := range list { // what the deck says goes before what is usual
		for _, f := range d.Schema {
			if f.Column != "" && headerKey(f.Column) == headerKey(c.Header) {
				give(i, f.Name, "")
			}
		}
	}
	for i, c := range list {
		if c.Header == "" {
			continue
		}
		for _, id := range []string{"id", "quantity", "skip"} {
			if names(id, c.Header) {
				give(i, id, "")
			}
		}
		for _, f := range d.Schema {
			if f.Column == "" && names(f.Name, c.Header) {
				give(i, f.Name, "")
			}
			for _, lang := range g.Languages {
				for _, name := range append(load.ColumnNames()[f.Name], f.Name, f.Column) {
					if name != "" && headerKey(name+" "+lang) == headerKey(c.Header) {
						if lang == g.Source {
							give(i, f.Name, "")
						} else {
							give(i, f.Name, lang)
						}
					}
				}
			}
		}
	}
	return list
}
