package desk

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/catalog"
	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// begin returns a new match of a game for the fewest seats it takes.
func begin(t *testing.T, game string) (*Desk, *OpenMatch) {
	t.Helper()
	d := &Desk{Store: storetest.New(t), Catalog: catalog.Embedded()}
	g, _, err := d.Game(game)
	if err != nil {
		t.Fatal(err)
	}
	m := store.Match{ID: "m", Game: game}
	m.Seats = append(m.Seats, []referee.Seat{"red", "blue", "green", "grey"}[:g.Players.Min]...)
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
			presenter, err := NewPresenter(d.Catalog, table.Game(), table.Play.Setup().Edition, lang)
			if err != nil {
				t.Fatal(err)
			}
			view, err := presenter.View(table)
			if err != nil || len(view) < 4 || presenter.Lang() != lang {
				t.Errorf("%s in %s: %+v, %v", game, lang, view, err)
			}
			lines := inLines(view)
			n, err := readNode(table.Play.View(""))
			if err != nil {
				t.Fatal(err)
			}
			pile := presenter.label("red") + "  " + fmt.Sprint(n.part("red").value)
			seats := slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, "red") })
			if !seats || game == "cyber-siege" && !slices.Contains(lines, pile) {
				t.Errorf("%s in %s: the seat red and the pile are not told apart: %q", game, lang, lines)
			}
			for _, name := range table.Play.Quiet() {
				if slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, presenter.label(name)) }) {
					t.Errorf("%s in %s: says %q", game, lang, presenter.label(name))
				}
			}
		}
	}
}

// inLines returns all that a view says, a line for each section and row.
func inLines(view []Section) (lines []string) {
	var value func(Line) string
	value = func(l Line) string {
		tags := []string{l.Text}[:min(1, len(l.Text))]
		for _, tag := range l.Tags {
			tags = append(tags, strings.TrimSpace(tag.Label+" "+value(tag)))
		}
		return strings.Join(tags, " · ")
	}
	for _, section := range view {
		for _, l := range append([]Line{section.Line}, section.Rows...) {
			lines = append(lines, l.Label+"  "+value(l))
		}
	}
	return lines
}

// parts returns the names of all parts that a type has as JSON.
func parts(t reflect.Type, seen map[reflect.Type]bool) []string {
	var names []string
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return parts(t.Elem(), seen)
	case reflect.Struct:
		if seen[t] {
			return nil
		}
		seen[t] = true
		for f := range t.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name != "" && name != "-" {
				names = append(names, name)
			}
			if f.IsExported() || f.Anonymous {
				names = append(names, parts(f.Type, seen)...)
			}
		}
	}
	return names
}

// Every part that the view of a game can have is called something, also one
// that is not there at the start.
func TestEveryPartOfAViewHasWords(t *testing.T) {
	for _, game := range rules.Games() {
		d, table := begin(t, game)
		list := parts(reflect.TypeOf(table.Play.View("")), map[reflect.Type]bool{})
		if len(list) < 10 {
			t.Errorf("%s: only %v", game, list)
		}
		for lang, presenter := range presenters(t, d, table) {
			for _, name := range list {
				if name != "id" && presenter.label(name) == name {
					t.Errorf("%s in %s: %q has no words", game, lang, name)
				}
			}
		}
	}
}

// Seats that play together stand together, each seat once.
func TestTeams(t *testing.T) {
	d := &Desk{Store: storetest.New(t), Catalog: catalog.Embedded()}
	table, err := d.New(context.Background(), store.Match{ID: "m", Game: "online", Seats: []referee.Seat{"blue", "green", "red", "yellow"}}, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	view, err := presenters(t, d, table)["en"].View(table)
	lines := inLines(view)
	if err != nil || !slices.Contains(lines, "Teams  Blue + Red · Green + Yellow") {
		t.Errorf("%q, %v", lines, err)
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
	draw := Submission{Command: referee.Command{Verb: "draw", Seat: "red"}}
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
			res, err := table.Record(ctx, Submission{Command: referee.Command{Verb: "draw", Seat: "red"}, Op: "a"}, time.Unix(1, 0))
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
