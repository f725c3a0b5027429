package web

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	kitpages "kitpress/cmd/internal/kit/pages"
	"kitpress/output/site"
)

// explained is a small site: two topics, one old code, German lacks one topic.
var explained = sync.OnceValues(func() (*kitpages.Explained, error) {
	words := site.Words{
		Title: "Title", Skip: "Skip", Language: "Language", Start: "Start", Here: "Here", Codes: "Codes", Missing: "No such page",
		Search: "Code", Open: "Open", Count: func(int) string { return "" },
	}
	text := func(title string) site.TopicText { return site.TopicText{Title: title, Summary: title} }
	s := &site.Site{
		Languages: []site.Language{{Tag: "en", Name: "English", Words: words}, {Tag: "de", Name: "Deutsch", Words: words}, {Tag: "fr-CH", Name: "Français", Words: words}},
		Topics: []site.Topic{
			{Code: "7F3K-R", Kind: site.Threat, Texts: map[string]site.TopicText{"en": text("Phishing en"), "de": text("Phishing de"), "fr-CH": text("Phishing fr")}},
			{Code: "K4TW-M", Kind: site.Defence, Texts: map[string]site.TopicText{"en": text("Backup")}},
			{Code: "AAAA-2", Kind: site.Term, Texts: map[string]site.TopicText{"en": text("One")}},
			{Code: "AAAA-3", Kind: site.Term, Texts: map[string]site.TopicText{"en": text("Other")}},
		},
		Redirects: map[string]string{"2222-2": "7F3K-R"},
		Search:    true,
	}
	e := &kitpages.Explained{Site: s, Files: map[string][]byte{}}
	return e, site.Write(s, func(name string, content []byte) error { e.Files[name] = content; return nil })
})

const host = "localhost:8080"

func newServer(t testing.TB) http.Handler {
	e, err := explained()
	if err != nil {
		t.Fatal(err)
	}
	return Guard(NewSite(e), []string{host, "192.168.1.20:8080"})
}

// ask sends a request; head alternates names and values.
func ask(h http.Handler, method, path string, head ...string) *http.Response {
	r := httptest.NewRequest(method, "http://"+host+"/", nil)
	r.URL.Path, r.URL.RawQuery, _ = strings.Cut(path, "?")
	r.RequestURI = path
	for i := 0; i < len(head); i += 2 {
		if head[i] == "Host" {
			r.Host = head[i+1]
			continue
		}
		r.Header.Set(head[i], head[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestPaths(t *testing.T) {
	h := newServer(t)
	for _, tc := range []struct{ path, langs, want string }{
		{"/", "", "200 Codes"},
		{"/index.html", "", "200 Codes"},
		{"/style.css", "", "200 color-scheme"},
		{"/C/7F3K-R/DE/", "", "200 Phishing de"},
		{"/C/7F3K-R/DE/index.html", "", "200 Phishing de"},
		{"/C/7F3K-R/DE/", "fr", "200 Phishing de"},
		{"/C/7F3K-R/", "de", "200 Phishing fr"}, // every language
		// What is printed on cards, and what people make of it.
		{"/C/7F3K-R/DE", "", "302 /C/7F3K-R/DE/"},
		{"/c/7f3k-r/de", "", "302 /C/7F3K-R/DE/"},
		{"/c/7f3k-r/de/", "", "302 /C/7F3K-R/DE/"},
		{"/c/7f3k-r/de/INDEX.html", "", "302 /C/7F3K-R/DE/"},
		{"/c/7f3kr/de/", "", "302 /C/7F3K-R/DE/"},
		{"/C/7f3k/DE", "", "302 /C/7F3K-R/DE/"},
		{"/C/7F3K-R/FR-CH", "", "302 /C/7F3K-R/FR-CH/"},
		{"/C/7F3K-R/FR", "", "302 /C/7F3K-R/FR-CH/"},
		{"/C/7F3K-R/DE-AT", "", "302 /C/7F3K-R/DE/"},
		{"/C/7F3K-R/JA", "de", "302 /C/7F3K-R/DE/"},
		{"/C/7F3K-R", "de-CH,de;q=0.9", "302 /C/7F3K-R/DE/"},
		{"/C/7F3K-R", "ja, fr;q=0.5", "302 /C/7F3K-R/FR-CH/"},
		{"/C/7F3K-R", "", "302 /C/7F3K-R/EN/"},
		{"/C/7F3K-R", "ja", "302 /C/7F3K-R/EN/"},
		{"/C/7F3K-X", "", "404"}, // a wrong check character
		{"/C/K4TW-M/DE", "", "302 /C/K4TW-M/EN/"},
		{"/C/AAAA", "", "404"}, // two codes begin so
		{"/C/AAAA3", "", "302 /C/AAAA-3/EN/"},
		{"/C/2222-2", "de", "302 /C/7F3K-R/DE/"},
		{"/c/2222/de", "", "302 /C/7F3K-R/DE/"},
		{"/C/2222-2/DE/", "", "200 Phishing de"},
		// The form.
		{"/C?code=7f3k-r", "de", "302 /C/7F3K-R/DE/"},
		{"/C?code=+7F3K+R+", "", "302 /C/7F3K-R/EN/"},
		{"/C/?code=7f3k", "", "302 /C/7F3K-R/EN/"},
		{"/C?code=7f3kr&lang=de", "en", "302 /C/7F3K-R/DE/"},
		{"/C?code=7f3kr&lang=de-AT", "en", "302 /C/7F3K-R/DE/"},
		{"/C?code=7f3kr&lang=xx", "de", "302 /C/7F3K-R/DE/"},
		{"/C?code=nonsense", "", "404"},
		{"/C?code=phish&lang=de", "en", "200"},
		{"/C?code=", "de", "302 /codes/de/"},
		{"/C", "fr", "302 /codes/fr-ch/"},
		{"/C?code=%zz", "", "302 /codes/en/"},
		{"/codes/de", "", "302 /codes/de/"},
		{"/CODES/DE/", "", "302 /codes/de/"},
		// What is not there, and what is nobody's business.
		{"/codes/", "", "404"}, {"/C/7F3K-R/DE/x", "", "404"}, {"/C/../style.css", "", "404"}, {"/../../etc/passwd", "", "404"},
		{"//style.css", "", "404"}, {"/style.css/", "", "404"}, {"/_redirects", "", "404"}, {"/.htaccess", "", "404"}, {"/404.html", "", "404"},
		{"/C\\7F3K-R\\DE", "", "404"}, {"/C/7F3K-R/DE/index.html\x00", "", "404"}, {"", "", "404"}, {"*", "", "404"},
		{"/favicon.ico", "", "404"}, {"/" + strings.Repeat("a/", 5000), "", "404"}, {"/C/" + strings.Repeat("7", 5000), "", "404"},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			got := ask(h, method, tc.path, "Accept-Language", tc.langs)
			code, rest, _ := strings.Cut(tc.want, " ")
			body, _ := io.ReadAll(got.Body)
			switch {
			case got.Status[:3] != code:
				t.Errorf("%s %.60q: %s, want %s", method, tc.path, got.Status, code)
			case code == "302" && got.Header.Get("Location") != rest:
				t.Errorf("%.60q for %q: to %s, want %s", tc.path, tc.langs, got.Header.Get("Location"), rest)
			case method == "GET" && code == "200" && !strings.Contains(string(body), rest):
				t.Errorf("%.60q: no %q in the page", tc.path, rest)
			case method == "GET" && code == "404" && !strings.Contains(string(body), "No such page"):
				t.Errorf("%.60q: the page for what is not there is missing", tc.path)
			case method == "HEAD" && len(body) > 0:
				t.Errorf("HEAD %.60q: a body", tc.path)
			}
			negotiated := code == "302" && (strings.Count(tc.path, "/") == 2 && strings.HasPrefix(strings.ToUpper(tc.path), "/C/") || strings.Contains(tc.path, "?") && !strings.Contains(tc.path, "lang=d"))
			if negotiated && got.Header.Get("Vary") != "Accept-Language" {
				t.Errorf("%.60q: the answer depends on the language and does not say so", tc.path)
			}
		}
	}
}

// Who comes from a table finds the way back to it, and nobody else any.
func TestBackToTheTable(t *testing.T) {
	h := newServer(t)
	for query, want := range map[string]string{
		"": `href="../../../t/"`, "?t=harbour-4": `href="../../../t/harbour-4/"`, "?t=a%22%3E": `href="../../../t/"`, "?t=a/b": `href="../../../t/"`,
	} {
		body, _ := io.ReadAll(ask(h, "GET", "/C/7F3K-R/EN/"+query).Body)
		if !strings.Contains(string(body), want) {
			t.Errorf("%q: no %s in the page", query, want)
		}
	}
}

// Whatever is asked, the browser is told what it may do.
func TestHeaders(t *testing.T) {
	h := newServer(t)
	for _, r := range []*http.Response{
		ask(h, "GET", "/"), ask(h, "GET", "/none"), ask(h, "GET", "/C/7F3K-R"), ask(h, "POST", "/"), ask(h, "GET", "/", "Host", "evil.example"), ask(h, "GET", "/style.css"),
	} {
		for name, want := range map[string]string{
			"Content-Security-Policy":      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %s: %q", r.Status, name, got)
			}
		}
		for _, name := range []string{"Set-Cookie", "Server", "Access-Control-Allow-Origin", "X-Powered-By"} {
			if got := r.Header.Get(name); got != "" {
				t.Errorf("%s: %s: %q", r.Status, name, got)
			}
		}
		if r.StatusCode != http.StatusFound && !strings.HasSuffix(r.Header.Get("Content-Type"), "; charset=utf-8") {
			t.Errorf("%s: type %q", r.Status, r.Header.Get("Content-Type"))
		}
	}
}

func TestOnlyReading(t *testing.T) {
	h := newServer(t)
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "PROPFIND"} {
		r := ask(h, method, "/", "X-HTTP-Method-Override", "GET")
		if r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %s", method, r.Status)
		}
	}
	body := httptest.NewRequest("GET", "http://"+host+"/", strings.NewReader("x"))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, body)
	if w.Code != http.StatusBadRequest {
		t.Errorf("a request with a body: %d", w.Code)
	}
}

// A name somebody else points at this computer is refused, whatever is asked.
func TestHosts(t *testing.T) {
	h := newServer(t)
	for host, want := range map[string]int{
		host: 200, "LOCALHOST:8080": 200, "192.168.1.20:8080": 200,
		"": 421, "localhost": 421, "localhost:80": 421, "evil.example": 421, "evil.example:8080": 421, "localhost:8080.evil.example": 421,
		"localhost.:8080": 421, "127.0.0.1:8080": 421, "192.168.1.20": 421, "[::1]:8080": 421, "localhost:8080@evil.example": 421, "localhost:8080/": 421,
	} {
		for _, path := range []string{"/", "/none", "/C/7F3K-R"} {
			r := ask(h, "GET", path, "Host", host, "X-Forwarded-Host", "localhost:8080")
			if got := r.StatusCode; (got == 421) != (want == 421) {
				t.Errorf("%q %s: %d", host, path, got)
			}
		}
		if got := ask(h, "POST", "/", "Host", host).StatusCode; want == 421 && got != 421 {
			t.Errorf("%q: %d before the host was looked at", host, got)
		}
	}
}

func TestUnchangedIsNotSentAgain(t *testing.T) {
	h := newServer(t)
	first := ask(h, "GET", "/style.css")
	tag := first.Header.Get("ETag")
	if tag == "" || first.Header.Get("Cache-Control") != "no-cache" {
		t.Fatalf("%v", first.Header)
	}
	again := ask(h, "GET", "/style.css", "If-None-Match", tag)
	if body, _ := io.ReadAll(again.Body); again.StatusCode != http.StatusNotModified || len(body) > 0 {
		t.Errorf("%s with %d bytes", again.Status, len(body))
	}
	if other := ask(h, "GET", "/", "If-None-Match", tag); other.StatusCode != 200 {
		t.Errorf("another page has the same tag: %s", other.Status)
	}
}

// Set exchanges the content; before and after, whole pages are sent.
func TestSet(t *testing.T) {
	e, err := explained()
	if err != nil {
		t.Fatal(err)
	}
	s := NewSite(e)
	changed := &kitpages.Explained{Site: e.Site, Files: maps.Clone(e.Files)}
	changed.Files["index.html"] = []byte("<p>new</p>")
	old := string(e.Files["index.html"])
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 200 {
				body, _ := io.ReadAll(ask(s, "GET", "/").Body)
				if got := string(body); got != old && got != "<p>new</p>" {
					t.Errorf("a mixture: %.80q", got)
				}
			}
		})
	}
	s.Set(changed)
	all.Wait()
	if body, _ := io.ReadAll(ask(s, "GET", "/").Body); string(body) != "<p>new</p>" {
		t.Error("the old page is still served")
	}
}

func TestNegotiate(t *testing.T) {
	langs := []string{"en", "de", "de-CH", "fr-CH", "ja"}
	for header, want := range map[string]string{
		"": "en", "de": "de", "DE": "de", "de-CH": "de-CH", "de-AT": "de", "fr": "fr-CH", "fr-FR": "fr-CH", "fr-CA,ja": "fr-CH", "ja-JP": "ja",
		"it": "en", "it,de": "de", "it;q=1, de;q=0.5, ja;q=0.8": "ja", "*": "en", "de;q=0, ja": "ja", "de;q=0": "en", "it, *;q=0.1": "en",
		"de;q=2": "en", "de;q=NaN": "en", "de;q=": "en", ";;;": "en", ",,,": "en", "de-": "de", "-": "en", "d": "en", "zh-Hant-TW, ja;q=0.1": "ja",
		strings.Repeat("xx,", 16) + "de": "en", strings.Repeat("xx,", 15) + "de": "de",
	} {
		if got := Negotiate(header, langs); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}

// Whatever a browser sends, the answer is a page of the site, the way to one,
// or that there is none.
func FuzzRequests(f *testing.F) {
	e, err := explained()
	if err != nil {
		f.Fatal(err)
	}
	h := Guard(NewSite(e), []string{host})
	known := map[string]bool{}
	for name, data := range e.Files {
		if strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".css") {
			known[string(data)] = true
		}
	}
	for _, seed := range [][3]string{
		{"/C/7F3K-R/DE", "de", ""}, {"/c/7f3kr", "fr;q=0.1,*", ""}, {"/C", "", "code=7f3k"}, {"/../..//x", "a,b", "%"}, {"/C/2222-2/EN/", "", "code=%00"},
		{"/C/7F3K-R/\u212AE", "ẞ", "code=７F3K"}, {"/codes/de/", "de-CH-1996;q=0.3", "code=a&code=b;c"}, {"/C/%2e%2e/", "x;q=1e9", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, path, langs, query string) {
		got := ask(h, "GET", path+"?"+query, "Accept-Language", langs)
		body, _ := io.ReadAll(got.Body)
		switch got.StatusCode {
		case http.StatusOK, http.StatusNotFound:
			if !known[string(body)] {
				t.Fatalf("%q: %s with what is no page", path, got.Status)
			}
		case http.StatusFound:
			to := got.Header.Get("Location")
			if next := ask(h, "GET", to); next.StatusCode != http.StatusOK || strings.HasPrefix(to, "//") || !strings.HasPrefix(to, "/") {
				t.Fatalf("%q leads to %q: %s", path, to, next.Status)
			}
		default:
			t.Fatalf("%q: %s", path, got.Status)
		}
		if lang := Negotiate(langs, []string{"en", "de-CH", "ja"}); !slices.Contains([]string{"en", "de-CH", "ja"}, lang) {
			t.Fatalf("%q: %q", langs, lang)
		}
	})
}
