package load

import (
	"strings"
	"testing"
	"testing/fstest"
)

// Cards lead to topics by themselves, or by an item they are of; items no
// card shows are words of the glossary.
func TestLeads(t *testing.T) {
	files := tiny(t)
	replaceIn(t, files, "game.yaml", "fields: {name: text, about: text, icon: icon}", "fields: {name: text, about: text, icon: icon, topic: {type: topic, optional: true}}")
	replaceIn(t, files, "game.yaml", "{id: SUN, name: Sun, about: It warms., icon: sun}", "{id: SUN, name: Sun, about: It warms., icon: sun, topic: owls}")
	leads := func() string {
		g, ps := Game(files, "")
		if ps.HasErrors() {
			t.Fatal(ps)
		}
		var out []string
		for _, id := range []string{"foxes", "owls"} {
			for _, l := range g.Leads(id) {
				deck := "-"
				if l.Deck != nil {
					deck = l.Deck.Label.Text
				}
				out = append(out, id+" "+l.Title().Text+" "+deck)
			}
		}
		return strings.Join(out, ", ")
	}
	if got, want := leads(), "foxes Clever fox Animal, foxes Wise owl Animal, foxes Quiet cat Animal, owls Sun -"; got != want {
		t.Errorf("leads %s, want %s", got, want)
	}
	replaceIn(t, files, "cards.yaml", "      topic: topic", "      topic: topic\n      suit: {type: item, of: suits, optional: true}")
	if got, want := leads(), "owls Sun Animal"; !strings.HasSuffix(got, want) {
		t.Errorf("leads %s, want %s at the end", got, want)
	}
}

func replaceIn(t *testing.T, files fstest.MapFS, name, before, after string) {
	t.Helper()
	data := string(files[name].Data)
	if strings.Count(data, before) != 1 {
		t.Fatalf("%s has %q %d times", name, before, strings.Count(data, before))
	}
	files[name] = &fstest.MapFile{Data: []byte(strings.Replace(data, before, after, 1))}
}
