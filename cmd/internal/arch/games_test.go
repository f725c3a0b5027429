package arch

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
)

// mayName are ids of the games that code uses for something else, each with
// what that is.
var mayName = map[string]string{
	"or":      "an operator of the templates' expressions",
	"draw":    "a key of templates",
	"cards":   "a part of deck in expressions",
	"players": "a part of game in expressions",
	"points":  "an attribute of SVG",
	"round":   "how lines end and join in SVG",
	"stop":    "an element of SVG",

	"dice-nets": "a layout of sheets",
	"row":       "an element of workbooks",
	"A":         "a key in PDF files",
	"P":         "a role in PDF files",
	"S":         "a key and an operator in PDF files",
}

// defaultGame is the one place that may name a game: what a bare build makes.
const defaultGame = "cmd/internal/cli/command/catalog.go"

// shippedIDs returns what the shipped games call things, each id with where it
// is from: games, their prefixes, and the decks, cards, sets, items and
// components in them.
func shippedIDs(t *testing.T) (games, prefixes, parts map[string]string) {
	t.Helper()
	ids, err := load.Games(catalog.Embedded())
	if err != nil || len(ids) == 0 {
		t.Fatalf("no games: %v", err)
	}
	games, prefixes, parts = map[string]string{}, map[string]string{}, map[string]string{}
	for _, id := range ids {
		g, problems := load.Game(catalog.Embedded(), id)
		if problems.HasErrors() {
			t.Fatal(problems.Err())
		}
		games[g.ID], prefixes[g.Prefix] = "a game", "the prefix of "+id
		for _, d := range g.Decks {
			parts[d.ID] = "a deck of " + id
			for _, c := range d.Cards {
				parts[c.ID] = "a card of " + id
			}
		}
		for _, s := range g.Sets {
			parts[s.ID] = "a set of " + id
			for _, i := range s.Items {
				parts[i.ID] = "an item of " + id
			}
		}
		for _, c := range g.Components {
			if c.Kind == catalog.KindPieces { // others, such as the rulebook, are called alike everywhere
				parts[c.ID] = "a component of " + id
			}
		}
	}
	return games, prefixes, parts
}

// What makes one game different from another is data: no code outside
// quiz/rules knows a game, its rules, or anything in it. Ids that are plain
// words ("search") may be words of the code too, unless it compares with them
// or looks them up; ids of several parts ("cyber-patrol") may not appear at
// all.
func TestNoGameIsASpecialCase(t *testing.T) {
	games, prefixes, parts := shippedIDs(t)
	cited := regexp.MustCompile(`\b(` + strings.Join(slices.Sorted(maps.Keys(prefixes)), "|") + `)-[RTAD]?[0-9]*`)
	for _, f := range goFiles(t) {
		if f.test || f.pkg == "quiz/rules" || strings.HasPrefix(f.pkg, "quiz/rules/") {
			continue
		}
		fail := func(id, what string) {
			t.Errorf("%s names %q, %s: a difference between games belongs in its folder", f.path, id, what)
		}
		for _, s := range f.literals {
			switch {
			case games[s] != "" && f.path != defaultGame:
				fail(s, games[s])
			case prefixes[s] != "":
				fail(s, prefixes[s])
			case strings.ContainsAny(s, "-0123456789") && parts[s] != "" && mayName[s] == "":
				fail(s, parts[s])
			}
			if id := cited.FindString(s); id != "" {
				fail(id, "a rule")
			}
		}
		for _, s := range f.compared {
			if parts[s] != "" && mayName[s] == "" {
				fail(s, parts[s])
			}
		}
	}
}
