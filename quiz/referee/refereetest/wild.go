package refereetest

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"kitpress/quiz/referee"
)

// commands returns how many commands to try: a few thousand, or what the
// environment says in REFEREE_COMMANDS.
func commands(t *testing.T) int {
	if n, err := strconv.Atoi(os.Getenv("REFEREE_COMMANDS")); err == nil {
		return n
	}
	if testing.Short() {
		return 3000
	}
	return 20000
}

// Wild throws commands of any kind at games that are being played: some nearly
// right, most of them nonsense. None may panic; one that is refused brings
// nothing about, and one that is accepted keeps what must always hold.
func (r Random) Wild(t *testing.T) {
	t.Helper()
	const batch = 25
	want := commands(t)
	tried, accepted := 0, 0
	for seed := uint64(1); tried < want; seed++ {
		rnd := rand.New(rand.NewPCG(seed, 11))
		m, no := referee.New(r.Rules, r.Setup(rnd))
		if no != nil {
			t.Fatalf("seed %d: %v", seed, refusal(no))
		}
		w := newWild(m)
		for len(m.Log()) < r.Longest && tried < want {
			before := JSON(m.State())
			for range batch {
				tried++
				if r.throw(t, m, w.command(rnd)) {
					accepted++
				}
			}
			if after := JSON(m.State()); after != before {
				t.Fatalf("seed %d: deciding changed the state:\n%s\n%s", seed, before, after)
			}
			if t.Failed() || m.Tally().Over || !r.step(t, rnd, m) {
				break
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d, after %d records", seed, len(m.Log()))
		}
	}
	t.Logf("%d commands of any kind, %d of them legal", tried, accepted)
	if accepted == 0 {
		t.Error("not one of the commands was legal")
	}
}

// throw decides a command and, when it is accepted, tries what it brings about
// and takes it back.
func (r Random) throw(t *testing.T, m *referee.Match, c referee.Command) bool {
	t.Helper()
	_ = m.Line(c)
	rec, no := m.Decide(c)
	if no != nil {
		if len(rec.Events) > 0 || no.Why.ID == "" {
			t.Errorf("refused, and yet: %s", JSON(rec))
		}
		return false
	}
	i := slices.IndexFunc(m.Verbs(), func(v referee.Verb) bool { return v.Name == c.Verb })
	if i < 0 || m.Verbs()[i].Check(c) != nil || len(rec.Events) == 0 {
		t.Errorf("accepted: %s brings %s", JSON(c), JSON(rec.Events))
		return false
	}
	if err := m.Append(rec); err != nil {
		t.Error(err)
		return true
	}
	if r.Holds != nil {
		if err := r.Holds(m); err != nil {
			t.Errorf("after %s: %v\n%s", m.Line(c), err, JSON(m.State()))
		}
	}
	back, no := m.Undo()
	if no != nil || m.Append(back) != nil {
		t.Error("cannot take it back")
	}
	return true
}

// wild is what commands are made of.
type wild struct {
	m     *referee.Match
	verbs []string
	names []string // of arguments
	words []string // that arguments can be
}

// junk is what people and programs send by mistake or by malice.
var junk = [...]string{"", " ", "-1", "0", "1", "2", "3", "7", "9999", "10000", "99999999999999999999", "1e3", "table", "\x00", "\xff", "«»", "ﾃﾞｰﾀ", "a\nb", `"`, "+", ",", "../..", "null"}

func newWild(m *referee.Match) wild {
	w := wild{m: m, verbs: []string{"", "undo", "win"}, names: []string{"", "x", "by"}}
	w.words = append(w.words, junk[:]...)
	for _, v := range m.Verbs() {
		w.verbs = append(w.verbs, v.Name)
		for _, a := range v.Args {
			w.names = append(w.names, a.Name)
			w.words = append(w.words, a.Values()...)
		}
	}
	slices.Sort(w.words)
	w.words = slices.Compact(w.words)
	return w
}

// command makes a command: half of the time with the arguments of its verb and
// values they can have, otherwise with anything.
func (w wild) command(rnd *rand.Rand) referee.Command {
	c := referee.Command{Verb: w.verbs[rnd.IntN(len(w.verbs))], Args: referee.Args{}}
	seats := w.m.Setup().Seats
	switch rnd.IntN(8) {
	case 0:
		c.Seat = referee.Seat(w.words[rnd.IntN(len(w.words))])
	case 1:
	default:
		c.Seat = seats[rnd.IntN(len(seats))]
	}
	i := slices.IndexFunc(w.m.Verbs(), func(v referee.Verb) bool { return v.Name == c.Verb })
	if i >= 0 && rnd.IntN(2) == 0 {
		return w.nearly(rnd, c, w.m.Verbs()[i])
	}
	for range rnd.IntN(5) {
		c.Args[w.names[rnd.IntN(len(w.names))]] = w.values(rnd, rnd.IntN(6))
	}
	return c
}

// nearly makes a command that fits its verb, except for one thing in four.
func (w wild) nearly(rnd *rand.Rand, c referee.Command, v referee.Verb) referee.Command {
	if v.Table {
		c.Seat = ""
	}
	for _, a := range v.Args {
		switch {
		case rnd.IntN(len(v.Args)*4) == 0:
			c.Args[a.Name] = w.values(rnd, rnd.IntN(40))
		case a.Min > 0 || rnd.IntN(2) == 0:
			c.Args[a.Name] = anyValues(rnd, a)
		}
	}
	return c
}

func (w wild) values(rnd *rand.Rand, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = w.words[rnd.IntN(len(w.words))]
	}
	return list
}
