package games

import (
	"fmt"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/terminal"
)

// A listedComponent is a file of a kit and what is on it.
type listedComponent struct {
	Game      string       `json:"game"`
	ID        string       `json:"id"`
	Kind      string       `json:"kind"`
	Name      string       `json:"name"`
	InsteadOf string       `json:"insteadOf,omitempty"` // not in the totals: one of the two is printed
	Pieces    int          `json:"pieces"`
	Decks     []listedDeck `json:"decks,omitempty"`
}

// A listedDeck is one deck of a component.
type listedDeck struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"` // "cards", "board", "tokens", "dice", "figures"
	Name      string `json:"name"`
	Different int    `json:"different"` // copies not counted
	Pieces    int    `json:"pieces"`
	Counted   bool   `json:"counted"` // in the totals, unless another component prints it too
}

// A listedTotal is what lies on the table.
type listedTotal struct {
	Game   string `json:"game"`
	Cards  int    `json:"cards"`
	Others int    `json:"otherPieces"`
	Pieces int    `json:"pieces"`
}

// listComponents lists the files of each kit, the decks on them and, below,
// what they add up to.
func listComponents(games []*catalog.Game) terminal.Table {
	t := terminal.Table{Head: []string{"GAME", "COMPONENT", "DECK", "KIND", "PIECES", "NAME"}}
	data := struct {
		Components []listedComponent `json:"components"`
		Totals     []listedTotal     `json:"totals"`
	}{[]listedComponent{}, []listedTotal{}}
	for _, g := range games {
		for i := range g.Components {
			c := componentOf(g, &g.Components[i])
			data.Components = append(data.Components, c)
			t.Rows = append(t.Rows, c.rows()...)
		}
		total := listedTotal{Game: g.ID}
		total.Cards, total.Others = g.Pieces()
		total.Pieces = total.Cards + total.Others
		data.Totals = append(data.Totals, total)
		t.Rows = append(t.Rows,
			[]string{g.ID, "TOTAL", "", "cards", fmt.Sprint(total.Cards), ""},
			[]string{g.ID, "TOTAL", "", "other pieces", fmt.Sprint(total.Others), ""},
			[]string{g.ID, "TOTAL", "", "all", fmt.Sprint(total.Pieces), g.Name.Text},
		)
	}
	t.Data = data
	return t
}

func componentOf(g *catalog.Game, c *catalog.Component) listedComponent {
	x := listedComponent{Game: g.ID, ID: c.ID, Kind: string(c.Kind), Name: c.Name.Text, InsteadOf: c.InsteadOf}
	for _, id := range c.Decks {
		d := g.Deck(id)
		x.Decks = append(x.Decks, listedDeck{d.ID, d.Kind(), d.Name.Text, len(d.Cards), d.Count(), c.Counts(d)})
		x.Pieces += d.Count()
	}
	return x
}

// rows are a row for the component and one for each of its decks. In brackets
// stands what is not in the totals.
func (c listedComponent) rows() [][]string {
	name := c.Name
	if c.InsteadOf != "" {
		name += ", instead of " + c.InsteadOf
	}
	pieces := 0
	rows := [][]string{nil}
	for _, d := range c.Decks {
		count := fmt.Sprint(d.Pieces)
		if d.Counted {
			pieces += d.Pieces
		} else {
			count = "(" + count + ")"
		}
		rows = append(rows, []string{c.Game, c.ID, d.ID, d.Kind, count, d.Name})
	}
	rows[0] = []string{c.Game, c.ID, "", c.Kind, fmt.Sprint(pieces), name}
	return rows
}
