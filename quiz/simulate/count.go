package simulate

import (
	"kitpress/quiz/referee"
)

// A worker plays some of the games and counts; only whole numbers, so that
// sums do not depend on who played what.
type worker struct {
	q      Request
	rows   []Row
	shared *shared
	notes  *Notes

	games, unfinished, nobody, sharedWins int
	records, events                       int
	rounds, turns                         map[int]int // games by length
	left                                  []int       // games by how many were in at the end
	ends                                  map[string]int
	seats                                 []seatCount
	in                                    totals // of those who were in at the end
	won                                   totals // of winners
}

type seatCount struct {
	wins, alone, out int
	total            totals
	values           map[string]int
}

// totals is a sum of scores and of their squares.
type totals struct{ n, sum, squares int }

func (t *totals) note(x int)   { t.n, t.sum, t.squares = t.n+1, t.sum+x, t.squares+x*x }
func (t *totals) add(u totals) { t.n, t.sum, t.squares = t.n+u.n, t.sum+u.sum, t.squares+u.squares }

// A Row is one game.
type Row struct {
	Game    int // from 1
	Rounds  int
	Turns   int
	Records int
	Rule    string // that ended it; "" for a game that was given up
	Seats   []RowSeat
}

// A RowSeat is how one seat did in one game.
type RowSeat struct {
	Total, Rank int
	Out, Won    bool
}

func newWorker(q Request, rows []Row, s *shared) *worker {
	w := &worker{
		q: q, rows: rows, shared: s, notes: &Notes{cards: map[string]*cardNotes{}},
		rounds: map[int]int{}, turns: map[int]int{}, ends: map[string]int{},
		left: make([]int, len(q.Setup.Seats)+1), seats: make([]seatCount, len(q.Setup.Seats)),
	}
	for i := range w.seats {
		w.seats[i].values = map[string]int{}
	}
	return w
}

// count counts a game that was played.
func (w *worker) count(game int, m *referee.Match, tally referee.Tally) {
	rounds := w.notes.rounds
	if n := len(w.seats); rounds == 0 {
		rounds = (w.notes.turns + n - 1) / n
	}
	w.games++
	w.records += len(m.Log())
	for _, r := range m.Log() {
		w.events += len(r.Events)
	}
	w.rounds[rounds]++
	w.turns[w.notes.turns]++
	if tally.Over {
		w.ends[tally.Rule]++
	} else {
		w.unfinished++
	}
	row := Row{Game: game + 1, Rounds: rounds, Turns: w.notes.turns, Records: len(m.Log()), Rule: tally.Rule}
	in := w.countSeats(tally, &row)
	w.left[in]++
	if w.rows != nil {
		w.rows[game] = row
	}
}

// countSeats counts how the seats did and returns how many were in at the end.
func (w *worker) countSeats(tally referee.Tally, row *Row) (in int) {
	for i, r := range tally.Rows {
		c := &w.seats[i]
		c.total.note(r.Total)
		for name, n := range r.Values {
			c.values[name] += n
		}
		s := RowSeat{Total: r.Total, Rank: r.Rank, Out: r.Out}
		for _, winner := range tally.Winners {
			s.Won = s.Won || winner == r.Seat
		}
		if s.Won {
			c.wins++
			w.won.note(r.Total)
			if len(tally.Winners) == 1 {
				c.alone++
			}
		}
		if r.Out {
			c.out++
		} else {
			in++
			w.in.note(r.Total)
		}
		row.Seats = append(row.Seats, s)
	}
	switch {
	case len(tally.Winners) > 1:
		w.sharedWins++
	case len(tally.Winners) == 0 && tally.Over:
		w.nobody++
	}
	return in
}

// add adds what another worker has counted.
func (w *worker) add(o *worker) {
	w.games, w.unfinished, w.nobody, w.sharedWins = w.games+o.games, w.unfinished+o.unfinished, w.nobody+o.nobody, w.sharedWins+o.sharedWins
	w.records, w.events = w.records+o.records, w.events+o.events
	addCounts(w.rounds, o.rounds)
	addCounts(w.turns, o.turns)
	addCounts(w.ends, o.ends)
	for i, n := range o.left {
		w.left[i] += n
	}
	for i, c := range o.seats {
		s := &w.seats[i]
		s.wins, s.alone, s.out = s.wins+c.wins, s.alone+c.alone, s.out+c.out
		s.total.add(c.total)
		addCounts(s.values, c.values)
	}
	w.in.add(o.in)
	w.won.add(o.won)
	for id, c := range o.notes.cards {
		n := w.notes.card(id)
		n.drawn, n.used, n.games = n.drawn+c.drawn, n.used+c.used, n.games+c.games
	}
}

func addCounts[K comparable](to, from map[K]int) {
	for k, n := range from {
		to[k] += n
	}
}
