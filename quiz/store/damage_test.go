package store_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// Entries that vanish from the end of a log are missed, though every hash
// before them fits.
func TestLostEntries(t *testing.T) {
	for name, q := range map[string][]string{
		"has 7 entries, but 8": {"DROP TRIGGER events_remain", "DELETE FROM events WHERE seq = 8"},
		"has 0 entries, but 8": {"DROP TRIGGER events_remain", "DELETE FROM events"},
		"does not end where":   {"UPDATE ends SET hash = 'x'"},
		"does not end":         {"DELETE FROM ends"},
	} {
		file, s := filled(t)
		db := raw(t, file)
		for _, one := range q {
			if _, err := db.Exec(one); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := s.Load(ctx, "m"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("loaded: %v, want %q", err, name)
		}
		if _, _, err := s.Append(ctx, "m", storetest.Record(9), storetest.At(9)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("appended: %v, want %q", err, name)
		}
		s.Close()
	}
}

// A file of the version before knows how far its logs go once it is opened.
func TestMigrationNotesEnds(t *testing.T) {
	file := oldFile(t, "DROP TABLE ends; PRAGMA user_version = 2")
	s := open(t, file)
	defer s.Close()
	for id, n := range map[string]int{"29y966": 6, "empty": 0} {
		if _, log, err := s.Load(ctx, id); err != nil || len(log) != n {
			t.Errorf("%s: %d entries, %v", id, len(log), err)
		}
		if _, _, err := s.Append(ctx, id, storetest.Record(n+1), storetest.At(9)); err != nil {
			t.Error(err)
		}
	}
}

// oldFile returns a file as the version before the last wrote it, changed.
func oldFile(t *testing.T, changes string) string {
	t.Helper()
	dump, err := os.ReadFile("testdata/schema3.sql")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "matches.db")
	db := raw(t, file)
	if _, err := db.Exec(string(dump) + changes); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// A flipped bit in a file is noticed or does no harm: no acknowledged entry is
// missing without a word. Worst are the keys in the inner pages of a tree,
// where SQLite looks for the others.
func TestFlippedBits(t *testing.T) {
	file, s := filled(t)
	for i := 9; i <= 90; i++ { // more than one page
		if _, _, err := s.Append(ctx, "m", storetest.Record(i), storetest.At(1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const page, inner = 4096, 2 // the first byte of an inner page: sqlite.org/fileformat2.html
	random := rand.New(rand.NewPCG(1, 2))
	var places []int
	for range 200 {
		places = append(places, random.IntN(len(whole)))
	}
	for at, b := range whole {
		if b == 'm' && whole[at/page*page] == inner {
			places = append(places, at)
		}
	}
	refused := 0
	for _, at := range places {
		data := bytes.Clone(whole)
		data[at] ^= 1 << random.IntN(4)
		for _, end := range []string{"-wal", "-shm"} {
			_ = os.Remove(file + end)
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		log, err := loaded(file)
		switch {
		case err != nil:
			refused++
		case len(log) != 90:
			t.Errorf("bit at %d: %d entries and no word", at, len(log))
		}
	}
	if refused == 0 {
		t.Error("no damage was ever found: this test cannot fail")
	}
}

func loaded(file string) ([]store.Entry, error) {
	s, err := store.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	_, log, err := s.Load(ctx, "m")
	return log, err
}
