package desk

import (
	"slices"
	"strings"
	"testing"

	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
	"kitpress/quiz/simulate"
)

// played calls see after each entry of a game by sensible players.
func played(t *testing.T, table *OpenMatch, see func()) {
	t.Helper()
	q := simulate.Request{Players: []string{simulate.Sensible}, Games: 1, Seed: 2, Workers: 1, Setup: table.Play.Setup()}
	q.Rules, _ = rules.For(table.Match.Game)
	q.Game, _ = rules.Simulation(table.Match.Game)
	var log []referee.Record
	q.Played = func(_ int, m *referee.Match) { log = m.Log() }
	if _, err := simulate.Run(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	for _, r := range log {
		if err := table.Play.Append(r); err != nil {
			t.Fatal(err)
		}
		see()
	}
}

// Whatever lies on a table has a name in every language, is something a screen
// can draw, and says no more than the view that everybody has.
func TestPlacesAreNamedAndDrawn(t *testing.T) {
	kinds := []string{referee.PlaceCards, referee.PlaceStack, referee.PlaceHand, referee.PlacePiles, referee.PlaceDice, referee.PlaceTracks, referee.PlaceRows, referee.PlaceFigures, referee.PlaceSite}
	for _, game := range rules.Games() {
		d, table := begin(t, game)
		all := presenters(t, d, table)
		entries := 0
		played(t, table, func() {
			if entries++; entries%7 > 0 {
				return
			}
			for lang, s := range all {
				places := s.Places(table)
				if len(places) == 0 {
					t.Fatalf("%s: nothing lies on the table", game)
				}
				for _, p := range places {
					if p.Label == "" || p.Label == p.ID || strings.ContainsAny(p.Label, "‹{") || p.State != "" && p.Note == p.State {
						t.Errorf("%s, %s: a place %q is called %q, %q", game, lang, p.ID, p.Label, p.Note)
					}
					if !slices.Contains(kinds, p.Kind) {
						t.Errorf("%s: nobody draws a place of the kind %q", game, p.Kind)
					}
					for _, one := range p.Pieces {
						named := one.Label != "" && one.Label != one.ID
						if !named && (one.ID != "" || one.Of != nil || one.Seat != "") || one.State != "" && one.Note == one.State {
							t.Errorf("%s, %s: in %s a piece %q is called %q, %q", game, lang, p.ID, one.ID, one.Label, one.Note)
						}
					}
				}
			}
		})
	}
}

// A pile is not called after one of the decks that lie in it.
func TestPilesAreNamedAfterAll(t *testing.T) {
	for game, want := range map[string]string{"cyber-siege": "Attacks · Defences · Admins", "attacker-placement": "Attack cards"} {
		d, table := begin(t, game)
		found := false
		for _, p := range presenters(t, d, table)["en"].Places(table) {
			for _, one := range p.Pieces {
				found = found || one.Label == want
			}
		}
		if !found {
			t.Errorf("%s: no pile is called %s", game, want)
		}
	}
}

// A move that ends a turn says so, and what comes of it.
func TestMovesForetell(t *testing.T) {
	all := 0
	for _, game := range rules.Games() {
		d, at := begin(t, game)
		s := presenters(t, d, at)["en"]
		passes, told := 0, 0
		played(t, at, func() {
			for _, m := range s.Moves(at, at.Match.Seats...) {
				if m.Passes {
					passes++
				}
				told += len(m.Will)
			}
		})
		if passes == 0 {
			t.Errorf("%s: no move ends a turn", game)
		}
		all += told
	}
	if all == 0 {
		t.Error("no move says what comes of it")
	}
}
