package catalog

import (
	"maps"
	"path"
	"slices"

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

// maxHints bounds the searches for similar names: each looks at all ids, and
// a damaged pack can hold as many wrong references as ids.
const maxHints = 50

// A reference waits until everything it may point at was read.
type reference struct {
	kind     refKind
	of, name string // of: the set or deck that holds what is named
	pos      source.Pos
}

// later takes a reference to be checked when all files were read. One that can
// be followed at once is not kept.
func (pk *pack) later(kind refKind, of, name string, pos source.Pos) {
	if name == "" || (kind == refItem || kind == refCard) && of == "" {
		return
	}
	r := reference{kind, of, name, pos}
	if !pk.resolves(r) {
		pk.pending = append(pk.pending, r)
	}
}

// resolves reports whether a reference points at something read so far.
func (pk *pack) resolves(r reference) bool {
	switch r.kind {
	case refSet:
		return pk.g.Set(r.name) != nil
	case refItem:
		return pk.g.Set(r.of).Item(r.name) != nil
	case refDeck:
		return pk.g.Deck(r.name) != nil
	case refCard:
		d, _ := pk.g.Card(r.name)
		return d != nil && d.ID == r.of
	case refFigure:
		d, _ := pk.g.Card(r.name)
		return d != nil && d.isFigure()
	case refGlossary:
		s := pk.g.Set(r.name)
		return s != nil && s.Schema.holds("name", TypeText, TypeWord) && s.Schema.holds("about", TypeText)
	case refRule:
		return pk.g.Rule(r.name) != nil
	case refTopic:
		return pk.topics[r.name] != nil
	}
	return false
}

func (d *Deck) isFigure() bool { return path.Base(d.Pos.File) == figureFile }

// holds reports whether the schema has a required field of one of the types.
func (s Schema) holds(name string, types ...FieldType) bool {
	f, ok := s.Field(name)
	return ok && !f.Optional && slices.Contains(types, f.Type)
}

// A checker looks at a game that was read.
type checker struct{ *pack }

// check reports what only the whole game shows.
func (ch *checker) check() {
	for _, r := range slices.Concat(ch.pending, ch.related) {
		if !ch.resolves(r) {
			ch.dangling(r)
		}
	}
	ch.checkEditionParams()
	ch.checkReferences()
	ch.checkFacts()
	ch.checkTexts()
	ch.checkPrinted()
}

// dangling reports a reference to what is not there.
func (ch *checker) dangling(r reference) {
	name := quote(clip(r.name))
	switch r.kind {
	case refSet:
		ch.unknown(r.pos, "there is no set "+name, r.name, keysOf(ch.g.index.sets))
	case refItem:
		if s := ch.g.Set(r.of); s != nil { // otherwise the set was reported
			ch.unknown(r.pos, "there is no item "+name+" in the set "+quote(r.of), r.name, keysOf(s.index))
		}
	case refDeck:
		ch.unknown(r.pos, "there is no deck "+name, r.name, keysOf(ch.g.index.decks))
	case refCard:
		if d := ch.g.Deck(r.of); d != nil {
			ch.unknown(r.pos, "there is no card "+name+" in the deck "+quote(r.of), r.name, func() []string { return cardIDs(d) })
		}
	case refFigure:
		ch.unknown(r.pos, "there is no figure "+name+" in "+figureFile, r.name, ch.figureIDs)
	case refGlossary:
		if ch.g.Set(r.name) == nil {
			ch.unknown(r.pos, "there is no set "+name, r.name, keysOf(ch.g.index.sets))
			return
		}
		ch.ps.Errorf(r.pos, CodeForm, "the set %s is no glossary", name).Hint = "a glossary needs the fields name: text and about: text"
	case refRule:
		ch.unknown(r.pos, "there is no rule "+name, r.name, ch.ruleIDs)
	case refTopic:
		ch.unknown(r.pos, "there is no topic "+name, r.name, keysOf(ch.topics))
	}
}

// unknown reports a name that is not there and what it may have meant. known
// is only asked while there are suggestions to make: a large deck may have as
// many wrong references as cards.
func (pk *pack) unknown(pos source.Pos, message, name string, known func() []string) {
	p := pk.ps.Errorf(pos, CodeUnknownRef, "%s", message)
	if pk.hints++; pk.hints <= maxHints {
		p.Hint = source.DidYouMean(name, known())
	}
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func keysOf[V any](m map[string]V) func() []string { return func() []string { return keys(m) } }

func cardIDs(d *Deck) []string {
	ids := make([]string, len(d.Cards))
	for i, c := range d.Cards {
		ids[i] = c.ID
	}
	return ids
}

func (ch *checker) figureIDs() []string {
	var ids []string
	for _, d := range ch.g.Decks {
		if d.isFigure() {
			ids = append(ids, cardIDs(d)...)
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
					p := ch.ps.Errorf(e.Params[name].Pos, CodeUnknownParam, "param %q is unknown to the game and to the edition %q", name, other.ID)
					p.Hint = source.DidYouMean(name, slices.Concat(keys(ch.g.Params), keys(other.Params)))
					break
				}
			}
		}
	}
}

// checkReferences reports topics that lack a page in a language of the game.
func (ch *checker) checkReferences() {
	for _, id := range slices.Sorted(maps.Keys(ch.g.Topics)) {
		t := ch.g.Topics[id]
		for _, lang := range ch.g.Languages {
			_, exact := t.References[lang]
			_, base := t.References[baseLanguage(lang)]
			if !exact && !base && t.referencesPos.IsValid() {
				ch.ps.Errorf(t.referencesPos, CodeNoReference, "topic %q has no reference in %s, a language of the game", t.ID, lang).Hint = "add " + lang + ": https://…"
			}
		}
	}
}

// checkPrinted warns of what is read and never printed.
func (ch *checker) checkPrinted() {
	printed := map[string]bool{}
	var book *Component
	for i := range ch.g.Components {
		c := &ch.g.Components[i]
		for _, d := range c.Decks {
			printed[d] = true
		}
		if c.Kind == KindRulebook {
			book = c
		}
	}
	for _, d := range ch.g.Decks {
		if !printed[d.ID] && !d.isFigure() {
			ch.ps.Warnf(d.Pos, CodeUnusedDeck, "no component prints the deck %q", clip(d.ID)).Hint = "add it to the decks of a component in game.yaml"
		}
	}
	if i := slices.IndexFunc(ch.g.Components, func(c Component) bool { return c.Kind == KindGuide }); i >= 0 && len(ch.g.Topics) == 0 && !ch.untaught {
		c := &ch.g.Components[i]
		ch.ps.Errorf(c.Pos, CodeLength, "the guide %q has nothing to explain: no card names a topic", clip(c.ID)).Hint = "give a card a topic, or delete the guide"
	}
	switch {
	case book != nil && len(ch.g.Sections) == 0:
		ch.ps.Errorf(book.Pos, source.CodeFileMissing, "the rulebook %q has no rules", book.ID).Hint = "add " + rulesFile
	case book == nil && len(ch.g.Sections) > 0:
		ch.ps.Warnf(ch.g.Sections[0].Pos, CodeUnprintedRule, "no component prints the rules").Hint = "add a component of kind rulebook to game.yaml"
	}
}
