package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"testing"
	"time"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/event"
	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/web"
	"kitpress/quiz/store"
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
		if err := h.hold(ctx, terminal.Streams{Out: &out, Err: &out}, file, "http://127.0.0.1:8080"); err != nil {
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
