package web

import (
	"html"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"kitpress/i18n"
	"kitpress/quiz/store/storetest"
)

// sources returns the pages and scripts, by their names.
func sources(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"pages/*.html", "static/*.js"} {
		names, err := fs.Glob(builtIn, pattern)
		if err != nil || len(names) < 3 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			if name == "pages/standings.html" {
				continue // a file to carry away: it stands alone
			}
			data, err := builtIn.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = string(data)
		}
	}
	return all
}

// Pages and scripts say only what there are words for, and every word of theirs
// is said somewhere. Words that are put together begin with what they share.
func TestPagesHaveWords(t *testing.T) {
	words, problems := i18n.WordsIn("en")
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`\bt\(\s*'([A-Za-z0-9.-]+)'|\bt\(\w+ \? '([A-Za-z0-9.-]+)' : '([A-Za-z0-9.-]+)'|\bt\([\w.]+ \? '([A-Za-z0-9.-]+)' : '([A-Za-z0-9.-]+)'|Word "table\.([A-Za-z0-9.-]+)"|Word \(print "table\.([A-Za-z0-9.-]+)"`)
	used := map[string]bool{}
	for name, text := range sources(t) {
		for _, m := range said.FindAllStringSubmatch(text, -1) {
			for _, id := range m[1:] {
				if id == "" {
					continue
				}
				used[id] = true
				if !strings.HasSuffix(id, ".") && !words.Has("table."+id) && !words.Has(id) {
					t.Errorf("%s says %q, which has no words", name, id)
				}
			}
		}
	}
	if len(used) < 80 {
		t.Errorf("only %d words were found", len(used))
	}
	for id := range words.Below("table.") {
		id = strings.TrimPrefix(id, "table.")
		shared := id[:strings.LastIndex("."+id, ".")]
		if !used[id] && !used[shared] {
			t.Errorf("nothing says table.%s", id)
		}
	}
}

// A policy without inline scripts and styles would break pages that have them.
func TestPagesKeepThePolicy(t *testing.T) {
	inline := regexp.MustCompile(`(?i)<script(?:\s[^>]*)?>[^<]|<style|\sstyle=|\son[a-z]+="|javascript:|https?://[a-z]`)
	for name, text := range sources(t) {
		text = strings.ReplaceAll(text, "http://www.w3.org/", "")
		if m := inline.FindString(text); m != "" {
			t.Errorf("%s: %q is inline, or leads elsewhere", name, m)
		}
		for _, forbidden := range []string{"innerHTML", "eval(", "crypto.subtle", "randomUUID", "serviceWorker", "document.write"} {
			if strings.Contains(text, forbidden) {
				t.Errorf("%s uses %s", name, forbidden)
			}
		}
	}
}

// The home page leads to tables, quizzes and codes in the language it is in.
func TestHomeHasDoors(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	for _, lang := range i18n.Languages() {
		w := httptest.NewRecorder()
		h.phones.ServeHTTP(w, httptest.NewRequest("GET", "http://"+phoneHost+"/?lang="+lang, nil))
		for _, want := range []string{`<html lang="` + lang + `">`, `href="/t/?lang=` + lang + `"`, `href="/q/?lang=` + lang + `"`, `name="lang" value="` + lang + `"`} {
			if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: %d, no %s", lang, w.Code, want)
			}
		}
	}
	desk := "http://" + deskHost + "/desk/"
	h.tables.Lead(Doors{Desk: desk})
	for from, leads := range map[string]bool{"127.0.0.1:5000": true, "[::1]:5000": true, "192.168.1.30:5000": false} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "http://"+phoneHost+"/?lang=en", nil)
		r.RemoteAddr = from
		h.phones.ServeHTTP(w, r)
		if strings.Contains(w.Body.String(), `href="`+desk) != leads {
			t.Errorf("%s: the door to the desk: want %v", from, leads)
		}
	}
}

func TestTheDeskOpensTheStudio(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	if code := h.atDesk().send("POST", "/desk/studio", struct{}{}, nil); code != 404 {
		t.Errorf("there is no studio: %d", code)
	}
	h.tables.Lead(Doors{Studio: func() (string, error) { return "http://127.0.0.1:9/open?key=x", nil }})
	var to startedJSON
	if code := h.atDesk().send("POST", "/desk/studio", struct{}{}, &to); code != 200 || to.URL != "http://127.0.0.1:9/open?key=x" {
		t.Errorf("%d, %+v", code, to)
	}
	if code := h.phone().send("POST", "/desk/studio", struct{}{}, nil); code == 200 {
		t.Error("phones open the studio")
	}
}

// The sponsor of an event is on the pages of tables and in the file of the
// results; without one no page says a word of it.
func TestPagesShowTheSponsor(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	get := func(handler http.Handler, host, path string) (string, http.Header) {
		t.Helper()
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", "http://"+host+path, nil))
		if w.Code != 200 {
			t.Fatalf("%s: %d", path, w.Code)
		}
		return w.Body.String(), w.Header()
	}
	pages := []struct {
		handler    http.Handler
		host, path string
	}{{h.phones, phoneHost, "/?lang=de"}, {h.phones, phoneHost, "/t/?lang=de"}, {h.phones, phoneHost, "/board/?lang=de"}, {h.desk, deskHost, "/desk/?lang=de"}, {h.desk, deskHost, "/desk/board/export/html?lang=de"}}
	for _, p := range pages {
		if page, _ := get(p.handler, p.host, p.path); strings.Contains(page, "sponsor") {
			t.Errorf("%s has no sponsor, and speaks of one", p.path)
		}
	}
	picture := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"/>`
	Thank(h.tables, Sponsor{Line: "Bakery <b>", Lines: map[string]string{"fr": "Boulangerie"}, Logo: []byte(picture), Media: "image/svg+xml"})
	address := regexp.MustCompile(`<img src="([^"]+)" alt="Logo des Sponsors">`)
	for _, p := range pages {
		page, _ := get(p.handler, p.host, p.path)
		m := address.FindStringSubmatch(html.UnescapeString(page))
		if m == nil || !strings.Contains(page, "Bakery &lt;b&gt;") {
			t.Fatalf("%s: %v", p.path, m)
		}
		if strings.HasPrefix(m[1], "data:image/svg+xml;base64,") { // a file that stands alone
			continue
		}
		data, head := get(p.handler, p.host, m[1])
		if data != picture || head.Get("Content-Type") != "image/svg+xml" || !strings.Contains(head.Get("Content-Security-Policy"), "default-src 'self'") {
			t.Errorf("%s: %s, %v", m[1], data, head)
		}
	}
	if page, _ := get(h.phones, phoneHost, "/t/?lang=fr"); !strings.Contains(page, "Boulangerie") || strings.Contains(page, "Bakery") {
		t.Error("the line is not in the language of the page")
	}
	if page, _ := get(h.phones, phoneHost, "/q/?lang=de"); strings.Contains(page, "Bakery") {
		t.Error("the quiz shows the sponsor")
	}
	if page, _ := get(h.phones, phoneHost, "/codes/de/"); page != "explanations" {
		t.Error("explanations are not what they were")
	}
}
