package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"sync"
	"time"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// An agreed is what programs that serve one store agree on about a table,
// beside its log. It is a note of the store, so that a program that starts anew
// lets in whoever holds the card of a table that was printed before.
type agreed struct {
	Join     string         `json:"join"` // PIN for seats and screens
	Referees string         `json:"referees"`
	Secret   []byte         `json:"secret"` // of invitations
	Locked   bool           `json:"locked,omitempty"`
	Calls    []referee.Seat `json:"calls,omitempty"`
	Frozen   *int           `json:"frozen,omitempty"`  // number of the record that screens show
	Next     string         `json:"next,omitempty"`    // the match that was begun after this one
	Devices  int            `json:"devices,omitempty"` // the highest number a device was given
}

// neighbours are what a lobby has to do with other programs on its store.
type neighbours struct{ *Lobby }

// A neighbour is a table with what other programs do to it.
type neighbour struct{ *Table }

func near(t *Table) neighbour { return neighbour{t} }

// tableNote is the name of the note of a table.
func tableNote(id string) string { return "table " + id }

// agree changes what programs agree on.
func (h neighbours) agree(ctx context.Context, id string, change func(*agreed) error) (agreed, error) {
	var now agreed
	err := h.desk.Store.ChangeNote(ctx, tableNote(id), func(text string) (string, error) {
		now = agreed{}
		if text != "" {
			if err := json.Unmarshal([]byte(text), &now); err != nil {
				return "", err
			}
		}
		if err := change(&now); err != nil {
			return "", err
		}
		data, err := json.Marshal(now)
		return string(data), err
	})
	return now, h.judge(err)
}

// reread reads again what others have agreed on.
func (t neighbour) reread(ctx context.Context) error {
	text, version, err := t.lobby.shared.NoteSince(ctx, tableNote(t.ID), t.noted.Load())
	if err != nil || text == "" {
		return err
	}
	var now agreed
	if err := json.Unmarshal([]byte(text), &now); err != nil {
		return err
	}
	t.lobby.mu.Lock()
	t.enter(now)
	t.lobby.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.noted.Store(version)
	before, calls := t.frozen, t.calls
	t.calls, t.frozen = seatsOf(now.Calls), nil
	if now.Frozen != nil {
		if t.frozen = before; before == nil {
			if err := t.awake(ctx); err != nil {
				return err
			}
			if t.frozen, err = t.match.At(*now.Frozen); err != nil {
				return err
			}
		}
	}
	if t.frozen != before || !maps.Equal(t.calls, calls) {
		t.changed()
	}
	return nil
}

// enter takes over what lets devices in; it is called under the lock of the
// lobby.
func (t neighbour) enter(a agreed) {
	t.pins = map[referee.Role]string{referee.RoleSeat: a.Join, referee.RoleReferee: a.Referees}
	t.secret, t.next = a.Secret, a.Next
	if t.wrong.locked != a.Locked {
		t.wrong = wrongPINs{locked: a.Locked}
	}
}

func seatsOf(list []referee.Seat) map[referee.Seat]bool {
	seats := map[referee.Seat]bool{}
	for _, seat := range list {
		seats[seat] = true
	}
	return seats
}

// sharedWithin is how long a store that is shared may take to say what is new.
const sharedWithin = 3 * time.Second

// catchUp reads what other programs have entered, and tells everybody. Where
// their store cannot be reached the table stays as it is known. It is called
// under the lock of the table.
func (t neighbour) catchUp(ctx context.Context) error {
	if t.lobby.shared == nil || t.gone {
		return nil
	}
	var n int
	var err error
	if t.match == nil {
		before := t.seq()
		if err = t.awake(ctx); err == nil {
			n = t.seq() - before
		}
	} else {
		n, err = t.match.CatchUp(ctx)
	}
	if errors.Is(err, ErrUnknown) {
		t.leave()
		return err
	}
	t.stale = t.stale && err != nil
	switch {
	case errors.Is(err, store.ErrUnknown):
		t.leave()
		return ErrUnknown
	case err != nil && t.lobby.shared.Away():
		return nil
	case err != nil:
		return err
	case n > 0:
		t.changed()
	}
	return nil
}

// refresh catches up before lists are made, where there is something to read. It
// is called under the lock of the table.
func (t neighbour) refresh() {
	if !t.stale {
		return
	}
	within, cancel := context.WithTimeout(context.Background(), sharedWithin)
	defer cancel()
	_ = t.catchUp(within) // lists show what is known
}

// reseat reads the devices and the names of a table again.
func (t neighbour) reseat(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gone {
		return nil
	}
	sessions, err := t.lobby.valid(ctx, t.ID)
	if err != nil {
		return err
	}
	aliases, err := t.lobby.desk.Store.Aliases(ctx, t.ID)
	if err != nil {
		return err
	}
	renamed := !maps.Equal(t.aliases, aliases)
	t.aliases = aliases
	clear(t.guests)
	for _, p := range sessions {
		t.guests[p.Hash] = guestOf(p)
	}
	for f := range t.feeds {
		if _, ok := t.guests[f.guest.hash]; !ok {
			f.drop()
		}
	}
	if t.views.Forget(renamed); renamed {
		t.changed()
	}
	return nil
}

// known looks a device up that another program has let in. It is called under
// the lock of the table.
func (t neighbour) known(ctx context.Context, hash string) error {
	if t.lobby.shared == nil {
		return nil
	}
	p, ok, err := t.lobby.shared.Session(ctx, hash)
	if ok && p.Match == t.ID && !t.lobby.Old(p.Made) {
		t.guests[hash] = guestOf(p)
		t.views.Forget(false)
	}
	return err
}

// news is what others have changed about a table and nobody has looked at yet.
type news struct {
	mu    sync.Mutex
	kinds map[store.ChangeKind]bool
	busy  bool
}

// Follow hears what other programs do to a store that is shared, until ctx ends,
// and keeps the tables as they are there. others is told of all changes, too.
func (h *Lobby) Follow(ctx context.Context, others func(store.Change)) {
	if h.shared == nil {
		return
	}
	h.shared.Watch(ctx, func(c store.Change) {
		neighbours{h}.hear(ctx, c)
		others(c)
	})
}

// hear notes a change and has it looked at.
func (h neighbours) hear(ctx context.Context, c store.Change) {
	id := c.Name
	switch c.Kind {
	case store.ChangedAll:
		h.forgetNotes()
		go h.everything(ctx)
		return
	case store.ChangedNote:
		name, isTable := cutTableNote(c.Name)
		if !isTable {
			if c.Name == boardNote || c.Name == numbersNote {
				go h.forgetNotes()
			}
			return
		}
		id = name
	}
	h.mu.Lock()
	t := h.tables[id]
	h.mu.Unlock()
	switch {
	case t == nil && c.Kind == store.ChangedNote:
		go h.learn(ctx, id)
	case t == nil, c.Kind == store.ChangedLog && t.told.Load() >= int64(c.Seq):
	default:
		near(t).hear(ctx, c.Kind)
	}
}

func cutTableNote(name string) (id string, ok bool) {
	if prefix := tableNote(""); len(name) > len(prefix) && name[:len(prefix)] == prefix {
		return name[len(prefix):], true
	}
	return "", false
}

// forgetNotes has the board and the numbers read anew.
func (h neighbours) forgetNotes() {
	h.boardMu.Lock()
	defer h.boardMu.Unlock()
	h.board, h.numbers = nil, nil
}

// everything looks at all tables: nobody listened for a while.
func (h neighbours) everything(ctx context.Context) {
	h.mu.Lock()
	var open []*Table
	for _, t := range h.tables {
		open = append(open, t)
	}
	h.mu.Unlock()
	for _, t := range open {
		for _, kind := range []store.ChangeKind{store.ChangedNote, store.ChangedSeats, store.ChangedLog} {
			near(t).hear(ctx, kind)
		}
	}
	_, _ = h.Restore(ctx) // what cannot be read now is when it is asked for
}

// hear has a table look at something; several things that are new are looked at
// once.
func (t neighbour) hear(ctx context.Context, kind store.ChangeKind) {
	t.news.mu.Lock()
	defer t.news.mu.Unlock()
	if t.news.kinds == nil {
		t.news.kinds = map[store.ChangeKind]bool{}
	}
	t.news.kinds[kind] = true
	if !t.news.busy {
		t.news.busy = true
		go t.look(ctx)
	}
}

// look looks at all that is new.
func (t neighbour) look(ctx context.Context) {
	for {
		t.news.mu.Lock()
		kinds := t.news.kinds
		t.news.kinds = nil
		t.news.busy = len(kinds) > 0
		t.news.mu.Unlock()
		if len(kinds) == 0 {
			return
		}
		within, cancel := context.WithTimeout(ctx, sharedWithin)
		if kinds[store.ChangedNote] {
			_ = t.reread(within) // an error shows where something is read or written
		}
		if kinds[store.ChangedSeats] {
			_ = t.reseat(within)
		}
		if kinds[store.ChangedLog] || kinds[store.ChangedMatch] {
			t.mu.Lock()
			if t.stale = true; len(t.feeds) > 0 || kinds[store.ChangedMatch] { // whoever asks later catches up then
				_ = t.catchUp(within)
			}
			gone := t.gone
			t.mu.Unlock()
			if gone {
				neighbours{t.lobby}.drop(t.Table)
			}
		}
		cancel()
	}
}

// drop takes a table out of the lobby whose match is gone.
func (h neighbours) drop(t *Table) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.tables[t.ID] == t {
		delete(h.tables, t.ID)
	}
}

// learn opens a table that another program has begun; nil when there is none.
func (h neighbours) learn(ctx context.Context, id string) *Table {
	if h.shared == nil || id == "" {
		return nil
	}
	within, cancel := context.WithTimeout(ctx, sharedWithin)
	defer cancel()
	if note, err := h.shared.Note(within, tableNote(id)); err != nil || note == "" {
		return nil
	}
	t, err := h.Table(within, id)
	if err != nil {
		return nil
	}
	return t
}

// Next returns the match that was begun after a table's own, "" for none.
func (t *Table) Next() string {
	t.lobby.mu.Lock()
	defer t.lobby.mu.Unlock()
	return t.next
}

// SetNext notes which match follows, unless another one does that was not known
// before; it returns the one that follows.
func (t *Table) SetNext(ctx context.Context, before, id string) (string, error) {
	t.lobby.mu.Lock()
	defer t.lobby.mu.Unlock()
	now, err := neighbours{t.lobby}.agree(ctx, t.ID, func(a *agreed) error {
		if a.Next == before {
			a.Next = id
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	t.next = now.Next
	return now.Next, nil
}
