package web

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kitpress/layout/compose"
	"kitpress/quiz/referee"
	"kitpress/quiz/store/storetest"
)

// The desk prints cards for tables, and the result of a match; a certificate
// when it is over.
func TestTheDeskPrints(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	table := h.create("red", "blue")
	for path, want := range map[string]int{
		"/desk/cards?game=cyber-survival&lang=de": http.StatusOK, "/desk/cards?game=online": http.StatusNotFound,
		"/desk/t/" + table.ID + "/paper/result?lang=ja": http.StatusOK, "/desk/t/" + table.ID + "/paper/certificate": http.StatusForbidden,
		"/desk/t/" + table.ID + "/paper/board": http.StatusNotFound, "/desk/t/none/paper/result": http.StatusNotFound,
		"/desk/t/" + table.ID + "/log": http.StatusOK, "/desk/t/none/log": http.StatusNotFound,
	} {
		w := httptest.NewRecorder()
		h.desk.ServeHTTP(w, httptest.NewRequest("GET", "http://"+deskHost+path, nil))
		if w.Code != want || want == http.StatusOK && w.Header().Get("Content-Type") == "application/pdf" && !bytes.HasPrefix(w.Body.Bytes(), []byte("%PDF")) {
			t.Errorf("%s: %d %.60q", path, w.Code, w.Body)
		}
	}
}

// Tables have numbers that they keep, and say what goes on there.
func TestTheDeskAtAGlance(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	first, second := h.create("red", "blue"), h.create("red", "blue")
	if first.Number != 1 || second.Number != 2 {
		t.Errorf("numbers %d and %d", first.Number, second.Number)
	}
	red := h.join(second, referee.RoleSeat, "red")
	var s stateJSON
	red.must("POST", "/t/"+second.ID+"/call", map[string]bool{"on": true}, &s)
	now := h.seen(second.ID)
	if !s.Calls || len(now.Help) != 1 || now.Help[0] != "Red" || now.Phase == "" || now.Seats[0].Rank != 1 {
		t.Errorf("%+v", now)
	}
	s = stateJSON{}
	if red.must("POST", "/t/"+second.ID+"/call", map[string]bool{"on": false}, &s); s.Calls || len(h.seen(second.ID).Help) > 0 {
		t.Error("help is still called for")
	}
	screen := h.join(second, referee.RoleScreen, "")
	if code := screen.send("POST", "/t/"+second.ID+"/call", map[string]bool{"on": true}, nil); code != http.StatusForbidden {
		t.Errorf("a screen calls for help: %d", code)
	}
	if err := h.lobby.Delete(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	if third := h.create("red", "blue"); third.Number != 1 || h.seen(second.ID).Number != 2 {
		t.Errorf("numbers %d and %d", third.Number, h.seen(second.ID).Number)
	}
}

// Cards the desk prints show the sponsor of the event as those printed before;
// results do not.
func TestTheDeskPrintsTheSponsor(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	table := h.create("red", "blue")
	get := func(path string) []byte {
		w := httptest.NewRecorder()
		if h.desk.ServeHTTP(w, httptest.NewRequest("GET", "http://"+deskHost+path, nil)); w.Code != 200 {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		return w.Body.Bytes()
	}
	cards, result := "/desk/cards?game=cyber-survival&lang=de", "/desk/t/"+table.ID+"/paper/result?lang=de"
	before, results := get(cards), get(result)
	Thank(h.tables, Sponsor{Line: "Bakery", Printed: &compose.Sponsor{Line: "Bakery"}})
	if bytes.Equal(get(cards), before) || !bytes.Equal(get(result), results) {
		t.Error("the sponsor is not on the cards, or on the result")
	}
	// this line has room in German alone
	long := strings.Repeat("Bakery ", 30)[:96]
	Thank(h.tables, Sponsor{Line: long, Printed: &compose.Sponsor{Line: long}})
	if bytes.Equal(get(cards), before) {
		t.Error("the line has no room in German")
	}
	japanese := strings.Replace(cards, "lang=de", "lang=ja", 1)
	without := get(japanese)
	if Thank(h.tables, Sponsor{}); !bytes.Equal(get(japanese), without) {
		t.Error("a line that has no room in Japanese is on the cards")
	}
}
