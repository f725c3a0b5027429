package lobby

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kitpress/cmd/internal/desk"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// A Table is a match being played, with the devices around it.
type Table struct {
	ID    string
	Match store.Match // what it started from
	lobby *Lobby
	langs []string // of the game

	// Under the lock of the lobby.
	pins   map[referee.Role]string
	wrong  wrongPINs
	secret []byte // of invitations
	next   string // the match that was begun after this one

	mu        sync.Mutex
	match     *desk.OpenMatch  // nil: it sleeps
	asleep    sleeper          // what is known of it then
	touched   time.Time        // when somebody last looked into it
	frozen    *desk.OpenMatch  // what screens show while a referee reviews; nil: what is
	guests    map[string]Guest // by the hash of their token
	aliases   map[referee.Seat]string
	entries   RateLimit // by the hash of a token
	feeds     map[*Feed]bool
	feedsMade int
	views     Views
	gone      bool
	calls     map[referee.Seat]bool // for help; "" is the referee

	told  atomic.Int64 // number of the last record that devices were told of
	noted atomic.Int64 // version of what is agreed on
	stale bool         // other programs have entered what was not read yet
	news  news
}

// A Snapshot is what may be looked at when a view is made: only under the lock of
// the table, and nothing in it may be kept or changed.
type Snapshot struct {
	Match    *desk.OpenMatch
	Seq      int // of the last record
	Guest    Guest
	Aliases  map[referee.Seat]string
	Here     map[referee.Seat]bool // seats with a device that listens
	Online   int                   // devices that listen
	Frozen   bool                  // this is what was when a referee stopped the screens
	Calls    map[referee.Seat]bool // for help; "" is the referee
	Refereed bool                  // a referee has been let in
	Live     bool                  // screens show what is, not what was when a referee stopped them
	ReadOnly bool                  // the disk failed, or the server of the store is away
	Views    Views
}

// Views keep what was made of a table for one guest and serves others. They are
// used under the lock of the table.
type Views interface {
	// Forget throws away what changes with the table, or also what changes
	// only when a seat is called otherwise.
	Forget(names bool)
}

func (t *Table) snapshot(g Guest) Snapshot {
	s := Snapshot{Match: t.match, Seq: t.seq(), Guest: g, Aliases: t.aliases, Here: map[referee.Seat]bool{}, Online: len(t.feeds), Calls: t.calls, Refereed: t.refereed(), Live: t.frozen == nil, ReadOnly: t.lobby.ReadOnly(), Views: t.views}
	if g.Role == referee.RoleScreen && t.frozen != nil {
		s.Match, s.Seq, s.Frozen = t.frozen, t.frozen.Play.Seq(), true
	}
	for f := range t.feeds {
		if f.guest.Seat != "" {
			s.Here[f.guest.Seat] = true
		}
	}
	return s
}

// errBehind says that a device has seen more than this program can know while the
// server of the store is away: it is no conflict, and may be tried again.
var errBehind = errors.New("the server of the store is away")

// Record takes an entry of a guest. A *store.StaleError says that the log has
// grown since the guest looked; ErrForbidden, that it is not theirs to enter.
func (t *Table) Record(ctx context.Context, g Guest, e desk.Submission) (desk.Result, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.gone:
		return desk.Result{}, ErrUnknown
	case t.lobby.Broken():
		return desk.Result{}, store.ErrBroken
	}
	if err := t.awake(ctx); err != nil {
		return desk.Result{}, err
	}
	e.Ruling = plainText(e.Ruling)
	e.Command.Args = plainArgs(e.Command.Args)
	if kept, ok := t.again(g, e); ok {
		return desk.Result{Entry: kept, Repeated: true}, nil
	}
	switch {
	case !t.may(g, e):
		return desk.Result{}, ErrForbidden
	case !t.entries.Allow(g.hash, t.lobby.clock()):
		return desk.Result{}, ErrTooOften
	}
	if e.Expect != nil && *e.Expect > t.match.Play.Seq() { // it has seen what another program took
		if err := near(t).catchUp(ctx); err != nil {
			return desk.Result{}, err
		}
		if *e.Expect > t.match.Play.Seq() && t.lobby.ReadOnly() {
			return desk.Result{}, errBehind
		}
	}
	e.By = g.author()
	before := t.match.Play.Seq()
	res, err := t.match.Record(ctx, e, t.lobby.clock())
	var stale *store.StaleError
	if errors.As(err, &stale) && stale.Have > t.match.Play.Seq() {
		err = errors.Join(err, t.reopen(ctx)) // another program writes to this match
	}
	if t.lobby.judge(err); t.lobby.Broken() || t.match.Play.Seq() != before {
		t.changed()
	}
	return res, err
}

// again returns the record of the same tap, when this is its second half: a
// device enters what it entered since the moves it shows were made. A finger
// that slips taps what it has just tapped; whoever means it twice taps what the
// first one has led to.
func (t *Table) again(g Guest, e desk.Submission) (store.Entry, bool) {
	if _, sent := t.match.Play.Find(g.author(), e.Op); sent || e.Seen == nil || *e.Seen < 0 {
		return store.Entry{}, false
	}
	log := t.match.Log
	gone := t.match.Undone()
	for _, kept := range log[min(*e.Seen, len(log)):] {
		r := kept.Record
		if r.By == g.author() && !gone[r.Seq] && e.Undo == (r.Undoes > 0) && (e.Undo || sameClaim(r.Command, e.Command)) {
			return kept, true
		}
	}
	return store.Entry{}, false
}

// sameClaim reports whether two commands claim the same.
func sameClaim(a, b referee.Command) bool {
	if a.Verb != b.Verb || a.Seat != b.Seat {
		return false
	}
	for name := range a.Args {
		if !slices.Equal(a.Args[name], b.Args[name]) {
			return false
		}
	}
	for name := range b.Args {
		if !slices.Equal(a.Args[name], b.Args[name]) {
			return false
		}
	}
	return true
}

// may reports whether a guest may enter something: a seat what its player
// does, or the table where no referee was let in, and taking back what it entered
// itself.
func (t *Table) may(g Guest, e desk.Submission) bool {
	switch g.Role {
	case referee.RoleReferee:
		return true
	case referee.RoleSeat:
		if !e.Undo {
			return t.speaksFor(g, e.Command.Seat) && e.Ruling == ""
		}
		if _, sent := t.match.Play.Find(g.author(), e.Op); sent {
			return true // it is told so again
		}
		last, ok := t.match.Play.Undoable()
		return !ok || last.By == g.author()
	}
	return false
}

// speaksFor reports whether a device at a seat may enter what a seat does, or with
// "" the table: there players do it among themselves, unless there is a referee.
func (t *Table) speaksFor(g Guest, seat referee.Seat) bool {
	return seat == g.Seat || seat == "" && !t.refereed()
}

// refereed reports whether a referee has been let in.
func (t *Table) refereed() bool {
	for _, g := range t.guests {
		if g.Role == referee.RoleReferee {
			return true
		}
	}
	return false
}

// How fast a device may enter things: as many as a phone sends at once that was
// away, then as many as a thumb can tap.
const (
	entriesAtOnce = 60
	entriesEvery  = time.Second / 10
)

// Why judges a command and records nothing; nil: it is legal.
func (t *Table) Why(g Guest, c referee.Command) (no *referee.Refusal, ruleable bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.gone:
		return nil, false, ErrUnknown
	case g.Role == referee.RoleScreen, g.Role == referee.RoleSeat && !t.speaksFor(g, c.Seat):
		return nil, false, ErrForbidden
	}
	if err := t.awake(context.Background()); err != nil {
		return nil, false, err
	}
	if _, no = t.match.Play.Decide(c); no != nil {
		ruleable = g.Role == referee.RoleReferee && t.match.Ruleable(c)
	}
	return no, ruleable, nil
}

// Call notes whether a guest needs help from the desk.
func (t *Table) Call(ctx context.Context, g Guest, on bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if g.Role == referee.RoleScreen {
		return ErrForbidden
	}
	now, err := neighbours{t.lobby}.agree(ctx, t.ID, func(a *agreed) error {
		a.Calls = setCall(a.Calls, g.Seat, on)
		return nil
	})
	if err != nil {
		return err
	}
	t.calls = seatsOf(now.Calls)
	t.views.Forget(false)
	t.changed()
	return nil
}

// Freeze stops what screens show, or lets it go on. Referees may.
func (t *Table) Freeze(ctx context.Context, g Guest, on bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.gone:
		return ErrUnknown
	case g.Role != referee.RoleReferee:
		return ErrForbidden
	case on && t.frozen != nil:
		return nil
	}
	var frozen *desk.OpenMatch
	var at *int
	if on {
		if err := t.awake(ctx); err != nil {
			return err
		}
		copied, err := t.match.At(t.match.Play.Seq())
		if err != nil {
			return err
		}
		seq := copied.Play.Seq()
		frozen, at = copied, &seq
	}
	_, err := neighbours{t.lobby}.agree(ctx, t.ID, func(a *agreed) error {
		a.Frozen = at
		return nil
	})
	if err != nil {
		return err
	}
	t.frozen = frozen
	t.changed()
	return nil
}

// reopen reads the match again.
func (t *Table) reopen(ctx context.Context) error {
	now, err := t.lobby.desk.Open(ctx, t.ID)
	if err != nil {
		return t.lobby.judge(err)
	}
	t.opened(now)
	t.views.Forget(true)
	return nil
}

// changed forgets views and tells everybody, of each record once: others may have
// entered several.
func (t *Table) changed() {
	t.views.Forget(false)
	now := t.seq()
	from := int(t.told.Swap(int64(now))) + 1
	if from < now-feedBuffer/4 {
		from = now // whoever was away for so long reads it all anew
	}
	for seq := min(from, now); seq <= now; seq++ {
		for f := range t.feeds {
			f.send(Event{KindTable, seq})
		}
	}
}

// author returns who a guest is in the log: one device has a seat, several may
// be referees.
func (g Guest) author() referee.Author {
	if g.Role == referee.RoleSeat {
		return referee.Author{Role: g.Role, Seat: g.Seat}
	}
	return referee.Author{Role: g.Role, N: g.N}
}

// See lets look look at the table as a guest may; nothing of it may be kept.
func (t *Table) See(g Guest, look func(Snapshot) error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gone {
		return ErrUnknown
	}
	if err := t.awake(context.Background()); err != nil {
		return err
	}
	return look(t.snapshot(g))
}

// Langs returns the languages of the game.
func (t *Table) Langs() []string { return t.langs }

// setCall notes in what is agreed on whether a seat calls.
func setCall(calls []referee.Seat, seat referee.Seat, on bool) []referee.Seat {
	calls = slices.DeleteFunc(slices.Clone(calls), func(s referee.Seat) bool { return s == seat })
	if on {
		calls = append(calls, seat)
	}
	return calls
}
