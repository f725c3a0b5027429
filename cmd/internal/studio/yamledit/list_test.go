package yamledit

import (
	"strings"
	"testing"
)

const listed = `# An event.
times: [{at: "9:00", what: Welcome}, {at: "10:00", what: Go}]
teams: []
tables: # all of them
  - {number: 1, game: online, lang: de} # near the door
  # the quiet ones
  - number: 2
    game: online
    lang: en # English
  - {from: 3, to: 5, game: online, lang: fr}
# the end
`

// TestLists holds that items are changed, added and removed, and that what
// stands around them stays.
func TestLists(t *testing.T) {
	set := func(key, raw string) func([]Pair) []Pair {
		return func(list []Pair) []Pair {
			for i := range list {
				if list[i].Key == key {
					list[i].Raw = raw
					return list
				}
			}
			return append(list, Pair{key, raw})
		}
	}
	for name, test := range map[string]struct {
		edit     func(data []byte) ([]byte, error)
		old, new string
	}{
		"in brackets":   {func(d []byte) ([]byte, error) { return EditItem(d, "e.yaml", "tables", 0, set("name", `"Lark"`)) }, "lang: de}", `lang: de, name: "Lark"}`},
		"on lines":      {func(d []byte) ([]byte, error) { return EditItem(d, "e.yaml", "tables", 1, set("lang", "it")) }, "lang: en #", "lang: it #"},
		"a key more":    {func(d []byte) ([]byte, error) { return EditItem(d, "e.yaml", "tables", 1, set("name", "x")) }, "number: 2\n", "number: 2\n    name: x\n"},
		"add":           {func(d []byte) ([]byte, error) { return AddItems(d, "e.yaml", "tables", "{number: 6}", "{number: 7}") }, "lang: fr}\n", "lang: fr}\n  - {number: 6}\n  - {number: 7}\n"},
		"add to none":   {func(d []byte) ([]byte, error) { return AddItems(d, "e.yaml", "teams", "Owls") }, "teams: []", "teams:\n  - Owls"},
		"add in line":   {func(d []byte) ([]byte, error) { return AddItems(d, "e.yaml", "times", `{at: "11"}`) }, "Go}]", `Go}, {at: "11"}]`},
		"add a list":    {func(d []byte) ([]byte, error) { return AddItems(d, "e.yaml", "more", "x") }, "# the end\n", "# the end\nmore:\n  - x\n"},
		"remove":        {func(d []byte) ([]byte, error) { return RemoveItem(d, "e.yaml", "tables", 1) }, "  - number: 2\n    game: online\n    lang: en # English\n", ""},
		"remove a flow": {func(d []byte) ([]byte, error) { return RemoveItem(d, "e.yaml", "times", 1) }, ", {at: \"10:00\", what: Go}", ""},
		"remove first":  {func(d []byte) ([]byte, error) { return RemoveItem(d, "e.yaml", "times", 0) }, "{at: \"9:00\", what: Welcome}, ", ""},
	} {
		got, err := test.edit([]byte(listed))
		if want := strings.Replace(listed, test.old, test.new, 1); err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
	one, err := RemoveItem([]byte("a: 1\nlist:\n  - x\nb: 2\n"), "e.yaml", "list", 0)
	if err != nil || string(one) != "a: 1\nlist: []\nb: 2\n" {
		t.Errorf("the last item: %v %q", err, one)
	}
	if _, err := EditItem([]byte(listed), "e.yaml", "tables", 9, set("x", "y")); err != ErrByHand {
		t.Errorf("an item that is not there: %v", err)
	}
}
