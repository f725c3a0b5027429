package load

import (
	"slices"
	"strconv"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

// checkTexts reports placeholders that are malformed or name what is not
// there, in every text of the game.
func (ch *checker) checkTexts() {
	params := ch.knownParams()
	targets, owners := ch.targets(), ch.g.Owners()
	topics := map[string]bool{}
	for _, t := range ch.g.Topics {
		for _, m := range t.Messages() {
			topics[m.ID] = true
		}
	}
	for _, m := range ch.g.Messages() {
		if topics[m.ID] { // the library looks at its own
			continue
		}
		list, err := catalog.ParsePlaceholders(m.Text)
		if err != nil {
			ch.Errorf(m.Pos, form.CodePlaceholder, "%v", err).Hint = catalog.HintPlaceholder
		}
		if len(list) == 0 {
			continue
		}
		for _, p := range list {
			if p.Kind == catalog.PlaceholderColour {
				continue
			}
			if targets[m.ID] && p.Kind != catalog.PlaceholderParam {
				ch.Errorf(ch.Locate(m, p.Raw), form.CodePlaceholder, "a name other texts refer to cannot itself refer to {{%s}}", p).Hint = "write the words out"
				continue
			}
			if _, own := owners[m.ID].Number(p.Args[0]); own && p.Kind == catalog.PlaceholderParam {
				continue
			}
			ch.checkPlaceholder(m, p, params)
		}
	}
	ch.fillRuleParams()
}

// knownParams returns the params of the game and of all editions.
func (ch *checker) knownParams() catalog.Params {
	known := ch.g.ParamsFor(nil)
	for i := range ch.g.Editions {
		for name, p := range ch.g.Editions[i].Params {
			known[name] = p
		}
	}
	return known
}

// targets returns the ids of the texts placeholders print: names of decks and
// items, titles of cards. References in them could run in a circle.
func (ch *checker) targets() map[string]bool {
	ids := map[string]bool{}
	for _, s := range ch.g.Sets {
		for _, r := range s.Items {
			ids[r.Fields["name"].Text.ID] = true
		}
	}
	for _, d := range ch.g.Decks {
		ids[d.Name.ID] = true
		for _, r := range d.Cards {
			ids[r.Fields["title"].Text.ID] = true
		}
	}
	return ids
}

// checkPlaceholder follows one placeholder.
func (ch *checker) checkPlaceholder(m catalog.Msg, p catalog.Placeholder, params catalog.Params) {
	pos := func() source.Pos { return ch.Locate(m, p.Raw) }
	name := strconv.Quote(source.Clip(p.Args[0]))
	switch p.Kind {
	case catalog.PlaceholderParam:
		if _, ok := params[p.Args[0]]; !ok {
			ch.Suggest(ch.Errorf(pos(), form.CodeUnknownParam, "there is no param %s", name), p.Args[0], form.KeysOf(params))
		}
	case catalog.PlaceholderCard:
		if d, _ := ch.g.Card(p.Args[0]); d == nil {
			ch.Unknown(pos(), "there is no card "+name, p.Args[0], ch.cardIDs)
		} else if !holds(d.Schema, "title", catalog.TypeText, catalog.TypeWord) {
			ch.Errorf(pos(), form.CodePlaceholder, "card %s has no title to print", name).Hint = "the deck " + strconv.Quote(d.ID) + " has no required field title: text"
		}
	case catalog.PlaceholderTerm:
		ch.checkTerm(p, pos)
	case catalog.PlaceholderRule:
		if ch.g.Rule(p.Args[0]) == nil {
			ch.Unknown(pos(), "there is no rule "+name, p.Args[0], ch.ruleIDs)
		}
	case catalog.PlaceholderDeck:
		if ch.g.Deck(p.Args[0]) == nil {
			ch.Unknown(pos(), "there is no deck "+name, p.Args[0], ch.deckIDs)
		}
	}
}

func (ch *checker) checkTerm(p catalog.Placeholder, pos func() source.Pos) {
	s, set, item := ch.g.Set(p.Args[0]), strconv.Quote(source.Clip(p.Args[0])), strconv.Quote(source.Clip(p.Args[1]))
	switch {
	case s == nil:
		ch.Unknown(pos(), "there is no set "+set, p.Args[0], ch.setIDs)
	case s.Item(p.Args[1]) == nil:
		ch.Unknown(pos(), "there is no item "+item+" in the set "+set, p.Args[1], func() []string { return recordIDs(s.Items) })
	case !holds(s.Schema, "name", catalog.TypeText, catalog.TypeWord):
		ch.Errorf(pos(), form.CodePlaceholder, "item %s has no name to print", item).Hint = "the set " + set + " has no required field name: text"
	}
}

// fillRuleParams lists the params each rule uses.
func (ch *checker) fillRuleParams() {
	for i := range ch.g.Sections {
		for j := range ch.g.Sections[i].Blocks {
			r := ch.g.Sections[i].Blocks[j].Rule
			if r == nil {
				continue
			}
			texts := []catalog.Msg{r.Text}
			for _, id := range editionIDs(ch.g) {
				texts = append(texts, r.ByEdition[id])
			}
			for _, m := range texts {
				list, _ := catalog.ParsePlaceholders(m.Text)
				for _, p := range list {
					if p.Kind == catalog.PlaceholderParam && !slices.Contains(r.Params, p.Args[0]) {
						r.Params = append(r.Params, p.Args[0])
					}
				}
			}
		}
	}
}

// checkFacts reports facts that a guide cannot print: of fields nothing that
// leads to a topic has, of signs, and of values nobody would know what they
// mean.
func (ch *checker) checkFacts() {
	for i := range ch.g.Components {
		c := &ch.g.Components[i]
		for _, f := range c.Facts {
			ch.checkFact(f)
		}
	}
}

func (ch *checker) checkFact(f catalog.Fact) {
	var known []string
	look := func(schema catalog.Schema) {
		if !slices.ContainsFunc(schema, func(f catalog.Field) bool { return f.Type == catalog.TypeTopic }) {
			return
		}
		for _, field := range schema {
			if printable(field.Type) {
				known = append(known, field.Name)
			}
			if field.Name == f.Field && field.Type != catalog.TypeText && printable(field.Type) && f.Label.ID == "" {
				ch.Errorf(f.Pos, source.CodeMissingKey, "the fact %q needs a label", source.Clip(f.Field)).Hint = "add what to print before it: label: Costs"
			}
		}
	}
	for _, d := range ch.g.Decks {
		look(d.Schema)
	}
	for _, s := range ch.g.Sets {
		look(s.Schema)
	}
	if f.Field != "" && !slices.Contains(known, f.Field) {
		ch.Unknown(f.Pos, "nothing that leads to a topic has a field "+strconv.Quote(source.Clip(f.Field))+" that can be printed", f.Field, func() []string { return known })
	}
}

// printable reports whether a field's values can be put into words.
func printable(t catalog.FieldType) bool {
	switch t {
	case catalog.TypeText, catalog.TypeNumber, catalog.TypeItem, catalog.TypeItems, catalog.TypeNumbers, catalog.TypeCard, catalog.TypeCards:
		return true
	}
	return false
}
