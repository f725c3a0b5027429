package load

import (
	"fmt"
	"io/fs"
	"kitpress/catalog"
	"kitpress/catalog/library"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// libraryGame names every topic of the catalog on a card, whether or not a
// game that is shipped does.
const libraryGame = `format: 1
id: library
prefix: LIB
version: "1.0"
date: 2026-11-20
source: en
languages: [en, de, it, fr, ja]
theme: plain
name: Library
tagline: Every topic on a card.
summary: It exists so that tests find every topic.
players: {min: 1, max: 2}
age: 6
minutes: {min: 1, max: 5}
editions:
  - {id: only, name: Only edition, default: ["*"]}
components:
  - {id: topic-cards, kind: pieces, name: Topic cards, decks: [topics], sheet: cards, paper: card}
credits:
  - {role: Design, who: kitpress}
rights:
  - Do with it what you like.
`

// threats returns a game of all topics of the catalog.
func threats(t *testing.T) *catalog.Game {
	t.Helper()
	redirects, err := fs.ReadFile(catalog.Embedded(), library.RedirectFile)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{gameFile: {Data: []byte(libraryGame)}, library.RedirectFile: {Data: redirects}}
	names, err := fs.Glob(catalog.Embedded(), catalog.TopicFolder+"/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var cards strings.Builder
	cards.WriteString("format: 1\ndecks:\n  - id: topics\n    name: Topics\n    template: simple-card\n    back: simple-back\n    fields: {topic: topic}\n    cards:\n")
	for _, name := range names {
		data, err := fs.ReadFile(catalog.Embedded(), name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
		id := strings.TrimSuffix(path.Base(name), ".yaml")
		fmt.Fprintf(&cards, "      - {id: %s, topic: %s}\n", id, id)
	}
	files["cards.yaml"] = &fstest.MapFile{Data: []byte(cards.String())}
	g := mustLoad(t, files, "")
	if len(g.Topics) != len(names) {
		t.Fatalf("%d topics, want %d", len(g.Topics), len(names))
	}
	return g
}

// A printed code leads to its topic for ever: a code that was released never
// changes its topic, and no topic is taken away but for another one that its
// code leads to.
func TestReleasedTopicCodes(t *testing.T) {
	data, err := os.ReadFile("testdata/topic-codes.txt")
	if err != nil {
		t.Fatal(err)
	}
	g := threats(t)
	for _, fault := range released(string(data), g.Topics, g.Redirects) {
		t.Error(fault)
	}
}

// released compares what was released, lines of a topic and its code, or of a
// topic that is gone, its code, ">" and the topic it leads to, with what there
// is.
func released(list string, topics map[string]*catalog.Topic, redirects map[string]string) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	lines := strings.Split(strings.TrimSuffix(list, "\n"), "\n")
	if !slices.IsSorted(lines) {
		fault("the list of released codes is not in alphabetical order")
	}
	owner, listed := map[string]string{}, map[string]bool{} // of codes; topics
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) != 2 && (len(words) != 4 || words[2] != ">") || listed[words[0]] || owner[words[1]] != "" {
			fault("the line %q is no topic and its code, or there twice", line)
			continue
		}
		id, code := words[0], words[1]
		listed[id], owner[code] = true, id
		topic := topics[id]
		switch {
		case len(words) == 2 && topic == nil:
			fault("the topic %s is gone, cards with its code %s are not", id, code)
		case len(words) == 2 && topic.Code != code:
			fault("the topic %s has the code %s, cards carry %s", id, topic.Code, code)
		case len(words) == 4 && redirects[code] != words[3]:
			fault("the code %s leads to %q, it was said to lead to %s", code, redirects[code], words[3])
		}
	}
	for _, id := range slices.Sorted(maps.Keys(topics)) {
		if !listed[id] {
			fault("add the line %q to the list of released codes", id+" "+topics[id].Code)
		}
	}
	for _, code := range slices.Sorted(maps.Keys(redirects)) {
		if owner[code] == "" {
			fault("the code %s leads to %s and was never released", code, redirects[code])
		}
	}
	return faults
}

func TestReleased(t *testing.T) {
	topics := map[string]*catalog.Topic{"owls": {ID: "owls", Code: "W6P9-7"}, "foxes": {ID: "foxes", Code: "7F3K-R"}}
	old := map[string]string{"KS22-J": "foxes"}
	for _, c := range []struct{ list, want string }{
		{"cubs KS22-J > foxes\nfoxes 7F3K-R\nowls W6P9-7\n", ""},
		{"cubs KS22-J > owls\nfoxes 7F3K-R\nowls W6P9-7\n", `the code KS22-J leads to "foxes", it was said to lead to owls`},
		{"cubs KS22-J\nfoxes 7F3K-R\nowls W6P9-7\n", "the topic cubs is gone, cards with its code KS22-J are not"},
		{"cubs KS22-J > foxes\nfoxes KS23-Q\nowls W6P9-7\n", "the topic foxes has the code 7F3K-R, cards carry KS23-Q"},
		{"cubs KS22-J > foxes\nfoxes 7F3K-R\n", `add the line "owls W6P9-7" to the list of released codes`},
		{"foxes 7F3K-R\nowls W6P9-7\n", "the code KS22-J leads to foxes and was never released"},
		{"cubs KS22-J > foxes\nfoxes 7F3K-R\nowls W6P9-7\nwolves W6P9-7\n", `the line "wolves W6P9-7" is no topic and its code, or there twice`},
		{"cubs KS22-J > foxes\nowls W6P9-7\nfoxes 7F3K-R\n", "the list of released codes is not in alphabetical order"},
	} {
		if got := strings.Join(released(c.list, topics, old), "\n"); got != c.want {
			t.Errorf("%q: %s, want %s", c.list, got, c.want)
		}
	}
}

func TestRedirects(t *testing.T) {
	files := tiny(t)
	files[library.RedirectFile] = &fstest.MapFile{Data: []byte("format: 1\ncodes: {KS22-J: foxes, KS23-Q: owls}\n")}
	if g := mustLoad(t, files, ""); len(g.Redirects) != 1 || g.Redirects["KS22-J"] != "foxes" {
		t.Errorf("redirects %v: the game has one of the topics", g.Redirects)
	}
	g, ps := Game(files, "", WithExplanations(nil))
	if len(ps) > 0 || len(g.Redirects) != 2 || g.Redirects["KS23-Q"] != "owls" {
		t.Errorf("redirects %v, %v", g.Redirects, ps)
	}
}
