package flow

import (
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/i18n"
)

// A Fact is something a card says, in words: "Needs" and "Access, Behaviour".
// A text that speaks for itself has no label and keeps its marks.
type Fact struct{ Label, Value string }

// FactsOf puts facts of a card, or of an item of a set, into words. Those it
// does not have are left out.
func FactsOf(g *catalog.Game, t *i18n.Texts, list []catalog.Fact, l catalog.Lead) []Fact {
	r := &facts{g, t}
	var out []Fact
	for _, f := range list {
		v, ok := l.Record.Fields[f.Field]
		if !ok {
			continue
		}
		field, _ := l.Schema.Field(f.Field)
		value := r.value(field, v)
		if value == "" {
			continue
		}
		fact := Fact{Value: value}
		if f.Label.ID != "" {
			fact.Label = t.Text(f.Label)
		}
		out = append(out, fact)
	}
	return out
}

// facts puts values of fields into words.
type facts struct {
	game  *catalog.Game
	texts *i18n.Texts
}

// value puts the value of a field into words.
func (r *facts) value(f catalog.Field, v catalog.Value) string {
	switch v.Type {
	case catalog.TypeText:
		return r.texts.Text(v.Text)
	case catalog.TypeNumber:
		return r.texts.Locale().Number(v.Number)
	case catalog.TypeItem:
		return r.itemName(f.Of, v.Word)
	case catalog.TypeItems:
		return r.names(v.List, func(id string) string { return r.itemName(f.Of, id) })
	case catalog.TypeNumbers:
		return r.names(v.List, func(id string) string {
			if v.Numbers[id] == 0 {
				return ""
			}
			return r.itemName(f.Of, id) + "\u00A0" + r.texts.Locale().Number(v.Numbers[id])
		})
	case catalog.TypeCard:
		return r.cardName(v.Word)
	case catalog.TypeCards:
		return r.names(v.List, r.cardName)
	}
	return ""
}

// names joins what is called by a list of ids; the same twice is counted.
func (r *facts) names(ids []string, name func(string) string) string {
	var out []string
	for i, id := range ids {
		s := name(id)
		if s == "" || slices.Contains(ids[:i], id) {
			continue
		}
		n := 0
		for _, other := range ids {
			if other == id {
				n++
			}
		}
		if n > 1 {
			s = strconv.Itoa(n) + "\u00A0×\u00A0" + s
		}
		out = append(out, s)
	}
	sep := ", "
	if !r.texts.Locale().WordSpaces {
		sep = "、"
	}
	return strings.Join(out, sep)
}

// itemName returns the short name of an item, or its name.
func (r *facts) itemName(set, id string) string {
	s := r.game.Set(set)
	item := s.Item(id)
	if item == nil {
		return id
	}
	if short := item.Fields["short"]; short.Type == catalog.TypeText && short.Text.ID != "" {
		return r.texts.Text(short.Text)
	}
	return r.texts.Text(s.Schema.TitleOf(item))
}

func (r *facts) cardName(id string) string {
	if d, c := r.game.Card(id); c != nil {
		return r.texts.Text(d.Schema.TitleOf(c))
	}
	return id
}
