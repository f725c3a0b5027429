package i18n

import (
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
)

// The tests' game: two editions, a set, a deck with a card, a rule that uses
// every kind of placeholder.
const (
	gameYAML = `format: 1
id: tiny
prefix: TNY
version: "1.0"
date: 2026-01-31
source: en
languages: [en, de, fr]
theme: plain
name: Tiny
tagline: A game for tests.
summary: It has one card.
players: {min: 2, max: 4}
age: 12
minutes: {min: 5, max: 10}
params: {rounds: 5, gold: 1200}
editions:
  - {id: german, name: German rules, default: [de, "*"], params: {rounds: 5}}
  - {id: italian, name: Italian rules, default: [it], params: {rounds: 7}}
sets:
  - id: measures
    name: Measures
    fields: {name: text}
    items:
      - {id: INF, name: Information}
components:
  - {id: cards, kind: pieces, name: Cards, decks: [threats], sheet: cards, paper: card}
  - {id: rulebook, kind: rulebook, name: Rulebook}
`
	cardsYAML = `format: 1
decks:
  - id: threats
    name: Threats
    label: Threat
    template: plain
    fields: {title: text}
    cards:
      - {id: data-loss, title: "Data loss"}
`
	rulesYAML = `format: 1
sections:
  - id: play
    title: Play
    icon: flag
    blocks:
      - rule: R1
        text: 'Play {{.rounds}} rounds; {{card "data-loss"}} is one of {{deck "threats"}}.'
      - rule: R2
        text: 'See {{rule "R1"}}: {{term "measures" "INF"}} costs {{.gold}} g.'
`
)

// pack returns the tests' game with files added or replaced.
func pack(files ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	all := append([]string{"game.yaml", gameYAML, "cards.yaml", cardsYAML, "rules.yaml", rulesYAML}, files...)
	for i := 0; i+1 < len(all); i += 2 {
		fsys[all[i]] = &fstest.MapFile{Data: []byte(all[i+1])}
	}
	return fsys
}

// open loads the tests' game.
func open(t testing.TB, fsys fstest.MapFS) *catalog.Game {
	t.Helper()
	g, ps := load.Game(fsys, "tiny")
	if ps.HasErrors() {
		t.Fatalf("the tests' game has problems: %v", ps.Err())
	}
	return g
}

// translated returns locales/<lang>.yaml with every text of the tests' game.
func translated(t testing.TB, lang string, texts map[string]string) string {
	t.Helper()
	g := open(t, pack())
	have := map[string]catalog.Translation{}
	for _, m := range g.Messages() {
		text, ok := texts[m.ID]
		if !ok {
			text = m.Text
		}
		have[m.ID] = catalog.Translation{Text: text, Of: catalog.Hash(m.Text)}
	}
	var b strings.Builder
	if err := WriteTemplate(&b, g, lang, have); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// german are German texts for the tests' game.
func german() map[string]string {
	return map[string]string{
		"game.name":             "Winzig",
		"game.tagline":          "Ein „großes“ Spiel für Tests.",
		"card.data-loss.title":  "Datenverlust",
		"deck.threats.name":     "Bedrohungen",
		"set.measures.INF.name": "Information",
		"rule.R1":               `Spielt {{.rounds}} Runden; {{card "data-loss"}} gehört zu {{deck "threats"}}.`,
		"rule.R2":               `Siehe {{rule "R1"}}: {{term "measures" "INF"}} kostet {{.gold}} g.`,
	}
}

// lines returns problems as "line code severity" with their messages.
func lines(ps source.Problems) []string {
	var out []string
	for _, p := range ps.Sorted() {
		out = append(out, p.Error())
	}
	return out
}
