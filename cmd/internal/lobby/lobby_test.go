package lobby

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/catalog"
	"kitpress/cmd/internal/desk"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// A fakeClock stands still until somebody moves it.
type fakeClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// newLobby returns a lobby on a store with a clock and chance of the test.
func newLobby(s store.Store) (*Lobby, *fakeClock) {
	c := &fakeClock{now: time.Date(2026, 10, 24, 12, 0, 0, 0, time.UTC)}
	return New(&desk.Desk{Store: s, Catalog: catalog.Embedded()}, c.Now, rand.NewChaCha8([32]byte{1}), noViews), c
}

// What another program deletes is shown to nobody any more, and does not come
// back with the next change of the board.
func TestDeletedByAnotherProgram(t *testing.T) {
	ctx := t.Context()
	file := filepath.Join(t.TempDir(), "matches.db")
	stores := [2]*store.SQLite{}
	for i := range stores {
		s, err := store.Open(ctx, file)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		stores[i] = s
	}
	ours, clock := newLobby(stores[0])
	table, other := begin(t, ours), begin(t, ours)
	for _, p := range []Place{{Match: table.ID, Round: 1, Teams: map[referee.Seat]string{"red": "Foxes"}}, {Match: other.ID, Round: 1}} {
		if err := ours.SetPlace(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := ours.Opened(table.ID); err != nil {
		t.Fatal(err)
	}
	theirs, _ := newLobby(stores[1])
	if err := theirs.Delete(ctx, table.ID); err != nil {
		t.Fatal(err)
	}
	clock.move(time.Minute)
	if _, err := ours.Opened(table.ID); !errors.Is(err, ErrUnknown) {
		t.Errorf("the deleted table is open: %v", err)
	}
	if _, err := ours.Opened(other.ID); err != nil {
		t.Errorf("the other table: %v", err)
	}
	if err := ours.ChangeBoard(ctx, func(b *Board) { b.Title = "Cup" }); err != nil {
		t.Fatal(err)
	}
	if note, _ := stores[1].Note(ctx, boardNote); strings.Contains(note, "Foxes") || !strings.Contains(note, other.ID) {
		t.Errorf("the board says %s", note)
	}
}

// A match that a program deleted which knew no board is wiped from the board.
func TestDeleteLeftOnTheBoard(t *testing.T) {
	ctx := t.Context()
	s := storetest.New(t)
	h, _ := newLobby(s)
	table := begin(t, h)
	if err := h.SetPlace(ctx, Place{Match: table.ID, Round: 1, Teams: map[referee.Seat]string{"red": "Foxes"}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(ctx, table.ID); err != nil {
		t.Fatal(err)
	}
	if err := h.Delete(ctx, table.ID); err != nil {
		t.Errorf("%v: the names can still be deleted", err)
	}
	if note, _ := s.Note(ctx, boardNote); strings.Contains(note, "Foxes") {
		t.Errorf("the board says %s", note)
	}
	if err := h.Delete(ctx, table.ID); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
}

var someMatch = store.Match{Game: "cyber-survival", Edition: "italian", Seats: []referee.Seat{"red", "blue"}}

// begin returns a new table.
func begin(t testing.TB, h *Lobby) *Table {
	t.Helper()
	table, err := h.Create(t.Context(), someMatch)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// let returns a device that was let in.
func let(t testing.TB, h *Lobby, table *Table, role referee.Role, seat referee.Seat) (Guest, string) {
	t.Helper()
	d, err := h.Join(t.Context(), JoinRequest{Table: table.ID, Token: h.Invitation(table, role, seat), From: "a"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.Guest(t.Context(), d.Token)
	if err != nil {
		t.Fatal(err)
	}
	return g, d.Token
}

// deal is the first entry of a match, roll one of a seat behind it.
var (
	deal = referee.Command{Verb: "deal", Args: referee.Args{"threats": {"phishing", "data-loss", "malware", "ransomware"}}}
	roll = referee.Command{Verb: "roll", Seat: "red", Args: referee.Args{"dice": {"INF", "SYS", "NET", "BEH"}}}
)

func expect(n int) *int { return &n }

// Who may do what: the role decides, not what a request says about itself.
func TestRoles(t *testing.T) {
	h, _ := newLobby(storetest.New(t))
	table := begin(t, h)
	guests := map[string]Guest{}
	guests["referee"], _ = let(t, h, table, referee.RoleReferee, "")
	guests["screen"], _ = let(t, h, table, referee.RoleScreen, "")
	guests["red"], _ = let(t, h, table, referee.RoleSeat, "red")
	guests["blue"], _ = let(t, h, table, referee.RoleSeat, "blue")
	enter := func(who string, e desk.Submission) string {
		e.Op = fmt.Sprint(who, table.match.Play.Seq(), e.Undo)
		res, err := table.Record(t.Context(), guests[who], e)
		switch {
		case err != nil:
			return err.Error()
		case res.Refusal != nil:
			return "refused"
		}
		return "recorded"
	}
	for _, tc := range []struct {
		who  string
		e    desk.Submission
		want string
	}{
		{"screen", desk.Submission{Command: deal}, ErrForbidden.Error()},
		{"red", desk.Submission{Command: deal}, ErrForbidden.Error()}, // that is the table's
		{"referee", desk.Submission{Command: deal}, "recorded"},
		{"blue", desk.Submission{Command: roll}, ErrForbidden.Error()}, // red's
		{"red", desk.Submission{Undo: true}, ErrForbidden.Error()},     // the referee's entry
		{"screen", desk.Submission{Undo: true}, ErrForbidden.Error()},
		{"red", desk.Submission{Command: roll, Ruling: "please"}, ErrForbidden.Error()},
		{"red", desk.Submission{Command: roll}, "recorded"},
		{"blue", desk.Submission{Undo: true}, ErrForbidden.Error()},
		{"red", desk.Submission{Command: roll}, "refused"},
		{"red", desk.Submission{Undo: true}, "recorded"},
		{"red", desk.Submission{Undo: true}, ErrForbidden.Error()},
		{"referee", desk.Submission{Command: roll}, "recorded"}, // for red
		{"red", desk.Submission{Undo: true}, ErrForbidden.Error()},
		{"referee", desk.Submission{Undo: true}, "recorded"},
	} {
		if got := enter(tc.who, tc.e); got != tc.want {
			t.Errorf("%s enters %+v: %s, want %s", tc.who, tc.e, got, tc.want)
		}
	}
	var authors []string
	for _, e := range table.match.Log {
		a := e.Record.By
		authors = append(authors, strings.TrimSpace(fmt.Sprint(a.Role, " ", a.Seat, " ", a.N)))
	}
	if want := []string{"referee  1", "seat red 0", "seat red 0", "referee  1", "referee  1"}; !slices.Equal(authors, want) {
		t.Errorf("the log says %q, want %q", authors, want)
	}
}

// A device cannot repeat, or claim, the operation of another.
func TestOperationsBelongToDevices(t *testing.T) {
	h, _ := newLobby(storetest.New(t))
	table := begin(t, h)
	one, _ := let(t, h, table, referee.RoleReferee, "")
	two, _ := let(t, h, table, referee.RoleReferee, "")
	if one.N == two.N {
		t.Fatal("two referees are the same")
	}
	first, err := table.Record(t.Context(), one, desk.Submission{Command: deal, Op: "x"})
	if err != nil || first.Repeated {
		t.Fatal(err, first)
	}
	again, err := table.Record(t.Context(), one, desk.Submission{Command: deal, Op: "x", Expect: expect(0)})
	if err != nil || !again.Repeated || again.Entry.Record.Seq != first.Entry.Record.Seq {
		t.Errorf("sent again: %+v, %v", again, err)
	}
	other, err := table.Record(t.Context(), two, desk.Submission{Command: deal, Op: "x"})
	if err != nil || other.Repeated || other.Refusal == nil {
		t.Errorf("another device got %+v, %v", other, err)
	}
}

// Devices go on after a restart; those that were away too long do not.
func TestRestart(t *testing.T) {
	file := t.TempDir() + "/m.db"
	open := func() *store.SQLite {
		s, err := store.Open(context.Background(), file)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	h, _ := newLobby(s)
	table := begin(t, h)
	_, token := let(t, h, table, referee.RoleSeat, "red")
	ref, _ := let(t, h, table, referee.RoleReferee, "")
	if err := table.SetAlias(t.Context(), "red", "Fox"); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Record(t.Context(), ref, desk.Submission{Command: deal, Op: "x"}); err != nil {
		t.Fatal(err)
	}
	if err := table.Call(t.Context(), ref, true); err != nil {
		t.Fatal(err)
	}
	if err := table.Freeze(t.Context(), ref, true); err != nil {
		t.Fatal(err)
	}
	empty := begin(t, h)
	join, referees := h.PINs(empty)
	h.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open()
	defer s.Close()
	h, clock := newLobby(s)
	if n, err := h.Restore(t.Context()); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	card, err := h.Opened(empty.ID)
	if err != nil {
		t.Fatal(err)
	}
	if j, r := h.PINs(card); j != join || r != referees {
		t.Errorf("the card says %s and %s, the table %s and %s", join, referees, j, r)
	}
	table, err = h.Opened(table.ID)
	if table.frozen == nil || len(table.calls) != 1 {
		t.Error("it forgot that its screen stands still, and who asked for help")
	}
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.Guest(t.Context(), token)
	if err != nil || g.Seat != "red" || table.aliases["red"] != "Fox" || table.match.Play.Seq() != 1 {
		t.Errorf("%+v, %v, %v", g, table.aliases, err)
	}
	if res, err := table.Record(t.Context(), ref, desk.Submission{Command: deal, Op: "x", Expect: expect(0)}); err != nil || !res.Repeated {
		t.Errorf("the entry it sent before counts again: %+v, %v", res, err)
	}
	clock.move((OldAfter + 1) * 24 * time.Hour)
	h2 := New(h.desk, clock.Now, h.chance, noViews)
	if n, err := h2.Restore(t.Context()); n != 0 || err != nil {
		t.Errorf("%d tables after a month, %v", n, err)
	}
}

// Clocks jump by days and back: order, scores and events stay.
func TestClockJumps(t *testing.T) {
	h, clock := newLobby(storetest.New(t))
	table := begin(t, h)
	ref, _ := let(t, h, table, referee.RoleReferee, "")
	feed, err := table.Listen(ref)
	if err != nil {
		t.Fatal(err)
	}
	for i, jump := range []time.Duration{0, 24 * time.Hour, -48 * time.Hour, time.Hour, -time.Hour, -300 * 24 * time.Hour} {
		clock.move(jump)
		e := desk.Submission{Command: deal, Op: fmt.Sprint(i), Expect: expect(i)}
		if i%2 == 1 {
			e = desk.Submission{Undo: true, Op: fmt.Sprint(i), Expect: expect(i)}
		}
		if res, err := table.Record(t.Context(), ref, e); err != nil || res.Refusal != nil || res.Entry.Record.Seq != i+1 {
			t.Fatalf("jump %v: %+v, %v", jump, res, err)
		}
		if e := <-feed.C; e.Seq != i+1 || e.Kind != KindTable {
			t.Errorf("event %+v", e)
		}
	}
	again, err := h.desk.Open(t.Context(), table.ID)
	if err != nil || again.Play.Seq() != 6 {
		t.Error(err)
	}
}

// A device that does not read its events is let go; the others hear all of
// them in order.
func TestSlowDevices(t *testing.T) {
	h, _ := newLobby(storetest.New(t))
	h.clock = func() time.Time { return time.Unix(0, 0) }
	table := begin(t, h)
	table.entries.AtOnce = 2 * feedBuffer
	ref, _ := let(t, h, table, referee.RoleReferee, "")
	screen, _ := let(t, h, table, referee.RoleScreen, "")
	slow, err := table.Listen(screen)
	if err != nil {
		t.Fatal(err)
	}
	quick, err := table.Listen(ref)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for i := range feedBuffer + 10 {
		e := desk.Submission{Command: deal, Op: fmt.Sprint(i)}
		if i%2 == 1 {
			e = desk.Submission{Undo: true, Op: fmt.Sprint(i)}
		}
		if _, err := table.Record(t.Context(), ref, e); err != nil {
			t.Fatal(err)
		}
		for len(quick.C) > 0 {
			if e := <-quick.C; e.Kind == KindTable {
				if e.Seq != last+1 {
					t.Fatalf("event %d follows %d", e.Seq, last)
				}
				last = e.Seq
			}
		}
	}
	n := 0
	for range slow.C {
		n++
	}
	if n != feedBuffer || last != feedBuffer+10 {
		t.Errorf("the slow one had %d events, the quick one %d", n, last)
	}
	slow.Close()
	quick.Close()
	if len(table.feeds) != 0 {
		t.Error("feeds stay")
	}
}

// keepsNothing are views that are made anew each time.
type keepsNothing struct{}

func (keepsNothing) Forget(bool) {}

func noViews() Views { return keepsNothing{} }
