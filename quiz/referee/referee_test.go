package referee_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"kitpress/quiz/referee"
	"kitpress/quiz/referee/refereetest"
)

func start(t *testing.T, seats ...referee.Seat) *referee.Match {
	t.Helper()
	m, no := referee.New(referee.Of(race{}), referee.Setup{Game: toyGame(), Seats: seats})
	if no != nil {
		t.Fatalf("%+v", no)
	}
	return m
}

func do(t *testing.T, m *referee.Match, line string) *referee.Refusal {
	t.Helper()
	c, no := m.Parse(line)
	if no != nil {
		return no
	}
	return m.Do(c)
}

func TestPlays(t *testing.T) {
	cited := refereetest.Plays(t, referee.Of(race{}), toyGame(), os.DirFS("testdata"))
	for _, rule := range []string{"R1", "R2", "R3", "R4"} {
		if !cited[rule] {
			t.Errorf("no play breaks %s", rule)
		}
	}
}

func TestRandomPlay(t *testing.T) {
	refereetest.Random{
		Rules: referee.Of(race{}),
		Setup: func(r *rand.Rand) referee.Setup {
			return referee.Setup{Game: toyGame(), Seats: []referee.Seat{"red", "blue", "green", "grey"}[:2+r.IntN(3)]}
		},
		Holds: func(m *referee.Match) error {
			for _, row := range m.Tally().Rows {
				if row.Total > fields {
					return fmt.Errorf("%s stands on %d", row.Seat, row.Total)
				}
			}
			return nil
		},
		Longest: 200,
	}.Run(t)
}

// What makes no sense is refused before any rule is asked, and by none.
func TestSetupAndCommandsThatMakeNoSense(t *testing.T) {
	for _, x := range []struct {
		setup referee.Setup
		why   string
	}{
		{referee.Setup{Seats: []referee.Seat{"red"}}, "players"},
		{referee.Setup{Seats: []referee.Seat{"a", "b", "c", "d", "e"}}, "players"},
		{referee.Setup{Seats: []referee.Seat{"red", "red"}}, "double-seat"},
		{referee.Setup{Seats: []referee.Seat{"red", "Anna B."}}, "bad-seat"},
		{referee.Setup{Seats: []referee.Seat{"red", "-"}}, "bad-seat"},
		{referee.Setup{Seats: []referee.Seat{"red", "table"}}, "taken-seat"},
		{referee.Setup{Seats: []referee.Seat{"by", "red"}}, "taken-seat"},
		{referee.Setup{Seats: []referee.Seat{"red", "blue"}, Options: map[string]string{"push": "perhaps"}}, "unknown-value"},
		{referee.Setup{Seats: []referee.Seat{"red", "blue"}, Options: map[string]string{"pusch": "on"}}, "unknown-option"},
	} {
		x.setup.Game = toyGame()
		if _, no := referee.New(referee.Of(race{}), x.setup); no == nil || no.Why.ID != "referee."+x.why {
			t.Errorf("%+v: %+v, want %s", x.setup, no, x.why)
		}
	}
	for line, why := range map[string]string{
		"":                               "no-verb",
		"red":                            "no-verb",
		"roll 3":                         "which-seat",
		"table roll 3":                   "which-seat",
		"red rol 3":                      "unknown-verb",
		"pink roll 3":                    "unknown-seat",
		"red roll":                       "too-few-values",
		"red roll 3 4":                   "too-many-values",
		"red roll three":                 "not-a-number",
		"red roll 03":                    "not-a-number",
		"red roll -1":                    "not-a-number",
		"red push pink":                  "unknown-value",
		"red push blue by four":          "unknown-value",
		"red pass now":                   "unknown-argument",
		`red roll 3 note "open`:          "open-quote",
		"red roll 3 note " + long(501):   "too-long",
		"red push blue blue blue by one": "too-many-values",
	} {
		if no := do(t, start(t, "red", "blue"), line); no == nil || no.Rule != "" || no.Why.ID != "referee."+why {
			t.Errorf("%q: %+v, want %s", line, no, why)
		}
	}
}

func long(n int) string { return strings.Repeat("x", n) }

// A ruling lets a refused command happen, says which rule it overrules, and is
// for nothing else.
func TestRulings(t *testing.T) {
	m := start(t, "red", "blue")
	command := func(line string) referee.Command {
		c, no := m.Parse(line)
		if no != nil {
			t.Fatal(line, no)
		}
		return c
	}
	for line, why := range map[string]string{
		"red roll 3": "legal-anyway",
		"red roll 9": "no-ruling",
	} {
		if _, no := m.Overrule(command(line), "because"); no == nil || no.Why.ID != "referee."+why {
			t.Errorf("%q: %+v, want %s", line, no, why)
		}
	}
	if _, no := m.Overrule(command("blue roll 3"), ""); no == nil || no.Why.ID != "referee.no-reason" {
		t.Errorf("without a reason: %+v", no)
	}
	if _, no := m.Overrule(command("blue roll 3"), long(501)); no == nil || no.Why.ID != "referee.too-long" {
		t.Errorf("a long reason: %+v", no)
	}
	r, no := m.Overrule(command("blue roll 3"), "red is late")
	if no != nil || m.Append(r) != nil {
		t.Fatal(no)
	}
	if r.Ruling.Rule != "R1" || r.Ruling.Why.ID != "referee.not-your-turn" || m.Tally().Rows[1].Total != 3 {
		t.Errorf("%+v, %+v", r, m.Tally())
	}
}

// A record follows its log or is an error, and nothing is lost by that.
func TestRecordsThatCannotFollow(t *testing.T) {
	m := start(t, "red", "blue")
	if _, no := m.Undo(); no == nil || no.Why.ID != "referee.nothing-to-undo" {
		t.Errorf("%+v", no)
	}
	stale, _ := m.Decide(referee.Command{Verb: "pass", Seat: "red"})
	if no := do(t, m, "red roll 3"); no != nil {
		t.Fatal(no)
	}
	for _, r := range []referee.Record{stale, {Seq: 3}, {Seq: 2, Undoes: 2}, {Seq: 2, Undoes: 5}, {Seq: 2, Undoes: -1}} {
		if err := m.Append(r); err == nil {
			t.Errorf("%+v was taken", r)
		}
	}
	if m.Seq() != 1 || m.Tally().Rows[0].Total != 3 {
		t.Errorf("the log has %d records: %+v", m.Seq(), m.Tally())
	}
}

// An operation is found again by the id whoever entered it gave it.
func TestOperationsAreFound(t *testing.T) {
	m := start(t, "red", "blue")
	r, _ := m.Decide(referee.Command{Verb: "pass", Seat: "red"})
	r.Op = "tap-1"
	if err := m.Append(r); err != nil {
		t.Fatal(err)
	}
	if found, ok := m.Find(referee.Author{}, "tap-1"); !ok || found.Seq != 1 {
		t.Errorf("%+v %v", found, ok)
	}
	if _, ok := m.Find(referee.Author{}, ""); ok {
		t.Error("found nothing's operation")
	}
}
