package referee

import (
	"cmp"
	"slices"

	"kitpress/catalog"
	"kitpress/quiz"
)

// A Claim is one line of a score sheet as somebody filled it in. What is nil
// or not in Values was left empty.
type Claim struct {
	Seat   Seat           `json:"seat"`
	Values map[string]int `json:"values"` // by category of the game's score
	Total  *int           `json:"total,omitempty"`
	Rank   *int           `json:"rank,omitempty"`
	Winner *bool          `json:"winner,omitempty"`
}

// Fields of a claim that are no category.
const (
	FieldSeat   = "seat"
	FieldTotal  = "total"
	FieldRank   = "rank"
	FieldWinner = "winner"
)

// A Fault is something on a score sheet that cannot be.
type Fault struct {
	Line  int    // place in the claims
	Field string // id of a category, or one of the fields above
	Rule  string // that says so, "R22"
	Why   quiz.Message
}

// CheckScore counts a finished score sheet again and returns what it comes to,
// in the order of the claims, and what on the sheet is wrong. Where a value is
// missing nothing is counted for that line. The game must have a score.
func CheckScore(g *catalog.Game, params catalog.Params, claims []Claim) ([]Row, []Fault) {
	c := scoreCheck{game: g, score: g.Score, params: params, claims: claims}
	c.count()
	c.rank()
	for i := range claims {
		c.compare(i)
	}
	slices.SortStableFunc(c.faults, func(a, b Fault) int { return cmp.Compare(a.Line, b.Line) })
	return c.rows, c.faults
}

type scoreCheck struct {
	game   *catalog.Game
	score  *catalog.Score
	params catalog.Params
	claims []Claim
	rows   []Row
	goal   []bool // by row: has reached what wins at once
	whole  []bool // by row: nothing is missing
	faults []Fault
}

// fault notes something wrong; args are names and values in turn.
func (c *scoreCheck) fault(line int, field, why string, args ...any) {
	c.faults = append(c.faults, Fault{line, field, c.score.Rule, quiz.Message{ID: "tally." + why, Args: args}})
}

// count adds up every line and looks at its values.
func (c *scoreCheck) count() {
	sums, seen := map[string]int{}, map[Seat]bool{}
	for i, claim := range c.claims {
		row, whole, goals, reached := Row{Seat: claim.Seat, Values: claim.Values}, true, 0, 0
		if seen[claim.Seat] {
			c.fault(i, FieldSeat, "twice", "Seat", string(claim.Seat))
		}
		seen[claim.Seat] = true
		for _, k := range c.score.Categories {
			n, said := claim.Values[k.ID]
			if !said {
				whole = whole && !c.counts(k.ID)
				continue
			}
			if limited := k.Min != 0 || k.Max != 0; limited && (n < k.Min || n > k.Max) {
				c.fault(i, k.ID, "range", "Category", k.ID, "Given", n, "Min", k.Min, "Max", k.Max)
			}
			if parts := c.parts(k); parts != nil && n >= k.Min && n <= k.Max && !madeOf(n, parts) {
				c.fault(i, k.ID, "pieces", "Category", k.ID, "Given", n, "List", worths(parts))
			}
			if sums[k.ID] += n; k.Shared && n <= k.Max && sums[k.ID] > k.Max && sums[k.ID]-n <= k.Max {
				c.fault(i, k.ID, "copies", "Category", k.ID, "Given", sums[k.ID], "Max", k.Max)
			}
			if slices.Contains(c.score.Total, k.ID) {
				row.Total += n * k.Worth.In(c.params)
			}
			if row.Out = row.Out || k.Out.IsSet() && n == k.Out.Number; k.Goal.IsSet() {
				goals++
				if n >= k.Goal.In(c.params) {
					reached++
				}
			}
		}
		if !whole {
			c.missing(i)
		}
		atGoal := goals > 0 && goals == reached || c.score.Goal.IsSet() && row.Total >= c.score.Goal.In(c.params)
		c.rows, c.whole, c.goal = append(c.rows, row), append(c.whole, whole), append(c.goal, atGoal && !row.Out)
	}
}

// A part is a kind of card a number is put together from.
type part struct{ worth, copies int }

// parts returns what a category is put together from, nil for nothing.
func (c *scoreCheck) parts(k catalog.Category) []part {
	deck := c.game.Deck(k.Parts)
	if deck == nil {
		return nil
	}
	var list []part
	for _, card := range deck.Cards {
		p := part{copies: card.Quantity}
		for _, field := range k.PartFields {
			p.worth += len(card.Fields[field].List)
		}
		list = append(list, p)
	}
	return list
}

// madeOf reports whether a number is a sum of parts, each as often as there
// are.
func madeOf(n int, parts []part) bool {
	if n == 0 {
		return true
	}
	if len(parts) == 0 {
		return false
	}
	for k := 0; k <= parts[0].copies && k*parts[0].worth <= n; k++ {
		if madeOf(n-k*parts[0].worth, parts[1:]) {
			return true
		}
	}
	return false
}

// worths returns what the parts are worth, in order.
func worths(parts []part) []int {
	var list []int
	for _, p := range parts {
		if !slices.Contains(list, p.worth) {
			list = append(list, p.worth)
		}
	}
	slices.Sort(list)
	return list
}

// counts reports whether a category is needed for the total.
func (c *scoreCheck) counts(id string) bool { return slices.Contains(c.score.Total, id) }

// missing notes the empty fields of a line.
func (c *scoreCheck) missing(line int) {
	for _, id := range c.score.Total {
		if _, said := c.claims[line].Values[id]; !said {
			c.fault(line, id, "missing", "Category", id)
		}
	}
}

// rank puts the lines in order: whoever is out last, whoever reached the goal
// first, then by total and by what breaks ties.
func (c *scoreCheck) rank() {
	for i := range c.rows {
		c.rows[i].Rank = 1
		for j := range c.rows {
			if c.before(j, i) > 0 {
				c.rows[i].Rank++
			}
		}
	}
}

// before returns 1 when line a stands before line b, -1 behind, 0 for neither.
func (c *scoreCheck) before(a, b int) int {
	x, y := c.rows[a], c.rows[b]
	if x.Out || y.Out {
		return truth(!x.Out) - truth(!y.Out)
	}
	if n := truth(c.goal[a]) - truth(c.goal[b]); n != 0 {
		return n
	}
	order := cmp.Compare(x.Total, y.Total)
	for _, id := range c.score.TieBy {
		if order == 0 {
			order = cmp.Compare(x.Values[id], y.Values[id])
		}
	}
	return order
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compare looks at what a line claims about itself.
func (c *scoreCheck) compare(i int) {
	claim, row := c.claims[i], c.rows[i]
	if !c.whole[i] {
		return
	}
	if claim.Total != nil && *claim.Total != row.Total {
		c.fault(i, FieldTotal, "total", "Given", *claim.Total, "Total", row.Total)
	}
	if slices.Contains(c.whole, false) {
		return // the others cannot be compared with it
	}
	first, last := c.span(i)
	if claim.Rank != nil && !row.Out && (*claim.Rank < first || *claim.Rank > last) {
		c.fault(i, FieldRank, "rank", "Given", *claim.Rank, "Rank", row.Rank)
	}
	if row.Out && claim.Rank != nil && *claim.Rank < row.Rank {
		c.fault(i, FieldRank, "out-before", "Given", *claim.Rank, "Rank", row.Rank)
	}
	if !c.score.TiesOpen && c.goal[i] && slices.Index(c.goal, true) != i {
		c.fault(i, FieldTotal, "two-goals")
	}
	c.winner(i)
}

// span returns the ranks a line may be given: one, unless a tie is decided by
// something no sheet shows.
func (c *scoreCheck) span(i int) (first, last int) {
	first, last = c.rows[i].Rank, c.rows[i].Rank
	for j := range c.rows {
		if c.score.TiesOpen && j != i && c.before(i, j) == 0 {
			last++
		}
	}
	return first, last
}

// winner compares who claims to have won with who has.
func (c *scoreCheck) winner(i int) {
	claim, row := c.claims[i], c.rows[i]
	won := row.Rank == 1 && !row.Out
	switch {
	case claim.Winner == nil:
	case *claim.Winner && won && c.score.TiesOpen && c.claimed(i):
		c.fault(i, FieldWinner, "one-wins")
	case *claim.Winner == won:
	case won && c.score.TiesOpen && c.claimed(len(c.claims)):
	case *claim.Winner && row.Out:
		c.fault(i, FieldWinner, "out-won")
	case *claim.Winner:
		c.fault(i, FieldWinner, "not-won", "Rank", row.Rank)
	default:
		c.fault(i, FieldWinner, "won", "Total", row.Total)
	}
}

// claimed reports whether a line before this one that stands first claims to
// have won.
func (c *scoreCheck) claimed(line int) bool {
	for j, other := range c.claims[:line] {
		if c.rows[j].Rank == 1 && !c.rows[j].Out && other.Winner != nil && *other.Winner {
			return true
		}
	}
	return false
}
