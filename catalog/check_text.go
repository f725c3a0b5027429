package catalog

import (
	"slices"
	"strings"

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
		list, err := ParsePlaceholders(m.Text)
		if err != nil {
			ch.ps.Errorf(m.Pos, CodePlaceholder, "%v", err).Hint = hintPlaceholder
		}
		if len(list) == 0 {
			continue
		}
		if topics[m.ID] {
			ch.ps.Errorf(ch.locate(m, list[0]), CodePlaceholder, "a topic belongs to all games and has no placeholders").Hint = "write the words out"
			continue
		}
		for _, p := range list {
			if p.Kind == PlaceholderColour {
				continue
			}
			if targets[m.ID] && p.Kind != PlaceholderParam {
				ch.ps.Errorf(ch.locate(m, p), CodePlaceholder, "a name other texts refer to cannot itself refer to {{%s}}", p).Hint = "write the words out"
				continue
			}
			if _, own := owners[m.ID].Number(p.Args[0]); own && p.Kind == PlaceholderParam {
				continue
			}
			ch.checkPlaceholder(m, p, params)
		}
	}
	ch.fillRuleParams()
}

// knownParams returns the params of the game and of all editions.
func (ch *checker) knownParams() Params {
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
func (ch *checker) checkPlaceholder(m Msg, p Placeholder, params Params) {
	pos := func() source.Pos { return ch.locate(m, p) }
	name := quote(clip(p.Args[0]))
	switch p.Kind {
	case PlaceholderParam:
		if _, ok := params[p.Args[0]]; !ok {
			q := ch.ps.Errorf(pos(), CodeUnknownParam, "there is no param %s", name)
			if ch.hints++; ch.hints <= maxHints {
				q.Hint = source.DidYouMean(p.Args[0], keys(params))
			}
		}
	case PlaceholderCard:
		if d, _ := ch.g.Card(p.Args[0]); d == nil {
			ch.unknown(pos(), "there is no card "+name, p.Args[0], keysOf(ch.g.index.cards))
		} else if !d.Schema.holds("title", TypeText, TypeWord) {
			ch.ps.Errorf(pos(), CodePlaceholder, "card %s has no title to print", name).Hint = "the deck " + quote(d.ID) + " has no required field title: text"
		}
	case PlaceholderTerm:
		ch.checkTerm(p, pos)
	case PlaceholderRule:
		if ch.g.Rule(p.Args[0]) == nil {
			ch.unknown(pos(), "there is no rule "+name, p.Args[0], ch.ruleIDs)
		}
	case PlaceholderDeck:
		if ch.g.Deck(p.Args[0]) == nil {
			ch.unknown(pos(), "there is no deck "+name, p.Args[0], keysOf(ch.g.index.decks))
		}
	}
}

func (ch *checker) checkTerm(p Placeholder, pos func() source.Pos) {
	s, set, item := ch.g.Set(p.Args[0]), quote(clip(p.Args[0])), quote(clip(p.Args[1]))
	switch {
	case s == nil:
		ch.unknown(pos(), "there is no set "+set, p.Args[0], keysOf(ch.g.index.sets))
	case s.Item(p.Args[1]) == nil:
		ch.unknown(pos(), "there is no item "+item+" in the set "+set, p.Args[1], keysOf(s.index))
	case !s.Schema.holds("name", TypeText, TypeWord):
		ch.ps.Errorf(pos(), CodePlaceholder, "item %s has no name to print", item).Hint = "the set " + set + " has no required field name: text"
	}
}

// locate returns where a placeholder stands: the text's place, or the exact
// one when the placeholder is found in the lines that follow.
func (pk *pack) locate(m Msg, p Placeholder) source.Pos { return pk.locateIn(m, p.raw) }

// locateIn returns where some words of a text stand.
func (pk *pack) locateIn(m Msg, words string) source.Pos {
	lines, read := pk.lines[m.Pos.File]
	if !read {
		var ignored source.Problems
		data, _ := source.ReadBytes(pk.fsys, m.Pos.File, &ignored)
		lines = strings.Split(strings.TrimPrefix(string(data), "\uFEFF"), "\n")
		pk.lines[m.Pos.File] = lines
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
func (ch *checker) fillRuleParams() {
	for i := range ch.g.Sections {
		for j := range ch.g.Sections[i].Blocks {
			r := ch.g.Sections[i].Blocks[j].Rule
			if r == nil {
				continue
			}
			texts := []Msg{r.Text}
			for _, id := range ch.g.editionIDs() {
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
