package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/catalog"
	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

const (
	phoneHost = "192.168.1.20:8080"
	deskHost  = "127.0.0.1:8081"
)

// A house is a lobby behind its two handlers, and a clock that is moved by hand.
type house struct {
	t            testing.TB
	lobby        *lobby.Lobby
	tables       *Tables
	phones, desk http.Handler

	mu  sync.Mutex
	now time.Time
}

func (h *house) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *house) move(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

func newHouse(t testing.TB, s store.Store) *house {
	t.Helper()
	h := &house{t: t, now: time.Date(2026, 10, 24, 23, 0, 0, 0, time.UTC)}
	h.lobby = lobby.New(&desk.Desk{Store: s, Catalog: catalog.Embedded()}, h.Now, rand.NewChaCha8([32]byte{2}), NewViews)
	tables, err := NewTables(h.lobby, "http://"+phoneHost)
	if err != nil {
		t.Fatal(err)
	}
	others := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "explanations") })
	h.tables, h.phones, h.desk = tables, tables.Phones(others, []string{phoneHost}), tables.Desk([]string{deskHost}, "")
	return h
}

// A device is a browser: it keeps cookies.
type device struct {
	house   *house
	handler http.Handler
	host    string
	from    string // address
	pass    string // cookie
}

func (h *house) phone() *device {
	return &device{house: h, handler: h.phones, host: phoneHost, from: "192.168.1.30"}
}
func (h *house) atDesk() *device {
	return &device{house: h, handler: h.desk, host: deskHost, from: "127.0.0.1"}
}

// send sends a request as a page of ours does and reads the answer into out.
func (d *device) send(method, path string, body, out any) int {
	d.house.t.Helper()
	var data []byte
	if body != nil {
		data, _ = json.Marshal(body)
	}
	r := httptest.NewRequest(method, "http://"+d.host+path, bytes.NewReader(data))
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "http://"+d.host)
	}
	r.RemoteAddr = d.from + ":4711"
	if d.pass != "" {
		r.AddCookie(&http.Cookie{Name: sessionCookie, Value: d.pass})
	}
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || !strings.HasPrefix(c.Path, "/t/") || len(c.Path) < 6 {
			d.house.t.Errorf("cookie %+v", c)
		}
		d.pass = c.Value
	}
	if out != nil {
		if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
			d.house.t.Fatalf("%s %s: %d %s: %v", method, path, w.Code, w.Body, err)
		}
	}
	return w.Code
}

func (d *device) must(method, path string, body, out any) {
	d.house.t.Helper()
	if code := d.send(method, path, body, out); code != http.StatusOK {
		d.house.t.Fatalf("%s %s: %d", method, path, code)
	}
}

// create begins a match and returns it as the desk sees it.
func (h *house) create(seats ...referee.Seat) tableJSON {
	h.t.Helper()
	var made joinedJSON
	h.atDesk().must("POST", "/desk/create", createJSON{Game: "cyber-survival", Edition: "italian", Seats: seats}, &made)
	return h.seen(made.Table)
}

func (h *house) seen(id string) tableJSON {
	h.t.Helper()
	var at deskJSON
	h.atDesk().must("GET", "/desk/state", nil, &at)
	for _, t := range at.Tables {
		if t.ID == id {
			return t
		}
	}
	h.t.Fatalf("the desk has no table %s", id)
	return tableJSON{}
}

// join returns a phone that was let in.
func (h *house) join(t tableJSON, role referee.Role, seat referee.Seat) *device {
	h.t.Helper()
	p := h.phone()
	pin := t.PIN
	if role == referee.RoleReferee {
		pin = t.RefereePIN
	}
	p.must("POST", "/t/join", joinJSON{PIN: pin, Role: role, Seat: seat}, nil)
	return p
}

func (d *device) state(t tableJSON) (s stateJSON) {
	d.house.t.Helper()
	d.must("GET", "/t/"+t.ID+"/state?lang=en", nil, &s)
	return s
}

func expect(n int) *int { return &n }

// entries for tests: what the table deals, and a roll of red.
func dealing(op string, at int) entryJSON {
	return entryJSON{Op: op, Expect: expect(at), Verb: "deal", Args: referee.Args{"threats": {"phishing", "malware", "data-loss", "ransomware"}}}
}

func rolling(op string, at int) entryJSON {
	return entryJSON{Op: op, Expect: expect(at), Verb: "roll", Seat: "red", Args: referee.Args{"dice": {"INF", "SYS", "NET", "BEH"}}}
}

func (s stateJSON) verbs(t testing.TB) (list []desk.Move) {
	t.Helper()
	if err := json.Unmarshal(s.Verbs, &list); err != nil {
		t.Error(err)
	}
	return list
}
