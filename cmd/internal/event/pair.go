package event

import (
	"cmp"
	"slices"
)

// A Player is a person or a team in a tournament.
type Player struct {
	Name   string
	Points int
	Met    []string // whom they have played against, again for each time
	Out    bool     // has dropped out
}

// Swiss puts players at tables of up to size, those with equal points
// together and, as far as that goes, nobody with whom they have met. The
// order of the list breaks ties, so that the same standings give the same
// tables. Tables differ by one player at most.
func Swiss(players []Player, size int) [][]string {
	in := playing(players)
	slices.SortStableFunc(in, func(a, b Player) int { return cmp.Compare(b.Points, a.Points) })
	tables := split(in, size)
	for better := true; better; { // each exchange lowers the cost, so it ends
		better = false
		for i := range tables {
			for j := i + 1; j < len(tables); j++ {
				better = exchange(tables[i], tables[j]) || better
			}
		}
	}
	return names(tables)
}

// RoundRobin returns the rounds in which everybody meets everybody once, two at
// a table; with an odd number one has a rest in each.
func RoundRobin(players []Player) [][][]string {
	in := playing(players)
	if len(in)%2 == 1 {
		in = append(in, Player{})
	}
	n := len(in)
	var rounds [][][]string
	for range n - 1 {
		var tables [][]string
		for i := range n / 2 {
			if a, b := in[i], in[n-1-i]; a.Name != "" && b.Name != "" {
				tables = append(tables, []string{a.Name, b.Name})
			}
		}
		rounds = append(rounds, tables)
		in = slices.Concat(in[:1], in[n-1:], in[1:n-1]) // all but the first go on by one
	}
	return rounds
}

// KnockOut puts the players left at tables of up to size, the strongest with
// the weakest: the first with the last and so on. Whoever loses is out.
func KnockOut(players []Player, size int) [][]string {
	in := playing(players)
	slices.SortStableFunc(in, func(a, b Player) int { return cmp.Compare(b.Points, a.Points) })
	n := tablesFor(len(in), size)
	tables := make([][]Player, n)
	for i, p := range in {
		at := i % n
		if i/n%2 == 1 { // there and back, so that tables are equally strong
			at = n - 1 - at
		}
		tables[at] = append(tables[at], p)
	}
	return names(tables)
}

// Rest returns the players without the last of those who have played most, and
// who that is: nobody sits at a table alone.
func Rest(players []Player) (left []Player, resting string) {
	in := playing(players)
	last := 0
	for i, p := range in {
		if a, b := len(p.Met), len(in[last].Met); a > b || a == b && p.Points <= in[last].Points {
			last = i
		}
	}
	resting = in[last].Name
	return slices.Delete(in, last, last+1), resting
}

// Playing returns how many have not dropped out.
func Playing(players []Player) int { return len(playing(players)) }

func playing(players []Player) []Player {
	return slices.DeleteFunc(slices.Clone(players), func(p Player) bool { return p.Out })
}

func tablesFor(players, size int) int { return (players + size - 1) / size }

// split cuts a list into tables of up to size, as even as can be.
func split(in []Player, size int) [][]Player {
	n := tablesFor(len(in), size)
	var tables [][]Player
	for i := range n {
		tables = append(tables, in[i*len(in)/n:(i+1)*len(in)/n:(i+1)*len(in)/n])
	}
	return tables
}

// A meeting again weighs more than any difference in points.
const again = 1_000_000

// exchange swaps two players of two tables if that is better.
func exchange(a, b []Player) bool {
	for i := range a {
		for j := range b {
			before := cost(a) + cost(b)
			a[i], b[j] = b[j], a[i]
			if cost(a)+cost(b) < before {
				return true
			}
			a[i], b[j] = b[j], a[i]
		}
	}
	return false
}

// cost is how bad a table is: meetings again, then differences in points.
func cost(table []Player) int {
	sum := 0
	for i, p := range table {
		for _, q := range table[i+1:] {
			for _, met := range p.Met {
				if met == q.Name {
					sum += again
				}
			}
			d := p.Points - q.Points
			sum += d * d
		}
	}
	return sum
}

func names(tables [][]Player) [][]string {
	out := make([][]string, len(tables))
	for i, t := range tables {
		for _, p := range t {
			out[i] = append(out[i], p.Name)
		}
	}
	return out
}
