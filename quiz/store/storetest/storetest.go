// Package storetest makes stores for tests, and what to keep in them.
package storetest

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"kitpress/quiz"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// At is a time on some day: stores are told it, and order nothing by it.
func At(second int) time.Time {
	return time.Date(2026, 11, 22, 9, 0, second, 123_456_789, time.FixedZone("CET", 3600))
}

// Match returns a match to keep.
func Match(id string) store.Match {
	return store.Match{ID: id, Game: "race", Version: "1.0", Edition: "short", Seats: []referee.Seat{"red", "blue"}, Options: map[string]string{"push": "on"}}
}

// Record returns the n-th record of a match.
func Record(n int) referee.Record {
	r := referee.Record{
		Seq: n, Op: fmt.Sprintf("tap-%d", n),
		Command: referee.Command{Verb: "roll", Seat: "red", Args: referee.Args{"eyes": {"3"}, "note": {"“ü” <b>\u2028 \\n"}}},
		Events:  []referee.Event{{Kind: "rolled", Seat: "red", Args: referee.Args{"eyes": {"3"}}}},
	}
	if n%3 == 0 {
		r.Ruling = &referee.Ruling{Reason: "agreed", Rule: "R1", Why: quiz.Message{ID: "referee.x", Args: []any{"N", 3, "List", []string{"a", "b"}}}}
	}
	if n%5 == 0 {
		r = referee.Record{Seq: n, Undoes: n - 1} // without an operation, as other programs may write
	}
	return r
}

// New returns an empty store that goes with the test.
func New(t testing.TB) store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "matches.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
