package lobby

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
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

// programs returns lobbies of programs that share a store; with follow they hear
// of each other at once.
func programs(t *testing.T, follow bool) (*storetest.House, *Lobby, *Lobby) {
	t.Helper()
	house, stores := storetest.Shared(t, 2)
	var list [2]*Lobby
	for i, s := range stores {
		clock := &fakeClock{now: time.Date(2026, 10, 24, 12, 0, 0, 0, time.UTC)}
		list[i] = New(&desk.Desk{Store: s, Catalog: catalog.Embedded()}, clock.Now, rand.Reader, noViews)
		if follow {
			ctx, stop := context.WithCancel(t.Context())
			var wg sync.WaitGroup
			wg.Go(func() { list[i].Follow(ctx, func(store.Change) {}) })
			t.Cleanup(func() { stop(); wg.Wait() })
		}
	}
	return house, list[0], list[1]
}

// opened returns a table at a program.
func opened(t *testing.T, h *Lobby, id string) *Table {
	t.Helper()
	table, err := h.Opened(id)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// soon waits until something is so.
func soon(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !so(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: " + what)
		}
	}
}

// A phone goes on with another program, which knows what was entered at the
// first even when nobody has told it, and counts a retry once.
func TestAPhoneGoesOnElsewhere(t *testing.T) {
	_, a, b := programs(t, false)
	table := begin(t, a)
	ref, token := let(t, a, table, referee.RoleReferee, "")
	first, err := table.Record(t.Context(), ref, desk.Submission{Command: deal, Op: "x", Expect: expect(0)})
	if err != nil || first.Refusal != nil {
		t.Fatal(first, err)
	}
	there := opened(t, b, table.ID)
	g, err := there.Guest(t.Context(), token)
	if err != nil || g.Role != referee.RoleReferee || g.N != ref.N {
		t.Fatal(g, err)
	}
	if again, err := there.Record(t.Context(), g, desk.Submission{Command: deal, Op: "x", Expect: expect(0)}); err != nil || !again.Repeated {
		t.Errorf("sent again: %+v, %v", again, err)
	}
	if undone, err := there.Record(t.Context(), g, desk.Submission{Undo: true, Op: "y", Expect: expect(1)}); err != nil || undone.Refusal != nil {
		t.Errorf("%+v, %v", undone, err)
	}
	if _, err := table.Guest(t.Context(), token); err != nil || table.match.Play.Seq() != 2 {
		t.Errorf("the first has %d records, %v", table.match.Play.Seq(), err)
	}
	if _, err := there.Guest(t.Context(), strings.Repeat("A", 22)); !errors.Is(err, ErrForbidden) {
		t.Errorf("another token: %v", err)
	}
	if a.Invitation(table, referee.RoleSeat, "red") != b.Invitation(there, referee.RoleSeat, "red") {
		t.Error("invitations of one are none at the other")
	}
}

// PINs of one program let in at all, and are the same there.
func TestPINsOfAnotherProgram(t *testing.T) {
	_, a, b := programs(t, false)
	table := begin(t, a)
	pin, refPIN := a.PINs(table)
	d, err := b.Join(t.Context(), JoinRequest{PIN: refPIN, From: "a"})
	if err != nil || d.Table.ID != table.ID || d.Role != referee.RoleReferee {
		t.Fatal(d, err)
	}
	there := opened(t, b, table.ID)
	if p, r := b.PINs(there); p != pin || r != refPIN {
		t.Error("other PINs")
	}
	if err := a.Agree(t.Context(), table, "12345678", "87654321"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Join(t.Context(), JoinRequest{Table: table.ID, PIN: "87654321", From: "a"}); err != nil {
		t.Errorf("new PINs: %v", err)
	}
	if _, err := b.Join(t.Context(), JoinRequest{Table: table.ID, PIN: refPIN, From: "a"}); !errors.Is(err, ErrWrong) {
		t.Errorf("old PINs: %v", err)
	}
}

// Devices at several programs hear every record once and in order.
func TestFeedsAcrossPrograms(t *testing.T) {
	_, a, b := programs(t, true)
	table := begin(t, a)
	ref, token := let(t, a, table, referee.RoleReferee, "")
	there := opened(t, b, table.ID)
	g, err := there.Guest(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	feed, err := there.Listen(g)
	if err != nil {
		t.Fatal(err)
	}
	const n = 40
	go func() {
		for i := range n {
			at, who := table, ref
			if i%3 == 2 {
				at, who = there, g
			}
			if _, err := at.Guest(t.Context(), token); err != nil {
				t.Error(err)
			}
			e := desk.Submission{Command: deal, Op: fmt.Sprint(i), Expect: expect(i)}
			if i%2 == 1 {
				e = desk.Submission{Undo: true, Op: fmt.Sprint(i), Expect: expect(i)}
			}
			if res, err := at.Record(t.Context(), who, e); err != nil || res.Refusal != nil {
				t.Errorf("entry %d: %+v, %v", i, res, err)
			}
		}
	}()
	last := 0
	late := time.After(20 * time.Second)
	for last < n {
		select {
		case e, ok := <-feed.C:
			if !ok {
				t.Fatal("the feed ended")
			}
			if e.Kind == KindTable && e.Seq != last && e.Seq != last+1 {
				t.Fatalf("%d follows %d", e.Seq, last)
			}
			last = max(last, e.Seq)
		case <-late:
			t.Fatalf("heard of %d", last)
		}
	}
}

// Two programs let in at once: a seat has one device, referees have numbers of
// their own.
func TestLetInAtTwoPrograms(t *testing.T) {
	_, a, b := programs(t, false)
	for range 10 {
		table := begin(t, a)
		there := opened(t, b, table.ID)
		var wg sync.WaitGroup
		var mu sync.Mutex
		reds, numbers := 0, map[int]int{}
		for _, at := range []*Table{table, there, table, there} {
			wg.Go(func() {
				_, err := at.admit(t.Context(), referee.RoleSeat, "red")
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					reds++
				} else if !errors.Is(err, ErrTaken) {
					t.Error(err)
				}
			})
			wg.Go(func() {
				token, err := at.admit(t.Context(), referee.RoleReferee, "")
				if err != nil {
					t.Error(err)
					return
				}
				g, err := at.Guest(t.Context(), token)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				numbers[g.N]++
			})
		}
		wg.Wait()
		if reds > 1 || len(numbers) != 4 {
			t.Errorf("%d devices at a seat, referees %v", reds, numbers)
		}
	}
}

// What people at one program do around a table, those at the other see.
func TestAroundATable(t *testing.T) {
	_, a, b := programs(t, true)
	table := begin(t, a)
	ref, refToken := let(t, a, table, referee.RoleReferee, "")
	_, token := let(t, a, table, referee.RoleSeat, "red")
	there := opened(t, b, table.ID)
	red, err := there.Guest(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	feed, err := there.Listen(red)
	if err != nil {
		t.Fatal(err)
	}
	see := func(at *Table, g Guest) (s Snapshot) {
		if err := at.See(g, func(now Snapshot) error { s = now; return nil }); err != nil {
			t.Error(err)
		}
		return s
	}
	if err := there.Call(t.Context(), red, true); err != nil {
		t.Fatal(err)
	}
	if err := table.Call(t.Context(), ref, true); err != nil {
		t.Fatal(err)
	}
	soon(t, "both calls at both", func() bool { return len(see(table, ref).Calls) == 2 && len(see(there, red).Calls) == 2 })
	if err := table.Call(t.Context(), ref, false); err != nil {
		t.Fatal(err)
	}
	soon(t, "one call at both", func() bool { return len(see(table, ref).Calls) == 1 && len(see(there, red).Calls) == 1 })
	if err := table.SetAlias(t.Context(), "red", "Fox"); err != nil {
		t.Fatal(err)
	}
	soon(t, "an alias", func() bool { return see(there, red).Aliases["red"] == "Fox" })

	if err := table.Freeze(t.Context(), ref, true); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Record(t.Context(), ref, desk.Submission{Command: deal, Op: "x", Expect: expect(0)}); err != nil {
		t.Fatal(err)
	}
	screen := Guest{Role: referee.RoleScreen}
	if _, err := there.Guest(t.Context(), refToken); err != nil {
		t.Fatal(err)
	}
	soon(t, "a screen that stands still", func() bool { s := see(there, screen); return s.Frozen && s.Match.Play.Seq() == 0 })
	if err := table.Freeze(t.Context(), ref, false); err != nil {
		t.Fatal(err)
	}
	soon(t, "a screen that goes on", func() bool { return see(there, screen).Match.Play.Seq() == 1 })

	stays, err := there.SetNext(t.Context(), "", "abc")
	if err != nil || stays != "abc" {
		t.Error(stays, err)
	}
	if stays, err := table.SetNext(t.Context(), "", "def"); err != nil || stays != "abc" {
		t.Errorf("two matches follow: %s, %v", stays, err)
	}
	if err := a.Dismiss(t.Context(), table, referee.RoleSeat, "red", 0); err != nil {
		t.Fatal(err)
	}
	soon(t, "sent away", func() bool {
		select {
		case _, ok := <-feed.C:
			return !ok
		default:
			return false
		}
	})
	if _, err := there.Guest(t.Context(), token); !errors.Is(err, ErrForbidden) {
		t.Errorf("sent away at the other program: %v", err)
	}
}

// Both count one event.
func TestTheBoardOfTwoPrograms(t *testing.T) {
	_, a, b := programs(t, true)
	var wg sync.WaitGroup
	for i := range 12 {
		h := []*Lobby{a, b}[i%2]
		wg.Go(func() {
			table, err := h.Create(t.Context(), someMatch)
			if err != nil {
				t.Error(err)
				return
			}
			if err := h.SetPlace(t.Context(), Place{Match: table.ID, Round: 1, Table: fmt.Sprint(i)}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	soon(t, "all places at both", func() bool {
		for _, h := range []*Lobby{a, b} {
			if board, err := h.Board(t.Context()); err != nil || len(board.Entries) != 12 {
				return false
			}
		}
		return true
	})
	list, err := a.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[int]bool{}
	for _, m := range list {
		n, err := a.Number(t.Context(), m.ID)
		if other, err2 := b.Number(t.Context(), m.ID); err != nil || err2 != nil || n != other {
			t.Errorf("%s is %d and %d: %v %v", m.ID, n, other, err, err2)
		}
		numbers[n] = true
	}
	if len(numbers) != 12 {
		t.Errorf("%d numbers", len(numbers))
	}
}

// Wrong PINs at one program lock a table at all of them, and a deleted match is
// gone at all.
func TestLockedAndDeletedElsewhere(t *testing.T) {
	_, a, b := programs(t, true)
	table := begin(t, a)
	pin, _ := a.PINs(table)
	there := opened(t, b, table.ID)
	for i := range triesTable {
		if _, err := a.Join(t.Context(), JoinRequest{Table: table.ID, PIN: "00000000", From: fmt.Sprint(i)}); err == nil {
			t.Fatal("a wrong PIN")
		}
	}
	soon(t, "locked", func() bool { return b.Locked(there) })
	if _, err := b.Join(t.Context(), JoinRequest{Table: table.ID, PIN: pin, Seat: "red", From: "z"}); !errors.Is(err, ErrLocked) {
		t.Error(err)
	}
	if err := b.Unlock(t.Context(), there); err != nil {
		t.Fatal(err)
	}
	soon(t, "unlocked", func() bool { return !a.Locked(table) })
	if err := a.Delete(t.Context(), table.ID); err != nil {
		t.Fatal(err)
	}
	soon(t, "gone", func() bool { _, err := b.Opened(table.ID); return errors.Is(err, ErrUnknown) })
	if note, err := a.shared.Note(t.Context(), tableNote(table.ID)); note != "" || err != nil {
		t.Errorf("its note stays: %s, %v", note, err)
	}
}
