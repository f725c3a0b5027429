package load

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
)

func mustExplain(t testing.TB, id string) *catalog.Game {
	t.Helper()
	fsys := catalogtest.Tiny()
	if id == "keepsakes" {
		fsys = catalogtest.Keepsakes()
	}
	g, ps := Game(fsys, id, WithExplanations(nil))
	if len(ps) > 0 {
		var b strings.Builder
		ps.Print(&b, 20)
		t.Fatalf("problems:\n%s", &b)
	}
	return g
}

func TestExplanations(t *testing.T) {
	g := mustExplain(t, "tiny")
	if ids := slices.Sorted(maps.Keys(g.Topics)); !slices.Equal(ids, []string{"foxes", "owls"}) || !g.Topics["foxes"].Named || g.Topics["owls"].Named {
		t.Errorf("topics %v: owls are linked to and not named", ids)
	}
	foxes := g.Topics["foxes"]
	if foxes.Kind != catalog.TopicTerm || foxes.Age != 8 || !slices.Equal(foxes.Related, []string{"owls"}) || g.Topics["owls"].Age != 12 {
		t.Errorf("facts: %+v", foxes)
	}
	if tag := foxes.Tags[1]; tag.Framework != "mitre-attack" || tag.Version != "17" || tag.ID != "T1566.001" || !tag.Pos.IsValid() {
		t.Errorf("tag %+v", tag)
	}
	e := foxes.Explanation
	if len(e.What) != 2 || e.What[1].ID != "topic.foxes.what.2" || !strings.HasPrefix(e.What[1].Text, "People tell stories about its cleverness. In truth it is careful: it watches first") {
		t.Errorf("what: %+v", e.What)
	}
	if e.Example.ID != "topic.foxes.example" || e.Protect[2].ID != "topic.foxes.protect.3" || e.Claim.ID != "topic.foxes.claim" || e.Truth.ID != "topic.foxes.truth" {
		t.Errorf("ids: %+v", e)
	}
	if want := (source.Pos{File: "topics/explanations/en/foxes.yaml", Line: 18, Col: 5}); e.Notice[1].Pos != want {
		t.Errorf("the second sign is at %v, want %v", e.Notice[1].Pos, want)
	}
	for _, part := range e.Parts() {
		for _, m := range part.Texts {
			if tr := foxes.Translations["de"][m.ID]; tr.Text == "" || tr.Of != catalog.Hash(m.Text) || tr.Pos.File != "topics/explanations/de/foxes.yaml" {
				t.Errorf("%s in German: %+v", m.ID, tr)
			}
		}
	}
	mustExplain(t, "keepsakes")
}

// Sheets of cards need no explanation: they are not even opened.
func TestExplanationsAreLeftAlone(t *testing.T) {
	files := tiny(t)
	for name, f := range files {
		if strings.HasPrefix(name, "topics/explanations") {
			f.Data = []byte("{")
		}
	}
	g := mustLoad(t, files, "")
	if len(g.Topics) != 1 || g.Topics["foxes"].Explanation != nil {
		t.Errorf("topics: %+v", g.Topics)
	}
	if _, ps := Game(files, "", WithExplanations(nil)); !ps.HasErrors() {
		t.Error("broken explanations are no problem")
	}
}

func TestTopics(t *testing.T) {
	topics, ps := library.Topics(catalogtest.Keepsakes(), "de")
	if len(ps) > 0 || len(topics) != 3 || topics["three-copies"].Explanation == nil || topics["three-copies"].Translations["de"]["topic.three-copies.truth"].Text == "" {
		t.Errorf("%d topics, %v", len(topics), ps)
	}
}

// BenchmarkTopics reads the whole threat library with all its translations.
func BenchmarkTopics(b *testing.B) {
	for b.Loop() {
		if topics, _ := library.Topics(catalog.Embedded(), "de", "it", "fr", "ja"); len(topics) == 0 {
			b.Fatal("no topics")
		}
	}
}

// Explanations nobody asked for are not read: a mistake in one goes unseen.
func TestExplanationsInSomeLanguages(t *testing.T) {
	files := tiny(t)
	files["topics/explanations/de/foxes.yaml"] = &fstest.MapFile{Data: []byte("broken")}
	in := func(langs ...string) Option {
		return WithExplanations(func(g *catalog.Game) []string {
			if !slices.Contains(g.Languages, "de") {
				t.Errorf("asked before the languages are known: %v", g.Languages)
			}
			return langs
		})
	}
	for lang, broken := range map[string]bool{"en": false, "de": true, "de-CH": true, "fr": false} {
		if g, ps := Game(files, "", in(lang)); ps.HasErrors() != broken || g.Topics["foxes"].Explanation == nil {
			t.Errorf("%s: %v", lang, ps)
		}
	}
}
