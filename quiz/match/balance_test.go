package match

import (
	"slices"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/quiz"
)

// In every game, and in all of them together, the right option of a choice has
// each letter about as often as any other. A question that tips the balance
// takes another id before it is released.
func TestRightLettersAreSpread(t *testing.T) {
	all := shippedBanks()["en"]
	check := func(name string, in func(quiz.Item) bool, share float64) {
		var n [4]int
		total := 0
		for _, q := range all.Items() {
			if in(q) && q.Kind == quiz.Choice && !q.Several && len(q.Options) == 4 {
				n[slices.IndexFunc(q.Options, func(o quiz.Option) bool { return o.ID == q.Accept[0] })]++
				total++
			}
		}
		if total < 10 {
			return // too few to tell
		}
		for i, k := range n {
			if d := float64(k)/float64(total) - 0.25; d > share || d < -share {
				t.Errorf("%s: %d of %d right options are %s: %v", name, k, total, quiz.Letter(i), n)
			}
		}
	}
	check("all", func(quiz.Item) bool { return true }, 0.06)
	for _, id := range []string{"cyber-survival", "online", "cyber-siege", "attacker-placement"} {
		g, ps := load.Game(catalog.Embedded(), id)
		if err := ps.Err(); err != nil {
			t.Fatal(err)
		}
		check(id, func(q quiz.Item) bool { return g.Topics[q.Topic] != nil }, 0.09)
	}
}
