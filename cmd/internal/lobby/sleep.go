package lobby

import (
	"context"
	"errors"
	"sync"
	"time"

	"kitpress/cmd/internal/desk"
	"kitpress/quiz/referee"
)

// A table at which nothing has happened and nobody has looked for sleepAfter keeps
// only what lists say of it; sleepEvery is how often such tables are looked for.
// All of its match is in the store, and read when somebody comes: so what a day of
// matches takes up in memory is what is being played, not what was.
const (
	sleepAfter = 15 * time.Minute
	sleepEvery = time.Minute
)

// A sleeper is what is left of a match that sleeps.
type sleeper struct {
	seq   int
	tally referee.Tally
}

// sleepWatch is when tables were last looked at.
type sleepWatch struct {
	mu   sync.Mutex
	last time.Time
}

// due reports whether it is time to look again.
func (w *sleepWatch) due(now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if since := now.Sub(w.last); since >= 0 && since < sleepEvery {
		return false
	}
	w.last = now
	return true
}

// layToSleep puts tables to sleep at which nobody plays.
func (h neighbours) layToSleep() {
	now := h.clock()
	if !h.sleepWatch.due(now) {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.tables {
		t.mu.Lock()
		if t.match != nil && t.frozen == nil && now.Sub(t.touched) >= sleepAfter {
			t.asleep = sleeper{t.match.Play.Seq(), t.match.Play.Tally()}
			t.match, t.views = nil, h.newViews()
		}
		t.mu.Unlock()
	}
}

// awake reads the match again where it sleeps. It is called under the lock of the
// table, before anything that looks into the match.
func (t *Table) awake(ctx context.Context) error {
	t.touched = t.lobby.clock()
	if t.match != nil {
		return nil
	}
	now, err := t.lobby.desk.Open(ctx, t.ID)
	var unknown *desk.UnknownError
	if errors.As(err, &unknown) {
		return ErrUnknown // another program has deleted it
	}
	if err != nil {
		return t.lobby.judge(err)
	}
	t.match = now
	return nil
}

// seq returns the number of the last record, and wakes nobody.
func (t *Table) seq() int {
	if t.match == nil {
		return t.asleep.seq
	}
	return t.match.Play.Seq()
}

// tally returns the score of a table now, and wakes nobody.
func (t *Table) tally() referee.Tally {
	t.mu.Lock()
	defer t.mu.Unlock()
	near(t).refresh()
	if t.match == nil {
		return t.asleep.tally
	}
	return t.match.Play.Tally()
}

// Glance is See for lists of tables: it wakes nobody. The match of a snapshot is
// nil where the table sleeps; nothing has happened then since it was last seen.
func (t *Table) Glance(g Guest, look func(Snapshot) error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	near(t).refresh()
	if t.gone {
		return ErrUnknown
	}
	return look(t.snapshot(g))
}

// opened notes a match that has just been read.
func (t *Table) opened(m *desk.OpenMatch) { t.match, t.touched = m, t.lobby.clock() }
