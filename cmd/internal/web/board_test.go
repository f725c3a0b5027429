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

// The desk draws the next round from the standings, begins it once, and changes
// who plays on.
func TestRoundsAtTheDesk(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	d := h.atDesk()
	var none errorJSON
	if code := d.send("GET", "/desk/board/next?form=swiss&size=2", nil, &none); code != 409 || none.Error != "round-teams" {
		t.Errorf("without teams: %d %+v", code, none)
	}
	var pins []string
	for n := 1; n <= 4; n++ {
		table := h.create("red", "blue")
		pins = append(pins, table.PIN)
		teams := map[referee.Seat]string{"red": fmt.Sprint("Foxes ", n), "blue": fmt.Sprint("Owls ", n)}
		d.must("POST", "/desk/board/place", lobby.Place{Match: table.ID, Round: 1, Table: fmt.Sprint(n), Teams: teams}, nil)
	}
	d.must("POST", "/desk/board/out", lateJSON{Team: "Owls 4", Out: true}, nil)
	var next roundJSON
	d.must("GET", "/desk/board/next?form=swiss&size=2", nil, &next)
	if next.N != 2 || len(next.Tables) != 3 || len(next.Running) != 4 || len(next.Tables[0].Teams)+len(next.Tables[1].Teams)+len(next.Tables[2].Teams) != 7 { // nobody plays alone
		t.Errorf("%+v", next)
	}
	d.must("POST", "/desk/board/next", drawJSON{Form: "swiss", Size: 4, N: 2}, &next)
	var again errorJSON
	if code := d.send("POST", "/desk/board/next", drawJSON{Form: "swiss", Size: 4, N: 2}, &again); code != 409 || again.Error != "round-begun" {
		t.Errorf("begun twice: %d %+v", code, again)
	}
	var in joinedJSON
	h.phone().must("POST", "/t/join", joinJSON{PIN: pins[0]}, &in)
	if len(in.Choose) != len(next.Tables[0].Teams) {
		t.Errorf("the PIN of table 1 leads to %+v, there sit %v", in, next.Tables[0].Teams)
	}
	d.must("POST", "/desk/board/close", lateJSON{Table: "2"}, nil)
	for path, body := range map[string]any{
		"out": lateJSON{Team: "nobody"}, "close": lateJSON{Table: "99"}, "merge": lateJSON{Table: "1", Into: "99"},
	} {
		if code := d.send("POST", "/desk/board/"+path, body, nil); code != 404 {
			t.Errorf("%s: %d", path, code)
		}
	}
	if code := d.send("GET", "/desk/board/next?form=lottery", nil, nil); code != 400 {
		t.Error(code)
	}
	var board boardJSON
	d.must("GET", "/desk/board", nil, &board)
	for _, row := range board.Rows {
		if row.Out != (row.Team == "Owls 4") {
			t.Errorf("%+v", row)
		}
	}
}
