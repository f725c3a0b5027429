package desk

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"kitpress/catalog"
	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
	"kitpress/quiz/store"
)

// begin returns a new match of a game for the fewest seats it takes.
func begin(t *testing.T, game string) (*Desk, *Table) {
	t.Helper()
	d := &Desk{Store: store.NewMemory(), Catalog: catalog.Embedded()}
	g, _, err := d.Game(game)
	if err != nil {
		t.Fatal(err)
	}
	m := store.Match{ID: "m", Game: game}
	for _, seat := range []referee.Seat{"red", "blue", "green", "grey"}[:g.Players.Min] {
		m.Seats = append(m.Seats, seat)
	}
	if e := g.EditionFor("en"); e != nil {
		m.Edition = e.ID
	}
	table, err := d.New(context.Background(), m, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	return d, table
}

// The screen of every game can be said in every language, and a seat that is
// called like a pile keeps its name.
func TestViews(t *testing.T) {
	for _, game := range rules.Games() {
		d, table := begin(t, game)
		for _, lang := range table.Game().Languages {
			speak, err := Speak(d.Catalog, table.Game(), table.Play.Setup().Edition, lang)
			if err != nil {
				t.Fatal(err)
			}
			lines, err := speak.View(table)
			if err != nil || len(lines) < 4 || speak.Lang() != lang {
				t.Errorf("%s in %s: %q, %v", game, lang, lines, err)
			}
			at := *speak
			if at.seats = table.Match.Seats; at.label("red") != "red" {
				t.Errorf("%s in %s: the seat red is called %q", game, lang, at.label("red"))
			}
		}
	}
}

// Two tables open on one match: the one that expects nothing is judged anew,
// the one that says what it has seen is told.
func TestStaleWriters(t *testing.T) {
	ctx := context.Background()
	d, first := begin(t, "online")
	second, err := d.Open(ctx, "m")
	if err != nil {
		t.Fatal(err)
	}
	third, err := d.Open(ctx, "m")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	draw := Entry{Command: referee.Command{Verb: "draw", Seat: "red"}}
	if res, err := first.Record(ctx, draw, time.Unix(1, 0)); err != nil || res.Refusal != nil {
		t.Fatal(res, err)
	}
	res, err := second.Record(ctx, draw, time.Unix(2, 0))
	if err != nil || res.Refusal == nil || res.Refusal.Why.ID != "referee.drawn" || second.Play.Seq() != 1 {
		t.Errorf("%+v, %v: the second must see what the first did", res, err)
	}
	draw.Expect = &seen
	var stale *store.StaleError
	if _, err = third.Record(ctx, draw, time.Unix(3, 0)); !errors.As(err, &stale) || stale.Have != 1 {
		t.Errorf("%v: the third must be told", err)
	}
}

// An operation that is sent many times at once counts once.
func TestRepeatedOperation(t *testing.T) {
	ctx := context.Background()
	d, _ := begin(t, "online")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			table, err := d.Open(ctx, "m")
			if err != nil {
				t.Error(err)
				return
			}
			res, err := table.Record(ctx, Entry{Command: referee.Command{Verb: "draw", Seat: "red"}, Op: "a"}, time.Unix(1, 0))
			if err != nil || res.Refusal != nil || res.Entry.Record.Seq != 1 {
				t.Errorf("%+v, %v", res, err)
			}
		})
	}
	all.Wait()
	if table, err := d.Open(ctx, "m"); err != nil || table.Play.Seq() != 1 {
		t.Errorf("%d records, %v", table.Play.Seq(), err)
	}
}
