package store_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// A match that is deleted leaves nothing in any file of the folder.
func TestDeleteLeavesNoTrace(t *testing.T) {
	file, s := filled(t)
	m := storetest.Match("gone")
	m.Seats = append(m.Seats, "very-special-seat")
	if err := s.Create(ctx, m, storetest.At(0)); err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= 200; i++ {
		r := storetest.Record(i)
		r.Op = ""
		r.Command.Seat = "very-special-seat"
		if _, _, err := s.Append(ctx, "gone", r, storetest.At(1)); err != nil {
			t.Fatal(err)
		}
	}
	if found(t, file) == 0 {
		t.Fatal("the seat is in no file: this test cannot fail")
	}
	if err := s.Delete(ctx, "gone"); err != nil {
		t.Fatal(err)
	}
	if n := found(t, file); n != 0 {
		t.Errorf("%d traces while the file is open", n)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if n := found(t, file); n != 0 {
		t.Errorf("%d traces in the closed file", n)
	}
}

// While another program reads, a deletion says that it is not complete; it is
// with the next entry, or when the file is next opened.
func TestDeleteBesideAReader(t *testing.T) {
	for name, finish := range map[string]func(string, *store.SQLite) error{
		"next entry": func(_ string, s *store.SQLite) error {
			_, _, err := s.Append(ctx, "m", storetest.Record(9), storetest.At(9))
			return err
		},
		"next start": func(file string, _ *store.SQLite) error {
			other, err := store.Open(ctx, file)
			return errors.Join(err, other.Close())
		},
	} {
		file, s := filled(t)
		m := storetest.Match("gone")
		m.Seats = append(m.Seats, "very-special-seat")
		if err := s.Create(ctx, m, storetest.At(0)); err != nil {
			t.Fatal(err)
		}
		db := raw(t, file)
		db.SetMaxOpenConns(1)
		var n int
		tx, err := db.Begin()
		if err == nil {
			err = tx.QueryRow("SELECT count(*) FROM events").Scan(&n)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Delete(ctx, "gone"); !errors.Is(err, store.ErrTraces) {
			t.Errorf("%s: beside a reader: %v", name, err)
		}
		if found(t, file) == 0 {
			t.Error("nothing is left although somebody reads: this test cannot fail")
		}
		if err := errors.Join(tx.Rollback(), finish(file, s)); err != nil {
			t.Fatal(err)
		}
		if n := found(t, file); n != 0 {
			t.Errorf("%s: %d traces once the reader is gone", name, n)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func found(t *testing.T, file string) int {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		n += bytes.Count(data, []byte("very-special-seat"))
	}
	return n
}
