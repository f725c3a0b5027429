package refereetest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"kitpress/quiz/referee"
)

// Forms plays games at random and fills in every move that is offered as a form
// would let one: whatever a form lets through is legal. but are ids of messages
// for what no form can know, such as cards that cannot be in one hand together.
func (r Random) Forms(t *testing.T, but ...string) {
	t.Helper()
	want := events(t) / 6
	filled := map[string]int{}
	for seed := uint64(1); want > 0; seed++ {
		rnd := rand.New(rand.NewPCG(seed, 13))
		m, no := referee.New(r.Rules, r.Setup(rnd))
		if no != nil {
			t.Fatalf("seed %d: %v", seed, refusal(no))
		}
		for ; want > 0 && len(m.Log()) < r.Longest && !m.Tally().Over; want-- {
			r.fillIn(t, rnd, m, filled, but)
			if t.Failed() {
				t.Fatalf("seed %d, after %d records: %s", seed, len(m.Log()), JSON(m.State()))
			}
			if !r.step(t, rnd, m) {
				break
			}
		}
	}
	t.Logf("%v", filled)
	if len(filled) == 0 {
		t.Error("no move had anything to fill in")
	}
}

func (r Random) fillIn(t *testing.T, rnd *rand.Rand, m *referee.Match, filled map[string]int, but []string) {
	t.Helper()
	for _, mv := range r.moves(m) {
		if len(mv.Open) == 0 {
			continue
		}
		for _, n := range m.Needs(mv) {
			if !slices.Contains(mv.Open, n.Arg) {
				t.Errorf("%s %s asks for %s, which is not open", mv.Seat, mv.Verb, n.Arg)
			}
		}
		if !referee.Possible(m.Needs(mv)) {
			continue
		}
		c, possible := Answer(rnd, m, mv)
		if !possible {
			t.Errorf("%q: nothing fits %s", m.Line(mv.Command), JSON(m.Needs(mv)))
			continue
		}
		filled[mv.Verb]++
		if _, no := m.Decide(c); no != nil && !slices.Contains(but, no.Why.ID) {
			t.Errorf("the form of %q lets %q through, and it is refused: %v", m.Line(mv.Command), m.Line(c), refusal(no))
		}
	}
}

// Answer fills in a move as a form would let one. It reports whether there is a
// way.
func Answer(rnd *rand.Rand, m *referee.Match, mv referee.Move) (referee.Command, bool) {
	c := mv.Command
	c.Args = referee.Args{}
	for name, list := range mv.Args {
		c.Args[name] = slices.Clone(list)
	}
	for _, n := range m.Needs(mv) {
		if len(n.If) > 0 && !slices.ContainsFunc(c.Args[n.If[0]], func(v string) bool { return slices.Contains(n.If[1:], v) }) {
			continue
		}
		if n.Or != "" && rnd.IntN(2) == 0 {
			n.Arg = n.Or
		}
		if n.Like != "" {
			if n.Of != nil { // fewer there than here: less is given
				c.Args[n.Like] = c.Args[n.Like][:min(len(n.Of), len(c.Args[n.Like]))]
			}
			n.Min, n.Max = len(c.Args[n.Like]), len(c.Args[n.Like])
		}
		list, ok := values(rnd, m, mv.Verb, n)
		if !ok {
			return c, false
		}
		if len(list) > 0 {
			c.Args[n.Arg] = list
		}
	}
	return c, true
}

// values draws values for a need.
func values(rnd *rand.Rand, m *referee.Match, verb string, n referee.Need) ([]string, bool) {
	count := n.Min + rnd.IntN(n.Max-n.Min+1)
	if n.Of != nil {
		of := slices.Clone(n.Of)
		rnd.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
		if len(of) < n.Min {
			return nil, false
		}
		return of[:min(count, len(of))], true
	}
	for _, v := range m.Verbs() {
		for _, a := range v.Args {
			if v.Name == verb && a.Name == n.Arg {
				var list []string
				for range count {
					switch known := a.Values(); {
					case len(known) > 0:
						list = append(list, known[rnd.IntN(len(known))])
					case a.Kind == referee.ArgNumber:
						list = append(list, strconv.Itoa(rnd.IntN(2)))
					default:
						list = append(list, "because")
					}
				}
				return list, true
			}
		}
	}
	return nil, false
}
