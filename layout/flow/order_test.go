package flow

import (
	"strings"
	"testing"
)

func TestSortTerms(t *testing.T) {
	for _, c := range []struct{ lang, in, want string }{
		{"de", "Zoll Übung Ampel Ärger uhr", "Ampel Ärger Übung uhr Zoll"},
		{"fr", "zéro école œuvre échec", "échec école œuvre zéro"},
		{"en", "VPN Man-in-the-middle malware Manor", "malware Man-in-the-middle Manor VPN"},
		{"de-CH", "b ä", "ä b"},
		{"ja", "脅威 資源 手番", "脅威 資源 手番"},
	} {
		var terms []Term
		for _, w := range strings.Fields(c.in) {
			terms = append(terms, Term{Name: w})
		}
		sortTerms(terms, c.lang)
		var got []string
		for _, term := range terms {
			got = append(got, term.Name)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v, want %s", c.lang, got, c.want)
		}
	}
}

func TestMarkedLettersArePairs(t *testing.T) {
	pairs := []rune(marked)
	if len(pairs)%2 != 0 {
		t.Fatalf("%d letters", len(pairs))
	}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] < 0x80 || pairs[i+1] < 'a' || pairs[i+1] > 'z' {
			t.Errorf("pair %d is %c%c", i/2, pairs[i], pairs[i+1])
		}
	}
}
