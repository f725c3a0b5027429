package catalog

import (
	"slices"
	"strings"

	"kitpress/catalog/source"
)

// checkTexts reports placeholders that are malformed or name what is not
// there, in every text of the game.
func (l *loader) checkTexts() {
	params := l.knownParams()
	targets, owners := l.targets(), l.g.Owners()
	topics := map[string]bool{}
	for _, t := range l.g.Topics {
		for _, m := range t.Messages() {
			topics[m.ID] = true
		}
	}
	for _, m := range l.g.Messages() {
		list, err := ParsePlaceholders(m.Text)
		if err != nil {
			l.ps.Errorf(m.Pos, CodePlaceholder, "%v", err).Hint = hintPlaceholder
		}
		if len(list) == 0 {
			continue
		}
		if topics[m.ID] {
			l.ps.Errorf(l.locate(m, list[0]), CodePlaceholder, "a topic belongs to all games and has no placeholders").Hint = "write the words out"
			continue
		}
		for _, p := range list {
			if p.Kind == PlaceholderColour {
				continue
			}
			if targets[m.ID] && p.Kind != PlaceholderParam {
				l.ps.Errorf(l.locate(m, p), CodePlaceholder, "a name other texts refer to cannot itself refer to {{%s}}", p).Hint = "write the words out"
				continue
			}
			if _, own := owners[m.ID].Number(p.Args[0]); own && p.Kind == PlaceholderParam {
				continue
			}
			l.checkPlaceholder(m, p, params)
		}
	}
	l.fillRuleParams()
}

// knownParams returns the params of the game and of all editions.
func (l *loader) knownParams() Params {
	known := l.g.ParamsFor(nil)
	for i := range l.g.Editions {
		for name, p := range l.g.Editions[i].Params {
			known[name] = p
		}
	}
	return known
}

// targets returns the ids of the texts placeholders print: names of decks and
// items, titles of cards. References in them could run in a circle.
func (l *loader) targets() map[string]bool {
	ids := map[string]bool{}
	for _, s := range l.g.Sets {
		for _, r := range s.Items {
			ids[r.Fields["name"].Text.ID] = true
		}
	}
	for _, d := range l.g.Decks {
		ids[d.Name.ID] = true
		for _, r := range d.Cards {
			ids[r.Fields["title"].Text.ID] = true
		}
	}
	return ids
}

// checkPlaceholder follows one placeholder.
func (l *loader) checkPlaceholder(m Msg, p Placeholder, params Params) {
	pos := func() source.Pos { return l.locate(m, p) }
	name := quote(clip(p.Args[0]))
	switch p.Kind {
	case PlaceholderParam:
		if _, ok := params[p.Args[0]]; !ok {
			q := l.ps.Errorf(pos(), CodeUnknownParam, "there is no param %s", name)
			if l.hints++; l.hints <= maxHints {
				q.Hint = source.DidYouMean(p.Args[0], keys(params))
			}
		}
	case PlaceholderCard:
		if d, _ := l.g.Card(p.Args[0]); d == nil {
			l.unknown(pos(), "there is no card "+name, p.Args[0], keysOf(l.g.index.cards))
		} else if !d.Schema.holds("title", TypeText, TypeWord) {
			l.ps.Errorf(pos(), CodePlaceholder, "card %s has no title to print", name).Hint = "the deck " + quote(d.ID) + " has no required field title: text"
		}
	case PlaceholderTerm:
		l.checkTerm(p, pos)
	case PlaceholderRule:
		if l.g.Rule(p.Args[0]) == nil {
			l.unknown(pos(), "there is no rule "+name, p.Args[0], l.ruleIDs)
		}
	case PlaceholderDeck:
		if l.g.Deck(p.Args[0]) == nil {
			l.unknown(pos(), "there is no deck "+name, p.Args[0], keysOf(l.g.index.decks))
		}
	}
}

func (l *loader) checkTerm(p Placeholder, pos func() source.Pos) {
	s, set, item := l.g.Set(p.Args[0]), quote(clip(p.Args[0])), quote(clip(p.Args[1]))
	switch {
	case s == nil:
		l.unknown(pos(), "there is no set "+set, p.Args[0], keysOf(l.g.index.sets))
	case s.Item(p.Args[1]) == nil:
		l.unknown(pos(), "there is no item "+item+" in the set "+set, p.Args[1], keysOf(s.index))
	case !s.Schema.holds("name", TypeText, TypeWord):
		l.ps.Errorf(pos(), CodePlaceholder, "item %s has no name to print", item).Hint = "the set " + set + " has no required field name: text"
	}
}

// locate returns where a placeholder stands: the text's place, or the exact
// one when the placeholder is found in the lines that follow.
func (l *loader) locate(m Msg, p Placeholder) source.Pos { return l.locateIn(m, p.raw) }

// locateIn returns where some words of a text stand.
func (l *loader) locateIn(m Msg, words string) source.Pos {
	if l.lines == nil {
		l.lines = map[string][]string{}
	}
	lines, read := l.lines[m.Pos.File]
	if !read {
		var ignored source.Problems
		data, _ := source.ReadBytes(l.fsys, m.Pos.File, &ignored)
		lines = strings.Split(strings.TrimPrefix(string(data), "\uFEFF"), "\n")
		l.lines[m.Pos.File] = lines
	}
	for n := m.Pos.Line; words != "" && n <= min(len(lines), m.Pos.Line+strings.Count(m.Text, " ")+1); n++ {
		before, _, found := strings.Cut(lines[n-1], words)
		if col := len([]rune(before)) + 1; found && (n > m.Pos.Line || col >= m.Pos.Col) {
			return source.Pos{File: m.Pos.File, Line: n, Col: col}
		}
	}
	return m.Pos
}

// fillRuleParams lists the params each rule uses.
func (l *loader) fillRuleParams() {
	for i := range l.g.Sections {
		for j := range l.g.Sections[i].Blocks {
			r := l.g.Sections[i].Blocks[j].Rule
			if r == nil {
				continue
			}
			texts := []Msg{r.Text}
			for _, id := range l.editionIDs() {
				texts = append(texts, r.ByEdition[id])
			}
			for _, m := range texts {
				list, _ := ParsePlaceholders(m.Text)
				for _, p := range list {
					if p.Kind == PlaceholderParam && !slices.Contains(r.Params, p.Args[0]) {
						r.Params = append(r.Params, p.Args[0])
					}
				}
			}
		}
	}
}
