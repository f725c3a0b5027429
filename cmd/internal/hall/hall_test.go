package hall

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/catalog"
	"kitpress/cmd/internal/desk"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
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

// newHall returns a hall on a store with a clock and chance of the test.
func newHall(s store.Store) (*Hall, *fakeClock) {
	c := &fakeClock{now: time.Date(2026, 10, 24, 12, 0, 0, 0, time.UTC)}
	return New(&desk.Desk{Store: s, Catalog: catalog.Embedded()}, c.Now, rand.NewChaCha8([32]byte{1})), c
}

var someMatch = store.Match{Game: "cyber-survival", Edition: "italian", Seats: []referee.Seat{"red", "blue"}}

// begin returns a new table.
func begin(t testing.TB, h *Hall) *Table {
	t.Helper()
	table, err := h.Create(t.Context(), someMatch)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// let returns a device that was let in.
func let(t testing.TB, h *Hall, table *Table, role Role, seat referee.Seat) (Guest, string) {
	t.Helper()
	d, err := h.Knock(t.Context(), Knock{Table: table.ID, Token: h.Invitation(table, role, seat), From: "a"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.Guest(d.Token)
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
	h, _ := newHall(store.NewMemory())
	table := begin(t, h)
	guests := map[string]Guest{}
	guests["referee"], _ = let(t, h, table, RoleReferee, "")
	guests["screen"], _ = let(t, h, table, RoleScreen, "")
	guests["red"], _ = let(t, h, table, RoleSeat, "red")
	guests["blue"], _ = let(t, h, table, RoleSeat, "blue")
	enter := func(who string, e desk.Entry) string {
		e.Op = fmt.Sprint(who, table.table.Play.Seq(), e.Undo)
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
		e    desk.Entry
		want string
	}{
		{"screen", desk.Entry{Command: deal}, ErrForbidden.Error()},
		{"red", desk.Entry{Command: deal}, ErrForbidden.Error()}, // that is the table's
		{"referee", desk.Entry{Command: deal}, "recorded"},
		{"blue", desk.Entry{Command: roll}, ErrForbidden.Error()}, // red's
		{"red", desk.Entry{Undo: true}, ErrForbidden.Error()},     // the referee's entry
		{"screen", desk.Entry{Undo: true}, ErrForbidden.Error()},
		{"red", desk.Entry{Command: roll, Ruling: "please"}, ErrForbidden.Error()},
		{"red", desk.Entry{Command: roll}, "recorded"},
		{"blue", desk.Entry{Undo: true}, ErrForbidden.Error()},
		{"red", desk.Entry{Command: roll}, "refused"},
		{"red", desk.Entry{Undo: true}, "recorded"},
		{"red", desk.Entry{Undo: true}, ErrForbidden.Error()},
		{"referee", desk.Entry{Command: roll}, "recorded"}, // for red
		{"red", desk.Entry{Undo: true}, ErrForbidden.Error()},
		{"referee", desk.Entry{Undo: true}, "recorded"},
	} {
		if got := enter(tc.who, tc.e); got != tc.want {
			t.Errorf("%s enters %+v: %s, want %s", tc.who, tc.e, got, tc.want)
		}
	}
	var authors []string
	for _, e := range table.table.Log {
		a := AuthorOf(e.Record)
		authors = append(authors, strings.TrimSpace(fmt.Sprint(a.Role, " ", a.Seat, " ", a.N)))
	}
	if want := []string{"referee  1", "seat red 0", "seat red 0", "referee  1", "referee  1"}; !slices.Equal(authors, want) {
		t.Errorf("the log says %q, want %q", authors, want)
	}
}

// A device cannot repeat, or claim, the operation of another.
func TestOperationsBelongToDevices(t *testing.T) {
	h, _ := newHall(store.NewMemory())
	table := begin(t, h)
	one, _ := let(t, h, table, RoleReferee, "")
	two, _ := let(t, h, table, RoleReferee, "")
	if one.N == two.N {
		t.Fatal("two referees are the same")
	}
	first, err := table.Record(t.Context(), one, desk.Entry{Command: deal, Op: "x"})
	if err != nil || first.Repeated {
		t.Fatal(err, first)
	}
	again, err := table.Record(t.Context(), one, desk.Entry{Command: deal, Op: "x", Expect: expect(0)})
	if err != nil || !again.Repeated || again.Entry.Record.Seq != first.Entry.Record.Seq {
		t.Errorf("sent again: %+v, %v", again, err)
	}
	other, err := table.Record(t.Context(), two, desk.Entry{Command: deal, Op: "x"})
	if err != nil || other.Repeated || other.Refusal == nil {
		t.Errorf("another device got %+v, %v", other, err)
	}
}

// Knocking: PINs, invitations and seats.
func TestKnock(t *testing.T) {
	h, _ := newHall(store.NewMemory())
	table, other := begin(t, h), begin(t, h)
	pin, refereePIN := h.PINs(table)
	otherPIN, _ := h.PINs(other)
	seat, screen, ref := h.Invitation(table, RoleSeat, "red"), h.Invitation(table, RoleScreen, ""), h.Invitation(table, RoleReferee, "")
	for i, tc := range []struct {
		k    Knock
		want string // role and seat; a choice; or an error
	}{
		{Knock{PIN: pin, Role: RoleSeat}, "choose [red blue]"},
		{Knock{PIN: pin, Role: RoleSeat, Seat: "red"}, "seat red"},
		{Knock{PIN: pin, Role: RoleSeat, Seat: "red"}, ErrTaken.Error()},
		{Knock{PIN: pin, Role: RoleSeat}, "choose [blue]"},
		{Knock{PIN: pin, Role: RoleSeat, Seat: "green"}, ErrWrong.Error()},
		{Knock{PIN: pin, Role: RoleScreen}, "screen "},
		{Knock{PIN: pin, Role: RoleReferee}, ErrWrong.Error()},
		{Knock{PIN: refereePIN, Role: RoleSeat}, ErrWrong.Error()},
		{Knock{PIN: refereePIN, Role: RoleReferee}, "referee "},
		{Knock{PIN: pin, Table: other.ID, Role: RoleScreen}, ErrWrong.Error()},
		{Knock{PIN: otherPIN, Table: other.ID, Role: RoleScreen}, "screen "},
		{Knock{PIN: pin, Role: "desk"}, ErrWrong.Error()},
		{Knock{PIN: "", Role: RoleSeat}, ErrWrong.Error()},
		{Knock{Table: table.ID, Token: seat}, ErrTaken.Error()},
		{Knock{Table: table.ID, Token: screen}, "screen "},
		{Knock{Table: table.ID, Token: ref}, "referee "},
		{Knock{Table: other.ID, Token: ref}, ErrWrong.Error()},
		{Knock{Token: ref}, ErrWrong.Error()},
		{Knock{Table: table.ID, Token: ref + "A"}, ErrWrong.Error()},
		{Knock{Table: table.ID, Token: h.Invitation(table, RoleSeat, "")}, "choose [blue]"},
		{Knock{Table: table.ID, Token: h.Invitation(table, RoleSeat, "blue"), Seat: "red"}, "seat blue"},
	} {
		tc.k.From = fmt.Sprint(i)
		d, err := h.Knock(t.Context(), tc.k)
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
	h, clock := newHall(store.NewMemory())
	table := begin(t, h)
	pin, _ := h.PINs(table)
	knock := func(from, pin string) error {
		_, err := h.Knock(t.Context(), Knock{PIN: pin, Role: RoleScreen, From: from})
		return err
	}
	for i := range triesAMinute {
		if err := knock("a", "x"); !errors.Is(err, ErrWrong) {
			t.Fatalf("try %d: %v", i, err)
		}
	}
	if err := knock("a", pin); !errors.Is(err, ErrTooOften) {
		t.Errorf("after %d tries the right PIN gave %v", triesAMinute, err)
	}
	if err := knock("b", pin); err != nil {
		t.Errorf("another address: %v", err)
	}
	clock.move(-time.Hour) // a clock that jumps shortens nobody's wait
	if err := knock("a", pin); !errors.Is(err, ErrTooOften) {
		t.Errorf("the clock went back: %v", err)
	}
	clock.move(59 * time.Second)
	if err := knock("a", pin); !errors.Is(err, ErrTooOften) {
		t.Errorf("before the minute was over: %v", err)
	}
	clock.move(2 * time.Second)
	if err := knock("a", pin); err != nil {
		t.Errorf("after the minute: %v", err)
	}
	tries := triesAMinute
	for ; ; tries++ {
		if now, _ := h.PINs(table); now != pin {
			break
		}
		if err := knock(fmt.Sprint("c", tries/5), "x"); !errors.Is(err, ErrWrong) {
			t.Fatal(err)
		}
	}
	if tries != triesForAPIN {
		t.Errorf("new PINs after %d tries, want %d", tries, triesForAPIN)
	}
	if err := knock("d", pin); !errors.Is(err, ErrWrong) {
		t.Errorf("the old PIN: %v", err)
	}
	clock.move(2 * time.Minute)
	knock("e", "x")
	if n := len(h.guess.by); n != 1 {
		t.Errorf("%d addresses are remembered after two minutes", n)
	}
}

// PINs are six digits, each as likely as any other, and none twice.
func TestPINs(t *testing.T) {
	h, _ := newHall(store.NewMemory())
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

// Who is sent away has no pass, no PIN and no link any more, and is told.
func TestDismiss(t *testing.T) {
	h, _ := newHall(store.NewMemory())
	table := begin(t, h)
	red, redToken := let(t, h, table, RoleSeat, "red")
	_, blueToken := let(t, h, table, RoleSeat, "blue")
	pin, refereePIN := h.PINs(table)
	link := h.Invitation(table, RoleSeat, "red")
	feed, err := table.Listen(red)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Dismiss(t.Context(), table, RoleSeat, "red"); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Guest(redToken); !errors.Is(err, ErrForbidden) {
		t.Errorf("the token still works: %v", err)
	}
	if _, err := table.Guest(blueToken); err != nil {
		t.Errorf("another lost its seat: %v", err)
	}
	if _, ok := <-feed.C; ok {
		t.Error("the feed goes on")
	}
	if _, err := table.Listen(red); !errors.Is(err, ErrForbidden) {
		t.Errorf("it may listen again: %v", err)
	}
	now, nowReferee := h.PINs(table)
	if now == pin || nowReferee == refereePIN || h.Invitation(table, RoleSeat, "red") == link {
		t.Error("PINs or links stay")
	}
	if free := table.Free(); !slices.Equal(free, []referee.Seat{"red"}) {
		t.Errorf("free: %v", free)
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
	h, _ := newHall(s)
	table := begin(t, h)
	_, token := let(t, h, table, RoleSeat, "red")
	ref, _ := let(t, h, table, RoleReferee, "")
	if err := table.SetAlias(t.Context(), "red", "Fox"); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Record(t.Context(), ref, desk.Entry{Command: deal, Op: "x"}); err != nil {
		t.Fatal(err)
	}
	h.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open()
	defer s.Close()
	h, clock := newHall(s)
	if n, err := h.Restore(t.Context()); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	table, err := h.Opened(table.ID)
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.Guest(token)
	if err != nil || g.Seat != "red" || table.aliases["red"] != "Fox" || table.table.Play.Seq() != 1 {
		t.Errorf("%+v, %v, %v", g, table.aliases, err)
	}
	if res, err := table.Record(t.Context(), ref, desk.Entry{Command: deal, Op: "x", Expect: expect(0)}); err != nil || !res.Repeated {
		t.Errorf("the entry it sent before counts again: %+v, %v", res, err)
	}
	clock.move((OldAfter + 1) * 24 * time.Hour)
	h2 := New(h.desk, clock.Now, h.chance)
	if n, err := h2.Restore(t.Context()); n != 0 || err != nil {
		t.Errorf("%d tables after a month, %v", n, err)
	}
}

// Clocks jump by days and back: order, scores and events stay.
func TestClockJumps(t *testing.T) {
	h, clock := newHall(store.NewMemory())
	table := begin(t, h)
	ref, _ := let(t, h, table, RoleReferee, "")
	feed, err := table.Listen(ref)
	if err != nil {
		t.Fatal(err)
	}
	for i, jump := range []time.Duration{0, 24 * time.Hour, -48 * time.Hour, time.Hour, -time.Hour, -300 * 24 * time.Hour} {
		clock.move(jump)
		e := desk.Entry{Command: deal, Op: fmt.Sprint(i), Expect: expect(i)}
		if i%2 == 1 {
			e = desk.Entry{Undo: true, Op: fmt.Sprint(i), Expect: expect(i)}
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
	h, _ := newHall(store.NewMemory())
	h.clock = func() time.Time { return time.Unix(0, 0) }
	table := begin(t, h)
	ref, _ := let(t, h, table, RoleReferee, "")
	screen, _ := let(t, h, table, RoleScreen, "")
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
		table.mu.Lock()
		delete(table.paces, ref.hash)
		table.mu.Unlock()
		e := desk.Entry{Command: deal, Op: fmt.Sprint(i)}
		if i%2 == 1 {
			e = desk.Entry{Undo: true, Op: fmt.Sprint(i)}
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

// One device that taps without end is slowed down.
func TestPace(t *testing.T) {
	h, clock := newHall(store.NewMemory())
	table := begin(t, h)
	red, _ := let(t, h, table, RoleSeat, "red")
	tap := func() error {
		_, err := table.Record(t.Context(), red, desk.Entry{Command: roll})
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
	clock.move(2 * entriesInterval)
	if tap() != nil || tap() != nil || tap() == nil {
		t.Error("it is not two more")
	}
}

// Aliases can be read as they are written.
func TestAliases(t *testing.T) {
	h, _ := newHall(store.NewMemory())
	table := begin(t, h)
	for alias, want := range map[string]bool{
		"Zoë": true, "Fuchs 3": true, "たろう": true, "👩‍🚀": false, "e\u0301": true, "": true, "  a  b ": true,
		"a\u202eb": false, "a\u200bb": false, "a\x00b": false, "a\nb": true, "\ufeffa": false, "a\u2066b": false, "\ufffd": false, "a\ue000": false,
		strings.Repeat("x", 20): true, strings.Repeat("x", 21): false, "x" + strings.Repeat("\u0301", 200): false,
		"<script>alert(1)</script>": false, "<b>&amp;": true,
	} {
		if err := table.SetAlias(t.Context(), "red", alias); (err == nil) != want {
			t.Errorf("%q: %v", alias, err)
		}
	}
	if err := table.SetAlias(t.Context(), "green", "x"); !errors.Is(err, ErrWrong) {
		t.Error("a seat that is not there:", err)
	}
}
