package contest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kitpress/catalog"
	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/event"
	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

type noViews struct{}

func (noViews) Forget(bool) {}

// hall is an event of so many tables with so many teams at each.
type hall struct {
	*lobby.Lobby
	t    *testing.T
	ctx  context.Context
	play []referee.Command // at each table
}

func newHall(t *testing.T, tables, teams int) *hall {
	t.Helper()
	at := time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)
	h := &hall{lobby.New(&desk.Desk{Store: storetest.New(t), Catalog: catalog.Embedded()}, func() time.Time { return at }, rand.Reader, func() lobby.Views { return noViews{} }), t, t.Context(), []referee.Command{{Verb: "time"}}}
	for n := 1; n <= tables; n++ {
		m := store.Match{Game: "online", Seats: []referee.Seat{"red", "blue", "green", "yellow"}[:teams], Options: map[string]string{"teams": "alone"}}
		table, err := h.Create(h.ctx, m)
		if err != nil {
			t.Fatal(err)
		}
		p := lobby.Place{Match: table.ID, Round: 1, Table: fmt.Sprint(n), Teams: map[referee.Seat]string{}}
		for i, seat := range m.Seats {
			p.Teams[seat] = fmt.Sprintf("team %02d", (n-1)*teams+i+1)
		}
		h.must(h.Agree(h.ctx, table, fmt.Sprintf("1000%04d", n), fmt.Sprintf("2000%04d", n)))
		h.must(h.SetPlace(h.ctx, p))
	}
	return h
}

func (h *hall) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// finish ends all matches of a round, by the time that was agreed on.
func (h *hall) finish(round int) {
	h.t.Helper()
	b, err := h.Board(h.ctx)
	h.must(err)
	for _, p := range b.Entries {
		if p.Round != round || p.Closed {
			continue
		}
		table, err := h.Table(h.ctx, p.Match)
		h.must(err)
		d, err := h.Join(h.ctx, lobby.JoinRequest{Table: table.ID, Token: h.Invitation(table, referee.RoleReferee, ""), From: "a"})
		h.must(err)
		g, err := table.Guest(h.ctx, d.Token)
		h.must(err)
		for i, c := range h.play {
			res, err := table.Record(h.ctx, g, desk.Submission{Command: c, Op: fmt.Sprint(i)})
			if h.must(err); res.Refusal != nil {
				h.t.Fatalf("%+v", res.Refusal)
			}
		}
	}
}

func (h *hall) teams(table string) (names []string) {
	b, err := h.Board(h.ctx)
	h.must(err)
	p := b.Entries[lastOf(b.Entries, table)]
	for _, name := range p.Teams {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Three rounds at forty tables, with teams that drop out and tables that merge:
// everybody who is in plays once a round, nobody meets again, and the card of a
// table leads to the match that is played there now.
func TestThreeRoundsAtFortyTables(t *testing.T) {
	h := newHall(t, 40, 2)
	met := map[string]int{}
	out := []string{"team 07", "team 08", "team 33"}
	for round := 1; round <= 3; round++ {
		h.finish(round)
		for _, team := range out[:round] {
			h.must(Drop(h.ctx, h.Lobby, team, true))
		}
		r, err := Draw(h.ctx, h.Lobby, Swiss, 2)
		h.must(err)
		if len(r.Running) > 0 {
			t.Fatalf("tables still play: %v", r.Running)
		}
		if again, err := Draw(h.ctx, h.Lobby, Swiss, 2); err != nil || fmt.Sprint(again) != fmt.Sprint(r) {
			t.Error("drawn again, it is another round")
		}
		_, err = Begin(h.ctx, h.Lobby, Swiss, 2, r.N)
		h.must(err)
		if _, err := Begin(h.ctx, h.Lobby, Swiss, 2, r.N); !errors.Is(err, ErrStale) {
			t.Errorf("begun twice: %v", err)
		}
		seen := map[string]bool{}
		for _, s := range r.Tables {
			for i, team := range s.Teams {
				if seen[team] || slices.Contains(out[:round], team) {
					t.Errorf("round %d: %s plays twice, or has dropped out", r.N, team)
				}
				seen[team] = true
				for _, other := range s.Teams[i+1:] {
					pair := []string{team, other}
					slices.Sort(pair)
					met[strings.Join(pair, "+")]++
				}
			}
			pin := fmt.Sprintf("1000%04s", s.Table)
			in, err := h.Join(h.ctx, lobby.JoinRequest{PIN: pin, From: "a"})
			if err != nil || fmt.Sprint(h.teams(s.Table)) != fmt.Sprint(sorted(s.Teams)) || len(in.Free) != len(s.Teams) {
				t.Fatalf("round %d, table %s: %+v, %v", r.N, s.Table, in, err)
			}
			b, _ := h.Board(h.ctx)
			if b.Entries[lastOf(b.Entries, s.Table)].Match != in.Table.ID {
				t.Errorf("the card of table %s leads elsewhere", s.Table)
			}
		}
		if len(seen)+len(r.Resting) != 80-round {
			t.Errorf("round %d: %d play, %d rest", r.N, len(seen), len(r.Resting))
		}
	}
	for pair, n := range met {
		if n > 1 {
			t.Errorf("%s met %d times", pair, n)
		}
	}
	now, err := h.Standings(h.ctx)
	h.must(err)
	gone := 0
	for _, row := range now.Rows {
		if row.Out {
			gone++
			if row.Points == 0 && row.Results[0].Missing {
				t.Errorf("%s lost its results", row.Team)
			}
		}
	}
	if len(now.Rows) != 80 || gone != 3 {
		t.Errorf("%d teams, %d of them out", len(now.Rows), gone)
	}
}

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

// Everybody meets everybody once; who would meet a team that has dropped out
// rests.
func TestRoundRobin(t *testing.T) {
	h := newHall(t, 3, 2)
	met := map[string]int{}
	rounds := 0
	count := func(teams []string) { met[strings.Join(sorted(teams), "+")]++ }
	for n := range 3 {
		count(h.teams(fmt.Sprint(n + 1)))
	}
	for ; ; rounds++ {
		h.finish(rounds + 1)
		if rounds == 2 {
			h.must(Drop(h.ctx, h.Lobby, "team 01", true))
		}
		r, err := Draw(h.ctx, h.Lobby, RoundRobin, 0)
		if errors.Is(err, ErrDone) {
			break
		}
		h.must(err)
		if rounds >= 2 && len(r.Resting) != 1 {
			t.Errorf("%v rest", r.Resting)
		}
		_, err = Begin(h.ctx, h.Lobby, RoundRobin, 0, r.N)
		h.must(err)
		for _, s := range r.Tables {
			count(s.Teams)
		}
		if rounds > 9 {
			t.Fatal("it does not end")
		}
	}
	for pair, n := range met {
		if n != 1 {
			t.Errorf("%s met %d times", pair, n)
		}
	}
}

// Winners go on until one is left.
func TestKnockOut(t *testing.T) {
	h := newHall(t, 4, 2)
	lay := func(card string) referee.Command {
		return referee.Command{Verb: "lay", Seat: "red", Args: referee.Args{"card": {card}}}
	}
	h.play = []referee.Command{{Verb: "draw", Seat: "red"}, lay("online"), lay("e-mail"), {Verb: "time"}} // red wins
	for round, want := range []int{4, 2} {
		h.finish(round + 1)
		r, err := Begin(h.ctx, h.Lobby, KnockOut, 2, round+2)
		h.must(err)
		n := 0
		for _, s := range r.Tables {
			n += len(s.Teams)
		}
		if n != want {
			t.Errorf("round %d: %d teams go on, not %d: %+v", r.N, n, want, r.Tables)
		}
	}
	h.finish(3)
	if _, err := Draw(h.ctx, h.Lobby, KnockOut, 2); !errors.Is(err, ErrDone) {
		t.Errorf("one is left: %v", err)
	}
}

// A winner who has a round of rest is not out for that.
func TestKnockOutRest(t *testing.T) {
	h := newHall(t, 3, 2)
	lay := func(card string) referee.Command {
		return referee.Command{Verb: "lay", Seat: "red", Args: referee.Args{"card": {card}}}
	}
	h.play = []referee.Command{{Verb: "draw", Seat: "red"}, lay("online"), lay("e-mail"), {Verb: "time"}} // red wins
	for round, late := range []bool{true, false} {
		h.finish(round + 1)
		h.must(Drop(h.ctx, h.Lobby, "team 05", late))
		r, err := Begin(h.ctx, h.Lobby, KnockOut, 2, round+2)
		if err != nil || len(r.Tables) != 1 || len(r.Tables[0].Teams) != 2 {
			t.Fatalf("round %d: %+v, %v", r.N, r, err)
		}
	}
}

// Two tables merge and one is given up: nothing that was played is gone, and
// only what was over counts.
func TestLateChanges(t *testing.T) {
	h := newHall(t, 4, 2)
	before, err := h.Board(h.ctx)
	h.must(err)
	h.must(Merge(h.ctx, h.Lobby, "2", "1"))
	if got := h.teams("1"); len(got) != 4 {
		t.Errorf("at table 1 sit %v", got)
	}
	in, err := h.Join(h.ctx, lobby.JoinRequest{PIN: "10000001", From: "a"})
	if err != nil || len(in.Free) != 4 {
		t.Errorf("the card of table 1: %+v, %v", in, err)
	}
	h.must(Close(h.ctx, h.Lobby, "4"))
	h.must(Drop(h.ctx, h.Lobby, "team 08", true))
	h.finish(1)
	r, err := Draw(h.ctx, h.Lobby, Swiss, 4)
	h.must(err)
	if len(r.Running) > 0 || len(r.Tables) != 2 {
		t.Errorf("%+v", r)
	}
	for _, s := range r.Tables {
		if s.Table == "2" || s.Table == "4" || slices.Contains(s.Teams, "team 08") {
			t.Errorf("%+v", s)
		}
	}
	now, err := h.Standings(h.ctx)
	h.must(err)
	for _, row := range now.Rows {
		if row.Team == "" || row.Results[0].Missing && row.Team != "team 07" && row.Team != "team 08" {
			t.Errorf("%+v", row)
		}
	}
	for _, p := range before.Entries {
		if _, _, err := h.Desk().Store.Load(h.ctx, p.Match); err != nil {
			t.Errorf("the log of table %s: %v", p.Table, err)
		}
	}
	for _, wrong := range []error{Merge(h.ctx, h.Lobby, "1", "1"), Merge(h.ctx, h.Lobby, "9", "1"), Close(h.ctx, h.Lobby, "9"), Drop(h.ctx, h.Lobby, "nobody", true)} {
		if !errors.Is(wrong, lobby.ErrUnknown) {
			t.Error(wrong)
		}
	}
	if err := Merge(h.ctx, newHall(t, 2, 4).Lobby, "2", "1"); !errors.Is(err, ErrSize) {
		t.Errorf("eight teams at a table of six: %v", err)
	}
	if _, err := Draw(h.ctx, h.Lobby, "lottery", 4); !errors.Is(err, ErrForm) {
		t.Error(err)
	}
}

// Matches that are not over are named.
func TestRunning(t *testing.T) {
	h := newHall(t, 12, 2)
	r, err := Draw(h.ctx, h.Lobby, Swiss, 2)
	h.must(err)
	if len(r.Running) != 12 || r.Running[1] != "2" || r.Running[11] != "12" {
		t.Errorf("%v", r.Running)
	}
	if _, err := Draw(h.ctx, newHall(t, 0, 2).Lobby, Swiss, 2); !errors.Is(err, ErrTeams) {
		t.Error(err)
	}
}

// With two at each table and no room for a third somebody rests, each time
// another one.
func TestSomebodyRests(t *testing.T) {
	g := group{game: "x", min: 2, max: 2, seats: 2}
	for i := range 7 {
		g.players = append(g.players, event.Player{Name: fmt.Sprint("p", i), Points: 7 - i})
	}
	rested := map[string]bool{}
	for range 3 {
		tables, err := g.draw(Swiss, 2)
		if err != nil || len(tables) != 3 {
			t.Fatal(tables, err)
		}
		var out Round
		g.seat(tables, &out)
		if len(out.Resting) != 1 || rested[out.Resting[0]] {
			t.Errorf("%v rest, before them %v", out.Resting, rested)
		}
		rested[out.Resting[0]] = true
		for i := range g.players {
			if p := &g.players[i]; !slices.Contains(out.Resting, p.Name) {
				p.Met = append(p.Met, "somebody")
			}
		}
	}
}
