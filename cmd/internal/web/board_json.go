package web

import (
	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
)

// A boardJSON is the leaderboard of an event: the answer of GET /board/state,
// and of GET /desk/board with all that the desk sets up.
type boardJSON struct {
	Title  string      `json:"title"`
	Lang   string      `json:"lang"`
	Open   bool        `json:"open"`
	Rounds []int       `json:"rounds"`
	Points []int       `json:"points"` // for the ranks of a match
	Ties   []lobby.Tie `json:"ties"`
	Rows   []standJSON `json:"rows"`
	Places []placeJSON `json:"places,omitempty"` // for the desk only
}

type standJSON struct {
	Rank   int          `json:"rank"`
	Team   string       `json:"team"` // its name, or what the seat is called
	Points int          `json:"points"`
	Wins   int          `json:"wins"`
	Total  int          `json:"total"` // sum of scores
	Best   int          `json:"best"`
	Rounds []resultJSON `json:"rounds"` // as in rounds of the board
}

type resultJSON struct {
	Missing bool   `json:"missing,omitempty"` // it did not play
	Over    bool   `json:"over"`              // else it counts nothing yet
	Table   string `json:"table,omitempty"`
	Rank    int    `json:"rank,omitempty"`
	Total   int    `json:"total"`
	Points  int    `json:"points"`
}

// A placeJSON is a match of the event: POST /desk/board/place, and with the
// match alone POST /desk/board/remove.
type placeJSON struct {
	Match string                  `json:"match"`
	Round int                     `json:"round"`
	Table string                  `json:"table"`
	Teams map[referee.Seat]string `json:"teams,omitempty"`
}

// A countJSON says how an event counts: POST /desk/board.
type countJSON struct {
	Title  string      `json:"title"`
	Points []int       `json:"points"`
	Ties   []lobby.Tie `json:"ties"`
	Open   bool        `json:"open"`
}
