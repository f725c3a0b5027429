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
func (l *loader) later(kind refKind, of, name string, pos source.Pos) {
	if name == "" || (kind == refItem || kind == refCard) && of == "" {
		return
	}
	r := reference{kind, of, name, pos}
	if !l.resolves(r) {
		l.pending = append(l.pending, r)
	}
}

// resolves reports whether a reference points at something read so far.
func (l *loader) resolves(r reference) bool {
	switch r.kind {
	case refSet:
		return l.g.Set(r.name) != nil
	case refItem:
		return l.g.Set(r.of).Item(r.name) != nil
	case refDeck:
		return l.g.Deck(r.name) != nil
	case refCard:
		d, _ := l.g.Card(r.name)
		return d != nil && d.ID == r.of
	case refFigure:
		d, _ := l.g.Card(r.name)
		return d != nil && d.isFigure()
	case refGlossary:
		s := l.g.Set(r.name)
		return s != nil && s.Schema.holds("name", TypeText, TypeWord) && s.Schema.holds("about", TypeText)
	case refRule:
		return l.g.Rule(r.name) != nil
	case refTopic:
		return l.topics[r.name] != nil
	}
	return false
}

func (d *Deck) isFigure() bool { return path.Base(d.Pos.File) == figureFile }

// holds reports whether the schema has a required field of one of the types.
func (s Schema) holds(name string, types ...FieldType) bool {
	f, ok := s.Field(name)
	return ok && !f.Optional && slices.Contains(types, f.Type)
}

// check reports what only the whole game shows.
func (l *loader) check() {
	for _, r := range slices.Concat(l.pending, l.related) {
		if !l.resolves(r) {
			l.dangling(r)
		}
	}
	l.checkEditionParams()
	l.checkReferences()
	l.checkFacts()
	l.checkTexts()
	l.checkPrinted()
}

// dangling reports a reference to what is not there.
func (l *loader) dangling(r reference) {
	name := quote(clip(r.name))
	switch r.kind {
	case refSet:
		l.unknown(r.pos, "there is no set "+name, r.name, keysOf(l.g.index.sets))
	case refItem:
		if s := l.g.Set(r.of); s != nil { // otherwise the set was reported
			l.unknown(r.pos, "there is no item "+name+" in the set "+quote(r.of), r.name, keysOf(s.index))
		}
	case refDeck:
		l.unknown(r.pos, "there is no deck "+name, r.name, keysOf(l.g.index.decks))
	case refCard:
		if d := l.g.Deck(r.of); d != nil {
			l.unknown(r.pos, "there is no card "+name+" in the deck "+quote(r.of), r.name, func() []string { return cardIDs(d) })
		}
	case refFigure:
		l.unknown(r.pos, "there is no figure "+name+" in "+figureFile, r.name, l.figureIDs)
	case refGlossary:
		if l.g.Set(r.name) == nil {
			l.unknown(r.pos, "there is no set "+name, r.name, keysOf(l.g.index.sets))
			return
		}
		l.ps.Errorf(r.pos, CodeForm, "the set %s is no glossary", name).Hint = "a glossary needs the fields name: text and about: text"
	case refRule:
		l.unknown(r.pos, "there is no rule "+name, r.name, l.ruleIDs)
	case refTopic:
		l.unknown(r.pos, "there is no topic "+name, r.name, keysOf(l.topics))
	}
}

// unknown reports a name that is not there and what it may have meant. known
// is only asked while there are suggestions to make: a large deck may have as
// many wrong references as cards.
func (l *loader) unknown(pos source.Pos, message, name string, known func() []string) {
	p := l.ps.Errorf(pos, CodeUnknownRef, "%s", message)
	if l.hints++; l.hints <= maxHints {
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

func (l *loader) figureIDs() []string {
	var ids []string
	for _, d := range l.g.Decks {
		if d.isFigure() {
			ids = append(ids, cardIDs(d)...)
		}
	}
	return ids
}

func (l *loader) ruleIDs() []string {
	var ids []string
	for i := range l.g.Sections {
		for j := range l.g.Sections[i].Blocks {
			if r := l.g.Sections[i].Blocks[j].Rule; r != nil {
				ids = append(ids, r.ID)
			}
		}
	}
	return ids
}

// checkEditionParams reports params an edition sets that neither the game nor
// every other edition knows: a misspelt one would have no effect.
func (l *loader) checkEditionParams() {
	for i := range l.g.Editions {
		e := &l.g.Editions[i]
		for _, name := range slices.Sorted(maps.Keys(e.Params)) {
			if _, ok := l.g.Params[name]; ok {
				continue
			}
			for j := range l.g.Editions {
				other := &l.g.Editions[j]
				if _, ok := other.Params[name]; !ok {
					p := l.ps.Errorf(e.Params[name].Pos, CodeUnknownParam, "param %q is unknown to the game and to the edition %q", name, other.ID)
					p.Hint = source.DidYouMean(name, slices.Concat(keys(l.g.Params), keys(other.Params)))
					break
				}
			}
		}
	}
}

// checkReferences reports topics that lack a page in a language of the game.
func (l *loader) checkReferences() {
	for _, id := range slices.Sorted(maps.Keys(l.g.Topics)) {
		t := l.g.Topics[id]
		for _, lang := range l.g.Languages {
			_, exact := t.References[lang]
			_, base := t.References[baseLanguage(lang)]
			if !exact && !base && t.referencesPos.IsValid() {
				l.ps.Errorf(t.referencesPos, CodeNoReference, "topic %q has no reference in %s, a language of the game", t.ID, lang).Hint = "add " + lang + ": https://…"
			}
		}
	}
}

// checkPrinted warns of what is read and never printed.
func (l *loader) checkPrinted() {
	printed := map[string]bool{}
	var book *Component
	for i := range l.g.Components {
		c := &l.g.Components[i]
		for _, d := range c.Decks {
			printed[d] = true
		}
		if c.Kind == KindRulebook {
			book = c
		}
	}
	for _, d := range l.g.Decks {
		if !printed[d.ID] && !d.isFigure() {
			l.ps.Warnf(d.Pos, CodeUnusedDeck, "no component prints the deck %q", clip(d.ID)).Hint = "add it to the decks of a component in game.yaml"
		}
	}
	if i := slices.IndexFunc(l.g.Components, func(c Component) bool { return c.Kind == KindGuide }); i >= 0 && len(l.g.Topics) == 0 && !l.untaught {
		c := &l.g.Components[i]
		l.ps.Errorf(c.Pos, CodeLength, "the guide %q has nothing to explain: no card names a topic", clip(c.ID)).Hint = "give a card a topic, or delete the guide"
	}
	switch {
	case book != nil && len(l.g.Sections) == 0:
		l.ps.Errorf(book.Pos, source.CodeFileMissing, "the rulebook %q has no rules", book.ID).Hint = "add " + rulesFile
	case book == nil && len(l.g.Sections) > 0:
		l.ps.Warnf(l.g.Sections[0].Pos, CodeUnprintedRule, "no component prints the rules").Hint = "add a component of kind rulebook to game.yaml"
	}
}
