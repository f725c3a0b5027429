package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

var ctx = context.Background()

func open(t *testing.T, file string) *store.SQLite {
	t.Helper()
	s, err := store.Open(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSQLite(t *testing.T) {
	suite(t, func(t *testing.T) store.Store { return open(t, filepath.Join(t.TempDir(), "a b#1?%.db")) })
}

func filled(t *testing.T) (file string, s *store.SQLite) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "matches.db")
	s = open(t, file)
	if err := s.Create(ctx, storetest.Match("m"), storetest.At(0)); err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= 8; i++ {
		if _, _, err := s.Append(ctx, "m", storetest.Record(i), storetest.At(i)); err != nil {
			t.Fatal(err)
		}
	}
	return file, s
}

// A file that is opened again holds what was written, and both who opened it
// see it.
func TestReopen(t *testing.T) {
	file, s := filled(t)
	other := open(t, file)
	if _, _, err := other.Append(ctx, "m", storetest.Record(9), storetest.At(9)); err != nil {
		t.Fatal(err)
	}
	if _, log, err := s.Load(ctx, "m"); err != nil || len(log) != 9 {
		t.Fatalf("%d entries, %v", len(log), err)
	}
	if err := errors.Join(s.Close(), other.Close()); err != nil {
		t.Fatal(err)
	}
	third := open(t, file)
	defer third.Close()
	if _, log, err := third.Load(ctx, "m"); err != nil || len(log) != 9 {
		t.Fatalf("%d entries, %v", len(log), err)
	}
}

func raw(t *testing.T, file string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// Nobody changes or cuts a log by mistake, and who does it on purpose is found
// out.
func TestLogsStayAsTheyAre(t *testing.T) {
	file, s := filled(t)
	defer s.Close()
	db := raw(t, file)
	for _, q := range []string{
		"UPDATE events SET seat = 'blue' WHERE seq = 2",
		"DELETE FROM events WHERE seq = 8",
		"UPDATE matches SET id = 'n'",
	} {
		if _, err := db.Exec(q); err == nil {
			t.Errorf("allowed: %s", q)
		}
	}
	for _, q := range []string{
		"DROP TRIGGER events_stay",
		`UPDATE events SET json = replace(json, '"eyes":["3"]', '"eyes":["6"]') WHERE seq = 2`,
	} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := s.Load(ctx, "m"); err == nil || !strings.Contains(err.Error(), "entry 2 ") {
		t.Errorf("a changed log was read: %v", err)
	}
}

// Files of others are refused and stay as they are.
func TestOtherFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	foreign := filepath.Join(dir, "foreign.db")
	db := raw(t, foreign)
	if _, err := db.Exec("CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES ('a')"); err != nil {
		t.Fatal(err)
	}
	later, s := filled(t)
	s.Close()
	if _, err := raw(t, later).Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	whole, s := filled(t)
	s.Close()
	data, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for file, says := range map[string]string{
		write("notes.txt", strings.Repeat("no database\n", 500)): "cannot be read",
		foreign: "belongs to another program",
		later:   "later version",
		write("cut.db", string(data[:len(data)-5000])): "damaged",
		dir: "cannot be read",
	} {
		before, _ := os.ReadFile(file)
		s, err := store.Open(ctx, file)
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", filepath.Base(file), err, says)
		}
		if after, _ := os.ReadFile(file); !bytes.Equal(before, after) {
			t.Errorf("%s was changed", filepath.Base(file))
		}
	}
	s, err = store.Open(ctx, write("empty.db", "")) // made, nothing written yet
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

// Other users of the computer cannot read what is kept, also where it was made
// by a version that let them.
func TestRights(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("rights are another matter there")
	}
	file := filepath.Join(t.TempDir(), "m.db")
	for range 2 {
		s, err := store.Open(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Create(t.Context(), store.Match{ID: "a", Game: "online", Seats: []referee.Seat{"red"}}, time.Unix(0, 0)); err != nil && !errors.Is(err, store.ErrExists) {
			t.Fatal(err)
		}
		for _, end := range []string{"", "-wal", "-shm"} {
			info, err := os.Stat(file + end)
			if err != nil {
				t.Fatal(err)
			}
			if info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v", end, info.Mode())
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
