package web

import (
	"kitpress/cmd/internal/lobby"
)

// A boardJSON is the leaderboard of an event: the answer of GET /board/state,
// and of GET /desk/board with all that the desk sets up.
type boardJSON struct {
	Title  string        `json:"title"`
	Lang   string        `json:"lang"`
	Open   bool          `json:"open"`
	Rounds []int         `json:"rounds"`
	Points []int         `json:"points"` // for the ranks of a match
	Ties   []lobby.Tie   `json:"ties"`
	Rows   []standJSON   `json:"rows"`
	Places []lobby.Place `json:"places,omitempty"` // for the desk only
}

type standJSON struct {
	Rank   int            `json:"rank"`
	Team   string         `json:"team"` // its name, or what the seat is called
	Points int            `json:"points"`
	Wins   int            `json:"wins"`
	Total  int            `json:"total"` // sum of scores
	Best   int            `json:"best"`
	Rounds []lobby.Result `json:"rounds"` // as in rounds of the board
}

// A countJSON says how an event counts: POST /desk/board.
type countJSON struct {
	Title  string      `json:"title"`
	Points []int       `json:"points"`
	Ties   []lobby.Tie `json:"ties"`
	Open   bool        `json:"open"`
}
