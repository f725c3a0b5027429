package catalog

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// topicLanguages are the languages every topic of the catalog is written in,
// besides English.
var topicLanguages = []string{"de", "it", "fr", "ja"}

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

// library returns the topics of the catalog by their ids.
func library(t *testing.T) map[string]*Topic {
	t.Helper()
	files := fstest.MapFS{gameFile: {Data: []byte(libraryGame)}}
	names, err := fs.Glob(Embedded(), topicFolder+"/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var cards strings.Builder
	cards.WriteString("format: 1\ndecks:\n  - id: topics\n    name: Topics\n    template: simple-card\n    back: simple-back\n    fields: {topic: topic}\n    cards:\n")
	for _, name := range names {
		data, err := fs.ReadFile(Embedded(), name)
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
	return g.Topics
}

// A printed code leads to its topic for ever: a code that was released never
// changes its topic, and no topic is taken away.
func TestReleasedTopicCodes(t *testing.T) {
	const file = "testdata/topic-codes.txt"
	topics := library(t)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if !slices.IsSorted(lines) {
		t.Errorf("%s is not in alphabetical order", file)
	}
	released := map[string]string{}
	for _, line := range lines {
		id, code, ok := strings.Cut(line, " ")
		if _, twice := released[id]; twice || !ok {
			t.Errorf("%s: the line %q is no topic and its code, or there twice", file, line)
		}
		released[id] = code
		switch topic := topics[id]; {
		case topic == nil:
			t.Errorf("the topic %s is gone, cards with its code %s are not", id, code)
		case topic.Code != code:
			t.Errorf("the topic %s has the code %s, cards carry %s", id, topic.Code, code)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(topics)) {
		if released[id] == "" {
			t.Errorf("add the line %q to %s", id+" "+topics[id].Code, file)
		}
	}
}

// Any game may name any topic, so each is there in every language, made from
// the text that is printed.
func TestTopicsAreTranslated(t *testing.T) {
	for id, topic := range library(t) {
		for _, lang := range topicLanguages {
			for _, m := range []Msg{topic.Title, topic.Summary} {
				if tr := topic.Translations[lang][m.ID]; tr.Text == "" || tr.Of != Hash(m.Text) {
					t.Errorf("%s: %s in %s is missing, or made from another text than %s", id, m.ID, lang, Hash(m.Text))
				}
			}
		}
	}
}
