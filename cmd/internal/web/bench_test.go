package web

import (
	"fmt"
	"testing"
	"time"

	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
	"kitpress/quiz/store/storetest"
)

// A state that nobody has asked for since the last entry.
func BenchmarkState(b *testing.B) {
	for _, game := range rules.Games() {
		h := newHouse(b, storetest.New(b))
		m, setup := aMatch(b, game)
		var made joinedJSON
		h.atDesk().must("POST", "/desk/create", createJSON{Game: m.Game, Edition: m.Edition, Seats: m.Seats}, &made)
		table := h.seen(made.Table)
		ref := h.join(table, referee.RoleReferee, "")
		for i, c := range script(b, setup, 7, 60) {
			h.move(time.Second)
			ref.must("POST", "/t/"+table.ID+"/record", entryJSON{Op: fmt.Sprint(i), Expect: expect(i), Verb: c.Verb, Seat: c.Seat, Args: c.Args}, nil)
		}
		t, err := h.lobby.Opened(table.ID)
		if err != nil {
			b.Fatal(err)
		}
		for _, g := range []lobby.Guest{{Role: referee.RoleReferee}, {Role: referee.RoleSeat, Seat: m.Seats[0]}, {Role: referee.RoleScreen}} {
			b.Run(game+"/"+string(g.Role), func(b *testing.B) {
				b.ReportAllocs()
				n := 0
				for i := range b.N {
					data, err := h.tables.stateOf(t, lobby.Guest{Role: g.Role, Seat: g.Seat, N: i + 1}, "de", false)
					if err != nil {
						b.Fatal(err)
					}
					n = len(data)
					_ = t.See(g, func(snapshot lobby.Snapshot) error { snapshot.Views.Forget(false); return nil })
				}
				b.ReportMetric(float64(n), "bytes")
			})
		}
	}
}
