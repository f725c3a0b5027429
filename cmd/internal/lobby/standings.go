package lobby

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"kitpress/quiz/referee"
)

// Standings is how an event stands.
type Standings struct {
	Board  Board
	Rounds []int // there are, sorted
	Rows   []Standing
	Mixed  bool // several games, or editions of one: their totals cannot be compared, and count for nothing
}

// A Standing is a row: a team, or a seat that no team was named for.
type Standing struct {
	Team                      string // "" for a seat
	Match                     string // of a seat
	Seat                      referee.Seat
	Table                     string // of a seat
	Rank                      int    // from 1; equal ones share
	Points, Wins, Total, Best int
	Results                   []Result // one for each round
	Out                       bool     // has dropped out
}

// A Result is what a team did in a round. Only matches that are over count.
type Result struct {
	Missing bool   `json:"missing,omitempty"` // it did not play
	Over    bool   `json:"over"`              // else it counts nothing yet
	Won     bool   `json:"-"`
	Table   string `json:"table,omitempty"`
	Rank    int    `json:"rank,omitempty"`
	Total   int    `json:"total"`  // of the score sheet
	Points  int    `json:"points"` // for the event
}

// Standings counts the event now.
func (h *Lobby) Standings(ctx context.Context) (*Standings, error) {
	b, err := h.Board(ctx)
	if err != nil {
		return nil, err
	}
	s := &Standings{Board: b}
	for _, p := range b.Entries {
		if len(s.Rounds) == 0 || s.Rounds[len(s.Rounds)-1] != p.Round {
			s.Rounds = append(s.Rounds, p.Round)
		}
	}
	rows := map[string]*Standing{}
	var order []string
	kinds := map[[2]string]bool{}
	for _, p := range b.Entries {
		t, err := h.Table(ctx, p.Match)
		if errors.Is(err, ErrUnknown) {
			continue // deleted by another program
		}
		if err != nil {
			return nil, err
		}
		kinds[[2]string{t.Match.Game, t.Match.Edition}] = true
		s.Mixed = len(kinds) > 1
		tally := t.tally()
		if p.Closed && !tally.Over {
			continue
		}
		for _, r := range tally.Rows {
			row := Standing{Team: p.Teams[r.Seat]}
			row.Out = row.Team != "" && slices.Contains(b.Out, row.Team)
			key := "team " + row.Team
			if row.Team == "" {
				row.Match, row.Seat, row.Table = p.Match, r.Seat, p.Table
				key = "seat " + p.Match + " " + string(r.Seat)
			}
			if rows[key] == nil {
				row.Results = make([]Result, len(s.Rounds))
				for i := range row.Results {
					row.Results[i].Missing = true
				}
				rows[key] = &row
				order = append(order, key)
			}
			rows[key].add(b, p, slices.Index(s.Rounds, p.Round), r, tally)
		}
	}
	for _, key := range order {
		s.Rows = append(s.Rows, *rows[key])
	}
	s.rank()
	return s, nil
}

// add counts a match for a row. A team that plays twice in a round, at two
// tables or with two seats, counts the better one.
func (row *Standing) add(b Board, p Place, round int, r referee.Row, tally referee.Tally) {
	now := Result{Over: tally.Over, Won: tally.Over && slices.Contains(tally.Winners, r.Seat), Table: p.Table, Rank: r.Rank, Total: r.Total}
	if tally.Over && r.Rank >= 1 && r.Rank <= len(b.Points) {
		now.Points = b.Points[r.Rank-1]
	}
	if before := row.Results[round]; !before.Missing && (before.Over && !now.Over ||
		before.Over == now.Over && (before.Points > now.Points || before.Points == now.Points && before.Total >= now.Total)) {
		return
	}
	row.Results[round] = now
	row.Points, row.Wins, row.Total, row.Best = 0, 0, 0, 0
	for _, one := range row.Results {
		if one.Missing || !one.Over {
			continue
		}
		row.Points += one.Points
		row.Total += one.Total
		row.Best = max(row.Best, one.Total)
		if one.Won {
			row.Wins++
		}
	}
}

// rank sorts the rows; equal ones share a rank and stay in the order they came.
func (s *Standings) rank() {
	compare := func(a, b Standing) int {
		c := cmp.Compare(b.Points, a.Points)
		for _, t := range s.Board.Ties {
			switch {
			case t == TieWins:
				c = cmp.Or(c, cmp.Compare(b.Wins, a.Wins))
			case s.Mixed: // a total says nothing about one of another game
			case t == TieTotal:
				c = cmp.Or(c, cmp.Compare(b.Total, a.Total))
			case t == TieBest:
				c = cmp.Or(c, cmp.Compare(b.Best, a.Best))
			}
		}
		return c
	}
	slices.SortStableFunc(s.Rows, compare)
	for i := range s.Rows {
		s.Rows[i].Rank = i + 1
		if i > 0 && compare(s.Rows[i-1], s.Rows[i]) == 0 {
			s.Rows[i].Rank = s.Rows[i-1].Rank
		}
	}
}
