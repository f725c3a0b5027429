package lobby

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kitpress/catalog"
	"kitpress/cmd/internal/desk"
	"kitpress/quiz/store"
)

// A Lobby is the tables of one store. It is safe for use by several goroutines.
type Lobby struct {
	desk   *desk.Desk
	shared store.Shared // the store, when other programs write to it; else nil
	clock  func() time.Time
	chance io.Reader
	broken atomic.Bool // the disk failed: nothing more is written
	broke  chan struct{}

	mu       sync.Mutex // before that of a table
	tables   map[string]*Table
	deleting map[string]bool
	guess    guesses
	closed   bool

	presenters sync.Map // *desk.Presenter by presenterKey
	storeWatch storeWatch
	sleepWatch sleepWatch
	newViews   func() Views

	boardMu sync.Mutex // before mu
	board   *Board     // nil until it was read
	numbers map[string]int
}

// What can be wrong with a request; compare with errors.Is.
var (
	ErrUnknown   = errors.New("there is no such table")
	ErrForbidden = errors.New("this device is not allowed to do that")
	ErrTaken     = errors.New("the seat is taken")
	ErrWrong     = errors.New("wrong PIN, link or value")
	ErrTooOften  = errors.New("too many tries: wait a while")
	ErrLocked    = errors.New("too many wrong PINs: joining by PIN is locked until the desk unlocks it")
	ErrFull      = errors.New("the table has no room for another device of this role")
)

// New returns a lobby without open tables. clock tells times to show; chance is
// where PINs and tokens come from; newViews makes what keeps views of a table.
func New(d *desk.Desk, clock func() time.Time, chance io.Reader, newViews func() Views) *Lobby {
	shared, _ := d.Store.(store.Shared)
	return &Lobby{desk: d, shared: shared, clock: clock, chance: chance, newViews: newViews, broke: make(chan struct{}), tables: map[string]*Table{}, deleting: map[string]bool{}}
}

// Restore opens the tables that devices have been let in at, so that their
// phones go on after a restart, and those begun or played lately, so that the
// PINs on their cards let in whoever comes. It returns how many there are.
func (h *Lobby) Restore(ctx context.Context) (int, error) {
	list, err := h.desk.Store.List(ctx)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, m := range list {
		sessions, err := h.valid(ctx, m.ID)
		if err != nil {
			return n, err
		}
		if len(sessions) == 0 {
			note, err := h.desk.Store.Note(ctx, tableNote(m.ID))
			if err != nil {
				return n, h.judge(err)
			}
			if note == "" || h.Old(m.Last) {
				continue
			}
		}
		switch _, err := h.Table(ctx, m.ID); {
		case errors.Is(err, ErrUnknown): // deleted meanwhile
		case err != nil:
			return n, err
		default:
			n++
		}
	}
	return n, nil
}

// valid returns the sessions of a match that are not too old, and dismisses the
// others.
func (h *Lobby) valid(ctx context.Context, match string) ([]store.Session, error) {
	sessions, err := h.desk.Store.Admitted(ctx, match)
	if err != nil {
		return nil, h.judge(err)
	}
	var old []string
	for _, p := range sessions {
		if h.Old(p.Made) {
			old = append(old, p.Hash)
		}
	}
	if len(old) == 0 {
		return sessions, nil
	}
	sessions = slices.DeleteFunc(sessions, func(p store.Session) bool { return slices.Contains(old, p.Hash) })
	return sessions, h.judge(h.desk.Store.Dismiss(ctx, old...))
}

// Opened returns a table that is open, ErrUnknown for any other: devices that
// were not let in make nobody read the store.
func (h *Lobby) Opened(id string) (*Table, error) {
	h.dropGone(context.Background())
	neighbours{h}.layToSleep()
	h.mu.Lock()
	t := h.tables[id]
	h.mu.Unlock()
	if t == nil {
		t = neighbours{h}.learn(context.Background(), id)
	}
	if t != nil {
		return t, nil
	}
	return nil, ErrUnknown
}

// Table returns a table, opened when it was not yet; ErrUnknown when the store
// has no such match.
func (h *Lobby) Table(ctx context.Context, id string) (*Table, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.tables[id]; t != nil {
		return t, nil
	}
	if h.deleting[id] {
		return nil, ErrUnknown
	}
	dt, err := h.desk.Open(ctx, id)
	var unknown *desk.UnknownError
	if errors.As(err, &unknown) {
		return nil, ErrUnknown
	}
	if err != nil {
		return nil, h.judge(err)
	}
	return h.seat(ctx, dt)
}

// seat makes an opened match a table of the lobby.
func (h *Lobby) seat(ctx context.Context, dt *desk.OpenMatch) (*Table, error) {
	t := &Table{
		ID: dt.Match.ID, Match: dt.Match, lobby: h, langs: dt.Game().Languages, match: dt, touched: h.clock(), views: h.newViews(),
		guests: map[string]Guest{}, feeds: map[*Feed]bool{}, entries: RateLimit{AtOnce: entriesAtOnce, Every: entriesEvery},
	}
	sessions, err := h.valid(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	for _, p := range sessions {
		t.guests[p.Hash] = guestOf(p)
	}
	if t.aliases, err = h.desk.Store.Aliases(ctx, t.ID); err != nil {
		return nil, h.judge(err)
	}
	now, err := h.renew(ctx, t, false)
	if err != nil {
		return nil, err
	}
	t.calls = seatsOf(now.Calls)
	if now.Frozen != nil {
		if t.frozen, err = dt.At(*now.Frozen); err != nil {
			return nil, err
		}
	}
	t.told.Store(int64(dt.Play.Seq()))
	if h.closed {
		return nil, ErrUnknown
	}
	h.tables[t.ID] = t
	return t, nil
}

// idLetters are those of ids: none looks like another, read aloud or written.
const idLetters = "23456789abcdefghjkmnpqrstvwxyz"

// Create begins a match under an id that is free and opens its table. A
// *desk.RefusedError says that the game cannot be played so.
func (h *Lobby) Create(ctx context.Context, m store.Match) (*Table, error) {
	if h.broken.Load() {
		return nil, store.ErrBroken
	}
	for {
		id, err := h.letters(idLetters, 6)
		if err != nil {
			return nil, err
		}
		m.ID = id
		dt, err := h.desk.New(ctx, m, h.clock())
		if errors.Is(err, store.ErrExists) {
			continue
		}
		if err != nil {
			return nil, h.judge(err)
		}
		if _, err := h.Number(ctx, id); err != nil {
			return nil, err
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.seat(ctx, dt)
	}
}

// Delete removes a match for good, open or not, and what the board says of it;
// its devices are told. store.ErrTraces: it is gone, but not every trace yet.
func (h *Lobby) Delete(ctx context.Context, id string) error {
	if h.broken.Load() {
		return store.ErrBroken
	}
	// First the board: packing the file then wipes what it said.
	onBoard, err := h.RemovePlace(ctx, id)
	if err != nil {
		return err
	}
	if err := h.forgetNumber(ctx, id); err != nil {
		return err
	}
	if err := h.desk.Store.SetNote(ctx, tableNote(id), ""); err != nil {
		return h.judge(err)
	}
	h.mu.Lock()
	t := h.tables[id]
	delete(h.tables, id)
	h.deleting[id] = true // others go on while the file is packed
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.deleting, id)
	}()
	if t != nil {
		t.mu.Lock()
		t.leave()
		t.mu.Unlock()
	}
	err = h.desk.Store.Delete(ctx, id)
	if errors.Is(err, store.ErrUnknown) {
		if !onBoard {
			return ErrUnknown
		}
		err = h.desk.Store.Pack(ctx) // deleted before, by a program that knew no board
	}
	return h.judge(err)
}

// A ListItem is a line in the list of all matches.
type ListItem struct {
	store.Summary
	Table *Table // nil when it is not open
}

// List returns all matches of the store, the latest first.
func (h *Lobby) List(ctx context.Context) ([]ListItem, error) {
	list, err := h.desk.Store.List(ctx)
	if err != nil {
		return nil, h.judge(err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	out := make([]ListItem, len(list))
	for i, s := range list {
		out[i] = ListItem{s, h.tables[s.ID]}
	}
	return out, nil
}

// Now returns the time to show.
func (h *Lobby) Now() time.Time { return h.clock() }

// Desk returns where games and matches are looked up.
func (h *Lobby) Desk() *desk.Desk { return h.desk }

type presenterKey struct{ game, edition, lang string }

// Presenter returns who speaks of a game in a language it has, or in another
// when it has it not. It is kept: reading the words of a game takes longer than
// saying all of them.
func (h *Lobby) Presenter(g *catalog.Game, e *catalog.Edition, lang string) (*desk.Presenter, error) {
	key := presenterKey{game: g.ID, lang: lang}
	if e != nil {
		key.edition = e.ID
	}
	if p, ok := h.presenters.Load(key); ok {
		return p.(*desk.Presenter), nil
	}
	p, err := desk.NewPresenter(h.desk.Catalog, g, e, lang)
	if err == nil {
		h.presenters.Store(key, p)
	}
	return p, err
}

// Broken reports that the disk has failed: nothing more is written until the
// program starts anew.
func (h *Lobby) Broken() bool { return h.broken.Load() }

// ReadOnly reports that nothing can be written now: the disk has failed, or the
// server of the store is away.
func (h *Lobby) ReadOnly() bool { return h.Broken() || h.shared != nil && h.shared.Away() }

// Broke is closed when the disk fails.
func (h *Lobby) Broke() <-chan struct{} { return h.broke }

// judge notes when an error says that the disk has failed.
func (h *Lobby) judge(err error) error {
	if errors.Is(err, store.ErrBroken) && h.broken.CompareAndSwap(false, true) {
		close(h.broke)
	}
	return err
}

// Close lets everybody go who waits for events; nobody is let in any more.
func (h *Lobby) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for id, t := range h.tables {
		t.mu.Lock()
		t.leave()
		t.mu.Unlock()
		delete(h.tables, id)
	}
}
