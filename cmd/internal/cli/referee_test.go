package cli

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// A match that was played with other cards replays, and says so.
func TestReplayOfAnOtherVersion(t *testing.T) {
	file := filepath.Join(t.TempDir(), "matches.db")
	matches, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	m := store.Match{ID: "old", Game: "online", Version: "0.9", Seats: []referee.Seat{"red", "blue"}}
	if err := matches.Create(t.Context(), m, time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	if err := matches.Close(); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := run(t.Context(), nil, "referee", "replay", "old", "--store", file, "--lang", "en")
	if code != 0 || !strings.Contains(stderr, "played with version 0.9 of the game, the catalog has 1.0") {
		t.Errorf("exit code %d, %q", code, stderr)
	}
	_, stdout, stderr := run(t.Context(), nil, "referee", "replay", "old", "--store", file, "--json")
	if !strings.Contains(stdout, `"catalog": "1.0"`) || stderr != "" {
		t.Errorf("%s, %q", stdout, stderr)
	}
}
