package load

import (
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

const (
	maxQuantity = 1000
	maxLength   = 1000 // of a list in a field
	maxWord     = 200  // bytes
)

// What a field type refers to.
const (
	ofNothing = ""
	ofSet     = "set"
	ofDeck    = "deck"
)

// fieldTypes says for each type what "of" names and whether min and max mean
// something.
var fieldTypes = map[catalog.FieldType]struct {
	of     string
	limits bool
}{
	catalog.TypeText: {}, catalog.TypeWord: {}, catalog.TypeNumber: {ofNothing, true}, catalog.TypeFlag: {}, catalog.TypeIcon: {}, catalog.TypeTopic: {}, catalog.TypeURL: {},
	catalog.TypeItem: {ofSet, false}, catalog.TypeItems: {ofSet, true}, catalog.TypeNumbers: {ofSet, true},
	catalog.TypeCard: {ofDeck, false}, catalog.TypeCards: {ofDeck, true},
	catalog.TypeTexts: {ofNothing, true}, catalog.TypeWords: {ofNothing, true},
}

// typeNames lists the types in the order of their explanation.
var typeNames = []string{
	string(catalog.TypeText), string(catalog.TypeWord), string(catalog.TypeNumber), string(catalog.TypeFlag), string(catalog.TypeIcon), string(catalog.TypeTopic), string(catalog.TypeURL), string(catalog.TypeItem),
	string(catalog.TypeItems), string(catalog.TypeNumbers), string(catalog.TypeCard), string(catalog.TypeCards), string(catalog.TypeTexts), string(catalog.TypeWords),
}

// readSchema reads the fields of a set or deck, in short form (name: type) or
// long form (name: {type: items, of: set, min: 2}).
func (rd *deckReader) readSchema(v source.Value, reserved ...string) catalog.Schema {
	m := v.Map()
	schema := make(catalog.Schema, 0, m.Len())
	for e := range m.All() {
		f := catalog.Field{Name: form.ReadName(e.At, "field name", form.FieldForm, form.HintField), Pos: e.At.Pos()}
		for _, r := range reserved {
			if f.Name == r {
				e.At.Errorf(form.CodeReservedID, "field %q is there already", f.Name).Hint = "choose another name"
			}
		}
		if e.Value.IsMap() {
			rd.readField(e.Value.Map(), &f)
		} else {
			f.Type = catalog.FieldType(e.Value.OneOf("type of field", typeNames...))
			if of := fieldTypes[f.Type].of; of != ofNothing {
				e.Value.Errorf(source.CodeMissingKey, "type %s needs the %s it names", f.Type, of).Hint = "write {type: " + string(f.Type) + ", of: …}"
			}
		}
		schema = append(schema, f)
	}
	return schema
}

// readField reads the long form of a field.
func (rd *deckReader) readField(m *source.Map, f *catalog.Field) {
	f.Type = catalog.FieldType(m.Need("type").OneOf("type of field", typeNames...))
	optional := m.Get("optional")
	// One that cannot be read is taken for true, or every card that leaves the
	// field out would be reported as well.
	f.Optional = optional.Flag() || optional.Exists() && optional.Literal() != "false"
	kind := fieldTypes[f.Type]
	if kind.of != ofNothing || f.Type == "" {
		of := m.Get("of")
		f.Of = of.Text()
		switch {
		case f.Type != "" && !of.Exists():
			m.Errorf(source.CodeMissingKey, "type %s needs the %s it names", f.Type, kind.of).Hint = "add of:"
		case kind.of == ofSet && f.Of != "":
			rd.later(refSet, "", f.Of, of.Pos())
		case kind.of == ofDeck && f.Of != "":
			rd.later(refDeck, "", f.Of, of.Pos())
		}
	}
	if column := m.Get("column"); column.Exists() {
		f.Column = form.Trimmed(column)
	}
	if kind.limits || f.Type == "" {
		readLimits(m, f)
	}
	m.Done("field \"" + source.Clip(f.Name) + "\"")
}

// readLimits reads min and max. A field with a min only has no upper limit but
// that of all numbers or lists.
func readLimits(m *source.Map, f *catalog.Field) {
	lo, hi := 0, maxLength
	if f.Type == catalog.TypeNumber || f.Type == catalog.TypeNumbers {
		lo, hi = -maxNumber, maxNumber
	}
	first, last := m.Get("min"), m.Get("max")
	f.Min, f.Max = first.Int(lo, hi), last.Int(lo, hi)
	if first.Exists() && !last.Exists() {
		f.Max = hi
	}
	if last.Exists() && !first.Exists() {
		f.Min = min(0, f.Max)
	}
	if f.Min > f.Max {
		first.Errorf(source.CodeRange, "min %d is greater than max %d", f.Min, f.Max)
		f.Min, f.Max = 0, 0
	}
}

// readValues reads the fields of a card or item. prefix starts the message
// ids, what names the record in messages.
func (rd *deckReader) readValues(m *source.Map, r *catalog.Record, schema catalog.Schema, prefix, what string) {
	r.Fields = make(map[string]catalog.Value, len(schema))
	for i := range schema {
		f := &schema[i]
		v := m.Get(f.Name)
		if !v.Exists() {
			if !f.Optional {
				m.Errorf(source.CodeMissingKey, "%s %q has no %s", what, source.Clip(r.ID), f.Name).Hint = "add " + f.Name + ": …"
			}
			continue
		}
		r.Fields[f.Name] = rd.readValue(v, f, prefix+f.Name)
	}
}

// readValue reads a value of the type of its field.
func (rd *deckReader) readValue(v source.Value, f *catalog.Field, id string) catalog.Value {
	value := catalog.Value{Type: f.Type, Pos: v.Pos()}
	switch f.Type {
	case catalog.TypeText:
		value.Text = form.ReadText(v, id)
	case catalog.TypeWord, catalog.TypeIcon:
		value.Word = readWord(v)
	case catalog.TypeNumber:
		value.Number = v.Int(numberRange(f))
	case catalog.TypeFlag:
		value.Flag = v.Flag()
	case catalog.TypeTopic:
		value.Word = rd.topicRef(v)
	case catalog.TypeURL:
		value.Word = form.ReadAddress(v)
	case catalog.TypeItem:
		value.Word = v.Text()
		rd.later(refItem, f.Of, value.Word, v.Pos())
	case catalog.TypeCard:
		value.Word = v.Text()
		rd.later(refCard, f.Of, value.Word, v.Pos())
	case catalog.TypeTexts:
		value.Texts = form.ReadTexts(v, id)
		checkLength(v, f, len(value.Texts))
	case catalog.TypeNumbers:
		rd.readNumbers(v, f, &value)
	case catalog.TypeItems, catalog.TypeCards, catalog.TypeWords:
		rd.readList(v, f, &value)
	}
	return value
}

// numberRange returns the limits of a number: its own, or those of all.
func numberRange(f *catalog.Field) (lo, hi int) {
	if f.Min == 0 && f.Max == 0 {
		return -maxNumber, maxNumber
	}
	return f.Min, f.Max
}

// readList reads a list of ids or words.
func (rd *deckReader) readList(v source.Value, f *catalog.Field, value *catalog.Value) {
	elements := v.List()
	value.List = make([]string, 0, len(elements))
	for _, e := range elements {
		s := readWord(e)
		value.List = append(value.List, s)
		switch f.Type {
		case catalog.TypeItems:
			rd.later(refItem, f.Of, s, e.Pos())
		case catalog.TypeCards:
			rd.later(refCard, f.Of, s, e.Pos())
		}
	}
	checkLength(v, f, len(elements))
}

// readNumbers reads a number for each of some items: {H: 1, A: 2}.
func (rd *deckReader) readNumbers(v source.Value, f *catalog.Field, value *catalog.Value) {
	m := v.Map()
	value.Numbers = make(map[string]int, m.Len())
	for e := range m.All() {
		value.List = append(value.List, e.Key)
		value.Numbers[e.Key] = e.Value.Int(numberRange(f))
		rd.later(refItem, f.Of, e.Key, e.At.Pos())
	}
}

// checkLength checks the number of elements of a list.
func checkLength(v source.Value, f *catalog.Field, n int) {
	if !v.IsList() {
		return
	}
	lo, hi := f.Min, f.Max
	if lo == 0 && hi == 0 {
		hi = maxLength
	}
	switch {
	case n < lo:
		v.Errorf(form.CodeLength, "%s has %d elements, at least %d are needed", f.Name, n, lo)
	case n > hi:
		v.Errorf(form.CodeLength, "%s has %d elements, at most %d are allowed", f.Name, n, hi)
	}
}

// readWord reads a text that is never translated.
func readWord(v source.Value) string {
	s := v.Text()
	if len(s) > maxWord || strings.Contains(s, "\n") {
		v.Errorf(form.CodeLength, "want a word of at most %d bytes in one line", maxWord).Hint = "a field of type text may hold more, and is translated"
		return ""
	}
	return s
}

// topicRef reads the id of a topic and takes the topic into the game.
func (rd *deckReader) topicRef(v source.Value) string {
	id := v.Text()
	if id == "" || rd.untaught {
		return id
	}
	if t, ok := rd.library.Topics[id]; ok {
		t.Named = true
		rd.g.Topics[id] = t
	} else {
		rd.later(refTopic, "", id, v.Pos())
	}
	return id
}
