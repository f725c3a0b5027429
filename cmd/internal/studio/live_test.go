package studio

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
)

// What changed is shown first, what is broken beside its card with the line,
// and a broken file keeps the pictures there were.
func TestAGameIsShownWhileItIsWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tiny")
	if _, err := kit.NewGame(dir, false); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "cards.yaml")
	first, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cat := func(with string) string { return strings.Replace(string(first), "icon: cat", with, 1) }
	changes := make(chan struct{})
	defer close(changes)
	s, err := New(Options{Hosts: []string{host}, Live: &Live{
		PreviewRequest: kit.PreviewRequest{Request: press.Request{Catalog: os.DirFS(dir), Games: []string{"tiny"}, Langs: []string{"en"}}},
		Changes: func(yield func(struct{}) bool) {
			for c := range changes {
				if !yield(c) {
					return
				}
			}
		},
		Locate: func(ps source.Problems) source.Problems { return ps },
	}})
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, studio: s}
	b.cookies = b.ask("GET", "/open?key="+s.Key(), "").Result().Cookies()
	shown := func() string {
		m, _ := s.live.moment()
		var faces []string
		for _, f := range m.Faces[:3] {
			faces = append(faces, strings.TrimPrefix(f.Key, "sights/")+map[bool]string{true: " old"}[f.Old]+map[bool]string{true: " ill"}[f.Ill])
		}
		for _, p := range m.Said {
			faces = append(faces, p.Message)
		}
		return strings.Join(faces, ", ")
	}
	saved := func(text, want string) {
		t.Helper()
		_, next := s.live.moment()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		changes <- struct{}{}
		<-next
		if got := shown(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := shown(); got != "old-tree, moon, cat" {
		t.Error(got)
	}
	before := b.ask("GET", "/live/face/1/sights/cat", "").Body.String()
	saved(cat("icon: tree"), "cat, old-tree, moon")
	if after := b.ask("GET", "/live/face/2/sights/cat", "").Body.String(); !strings.HasPrefix(after, "<") || after == before {
		t.Error("the card looks as it did before")
	}
	saved("# a line more\n"+cat("icon: tree"), "cat, old-tree, moon")
	saved(cat("icon: catt"), "cat old ill, old-tree old, moon old")
	if page := b.ask("GET", "/", "").Body.String(); !strings.Contains(page, "cards.yaml:32:15: error: there is no icon") || !strings.Contains(page, `src="/live/face/2/sights/cat"`) {
		t.Errorf("the fault is not beside its card: %s", page)
	}
	saved(strings.Replace(cat("icon: tree"), "It follows you", "It (:folows:) you", 1), "cat old ill, old-tree, moon")
	if m, _ := s.live.moment(); len(m.Faces[0].Said) != 1 {
		t.Errorf("one fault is said as %q", m.Faces[0].Said)
	}
	saved(cat("icon: moon"), "cat, old-tree, moon")
	if sheets := b.ask("GET", "/live/sheets", "").Body.String(); !strings.Contains(sheets, "/live/sheet/6/") {
		t.Errorf("no sheets: %s", sheets)
	}
	if got := b.ask("GET", "/live/sheet/6/tiny_sight-cards_en_a4/1", ""); got.Code != http.StatusOK {
		t.Errorf("a sheet: %d", got.Code)
	}
	if got := (&browser{t: t, studio: s}).ask("GET", "/live/face/1/sights/cat", ""); got.Code != http.StatusForbidden {
		t.Errorf("somebody else sees the cards: %d", got.Code)
	}
}
