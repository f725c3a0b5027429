package contest

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// Begin draws a round and begins its matches. n is the number of the round that
// was shown: ErrStale when it has begun meanwhile. What was begun before an error
// stays, and is not begun again.
func Begin(ctx context.Context, h *lobby.Lobby, form Form, size, n int) (Round, error) {
	r, err := Draw(ctx, h, form, size)
	if err != nil {
		return r, err
	}
	if r.N != n {
		return r, ErrStale
	}
	for i := range r.Tables {
		s := &r.Tables[i]
		if s.Table == "" {
			if s.Table, err = freeLabel(ctx, h, r.Tables); err != nil {
				return r, err
			}
		}
		if err := s.begin(ctx, h, n); err != nil {
			return r, err
		}
	}
	return r, nil
}

// freeLabel returns a number that no table of the event has.
func freeLabel(ctx context.Context, h *lobby.Lobby, others []Seating) (string, error) {
	b, err := h.Board(ctx)
	if err != nil {
		return "", err
	}
	n := 0
	for _, p := range b.Entries {
		if m, err := strconv.Atoi(p.Table); err == nil {
			n = max(n, m)
		}
	}
	for _, s := range others {
		if m, err := strconv.Atoi(s.Table); err == nil {
			n = max(n, m)
		}
	}
	return strconv.Itoa(n + 1), nil
}

// begin begins the match of a table: what is printed on its card leads there from
// now on.
func (s Seating) begin(ctx context.Context, h *lobby.Lobby, round int) error {
	old, err := h.Table(ctx, s.from)
	if err != nil {
		return err
	}
	m := old.Match
	t, err := h.Create(ctx, store.Match{Game: m.Game, Edition: m.Edition, Options: m.Options, Seats: seatsFor(m.Seats, len(s.Teams))})
	if err != nil {
		return err
	}
	teams := map[referee.Seat]string{}
	for i, team := range s.Teams {
		teams[t.Match.Seats[i]] = team
	}
	b, err := h.Board(ctx)
	if err != nil {
		return err
	}
	if i := lastOf(b.Entries, s.Table); i >= 0 {
		before, err := h.Table(ctx, b.Entries[i].Match)
		if err == nil {
			err = lobby.HandOver(ctx, before, t)
		}
		if err != nil && !errors.Is(err, lobby.ErrUnknown) {
			return err
		}
	}
	if n, err := strconv.Atoi(s.Table); err == nil && n > 0 {
		if err := h.SetNumber(ctx, t.ID, n); err != nil {
			return err
		}
	}
	return h.SetPlace(ctx, lobby.Place{Match: t.ID, Round: round, Table: s.Table, Teams: teams})
}

// Last returns the match a table plays now, or has played last.
func Last(b lobby.Board, table string) (lobby.Place, bool) {
	if i := lastOf(b.Entries, table); i >= 0 {
		return b.Entries[i], true
	}
	return lobby.Place{}, false
}

// lastOf returns where the last match of a table stands on the board, -1 for
// none.
func lastOf(entries []lobby.Place, table string) int {
	last := -1
	for i, p := range entries {
		if p.Table == table && (last < 0 || p.Round > entries[last].Round || p.Round == entries[last].Round && entries[last].Closed) {
			last = i
		}
	}
	return last
}

// Drop notes that a team has dropped out, or is in again: it keeps its results
// and is not drawn. lobby.ErrUnknown: no such team.
func Drop(ctx context.Context, h *lobby.Lobby, team string, out bool) error {
	known := false
	err := h.ChangeBoard(ctx, func(b *lobby.Board) {
		for _, p := range b.Entries {
			for _, name := range p.Teams {
				known = known || name == team
			}
		}
		b.Out = slices.DeleteFunc(b.Out, func(name string) bool { return name == team })
		if out && known {
			b.Out = append(b.Out, team)
		}
	})
	if err == nil && !known {
		return lobby.ErrUnknown
	}
	return err
}

// Close gives a table up: what it plays now counts only if it is over, and the
// next rounds are drawn without it. Its teams stay in.
func Close(ctx context.Context, h *lobby.Lobby, table string) error {
	known := false
	err := h.ChangeBoard(ctx, func(b *lobby.Board) {
		if i := lastOf(b.Entries, table); i >= 0 {
			known, b.Entries[i].Closed = true, true
		}
	})
	if err == nil && !known {
		return lobby.ErrUnknown
	}
	return err
}

// Merge puts the teams of one table beside those of another, where a match begins
// anew in the same round. What both have played stays in the store; it counts
// only if it was over.
func Merge(ctx context.Context, h *lobby.Lobby, from, into string) error {
	b, err := h.Board(ctx)
	if err != nil {
		return err
	}
	i, j := lastOf(b.Entries, from), lastOf(b.Entries, into)
	if i < 0 || j < 0 || i == j {
		return lobby.ErrUnknown
	}
	a, c := b.Entries[i], b.Entries[j]
	one, err := h.Table(ctx, a.Match)
	if err != nil {
		return err
	}
	other, err := h.Table(ctx, c.Match)
	if err != nil {
		return err
	}
	game, _, err := h.Desk().Game(other.Match.Game)
	if err != nil {
		return err
	}
	teams := append(teamsOf(c, other), teamsOf(a, one)...)
	switch {
	case len(teams) < 2:
		return ErrTeams
	case one.Match.Game != other.Match.Game, a.Round != c.Round, len(teams) > game.Players.Max:
		return ErrSize
	}
	s := Seating{Table: into, Game: other.Match.Game, Teams: teams, from: c.Match}
	if err := s.begin(ctx, h, c.Round); err != nil {
		return err
	}
	return h.ChangeBoard(ctx, func(b *lobby.Board) {
		for k := range b.Entries {
			if match := b.Entries[k].Match; match == a.Match || match == c.Match {
				b.Entries[k].Closed = true
			}
		}
	})
}

// teamsOf returns the teams of a match in the order of its seats.
func teamsOf(p lobby.Place, t *lobby.Table) (teams []string) {
	for _, seat := range t.Match.Seats {
		if team := p.Teams[seat]; team != "" {
			teams = append(teams, team)
		}
	}
	return teams
}
