package kit

import "testing"

func TestNearestID(t *testing.T) {
	for name, want := range map[string]string{
		"My Game!": "my-game", "drachenfeuer-übung": "drachenfeuer-uebung", "Straßen_2": "strassen-2", "École de l’été": "ecole-de-l-ete",
		"U\u0308bung": "uebung", "Łódź": "lodz", "2048": "my-game", "3 Katzen": "katzen", "ねこ": "my-game", "--": "my-game",
	} {
		if got := nearestID(name); got != want || !gameID().MatchString(got) {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
