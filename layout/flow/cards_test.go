package flow

import (
	"strings"
	"testing"
)

// TestHTML holds that a list has one title, what is below it a level lower, and
// nothing a text brings becomes markup.
func TestHTML(t *testing.T) {
	f := &Flow{Title: "All & more", Lang: "en", Blocks: []Block{
		&Heading{Level: 1, Text: "All & more"}, &Heading{Level: 1, Text: "Deck"}, &Heading{Level: 2, Text: "<b>Card</b>"}, &Paragraph{Text: "**Needs:** 2 < 3"},
	}}
	got := string(f.HTML())
	for _, want := range []string{`<html lang="en">`, "<title>All &amp; more</title>", "<h1>All &amp; more</h1>\n<h2>Deck</h2>\n<h3>&lt;b&gt;Card&lt;/b&gt;</h3>\n<p>Needs: 2 &lt; 3</p>"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
}
