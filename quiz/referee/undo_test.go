package referee_test

import (
	"encoding/json"
	"testing"

	"kitpress/quiz/referee"
)

// Undo goes back to the very beginning, however long a match was: it does not
// hold a state for each record. Twice, so that it goes on from a state found
// again.
func TestUndoOfALongMatch(t *testing.T) {
	m := start(t, "red", "blue", "green", "grey")
	now := func() string {
		data, err := json.Marshal(m.State())
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	states := []string{now()}
	play := func() {
		for !m.Tally().Over && len(states) < 400 {
			moved := false
			for _, line := range []string{"red pass", "blue pass", "green pass", "grey pass", "red roll 1", "blue roll 1", "green roll 1", "grey roll 1"} {
				if moved = do(t, m, line) == nil; moved {
					break
				}
			}
			if !moved {
				t.Fatal("nobody can do anything")
			}
			states = append(states, now())
		}
	}
	undo := func(to int) {
		for len(states) > to {
			r, no := m.Undo()
			if no != nil {
				t.Fatalf("%+v", no)
			}
			if err := m.Append(r); err != nil {
				t.Fatal(err)
			}
			if states = states[:len(states)-1]; now() != states[len(states)-1] {
				t.Fatalf("back at %d: %s, want %s", len(states)-1, now(), states[len(states)-1])
			}
		}
	}
	play()
	if len(states) < 140 {
		t.Fatalf("%d states are too few to try this", len(states))
	}
	undo(20)
	play()
	undo(1)
	if _, no := m.Undo(); no == nil {
		t.Error("more is taken back than there was")
	}
	again, err := referee.Replay(referee.Of(race{}), m.Setup(), m.Log())
	if err != nil {
		t.Fatal(err)
	}
	if data, _ := json.Marshal(again.State()); string(data) != now() {
		t.Errorf("the replay is at %s, not %s", data, now())
	}
}
