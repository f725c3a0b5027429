package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// A Board is what an event counts: matches at many tables, in rounds.
type Board struct {
	Title   string  `json:"title"`
	Points  []int   `json:"points"` // for the ranks 1, 2, 3 …; none behind them
	Ties    []Tie   `json:"ties"`   // what decides when points are equal, in this order
	Open    bool    `json:"open"`   // phones and screens may read it
	Entries []Place `json:"entries"`

	Out []string `json:"out,omitempty"` // teams that have dropped out
}

// A Place is a match of the event.
type Place struct {
	Match string                  `json:"match"`
	Round int                     `json:"round"`           // from 1
	Table string                  `json:"table"`           // what people call it: "3"
	Teams map[referee.Seat]string `json:"teams,omitempty"` // who plays which seat; without one, a seat is a team of its own

	Closed bool `json:"closed,omitempty"` // given up: it counts only if it was over
}

// The ways to break a tie.
const (
	TieWins  Tie = "wins"  // most matches won
	TieTotal Tie = "total" // highest sum of scores
	TieBest  Tie = "best"  // highest score of one match
)

// A Tie is a way to break a tie.
type Tie string

// Limits of a board.
const (
	maxPlaces  = 400
	maxRounds  = 50
	maxPoints  = 1000
	maxRanks   = 20
	maxHeading = 60
)

// boardNote is the name of the board among the notes of a store.
const boardNote = "board"

// usual is the board before anybody has said how to count.
func usual() Board {
	return Board{Points: []int{4, 3, 2, 1}, Ties: []Tie{TieWins, TieTotal, TieBest}, Entries: []Place{}}
}

// Board returns the board of the event.
func (h *Lobby) Board(ctx context.Context) (Board, error) {
	h.boardMu.Lock()
	defer h.boardMu.Unlock()
	return h.readBoard(ctx)
}

// readBoard is called under boardMu.
func (h *Lobby) readBoard(ctx context.Context) (Board, error) {
	if h.board != nil {
		b := *h.board
		b.Entries, b.Out = slices.Clone(b.Entries), slices.Clone(b.Out)
		return b, nil
	}
	text, err := h.desk.Store.Note(ctx, boardNote)
	if err != nil {
		return usual(), h.judge(err)
	}
	b := boardOf(text)
	h.board = &b
	return b, nil
}

// boardOf reads a board.
func boardOf(text string) Board {
	b := usual()
	if text != "" {
		if err := json.Unmarshal([]byte(text), &b); err != nil {
			b = usual() // of a later version: it counts anew, the matches are all there
		}
	}
	return b
}

// ChangeBoard changes the board. ErrWrong: it cannot be so.
func (h *Lobby) ChangeBoard(ctx context.Context, change func(*Board)) error {
	h.boardMu.Lock()
	defer h.boardMu.Unlock()
	if h.broken.Load() {
		return store.ErrBroken
	}
	return h.judge(h.desk.Store.ChangeNote(ctx, boardNote, func(text string) (string, error) {
		b := boardOf(text)
		change(&b)
		slices.SortStableFunc(b.Entries, func(a, c Place) int { return cmp.Compare(a.Round, c.Round) })
		if !b.possible() {
			return "", ErrWrong
		}
		data, err := json.Marshal(b)
		h.board = nil // read anew: it may not be kept after all
		return string(data), err
	}))
}

func (b *Board) possible() bool {
	if len(b.Entries) > maxPlaces || len(b.Points) > maxRanks || len(b.Ties) > 3 || len([]rune(b.Title)) > maxHeading || !noControl(b.Title) {
		return false
	}
	for _, p := range b.Points {
		if p < 0 || p > maxPoints {
			return false
		}
	}
	for i, t := range b.Ties {
		if t != TieWins && t != TieTotal && t != TieBest || slices.Contains(b.Ties[:i], t) {
			return false
		}
	}
	seen := map[string]bool{}
	for _, p := range b.Entries {
		if p.Match == "" || seen[p.Match] || p.Round < 1 || p.Round > maxRounds || !plainName(p.Table) {
			return false
		}
		seen[p.Match] = true
		for _, team := range p.Teams {
			if !plainName(team) {
				return false
			}
		}
	}
	return true
}

// SetPlace adds a match to the board, or changes its place.
func (h *Lobby) SetPlace(ctx context.Context, p Place) error {
	t, err := h.Table(ctx, p.Match)
	if err != nil {
		return err
	}
	for seat, team := range p.Teams {
		if !slices.Contains(t.Match.Seats, seat) {
			return ErrWrong
		}
		if team == "" {
			delete(p.Teams, seat)
		}
	}
	return h.ChangeBoard(ctx, func(b *Board) {
		b.Entries = append(without(b.Entries, p.Match), p)
	})
}

// RemovePlace takes a match off the board, and reports whether it was there.
func (h *Lobby) RemovePlace(ctx context.Context, match string) (bool, error) {
	b, err := h.Board(ctx)
	if err != nil || !slices.ContainsFunc(b.Entries, func(p Place) bool { return p.Match == match }) {
		return false, err
	}
	return true, h.ChangeBoard(ctx, func(b *Board) { b.Entries = without(b.Entries, match) })
}

func without(list []Place, match string) []Place {
	return slices.DeleteFunc(slices.Clone(list), func(p Place) bool { return p.Match == match })
}
