package studio

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kitpress/catalog"
	"kitpress/cmd/internal/event"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
)

// do changes an event and returns what is answered.
func (b *browser) do(change map[string]string) map[string]string {
	b.t.Helper()
	body, _ := json.Marshal(change) // texts
	got := b.ask("POST", "/events/fest/do", string(body))
	if got.Code != http.StatusOK {
		b.t.Fatalf("%v: %d %s", change, got.Code, got.Body)
	}
	var out map[string]string
	if err := json.Unmarshal(got.Body.Bytes(), &out); err != nil {
		b.t.Fatal(err)
	}
	return out
}

// An event is typed, pasted, found again after a crash, saved with its remarks,
// and printed as the command line prints the file.
func TestEvent(t *testing.T) {
	b := open(t)
	b.ask("POST", "/events/new", `{"name": "Fest"}`)
	for _, change := range []map[string]string{
		{"do": "set", "id": "title", "value": `Fest "am See"`}, {"do": "set", "id": "rounds", "value": "2"}, {"do": "set", "id": "lang", "value": "de"},
		{"do": "set", "id": "tables.0.game", "value": "online"}, {"do": "set", "id": "tables.0.number", "value": "1 – 2"}, {"do": "set", "id": "tables.0.lang", "value": "de"},
		{"do": "paste", "id": "tables", "value": "Nummer\tName\tSpiel\tSprache\n5\tLerche\tOnline\tDeutsch\n\tFink\tonline\tde\t4\n"},
		{"do": "paste", "id": "times", "value": "9:00\tBegrüßung\n9:15\tLos\n"}, {"do": "add", "id": "teams"}, {"do": "set", "id": "teams.0", "value": "Eulen"}, {"do": "remove", "id": "teams.0"},
		{"do": "set", "id": "tables.1.lang", "value": "xx"}, {"do": "undo"},
	} {
		b.do(change)
	}
	b.do(map[string]string{"do": "set", "id": "sponsor", "value": "Danke: die Bücherei"})
	if got := b.ask("POST", "/events/fest/file", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#123456"/></svg>`, func(r *http.Request) {
		r.Header.Set("Content-Type", "application/octet-stream")
		r.Header.Set("X-Name", "..%2Fx.SVG")
	}); got.Code != http.StatusOK {
		t.Fatalf("a logo: %d %s", got.Code, got.Body)
	}
	dir := filepath.Join(b.studio.o.Decks, "fest")
	if _, err := os.Stat(filepath.Join(dir, "event.yaml")); err == nil {
		t.Error("written before it was saved")
	}
	again, err := New(b.studio.o) // after a crash
	if err != nil {
		t.Fatal(err)
	}
	b.studio = again
	b.cookies = b.ask("GET", "/open?key="+again.Key(), "").Result().Cookies()
	b.do(map[string]string{"do": "save"})
	data, err := os.ReadFile(filepath.Join(dir, "event.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	e, ps := event.Read("event.yaml", data, catalog.Embedded())
	if err := ps.Err(); err != nil {
		t.Fatal(err)
	}
	if e.Sponsor.Line != "Danke: die Bücherei" || e.Sponsor.Logo != "logo.svg" || e.Title != `Fest "am See"` || e.Rounds != 2 || len(e.Tables) != 4 || e.Tables[2].Number != 5 || e.Tables[2].Name != "Lerche" || e.Tables[2].Game != "online" || e.Tables[2].Lang != "de" || e.Tables[3].Number != 6 || e.Tables[3].Players != 4 ||
		len(e.Times) != 2 || e.Times[0].What != "Begrüßung" || len(e.Teams) != 0 || !strings.Contains(string(data), "# all PINs follow from it") {
		t.Errorf("%+v\n%s", e, data)
	}
	at := b.do(map[string]string{"do": "print", "value": "mono a4"})["url"]
	for range 300 {
		if !strings.Contains(b.ask("GET", at+"/state", "").Body.String(), `"end":""`) {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	page := b.ask("GET", at, "").Body.String()
	if !strings.Contains(page, "data-print") {
		t.Fatalf("not printed: %s", b.ask("GET", at+"/state", "").Body)
	}
	parts, _ := e.Parts(t.Context(), catalog.Embedded(), os.DirFS(dir))
	for _, part := range parts {
		req := part.Of(press.Request{Ink: "mono", Out: t.TempDir()})
		report, err := kit.Build(t.Context(), req, part.Plan, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Kits[0].Files {
			want, err := os.ReadFile(filepath.Join(req.Out, f.Path))
			if err != nil {
				t.Fatal(err)
			}
			path := at + "/file/" + part.Folder + "/" + f.Path
			if got := b.ask("GET", path, ""); got.Code != http.StatusOK || got.Body.String() != string(want) || !strings.Contains(page, `data-print="`+path+`"`) {
				t.Errorf("%s: %d, %d bytes", path, got.Code, got.Body.Len())
			}
		}
	}
}

// What is wrong is said at its field, and nothing typed is code.
func TestEventFaults(t *testing.T) {
	b := open(t)
	b.ask("POST", "/events/new", `{"name": "Fest"}`)
	b.do(map[string]string{"do": "set", "id": "title", "value": "<script>alert(1)</script>: {x"})
	b.do(map[string]string{"do": "set", "id": "tables.0.game", "value": "nogame"})
	b.do(map[string]string{"do": "set", "id": "secret", "value": "abc"})
	page := b.ask("GET", "/events/fest", "").Body.String()
	if strings.Contains(page, "<script>alert") || strings.Count(page, `aria-invalid="true"`) != 2 || !strings.Contains(page, "there is no game &#34;nogame&#34;") {
		t.Errorf("the page: %s", page)
	}
	if got := b.ask("POST", "/events/fest/do", `{"do": "print", "value": "full a4"}`); got.Code != http.StatusUnprocessableEntity {
		t.Errorf("printed all the same: %d", got.Code)
	}
	for _, id := range []string{"tables", "tables.x.game", "tables.9.game", "tables.-1.game", "tables.0.secret", "format", "", "a.b", "teams.0.x", "tables.0"} {
		if got := b.ask("POST", "/events/fest/do", `{"do": "set", "id": "`+id+`", "value": "x"}`); got.Code != http.StatusUnprocessableEntity {
			t.Errorf("%q: %d", id, got.Code)
		}
	}
	for _, name := range []string{"/events/..%2f..%2fetc", "/events/Fest", "/events/.draft", "/events/none"} {
		if got := b.ask("GET", name, ""); got.Code < 400 {
			t.Errorf("%s: %d", name, got.Code)
		}
	}
	b.do(map[string]string{"do": "whole", "value": "{broken: [\n"})
	if got := b.ask("GET", "/events/fest", ""); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "data-whole") {
		t.Errorf("a broken file: %d", got.Code)
	}
	if got := b.ask("POST", "/events/drop", "a,b\x00", func(r *http.Request) {
		r.Header.Set("Content-Type", "application/octet-stream")
		r.Header.Set("X-Name", "..%2f..%2fx.exe")
	}); got.Code != http.StatusUnsupportedMediaType {
		t.Errorf("a program: %d", got.Code)
	}
}
