package web

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
	"kitpress/quiz/store/storetest"
)

// An event of two rounds at two tables, as phones, the desk and its files show
// it.
func TestEvent(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	d := h.atDesk()
	setup := func(round int, table string, seed uint64, whole bool, teams map[referee.Seat]string) tableJSON {
		m, rules := aMatch(t, "cyber-survival", "red", "blue")
		var made joinedJSON
		d.must("POST", "/desk/create", createJSON{Game: m.Game, Edition: m.Edition, Seats: m.Seats}, &made)
		at := h.seen(made.Table)
		d.must("POST", "/desk/board/place", lobby.Place{Match: at.ID, Round: round, Table: table, Teams: teams}, nil)
		ref := h.join(at, referee.RoleReferee, "")
		commands := script(t, rules, seed, 5000)
		if !whole {
			commands = commands[:3]
		}
		for i, c := range commands {
			h.move(time.Second)
			ref.must("POST", "/t/"+at.ID+"/record", entryJSON{Op: fmt.Sprint(i), Expect: expect(i), Verb: c.Verb, Seat: c.Seat, Args: c.Args}, nil)
		}
		return h.seen(at.ID)
	}
	first := setup(1, "A", 3, true, map[referee.Seat]string{"red": "=Foxes", "blue": "Owls"})
	setup(2, "A", 4, false, map[referee.Seat]string{"red": "Owls"})
	if !first.Over {
		t.Fatal("the game did not end")
	}
	if code := h.phone().send("GET", "/board/state", nil, nil); code != 404 {
		t.Errorf("a board that is not open: %d", code)
	}
	d.must("POST", "/desk/board", countJSON{Title: "Cup <b>", Points: []int{10, 4}, Ties: []lobby.Tie{lobby.TieTotal}, Open: true}, nil)
	var b boardJSON
	h.phone().must("GET", "/board/state?lang=de", nil, &b)
	names := map[string]standJSON{}
	for _, r := range b.Rows {
		names[r.Team] = r
	}
	if len(b.Rows) != 3 || b.Places != nil || b.Title != "Cup <b>" || len(b.Rounds) != 2 {
		t.Fatalf("%+v", b)
	}
	foxes, owls, seat := names["=Foxes"], names["Owls"], names["Tisch A · Blau"]
	if !foxes.Rounds[0].Over || !foxes.Rounds[1].Missing || owls.Rounds[1].Missing || owls.Rounds[1].Over || !seat.Rounds[0].Missing || seat.Points != 0 {
		t.Errorf("%+v", b.Rows)
	}
	if foxes.Points+owls.Points != 14 && foxes.Points+owls.Points != 20 {
		t.Errorf("points %d and %d", foxes.Points, owls.Points)
	}
	for kind, wants := range map[string][]string{
		"csv":  {"Rang", "Punkte", "'=Foxes", "Runde 2", "fehlt", "läuft"},
		"json": {`"team":"=Foxes"`, `"missing":true`},
		"html": {"<title>Cup &lt;b&gt;</title>", "=Foxes", "fehlt"},
	} {
		r := httptest.NewRequest("GET", "http://"+deskHost+"/desk/board/export/"+kind+"?lang=de", nil)
		w := httptest.NewRecorder()
		h.desk.ServeHTTP(w, r)
		for _, want := range wants {
			if w.Code != 200 || !strings.Contains(w.Body.String(), want) || !strings.Contains(w.Header().Get("Content-Disposition"), "attachment") {
				t.Errorf("%s has no %q: %d %s", kind, want, w.Code, w.Body)
			}
		}
	}
	if code := d.send("POST", "/desk/board/remove", lobby.Place{Match: first.ID}, nil); code != 200 {
		t.Error(code)
	}
}
