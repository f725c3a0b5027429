package load

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
)

// packFiles are the files FuzzPack replaces one of.
var packFiles = append([]string{gameFile, "rules.yaml", "score.yaml", "topics/foxes.yaml", library.RedirectFile}, deckFiles...)

// FuzzPack replaces one file of the game tiny. Whatever it holds, loading
// must end, every problem must have a place, and a game without errors must be
// whole: every text has an id, every reference leads somewhere.
func FuzzPack(f *testing.F) {
	for i, name := range packFiles {
		if file := tiny(f)[name]; file != nil {
			f.Add(uint8(i), file.Data)
		}
	}
	archives, _ := filepath.Glob("testdata/problems/*.txtar")
	for _, a := range archives {
		archive, err := txtar.ParseFile(a)
		if err != nil {
			f.Fatal(err)
		}
		changed := overlay(f, archive).(fstest.MapFS)
		for i, name := range packFiles {
			if file := changed[name]; file != nil && string(file.Data) != string(orEmpty(tiny(f)[name])) {
				f.Add(uint8(i), file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		files := tiny(t)
		files[packFiles[int(which)%len(packFiles)]] = &fstest.MapFile{Data: data}
		checkLoad(t, files)
	})
}

// TestMutatedPacks changes words and lines of tiny at random, which keeps more
// of its structure than the fuzzer's changes of bytes do.
func TestMutatedPacks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	mutable := slices.Concat(packFiles, explanationFiles, questionFiles)
	var words []string
	for _, name := range mutable {
		words = append(words, strings.Fields(string(orEmpty(tiny(t)[name])))...)
	}
	words = append(words, "", "[]", "{}", "null", "~", "-1", "1e9", "'", "\"", "[", "{", "- ", ":", "{{", "[x](owls)", "<b>", "true", "0x1", "\t", "&a", "*a", "!!x", "---", "|", ">", "？", "\u202e")
	rounds := 4000
	if os.Getenv("KITPRESS_LONG") == "" {
		rounds = 400
	}
	for range rounds {
		files := tiny(t)
		for range 1 + random.IntN(3) {
			name := mutable[random.IntN(len(mutable))]
			if files[name] != nil {
				files[name] = &fstest.MapFile{Data: []byte(mutate(random, string(files[name].Data), words))}
			}
		}
		checkLoad(t, files)
		if t.Failed() {
			for name, f := range files {
				t.Logf("%s:\n%s", name, f.Data)
			}
			return
		}
	}
}

// mutate changes one word or line.
func mutate(random *rand.Rand, text string, words []string) string {
	lines := strings.SplitAfter(text, "\n")
	i, j := random.IntN(len(lines)), random.IntN(len(lines))
	switch random.IntN(5) {
	case 0:
		lines[i] = ""
	case 1:
		lines[i] += lines[i]
	case 2:
		lines[i], lines[j] = lines[j], lines[i]
	case 3:
		lines[i] = strings.Repeat(" ", random.IntN(4)) + strings.TrimLeft(lines[i], " ")
	default:
		if f := strings.Fields(lines[i]); len(f) > 0 {
			lines[i] = strings.Replace(lines[i], f[random.IntN(len(f))], words[random.IntN(len(words))], 1)
		}
	}
	return strings.Join(lines, "")
}

// checkLoad loads a pack and asks of the result what every caller relies on.
func checkLoad(t *testing.T, files fstest.MapFS) {
	t.Helper()
	g, topics, ps := loadAll(files)
	for _, p := range ps {
		if !p.Pos.IsValid() || p.Code == "" || p.Message == "" || p.Pos.Col > 0 && p.Pos.Line == 0 {
			t.Errorf("problem without a place or name: %+v", p)
		}
		if p.Pos.Line > 0 && p.Pos.Line > strings.Count(string(files[p.Pos.File].Data), "\n")+1 {
			t.Errorf("problem behind the end of the file: %v", p)
		}
	}
	var b strings.Builder
	if err := ps.Print(&b, 0); err != nil {
		t.Error(err)
	}
	if strings.ContainsAny(b.String(), "\x00\x1b") {
		t.Errorf("control characters are printed: %q", &b)
	}
	for _, topic := range topics {
		for _, q := range topic.Questions {
			checkAsked(t, q)
		}
	}
	if !ps.HasErrors() {
		checkWhole(t, g)
	}
}

func orEmpty(f *fstest.MapFile) []byte {
	if f == nil {
		return nil
	}
	return f.Data
}

// checkWhole follows what other packages rely on without asking.
func checkWhole(t *testing.T, g *catalog.Game) {
	t.Helper()
	seen := map[string]bool{}
	for _, m := range g.Messages() {
		if seen[m.ID] || m.Text == "" || !m.Pos.IsValid() {
			t.Errorf("message %+v, seen before: %v", m, seen[m.ID])
		}
		seen[m.ID] = true
		if _, err := catalog.ParsePlaceholders(m.Text); err != nil {
			t.Errorf("%s: %v", m.ID, err)
		}
	}
	for _, d := range g.Decks {
		for _, c := range d.Cards {
			if deck, card := g.Card(c.ID); deck != d || card != c || c.Quantity < 1 {
				t.Errorf("card %s is not found", c.ID)
			}
			for _, f := range d.Schema {
				v, ok := c.Fields[f.Name]
				if !ok && !f.Optional {
					t.Errorf("card %s has no %s", c.ID, f.Name)
				}
				if ok && f.Type == catalog.TypeTopic && g.Topics[v.Word] == nil {
					t.Errorf("card %s: no topic %s", c.ID, v.Word)
				}
			}
		}
	}
	for i := range g.Components {
		for _, id := range g.Components[i].Decks {
			if g.Deck(id) == nil {
				t.Errorf("no deck %s", id)
			}
		}
	}
	checkTopics(t, g)
	if g.EditionFor("xx") == nil && len(g.Editions) > 0 {
		t.Error("no edition for other languages")
	}
}

// checkTopics asks that no link is dead and no topic empty.
func checkTopics(t *testing.T, g *catalog.Game) {
	t.Helper()
	for id, topic := range g.Topics {
		if topic.ID != id || topic.Explanation == nil || topic.Kind == "" || !library.CodeCheck(topic.Code) {
			t.Errorf("topic %s is not whole: %+v", id, topic)
			continue
		}
		leads := slices.Clone(topic.Related)
		for _, part := range topic.Explanation.Parts() {
			leads = append(leads, part.Links()...)
		}
		for _, other := range leads {
			if g.Topics[other] == nil || other == id {
				t.Errorf("topic %s leads to %q", id, other)
			}
		}
	}
	for code, id := range g.Redirects {
		if g.Topics[id] == nil || !library.CodeCheck(code) {
			t.Errorf("code %q leads to topic %q", code, id)
		}
	}
}

// explanationFiles are the files FuzzExplanation replaces one of.
var explanationFiles = []string{"topics/explanations/en/foxes.yaml", "topics/explanations/de/foxes.yaml", "topics/explanations/en/owls.yaml"}

// FuzzExplanation replaces one explanation of the game tiny.
func FuzzExplanation(f *testing.F) {
	for i, name := range explanationFiles {
		f.Add(uint8(i), tiny(f)[name].Data)
	}
	archives, _ := filepath.Glob("testdata/problems/[elm]*.txtar") // explanations, links, markup
	for _, a := range archives {
		archive, err := txtar.ParseFile(a)
		if err != nil {
			f.Fatal(err)
		}
		changed := overlay(f, archive).(fstest.MapFS)
		for i, name := range explanationFiles {
			if data := orEmpty(changed[name]); string(data) != string(tiny(f)[name].Data) {
				f.Add(uint8(i), data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		files := tiny(t)
		files[explanationFiles[int(which)%len(explanationFiles)]] = &fstest.MapFile{Data: data}
		checkLoad(t, files)
	})
}

// FuzzLinks asks that the spans of a text are the text: nothing is lost,
// nothing is cut twice, and what is cut is a link again when it is written.
func FuzzLinks(f *testing.F) {
	for _, text := range []string{"", "[a](b)", "[[a](b)](c) [d] (e) [f](g", "An [owl in the tree](owls) sees [it](foxes).", "[ a](b)[a\n](b)[](b)[a](B)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var whole strings.Builder
		plain := false
		for _, s := range catalog.Links(text) {
			if s.Text == "" || s.Topic == "" && plain {
				t.Errorf("%q: an empty span, or two plain ones in a row", text)
			}
			plain = s.Topic == ""
			link := s.Text
			if !plain {
				link = "[" + s.Text + "](" + s.Topic + ")"
				if again := catalog.Links(link); len(again) != 1 || again[0] != s {
					t.Errorf("%q is read as %q", link, again)
				}
			} else if again := catalog.Links(link); len(again) != 1 || again[0] != s {
				t.Errorf("plain %q is read as %q", link, again)
			}
			whole.WriteString(link)
		}
		if whole.String() != text {
			t.Errorf("%q became %q", text, whole.String())
		}
	})
}

// FuzzPlaceholders asks that canonical spellings are stable.
func FuzzPlaceholders(f *testing.F) {
	g, _ := Game(catalogtest.Tiny(), "")
	for _, m := range g.Messages() {
		f.Add(m.Text)
	}
	f.Add(`{{if .a}}{{end}}`)
	f.Add("{{card `a`}}")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > source.MaxFile {
			return
		}
		list, err := catalog.ParsePlaceholders(text)
		if err != nil {
			return
		}
		for _, p := range list {
			again, err := catalog.ParsePlaceholders("{{" + p.String() + "}}")
			if err != nil || len(again) != 1 || again[0].String() != p.String() {
				t.Errorf("%q is read as %q, %v", p, again, err)
			}
		}
	})
}
