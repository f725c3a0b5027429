package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/cmd/internal/desk"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// A table from its beginning to its end, as two phones, a referee, a screen
// and the desk see it.
func TestTable(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	table := h.create("red", "blue")
	ref, red, screen := h.join(table, referee.RoleReferee, ""), h.join(table, referee.RoleSeat, "red"), h.join(table, referee.RoleScreen, "")
	at := "/t/" + table.ID

	s := ref.state(table)
	if s.Role != referee.RoleReferee || s.Seq != 0 || len(s.Moves) != 1 || len(s.verbs(t)) < 5 || s.Undo != nil || s.Seats[0].Name != "Red" || !s.Live {
		t.Errorf("the referee sees %+v", s)
	}
	var out recordedJSON
	if code := red.send("POST", at+"/record", rolling("a", 0), &out); code != 422 || out.Refused.Rule != "CSG-R2" || out.Refused.Ruleable || !strings.Contains(out.Refused.RuleText, "Shuffle") {
		t.Errorf("too early: %d %+v", code, out.Refused)
	}
	if code := red.send("POST", at+"/record", dealing("b", 0), nil); code != 403 {
		t.Errorf("a seat deals: %d", code)
	}
	ref.must("POST", at+"/record", dealing("c", 0), &out)
	if out.Seq != 1 {
		t.Errorf("dealt: %+v", out)
	}
	out = recordedJSON{}
	if code := red.send("POST", at+"/record", rolling("d", 0), &out); code != 409 || out.Conflict.Have != 1 || len(out.Conflict.Entries) != 1 || out.Conflict.Entries[0].Seq != 1 || out.Conflict.Entries[0].By.Role != referee.RoleReferee {
		t.Errorf("stale: %d %+v", code, out.Conflict)
	}
	red.must("POST", at+"/record", rolling("d", 1), &out)
	s = red.state(table)
	if s.Seq != 2 || s.Undo == nil || !s.Undo.May || s.Undo.By.Seat != "red" || len(s.Log) != 2 || s.Log[0].Seq != 2 || s.Seat != "red" {
		t.Errorf("red sees %+v", s)
	}
	for _, m := range append(s.Moves, s.verbs(t)...) {
		if m.Seat != "red" {
			t.Errorf("red is offered %+v", m)
		}
	}
	if s := screen.state(table); s.Undo != nil || len(s.Moves)+len(s.verbs(t)) != 0 || s.Seq != 2 {
		t.Errorf("the screen sees %+v", s)
	}

	// Frozen, a screen stays where it was; the others go on.
	if code := red.send("POST", at+"/freeze", map[string]bool{"on": true}, nil); code != 403 {
		t.Errorf("a seat stops the screen: %d", code)
	}
	ref.must("POST", at+"/freeze", map[string]bool{"on": true}, nil)
	red.must("POST", at+"/undo", entryJSON{Op: "e", Expect: expect(2)}, nil)
	if s := screen.state(table); s.Seq != 2 || s.Live {
		t.Errorf("the screen goes on: %+v", s)
	}
	if s := ref.state(table); s.Seq != 3 || !s.Log[1].Undone || s.Log[0].Undoes != 2 {
		t.Errorf("the referee sees %+v", s.Log)
	}
	ref.must("POST", at+"/freeze", map[string]bool{"on": false}, nil)
	if s := screen.state(table); s.Seq != 3 || !s.Live {
		t.Errorf("the screen stays: %+v", s)
	}

	// Why, explain, log.
	out = recordedJSON{}
	red.must("POST", at+"/why", entryJSON{Verb: "end", Seat: "red"}, &out)
	if out.Legal || out.Refused == nil || out.Refused.Ruleable {
		t.Errorf("why: %+v", out)
	}
	var rule struct{ Rule, RuleText string }
	for _, id := range []string{"R2", "CSG-R2"} {
		red.must("GET", at+"/explain?rule="+id+"&lang=de", nil, &rule)
		if rule.Rule != "CSG-R2" || !strings.Contains(rule.RuleText, "Mischt") {
			t.Errorf("explain %s: %+v", id, rule)
		}
	}
	if code := red.send("GET", at+"/explain?rule=R999", nil, nil); code != 404 {
		t.Errorf("no such rule: %d", code)
	}
	var log struct{ Log []logJSON }
	screen.must("GET", at+"/log", nil, &log)
	if len(log.Log) != 3 || log.Log[0].Seq != 1 {
		t.Errorf("log: %+v", log)
	}

	// The desk sends red away, and deletes the match.
	h.atDesk().must("POST", "/desk/t/"+table.ID+"/dismiss", whoJSON{Role: referee.RoleSeat, Seat: "red"}, nil)
	if code := red.send("GET", at+"/state", nil, nil); code != 403 {
		t.Errorf("red is still here: %d", code)
	}
	h.atDesk().must("POST", "/desk/t/"+table.ID+"/delete", struct{}{}, nil)
	if code := ref.send("GET", at+"/state", nil, nil); code != 404 {
		t.Errorf("the match is still here: %d", code)
	}
}

// Every request arrives one to three times, in an order of its own: what was
// acknowledged is in the log, once.
func TestRequestsCountOnce(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	for round := range 20 {
		table := h.create("red", "blue")
		ref := h.join(table, referee.RoleReferee, "")
		chance := rand.New(rand.NewPCG(uint64(round), 1))
		// An entry is sent when the one before it was acknowledged; copies of
		// all that were sent before come again between them.
		sent := []entryJSON{}
		acked := map[string]int{}
		again := func(e entryJSON) {
			h.move(time.Second)
			path, body := "/record", e
			if e.Verb == "" {
				path = "/undo"
			}
			var out recordedJSON
			if code := ref.send("POST", "/t/"+table.ID+path, body, &out); code != 200 {
				t.Fatalf("%+v: %d %+v", e, code, out.Refused)
			}
			if before, ok := acked[e.Op]; ok && (before != out.Seq || !out.Repeated) {
				t.Fatalf("%s was %d, now %+v", e.Op, before, out)
			}
			acked[e.Op] = out.Seq
		}
		for i := range 12 {
			e := dealing(fmt.Sprint("op", i), i)
			if i%2 == 1 {
				e = entryJSON{Op: fmt.Sprint("op", i), Expect: expect(i)}
			}
			again(e)
			sent = append(sent, e, e)
			for range chance.IntN(3) {
				k := chance.IntN(len(sent))
				again(sent[k])
				sent = append(sent[:k], sent[k+1:]...)
			}
		}
		if s := ref.state(table); s.Seq != 12 || len(acked) != 12 {
			t.Fatalf("%d records of %d operations", s.Seq, len(acked))
		}
	}
}

// Two referees and two players at one table at once: who is late is told what
// happened and goes on; nothing is lost, nothing twice, and everybody saw the
// numbers of their own entries in the log.
func TestTwoReferees(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	table := h.create("red", "blue")
	const each = 40
	var wg sync.WaitGroup
	var mu sync.Mutex
	conflicts, won := 0, map[int]string{}
	for who := range 3 {
		ref := h.join(table, referee.RoleReferee, "")
		wg.Go(func() {
			seen := 0
			for i := range each {
				op := fmt.Sprintf("%d-%d", who, i)
				for {
					h.move(time.Second)
					e, path := dealing(op, seen), "/record"
					if seen%2 == 1 {
						e, path = entryJSON{Op: op, Expect: expect(seen)}, "/undo"
					}
					var out recordedJSON
					code := ref.send("POST", "/t/"+table.ID+path, e, &out)
					var s stateJSON
					if err := json.Unmarshal(out.State, &s); err != nil {
						t.Error(err)
						return
					}
					if code == 409 {
						if n := len(out.Conflict.Entries); out.Conflict.Have <= seen || n == 0 || out.Conflict.Entries[n-1].Seq != out.Conflict.Have {
							t.Errorf("expected %d, told %+v", seen, out.Conflict)
						}
						mu.Lock()
						conflicts++
						mu.Unlock()
						seen = s.Seq
						continue
					}
					if code != 200 || out.Seq != seen+1 || s.Seq < out.Seq {
						t.Errorf("%s expected %d: %d, record %d, state %d", op, seen, code, out.Seq, s.Seq)
						return
					}
					mu.Lock()
					if other := won[out.Seq]; other != "" {
						t.Errorf("record %d is both %s and %s", out.Seq, other, op)
					}
					won[out.Seq] = op
					mu.Unlock()
					seen = s.Seq
					break
				}
			}
		})
	}
	wg.Wait()
	if len(won) != 3*each {
		t.Errorf("%d records of %d", len(won), 3*each)
	}
	reader, next := h.join(table, referee.RoleReferee, ""), 3*each+1
	for next > 1 { // the log is read from its end, a page at a time
		var log struct{ Log []logJSON }
		reader.must("GET", fmt.Sprintf("/t/%s/log?before=%d", table.ID, next), nil, &log)
		if n := len(log.Log); n == 0 || n > logPage || log.Log[n-1].Seq != next-1 || log.Log[0].Seq != next-n {
			t.Fatalf("before %d there are %d entries", next, n)
		}
		next = log.Log[0].Seq
	}
	if code := reader.send("GET", "/t/"+table.ID+"/log?before=x", nil, nil); code != 400 {
		t.Errorf("before x: %d", code)
	}
	t.Logf("%d entries, %d conflicts", len(won), conflicts)
}

// brokenStore fails like a disk does.
type brokenStore struct {
	store.Store
	broken bool
}

func (b *brokenStore) Append(ctx context.Context, m string, r referee.Record, at time.Time) (store.Entry, bool, error) {
	if b.broken {
		return store.Entry{}, false, fmt.Errorf("%w: sync", store.ErrBroken)
	}
	return b.Store.Append(ctx, m, r, at)
}

// When the disk fails nothing is acknowledged any more, and pages say so.
func TestBrokenDisk(t *testing.T) {
	b := &brokenStore{Store: storetest.New(t)}
	h := newHouse(t, b)
	table, other := h.create("red", "blue"), h.create("red", "blue")
	ref, red := h.join(table, referee.RoleReferee, ""), h.join(other, referee.RoleSeat, "red")
	red.state(other)
	ref.must("POST", "/t/"+table.ID+"/record", dealing("a", 0), nil)
	b.broken = true
	var e errorJSON
	if code := ref.send("POST", "/t/"+table.ID+"/undo", entryJSON{Op: "b", Expect: expect(1)}, &e); code != 503 || e.Error != "broken" {
		t.Errorf("%d %+v", code, e)
	}
	select {
	case <-h.lobby.Broke():
	default:
		t.Error("nobody is told")
	}
	b.broken = false // no second try on the same file
	if code := ref.send("POST", "/t/"+table.ID+"/undo", entryJSON{Op: "b", Expect: expect(1)}, nil); code != 503 {
		t.Errorf("written again: %d", code)
	}
	if s := ref.state(table); !s.ReadOnly || s.Seq != 1 {
		t.Errorf("%+v", s)
	}
	if s := red.state(other); !s.ReadOnly {
		t.Error("the other table does not know")
	}
	for _, path := range []string{"/desk/t/" + table.ID + "/delete", "/desk/t/" + table.ID + "/dismiss"} {
		if code := h.atDesk().send("POST", path, struct{}{}, nil); code != 503 {
			t.Errorf("%s: %d", path, code)
		}
	}
	if code := h.atDesk().send("POST", "/desk/create", createJSON{Game: "cyber-survival", Edition: "italian", Seats: []referee.Seat{"a", "b"}}, nil); code != 503 {
		t.Errorf("create: %d", code)
	}
	if code := h.phone().send("POST", "/t/join", joinJSON{PIN: table.PIN, Role: referee.RoleScreen}, nil); code != 503 {
		t.Errorf("join: %d", code)
	}
}

// Where no referee was let in, players enter among themselves what the table does;
// from when one is there, the referee does.
func TestPlayersSpeakForATableWithoutReferee(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	table := h.create("red", "blue")
	red, blue := h.join(table, referee.RoleSeat, "red"), h.join(table, referee.RoleSeat, "blue")
	offered := func(d *device, verb string) bool {
		s := d.state(table)
		return slices.ContainsFunc(s.Moves, func(m desk.Move) bool { return m.Verb == verb && m.Seat == "" }) &&
			slices.ContainsFunc(s.verbs(t), func(m desk.Move) bool { return m.Verb == verb })
	}
	if !offered(red, "deal") || !offered(blue, "deal") {
		t.Fatal("nobody can deal")
	}
	if code := red.send("POST", "/t/"+table.ID+"/why", dealing("w", 0), nil); code != 200 {
		t.Errorf("asking: %d", code)
	}
	ref := h.join(table, referee.RoleReferee, "")
	if offered(red, "deal") || offered(blue, "deal") {
		t.Error("players deal beside a referee")
	}
	if code := red.send("POST", "/t/"+table.ID+"/record", dealing("a", 0), nil); code != 403 {
		t.Errorf("red deals beside a referee: %d", code)
	}
	h.atDesk().must("POST", "/desk/t/"+table.ID+"/dismiss", map[string]any{"role": "referee", "seat": "", "n": 1}, nil)
	if code := ref.send("GET", "/t/"+table.ID+"/state", nil, nil); code != 403 || !offered(red, "deal") {
		t.Errorf("the referee was sent away: %d", code)
	}
	red.must("POST", "/t/"+table.ID+"/record", dealing("b", 0), nil)
	if code := blue.send("POST", "/t/"+table.ID+"/record", rolling("c", 1), nil); code != 403 {
		t.Errorf("blue rolls for red: %d", code)
	}
	if s := blue.state(table); s.Seq != 1 || s.Log[0].By != (referee.Author{Role: referee.RoleSeat, Seat: "red"}) {
		t.Errorf("%+v", s.Log)
	}
}
