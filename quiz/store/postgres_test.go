//go:build unix

package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

func connect(t *testing.T, address string) *store.Postgres {
	t.Helper()
	s, err := store.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A server keeps what a file keeps, and more.
func TestPostgres(t *testing.T) {
	server := storetest.NewServer(t)
	suite(t, func(t *testing.T) store.Store { return connect(t, server.Database()) })
	for name, test := range map[string]func(*testing.T, *storetest.Server, string){
		"together": together, "two programs": twoPrograms, "since": since, "watch": watch, "alone": alone, "notes by version": noteVersions,
		"logs stay": serverLogsStay, "missing entries": missingEntries, "other versions": otherVersions, "delete beside a reader": deleteBesideReader,
	} {
		t.Run(name, func(t *testing.T) { test(t, server, server.Database()) })
	}
}

// Programs that start at once make the tables once.
func together(t *testing.T, _ *storetest.Server, address string) {
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			s, err := store.Connect(ctx, address)
			if err != nil {
				t.Error(err)
				return
			}
			if err := errors.Join(s.Create(ctx, storetest.Match(fmt.Sprint("m", i)), storetest.At(i)), s.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	s := connect(t, address)
	defer s.Close()
	if l, err := s.List(ctx); err != nil || len(l) != 6 {
		t.Errorf("%d matches, %v", len(l), err)
	}
}

// Two programs that add to one log are told of each other.
func twoPrograms(t *testing.T, _ *storetest.Server, address string) {
	a, b := connect(t, address), connect(t, address)
	defer a.Close()
	defer b.Close()
	fill(t, a, "m", 2)
	var stale *store.StaleError
	if _, _, err := b.Append(ctx, "m", storetest.Record(2), storetest.At(9)); err != nil {
		t.Errorf("an operation another program has entered: %v", err)
	}
	r := storetest.Record(2)
	r.Op = "other"
	if _, _, err := b.Append(ctx, "m", r, storetest.At(9)); !errors.As(err, &stale) || stale.Have != 2 {
		t.Errorf("behind what another program entered: %v", err)
	}
	r.Seq = 3
	if _, _, err := b.Append(ctx, "m", r, storetest.At(9)); err != nil {
		t.Error(err)
	}
	if _, log, err := a.Load(ctx, "m"); err != nil || len(log) != 3 {
		t.Errorf("%d entries, %v", len(log), err)
	}
}

func since(t *testing.T, _ *storetest.Server, address string) {
	s := connect(t, address)
	defer s.Close()
	fill(t, s, "m", 0)
	m, log, err := s.Load(ctx, "m")
	must(t, err)
	for n := 1; n <= 5; n += 2 {
		for i := n; i <= n+1; i++ {
			_, _, err := s.Append(ctx, "m", storetest.Record(i), storetest.At(i))
			must(t, err)
		}
		more, err := s.Since(ctx, m, log)
		must(t, err)
		if log = append(log, more...); len(more) != 2 || len(log) != n+1 {
			t.Fatalf("%d more, %d in all", len(more), len(log))
		}
	}
	must(t, store.Verify(m, log))
	if more, err := s.Since(ctx, m, log); err != nil || len(more) != 0 {
		t.Errorf("%d more, %v", len(more), err)
	}
	wrong := slices.Clone(log[:3])
	wrong[2].Hash = strings.Repeat("0", 64)
	if _, err := s.Since(ctx, m, wrong); err == nil {
		t.Error("entries that follow another log were taken")
	}
	must(t, s.Delete(ctx, "m"))
	if _, err := s.Since(ctx, m, log); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("a match that is gone: %v", err)
	}
}

// watching returns what a store tells of; it goes with the test.
func watching(t *testing.T, s store.Shared) <-chan store.Change {
	told := make(chan store.Change, 100)
	within, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Watch(within, func(c store.Change) { told <- c })
	}()
	t.Cleanup(func() { stop(); <-ended })
	return told
}

// hear waits for a change.
func hear(t *testing.T, told <-chan store.Change, want store.Change) {
	t.Helper()
	late := time.After(20 * time.Second)
	for {
		select {
		case c := <-told:
			if c == want {
				return
			}
		case <-late:
			t.Fatalf("never told of %+v", want)
		}
	}
}

// What one program does another hears of, also when the server was away.
func watch(t *testing.T, server *storetest.Server, address string) {
	a, b := connect(t, address), connect(t, address)
	defer a.Close()
	defer b.Close()
	told := watching(t, b)
	hear(t, told, store.Change{Kind: store.ChangedAll})
	fill(t, a, "m", 3)
	hear(t, told, store.Change{Kind: store.ChangedMatch, Name: "m"})
	hear(t, told, store.Change{Kind: store.ChangedLog, Name: "m", Seq: 3})
	p := store.Session{Hash: "11", Match: "m", Role: "seat", Seat: "red", N: 1, Made: storetest.At(1)}
	must(t, a.Admit(ctx, p))
	hear(t, told, store.Change{Kind: store.ChangedSeats, Name: "m"})
	if got, ok, err := b.Session(ctx, "11"); !ok || err != nil || got.Seat != "red" {
		t.Errorf("%+v %v %v", got, ok, err)
	}
	must(t, a.Dismiss(ctx, "11", "12"))
	hear(t, told, store.Change{Kind: store.ChangedSeats, Name: "m"})
	if _, ok, err := b.Session(ctx, "11"); ok || err != nil {
		t.Error("it was dismissed", err)
	}
	must(t, a.SetNote(ctx, "a b", "x"))
	hear(t, told, store.Change{Kind: store.ChangedNote, Name: "a b"})
	server.Kill()
	server.Start()
	hear(t, told, store.Change{Kind: store.ChangedAll})
	for end := time.Now().Add(20 * time.Second); ; {
		_, _, err := a.Append(ctx, "m", storetest.Record(4), storetest.At(4))
		if err == nil {
			break
		}
		if !a.Away() || time.Now().After(end) {
			t.Fatalf("away %v: %v", a.Away(), err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if a.Away() {
		t.Error("the server is there again")
	}
	hear(t, told, store.Change{Kind: store.ChangedLog, Name: "m", Seq: 4})
	must(t, a.Delete(ctx, "m"))
	hear(t, told, store.Change{Kind: store.ChangedMatch, Name: "m"})
}

// One program at a time does what is to be done once.
func alone(t *testing.T, _ *storetest.Server, address string) {
	a, b := connect(t, address), connect(t, address)
	defer a.Close()
	defer b.Close()
	var wg sync.WaitGroup
	inside, most := 0, 0
	var mu sync.Mutex
	count := func(n int) {
		mu.Lock()
		defer mu.Unlock()
		inside += n
		most = max(most, inside)
	}
	for _, s := range []*store.Postgres{a, b, a, b} {
		wg.Go(func() {
			if err := s.Alone(ctx, "event", func() error {
				count(1)
				defer count(-1)
				_, err := s.List(ctx)
				time.Sleep(20 * time.Millisecond)
				return err
			}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if most != 1 {
		t.Errorf("%d at once", most)
	}
}

func noteVersions(t *testing.T, _ *storetest.Server, address string) {
	s := connect(t, address)
	defer s.Close()
	if text, version, err := s.NoteSince(ctx, "x", 0); text != "" || version != 0 || err != nil {
		t.Error(text, version, err)
	}
	must(t, s.SetNote(ctx, "x", "one"))
	text, first, err := s.NoteSince(ctx, "x", 0)
	if text != "one" || first == 0 || err != nil {
		t.Error(text, first, err)
	}
	if text, version, err := s.NoteSince(ctx, "x", first); text != "" || version != first || err != nil {
		t.Error(text, version, err)
	}
	must(t, s.SetNote(ctx, "x", ""))
	must(t, s.SetNote(ctx, "x", "one"))
	if text, version, err := s.NoteSince(ctx, "x", first); text != "one" || version == first || err != nil {
		t.Error("made anew, it has its old version", text, version, err)
	}
}

func serverLogsStay(t *testing.T, server *storetest.Server, address string) {
	s := connect(t, address)
	defer s.Close()
	fill(t, s, "m", 8)
	for _, q := range []string{
		"UPDATE kitpress.events SET op = 'x' WHERE seq = 2",
		"DELETE FROM kitpress.events WHERE seq = 8",
		"UPDATE kitpress.matches SET id = 'n'",
	} {
		if out, err := server.Query(address, q); err == nil {
			t.Errorf("allowed: %s: %s", q, out)
		}
	}
	if out, err := server.Query(address, `DROP TRIGGER events_stay ON kitpress.events;
		UPDATE kitpress.events SET json = replace(json, '"eyes":["3"]', '"eyes":["6"]') WHERE seq = 2`); err != nil {
		t.Fatal(out)
	}
	if _, _, err := s.Load(ctx, "m"); err == nil || !strings.Contains(err.Error(), "entry 2 ") {
		t.Errorf("a changed log was read: %v", err)
	}
}

func missingEntries(t *testing.T, server *storetest.Server, address string) {
	s := connect(t, address)
	defer s.Close()
	fill(t, s, "m", 4)
	m, log, err := s.Load(ctx, "m")
	must(t, err)
	if out, err := server.Query(address, "DROP TRIGGER events_remain ON kitpress.events; DELETE FROM kitpress.events WHERE seq = 4"); err != nil {
		t.Fatal(out)
	}
	r := referee.Record{Seq: 4, Op: "new", Command: referee.Command{Verb: "pass"}}
	_, _, appended := s.Append(ctx, "m", r, storetest.At(5))
	_, _, loaded := s.Load(ctx, "m")
	_, followed := s.Since(ctx, m, log[:3])
	for i, err := range []error{appended, loaded, followed} {
		if err == nil || !strings.Contains(err.Error(), "acknowledged") {
			t.Errorf("%d: an entry is missing: %v", i, err)
		}
	}
}

func otherVersions(t *testing.T, server *storetest.Server, address string) {
	connect(t, address).Close()
	if out, err := server.Query(address, "UPDATE kitpress.format SET version = 99"); err != nil {
		t.Fatal(out)
	}
	if _, err := store.Connect(ctx, address); err == nil || !strings.Contains(err.Error(), "later version") {
		t.Error(err)
	}
	for _, wrong := range []string{"postgres://a:secret@[::1", address + "&sslmode=perhaps", strings.Replace(address, "base", "nobase", 1)} {
		if _, err := store.Connect(ctx, wrong); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// A deletion does not wait for ever for somebody who reads, and nothing waits
// behind it.
func deleteBesideReader(t *testing.T, server *storetest.Server, address string) {
	s := connect(t, address)
	defer s.Close()
	fill(t, s, "m", 2)
	fill(t, s, "gone", 2)
	reading := make(chan struct{})
	go func() {
		defer close(reading)
		_, _ = server.Query(address, "BEGIN; SELECT count(*) FROM kitpress.events; SELECT pg_sleep(6)")
	}()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if out, _ := server.Query(address, "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(6)%' AND query NOT LIKE '%pg_stat%'"); strings.TrimSpace(out) == "1" {
			break
		}
	}
	if err := s.Delete(ctx, "gone"); !errors.Is(err, store.ErrTraces) {
		t.Errorf("beside a reader: %v", err)
	}
	if _, _, err := s.Load(ctx, "gone"); !errors.Is(err, store.ErrUnknown) {
		t.Error(err)
	}
	<-reading
	must(t, s.Pack(ctx))
}
