package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/contest"
	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/event"
	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/web"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

const week = `format: 1
title: Library week
lang: en
address: http://127.0.0.1:8080
secret: vqhtr-38rmn-xxwop
tables:
  - {number: 7, game: cyber-siege, lang: de, players: 3}
  - {from: 2, to: 5, game: online, lang: ja}
`

func holdFile(h *tableLobby, s terminal.Streams, file string) error {
	e, err := h.ready(context.Background(), file)
	if err != nil {
		return err
	}
	return h.hold(context.Background(), s, e, "http://127.0.0.1:8080")
}

// The tables of an event are begun once, with the numbers and PINs on their
// cards, however often the server is started; a late table is one more line.
func TestEventTables(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	file := filepath.Join(dir, "week.yaml")
	matches, err := store.Open(ctx, filepath.Join(dir, "matches.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer matches.Close()
	begin := func(text string, want int) *lobby.Lobby {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		h := &tableLobby{store: matches, lobby: lobby.New(&desk.Desk{Store: matches, Catalog: catalog.Embedded()}, time.Now, rand.Reader, web.NewViews)}
		if _, err := h.lobby.Restore(ctx); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := holdFile(h, terminal.Streams{Out: &out, Err: &out}, file); err != nil {
			t.Fatal(err)
		}
		list, err := h.lobby.List(ctx)
		if err != nil || len(list) != want {
			t.Fatalf("%d tables, %v\n%s", len(list), err, &out)
		}
		e, _ := event.Read(file, []byte(text), catalog.Embedded())
		for _, table := range e.Tables {
			pin, _ := e.PINs(table)
			in, err := h.lobby.Join(ctx, lobby.JoinRequest{PIN: pin, From: "test"})
			if err != nil || in.Table.Match.Game != table.Game || table.Players > 0 && len(in.Free) != table.Players {
				t.Fatalf("table %d: %+v, %v", table.Number, in, err)
			}
			if n, err := h.lobby.Number(ctx, in.Table.ID); err != nil || n != table.Number {
				t.Errorf("table %d has the number %d, %v", table.Number, n, err)
			}
		}
		return h.lobby
	}
	begin(week, 5).Close()
	begin(week, 5).Close()
	begin(week+"  - {number: 6, game: cyber-survival, lang: fr}\n", 6).Close()
}

// Teams of the file sit at the tables, and after a later round has begun the
// cards lead to its matches, also when the server starts anew.
func TestEventTeams(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	file := filepath.Join(dir, "week.yaml")
	matches, err := store.Open(ctx, filepath.Join(dir, "matches.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer matches.Close()
	text := strings.Replace(week, "tables:", "teams: [A, B, C, D, E, F, G, H, I, J]\ntables:", 1)
	text = strings.Replace(text, "cyber-siege, lang: de, players: 3", "online, lang: de, players: 3", 1)
	begin := func(text string) (*lobby.Lobby, error) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		h := &tableLobby{store: matches, lobby: lobby.New(&desk.Desk{Store: matches, Catalog: catalog.Embedded()}, time.Now, rand.Reader, web.NewViews)}
		var out bytes.Buffer
		return h.lobby, holdFile(h, terminal.Streams{Out: &out, Err: &out}, file)
	}
	h, err := begin(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := contest.Begin(ctx, h, contest.Swiss, 2, 2)
	if err != nil || len(r.Tables) != 5 {
		t.Fatal(r, err)
	}
	h.Close()
	if h, err = begin(text); err != nil {
		t.Fatal(err)
	}
	b, err := h.Board(ctx)
	if err != nil || len(b.Entries) != 10 {
		t.Fatalf("%d matches, %v", len(b.Entries), err)
	}
	e, _ := event.Read(file, []byte(text), catalog.Embedded())
	for _, table := range e.Tables {
		pin, _ := e.PINs(table)
		in, err := h.Join(ctx, lobby.JoinRequest{PIN: pin, From: "test"})
		if p, ok := contest.Last(b, table.Label()); err != nil || !ok || p.Round != 2 || p.Match != in.Table.ID || len(p.Teams) != 2 {
			t.Errorf("table %d: %+v, %v", table.Number, p, err)
		}
	}
	h.Close()
	many := ""
	for i := range 32 {
		many += fmt.Sprintf("t%d, ", i)
	}
	if _, err := begin(strings.Replace(text, "[A, ", "["+many+"A, ", 1) + "  - {number: 9, game: online, lang: fr}\n"); err == nil || !strings.Contains(err.Error(), "teams would sit there") {
		t.Errorf("too many teams: %v", err)
	}
}

// Whatever is wrong with an event is said at once, before one of its tables is
// begun.
func TestEventIsCheckedFirst(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "week.yaml")
	matches := storetest.New(t)
	h := &tableLobby{store: matches, lobby: lobby.New(&desk.Desk{Store: matches, Catalog: catalog.Embedded()}, time.Now, rand.Reader, web.NewViews)}
	many := ""
	for i := range 40 {
		many += fmt.Sprintf("t%d, ", i)
	}
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a line without room, too many teams", strings.Replace(week, "tables:", "sponsor: {line: "+strings.Repeat("M", 80)+"}\nteams: ["+many+"]\ntables:", 1), []string{"have room", "table 7: 8 teams", "table 5: 8 teams"}},
		{"no logo", week + "sponsor: {logo: none.png}\n", []string{"there is no logo"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			err := h.begin(t.Context(), &options{event: file}, terminal.Streams{Out: &out, Err: &out}, nil)
			for _, want := range c.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%q is not said: %v", want, err)
				}
			}
			if list, err := h.lobby.List(t.Context()); err != nil || len(list) > 0 {
				t.Errorf("%d tables are begun, %v", len(list), err)
			}
		})
	}
}
