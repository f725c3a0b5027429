package desk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"sync"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
	"kitpress/quiz/store"
)

// A Desk is where matches are kept and looked up. It reads a game once. Safe
// for use by several goroutines.
type Desk struct {
	Store   store.Store
	Catalog fs.FS

	mu    sync.Mutex
	games map[string]*catalog.Game // that were read
}

// An OpenMatch is one match, as far as its log goes.
type OpenMatch struct {
	Match store.Match
	Play  *referee.Match
	Log   []store.Entry
	desk  *Desk

	totals [][]int // of the seats: at the start, then after each record
}

// An UnknownError says that something has no such name.
type UnknownError struct {
	What, Name string
	Guess      string // the nearest known name, or ""
}

func (e *UnknownError) Error() string { return fmt.Sprintf("unknown %s %q", e.What, e.Name) }

// A RefusedError is a refusal where a match cannot even begin.
type RefusedError struct {
	Game    *catalog.Game
	Refusal *referee.Refusal
}

func (e *RefusedError) Error() string { return "refused: " + e.Refusal.Why.ID }

// Game returns a game that has rules, and these.
func (d *Desk) Game(id string) (*catalog.Game, referee.Rules, error) {
	r, ok := rules.For(id)
	if !ok {
		return nil, nil, &UnknownError{"game", id, source.Suggest(id, rules.Games())}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if g := d.games[id]; g != nil {
		return g, r, nil
	}
	g, problems := load.Game(d.Catalog, id)
	if err := problems.Err(); err != nil {
		return nil, nil, err
	}
	if d.games == nil {
		d.games = map[string]*catalog.Game{}
	}
	d.games[id] = g
	return g, r, nil
}

// Games returns the ids of the games that have rules.
func Games() []string { return rules.Games() }

// setup returns what the rules start a match from.
func setup(g *catalog.Game, m store.Match) (referee.Setup, error) {
	s := referee.Setup{Game: g, Seats: m.Seats, Options: m.Options}
	if m.Edition == "" {
		return s, nil
	}
	if s.Edition = g.Edition(m.Edition); s.Edition == nil {
		var ids []string
		for _, e := range g.Editions {
			ids = append(ids, e.ID)
		}
		return s, &UnknownError{"edition", m.Edition, source.Suggest(m.Edition, ids)}
	}
	return s, nil
}

// New creates a match; the version of the game is filled in. The error is
// store.ErrExists when the id is taken.
func (d *Desk) New(ctx context.Context, m store.Match, at time.Time) (*OpenMatch, error) {
	g, r, err := d.Game(m.Game)
	if err != nil {
		return nil, err
	}
	m.Version, m.Created = g.Version, at.UTC().Truncate(time.Millisecond)
	m.Options = maps.Clone(m.Options)
	for _, o := range r.Options() {
		if v, ok := o.Read(m.Options[o.Name]); ok {
			m.Options[o.Name] = v // as the rules write it, whatever was typed
		}
	}
	s, err := setup(g, m)
	if err != nil {
		return nil, err
	}
	play, no := referee.New(r, s)
	if no != nil {
		return nil, &RefusedError{g, no}
	}
	if err := d.Store.Create(ctx, m, at); err != nil {
		return nil, err
	}
	t := &OpenMatch{Match: m, Play: play, desk: d}
	t.count()
	return t, nil
}

// Open returns a match as its log stands.
func (d *Desk) Open(ctx context.Context, id string) (*OpenMatch, error) {
	m, log, err := d.Store.Load(ctx, id)
	if errors.Is(err, store.ErrUnknown) {
		return nil, &UnknownError{"match", id, d.nearest(ctx, id)}
	}
	if err != nil {
		return nil, err
	}
	play, err := d.Replay(m, nil)
	if err != nil {
		return nil, err
	}
	t := &OpenMatch{Match: m, Play: play, Log: log, desk: d}
	t.count()
	for _, e := range log {
		if err := play.Append(e.Record); err != nil {
			return nil, err
		}
		t.count()
	}
	return t, nil
}

// Replay plays a log again, whether or not it is in the store.
func (d *Desk) Replay(m store.Match, log []store.Entry) (*referee.Match, error) {
	g, r, err := d.Game(m.Game)
	if err != nil {
		return nil, err
	}
	s, err := setup(g, m)
	if err != nil {
		return nil, err
	}
	return referee.Replay(r, s, store.Records(log))
}

// nearest returns the id of a match that looks like one that was typed.
func (d *Desk) nearest(ctx context.Context, id string) string {
	list, err := d.Store.List(ctx)
	if err != nil {
		return ""
	}
	ids := make([]string, len(list))
	for i, m := range list {
		ids[i] = m.ID
	}
	return source.Suggest(id, ids)
}

// Unknown returns the error for a match that is not there.
func (d *Desk) Unknown(ctx context.Context, id string) error {
	return &UnknownError{"match", id, d.nearest(ctx, id)}
}

// Game returns the game that is played.
func (t *OpenMatch) Game() *catalog.Game { return t.Play.Setup().Game }
