package lobby

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"kitpress/quiz/referee"
	"kitpress/quiz/store/storetest"
)

// Points decide, then what breaks ties, in the order that was agreed on; what
// is still equal shares a rank.
func TestRanking(t *testing.T) {
	rows := []Standing{
		{Team: "few", Points: 3, Wins: 1, Total: 99, Best: 99},
		{Team: "winner", Points: 8, Wins: 2, Total: 30, Best: 20},
		{Team: "collector", Points: 8, Wins: 1, Total: 70, Best: 40},
		{Team: "star", Points: 8, Wins: 1, Total: 60, Best: 50},
		{Team: "twin", Points: 8, Wins: 1, Total: 60, Best: 50},
	}
	for _, tc := range []struct {
		ties  []Tie
		mixed bool
		want  string
	}{
		{[]Tie{TieWins, TieTotal, TieBest}, false, "1 winner 2 collector 3 star 3 twin 5 few"},
		{[]Tie{TieWins, TieTotal, TieBest}, true, "1 winner 2 collector 2 star 2 twin 5 few"}, // totals of different games
		{[]Tie{TieTotal}, false, "1 collector 2 star 2 twin 4 winner 5 few"},
		{[]Tie{TieBest, TieTotal}, false, "1 star 1 twin 3 collector 4 winner 5 few"},
		{nil, false, "1 winner 1 collector 1 star 1 twin 5 few"},
	} {
		s := Standings{Mixed: tc.mixed, Board: Board{Ties: tc.ties}, Rows: append([]Standing{}, rows...)}
		s.rank()
		var got []string
		for _, r := range s.Rows {
			got = append(got, fmt.Sprint(r.Rank, " ", r.Team))
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%v: %v, want %s", tc.ties, got, tc.want)
		}
	}
}

// What a match adds to a team: nothing before it is over, the better one of
// two in a round.
func TestCounting(t *testing.T) {
	b := Board{Points: []int{5, 3}}
	over := referee.Tally{Over: true, Winners: []referee.Seat{"red"}}
	row := Standing{Results: []Result{{Missing: true}, {Missing: true}, {Missing: true}}}
	add := func(round int, tally referee.Tally, r referee.Row) { row.add(b, Place{Table: "1"}, round, r, tally) }
	add(0, over, referee.Row{Seat: "red", Rank: 1, Total: 20})
	add(1, referee.Tally{}, referee.Row{Seat: "red", Rank: 1, Total: 50})
	if row.Points != 5 || row.Wins != 1 || row.Total != 20 || row.Best != 20 || !row.Results[2].Missing || row.Results[1].Over {
		t.Errorf("%+v", row)
	}
	add(1, over, referee.Row{Seat: "blue", Rank: 2, Total: 12})
	add(1, over, referee.Row{Seat: "green", Rank: 3, Total: 40}) // another seat of the team
	add(2, over, referee.Row{Seat: "red", Rank: 1, Total: 0})
	if want := []Result{
		{Over: true, Won: true, Table: "1", Rank: 1, Total: 20, Points: 5}, {Over: true, Table: "1", Rank: 2, Total: 12, Points: 3},
		{Over: true, Won: true, Table: "1", Rank: 1, Points: 5},
	}; !reflect.DeepEqual(row.Results, want) || row.Points != 13 || row.Wins != 2 || row.Total != 32 {
		t.Errorf("%+v", row)
	}
}

// A board is kept over a restart, holds only what can be, and forgets matches
// that are deleted.
func TestBoard(t *testing.T) {
	s := storetest.New(t)
	h, _ := newLobby(s)
	one, two := begin(t, h), begin(t, h)
	ctx := t.Context()
	set := func(p Place) error { return h.SetPlace(ctx, p) }
	for _, err := range []error{
		set(Place{Match: two.ID, Round: 2, Table: "A"}),
		set(Place{Match: one.ID, Round: 1, Table: "A", Teams: map[referee.Seat]string{"red": "Foxes", "blue": ""}}),
		set(Place{Match: two.ID, Round: 1, Table: "B", Teams: map[referee.Seat]string{"red": "Owls"}}),
		h.ChangeBoard(ctx, func(b *Board) { b.Title = "Cup" }),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, p := range map[string]Place{
		"no match": {Match: "nope", Round: 1}, "no round": {Match: one.ID}, "round 51": {Match: one.ID, Round: 51},
		"odd team": {Match: one.ID, Round: 1, Teams: map[referee.Seat]string{"red": "a\u202eb"}}, "odd table": {Match: one.ID, Round: 1, Table: "a\nb"},
		"no seat": {Match: one.ID, Round: 1, Teams: map[referee.Seat]string{"green": "x"}},
	} {
		if err := set(p); !errors.Is(err, ErrWrong) && !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(*Board){
		"points": func(b *Board) { b.Points = []int{-1} }, "tie": func(b *Board) { b.Ties = []Tie{"luck"} },
		"twice": func(b *Board) { b.Ties = []Tie{TieBest, TieBest} }, "title": func(b *Board) { b.Title = strings.Repeat("x", 61) },
		"match twice": func(b *Board) { b.Entries = append(b.Entries, b.Entries[0]) },
	} {
		if err := h.ChangeBoard(ctx, change); !errors.Is(err, ErrWrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
	h, _ = newLobby(s)
	b, err := h.Board(ctx)
	if err != nil || b.Title != "Cup" || len(b.Entries) != 2 || b.Entries[1].Teams["red"] != "Owls" || len(b.Entries[0].Teams) != 1 {
		t.Fatalf("%+v, %v", b, err)
	}
	st, err := h.Standings(ctx)
	if err != nil || len(st.Rows) != 4 || len(st.Rounds) != 1 || st.Rows[0].Rank != 1 || st.Rows[3].Rank != 1 {
		t.Errorf("%+v, %v", st, err)
	}
	if err := h.Delete(ctx, one.ID); err != nil {
		t.Fatal(err)
	}
	if note, _ := s.Note(ctx, boardNote); strings.Contains(note, one.ID) || strings.Contains(note, "Foxes") || !strings.Contains(note, "Owls") {
		t.Errorf("the board says %s", note)
	}
}
