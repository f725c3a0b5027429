package desk

import (
	"context"

	"kitpress/quiz/store"
)

// CatchUp reads what other programs have added to the log in a store that is
// shared, and returns how many records. store.ErrUnknown: the match is gone.
func (t *OpenMatch) CatchUp(ctx context.Context) (int, error) {
	shared, ok := t.desk.Store.(store.Shared)
	if !ok {
		return 0, nil
	}
	more, err := shared.Since(ctx, t.Match, t.Log)
	if err != nil {
		return 0, err
	}
	for _, e := range more {
		if err := t.Play.Append(e.Record); err != nil {
			return 0, err
		}
		t.Log = append(t.Log, e)
		t.count()
	}
	return len(more), nil
}

// At returns the match as it was after a record.
func (t *OpenMatch) At(seq int) (*OpenMatch, error) {
	then := *t
	n := min(max(seq, 0), len(t.Log))
	then.Log = t.Log[:n:n]
	play, err := t.desk.Replay(then.Match, then.Log)
	then.Play, then.totals = play, t.totals[:n+1:n+1]
	return &then, err
}
