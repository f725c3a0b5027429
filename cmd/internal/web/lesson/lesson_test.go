package lesson

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kitpress/catalog"
)

// The page of each shipped game holds lessons whose steps fill them without a
// gap, and slides for them, in every language.
func TestShippedLessons(t *testing.T) {
	lang := ""
	s, err := New(catalog.Embedded(), func(string) string { return "mark" }, func(*http.Request) string { return lang })
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range []string{"cyber-survival", "online", "cyber-siege", "attacker-placement"} {
		for _, lang = range []string{"en", "de", "fr", "it", "ja"} {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest("GET", Root+game+"/", nil))
			_, data, found := strings.Cut(w.Body.String(), `id="data">`)
			var page struct {
				Plans  []Plan
				Slides []string
			}
			data, _, _ = strings.Cut(data, "</script>")
			if err := json.Unmarshal([]byte(data), &page); err != nil || !found || len(page.Plans) != 3 || len(page.Slides) < 8 || len(page.Slides) > 12 {
				t.Fatalf("%s %s: %d, %v, %d plans, %d slides", game, lang, w.Code, err, len(page.Plans), len(page.Slides))
			}
			for _, p := range page.Plans {
				at := 0
				for _, step := range p.Steps {
					if step.Start != at || step.Teacher == "" || step.Pupils == "" || step.Slide > len(page.Slides) {
						t.Errorf("%s %s, %d minutes: %+v begins at %d", game, lang, p.Minutes, step, at)
					}
					at += step.Minutes
				}
				if at != p.Minutes {
					t.Errorf("%s: %d minutes of %d", game, at, p.Minutes)
				}
			}
		}
	}
}

func TestOtherAddresses(t *testing.T) {
	s, _ := New(catalog.Embedded(), func(string) string { return "" }, func(*http.Request) string { return "en" })
	for path, code := range map[string]int{Root: 404, Root + "chess/": 404, Root + "online": 404, Root + "lesson.js": 200, Root + "lesson.go": 404, Root + "online/lesson.js": 404} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != code {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}
