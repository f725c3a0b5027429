package events

import (
	"strings"
	"testing"
)

// Of a line in several languages the form changes that of the event, and a logo
// leaves all as they are. (A logo where there is none is for an editor.)
func TestSponsorInLanguages(t *testing.T) {
	for _, c := range []struct{ was, id, value, want string }{
		{"sponsor: {line: {de: Dank, en: Thanks}, logo: a.svg}", "sponsor", "Merci", `sponsor: {line: {de: "Merci", en: Thanks}, logo: a.svg}`},
		{"sponsor: {line: {de: Dank, en: Thanks}, logo: a.svg}", "logo", "b.svg", `sponsor: {line: {de: Dank, en: Thanks}, logo: "b.svg"}`},
		{"sponsor: Dank", "logo", "b.svg", `sponsor: {line: "Dank", logo: "b.svg"}`},
	} {
		got, err := set([]byte("format: 1\nlang: de\n"+c.was+"\n"), c.id, c.value)
		if err != nil || !strings.Contains(string(got), c.want) || strings.Contains(c.was, "Thanks") && !strings.Contains(string(got), "en: Thanks") {
			t.Errorf("%s, %s: %q, %v", c.was, c.id, got, err)
		}
	}
}
