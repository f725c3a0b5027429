package event

import (
	"strings"
	"testing"

	"kitpress/catalog"
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
	if again.JoinURL(again.Tables[3]) != e.JoinURL(e.Tables[3]) || !strings.HasPrefix(e.JoinURL(e.Tables[3]), "http://192.168.4.10:8080/t/#") {
		t.Errorf("the code of a table: %s", e.JoinURL(e.Tables[3]))
	}
}

func TestReadProblems(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"secret: vqhtr-38rmn-xxwop", "secret: abc", "week.yaml:5:9: error: the secret has 3 characters"},
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
