package load

import (
	"maps"
	"slices"
	"strconv"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

// A refKind says what a reference names.
type refKind uint8

const (
	refSet refKind = iota
	refItem
	refDeck
	refCard
	refFigure   // a card of a deck in figures.yaml
	refGlossary // a set whose items have a name and an explanation
	refRule
	refTopic
)

// A reference waits until everything it may point at was read.
type reference struct {
	kind     refKind
	of, name string // of: the set or deck that holds what is named
	pos      source.Pos
}

// later takes a reference to be checked when all files were read. One that can
// be followed at once is not kept.
func (rd *reading) later(kind refKind, of, name string, pos source.Pos) {
	if name == "" || (kind == refItem || kind == refCard) && of == "" {
		return
	}
	r := reference{kind, of, name, pos}
	if !rd.resolves(r) {
		rd.pending = append(rd.pending, r)
	}
}

// resolves reports whether a reference points at something read so far.
func (rd *reading) resolves(r reference) bool {
	switch r.kind {
	case refSet:
		return rd.g.Set(r.name) != nil
	case refItem:
		return rd.g.Set(r.of).Item(r.name) != nil
	case refDeck:
		return rd.g.Deck(r.name) != nil
	case refCard:
		d, _ := rd.g.Card(r.name)
		return d != nil && d.ID == r.of
	case refFigure:
		d, _ := rd.g.Card(r.name)
		return d != nil && d.IsFigure()
	case refGlossary:
		s := rd.g.Set(r.name)
		return s != nil && holds(s.Schema, "name", catalog.TypeText, catalog.TypeWord) && holds(s.Schema, "about", catalog.TypeText)
	case refRule:
		return rd.g.Rule(r.name) != nil
	case refTopic:
		return rd.library.Topics[r.name] != nil
	}
	return false
}

// holds reports whether a schema has a required field of one of the types.
func holds(s catalog.Schema, name string, types ...catalog.FieldType) bool {
	f, ok := s.Field(name)
	return ok && !f.Optional && slices.Contains(types, f.Type)
}

// A checker looks at a game that was read.
type checker struct{ *reading }

// check reports what only the whole game shows.
func (ch *checker) check() {
	for _, r := range ch.pending {
		if !ch.resolves(r) {
			ch.dangling(r)
		}
	}
	ch.checkEditionParams()
	ch.library.Check(ch.g.Languages, ch.g.Topics)
	ch.checkFacts()
	ch.checkTexts()
	ch.checkPrinted()
}

// dangling reports a reference to what is not there.
func (ch *checker) dangling(r reference) {
	name := strconv.Quote(source.Clip(r.name))
	switch r.kind {
	case refSet:
		ch.Unknown(r.pos, "there is no set "+name, r.name, ch.setIDs)
	case refItem:
		if s := ch.g.Set(r.of); s != nil { // otherwise the set was reported
			ch.Unknown(r.pos, "there is no item "+name+" in the set "+strconv.Quote(r.of), r.name, func() []string { return recordIDs(s.Items) })
		}
	case refDeck:
		ch.Unknown(r.pos, "there is no deck "+name, r.name, ch.deckIDs)
	case refCard:
		if d := ch.g.Deck(r.of); d != nil {
			ch.Unknown(r.pos, "there is no card "+name+" in the deck "+strconv.Quote(r.of), r.name, func() []string { return recordIDs(d.Cards) })
		}
	case refFigure:
		ch.Unknown(r.pos, "there is no figure "+name+" in "+catalog.FigureFile, r.name, ch.figureIDs)
	case refGlossary:
		if ch.g.Set(r.name) == nil {
			ch.Unknown(r.pos, "there is no set "+name, r.name, ch.setIDs)
			return
		}
		ch.Errorf(r.pos, form.CodeForm, "the set %s is no glossary", name).Hint = "a glossary needs the fields name: text and about: text"
	case refRule:
		ch.Unknown(r.pos, "there is no rule "+name, r.name, ch.ruleIDs)
	case refTopic:
		ch.Unknown(r.pos, "there is no topic "+name, r.name, form.KeysOf(ch.library.Topics))
	}
}

func recordIDs(list []*catalog.Record) []string {
	ids := make([]string, len(list))
	for i, r := range list {
		ids[i] = r.ID
	}
	return ids
}

func (rd *reading) setIDs() []string {
	var ids []string
	for _, s := range rd.g.Sets {
		ids = append(ids, s.ID)
	}
	return ids
}

func (rd *reading) deckIDs() []string {
	var ids []string
	for _, d := range rd.g.Decks {
		ids = append(ids, d.ID)
	}
	return ids
}

func (rd *reading) cardIDs() []string {
	var ids []string
	for _, d := range rd.g.Decks {
		ids = append(ids, recordIDs(d.Cards)...)
	}
	return ids
}

func (ch *checker) figureIDs() []string {
	var ids []string
	for _, d := range ch.g.Decks {
		if d.IsFigure() {
			ids = append(ids, recordIDs(d.Cards)...)
		}
	}
	return ids
}

func (ch *checker) ruleIDs() []string {
	var ids []string
	for i := range ch.g.Sections {
		for j := range ch.g.Sections[i].Blocks {
			if r := ch.g.Sections[i].Blocks[j].Rule; r != nil {
				ids = append(ids, r.ID)
			}
		}
	}
	return ids
}

// checkEditionParams reports params an edition sets that neither the game nor
// every other edition knows: a misspelt one would have no effect.
func (ch *checker) checkEditionParams() {
	for i := range ch.g.Editions {
		e := &ch.g.Editions[i]
		for _, name := range slices.Sorted(maps.Keys(e.Params)) {
			if _, ok := ch.g.Params[name]; ok {
				continue
			}
			for j := range ch.g.Editions {
				other := &ch.g.Editions[j]
				if _, ok := other.Params[name]; !ok {
					p := ch.Errorf(e.Params[name].Pos, form.CodeUnknownParam, "param %q is unknown to the game and to the edition %q", name, other.ID)
					p.Hint = source.DidYouMean(name, slices.Concat(form.Keys(ch.g.Params), form.Keys(other.Params)))
					break
				}
			}
		}
	}
}

// checkPrinted warns of what is read and never printed.
func (ch *checker) checkPrinted() {
	printed := map[string]bool{}
	var book *catalog.Component
	for i := range ch.g.Components {
		c := &ch.g.Components[i]
		for _, d := range c.Decks {
			printed[d] = true
		}
		if c.Kind == catalog.KindRulebook {
			book = c
		}
	}
	for _, d := range ch.g.Decks {
		if !printed[d.ID] && !d.IsFigure() {
			ch.Warnf(d.Pos, form.CodeUnusedDeck, "no component prints the deck %q", source.Clip(d.ID)).Hint = "add it to the decks of a component in game.yaml"
		}
	}
	if i := slices.IndexFunc(ch.g.Components, func(c catalog.Component) bool { return c.Kind == catalog.KindGuide }); i >= 0 && len(ch.g.Topics) == 0 && !ch.untaught {
		c := &ch.g.Components[i]
		ch.Errorf(c.Pos, form.CodeLength, "the guide %q has nothing to explain: no card names a topic", source.Clip(c.ID)).Hint = "give a card a topic, or delete the guide"
	}
	switch {
	case book != nil && len(ch.g.Sections) == 0:
		ch.Errorf(book.Pos, source.CodeFileMissing, "the rulebook %q has no rules", book.ID).Hint = "add " + rulesFile
	case book == nil && len(ch.g.Sections) > 0:
		ch.Warnf(ch.g.Sections[0].Pos, form.CodeUnprintedRule, "no component prints the rules").Hint = "add a component of kind rulebook to game.yaml"
	}
}
