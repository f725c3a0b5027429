package desk

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kitpress/i18n"
	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
	"kitpress/quiz/simulate"
)

// quiet are the events that only repeat what a command claims, or whose effect
// shows on the pages by itself: whose turn it is, and points.
var quiet = map[string][]string{
	"cyber-survival":     {"dealt", "revealed", "turn", "earned", "rolled", "rerolled", "resolved", "drew", "played", "ended"},
	"online":             {"turn", "drew", "exchanged", "laid", "backed", "called", "hacked", "searched", "stopped"},
	"cyber-siege":        {"turn", "drew", "discarded", "spared"},
	"attacker-placement": {"paid", "emptied", "scored", "traded", "discarded", "laid", "used", "revealed", "zeroed", "secured", "destroyed", "acted", "held", "backed", "bribed", "stood", "exchanged", "informed", "blocked", "ended", "turn"},
}

// kinds returns the kinds of events that the rules of a game know, as they are
// written in what folds them.
func kinds(t *testing.T, game string) []string {
	t.Helper()
	folder := map[string]string{"cyber-survival": "survival", "cyber-siege": "siege", "attacker-placement": "placement"}[game]
	if folder == "" {
		folder = game
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../../../quiz/rules", folder, "apply.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SwitchStmt)
		if !ok {
			return true
		}
		if tag, ok := s.Tag.(*ast.SelectorExpr); !ok || tag.Sel.Name != "Kind" {
			return true
		}
		for _, c := range s.Body.List {
			for _, e := range c.(*ast.CaseClause).List {
				if lit, ok := e.(*ast.BasicLit); ok {
					kind, _ := strconv.Unquote(lit.Value)
					found = append(found, kind)
				}
			}
		}
		return true
	})
	return found
}

// Every event of every game either has words, in every language, or is known to
// need none.
func TestEveryEventHasWords(t *testing.T) {
	for _, game := range rules.Games() {
		list := kinds(t, game)
		if len(list) < 10 {
			t.Errorf("%s: only the events %v were found", game, list)
		}
		for _, lang := range i18n.Languages() {
			words, problems := i18n.WordsIn(lang)
			if err := problems.Err(); err != nil {
				t.Fatal(err)
			}
			for _, kind := range list {
				if said := words.Has("event." + game + "." + kind); said == slices.Contains(quiet[game], kind) {
					t.Errorf("%s in %s: the event %q is said: %v", game, lang, kind, said)
				}
			}
		}
	}
}

// told plays a game as sensible players do and returns an entry with each kind
// of step, as it is told in a language.
func told(t *testing.T, game string) (*Table, []referee.Record) {
	t.Helper()
	_, table := begin(t, game)
	q := simulate.Request{Players: []string{simulate.Sensible}, Games: 12, Seed: 5, Workers: 1, Setup: table.Play.Setup()}
	q.Rules, _ = rules.For(game)
	q.Game, _ = rules.Simulation(game)
	seen := map[string]bool{}
	var entries []referee.Record
	q.Played = func(_ int, m *referee.Match) {
		for _, r := range m.Log() {
			fresh := false
			for _, e := range r.Events {
				if kind := e.Kind; !slices.Contains(quiet[game], kind) && !seen[kind] {
					seen[kind], fresh = true, true
				}
			}
			if fresh {
				entries = append(entries, r)
			}
		}
	}
	if _, err := simulate.Run(context.Background(), q); err != nil {
		t.Fatal(err)
	}
	for _, kind := range kinds(t, game) {
		if !slices.Contains(quiet[game], kind) && !seen[kind] {
			t.Logf("%s: no game had %q", game, kind)
		}
	}
	return table, entries
}

// What entries bring about, as people read it: look at it after a change.
func TestSteps(t *testing.T) {
	var b strings.Builder
	for _, game := range rules.Games() {
		table, entries := told(t, game)
		for _, lang := range i18n.Languages() {
			s := speakers(t, table.desk, table)[lang]
			b.WriteString("-- " + game + " " + lang + " --\n")
			for _, r := range entries {
				b.WriteString(s.Sentence(table, r.Command) + "\n")
				for _, step := range s.Steps(table, r) {
					b.WriteString("    " + step.Text + "\n")
					if strings.ContainsAny(step.Text, "{}‹\x00[]") || strings.Contains(step.Text, "  ") {
						t.Errorf("%s in %s: %q", game, lang, step.Text)
					}
				}
			}
		}
	}
	golden(t, "steps.txt", b.String())
}

// The end of a round says who pays what for which threat, and who is out.
func TestTheEndOfARoundIsTold(t *testing.T) {
	_, table := begin(t, "cyber-survival")
	s := speakers(t, table.desk, table)["en"]
	enter := func(line string) referee.Record {
		t.Helper()
		c, no := table.Play.Parse(line)
		if no != nil {
			t.Fatal(line, no)
		}
		res, err := table.Record(context.Background(), Entry{Command: c}, time.Unix(0, 0))
		if err != nil || res.Refusal != nil {
			t.Fatal(line, err, res.Refusal)
		}
		return res.Entry.Record
	}
	lines := []string{"deal data-loss phishing malware ddos"}
	for _, seat := range table.Match.Seats {
		lines = append(lines, fmt.Sprintf("%s roll NET NET NET NET", seat), fmt.Sprintf("%s end", seat))
	}
	var last referee.Record
	for _, line := range lines {
		if table.Play.Seq() == 1 {
			if n := len(table.Play.Legal(table.Match.Seats[0])); n > 0 && table.Play.Legal(table.Match.Seats[0])[0].Verb == "reveal" {
				enter(string(table.Match.Seats[0]) + " reveal public-wifi")
			}
		}
		last = enter(line)
	}
	steps, changes := s.Steps(table, last), s.Changes(table, last.Seq)
	if len(changes) != len(table.Match.Seats) || changes[0].From != 30 || changes[0].To >= 30 || changes[0].Name != "Red" {
		t.Errorf("%+v", changes)
	}
	for i, seat := range table.Match.Seats {
		if steps[i].Seat != seat || !strings.Contains(steps[i].Text, "“Phishing”") || !strings.Contains(steps[i].Text, "“Data loss”") {
			t.Errorf("%+v", steps[i])
		}
	}
	if s.Changes(table, 2) != nil {
		t.Error("a roll changes totals")
	}
}
