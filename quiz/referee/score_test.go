package referee_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/quiz/referee"
)

// claims reads lines such as "red H=5 A=4 P=3 total=12 rank=1 winner=1".
func claims(t *testing.T, lines string) []referee.Claim {
	t.Helper()
	var list []referee.Claim
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		words := strings.Fields(line)
		c := referee.Claim{Seat: referee.Seat(words[0]), Values: map[string]int{}}
		for _, w := range words[1:] {
			name, value, _ := strings.Cut(w, "=")
			n := 0
			if _, err := fmt.Sscan(value, &n); err != nil {
				t.Fatalf("%s: %v", w, err)
			}
			won := n == 1
			switch name {
			case referee.FieldTotal:
				c.Total = &n
			case referee.FieldRank:
				c.Rank = &n
			case referee.FieldWinner:
				c.Winner = &won
			default:
				c.Values[name] = n
			}
		}
		list = append(list, c)
	}
	return list
}

// What a sheet comes to, and what is wrong with it, for the scores of all
// four games.
func TestCheckScore(t *testing.T) {
	for _, tc := range []struct{ name, game, sheet, ranks, faults string }{
		{"all right", "cyber-survival", `
			red H=5 A=4 P=3 cards=2 total=12 rank=2 winner=0
			blue H=6 A=6 P=6 cards=0 total=18 rank=1 winner=1`, "12/2 18/1", ""},
		{"a sum and what follows from it", "cyber-survival", `
			red H=5 A=4 P=3 cards=2 total=21 rank=1 winner=1
			blue H=6 A=6 P=6 cards=0 total=18 rank=2 winner=0`, "12/2 18/1",
			"0 total tally.total; 0 rank tally.rank; 0 winner tally.not-won; 1 rank tally.rank; 1 winner tally.won"},
		{"power-ups in hand break a tie: R22", "cyber-survival", `
			red H=5 A=5 P=5 cards=2 rank=1 winner=1
			blue H=6 A=6 P=3 cards=1 rank=2`, "15/1 15/2", ""},
		{"a shared victory", "cyber-survival", `
			red H=5 A=5 P=5 cards=1 rank=1 winner=1
			blue H=6 A=6 P=3 cards=1 rank=1 winner=1`, "15/1 15/1", ""},
		{"who is out cannot win: R17", "cyber-survival", `
			red H=9 A=9 P=0 cards=1 winner=1
			blue H=1 A=1 P=1 cards=1 winner=1`, "18/2 3/1", "0 winner tally.out-won"},
		{"all are out", "cyber-survival", `
			red H=9 A=9 P=0 cards=1 winner=0
			blue H=0 A=1 P=1 cards=1 winner=1`, "18/1 2/1", "1 winner tally.out-won"},
		{"who is out stands behind", "cyber-survival", `
			red H=9 A=9 P=0 rank=1
			blue H=1 A=1 P=1 rank=1`, "18/2 3/1", "0 rank tally.out-before"},
		{"a track ends at 10", "cyber-survival", `
			red H=11 A=-1 P=3 cards=2`, "13/1", "0 H tally.range; 0 A tally.range"},
		{"more cards than there are", "cyber-survival", `
			red H=5 A=4 P=3 cards=8
			blue H=5 A=4 P=3 cards=8`, "12/1 12/1", "1 cards tally.copies"},
		{"a hole", "cyber-survival", `
			red H=5 P=3 total=9 rank=1
			blue H=5 A=4 P=3 rank=2 total=13`, "8/2 12/1", "0 A tally.missing; 1 total tally.total"},
		{"twice the same", "cyber-survival", `
			red H=5 A=4 P=3
			red H=5 A=4 P=2`, "12/1 11/2", "1 seat tally.twice"},
		{"megabytes: ONL-R34", "online", `
			red e-mail=4 music=1 game=0 movie=0 total=150 rank=2
			blue e-mail=0 music=0 game=0 movie=1 total=200 rank=1 winner=1`, "150/2 200/1", ""},
		{"the full goal wins before megabytes: ONL-R33", "online", `
			red e-mail=6 music=4 game=2 movie=2 rank=1 winner=1 total=950
			blue e-mail=0 music=0 game=0 movie=5 rank=2`, "950/1 1000/2", ""},
		{"only the first reaches the full goal", "online", `
			red e-mail=6 music=4 game=2 movie=2
			blue e-mail=6 music=4 game=2 movie=3`, "950/2 1150/1", "1 total tally.two-goals"},
		{"a set counts its cards: SIE-R16", "cyber-siege", `
			red sets=12 points=4 total=16 rank=1 winner=1
			blue sets=9 points=6 total=15 rank=2`, "16/1 15/2", ""},
		{"the first to 16 ends the game: SIE-R17", "cyber-siege", `
			red sets=12 points=5 total=17
			blue sets=14 points=4 total=18`, "17/2 18/1", "1 total tally.two-goals"},
		{"sets are worth 2 to 5, and grey cards are 12", "cyber-siege", `
			red sets=1 points=6 total=7
			blue sets=0 points=7 total=7
			grey sets=3 points=0`, "7/1 7/1 3/3", "0 sets tally.pieces; 1 points tally.copies"},
		{"an alliance takes both to the goal, one of them wins: CAP-R4", "attacker-placement", `
			red points=15 arrested=0 rank=2 winner=0
			blue points=15 arrested=2 rank=1 winner=1
			grey points=20 arrested=3`, "15/1 15/1 20/3", ""},
		{"both cannot", "attacker-placement", `
			red points=15 arrested=0 winner=1
			blue points=15 arrested=2 winner=1
			grey points=3 arrested=0 rank=2`, "15/1 15/1 3/3", "1 winner tally.one-wins; 2 rank tally.rank"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g, problems := load.Game(catalog.Embedded(), tc.game)
			if err := problems.Err(); err != nil {
				t.Fatal(err)
			}
			rows, faults := referee.CheckScore(g, g.ParamsFor(g.EditionFor("en")), claims(t, tc.sheet))
			var ranks, found []string
			for _, r := range rows {
				ranks = append(ranks, fmt.Sprintf("%d/%d", r.Total, r.Rank))
			}
			for _, f := range faults {
				found = append(found, fmt.Sprintf("%d %s %s", f.Line, f.Field, f.Why.ID))
				if g.Rule(f.Rule) == nil {
					t.Errorf("there is no rule %q", f.Rule)
				}
			}
			if got := strings.Join(ranks, " "); got != tc.ranks {
				t.Errorf("got %s, want %s", got, tc.ranks)
			}
			if got := strings.Join(found, "; "); got != tc.faults {
				t.Errorf("got  %s\nwant %s", got, tc.faults)
			}
		})
	}
}

// The order of the lines decides nothing.
func TestCheckScoreInAnyOrder(t *testing.T) {
	g, problems := load.Game(catalog.Embedded(), "cyber-survival")
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	list := claims(t, `
		red H=5 A=4 P=3 cards=2 rank=2
		blue H=6 A=6 P=6 cards=0 rank=1 winner=1
		grey H=0 A=6 P=6 cards=0 winner=0`)
	want, _ := referee.CheckScore(g, g.ParamsFor(g.EditionFor("de")), list)
	slices.Reverse(list)
	got, faults := referee.CheckScore(g, g.ParamsFor(g.EditionFor("de")), list)
	slices.Reverse(got)
	if fmt.Sprint(got) != fmt.Sprint(want) || len(faults) > 0 {
		t.Errorf("%v and %v, %v", got, want, faults)
	}
}
