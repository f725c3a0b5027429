package web

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
	"kitpress/quiz/store/storetest"
)

// A day of matches, one after the other, looked at by the desk: what the server
// holds does not grow with what was entered. KITPRESS_LONG makes it 100,000
// entries.
func TestMemoryStaysFlat(t *testing.T) {
	total, most := 3_000, 150 // entries; of a match
	if os.Getenv("KITPRESS_LONG") != "" {
		total, most = 25_000, 400
	}
	h := newHouse(t, storetest.New(t))
	scripts := map[string][]referee.Command{}
	for _, game := range rules.Games() {
		_, setup := aMatch(t, game)
		scripts[game] = script(t, setup, 5, most)
	}
	var first, last uint64
	tables, entered := 0, 0
	for n := 0; entered < total; n++ {
		game := rules.Games()[n%4]
		m, _ := aMatch(t, game)
		table, err := h.lobby.Create(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range scripts[game] {
			h.move(10 * time.Second)
			g := lobby.Guest{Role: referee.RoleReferee, N: 1 + i%8}
			if res, err := table.Record(t.Context(), g, desk.Submission{Command: c, Op: fmt.Sprintf("%032d", i), Expect: &i}); err != nil || res.Refusal != nil {
				t.Fatal(err, res.Refusal)
			}
		}
		h.atDesk().must("GET", "/desk/state?lang=de", nil, nil)
		h.lobby.Opened(table.ID)
		tables, entered = tables+1, entered+len(scripts[game])
		switch {
		case first == 0 && entered > total/4 && tables > 8:
			first = heap()
		case entered >= total:
			last = heap()
		}
	}
	grown := int64(last) - int64(first)
	t.Logf("%d entries in %d matches: %d KiB after a quarter, %d KiB at the end", entered, tables, first>>10, last>>10)
	// What is left of a match: its number, its PINs, what the desk shows of it.
	if grown > int64(tables)*12<<10+1<<20 {
		t.Errorf("it has grown by %d KiB, %d bytes an entry", grown>>10, grown/int64(entered*3/4))
	}
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// A table that sleeps is shown at the desk as it was, and goes on where it was when
// somebody comes.
func TestATableSleepsAndWakes(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	table := h.create("red", "blue")
	ref := h.join(table, referee.RoleReferee, "")
	ref.must("POST", "/t/"+table.ID+"/record", dealing("a", 0), nil)
	ref.must("POST", "/t/"+table.ID+"/record", rolling("b", 1), nil)
	before, seen := ref.state(table), h.seen(table.ID)
	h.move(20 * time.Minute)
	open, err := h.lobby.Opened(table.ID)
	if err != nil {
		t.Fatal(err)
	}
	asleep := errors.New("it sleeps")
	sleeps := func() bool {
		return errors.Is(open.Glance(lobby.Guest{Role: referee.RoleScreen}, func(s lobby.Snapshot) error {
			if s.Match == nil && s.Seq == 2 {
				return asleep
			}
			return nil
		}), asleep)
	}
	if !sleeps() {
		t.Error("nobody has played for twenty minutes, and it does not sleep")
	}
	if now := h.seen(table.ID); fmt.Sprint(now.Seats, now.Phase, now.Over, now.PIN) != fmt.Sprint(seen.Seats, seen.Phase, seen.Over, seen.PIN) {
		t.Errorf("the desk shows %+v, before %+v", now, seen)
	}
	if !sleeps() {
		t.Error("the desk has waked it")
	}
	var again recordedJSON
	ref.must("POST", "/t/"+table.ID+"/record", rolling("b", 1), &again) // sent again: it counts once
	if now := ref.state(table); !again.Repeated || now.Seq != 2 || fmt.Sprint(now.Seats) != fmt.Sprint(before.Seats) || len(now.Log) != len(before.Log) {
		t.Errorf("it goes on with %+v, before %+v", now, before)
	}
	if sleeps() {
		t.Error("somebody is there, and it sleeps")
	}
	h.move(20 * time.Minute)
	h.lobby.Opened(table.ID)
	ref.must("POST", "/t/"+table.ID+"/undo", entryJSON{Op: "c", Expect: expect(2)}, nil)
	if now := ref.state(table); now.Seq != 3 || !now.Log[0].Undone && now.Log[0].Undoes == 0 {
		t.Errorf("taken back after it slept: %+v", now.Log)
	}
}
