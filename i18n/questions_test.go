package i18n

import (
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/catalog/library"
)

const stampedTopic = `format: 1
id: owls
code: W6P9-7
title: Owls
summary: An owl hunts at night.
kind: term
references: {en: https://en.wikipedia.org/wiki/Owl}
`

const stampedEnglish = `format: 1
topic: owls
questions:
  - {id: night, kind: true-false, level: 1, ask: Owls hunt at night., answer: true, explain: They sleep by day and hunt at night.}
  - {id: day, kind: true-false, level: 1, ask: Owls sleep at night., answer: false, explain: They sleep by day and hunt at night.}
`

// Stamping changes the hashes of what was checked and not a character of
// anything else.
func TestStampQuestions(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"none", `
  - id: night # first
    ask: Eulen jagen nachts.
    explain: Sie schlafen am Tag und jagen nachts.
  - ask: Eulen schlafen nachts.
    id: day
    explain: Sie schlafen am Tag und jagen nachts.
`, `
  - id: night # first
    of: "NIGHT"
    ask: Eulen jagen nachts.
    explain: Sie schlafen am Tag und jagen nachts.
  - ask: Eulen schlafen nachts.
    id: day
    of: "DAY"
    explain: Sie schlafen am Tag und jagen nachts.
`},
		{"stale", `
  - id: night
    of: 00000000   # of old
    ask: 'of: this'
    explain: Sie schlafen am Tag und jagen nachts.
  - {id: day, of: '11111111', ask: "of: 2", explain: Sie schlafen am Tag und jagen nachts.}
`, `
  - id: night
    of: "NIGHT"   # of old
    ask: 'of: this'
    explain: Sie schlafen am Tag und jagen nachts.
  - {id: day, of: "DAY", ask: "of: 2", explain: Sie schlafen am Tag und jagen nachts.}
`},
		{"braces", `
  - {id: night, ask: Eulen, explain: Sie schlafen am Tag und jagen nachts.}
  -   id: day
      ask: Eulen
      explain: Sie schlafen am Tag und jagen nachts.`, `
  - {of: "NIGHT", id: night, ask: Eulen, explain: Sie schlafen am Tag und jagen nachts.}
  -   id: day
      of: "DAY"
      ask: Eulen
      explain: Sie schlafen am Tag und jagen nachts.`},
	} {
		const head = "format: 1\ntopic: owls\nquestions:"
		files := fstest.MapFS{
			"topics/owls.yaml":              {Data: []byte(stampedTopic)},
			"topics/questions/en/owls.yaml": {Data: []byte(stampedEnglish)},
			"topics/questions/de/owls.yaml": {Data: []byte(head + c.file)},
		}
		topics, _ := library.Questions(files, "de")
		owls := topics["owls"]
		file := func(ids ...string) string {
			return string(StampQuestions(files["topics/questions/de/owls.yaml"].Data, owls, "de", ids...))
		}
		hash := func(id string) string { return owls.Question(id).Texts["en"].Hash() }
		want := strings.NewReplacer("NIGHT", hash("night"), "DAY", hash("day")).Replace(head + c.want)
		if got := file(); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
		if got := file("day"); strings.Contains(got, hash("night")) || !strings.Contains(got, hash("day")) {
			t.Errorf("%s: only day was checked:\n%s", c.name, got)
		}
		files["topics/questions/de/owls.yaml"].Data = []byte(want)
		if topics, ps := library.Questions(files, "de"); len(ps) > 0 || len(Untranslated(topics["owls"], "de")) != 2 { // title and summary
			t.Errorf("%s: once stamped: %v %v", c.name, ps, Untranslated(topics["owls"], "de"))
		}
	}
}
