package studio

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
)

const host = "127.0.0.1:4711"

// A browser is somebody at this computer.
type browser struct {
	t       testing.TB
	studio  *Studio
	cookies []*http.Cookie
}

func open(t testing.TB) *browser {
	t.Helper()
	s, err := New(Options{Hosts: []string{host}, Dir: t.TempDir(), Decks: filepath.Join(t.TempDir(), "decks")})
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, studio: s}
	got := b.ask("GET", "/open?key="+s.Key(), "")
	b.cookies = got.Result().Cookies()
	if got.Code != http.StatusSeeOther || len(b.cookies) != 1 {
		t.Fatalf("the key is answered by %d and %d cookies", got.Code, len(b.cookies))
	}
	return b
}

// ask sends a request as a page of the studio would; change makes it another.
func (b *browser) ask(method, target, body string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://"+host+target, strings.NewReader(body))
	if method == "GET" {
		r = httptest.NewRequest(method, "http://"+host+target, nil)
	} else {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "http://"+host)
	}
	for _, c := range b.cookies {
		r.AddCookie(c)
	}
	for _, do := range change {
		do(r)
	}
	w := httptest.NewRecorder()
	b.studio.Handler().ServeHTTP(w, r)
	return w
}

func TestKeyOpensOnce(t *testing.T) {
	b := open(t)
	other := &browser{t: t, studio: b.studio}
	if got := other.ask("GET", "/open?key=", ""); got.Code != http.StatusForbidden {
		t.Errorf("no key: %d", got.Code)
	}
	first := b.studio.Key()
	if got := other.ask("GET", "/open?key="+first, ""); got.Code != http.StatusSeeOther {
		t.Errorf("the next key: %d", got.Code)
	}
	if got := other.ask("GET", "/open?key="+first, ""); got.Code != http.StatusForbidden {
		t.Errorf("the same key again: %d", got.Code)
	}
}

// What the pages make is what the command line makes.
func TestArchiveIsTheKit(t *testing.T) {
	b := open(t)
	if got := b.ask("GET", "/kit/online?lang=de&pupils=8&without=threat-guide", ""); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "kitpress build online --lang de --pupils 8 --only ") {
		t.Fatalf("the page of a kit: %d %s", got.Code, got.Body)
	}
	b.ask("POST", "/make", `{"game": "online", "choices": "lang=de&pupils=8&ink=mono&stand-in=dice"}`)
	for range 600 {
		if strings.Contains(b.ask("GET", "/make/1/state", "").Body.String(), `"end":"done"`) {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	data := b.ask("GET", "/make/1/zip/any.zip", "").Body.Bytes()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "kit")
	if _, err := kit.Build(t.Context(), press.Request{Games: []string{"online"}, Langs: []string{"de"}, Pupils: 8, Ink: "mono", StandIn: []string{"dice"}, Out: out}, press.Plan, nil); err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(from)
		want, err2 := os.ReadFile(filepath.Join(out, filepath.FromSlash(strings.TrimPrefix(f.Name, "online-de-8/"))))
		if err != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs (%v, %v)", f.Name, err, err2)
		}
	}
	if got := b.ask("GET", "/make/1", ""); !strings.Contains(got.Body.String(), "/make/1/file/online_cards_de_a4.pdf") {
		t.Errorf("the piles do not name the cards: %s", got.Body)
	}
	if got := b.ask("GET", "/make/1/file/online_cards_de_a4.pdf", ""); got.Code != http.StatusOK || got.Header().Get("Content-Type") != "application/pdf" {
		t.Errorf("the cards: %d", got.Code)
	}
	for _, name := range []string{"/make/1/file/../1", "/make/1/file//etc/passwd", "/make/1/file/%2e%2e/manifest.json", "/make/1/file/nothing.pdf", "/make/1/file/explanations", "/make/2/file/manifest.json"} {
		if got := b.ask("GET", name, ""); got.Code < 300 {
			t.Errorf("%s is answered by %d", name, got.Code)
		}
	}
}

// What is printed of a deck of one's own is what the command line makes of its
// folder.
func TestOwnDeckIsPrinted(t *testing.T) {
	b := open(t)
	sent := func(r *http.Request) {
		r.Header.Set("Content-Type", "application/octet-stream")
		r.Header.Set("X-Name", "Tiere.csv")
		r.Header.Set("Accept-Language", "de")
	}
	if got := b.ask("POST", "/own/drop", "Titel;Text\nFuchs;Versteckt sich.\nEule;Sieht alles.\n", sent); got.Body.String() != "{\"url\":\"/own/tiere\"}\n" {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	if got := b.ask("GET", "/own/tiere?at=look", ""); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "/try/0/tiere/fuchs/theme/forest") {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	if got := b.ask("POST", "/own/tiere/do", `{"do": "save"}`); got.Code != http.StatusOK {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	if got := b.ask("GET", "/kit/own~tiere?lang=de", ""); !strings.Contains(got.Body.String(), "kitpress build --catalog tiere --lang de") {
		t.Errorf("%s", got.Body)
	}
	b.ask("POST", "/make", `{"game": "own~tiere", "choices": "lang=de"}`)
	for range 600 {
		if strings.Contains(b.ask("GET", "/make/1/state", "").Body.String(), `"end":"done"`) {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	out := filepath.Join(t.TempDir(), "kit")
	if _, err := kit.Build(t.Context(), press.Request{Catalog: os.DirFS(filepath.Join(b.studio.o.Decks, "tiere")), Langs: []string{"de"}, Out: out}, press.Plan, nil); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(out, "tiere_tiere-sheets_de_a4.pdf"))
	if got := b.ask("GET", "/make/1/file/tiere_tiere-sheets_de_a4.pdf", ""); err != nil || !bytes.Equal(got.Body.Bytes(), want) {
		t.Errorf("%d %v", got.Code, err)
	}
}

// An address may be old, or made up: what there is not to choose from is as if
// nothing was said.
func TestChoicesOfAnAddress(t *testing.T) {
	b := open(t)
	got := b.ask("GET", "/kit/cyber-survival?lang=xx&pupils=99999&ink=%3Cscript%3E&sides=none&paper=..&printer=office&edition=mine&without=nothing&stand-in=luck&qr=1", "")
	if got.Code != http.StatusOK || strings.Contains(got.Body.String(), "<script>") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if !strings.Contains(got.Body.String(), "kitpress build cyber-survival --lang en --pupils 104<") {
		t.Error("the command line is another one")
	}
}

func TestStudioEndsWithItsLastPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t)
		b.ask("GET", "/", "")
		time.Sleep(patience - time.Second)
		select {
		case <-b.studio.Done():
			t.Error("it does not wait for the next page")
		default:
		}
		time.Sleep(2 * time.Second)
		select {
		case <-b.studio.Done():
		default:
			t.Error("it goes on")
		}
	})
}

// Whoever no longer waits ends the work on a kit, and spoils it for nobody.
func TestNobodyWaits(t *testing.T) {
	b := open(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	const kit = "/kit/online?lang=de"
	b.ask("GET", kit, "", func(r *http.Request) { *r = *r.WithContext(gone) })
	if got := b.ask("GET", kit, ""); !strings.Contains(got.Body.String(), "/small/online/") {
		t.Errorf("no sheets: %s", got.Body)
	}
	if got := b.ask("GET", "/small/online/online_cards_de_a4/1?lang=de", ""); !strings.HasPrefix(got.Body.String(), "\x89PNG") {
		t.Errorf("no picture: %d %.40q", got.Code, got.Body)
	}
}
