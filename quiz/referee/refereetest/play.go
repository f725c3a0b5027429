package refereetest

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/quiz/referee"
)

// A play is what has happened so far in a play file.
type play struct {
	t     *testing.T
	rules referee.Rules
	game  *catalog.Game
	match *referee.Match
	cited map[string]bool // rules that refused something
}

// Plays runs every *.play file of fsys against the rules of a game and returns
// the ids of the rules that refused something.
func Plays(t *testing.T, rules referee.Rules, g *catalog.Game, fsys fs.FS) map[string]bool {
	t.Helper()
	files, err := fs.Glob(fsys, "*.play")
	if err != nil || len(files) == 0 {
		t.Fatalf("no plays: %v", err)
	}
	cited := map[string]bool{}
	for _, file := range files {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(path.Base(file), ".play"), func(t *testing.T) {
			p := &play{t: t, rules: rules, game: g, cited: cited}
			for i, line := range strings.Split(string(data), "\n") {
				line, _, _ = strings.Cut(line, "#")
				if line = strings.TrimSpace(line); line == "" {
					continue
				}
				if err := p.step(line); err != nil {
					t.Fatalf("%s:%d: %s\n%v", file, i+1, line, err)
				}
			}
			if p.match == nil {
				t.Fatalf("%s: no play", file)
			}
			p.replay()
		})
	}
	return cited
}

// replay sees that the log leads to the same state once more.
func (p *play) replay() {
	if p.match == nil {
		return
	}
	again, err := referee.Replay(p.rules, p.match.Setup(), p.match.Log())
	if err != nil {
		p.t.Fatal(err)
	}
	if got, want := JSON(again.State()), JSON(p.match.State()); got != want {
		p.t.Errorf("replay leads to another state:\n%s\nlive:\n%s", got, want)
	}
}

func (p *play) step(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	if p.match == nil && word != "play" {
		return fmt.Errorf("the first line is: play edition NAME seats NAMES option NAME=VALUE")
	}
	switch word {
	case "play":
		p.replay()
		return p.start(strings.Fields(rest))
	case "!":
		if expr, ok := strings.CutPrefix(rest, "legal "); ok {
			return p.legal(expr, false)
		}
		return p.refused(rest)
	case "=":
		return p.shows(rest)
	case "legal":
		return p.legal(rest, true)
	case "undo":
		r, no := p.match.Undo()
		if no != nil {
			return refusal(no)
		}
		return p.match.Append(r)
	case "ruling":
		return p.ruling(rest)
	case "winner":
		return p.winner(strings.Fields(rest))
	}
	c, no := p.match.Parse(line)
	if no != nil {
		return refusal(no)
	}
	if no := p.match.Do(c); no != nil {
		return refusal(no)
	}
	return nil
}

func refusal(no *referee.Refusal) error {
	return fmt.Errorf("refused by %q: %s %v", no.Rule, no.Why.ID, no.Why.Args)
}

// start reads: edition NAME seats NAMES option NAME=VALUE…
func (p *play) start(words []string) error {
	s := referee.Setup{Game: p.game, Options: map[string]string{}}
	key := ""
	for _, w := range words {
		switch {
		case w == "edition" || w == "seats" || w == "option":
			key = w
		case key == "edition":
			if s.Edition = p.game.Edition(w); s.Edition == nil {
				return fmt.Errorf("no edition %q", w)
			}
		case key == "seats":
			s.Seats = append(s.Seats, referee.Seat(w))
		case key == "option":
			name, value, _ := strings.Cut(w, "=")
			s.Options[name] = value
		default:
			return fmt.Errorf("what is %q?", w)
		}
	}
	m, no := referee.New(p.rules, s)
	if no != nil {
		return refusal(no)
	}
	p.match = m
	return nil
}

// refused reads: RULE [MESSAGE]: COMMAND
func (p *play) refused(line string) error {
	want, command, ok := strings.Cut(line, ":")
	words := strings.Fields(want)
	if !ok || len(words) == 0 || len(words) > 2 {
		return fmt.Errorf("write: ! RULE [MESSAGE]: COMMAND; a command that makes no sense is refused by -")
	}
	before := JSON(p.match.State())
	c, no := p.match.Parse(strings.TrimSpace(command))
	if no == nil {
		_, no = p.match.Decide(c)
	}
	if no == nil {
		return fmt.Errorf("not refused")
	}
	if rule := strings.TrimPrefix(words[0], "-"); no.Rule != rule {
		return fmt.Errorf("want %q, but %w", rule, refusal(no))
	}
	if len(words) == 2 && no.Why.ID != "referee."+words[1] {
		return fmt.Errorf("want the message %q, but %w", words[1], refusal(no))
	}
	if after := JSON(p.match.State()); after != before {
		return fmt.Errorf("a refused command changed the state")
	}
	p.cited[no.Rule] = true
	return nil
}

// ruling reads: "REASON": COMMAND
func (p *play) ruling(line string) error {
	parts := strings.SplitN(line, `"`, 3)
	if len(parts) != 3 {
		return fmt.Errorf(`write: ruling "REASON": COMMAND`)
	}
	c, no := p.match.Parse(strings.TrimSpace(strings.TrimPrefix(parts[2], ":")))
	if no != nil {
		return refusal(no)
	}
	r, no := p.match.Overrule(c, parts[1])
	if no != nil {
		return refusal(no)
	}
	return p.match.Append(r)
}

// shows reads: PATH VALUE [for SEAT]
func (p *play) shows(line string) error {
	line, seat, _ := strings.Cut(line, " for ")
	at, want, _ := strings.Cut(strings.TrimSpace(line), " ")
	var view any
	if err := json.Unmarshal([]byte(JSON(p.match.View(referee.Seat(strings.TrimSpace(seat))))), &view); err != nil {
		return err
	}
	got, err := lookup(view, strings.Split(at, "."))
	if err != nil {
		return err
	}
	if got != strings.TrimSpace(want) {
		return fmt.Errorf("%s is %s", at, got)
	}
	return nil
}

// lookup finds a value in what was JSON. Lists are shown as their values with
// spaces between; a number in the path counts from 0.
func lookup(v any, at []string) (string, error) {
	for i, key := range at {
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[key]
			if !ok {
				return "", fmt.Errorf("nothing is called %q in %s", strings.Join(at[:i+1], "."), JSON(v))
			}
			v = next
		case []any:
			n := -1
			if _, err := fmt.Sscanf(key, "%d", &n); err != nil || n < 0 || n >= len(x) {
				return "", fmt.Errorf("no element %q in %s", key, JSON(v))
			}
			v = x[n]
		default:
			return "", fmt.Errorf("%s has no parts", strings.Join(at[:i], "."))
		}
	}
	if v == nil {
		return "", nil
	}
	if list, ok := v.([]any); ok {
		var words []string
		for _, e := range list {
			words = append(words, strings.Trim(JSON(e), `"`))
		}
		return strings.Join(words, " "), nil
	}
	return strings.Trim(JSON(v), `"`), nil
}

// legal looks for a move that begins as the line says. Arguments that are open
// in the move may be said or not.
func (p *play) legal(line string, want bool) error {
	seat, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if seat == "table" {
		seat = ""
	}
	moves := p.match.Legal(referee.Seat(seat))
	var lines []string
	for _, mv := range moves {
		l := strings.TrimPrefix(p.match.Line(mv.Command), seat+" ")
		lines = append(lines, l)
		if l == rest || strings.HasPrefix(l, rest+" ") {
			if want {
				return nil
			}
			return fmt.Errorf("offered: %s", l)
		}
	}
	if want {
		slices.Sort(lines)
		return fmt.Errorf("not offered; these are:\n\t%s", strings.Join(lines, "\n\t"))
	}
	return nil
}

func (p *play) winner(names []string) error {
	t := p.match.Tally()
	if !t.Over {
		return fmt.Errorf("the game goes on: %s", JSON(t))
	}
	var got []string
	for _, s := range t.Winners {
		got = append(got, string(s))
	}
	if len(got) == 0 {
		got = []string{"none"}
	}
	slices.Sort(got)
	slices.Sort(names)
	if !slices.Equal(got, names) {
		return fmt.Errorf("won by %v: %s", got, JSON(t))
	}
	return nil
}

// JSON returns a value as JSON; equal states have equal JSON.
func JSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return "not JSON: " + err.Error()
	}
	return string(data)
}
