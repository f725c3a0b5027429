package simulate

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"kitpress/catalog"
	"kitpress/quiz/referee"
)

// A Result is what came of all games. Shares are of 1, not percent.
type Result struct {
	Games      int     `json:"games"`
	Unfinished int     `json:"unfinished"` // given up; they count in everything but wins and ends
	Records    int     `json:"records"`    // of all games
	Events     int     `json:"events"`
	Rounds     Spread  `json:"rounds"` // as the game counts them, or turns by seats, rounded up
	Turns      Spread  `json:"turns"`
	Left       []Bin   `json:"left"`      // games by how many players were in at the end
	LeftMean   float64 `json:"leftMean"`  // players
	LeftShare  float64 `json:"leftShare"` // of all players
	LeftTotal  Mean    `json:"leftTotal"` // score of those who were in at the end
	WonTotal   Mean    `json:"wonTotal"`  // score of winners
	Seats      []Seat  `json:"seats"`     // in the order of play
	Shared     int     `json:"shared"`    // games several have won
	Nobody     int     `json:"nobody"`    // games all have lost
	Ends       []End   `json:"ends"`      // most frequent first
	Cards      []Card  `json:"cards"`     // by deck, in the order of the catalog
	Rows       []Row   `json:"-"`         // each game, when asked for
}

// A Spread is how a number is spread over the games.
type Spread struct {
	Mean   float64 `json:"mean"`
	Min    int     `json:"min"`
	Median int     `json:"median"`
	P90    int     `json:"p90"` // nine games in ten are not above
	Max    int     `json:"max"`
	Bins   []Bin   `json:"bins"` // by value, none left out that no game had
}

// A Bin is how many games had a value.
type Bin struct {
	Value int `json:"value"`
	Games int `json:"games"`
}

// A Mean is a mean with its deviation.
type Mean struct {
	N    int     `json:"n"` // how many values
	Mean float64 `json:"mean"`
	Dev  float64 `json:"dev"` // standard deviation
}

// A Seat is how one seat did. A shared win counts for each of those who share
// it.
type Seat struct {
	Seat   referee.Seat       `json:"seat"`
	Wins   int                `json:"wins"`
	Rate   float64            `json:"rate"`
	Low    float64            `json:"low"`  // the rate lies between low and high
	High   float64            `json:"high"` // with 95 % certainty (Wilson)
	Out    int                `json:"out"`
	Total  Mean               `json:"total"`
	Values map[string]float64 `json:"values"` // mean of each category of the score
}

// An End is a rule that ended games.
type End struct {
	Rule  string `json:"rule"`
	Games int    `json:"games"`
}

// A Card is how often a card was seen in all games. Copies of it count
// together.
type Card struct {
	Deck  string `json:"deck"`
	Card  string `json:"card"`
	Copy  int    `json:"copies"`
	Drawn int    `json:"drawn"` // came off its pile
	Used  int    `json:"used"`  // did what it is for
	Games int    `json:"games"` // in which it was used
}

func (w *worker) result(rows []Row) *Result {
	res := &Result{
		Games: w.games, Unfinished: w.unfinished, Records: w.records, Events: w.events,
		Rounds: spread(w.rounds), Turns: spread(w.turns),
		LeftTotal: w.in.mean(), WonTotal: w.won.mean(), Shared: w.sharedWins, Nobody: w.nobody, Rows: rows,
	}
	for n, games := range w.left {
		res.Left = append(res.Left, Bin{n, games})
	}
	res.LeftMean = share(w.in.n, w.games)
	res.LeftShare = share(w.in.n, w.games*len(w.seats))
	finished := w.games - w.unfinished
	for i, seat := range w.q.Setup.Seats {
		c := w.seats[i]
		s := Seat{Seat: seat, Wins: c.wins, Rate: share(c.wins, finished), Out: c.out, Total: c.total.mean(), Values: map[string]float64{}}
		s.Low, s.High = wilson(c.wins, finished)
		for name, sum := range c.values {
			s.Values[name] = share(sum, w.games)
		}
		res.Seats = append(res.Seats, s)
	}
	for _, rule := range slices.Sorted(maps.Keys(w.ends)) {
		res.Ends = append(res.Ends, End{rule, w.ends[rule]})
	}
	slices.SortStableFunc(res.Ends, func(a, b End) int { return cmp.Compare(b.Games, a.Games) })
	res.Cards = w.cards(w.q.Setup.Game)
	return res
}

// cards lists the decks of which at least one card was seen, with every card
// in them: those nobody ever used are what a designer looks for.
func (w *worker) cards(g *catalog.Game) []Card {
	var list []Card
	for _, d := range g.Decks {
		seen := slices.ContainsFunc(d.Cards, func(r *catalog.Record) bool { return w.notes.cards[r.ID] != nil })
		if !seen {
			continue
		}
		for _, r := range d.Cards {
			c := Card{Deck: d.ID, Card: r.ID, Copy: r.Quantity}
			if n := w.notes.cards[r.ID]; n != nil {
				c.Drawn, c.Used, c.Games = n.drawn, n.used, n.games
			}
			list = append(list, c)
		}
	}
	return list
}

func (t totals) mean() Mean {
	m := Mean{N: t.n, Mean: share(t.sum, t.n)}
	if t.n > 1 {
		m.Dev = math.Sqrt(max(0, (float64(t.squares)-float64(float64(t.sum)*m.Mean))/float64(t.n-1)))
	}
	return m
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// spread describes how many games had which value.
func spread(games map[int]int) Spread {
	values := slices.Sorted(maps.Keys(games))
	if len(values) == 0 {
		return Spread{}
	}
	s := Spread{Min: values[0], Max: values[len(values)-1]}
	n, sum := 0, 0
	for _, v := range values {
		n, sum = n+games[v], sum+v*games[v]
	}
	s.Mean = share(sum, n)
	s.Median, s.P90 = quantile(games, values, n, 50), quantile(games, values, n, 90)
	for v := s.Min; v <= s.Max; v++ {
		s.Bins = append(s.Bins, Bin{v, games[v]})
	}
	return s
}

// quantile returns the least value that so many percent of the games do not
// exceed.
func quantile(games map[int]int, values []int, n, percent int) int {
	below := 0
	for _, v := range values {
		if below += games[v]; below*100 >= n*percent {
			return v
		}
	}
	return 0
}

// wilson returns between what bounds a rate lies with 95 % certainty.
func wilson(hits, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959963984540054
	p, size := share(hits, n), float64(n)
	middle := (p + z*z/(2*size)) / (1 + z*z/size)
	half := z / (1 + z*z/size) * math.Sqrt(p*(1-p)/size+z*z/(4*size*size))
	return max(0, middle-half), min(1, middle+half)
}
