package lobby

import (
	"errors"
	"strings"
	"testing"

	"kitpress/cmd/internal/desk"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// While the server of the store is away tables can be looked at, nothing is
// lost, nobody is sent away, and what was tried counts once.
func TestTheServerIsAway(t *testing.T) {
	house, a, b := programs(t, true)
	table := begin(t, a)
	ref, token := let(t, a, table, referee.RoleReferee, "")
	if _, err := table.Record(t.Context(), ref, desk.Submission{Command: deal, Op: "x", Expect: expect(0)}); err != nil {
		t.Fatal(err)
	}
	there := opened(t, b, table.ID)
	known, err := there.Guest(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Record(t.Context(), ref, desk.Submission{Undo: true, Op: "u", Expect: expect(1)}); err != nil {
		t.Fatal(err)
	}
	house.Gone.Store(true)
	var stale *store.StaleError
	if _, err := there.Record(t.Context(), known, desk.Submission{Command: deal, Op: "z", Expect: expect(2)}); err == nil || errors.As(err, &stale) {
		t.Errorf("a conflict with what this program cannot know: %v", err)
	}
	if _, err := table.Guest(t.Context(), token); err != nil {
		t.Errorf("a phone that is known: %v", err)
	}
	if _, err := there.Guest(t.Context(), strings.Repeat("A", 22)); err == nil || errors.Is(err, ErrForbidden) || errors.Is(err, ErrUnknown) {
		t.Errorf("a phone that may have been let in elsewhere is sent away: %v", err)
	}
	if _, err := b.Join(t.Context(), JoinRequest{PIN: "1", From: "a"}); err == nil || errors.Is(err, ErrWrong) {
		t.Errorf("a PIN nobody could look up: %v", err)
	}
	if err := table.See(ref, func(s Snapshot) error {
		if !s.ReadOnly || s.Match.Play.Seq() != 2 {
			t.Errorf("read only %v, at %d", s.ReadOnly, s.Match.Play.Seq())
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	next := desk.Submission{Command: deal, Op: "y", Expect: expect(2)}
	if _, err := table.Record(t.Context(), ref, next); err == nil {
		t.Error("acknowledged without a store")
	}
	house.Back()
	for i := range 2 {
		if res, err := table.Record(t.Context(), ref, next); err != nil || res.Repeated != (i == 1) {
			t.Errorf("%+v, %v", res, err)
		}
	}
	if a.Broken() || a.ReadOnly() {
		t.Error("the server is there again")
	}
	if g, err := there.Guest(t.Context(), token); err != nil || there.match.Play.Seq() != 3 {
		t.Errorf("%+v, %v, at %d", g, err, there.match.Play.Seq())
	}
}
