package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// suite runs the suite on empty stores that open makes.
func suite(t *testing.T, open func(t *testing.T) store.Store) {
	for name, test := range map[string]func(*testing.T, store.Store){
		"round trip": roundTrip, "stale": stale, "repeated": repeated, "unknown": unknown, "ids": ids,
		"list": list, "delete": deleted, "export": export, "race": race,
		"sessions": sessions, "aliases": aliases, "notes": notes, "changes": changes,
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			test(t, s)
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fill makes a match with n records.
func fill(t *testing.T, s store.Store, id string, n int) {
	t.Helper()
	must(t, s.Create(ctx, storetest.Match(id), storetest.At(0)))
	for i := 1; i <= n; i++ {
		e, again, err := s.Append(ctx, id, storetest.Record(i), storetest.At(i))
		must(t, err)
		if again || e.Record.Seq != i {
			t.Fatalf("record %d: %+v, repeated %v", i, e, again)
		}
	}
}

func roundTrip(t *testing.T, s store.Store) {
	fill(t, s, "m", 12)
	m, log, err := s.Load(ctx, "m")
	must(t, err)
	want := storetest.Match("m")
	want.Created = storetest.At(0).UTC().Truncate(time.Millisecond)
	if !reflect.DeepEqual(m, want) {
		t.Errorf("%+v\nwant %+v", m, want)
	}
	if len(log) != 12 {
		t.Fatalf("%d entries", len(log))
	}
	for i, e := range log {
		if !e.At.Equal(storetest.At(i + 1).Truncate(time.Millisecond)) {
			t.Errorf("entry %d was written at %v", i+1, e.At)
		}
		if got, want := fmt.Sprintf("%+v", e.Record.Command), fmt.Sprintf("%+v", storetest.Record(i+1).Command); got != want {
			t.Errorf("entry %d is %s, want %s", i+1, got, want)
		}
		if e.Record.Undoes != storetest.Record(i+1).Undoes || !reflect.DeepEqual(e.Record.Events, storetest.Record(i+1).Events) {
			t.Errorf("entry %d: %+v", i+1, e.Record)
		}
		if r := storetest.Record(i + 1).Ruling; r != nil && (e.Record.Ruling == nil || e.Record.Ruling.Reason != r.Reason) {
			t.Errorf("entry %d lost its ruling", i+1)
		}
	}
	must(t, store.Verify(m, log))
}

// Who writes behind what is there no more is told so, and nothing is written.
func stale(t *testing.T, s store.Store) {
	fill(t, s, "m", 2)
	for _, seq := range []int{-1, 0, 1, 2, 4} {
		r := storetest.Record(seq)
		r.Seq, r.Op = seq, fmt.Sprintf("other-%d", seq)
		_, _, err := s.Append(ctx, "m", r, storetest.At(9))
		var is *store.StaleError
		if !errors.As(err, &is) || is.Have != 2 || is.Wanted != seq {
			t.Errorf("record %d: %v", seq, err)
		}
	}
	_, log, err := s.Load(ctx, "m")
	must(t, err)
	if len(log) != 2 {
		t.Errorf("%d entries", len(log))
	}
}

// An operation that is sent again is found, whatever number it has now, and
// another match may use the same one.
func repeated(t *testing.T, s store.Store) {
	fill(t, s, "m", 4)
	fill(t, s, "n", 1)
	r := storetest.Record(2)
	r.Seq = 5
	e, again, err := s.Append(ctx, "m", r, storetest.At(30))
	must(t, err)
	if !again || e.Record.Seq != 2 || !e.At.Equal(storetest.At(2).Truncate(time.Millisecond)) {
		t.Errorf("%+v, repeated %v", e, again)
	}
	_, log, err := s.Load(ctx, "m")
	must(t, err)
	if len(log) != 4 {
		t.Errorf("%d entries", len(log))
	}
	plain := referee.Record{Seq: 5, Command: referee.Command{Verb: "pass"}}
	for ; plain.Seq <= 6; plain.Seq++ {
		if _, again, err := s.Append(ctx, "m", plain, storetest.At(31)); again || err != nil {
			t.Errorf("records without an operation are all different: %v %v", again, err)
		}
	}
}

func unknown(t *testing.T, s store.Store) {
	if _, _, err := s.Load(ctx, "m"); !errors.Is(err, store.ErrUnknown) {
		t.Error(err)
	}
	if _, _, err := s.Append(ctx, "m", storetest.Record(1), storetest.At(1)); !errors.Is(err, store.ErrUnknown) {
		t.Error(err)
	}
	if err := s.Delete(ctx, "m"); !errors.Is(err, store.ErrUnknown) {
		t.Error(err)
	}
	if list, err := s.List(ctx); err != nil || len(list) != 0 {
		t.Errorf("%v %v", list, err)
	}
}

func ids(t *testing.T, s store.Store) {
	fill(t, s, "m", 1)
	if err := s.Create(ctx, storetest.Match("m"), storetest.At(5)); !errors.Is(err, store.ErrExists) {
		t.Error(err)
	}
	for _, id := range []string{"", "M", "a b", "../x", "ü", "a'--", strings.Repeat("x", 65)} {
		if err := s.Create(ctx, storetest.Match(id), storetest.At(5)); err == nil || errors.Is(err, store.ErrExists) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if l, err := s.List(ctx); err != nil || len(l) != 1 || l[0].Records != 1 {
		t.Errorf("%+v %v", l, err)
	}
}

// The latest comes first.
func list(t *testing.T, s store.Store) {
	fill(t, s, "b", 3)
	fill(t, s, "a", 3)
	fill(t, s, "c", 0)
	_, _, err := s.Append(ctx, "b", storetest.Record(4), storetest.At(50))
	must(t, err)
	l, err := s.List(ctx)
	must(t, err)
	var got []string
	for _, m := range l {
		got = append(got, fmt.Sprintf("%s:%d:%s", m.ID, m.Records, m.Last.Format("05.000")))
	}
	if want := "b:4:50.123 a:3:03.123 c:0:00.123"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func deleted(t *testing.T, s store.Store) {
	fill(t, s, "m", 6)
	fill(t, s, "n", 2)
	must(t, s.Delete(ctx, "m"))
	if _, _, err := s.Load(ctx, "m"); !errors.Is(err, store.ErrUnknown) {
		t.Error(err)
	}
	if _, log, err := s.Load(ctx, "n"); err != nil || len(log) != 2 {
		t.Errorf("the other match: %d entries, %v", len(log), err)
	}
	fill(t, s, "m", 1) // the id is free again
}

// What is exported can be taken in again, as it was, and nothing else can.
func export(t *testing.T, s store.Store) {
	fill(t, s, "m", 7)
	m, log, err := s.Load(ctx, "m")
	must(t, err)
	var file bytes.Buffer
	must(t, store.Export(&file, m, log))
	in, err := store.Import(bytes.NewReader(file.Bytes()))
	back, entries := in.Match, in.Log
	must(t, err)
	if err := s.Insert(ctx, back, entries); !errors.Is(err, store.ErrExists) {
		t.Error(err)
	}
	must(t, s.Delete(ctx, "m"))
	must(t, s.Insert(ctx, back, entries))
	_, again, err := s.Load(ctx, "m")
	must(t, err)
	var second bytes.Buffer
	must(t, store.Export(&second, back, again))
	if second.String() != file.String() {
		t.Errorf("%s\nwas\n%s", second.String(), file.String())
	}
	entries[3].Record.Command.Seat = "blue"
	must(t, s.Delete(ctx, "m"))
	if err := s.Insert(ctx, back, entries); err == nil {
		t.Error("an entry was changed and taken in")
	}
	if _, _, err := s.Load(ctx, "m"); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("half of it was taken in: %v", err)
	}
}

// Many write at once; each number is given once, and everybody who lost is
// told so.
func race(t *testing.T, s store.Store) {
	must(t, s.Create(ctx, storetest.Match("m"), storetest.At(0)))
	const writers, each = 8, 12
	var wg sync.WaitGroup
	var mu sync.Mutex
	lost := 0
	for w := range writers {
		wg.Go(func() {
			seq := 1
			for i := 0; i < each; {
				r := referee.Record{Seq: seq, Op: fmt.Sprintf("%d-%d", w, i), Command: referee.Command{Verb: "pass", Seat: "red"}}
				_, _, err := s.Append(ctx, "m", r, storetest.At(1))
				var behind *store.StaleError
				switch {
				case errors.As(err, &behind):
					seq = behind.Have + 1
					mu.Lock()
					lost++
					mu.Unlock()
				case err != nil:
					t.Error(err)
					return
				default:
					seq++
					i++
				}
			}
		})
	}
	wg.Wait()
	m, log, err := s.Load(ctx, "m")
	must(t, err)
	must(t, store.Verify(m, log))
	ops := map[string]bool{}
	for _, e := range log {
		ops[e.Record.Op] = true
	}
	if len(log) != writers*each || len(ops) != len(log) {
		t.Errorf("%d entries of %d operations, want %d", len(log), len(ops), writers*each)
	}
	t.Logf("%d entries, %d lost a race and tried again", len(log), lost)
}
