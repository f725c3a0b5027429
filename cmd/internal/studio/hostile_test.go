package studio

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
)

// secret lies beside what the studio may read.
const secret = "nobody may read this"

// listed takes down the addresses there are.
type listed []string

func (l *listed) HandleFunc(pattern string, _ func(http.ResponseWriter, *http.Request)) {
	*l = append(*l, pattern)
}

// filled are good values for what addresses have in them, by the beginning of an
// address and the name of the value; the longest beginning counts.
var filled = map[string]map[string]string{
	"/":                {"lang": "de", "game": "online"},
	"/static/":         {"file": "studio.css"},
	"/sheet/":          {"game": "own~tiere", "file": "tiere_tiere-sheets_de_a4", "page": "1"},
	"/small/":          {"game": "own~tiere", "file": "tiere_tiere-sheets_de_a4", "page": "1"},
	"/make/":           {"id": "1", "pile": "1", "file": "tiere_tiere-sheets_de_a4", "page": "1", "name": "tiere.zip"},
	"/make/{id}/file/": {"id": "1", "file": "tiere_tiere-sheets_de_a4.pdf"},
	"/own/":            {"id": "tiere", "name": "tiere.zip", "n": "1", "deck": "tiere", "card": "fuchs", "lang": "de", "side": "front", "kind": "theme", "value": "forest", "page": "1"},
	"/own/{id}/art/":   {"id": "tiere", "name": "fox.png"},
	"/own/{id}/book/":  {"id": "tiere", "kind": "rulebook", "n": "1", "lang": "de", "page": "1"},
	"/questions/":      {"list": "1"},
	"/events/":         {"id": "fest", "name": "fest.yaml"},
	"/live/face/":      {"at": "1", "key": "sights/cat"},
	"/live/sheet/":     {"n": "1", "file": "tiny_sight-cards_en_a4", "page": "1"},
}

// An address is a pattern with its values.
type address struct {
	method, pattern string
	values          map[string]string
}

var hole = regexp.MustCompile(`\{(\w+)(\.\.\.)?\}`)

// at returns the address, with one value replaced by another as it is.
func (a address) at(name, other string) string {
	path := strings.ReplaceAll(a.pattern, "{$}", "")
	return hole.ReplaceAllStringFunc(path, func(in string) string {
		of := hole.FindStringSubmatch(in)[1]
		if of == name {
			return other
		}
		return a.values[of]
	})
}

// addresses returns all there are, with good values in them.
func addresses(t *testing.T, s *Studio) (open, inside []address) {
	t.Helper()
	var o, i listed
	routes(s, &o, &i)
	read := func(patterns listed) (list []address) {
		for _, p := range patterns {
			method, path, ok := strings.Cut(p, " ")
			a := address{method, path, map[string]string{}}
			best := ""
			for _, in := range hole.FindAllStringSubmatch(path, -1) {
				best = ""
				for begin, values := range filled {
					if strings.HasPrefix(path, begin) && len(begin) > len(best) && values[in[1]] != "" {
						best, a.values[in[1]] = begin, values[in[1]]
					}
				}
				if best == "" {
					t.Errorf("%s: no good value for %s; add one to filled", p, in[0])
				}
			}
			if !ok || !slices.Contains([]string{"GET", "POST"}, method) {
				t.Errorf("%s: what is it for?", p)
			}
			list = append(list, a)
		}
		return list
	}
	return read(o), read(i)
}

// lived opens a studio in which there is one of everything.
func lived(t *testing.T) (b *browser, home string) {
	t.Helper()
	b = open(t)
	home = filepath.Dir(b.studio.o.Decks)
	for _, dir := range []string{home, b.studio.o.Dir, filepath.Dir(b.studio.o.Dir)} {
		if err := os.WriteFile(filepath.Join(dir, "secret.txt"), []byte(secret), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b.send("/own/drop", "Tiere.csv", "Titel;Text\nFuchs;Versteckt sich.\nEule;Sieht alles.\n", in("de"))
	b.send("/own/tiere/file", "fox.png", "\x89PNG\r\n\x1a\n")
	b.ask("POST", "/own/tiere/do", `{"do": "book"}`)
	b.ask("POST", "/own/tiere/do", `{"do": "save"}`)
	b.send("/questions/drop", "fragen.csv", "Frage;Antwort\nWer?;Ich\n", in("de"))
	b.ask("POST", "/events/new", `{"name": "Fest"}`)
	b.ask("POST", "/make", `{"game": "own~tiere", "choices": "lang=de"}`)
	for range 600 {
		if strings.Contains(b.ask("GET", "/make/1/state", "").Body.String(), `"end":"done"`) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	return b, home
}

// watching opens a studio that shows a game while it is written.
func watching(t *testing.T) *browser {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tiny")
	if _, err := kit.NewGame(dir, false); err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Hosts: []string{host}, Live: &Live{
		PreviewRequest: kit.PreviewRequest{Request: press.Request{Catalog: os.DirFS(dir), Games: []string{"tiny"}, Langs: []string{"en"}}},
		Changes:        func(func(struct{}) bool) {},
		Locate:         func(ps source.Problems) source.Problems { return ps },
	}})
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, studio: s}
	b.cookies = b.ask("GET", "/open?key="+s.Key(), "").Result().Cookies()
	return b
}

// files lists everything below a folder and what is in it.
func files(t *testing.T, dir string) string {
	t.Helper()
	var list strings.Builder
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			data, _ := os.ReadFile(filepath.Join(dir, name)) // none of what cannot be read
			fmt.Fprintf(&list, "%s %x\n", name, sha256.Sum256(data))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.String()
}

// A tamper makes a good request a hostile one.
type tamper struct {
	name string
	to   string // method it is for, "" for all
	do   func(*http.Request)
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func called(host string) func(*http.Request) {
	return func(r *http.Request) { r.Host = host }
}

// strange are requests of whoever has not the key, knows this computer by
// another name, or comes from another page.
func strange() []tamper {
	list := []tamper{
		{"no cookie", "", func(r *http.Request) { r.Header.Del("Cookie") }},
		{"a guessed cookie", "", header("Cookie", "studio-4711=guess")},
		{"the cookie of another port", "", func(r *http.Request) {
			r.Header.Set("Cookie", strings.ReplaceAll(r.Header.Get("Cookie"), "studio-4711", "studio-4712"))
		}},
		{"no origin", "POST", func(r *http.Request) { r.Header.Del("Origin") }},
		{"from another site", "POST", header("Sec-Fetch-Site", "cross-site")},
		{"from a neighbour", "POST", header("Sec-Fetch-Site", "same-site")},
		{"packed", "POST", header("Content-Encoding", "gzip")},
		{"no length", "POST", func(r *http.Request) { r.ContentLength = -1 }},
		{"too long", "POST", func(r *http.Request) { r.ContentLength = mostUpload + 1 }},
		{"a body", "GET", func(r *http.Request) { r.Body, r.ContentLength = io.NopCloser(strings.NewReader("x")), 1 }},
		{"an upgrade", "", header("Upgrade", "websocket")},
		{"a long query", "", func(r *http.Request) { r.URL.RawQuery = strings.Repeat("x", mostQuery+1) }},
	}
	for _, name := range []string{"evil.example", "evil.example:4711", "127.0.0.1:4711.evil.example", "localhost.evil.example:4711", "192.168.1.1:4711", "127.0.0.1", "127.0.0.1:4712", "0.0.0.0:4711", "[::1]:4711", "user@127.0.0.1:4711", ""} {
		list = append(list, tamper{"for " + name, "", called(name)})
	}
	for _, name := range []string{"http://evil.example", "null", "https://127.0.0.1:4711", "http://127.0.0.1:4712", "http://127.0.0.1", "http://127.0.0.1:4711.evil.example", "file://"} {
		list = append(list, tamper{"from " + name, "POST", header("Origin", name)})
	}
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "application/json; charset=utf-7"} {
		list = append(list, tamper{"as " + kind, "POST", header("Content-Type", kind)})
	}
	for _, name := range []string{"X-HTTP-Method-Override", "X-Original-URL", "X-Rewrite-URL"} {
		list = append(list, tamper{"with " + name, "", header(name, "/stop")})
	}
	return list
}

// crooked are values that lead elsewhere, as they stand in an address.
var crooked = []string{
	"..", "%2e%2e", ".%2e", "..%2f..%2fsecret.txt", "%2e%2e%2f%2e%2e%2fsecret.txt", "..%5c..%5csecret.txt", "../secret.txt", "../../secret.txt", "%2fetc%2fpasswd", "/etc/passwd", "//etc/passwd",
	"%252e%252e%252fsecret.txt", "secret.txt", "%00", "1%00.png", "C:%5cWindows%5cwin.ini", "C:", "fox.png:stream", "CON", "nul", "com1.png", "LPT1.svg", "aux.yaml", ".draft", ".git", "~root", "~", "*", "?",
	"%3Cscript%3E", "%0d%0aSet-Cookie:x", "%E2%80%AE", "%ff%fe", "-1", "0", "99999999999999999999", "1e9", "own~..", "own~%2e%2e", "own~", "own~secret", strings.Repeat("a", 300),
}

// No address answers whom it is not for, whatever is done to a request; what is
// answered is a refusal, and no file changes. Addresses that are new are among
// them by themselves.
func TestHostileRequests(t *testing.T) {
	b, home := lived(t)
	live := watching(t)
	before := files(t, home)
	n := 0
	ask := func(who *browser, a address, target string, what string, change ...func(*http.Request)) *httptest.ResponseRecorder {
		t.Helper()
		n++
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		got := who.ask(a.method, target, `{"do": "save", "name": "x", "game": "online", "choices": "lang=de", "to": "desk"}`, append(change, func(r *http.Request) { *r = *r.WithContext(ctx) })...)
		if ctx.Err() != nil {
			t.Errorf("%s %s, %s: it was let in", a.method, target, what)
		}
		if strings.Contains(got.Body.String(), secret) || strings.Contains(got.Body.String(), "root:") {
			t.Errorf("%s %s, %s: it reads what is none of its business", a.method, target, what)
		}
		return got
	}
	for _, who := range []*browser{b, live} {
		open, inside := addresses(t, who.studio)
		for i, a := range append(open, inside...) {
			good := a.at("", "")
			for _, do := range strange() {
				if do.to != "" && do.to != a.method || i < len(open) && strings.Contains(do.name, "cookie") {
					continue
				}
				if got := ask(who, a, good, do.name, do.do); got.Code < 400 {
					t.Errorf("%s %s, %s: %d", a.method, good, do.name, got.Code)
				}
			}
			for _, method := range []string{"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", map[string]string{"GET": "POST", "POST": "GET"}[a.method]} {
				there := slices.ContainsFunc(inside, func(other address) bool { return other.method == method && other.at("", "") == good })
				if got := ask(who, address{method: method}, good, "another method"); got.Code < 400 && !there && !strings.HasPrefix(a.pattern, "/own/new") && !strings.HasPrefix(a.pattern, "/own/drop") {
					t.Errorf("%s %s: %d", method, good, got.Code)
				}
			}
		}
	}
	open, inside := addresses(t, b.studio)
	for _, a := range append(open, inside...) {
		if len(a.values) == 0 {
			continue
		}
		var want *httptest.ResponseRecorder
		if a.method == "GET" {
			if want = ask(b, a, a.at("", ""), "good"); want.Code != http.StatusOK {
				t.Errorf("%s: %d, good values are wrong", a.at("", ""), want.Code)
			}
		}
		for name := range a.values {
			for _, other := range crooked {
				target := a.at(name, other)
				got := ask(b, a, target, "crooked")
				same := want != nil && got.Code == want.Code && bytes.Equal(got.Body.Bytes(), want.Body.Bytes()) // a value nobody reads
				elsewhere := got.Code >= 300 && got.Code < 400 && strings.HasPrefix(got.Header().Get("Location"), "/") && !strings.HasPrefix(got.Header().Get("Location"), "//")
				if got.Code < 400 && !same && !elsewhere {
					t.Errorf("%s %s: %d %.80s", a.method, target, got.Code, got.Body)
				}
			}
		}
	}
	if after := files(t, home); after != before {
		t.Errorf("files were\n%s\nand are\n%s", before, after)
	}
	select {
	case <-b.studio.Done():
		t.Error("somebody ended it")
	default:
	}
	t.Logf("%d requests", n)
}

// Requests as no client of ours writes them come no further either.
func TestCrookedLines(t *testing.T) {
	b := open(t)
	server := httptest.NewServer(nil)
	defer server.Close()
	at := strings.TrimPrefix(server.URL, "http://")
	b.studio.o.Hosts = []string{at}
	server.Config.Handler = b.studio.Handler()
	_, port, _ := net.SplitHostPort(at)
	key := "Cookie: studio-" + port + "=" + b.cookies[0].Value + "\r\n"
	for request, want := range map[string]string{
		"GET / HTTP/1.1\r\nHost: " + at + "\r\n" + key + "\r\n":                       "200", // the good one
		"GET / HTTP/1.0\r\n" + key + "\r\n":                                           "421",
		"GET / HTTP/1.1\r\n" + key + "\r\n":                                           "400",
		"GET http://evil.example/ HTTP/1.1\r\nHost: " + at + "\r\n" + key + "\r\n":    "421",
		"GET http://" + at + "/ HTTP/1.1\r\nHost: evil.example\r\n" + "\r\n":          "403",
		"GET / HTTP/1.1\r\nHost: " + at + "\r\nHost: evil.example\r\n" + key + "\r\n": "400",
		"GET /../../etc/passwd HTTP/1.1\r\nHost: " + at + "\r\n" + key + "\r\n":       "404",
		"GET //etc/passwd HTTP/1.1\r\nHost: " + at + "\r\n" + key + "\r\n":            "404",
		"GET \\..\\secret.txt HTTP/1.1\r\nHost: " + at + "\r\n" + key + "\r\n":        "400",
		"GET /own/%zz HTTP/1.1\r\nHost: " + at + "\r\n" + key + "\r\n":                "400",
		"GET /own\x00 HTTP/1.1\r\nHost: " + at + "\r\n" + key + "\r\n":                "400",
		"POST /stop HTTP/1.1\r\nHost: " + at + "\r\n" + key + "Content-Type: application/json\r\nOrigin: " + server.URL + "\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n":                      "411",
		"POST /stop HTTP/1.1\r\nHost: " + at + "\r\n" + key + "Content-Type: application/json\r\nOrigin: " + server.URL + "\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n": "411",
		"POST /stop HTTP/1.1\r\nHost: " + at + "\r\n" + key + "Content-Type: application/json\r\nOrigin: " + server.URL + "\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{}  ":               "400",
		"POST /stop HTTP/1.1\r\nHost: " + at + "\r\n" + key + "Content-Type: application/json\r\nContent-Type: text/plain\r\nOrigin: " + server.URL + "\r\nContent-Length: 2\r\n\r\n{}":          "415",
		"GET / HTTP/1.1\r\nHost: " + at + "\r\n" + key + "X: " + strings.Repeat("x", 2<<20) + "\r\n\r\n":                                                                                         "431",
	} {
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		_ = c.SetDeadline(time.Now().Add(5 * time.Second))
		go io.WriteString(c, request) // what is not read is refused before
		answer := make([]byte, 12)
		if _, err := io.ReadFull(c, answer); err != nil || string(answer[9:]) != want {
			t.Errorf("%.120q is answered by %q (%v), want %s", request, answer, err, want)
		}
		c.Close()
	}
	select {
	case <-b.studio.Done():
		t.Error("somebody ended it")
	default:
	}
}
