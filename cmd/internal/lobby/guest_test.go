package lobby

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"kitpress/cmd/internal/desk"
	"kitpress/quiz/referee"
	"kitpress/quiz/store/storetest"
)

// Knocking: PINs, invitations and seats.
func TestKnock(t *testing.T) {
	h, _ := newLobby(storetest.New(t))
	table, other := begin(t, h), begin(t, h)
	pin, refereePIN := h.PINs(table)
	otherPIN, _ := h.PINs(other)
	seat, screen, ref := h.Invitation(table, referee.RoleSeat, "red"), h.Invitation(table, referee.RoleScreen, ""), h.Invitation(table, referee.RoleReferee, "")
	for i, tc := range []struct {
		k    JoinRequest
		want string // role and seat; a choice; or an error
	}{
		{JoinRequest{PIN: pin, Role: referee.RoleSeat}, "choose [red blue]"},
		{JoinRequest{PIN: pin, Role: referee.RoleSeat, Seat: "red"}, "seat red"},
		{JoinRequest{PIN: pin, Role: referee.RoleSeat, Seat: "red"}, ErrTaken.Error()},
		{JoinRequest{PIN: pin, Role: referee.RoleSeat}, "choose [blue]"},
		{JoinRequest{PIN: pin, Role: referee.RoleSeat, Seat: "green"}, ErrWrong.Error()},
		{JoinRequest{PIN: pin, Role: referee.RoleScreen}, "screen "},
		{JoinRequest{PIN: pin, Role: referee.RoleReferee}, "choose [blue]"}, // the PIN knows its role
		{JoinRequest{PIN: refereePIN, Role: referee.RoleSeat}, "referee "},
		{JoinRequest{PIN: refereePIN}, "referee "},
		{JoinRequest{PIN: refereePIN, Role: referee.RoleScreen}, "screen "},
		{JoinRequest{PIN: pin}, "choose [blue]"},
		{JoinRequest{PIN: pin, Table: other.ID, Role: referee.RoleScreen}, ErrWrong.Error()},
		{JoinRequest{PIN: otherPIN, Table: other.ID, Role: referee.RoleScreen}, "screen "},
		{JoinRequest{PIN: pin, Role: "desk"}, ErrWrong.Error()},
		{JoinRequest{PIN: "", Role: referee.RoleSeat}, ErrWrong.Error()},
		{JoinRequest{Table: table.ID, Token: seat}, ErrTaken.Error()},
		{JoinRequest{Table: table.ID, Token: screen}, "screen "},
		{JoinRequest{Table: table.ID, Token: ref}, "referee "},
		{JoinRequest{Table: other.ID, Token: ref}, ErrWrong.Error()},
		{JoinRequest{Token: ref}, ErrWrong.Error()},
		{JoinRequest{Table: table.ID, Token: ref + "A"}, ErrWrong.Error()},
		{JoinRequest{Table: table.ID, Token: h.Invitation(table, referee.RoleSeat, "")}, "choose [blue]"},
		{JoinRequest{Table: table.ID, Token: h.Invitation(table, referee.RoleSeat, "blue"), Seat: "red"}, "seat blue"},
	} {
		tc.k.From = fmt.Sprint(i)
		d, err := h.Join(t.Context(), tc.k)
		got := fmt.Sprint(d.Role, " ", d.Seat)
		switch {
		case err != nil:
			got = err.Error()
		case d.Token == "":
			got = fmt.Sprint("choose ", d.Free)
		}
		if got != tc.want {
			t.Errorf("%+v: %s, want %s", tc.k, got, tc.want)
		}
	}
}

// Guessing is slow, and for long in vain.
func TestGuessing(t *testing.T) {
	h, clock := newLobby(storetest.New(t))
	table := begin(t, h)
	pin, _ := h.PINs(table)
	join := func(from, pin string) error {
		_, err := h.Join(t.Context(), JoinRequest{PIN: pin, Role: referee.RoleScreen, From: from})
		return err
	}
	for i := range triesAMinute {
		if err := join("a", "x"); !errors.Is(err, ErrWrong) {
			t.Fatalf("try %d: %v", i, err)
		}
	}
	if err := join("a", pin); !errors.Is(err, ErrTooOften) {
		t.Errorf("after %d tries the right PIN gave %v", triesAMinute, err)
	}
	if err := join("b", pin); err != nil {
		t.Errorf("another address: %v", err)
	}
	clock.move(-time.Hour) // a clock that jumps shortens nobody's wait
	if err := join("a", pin); !errors.Is(err, ErrTooOften) {
		t.Errorf("the clock went back: %v", err)
	}
	clock.move(59 * time.Second)
	if err := join("a", pin); !errors.Is(err, ErrTooOften) {
		t.Errorf("before the minute was over: %v", err)
	}
	clock.move(2 * time.Second)
	if err := join("a", pin); err != nil {
		t.Errorf("after the minute: %v", err)
	}
	for range triesAnHour - triesAMinute {
		if err := join("a", "x"); !errors.Is(err, ErrWrong) {
			t.Fatal(err)
		}
	}
	clock.move(2 * time.Minute)
	if err := join("a", pin); !errors.Is(err, ErrTooOften) {
		t.Errorf("after %d tries in an hour: %v", triesAnHour, err)
	}
	clock.move(2 * time.Hour)
	join("e", "x")
	if n := len(h.guess.by); n != 1 {
		t.Errorf("%d addresses are remembered after two hours", n)
	}
}

// Wrong PINs lock a table for PINs, by whomever; links go on, other tables and
// the PINs stay as they are, and only the desk opens it again.
func TestLock(t *testing.T) {
	h, clock := newLobby(storetest.New(t))
	table, other := begin(t, h), begin(t, h)
	pin, refereePIN := h.PINs(table)
	otherPIN, _ := h.PINs(other)
	link := h.Invitation(table, referee.RoleSeat, "red")
	n := 0
	join := func(k JoinRequest) error {
		n++
		k.From = fmt.Sprint("address ", n)
		_, err := h.Join(t.Context(), k)
		return err
	}
	tries := 0
	for ; !h.Locked(table); tries++ {
		if err := join(JoinRequest{PIN: "1", Table: table.ID}); !errors.Is(err, ErrWrong) {
			t.Fatal(tries, err)
		}
		if tries == 30 {
			clock.move(-time.Hour) // shortens nothing
		}
	}
	if tries != triesAtATable(2) || tries > 50 {
		t.Errorf("locked after %d tries", tries)
	}
	for _, p := range []string{pin, refereePIN, "1"} { // a right one is not told from a wrong one
		if err := join(JoinRequest{PIN: p}); !errors.Is(err, ErrLocked) {
			t.Errorf("the PIN of a locked table: %v", err)
		}
	}
	if err := join(JoinRequest{PIN: otherPIN, Role: referee.RoleScreen}); err != nil {
		t.Errorf("another table: %v", err)
	}
	if err := join(JoinRequest{Table: table.ID, Token: link}); err != nil {
		t.Errorf("a printed code: %v", err)
	}
	clock.move(48 * time.Hour)
	if err := join(JoinRequest{PIN: pin}); !errors.Is(err, ErrLocked) {
		t.Errorf("two days later: %v", err)
	}
	if err := h.Unlock(t.Context(), table); err != nil {
		t.Fatal(err)
	}
	if now, _ := h.PINs(table); now != pin || h.Invitation(table, referee.RoleSeat, "red") != link {
		t.Error("PIN or link is a new one")
	}
	if err := join(JoinRequest{PIN: pin, Role: referee.RoleScreen}); err != nil {
		t.Errorf("after the desk opened it: %v", err)
	}
	// Slips of an evening lock nothing.
	for range 3 * triesAtATable(2) {
		join(JoinRequest{PIN: "1"})
		clock.move(2 * time.Minute)
	}
	if h.Locked(table) || h.Locked(other) {
		t.Error("a slip every two minutes locks")
	}
}

// However many tables there are and whoever asks: within any hour, guessing
// hits a PIN at most once in 10,000.
func TestChanceOfGuessing(t *testing.T) {
	all := 1.0
	for range pinDigits {
		all *= 10
	}
	for _, tables := range []int{1, 3, 50, 200} {
		within := float64(2 * triesAtATable(tables)) // the end of one hour and the beginning of the next
		if chance := within * float64(2*tables) / all; chance > 1e-4 {
			t.Errorf("%d tables: %.6f", tables, chance)
		}
	}
}

// Screens never take the room of seats and referees, and those that went away
// make room for others.
func TestRoom(t *testing.T) {
	h, clock := newLobby(storetest.New(t))
	table := begin(t, h)
	pin, _ := h.PINs(table)
	enter := func(from string) error {
		_, err := h.Join(t.Context(), JoinRequest{PIN: pin, Role: referee.RoleScreen, From: from})
		return err
	}
	for i := range 80 {
		if err := enter("pupil"); (err == nil) != (i < screensAMin) {
			t.Fatalf("screen %d: %v", i, err)
		}
	}
	if n := len(table.Devices()); n != mostOfARole {
		t.Errorf("%d screens", n)
	}
	let(t, h, table, referee.RoleSeat, "red")
	let(t, h, table, referee.RoleReferee, "")
	clock.move(time.Hour)
	for range mostOfARole {
		g, _ := let(t, h, table, referee.RoleScreen, "")
		if _, err := table.Listen(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := enter("late"); !errors.Is(err, ErrFull) {
		t.Errorf("one screen too many: %v", err)
	}
	let(t, h, table, referee.RoleSeat, "blue")
	if err := h.Dismiss(t.Context(), table, referee.RoleScreen, "", table.Devices()[3].N); err != nil {
		t.Fatal(err)
	}
	if pin, _ = h.PINs(table); enter("late") != nil {
		t.Error("there is room again")
	}
}

// PINs are digits, each as likely as any other, and none twice.
func TestPINs(t *testing.T) {
	h, _ := newLobby(storetest.New(t))
	var count [pinDigits][10]int
	for range 20_000 {
		pin, err := h.letters("0123456789", pinDigits)
		if err != nil || len(pin) != pinDigits {
			t.Fatal(pin, err)
		}
		for i, c := range pin {
			count[i][c-'0']++
		}
	}
	for i := range count {
		for d, n := range count[i] {
			if n < 1_800 || n > 2_200 {
				t.Errorf("digit %d is %d in %d of 20000", i, d, n)
			}
		}
	}
	seen := map[string]bool{}
	for range 30 {
		a, b := h.PINs(begin(t, h))
		if seen[a] || seen[b] || a == b {
			t.Error("a PIN twice")
		}
		seen[a], seen[b] = true, true
	}
	h.chance = io.LimitReader(h.chance, 3)
	if _, err := h.Create(t.Context(), someMatch); err == nil {
		t.Error("a table without chance")
	}
}

// Who is sent away has no session, no PIN and no link any more, and is told.
func TestDismiss(t *testing.T) {
	h, _ := newLobby(storetest.New(t))
	table := begin(t, h)
	red, redToken := let(t, h, table, referee.RoleSeat, "red")
	_, blueToken := let(t, h, table, referee.RoleSeat, "blue")
	pin, refereePIN := h.PINs(table)
	link := h.Invitation(table, referee.RoleSeat, "red")
	feed, err := table.Listen(red)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Dismiss(t.Context(), table, referee.RoleSeat, "red", 0); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Guest(t.Context(), redToken); !errors.Is(err, ErrForbidden) {
		t.Errorf("the token still works: %v", err)
	}
	if _, err := table.Guest(t.Context(), blueToken); err != nil {
		t.Errorf("another lost its seat: %v", err)
	}
	if _, ok := <-feed.C; ok {
		t.Error("the feed goes on")
	}
	if _, err := table.Listen(red); !errors.Is(err, ErrForbidden) {
		t.Errorf("it may listen again: %v", err)
	}
	now, nowReferee := h.PINs(table)
	if now == pin || nowReferee == refereePIN || h.Invitation(table, referee.RoleSeat, "red") == link {
		t.Error("PINs or links stay")
	}
	if free := table.Free(); !slices.Equal(free, []referee.Seat{"red"}) {
		t.Errorf("free: %v", free)
	}
}

// One device that taps without end is slowed down.
func TestPace(t *testing.T) {
	h, clock := newLobby(storetest.New(t))
	table := begin(t, h)
	red, _ := let(t, h, table, referee.RoleSeat, "red")
	tap := func() error {
		_, err := table.Record(t.Context(), red, desk.Submission{Command: roll})
		return err
	}
	for range entriesAtOnce {
		if err := tap(); err != nil {
			t.Fatal(err)
		}
	}
	if err := tap(); !errors.Is(err, ErrTooOften) {
		t.Error(err)
	}
	clock.move(-24 * time.Hour)
	if err := tap(); !errors.Is(err, ErrTooOften) {
		t.Error(err)
	}
	clock.move(2 * entriesEvery)
	var more []bool
	for range 3 {
		more = append(more, tap() == nil)
	}
	if !slices.Equal(more, []bool{true, true, false}) {
		t.Errorf("after a while: %v, want two more", more)
	}
}

// Aliases can be read as they are written.
func TestAliases(t *testing.T) {
	h, _ := newLobby(storetest.New(t))
	table := begin(t, h)
	for alias, want := range map[string]bool{
		"Zoë": true, "Fuchs 3": true, "たろう": true, "👩‍🚀": false, "e\u0301": true, "": true, "  a  b ": true,
		"a\u202eb": false, "a\u200bb": false, "a\x00b": false, "a\nb": true, "\ufeffa": false, "a\u2066b": false, "\ufffd": false, "a\ue000": false,
		strings.Repeat("x", 20): true, strings.Repeat("x", 21): false, "x" + strings.Repeat("\u0301", 200): false,
		"<script>alert(1)</script>": false, "<b>&amp;": true,
		"\u115f": false, "\u3164\u3164": false, "\u2800": false, "\u034f": false, "a\u3164": true, "e\u0301\u0302\u0303": true, "e\u0301\u0302\u0303\u0304": false,
	} {
		if err := table.SetAlias(t.Context(), "red", alias); (err == nil) != want {
			t.Errorf("%q: %v", alias, err)
		}
	}
	if err := table.SetAlias(t.Context(), "green", "x"); !errors.Is(err, ErrWrong) {
		t.Error("a seat that is not there:", err)
	}
}
