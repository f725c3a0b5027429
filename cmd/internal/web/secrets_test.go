package web

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// A seat sees what the screen shows and its own moves, in every game from its
// beginning to its end; nothing that lets somebody in is in any answer.
func TestNoSecretLeaves(t *testing.T) {
	for _, game := range rules.Games() {
		h := newHouse(t, storetest.New(t))
		m, setup := aMatch(t, game)
		var made joinedJSON
		h.atDesk().must("POST", "/desk/create", createJSON{Game: m.Game, Edition: m.Edition, Seats: m.Seats}, &made)
		table := h.seen(made.Table)
		devices := map[string]*device{"referee": h.join(table, referee.RoleReferee, ""), "screen": h.join(table, referee.RoleScreen, "")}
		for _, seat := range m.Seats {
			devices[string(seat)] = h.join(table, referee.RoleSeat, seat)
		}
		secrets := []string{table.PIN, table.RefereePIN}
		for _, s := range append([]string{table.Links.Join, table.Links.Referee, table.Links.Screen}, table.Seats[0].Link, table.Seats[1].Link) {
			_, token, _ := strings.Cut(s, "#")
			secrets = append(secrets, token)
		}
		for _, d := range devices {
			secrets = append(secrets, d.pass)
		}
		commands := script(t, setup, 7, 60)
		for i, c := range commands {
			if i%6 == 0 || i == len(commands)-1 {
				screen := devices["screen"].state(table)
				for _, name := range append(asStrings(m.Seats), "referee", "screen") {
					sameButOwn(t, devices[name].state(table), screen)
					for _, path := range []string{"/state", "/log", "/at?seq=2", "/met", "/", "/screen", "/explain?rule=R1", "/explain?rule=" + table.PIN} {
						noSecret(t, devices[name], "/t/"+table.ID+path, secrets)
					}
				}
			}
			h.move(time.Second)
			body := entryJSON{Op: fmt.Sprint(i), Expect: expect(i), Verb: c.Verb, Seat: c.Seat, Args: c.Args}
			devices["referee"].must("POST", "/t/"+table.ID+"/record", body, nil)
		}
	}
}

func asStrings(seats []referee.Seat) (list []string) {
	for _, s := range seats {
		list = append(list, string(s))
	}
	return list
}

// sameButOwn compares what a device sees with what the screen shows: only what
// it may enter may be more.
func sameButOwn(t *testing.T, s, screen stateJSON) {
	t.Helper()
	for _, m := range append(slices.Clone(s.Moves), s.verbs(t)...) {
		if s.Role == referee.RoleSeat && m.Seat != s.Seat || s.Role == referee.RoleScreen {
			t.Errorf("%s %s is offered %+v", s.Role, s.Seat, m)
		}
	}
	s.Moves, s.Verbs, s.Undo, s.Role, s.Seat = screen.Moves, screen.Verbs, screen.Undo, screen.Role, screen.Seat
	if !reflect.DeepEqual(s, screen) {
		t.Errorf("more than the screen shows:\n%+v\n%+v", s, screen)
	}
}

func noSecret(t *testing.T, d *device, path string, secrets []string) {
	t.Helper()
	r := httptest.NewRequest("GET", "http://"+d.host+path, nil)
	r.Header.Set("Cookie", sessionCookie+"="+d.pass)
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	text := fmt.Sprint(w.Header(), w.Body)
	for _, s := range secrets {
		if strings.Contains(text, s) {
			t.Errorf("%s gives away %q:\n%.400s", path, s, text)
		}
	}
}

// What a device is not let in for, it does not learn: without a session every
// answer is the same, whether or not there is such a match at all but for its
// page.
func TestNothingWithoutAPass(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	table := h.create("red", "blue")
	h.atDesk().must("POST", "/desk/t/"+table.ID+"/alias", whoJSON{Seat: "red", Alias: "Zoë"}, nil)
	for _, path := range []string{"/state", "/log", "/events", "/explain?rule=R1"} {
		if code := h.phone().send("GET", "/t/"+table.ID+path, nil, nil); code != 403 {
			t.Errorf("%s: %d", path, code)
		}
	}
	for _, path := range []string{"/t/", "/t/" + table.ID + "/", "/t/" + table.ID + "/screen", "/t/words"} {
		noSecret(t, h.phone(), path, []string{"Zoë", table.PIN, table.RefereePIN})
	}
}

// The pages and every answer forbid what they need not.
func TestTableHeaders(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	table := h.create("red", "blue")
	ref := h.join(table, referee.RoleReferee, "")
	for _, path := range []string{"/t/", "/t/" + table.ID + "/", "/t/" + table.ID + "/state", "/static/table.css", "/t/nope/state"} {
		r := httptest.NewRequest("GET", "http://"+phoneHost+path, nil)
		r.Header.Set("Cookie", sessionCookie+"="+ref.pass)
		w := httptest.NewRecorder()
		h.phones.ServeHTTP(w, r)
		for name, want := range map[string]string{
			"Content-Security-Policy": tablePolicy, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
			"Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if body := w.Body.String(); strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			for _, inline := range []string{"<style", " style=", " onclick=", "javascript:", "http://", "https://"} {
				if strings.Contains(strings.ReplaceAll(body, "http://www.w3.org/2000/svg", ""), inline) {
					t.Errorf("%s has %q", path, inline)
				}
			}
		}
	}
}

// A match that is deleted leaves nothing in the folder: no alias, no session, no
// team, no seat.
func TestDeleteLeavesNoTrace(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(t.Context(), filepath.Join(dir, "matches.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	h := newHouse(t, s)
	keep, table := h.create("amber", "jade"), h.create("zebra-seat", "quokka-seat")
	for _, m := range []tableJSON{keep, table} {
		ref := h.join(m, referee.RoleReferee, "")
		ref.must("POST", "/t/"+m.ID+"/record", dealing("operation-of-"+m.ID, 0), nil)
	}
	zebra := h.join(table, referee.RoleSeat, "zebra-seat")
	h.atDesk().must("POST", "/desk/t/"+table.ID+"/alias", whoJSON{Seat: "zebra-seat", Alias: "Hildegunde"}, nil)
	h.atDesk().must("POST", "/desk/board/place", lobby.Place{Match: table.ID, Round: 1, Table: "T", Teams: map[referee.Seat]string{"quokka-seat": "Wolfram"}}, nil)
	h.phone().send("POST", "/t/join", joinJSON{PIN: "wrong", Role: referee.RoleScreen}, nil)
	traces := []string{table.ID, "zebra-seat", "quokka-seat", "Hildegunde", "Wolfram", "operation-of-" + table.ID}
	for _, trace := range traces {
		if found(t, dir, trace) == 0 {
			t.Fatalf("%q is nowhere: this test sees nothing", trace)
		}
	}
	h.atDesk().must("POST", "/desk/t/"+table.ID+"/delete", struct{}{}, nil)
	for _, trace := range append(traces, zebra.pass, "192.168.1.30", table.PIN) {
		if n := found(t, dir, trace); n > 0 {
			t.Errorf("%q is in %d files", trace, n)
		}
	}
	if found(t, dir, "operation-of-"+keep.ID) == 0 {
		t.Error("another match is gone")
	}
	var at deskJSON
	h.atDesk().must("GET", "/desk/state", nil, &at)
	if data, _ := json.Marshal(at); len(at.Tables) != 1 || strings.Contains(string(data), "zebra") {
		t.Errorf("the desk remembers: %s", data)
	}
}

// found counts the files of a folder that hold a text.
func found(t *testing.T, dir, text string) (n int) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if strings.Contains(string(data), text) {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
