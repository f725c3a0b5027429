package press

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog/source"
)

// TestStock prints a game on perforated cards and round circles: each piece is
// on paper as often as without them, cards and tokens in cells, dice with nobody
// else, and the plan names the paper.
func TestStock(t *testing.T) {
	req := Request{Games: []string{"cyber-survival"}, Langs: []string{"de"}, Stock: []string{"geha-p70", "punch-16"}}
	sheets := sheetsOf(t, req)
	cells := map[string]string{}
	for _, s := range sheets {
		if s.Cells != "" {
			cells[s.ID] = strings.Join(s.Of.Decks, " ") + ": " + s.In.stock(&Result{Job: s.Job})
		}
		if s.ID == "tokens" && strings.Join(s.Of.Decks, " ") != "dice-nets" {
			t.Errorf("beside the circles there are %v", s.Of.Decks)
		}
		if s.ID == "cards" {
			t.Error("cards are printed on sheets to be cut, too")
		}
	}
	for id, want := range map[string]string{
		"cards-geha-p70":  "threats start-cards power-ups round-cards dividers own-cards: Geha P70",
		"tokens-punch-16": "player-tokens round-markers: Karton, 160–200\u00a0g/m² · Ø 16 mm",
	} {
		if cells[id] != want {
			t.Errorf("%s: %q, want %q", id, cells[id], want)
		}
	}
	all := countAll(t, Request{Games: []string{"cyber-survival"}, Langs: []string{"de"}})
	some := countAll(t, req)
	for _, prefix := range []string{"cards", "tokens"} {
		was, is := 0, 0
		for _, f := range all {
			if f.ID == prefix {
				was += f.Pieces
			}
		}
		for _, f := range some {
			if strings.HasPrefix(f.ID, prefix) {
				is += f.Pieces
			}
		}
		if was != is || is == 0 {
			t.Errorf("%s: %d pieces on stock, %d without", prefix, is, was)
		}
	}
	var usage *UsageError
	for _, req := range []Request{{Stock: []string{"geha-p7"}}, {Stock: []string{"geha-p70"}, Reading: ReadingLarge}} {
		req.Games = []string{"cyber-survival"}
		if _, _, err := Localise(t.Context(), req); !errors.As(err, &usage) || !strings.Contains(err.Error(), "--stock") {
			t.Error(err)
		}
	}
}

// TestStockTooSmall warns once a language where cells make texts too small to
// read, where the words are, and not where pieces fill cells as large as they are.
func TestStockTooSmall(t *testing.T) {
	for stock, want := range map[string]string{"geha-p70": "cells of Geha P70 make ", "avery-5388": ""} {
		locals, _, err := Localise(t.Context(), Request{Games: []string{"online"}, Langs: []string{"de"}, Stock: []string{stock}, Only: []string{"cards-" + stock}})
		if err != nil {
			t.Fatal(err)
		}
		jobs, err := Plan(locals)
		if err != nil {
			t.Fatal(err)
		}
		_, problems, err := Run(t.Context(), jobs, CountPages, nil)
		problems = slices.DeleteFunc(problems, func(p source.Problem) bool { return p.Code != "small-text" })
		if err != nil || len(problems) > 1 || (len(problems) == 1) != (want != "") {
			t.Fatalf("%s: %v, %v", stock, problems, err)
		}
		for _, p := range problems {
			if !p.Pos.IsValid() || p.Severity != source.Warning || !strings.Contains(p.Message, want) {
				t.Errorf("%s: %v", stock, p)
			}
		}
	}
}
