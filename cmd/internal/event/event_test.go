package event

import (
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/catalog"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/layout/compose"
)

const week = `format: 1
title: Library week
lang: en
address: http://192.168.4.10:8080
secret: vqhtr-38rmn-xxwop
rounds: 3
times: [{at: "9:00", what: Welcome}]
tables:
  - {from: 1, to: 20, game: cyber-survival, lang: de}
  - {number: 21, name: Lark, game: online, lang: en, players: 4}
  - {from: 22, to: 40, game: cyber-survival, lang: de}
`

func TestRead(t *testing.T) {
	e, ps := Read("week.yaml", []byte(week), catalog.Embedded())
	if len(ps) > 0 || len(e.Tables) != 40 || e.Rounds != 3 || e.Tables[20].Name != "Lark" || e.Tables[20].Players != 4 {
		t.Fatalf("%+v, %v", e, ps)
	}
	groups := e.Groups()
	if len(groups) != 2 || len(groups[0].Tables) != 39 || groups[1].Game != "online" {
		t.Errorf("groups: %+v", groups)
	}
	seen := map[string]bool{}
	for _, table := range e.Tables {
		for _, pin := range []string{e.pin(table, eventPlayers), e.pin(table, eventHelpers)} {
			if seen[pin] || len(pin) != 8 {
				t.Errorf("table %d: PIN %s", table.Number, pin)
			}
			seen[pin] = true
		}
	}
	again, _ := Read("week.yaml", []byte(week), catalog.Embedded())
	if again.JoinURL(again.Tables[3]) != e.JoinURL(e.Tables[3]) || !strings.HasPrefix(e.JoinURL(e.Tables[3]), "http://192.168.4.10:8080/t/?lang=de#") {
		t.Errorf("the code of a table: %s", e.JoinURL(e.Tables[3]))
	}
}

func TestReadProblems(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"secret: vqhtr-38rmn-xxwop", "secret: abc", "week.yaml:5:9: error: the secret has 3 characters"},
		{"address: http://", "address: ", `"192.168.4.10:8080" is no address a phone could open`},
		{"game: online", "game: onlin", `there is no game "onlin"`},
		{"lang: en, players", "lang: es, players", `online has no texts in "es"`},
		{"number: 21", "number: 7", "there are two tables 7"},
		{"from: 22, to: 40", "from: 22, to: 20", "from 22 to 20 are no tables"},
		{"players: 4", "player: 4", "player"},
		{"title: Library week", "title: " + strings.Repeat("x", 90), "at most 80 have room"},
	} {
		_, ps := Read("week.yaml", []byte(strings.Replace(week, c.old, c.new, 1)), catalog.Embedded())
		if err := ps.Err(); err == nil || !strings.Contains(ps[0].Error(), c.want) || ps[0].Excerpt == "" {
			t.Errorf("%s: %v", c.new, ps)
		}
	}
}

// A line in several languages is on papers in the language of each table, and in that
// of the event where there is none.
func TestSponsorInLanguages(t *testing.T) {
	const lines = "rounds: 3\nsponsor: {line: {de: Mit Dank an die Bücherei, en: With thanks to the library}}"
	e, ps := Read("week.yaml", []byte(strings.Replace(week, "rounds: 3", lines, 1)), catalog.Embedded())
	if len(ps) > 0 {
		t.Fatal(ps)
	}
	groups := e.Groups()
	if len(groups) != 2 || groups[0].Folder != "cyber-survival_de" || groups[0].Sponsor.Line != "Mit Dank an die Bücherei" || groups[1].Folder != "online_en" || groups[1].Sponsor.Line != "With thanks to the library" {
		t.Errorf("%+v", groups)
	}
	if got := e.SponsorIn("ja").Line; got != "With thanks to the library" {
		t.Errorf("in Japanese: %q", got)
	}
	for _, wrong := range []string{"en: With thanks to the library", "de: Mit Dank an die Bücherei"} {
		_, ps := Read("week.yaml", []byte(strings.NewReplacer("rounds: 3", strings.Replace(lines, wrong, "xx: x", 1)).Replace(week)), catalog.Embedded())
		if !ps.HasErrors() {
			t.Errorf("without %s: %v", wrong, ps)
		}
	}
}

// A line of a sponsor that has no room on the back of a card is told before
// anything is printed, with what would have; a logo takes of the room.
func TestSponsorTooLong(t *testing.T) {
	dir := fstest.MapFS{"logo.svg": &fstest.MapFile{Data: []byte(emblem)}}
	const thanks = "With warm thanks to the friends of the library on Mill Street"
	for _, c := range []struct{ sponsor, want string }{
		{thanks, ""},
		{thanks + " and its bakery", `week.yaml:7:10: error: the line of the sponsor has 76 characters; on the back of a card in language de the first`},
		{"{line: " + thanks + ", logo: logo.svg}", "week.yaml:7:17: error: the line of the sponsor has 61 characters; on the back"},
		{strings.Repeat("W", 60), "the line of the sponsor has 60 characters"},
	} {
		e, ps := Read("week.yaml", []byte(strings.Replace(week, "rounds: 3", "rounds: 3\nsponsor: "+c.sponsor, 1)), catalog.Embedded())
		if len(ps) > 0 {
			t.Fatal(ps)
		}
		_, ps = e.Parts(t.Context(), catalog.Embedded(), dir)
		if ps.HasErrors() != (c.want != "") || c.want != "" && (!strings.Contains(ps[0].Error(), c.want) || ps[0].Excerpt == "") {
			t.Errorf("%s: %v, want %q", c.sponsor, ps, c.want)
		}
	}
}

const emblem = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><path d="M0 0h30v10H0z" fill="#123456"/></svg>`

// The sponsor of an event is on the papers of all tables, that of a table on its
// own; each kind of table has a folder of its own.
func TestSponsor(t *testing.T) {
	dir := fstest.MapFS{"logos/town.svg": &fstest.MapFile{Data: []byte(emblem)}, "evil.svg": &fstest.MapFile{Data: []byte(`<svg viewBox="0 0 9 9"><script>x</script></svg>`)}}
	text := strings.Replace(week, "rounds: 3", "rounds: 3\nsponsor: {line: Library, logo: logos/town.svg}", 1)
	text = strings.Replace(text, "lang: en, players", "lang: en, sponsor: Bakery, players", 1)
	e, ps := Read("week.yaml", []byte(text), catalog.Embedded())
	if len(ps) > 0 {
		t.Fatal(ps)
	}
	for i, want := range []struct{ folder, line, paper string }{{"cyber-survival_de", "Library", Cards}, {"online_en_21", "Bakery", Signs}} {
		g := e.Groups()[i]
		sponsor, ps := e.Open(g.Sponsor, dir)
		if len(ps) > 0 || g.Folder != want.folder || sponsor.Line != want.line || (sponsor.Logo != nil) != (i == 0) {
			t.Fatalf("%+v, %+v, %v", g, sponsor, ps)
		}
		for _, sponsor := range []*compose.Sponsor{sponsor, nil} {
			req := press.Request{Catalog: catalog.Embedded(), Games: []string{g.Game}, Langs: []string{g.Lang}, Only: []string{want.paper}, Sponsor: sponsor}
			locals, _, err := press.Localise(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			jobs, err := press.PlanHandouts(locals[0], e.Papers(locals[0], g.Tables[:1]))
			if err != nil {
				t.Fatal(err)
			}
			shown := 0
			if _, _, err := press.Run(t.Context(), jobs, func(s *press.Sheets) (press.File, error) {
				press.Walk(s.Pages[0].Scene.Items, layout.Identity(), func(items []layout.Item, _ layout.Matrix) bool {
					for _, it := range items {
						if text, ok := it.(*layout.Text); ok && text.Content == want.line {
							shown++
						}
					}
					return true
				})
				return s.File(".pdf"), nil
			}, nil); err != nil || (shown == 1) != (sponsor != nil) {
				t.Errorf("%s: the line is there %d times, %v", want.paper, shown, err)
			}
		}
	}
	if nobody, ps := new(Event).Open(Sponsor{}, dir); nobody != nil || len(ps) > 0 {
		t.Error(nobody, ps)
	}
	for logo, want := range map[string]string{
		"gone.svg": `week.yaml:7:32: error: there is no logo "gone.svg"`, "../week.yaml": `error: there is no logo "../week.yaml"`,
		"/etc/hosts": "there is no logo", "evil.svg": "evil.svg:1:32: error: <script> is not drawn",
	} {
		e, _ := Read("week.yaml", []byte(strings.Replace(text, "logos/town.svg", logo, 1)), catalog.Embedded())
		if _, ps := e.Open(e.Sponsor, dir); !ps.HasErrors() || !strings.Contains(ps[0].Error(), want) {
			t.Errorf("%s: %v, want %s", logo, ps, want)
		}
	}
	for _, wrong := range []string{"sponsor: {}", "sponsor: {lines: x}", "sponsor: {line: " + strings.Repeat("x", 81) + "}"} {
		if _, ps := Read("week.yaml", []byte(strings.Replace(week, "rounds: 3", wrong, 1)), catalog.Embedded()); !ps.HasErrors() {
			t.Errorf("%s is no fault", wrong)
		}
	}
}
