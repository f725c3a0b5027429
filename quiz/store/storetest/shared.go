package storetest

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// ErrAway is what a House says whose server is away.
var ErrAway = errors.New("the server is away")

// A House is a store that several programs share, without a server.
type House struct {
	store.Store
	Gone atomic.Bool // the server is away

	mu       sync.Mutex
	alone    sync.Mutex
	versions map[string]int64 // of notes
	made     int64
	tell     []chan store.Change
}

// Shared returns a store for each of n programs, which share it; it goes with
// the test.
func Shared(t testing.TB, n int) (*House, []store.Shared) {
	h := &House{Store: New(t), versions: map[string]int64{}}
	var programs []store.Shared
	for range n {
		programs = append(programs, &program{h})
	}
	return h, programs
}

// A program is one that shares a House.
type program struct{ *House }

// changed tells everybody, when it was done.
func (h *House) changed(kind store.ChangeKind, name string, seq int, err error) error {
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if kind == store.ChangedNote {
		h.made++
		h.versions[name] = h.made
	}
	for _, c := range h.tell {
		c <- store.Change{Kind: kind, Name: name, Seq: seq}
	}
	return nil
}

func (h *House) away() error {
	if h.Gone.Load() {
		return ErrAway
	}
	return nil
}

func (p *program) Create(ctx context.Context, m store.Match, at time.Time) error {
	if err := p.away(); err != nil {
		return err
	}
	return p.changed(store.ChangedMatch, m.ID, 0, p.Store.Create(ctx, m, at))
}

func (p *program) Append(ctx context.Context, match string, r referee.Record, at time.Time) (store.Entry, bool, error) {
	if err := p.away(); err != nil {
		return store.Entry{}, false, err
	}
	e, again, err := p.Store.Append(ctx, match, r, at)
	return e, again, p.changed(store.ChangedLog, match, e.Record.Seq, err)
}

func (p *program) Load(ctx context.Context, match string) (store.Match, []store.Entry, error) {
	if err := p.away(); err != nil {
		return store.Match{}, nil, err
	}
	return p.Store.Load(ctx, match)
}

func (p *program) Delete(ctx context.Context, match string) error {
	return p.changed(store.ChangedMatch, match, 0, p.Store.Delete(ctx, match))
}

func (p *program) Admit(ctx context.Context, s store.Session) error {
	if err := p.away(); err != nil {
		return err
	}
	return p.changed(store.ChangedSeats, s.Match, 0, p.Store.Admit(ctx, s))
}

func (p *program) Dismiss(ctx context.Context, hashes ...string) error {
	if err := p.Store.Dismiss(ctx, hashes...); err != nil {
		return err
	}
	list, err := p.List(ctx)
	for _, m := range list {
		err = p.changed(store.ChangedSeats, m.ID, 0, err)
	}
	return err
}

func (p *program) SetAlias(ctx context.Context, match string, seat referee.Seat, alias string) error {
	return p.changed(store.ChangedSeats, match, 0, p.Store.SetAlias(ctx, match, seat, alias))
}

func (p *program) SetNote(ctx context.Context, name, text string) error {
	return p.changed(store.ChangedNote, name, 0, p.Store.SetNote(ctx, name, text))
}

func (p *program) ChangeNote(ctx context.Context, name string, change func(string) (string, error)) error {
	if err := p.away(); err != nil {
		return err
	}
	return p.changed(store.ChangedNote, name, 0, p.Store.ChangeNote(ctx, name, change))
}

// Watch implements store.Shared.
func (p *program) Watch(ctx context.Context, tell func(store.Change)) {
	c := make(chan store.Change, 10_000)
	c <- store.Change{Kind: store.ChangedAll}
	p.mu.Lock()
	p.tell = append(p.tell, c)
	p.mu.Unlock()
	for {
		select {
		case <-ctx.Done():
			return
		case change := <-c:
			tell(change)
		}
	}
}

// Back says that the server, which was away, is there again.
func (h *House) Back() {
	h.Gone.Store(false)
	_ = h.changed(store.ChangedAll, "", 0, nil)
}

// Since implements store.Shared.
func (p *program) Since(ctx context.Context, m store.Match, known []store.Entry) ([]store.Entry, error) {
	_, log, err := p.Load(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	return log[len(known):], nil
}

// NoteSince implements store.Shared.
func (p *program) NoteSince(ctx context.Context, name string, known int64) (string, int64, error) {
	p.mu.Lock()
	version := p.versions[name]
	p.mu.Unlock()
	if version == known {
		return "", version, p.away()
	}
	text, err := p.Note(ctx, name)
	return text, version, errors.Join(err, p.away())
}

// Session implements store.Shared.
func (p *program) Session(ctx context.Context, hash string) (store.Session, bool, error) {
	if err := p.away(); err != nil {
		return store.Session{}, false, err
	}
	list, err := p.List(ctx)
	if err != nil {
		return store.Session{}, false, err
	}
	for _, m := range list {
		sessions, err := p.Admitted(ctx, m.ID)
		if err != nil {
			return store.Session{}, false, err
		}
		for _, s := range sessions {
			if s.Hash == hash {
				return s, true, nil
			}
		}
	}
	return store.Session{}, false, nil
}

// Alone implements store.Shared.
func (p *program) Alone(_ context.Context, _ string, do func() error) error {
	p.House.alone.Lock()
	defer p.House.alone.Unlock()
	return do()
}

// Away implements store.Shared.
func (p *program) Away() bool { return p.Gone.Load() }
