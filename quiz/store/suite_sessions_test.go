package store_test

import (
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// sessions are kept with their match, dismissed one by one, and go with it.
func sessions(t *testing.T, s store.Store) {
	fill(t, s, "a", 3)
	fill(t, s, "b", 1)
	session := func(match, hash string, second int) store.Session {
		return store.Session{Hash: hash, Match: match, Role: "seat", Seat: "red", N: second, Made: storetest.At(second)}
	}
	for _, p := range []store.Session{session("a", "22", 2), session("a", "11", 1), session("a", "33", 2), session("b", "44", 1)} {
		must(t, s.Admit(ctx, p))
	}
	if err := s.Admit(ctx, session("c", "55", 1)); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("a session for no match: %v", err)
	}
	hashes := func(match string) (list []string) {
		got, err := s.Admitted(ctx, match)
		must(t, err)
		for _, p := range got {
			list = append(list, p.Hash)
			if p.Match != match || p.Role != "seat" || p.Seat != "red" || p.N == 0 || p.Made.Unix() != storetest.At(p.N).Unix() {
				t.Errorf("a session came back as %+v", p)
			}
		}
		return list
	}
	if got := hashes("a"); !reflect.DeepEqual(got, []string{"11", "22", "33"}) {
		t.Errorf("sessions in the order %v", got)
	}
	must(t, s.Dismiss(ctx, "22", "99"))
	if got := hashes("a"); !reflect.DeepEqual(got, []string{"11", "33"}) {
		t.Errorf("after one was dismissed: %v", got)
	}
	must(t, s.Delete(ctx, "a"))
	if got := hashes("a"); len(got) != 0 {
		t.Errorf("a match that is gone has the sessions %v", got)
	}
	if got := hashes("b"); len(got) != 1 {
		t.Errorf("another match lost its sessions: %v", got)
	}
	_, log, err := s.Load(ctx, "b")
	must(t, err)
	if len(log) != 1 {
		t.Error("sessions touched a log")
	}
}

func aliases(t *testing.T, s store.Store) {
	fill(t, s, "a", 1)
	must(t, s.SetAlias(ctx, "a", "red", "Ümit"))
	must(t, s.SetAlias(ctx, "a", "red", "Zoë"))
	must(t, s.SetAlias(ctx, "a", "blue", "x"))
	must(t, s.SetAlias(ctx, "a", "blue", ""))
	if err := s.SetAlias(ctx, "c", "red", "x"); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("an alias for no match: %v", err)
	}
	got, err := s.Aliases(ctx, "a")
	must(t, err)
	if !reflect.DeepEqual(got, map[referee.Seat]string{"red": "Zoë"}) {
		t.Errorf("aliases: %v", got)
	}
	must(t, s.Delete(ctx, "a"))
	if got, err = s.Aliases(ctx, "a"); err != nil || len(got) != 0 {
		t.Errorf("a match that is gone has the aliases %v, %v", got, err)
	}
}

func notes(t *testing.T, s store.Store) {
	for _, text := range []string{"one", "two", ""} {
		must(t, s.SetNote(ctx, "board", text))
		if got, err := s.Note(ctx, "board"); err != nil || got != text {
			t.Errorf("a note came back as %q, %v, not %q", got, err, text)
		}
	}
}

// Many change one note at once, and each change is there.
func changes(t *testing.T, s store.Store) {
	add := func(text string) (string, error) { return text + "x", nil }
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				if err := s.ChangeNote(ctx, "n", add); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if text, err := s.Note(ctx, "n"); err != nil || text != strings.Repeat("x", 40) {
		t.Errorf("%q, %v", text, err)
	}
	wrong := errors.New("wrong")
	if err := s.ChangeNote(ctx, "n", func(string) (string, error) { return "y", wrong }); !errors.Is(err, wrong) {
		t.Error(err)
	}
	must(t, s.ChangeNote(ctx, "m", func(text string) (string, error) { return text, nil }))
	must(t, s.ChangeNote(ctx, "n", func(string) (string, error) { return "", nil }))
	for _, name := range []string{"n", "m"} {
		if text, err := s.Note(ctx, name); err != nil || text != "" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}
