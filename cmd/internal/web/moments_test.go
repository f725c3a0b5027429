package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kitpress/quiz/referee"
	"kitpress/quiz/store/storetest"
)

// What comes beside the moves: the table as it was, what was met, the same again.
func TestMomentsOfAMatch(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	table := h.create("red", "blue")
	judge, red := h.join(table, referee.RoleReferee, ""), h.join(table, referee.RoleSeat, "red")
	at := "/t/" + table.ID + "/"
	judge.must("POST", at+"record", dealing("a", 0), nil)
	red.must("POST", at+"record", rolling("b", 1), nil)
	var then, now stateJSON
	red.must("GET", at+"at?seq=1&lang=en", nil, &then)
	now = red.state(table)
	if then.Seq != 1 || len(then.Log) != 1 || then.Log[0].Text != now.Log[1].Text || len(then.Places) == 0 || then.Faces != now.Faces || len(then.Moves) > 0 {
		t.Errorf("after the first entry: %+v", then)
	}
	for _, seq := range []string{"", "-1", "x"} {
		if code := red.send("GET", at+"at?seq="+seq, nil, nil); code != http.StatusBadRequest {
			t.Errorf("seq %q: %d", seq, code)
		}
	}
	var met metJSON
	red.must("GET", at+"met?lang=en", nil, &met)
	if len(met.Topics) != 4 || met.Topics[0].Code == "" || met.Topics[0].Card != "phishing" || len(met.Questions) != 2 {
		t.Fatalf("met: %+v", met)
	}
	for _, q := range met.Questions {
		if topic, _, _ := strings.Cut(q.ID, "/"); topic != met.Topics[0].Topic && topic != met.Topics[1].Topic && topic != met.Topics[2].Topic && topic != met.Topics[3].Topic || len(q.Options) < 2 || q.Right != nil {
			t.Errorf("a question about what was met: %+v", q)
		}
	}
	if w := red.get(at + "certificates"); w.Code != http.StatusForbidden {
		t.Errorf("certificates before the end: %d", w.Code)
	}
	if code := red.send("POST", at+"again", struct{}{}, nil); code != http.StatusForbidden {
		t.Errorf("again before the end: %d", code)
	}
}

// Whoever wants to play again comes to the same new table, as who they were.
func TestTheSameAgain(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	m, setup := aMatch(t, "cyber-survival", "red", "blue")
	var made joinedJSON
	h.atDesk().must("POST", "/desk/create", createJSON{Game: m.Game, Edition: m.Edition, Seats: m.Seats}, &made)
	table := h.seen(made.Table)
	judge, red, blue, screen := h.join(table, referee.RoleReferee, ""), h.join(table, referee.RoleSeat, "red"), h.join(table, referee.RoleSeat, "blue"), h.phone()
	screen.must("POST", "/t/join", joinJSON{PIN: table.PIN, Role: referee.RoleScreen}, nil)
	at := "/t/" + table.ID + "/"
	for i, c := range script(t, setup, 3, 5000) {
		h.move(time.Second)
		judge.must("POST", at+"record", entryJSON{Op: fmt.Sprint(i), Expect: expect(i), Verb: c.Verb, Seat: c.Seat, Args: c.Args}, nil)
	}
	if s := red.state(table); !s.Over || s.Ending == nil || s.Ending.RuleText == "" {
		t.Fatalf("the game did not end: %+v", s.Ending)
	}
	var a, b, c joinedJSON
	red.must("POST", at+"again", struct{}{}, &a)
	blue.must("POST", at+"again", struct{}{}, &b)
	judge.must("POST", at+"again", struct{}{}, &c)
	if a.Table == table.ID || a.Table != b.Table || a.Table != c.Table || a.URL == b.URL || a.URL == c.URL {
		t.Errorf("%+v, %+v, %+v", a, b, c)
	}
	w := red.get(at + "certificates?lang=ja")
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), "%PDF") {
		t.Errorf("certificates: %d %.40q", w.Code, w.Body)
	}
	if code := screen.send("POST", at+"again", struct{}{}, nil); code != http.StatusForbidden {
		t.Errorf("a screen begins a match: %d", code)
	}
	p := h.phone()
	_, token, _ := strings.Cut(a.URL, "#")
	p.must("POST", "/t/"+a.Table+"/enter", joinJSON{Token: token}, nil)
	var s stateJSON
	p.must("GET", "/t/"+a.Table+"/state?lang=en", nil, &s)
	if s.Seat != "red" || s.Seq != 0 || len(s.Seats) != 2 {
		t.Errorf("%+v", s)
	}
}

// get reads what is no JSON.
func (d *device) get(path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", "http://"+d.host+path, nil)
	r.RemoteAddr = d.from + ":4711"
	r.AddCookie(&http.Cookie{Name: sessionCookie, Value: d.pass})
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	return w
}
