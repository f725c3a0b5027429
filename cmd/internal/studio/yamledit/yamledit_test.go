package yamledit

import (
	"strings"
	"testing"

	"kitpress/catalog/source"
)

const written = `# A game.
format: 1
name: "Fox, \"the\" game" # what it is called
theme: plain
players: {min: 1, max: 8} # a guess
decks:
  - id: animals
    name: 'It''s mine'
    template: text-card # wide
    fields:
      title: {type: text}
      text: {type: text, optional: true}
sections:
  - id: play
    blocks:
      - rule: R1
        text: Shuffle the cards and
          lay them out.
      - rule: R2
        text: >-
          On your turn

          look.
      - rule: R3
        text: Last # of them
`

// TestEdits holds that an edit changes its value and no other byte.
func TestEdits(t *testing.T) {
	for _, test := range []struct{ old, new, raw, keys string }{
		{`"Fox, \"the\" game"`, `"x"`, `"x"`, "name"},
		{"theme: plain\n", "theme: forest\n", "forest", "theme"},
		{"max: 8}", "max: 4}", "4", "players max"},
		{"'It''s mine'", "it", "it", "decks id=animals name"},
		{"text-card #", "a@poker #", "a@poker", "decks id=animals template"},
		{"title: {type: text}", "title: {type: word}", "{type: word}", "decks id=animals fields title"},
		{"title: {type: text}\n", "title: {type: text}\n      icon: {type: icon}\n", "{type: icon}", "decks id=animals fields icon"},
		{"format: 1\n", "format: 1\nage: 6\n", "6", "age"},
	} {
		got, err := SetRaw([]byte(written), "game.yaml", test.raw, fields(test.keys)...)
		want := replaced(written, test.old, test.new)
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", test.keys, err, got)
		}
	}
	got, err := RemoveKey([]byte(written), "game.yaml", "decks", "id=animals", "fields", "text")
	if want := replaced(written, "      text: {type: text, optional: true}\n", ""); err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestEditsOfTexts replaces every text of a file by its place.
func TestEditsOfTexts(t *testing.T) {
	for i, old := range []string{"Shuffle the cards and\n          lay them out.", ">-\n          On your turn\n\n          look.", "Last"} {
		var ps source.Problems
		root, _ := source.Parse("rules.yaml", []byte(written), &ps)
		block := root.Map().Get("sections").List()[0].Map().Get("blocks").List()[i].Map()
		got, err := SetAt([]byte(written), block.Get("text").Pos(), "A \"new\"\ntext: # of it")
		if want := replaced(written, old, `"A \"new\"\ntext: # of it"`); err != nil || string(got) != want {
			t.Errorf("%q: %v\n%s", old, err, got)
		}
	}
}

// TestEditsRefuse holds that what cannot be reached stays as it is.
func TestEditsRefuse(t *testing.T) {
	for _, test := range []struct{ data, raw, keys string }{
		{"a: &x b\n", "c", "a"},
		{"a: {b: [1, # no\n 2]}\n", "c", "a b"},
		{"a: b\n", `"unended`, "a"},
		{"- a\n", "b", "a"},
	} {
		if got, err := SetRaw([]byte(test.data), "x.yaml", test.raw, fields(test.keys)...); err == nil {
			t.Errorf("%q became %q", test.data, got)
		}
	}
}

func fields(s string) []string { return strings.Fields(s) }

func replaced(s, old, new string) string { return strings.Replace(s, old, new, 1) }
