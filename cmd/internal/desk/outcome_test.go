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

// happened are events of each kind that has words, as rules give them.
var happened = []struct{ game, events string }{
	{"cyber-survival", "asked about=phishing max=10; asked about=phishing; red lost threat=phishing A=1 P=2; red lost threat=malware H=1; red lost A=1; " +
		"struck n=1; removed threats=phishing,malware; red out resource=A,P; red out; reshuffled; blue round n=3; finished rule=R18"},
	{"online", "red skipped; blue patrolled whom=red; blue patrolled; red finished rule=R33"},
	{"cyber-siege", "red attacked whom=blue card=attack-1-1 effect=BLOCK; red attacked whom=blue; blue fended with=defence-1-2 drawn=1; " +
		"red laid set=set-1 drawn=2 sets=1; red laid set=set-1 drawn=2; blue lost cards=attack-1-1 drawn=2; blue lost; blue hit effect=DELAY; blue finished rule=R17"},
	{"attacker-placement", "red took site=HOS n=2; red gained tokens=HOS,HOS,FAC; red dropped site=COM; red drew deck=attacks n=2; red drew deck=events n=1 cards=zero-day; " +
		"red moved by=1 site=HOS level=2; red moved by=1 level=0; red arrested by=2; red accused; alarmed site=HOS trigger=tokens; leaked site=FAC; shuffled deck=attacks; red out; red finished rule=R4"},
}

// eventsOf reads events: KIND or SEAT KIND, then arguments.
func eventsOf(table *OpenMatch, text string) []referee.Event {
	var list []referee.Event
	for part := range strings.SplitSeq(text, "; ") {
		words := strings.Fields(part)
		e := referee.Event{Args: referee.Args{}}
		if slices.Contains(table.Match.Seats, referee.Seat(words[0])) {
			e.Seat, words = referee.Seat(words[0]), words[1:]
		}
		e.Kind = words[0]
		for _, w := range words[1:] {
			name, values, _ := strings.Cut(w, "=")
			e.Args[name] = strings.Split(values, ",")
		}
		list = append(list, e)
	}
	return list
}

// What entries bring about, as people read it: look at it after a change.
func TestSteps(t *testing.T) {
	var b strings.Builder
	for _, c := range happened {
		_, table := begin(t, c.game)
		events := eventsOf(table, c.events)
		for _, kind := range kinds(t, c.game) {
			if !slices.Contains(quiet[c.game], kind) && !slices.ContainsFunc(events, func(e referee.Event) bool { return e.Kind == kind }) {
				t.Errorf("%s: %q is not tried here", c.game, kind)
			}
		}
		for _, lang := range i18n.Languages() {
			b.WriteString("-- " + c.game + " " + lang + " --\n")
			for _, step := range presenters(t, table.desk, table)[lang].Steps(table, referee.Record{Events: events}) {
				b.WriteString(step.Text + "\n")
				if strings.ContainsAny(step.Text, "{}‹\x00[]") || strings.Contains(step.Text, "  ") {
					t.Errorf("%s in %s: %q", c.game, lang, step.Text)
				}
			}
		}
	}
	golden(t, "steps.txt", b.String())
}

// The end of a round says who pays what for which threat, and who is out.
func TestTheEndOfARoundIsTold(t *testing.T) {
	_, table := begin(t, "cyber-survival")
	s := presenters(t, table.desk, table)["en"]
	enter := func(line string) referee.Record {
		t.Helper()
		c, no := table.Play.Parse(line)
		if no != nil {
			t.Fatal(line, no)
		}
		res, err := table.Record(context.Background(), Submission{Command: c}, time.Unix(0, 0))
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
