package desk

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/i18n"
	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
)

var update = flag.Bool("update", false, "write what the tests see into testdata")

// spoken keeps the presenters of shipped games: reading five languages takes long.
var spoken = map[string]map[string]*Presenter{}

// presenters returns a presenter of a table's game for every language.
func presenters(t *testing.T, d *Desk, table *OpenMatch) map[string]*Presenter {
	t.Helper()
	key := table.Game().ID
	if e := table.Play.Setup().Edition; e != nil {
		key += "/" + e.ID
	}
	if all := spoken[key]; all != nil && d.Catalog == catalog.Embedded() {
		return all
	}
	all := map[string]*Presenter{}
	if d.Catalog == catalog.Embedded() {
		spoken[key] = all
	}
	for _, lang := range i18n.Languages() {
		s, err := NewPresenter(d.Catalog, table.Game(), table.Play.Setup().Edition, lang)
		if err != nil {
			t.Fatal(err)
		}
		all[lang] = s.Seated(nil)
	}
	return all
}

// sample returns a value an argument can have.
func sample(a referee.Arg) string {
	switch {
	case len(a.Values()) > 0:
		return a.Values()[0]
	case a.Kind == referee.ArgText:
		return "a [promise]"
	}
	return "2"
}

// Every verb and every argument of every game has words in every language, and
// a sentence says all that was said: an argument more is a different sentence.
func TestEveryVerbHasWords(t *testing.T) {
	for _, game := range rules.Games() {
		d, table := begin(t, game)
		for lang, s := range presenters(t, d, table) {
			for _, v := range table.Play.Verbs() {
				checkVerb(t, s, table, v, lang+" "+game+" "+v.Name)
			}
		}
	}
}

func checkVerb(t *testing.T, s *Presenter, table *OpenMatch, v referee.Verb, at string) {
	t.Helper()
	if !s.texts.Words().Has("do."+s.game.ID+"."+v.Name) || !s.texts.Words().Has("verb."+s.game.ID+"."+v.Name) {
		t.Errorf("%s: no words", at)
		return
	}
	c := referee.Command{Verb: v.Name, Args: referee.Args{}}
	if !v.Table {
		c.Seat = "red"
	}
	for _, a := range v.Args {
		if a.Min > 0 {
			c.Args[a.Name] = []string{sample(a)}
		}
	}
	least := s.Sentence(table, c)
	if strings.ContainsAny(least, "{‹\x00…") || strings.Contains(least, "[") || strings.Contains(least, "  ") {
		t.Errorf("%s: %q", at, least)
	}
	for _, a := range v.Args {
		if s.Arg(v.Name, a.Name) == a.Name {
			t.Errorf("%s: no words for %s", at, a.Name)
		}
		for _, id := range a.Values() {
			if a.Kind == referee.ArgWord && !s.texts.Words().Has("choice."+id) {
				t.Errorf("%s: no words for %s", at, id)
			}
		}
		if a.Min == 0 {
			more := referee.Command{Verb: c.Verb, Seat: c.Seat, Args: referee.Args{a.Name: {sample(a)}}}
			for name, list := range c.Args {
				more.Args[name] = list
			}
			if said := s.Sentence(table, more); said == least || !strings.Contains(said, s.choice(a.Kind, sample(a))) {
				t.Errorf("%s: %q says nothing about %s", at, said, a.Name)
			}
		}
	}
}

// The sentences as people read them: look at them after a change.
func TestSentences(t *testing.T) {
	var b strings.Builder
	for _, c := range []struct {
		game string
		line []string
	}{
		{"cyber-survival", []string{
			"table deal phishing malware ransomware data-loss", "lina reveal ddos", "lina roll INF SYS SYS ATT",
			"lina reroll ATT to ACC", "lina resolve data-loss with INF SYS", "lina draw SYS", "lina play lock-inf threat phishing", "lina end",
		}},
		{"online", []string{"red draw", "red lay online", "red lay virus on blue", "red hack e-mail of blue to red", "red stop trash password-ok"}},
		{"cyber-siege", []string{"red draw pile", "red draw discards", "red discard admin as attack-1-1", "red attack blue", "red lose"}},
		{"attacker-placement", []string{
			"night roll HOS HOS six FAC", "night pick COM COM", "night move 1 site HOS with HOS HOS",
			"night attack sql-injection by 1 2 site FAC with FAC ECS HOS", `night trade orchid give HOS HOS get-points 2 promise "not [to] enter"`, "table secure patching",
		}},
	} {
		d, table := begin(t, c.game)
		for _, lang := range i18n.Languages() {
			s := presenters(t, d, table)[lang]
			b.WriteString("-- " + c.game + " " + lang + " --\n")
			for _, line := range c.line {
				command, _ := table.Play.Parse(strings.TrimPrefix(line, "table "))
				if command.Seat == "" && !strings.HasPrefix(line, "table ") {
					words := strings.SplitN(line, " ", 2)
					command, _ = table.Play.Parse("red " + words[1])
					command.Seat = referee.Seat(words[0])
				}
				b.WriteString(s.Sentence(table, command) + "\n")
			}
		}
	}
	golden(t, "sentences.txt", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what it was; look at it after go test -update\n%s", name, got)
	}
}

// What is offered can be entered: a move without fields is taken as it is, and
// one with fields asks for exactly what the referee still wants to know.
func TestMovesCanBeEntered(t *testing.T) {
	for _, game := range rules.Games() {
		d, table := begin(t, game)
		s := presenters(t, d, table)["de"]
		due := table.Due()
		if len(due) == 0 {
			t.Fatalf("%s: nobody may do anything", game)
		}
		keys, understood := map[string]bool{}, 0
		for _, m := range s.Moves(table, due...) {
			if keys[m.Key] || m.Title == "" || m.Label == "" || m.Rule == "" || m.RuleText == "" {
				t.Errorf("%s: %+v", game, m)
			}
			keys[m.Key] = true
			command := referee.Command{Verb: m.Verb, Seat: m.Seat, Args: m.Args}
			play := table.Play
			if f := m.First; f != nil {
				understood++
				play, _ = play.After(referee.Command{Verb: f.Verb, Seat: f.Seat, Args: f.Args})
			}
			if _, no := play.Decide(command); len(m.Fields) == 0 && no != nil {
				t.Errorf("%s: %s is offered and refused: %v", game, m.Key, no)
			}
		}
		if (understood > 0) != (game == "online") {
			t.Errorf("%s: %d moves before which something goes without saying", game, understood)
		}
		for _, v := range s.Verbs(table) {
			if v.Title == "" || v.RuleText == "" {
				t.Errorf("%s: %+v", game, v)
			}
		}
		if s.Phase(table) == "" {
			t.Errorf("%s: no phase", game)
		}
	}
}

// A seat is called by its character, its colour, the name it was given, or its
// id.
func TestSeatNames(t *testing.T) {
	_, table := begin(t, "cyber-survival")
	s, err := NewPresenter(catalog.Embedded(), table.Game(), nil, "de")
	if err != nil {
		t.Fatal(err)
	}
	named := s.Seated(map[referee.Seat]string{"red": "Die Füchse"})
	for seat, want := range map[referee.Seat]string{"": "Tisch", "red": "Die Füchse", "blue": "Blau", "lina": "Lina", "team-7": "Team-7"} {
		if got := named.SeatName(seat); got != want {
			t.Errorf("%q is called %q, want %q", seat, got, want)
		}
	}
}

// A wrong number of things is refused with what to do about it, under the name
// of what is asked for.
func TestHowManyMore(t *testing.T) {
	_, table := begin(t, "cyber-survival")
	s := presenters(t, table.desk, table)["en"]
	for line, want := range map[string]string{
		"deal data-loss":          "“Threats”: choose 3 more, 4 in all.",
		"deal data-loss phishing": "“Threats”: choose 2 more, 4 in all.",
		"deal data-loss phishing malware ddos ransomware weak-password": "“Threats”: choose 2 fewer, 4 in all.",
	} {
		c, no := table.Play.Parse(line)
		if no == nil {
			_, no = table.Play.Decide(c)
		}
		if no == nil || s.Why(table, c, no) != want {
			t.Errorf("%s: %v, want %s", line, s.Why(table, c, no), want)
		}
	}
}

// A form offers what can be and asks for as many as it takes.
func TestFieldsKnowWhatIsNeeded(t *testing.T) {
	_, table := begin(t, "cyber-survival")
	s := presenters(t, table.desk, table)["en"]
	deal := s.Moves(table, "")[0].Fields[0]
	if deal.Min != 4 || deal.Max != 4 || len(deal.Options) != 23 || deal.Options[0].N != 1 {
		t.Errorf("%+v", deal)
	}
	if c, _ := table.Play.Parse("deal data-loss phishing malware ddos"); table.Play.Do(c) != nil {
		t.Fatal("not dealt")
	}
	for _, m := range s.Moves(table, "red") {
		if m.Verb == "reveal" && (len(m.Fields[0].Options) != 19 || m.Fields[0].Min != m.Fields[0].Max) {
			t.Errorf("%+v", m.Fields[0])
		}
	}
	_, table = begin(t, "attacker-placement")
	s = presenters(t, table.desk, table)["en"]
	for _, m := range s.Moves(table, "red") {
		if m.Verb != "roll" {
			continue
		}
		dice, six, four := m.Fields[0], m.Fields[1], m.Fields[2]
		if dice.Min != 2 || dice.Max != 2 || len(six.Options) != 6 || six.Options[5] != (Choice{ID: "white", Label: "white", Arg: "face"}) {
			t.Errorf("%+v %+v", dice, six)
		}
		if four.Name != "six" || four.Label != "Colour you choose" || strings.Join(four.If, " ") != "face four" {
			t.Errorf("%+v", four)
		}
	}
	for _, v := range s.Verbs(table) {
		if v.Verb == "earn" {
			t.Error("a variant that is not played is offered")
		}
	}
}
