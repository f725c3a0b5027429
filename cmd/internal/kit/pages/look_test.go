package pages

import (
	"strings"
	"testing"

	"kitpress/catalog"
)

// Every game has a band, and what is told apart by colour at the table has its
// colour and its picture on a page.
func TestLooks(t *testing.T) {
	for game, ids := range map[string][]string{
		"cyber-survival":     {"INF", "ATT", "lina", "zoe"},
		"attacker-placement": {"HOS", "ECS", "night", "silver"},
		"cyber-siege":        nil,
		"online":             nil,
	} {
		look, err := LookOf(catalog.Embedded(), game)
		if err != nil {
			t.Fatal(err)
		}
		style, sprite := look.Style(), look.Sprite()
		if look.Accent == [3]uint8{} || !strings.Contains(style, "--band:#") {
			t.Errorf("%s has no band", game)
		}
		for _, id := range ids {
			if !strings.Contains(style, `[data-look="`+id+`"]`) || !strings.Contains(sprite, `<symbol id="`+id+`"`) {
				t.Errorf("%s: %s has no colour or no picture", game, id)
			}
		}
		if strings.ContainsAny(style, "\\<") || strings.Contains(sprite, "script") {
			t.Errorf("%s: the style or the pictures hold what they should not", game)
		}
	}
}
