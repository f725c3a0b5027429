package i18n

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/library"
	"kitpress/catalog/load"
)

// explainedGame copies the game tiny, changes files of it (a text in place of
// another) and loads it with its explanations.
func explainedGame(t *testing.T, changes ...string) (fstest.MapFS, *catalog.Game) {
	t.Helper()
	fsys := fstest.MapFS{}
	err := fs.WalkDir(catalogtest.Tiny(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(catalogtest.Tiny(), name)
		fsys[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+2 < len(changes); i += 3 {
		f := fsys[changes[i]]
		if strings.Count(string(f.Data), changes[i+1]) != 1 {
			t.Fatalf("%s: %q is not there once", changes[i], changes[i+1])
		}
		f.Data = []byte(strings.Replace(string(f.Data), changes[i+1], changes[i+2], 1))
	}
	g, ps := load.Game(fsys, "", load.WithExplanations(nil))
	if len(ps) > 0 {
		t.Fatal(lines(ps))
	}
	return fsys, g
}

const (
	englishFoxes = "topics/explanations/en/foxes.yaml"
	germanFoxes  = "topics/explanations/de/foxes.yaml"
)

func TestExplanationTexts(t *testing.T) {
	fsys, g := explainedGame(t)
	texts, ps := Load(fsys, g, "de")
	if len(ps) > 0 {
		t.Fatal(lines(ps))
	}
	e := g.Topics["foxes"].Explanation
	if got := texts.Text(e.Protect[1]); got != "Lass [eine Eule](owls) in der alten Scheune wohnen, sie hält die Mäuse fern." {
		t.Errorf("German: %q", got)
	}
	if pos := texts.Pos(e.Protect[1]); pos.File != germanFoxes || pos.Line != 22 {
		t.Errorf("its place: %v", pos)
	}
	swiss, ps := Load(fsys, g, "de-CH")
	if len(ps) > 0 {
		t.Fatal(lines(ps))
	}
	if got := swiss.Text(e.Protect[0]); got != "Schliesse den Hühnerstall, bevor es dunkel wird." {
		t.Errorf("Swiss German: %q", got)
	}
}

// A part is stale as a whole, and said to be so once.
func TestStaleExplanation(t *testing.T) {
	fsys, g := explainedGame(t, englishFoxes, "Close the henhouse before it gets dark.", "Close the henhouse at dusk.")
	_, ps := Load(fsys, g, "de")
	want := germanFoxes + `:21:5: error: protect of topic "foxes" was made from another English text`
	if got := lines(ps); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if hint := ps[0].Hint; hint != "check it against "+englishFoxes+":20:5, then: kitpress translate topics de --stamp foxes.protect" {
		t.Errorf("hint %q", hint)
	}
	texts, ps := Load(fsys, g, "de", Draft())
	if ps.HasErrors() || len(ps) != 1 {
		t.Errorf("draft: %q", lines(ps))
	}
	if got := texts.Text(g.Topics["foxes"].Explanation.Protect[0]); got != "‹en› Close the henhouse at dusk." {
		t.Errorf("draft: %q", got)
	}
	if states := Untranslated(g.Topics["foxes"], "de"); len(states) != 1 || states[0] != (PartState{"protect", CodeStale}) {
		t.Errorf("states %v", states)
	}
}

// A stale part may have another number of points: no point is missed apart
// from it.
func TestStaleExplanationWithFewerPoints(t *testing.T) {
	fsys, g := explainedGame(t, englishFoxes, "respond:\n", "respond:\n  - Keep your dog on the lead and go on.\n")
	_, ps := Load(fsys, g, "de")
	if got := lines(ps); len(got) != 1 || !strings.Contains(got[0], `respond of topic "foxes" was made from another`) {
		t.Errorf("problems %q", got)
	}
}

func TestMissingExplanation(t *testing.T) {
	fsys, _ := explainedGame(t)
	delete(fsys, germanFoxes)
	g, ps := load.Game(fsys, "", load.WithExplanations(nil))
	if len(ps) > 0 {
		t.Fatal(lines(ps))
	}
	for _, lang := range []string{"de", "de-CH"} {
		_, ps := Load(fsys, g, lang)
		if got := lines(ps); len(got) != 1 || got[0] != `topics/foxes.yaml:1:1: error: topic "foxes" has no explanation in de` {
			t.Errorf("%s: %q", lang, got)
		}
	}
	if states := Untranslated(g.Topics["foxes"], "de"); len(states) != 1 || states[0] != (PartState{"explanation", CodeMissing}) {
		t.Errorf("states %v", states)
	}
	if states := Untranslated(g.Topics["foxes"], "fr"); len(states) != 3 || states[0] != (PartState{"title", CodeMissing}) {
		t.Errorf("states in French %v", states)
	}
}

// Explanations are set as carefully as cards.
func TestExplanationsAreLinted(t *testing.T) {
	fsys, g := explainedGame(t, germanFoxes, "Lass kein Futter im Garten stehen", "Lass kein \"Futter\" im Garten stehen",
		germanFoxes, "auch nicht für eine Katze.", "auch nicht - für eine Katze.")
	_, ps := Load(fsys, g, "de")
	if got := lines(ps); len(got) != 2 || !strings.Contains(got[0], "straight quotation mark") || !strings.Contains(got[1], "hyphen as a dash") {
		t.Errorf("problems %q", got)
	}
}

func TestStampExplanation(t *testing.T) {
	_, g := explainedGame(t)
	e := g.Topics["foxes"].Explanation
	hash := map[string]string{}
	for _, p := range e.Parts() {
		hash[p.Name] = p.Hash()
	}
	all := "of: {what: \"" + hash["what"] + "\", example: \"" + hash["example"] + "\", notice: \"" + hash["notice"] + "\", protect: \"" +
		hash["protect"] + "\", respond: \"" + hash["respond"] + "\", misconception: \"" + hash["misconception"] + "\"}\n"
	for _, c := range []struct{ name, file, want string }{
		{"none", "format: 1\ntopic: foxes\nwhat: x\n", "format: 1\ntopic: foxes\n" + all + "what: x\n"},
		{"one line", "topic: foxes\nof: {}\nwhat: x", "topic: foxes\n" + all + "what: x"},
		{"block", "topic: foxes\nof:\n  what: 00000000\n  example: x\n\nwhat: x", "topic: foxes\n" + all + "\nwhat: x"},
		{"no end of line", "topic: foxes", "topic: foxes\n" + all},
		{"nothing", "", all},
	} {
		if got := string(StampExplanation([]byte(c.file), e)); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	part := string(StampExplanation([]byte("topic: foxes\nof: {what: \"11111111\", example: 22222222, notice: x, protect: '44444444'}\n"), e, "notice"))
	want := `of: {what: "11111111", example: "22222222", notice: "` + hash["notice"] + `", protect: "44444444", respond: "00000000", misconception: "00000000"}`
	if !strings.Contains(part, want) {
		t.Errorf("got %s, want %s", part, want)
	}
	block := string(StampExplanation([]byte("topic: foxes\nof:\n  what: 11111111\n  example: \"22222222\"\nwhat: x\n"), e, "notice"))
	if !strings.Contains(block, `of: {what: "11111111", example: "22222222", notice: "`+hash["notice"]) {
		t.Errorf("block: %s", block)
	}
}

// What a translator gives back as it was stays as it was, byte by byte: all
// topics there are, in every language.
func TestTopicsComeBack(t *testing.T) {
	for _, lang := range []string{"de", "fr", "it", "ja"} {
		topics, _ := library.Topics(catalog.Embedded(), lang)
		for id, topic := range topics {
			taken := Taken{}
			for _, text := range TopicTexts(topic, lang) {
				taken[text.ID] = text
			}
			for name, write := range map[string]func([]byte) []byte{
				catalog.ExplanationFile(id, lang): func(old []byte) []byte { return WriteExplanation(old, topic, taken) },
				catalog.QuestionFile(id, lang): func([]byte) []byte {
					file, _ := WriteQuestions(topic, lang, taken)
					return file
				},
				"topics/" + id + ".yaml": func(old []byte) []byte { return WriteTitles(old, topic, lang, taken) },
			} {
				old, err := fs.ReadFile(catalog.Embedded(), name)
				if err != nil {
					t.Fatal(err)
				}
				if got := write(old); string(got) != string(old) {
					t.Errorf("%s is another:\n%s", name, got)
				}
			}
		}
	}
}

// What is missing keeps an explanation and a question back; what somebody is
// not sure of stays stale.
func TestTopicsTaken(t *testing.T) {
	topics, _ := library.Topics(catalog.Embedded(), "de")
	topic := topics["phishing"]
	taken := Taken{}
	for _, text := range TopicTexts(topic, "sv") {
		text.Target = "x " + text.Source
		taken[text.ID] = text
	}
	doubt := taken["topic.phishing.notice.2"]
	doubt.Stale = true
	taken[doubt.ID] = doubt
	file := string(WriteExplanation(nil, topic, taken))
	if !strings.Contains(file, `notice: "00000000", protect: "dc7a1b53"`) {
		t.Errorf("notice is not stale:\n%s", file)
	}
	if file := string(WriteTitles([]byte("format: 1\nreferences:\n  en: \"x\"\nid: phishing\n"), topic, "sv", taken)); !strings.HasPrefix(file, "format: 1\nreferences:\n  en: \"x\"\n  sv: \"x https://en.wikipedia.org/wiki/Phishing\"\nid: phishing\ntranslations:\n  sv:\n    title: {of: \"18a37de0\", text: 'x Phishing'}\n    summary: {of: ") {
		t.Error(file)
	}
	delete(taken, "topic.phishing.truth")
	if WriteExplanation(nil, topic, taken) != nil {
		t.Error("an explanation without all of its texts was written")
	}
	delete(taken, "topic.phishing.q.feelings.left.haste")
	questions, lacking := WriteQuestions(topic, "sv", taken)
	if len(lacking) != 1 || lacking[0] != "phishing/feelings" || !strings.Contains(string(questions), "id: typed-password") {
		t.Errorf("%v\n%s", lacking, questions)
	}
}
