package simulate

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"kitpress/catalog/source"
	"kitpress/quiz/referee"
)

// A Request says what to simulate.
type Request struct {
	Rules   referee.Rules
	Game    Game
	Setup   referee.Setup
	Players []string // kinds, in the order of play; the last one is meant for all further seats
	Games   int
	Seed    uint64
	Workers int  // how many games at once; the results do not depend on it
	Longest int  // records after which a game is given up; 0: Longest
	Row     bool // keep a row for each game

	// Done is told from time to time how many games are done, and Played of
	// each game, in any order and several at once; both may be nil.
	Done   func(games int)
	Played func(game int, m *referee.Match)
}

// Longest is after how many records a game is given up.
const Longest = 5000

// A StuckError says that a game could not be played on: the rules ask for
// something there is not, or hands and piles came apart. The first is what a
// changed number can do.
type StuckError struct {
	Game    int // from 1
	Seq     int // number of the last record
	Command referee.Command
	Refusal *referee.Refusal // of the command; nil when nobody could do anything
	Err     error            // hands and piles do not fit
}

func (e *StuckError) Error() string {
	switch {
	case e.Err != nil && e.Seq == 0:
		return e.Err.Error()
	case e.Err != nil:
		return fmt.Sprintf("game %d, record %d: %v", e.Game, e.Seq, e.Err)
	case e.Refusal != nil:
		return fmt.Sprintf("game %d, record %d: %q cannot be done (%s)", e.Game, e.Seq, e.Command.Verb, e.Refusal.Why.ID)
	}
	return fmt.Sprintf("game %d, record %d: nobody can do anything", e.Game, e.Seq)
}

// A RefusedError says that the game cannot be played with a setup.
type RefusedError struct{ Refusal *referee.Refusal }

func (e *RefusedError) Error() string { return "the match cannot begin: " + e.Refusal.Why.ID }

// Run plays the games and counts. The error is that of the context, a
// RefusedError or the StuckError of the first game that could not be played.
func Run(ctx context.Context, q Request) (*Result, error) {
	if err := begins(q); err != nil {
		return nil, err
	}
	if q.Longest == 0 {
		q.Longest = Longest
	}
	q.Workers = max(1, min(q.Workers, q.Games))
	var rows []Row
	if q.Row {
		rows = make([]Row, q.Games)
	}
	s := &shared{stop: q.Games}
	workers := make([]*worker, q.Workers)
	source.Each(len(workers), func(i int) {
		workers[i] = newWorker(q, rows, s)
		workers[i].run(ctx)
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s.failed != nil {
		return nil, s.failed
	}
	sum := workers[0]
	for _, w := range workers[1:] {
		sum.add(w)
	}
	return sum.result(rows), nil
}

// begins reports why no match can begin.
func begins(q Request) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &StuckError{Err: unfit(r)}
		}
	}()
	if err := complete(q); err != nil {
		return err
	}
	if _, no := referee.New(q.Rules, q.Setup); no != nil {
		return &RefusedError{no}
	}
	return nil
}

// complete reports a deck or a set the rules speak of and the catalog lacks.
func complete(q Request) error {
	g := q.Setup.Game
	for _, v := range q.Rules.Verbs() {
		for _, a := range v.Args {
			for _, id := range a.Of {
				switch {
				case a.Kind == referee.ArgCard && g.Deck(id) == nil:
					return fmt.Errorf("the rules need the deck %q, which %s lacks", id, g.ID)
				case a.Kind == referee.ArgItem && g.Set(id) == nil:
					return fmt.Errorf("the rules need the set %q, which %s lacks", id, g.ID)
				}
			}
		}
	}
	return nil
}

// unfit is the error for a catalog the rules were not written for: a set or a
// deck is missing, or a number makes no sense. The rules trust the catalog they
// know; a designer may change anything in it.
func unfit(r any) error { return fmt.Errorf("the rules cannot be played with this catalog: %v", r) }

// shared is what the workers have in common.
type shared struct {
	next   atomic.Int64 // the game that is played next
	done   atomic.Int64
	mutex  sync.Mutex
	stop   int // games from here on are not played
	failed *StuckError
}

// take returns the next game. Games are handed out in order, so those before
// one that fails are all played, and the first failure is always the same.
func (s *shared) take() (game int, ok bool) {
	game = int(s.next.Add(1)) - 1
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return game, game < s.stop
}

func (s *shared) fail(game int, e *StuckError) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if game < s.stop {
		s.stop, s.failed = game, e
	}
}

// reportEvery is after how many games Done is told.
const reportEvery = 50

func (w *worker) run(ctx context.Context) {
	for ctx.Err() == nil {
		game, ok := w.shared.take()
		if !ok {
			return
		}
		if e := w.play(ctx, game); e != nil {
			e.Game = game + 1
			w.shared.fail(game, e)
			continue
		}
		if n := w.shared.done.Add(1); w.q.Done != nil && (n%reportEvery == 0 || int(n) == w.q.Games) {
			w.q.Done(int(n))
		}
	}
}

// play plays one game to its end, or until the context ends: then nothing is
// counted any more.
func (w *worker) play(ctx context.Context, game int) (stuck *StuckError) {
	q := w.q
	defer func() {
		if r := recover(); r != nil {
			stuck = &StuckError{Err: unfit(r)}
		}
	}()
	m, _ := referee.New(q.Rules, q.Setup) // Run has seen that it can begin
	r := NewRand(q.Seed, uint64(game))
	w.notes.next()
	t := q.Game.Deal(m, r, w.notes)
	for len(m.Log()) < q.Longest && ctx.Err() == nil {
		ways := t.Ways()
		if len(ways) == 0 {
			break
		}
		c := t.Chance(q.choose(t, r, ways))
		rec, no := m.Decide(c)
		if no != nil {
			return &StuckError{Seq: m.Seq(), Command: c, Refusal: no}
		}
		if err := m.Append(rec); err != nil {
			return &StuckError{Seq: m.Seq(), Command: c, Err: err}
		}
		if err := t.Follow(rec); err != nil {
			return &StuckError{Seq: m.Seq(), Command: c, Err: err}
		}
	}
	tally := m.Tally()
	if ctx.Err() != nil {
		return nil
	}
	if !tally.Over && len(m.Log()) < q.Longest {
		return &StuckError{Seq: m.Seq()}
	}
	w.count(game, m, tally)
	if q.Played != nil {
		q.Played(game, m)
	}
	return nil
}

// choose takes one of the ways. Among random players each has the same chance;
// beside sensible ones, these say who acts next, and chance only what.
func (q Request) choose(t Table, r *Rand, ways []referee.Command) referee.Command {
	if !slices.Contains(q.Players, Sensible) {
		return ways[r.IntN(len(ways))]
	}
	best := ways[t.Sensible(ways)]
	if q.Kind(best.Seat) == Sensible {
		return best
	}
	own := slices.DeleteFunc(slices.Clone(ways), func(c referee.Command) bool { return c.Seat != best.Seat })
	return own[r.IntN(len(own))]
}

// Kind returns the kind of the player on a seat; the table itself is sensible.
func (q Request) Kind(seat referee.Seat) string {
	i := slices.Index(q.Setup.Seats, seat)
	if i < 0 {
		return Sensible
	}
	return q.Players[min(i, len(q.Players)-1)]
}
