package event

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func field(n int) []Player {
	var list []Player
	for i := range n {
		list = append(list, Player{Name: fmt.Sprintf("p%03d", i)})
	}
	return list
}

// everyOnce reports a table too large, uneven tables, and whoever does not play once.
func everyOnce(t *testing.T, tables [][]string, players []Player, size int) {
	t.Helper()
	seen := map[string]int{}
	least, most := 1<<30, 0
	for _, table := range tables {
		least, most = min(least, len(table)), max(most, len(table))
		for _, name := range table {
			seen[name]++
		}
	}
	if most > size || most-least > 1 {
		t.Fatalf("tables of %d to %d, want up to %d", least, most, size)
	}
	for _, p := range players {
		want := 1
		if p.Out {
			want = 0
		}
		if seen[p.Name] != want {
			t.Fatalf("%s (out: %t) sits at %d tables", p.Name, p.Out, seen[p.Name])
		}
	}
}

// Rounds of events of all sizes, with people who drop out: everybody who is in
// plays once a round, and nobody meets anybody again while that can be.
func TestSwissRounds(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{2, 3, 4} {
		for _, n := range []int{5, 12, 41, 160} {
			players, again := field(n), 0
			for range 3 {
				tables := Swiss(players, size)
				everyOnce(t, tables, players, size)
				if !slices.EqualFunc(tables, Swiss(players, size), slices.Equal[[]string]) {
					t.Fatal("the same standings gave other tables")
				}
				for _, table := range tables {
					chance.Shuffle(len(table), func(i, j int) { table[i], table[j] = table[j], table[i] })
					for rank, name := range table {
						i := slices.IndexFunc(players, func(p Player) bool { return p.Name == name })
						for _, other := range table {
							if other == name {
								continue
							}
							if slices.Contains(players[i].Met, other) {
								again++
							}
							players[i].Met = append(players[i].Met, other)
						}
						players[i].Points += size - rank
					}
				}
				players[chance.IntN(n)].Out = true
			}
			if n >= 41 && again > 0 {
				t.Errorf("%d players, tables of %d: %d meetings again", n, size, again)
			}
		}
	}
}

// With one too many the last of those who have played most has a rest, the leader never.
func TestRest(t *testing.T) {
	players := field(5)
	players[0].Points, players[1].Met, players[4].Out = 3, []string{"p002"}, true
	if left, who := Rest(players); who != "p001" || len(left) != 3 || Playing(players) != 4 {
		t.Errorf("%s rests, %d are left of %d", who, len(left), Playing(players))
	}
	players[1].Met = nil
	if _, who := Rest(players); who != "p003" {
		t.Errorf("%s rests", who)
	}
}

func TestRoundRobin(t *testing.T) {
	for n := 2; n < 24; n++ {
		met := map[[2]string]int{}
		for _, tables := range RoundRobin(field(n)) {
			seen := map[string]bool{}
			for _, pair := range tables {
				if seen[pair[0]] || seen[pair[1]] {
					t.Fatalf("%d: somebody plays twice in a round", n)
				}
				seen[pair[0]], seen[pair[1]] = true, true
				slices.Sort(pair)
				met[[2]string{pair[0], pair[1]}]++
			}
		}
		if len(met) != n*(n-1)/2 {
			t.Fatalf("%d: %d pairs met", n, len(met))
		}
		for pair, times := range met {
			if times != 1 {
				t.Fatalf("%d: %v met %d times", n, pair, times)
			}
		}
	}
}

func TestKnockOut(t *testing.T) {
	for n := 1; n < 70; n++ {
		for _, size := range []int{2, 3, 4} {
			players := field(n)
			for i := range players {
				players[i].Points = n - i
			}
			tables := KnockOut(players, size)
			everyOnce(t, tables, players, size)
			for i, table := range tables { // the strongest do not meet
				if table[0] != players[i].Name {
					t.Fatalf("%d, %d: table %d is %v", n, size, i, table)
				}
			}
		}
	}
}
