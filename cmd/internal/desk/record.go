package desk

import (
	"context"
	"errors"
	"time"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// A Submission asks for a record: a command, or the last one to be taken back.
type Submission struct {
	Command referee.Command
	Undo    bool
	Ruling  string // reason for letting a refused command happen
	By      referee.Author
	Op      string // made by the author: the same one twice counts once
	Expect  *int   // number of the last record that was seen; nil: whatever it is
	Seen    *int   // number of the last record when what was tapped was shown; nil: nobody tapped
}

// ErrReused says that an operation was recorded before, for something else.
var ErrReused = errors.New("this operation was another entry")

// A Result is what came of an Entry: a record on the disk, or a refusal.
type Result struct {
	Entry    store.Entry
	Repeated bool // the operation was recorded before
	Refusal  *referee.Refusal
	Ruleable bool // the refused command can be let happen
}

// attempts is how often an entry is judged anew when others are faster.
const attempts = 8

// Record judges an entry and puts it into the store; the table moves on with
// it. A *store.StaleError says that the log has grown since it was looked at.
func (t *OpenMatch) Record(ctx context.Context, e Submission, at time.Time) (Result, error) {
	for n := 1; ; n++ {
		res, err := t.try(ctx, e, at)
		var stale *store.StaleError
		if !errors.As(err, &stale) || e.Expect != nil || n == attempts {
			return res, err
		}
		now, err := t.desk.Open(ctx, t.Match.ID)
		if err != nil {
			return Result{}, err
		}
		*t = *now
	}
}

func (t *OpenMatch) try(ctx context.Context, e Submission, at time.Time) (Result, error) {
	if before, found := t.Play.Find(e.By, e.Op); found {
		if e.Undo != (before.Undoes > 0) || !e.Undo && t.Play.Line(before.Command) != t.Play.Line(e.Command) {
			return Result{}, ErrReused
		}
		return Result{Entry: t.Log[before.Seq-1], Repeated: true}, nil
	}
	if e.Expect != nil && *e.Expect != t.Play.Seq() {
		return Result{}, &store.StaleError{Wanted: *e.Expect + 1, Have: t.Play.Seq()}
	}
	r, no := t.judge(e)
	if no != nil {
		return Result{Refusal: no, Ruleable: !e.Undo && e.Ruling == "" && t.Ruleable(e.Command)}, nil
	}
	r.By, r.Op = e.By, e.Op
	kept, repeated, err := t.desk.Store.Append(ctx, t.Match.ID, r, at)
	if err != nil || repeated {
		return Result{Entry: kept, Repeated: repeated}, err
	}
	if err := t.Play.Append(kept.Record); err != nil {
		return Result{}, err
	}
	t.Log = append(t.Log, kept)
	t.count()
	return Result{Entry: kept}, nil
}

func (t *OpenMatch) judge(e Submission) (referee.Record, *referee.Refusal) {
	switch {
	case e.Undo:
		return t.Play.Undo()
	case e.Ruling != "":
		return t.Play.Overrule(e.Command, e.Ruling)
	}
	return t.Play.Decide(e.Command)
}

// Ruleable reports whether a ruling could let a refused command happen.
func (t *OpenMatch) Ruleable(c referee.Command) bool {
	_, no := t.Play.Overrule(c, "?")
	return no == nil
}

// Undone returns the numbers of the records that were taken back.
func (t *OpenMatch) Undone() map[int]bool {
	gone := map[int]bool{}
	for _, r := range t.Play.Log() {
		if r.Undoes > 0 {
			gone[r.Undoes] = true
		}
	}
	return gone
}
