package i18n

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// hyphenated writes a word with "-" at its breaks.
func hyphenated(lang, word string) string {
	var b strings.Builder
	last := 0
	for _, at := range NewHyphenator().breaks(LocaleOf(lang), word) {
		b.WriteString(word[last:at] + "-")
		last = at
	}
	return b.String() + word[last:]
}

func TestBreaks(t *testing.T) {
	for _, c := range []struct{ lang, word, want string }{
		{"de", "Verteidigungskarten", "Ver-tei-di-gungs-kar-ten"},
		{"de", "Computersicherheit", "Com-pu-ter-si-cher-heit"},
		{"de-CH", "Strassenverkehr", "Stras-sen-ver-kehr"},
		{"de-AT", "Bedrohung", "Bedro-hung"}, // "Be-" is below the minimum
		{"de", "„Datenverlust“,", "„Daten-ver-lust“,"},
		{"de", "E-Mail-Adresse", "E-Mail-Adresse"},
		{"de", "Cyber-Sicherheitsbeauftragte", "Cyber-Sicher-heits-be-auf-tragte"},
		{"de", "Schwachstellenkarten", "Schwachstellen-karten"}, // an exception
		{"de", "ÜBERSICHT", "ÜBERSICHT"},
		{"de", "DDoS-Angriff", "DDoS-Angriff"},
		{"de", "GmbH", "GmbH"},
		{"de", "Über\u00adsicht", "Über\u00ad-sicht"},
		{"de", "", ""},
		{"it", "elettronica", "elet-tro-nica"},
		{"it", "dell’informatica", "dell’in-for-ma-tica"},
		{"it", "d’Italia", "d’Ita-lia"},
		{"fr", "vulnérabilité", "vul-né-ra-bi-lité"},
		{"fr", "l’ordinateur", "l’or-di-na-teur"},
		{"en", "hyphenation", "hy-phen-a-tion"},
		{"en", "university", "uni-ver-sity"}, // an exception
		{"en", "however", "how-ever"},
		{"en", "https://example.org/security", "https://example.org/security"},
		{"en", "somebody@example.org", "somebody@example.org"},
		{"en", "COVID19security", "COVID19security"},
		{"ja", "セキュリティ", "セキュリティ"},
		{"es", "seguridad", "seguridad"},
	} {
		if got := hyphenated(c.lang, c.word); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.lang, c.word, got, c.want)
		}
	}
}

func FuzzBreaks(f *testing.F) {
	for _, s := range []string{"Verteidigungskarten", "l’ordi\u00ADnateur", "a\xff\u0301b", strings.Repeat("straße", 30), "''’’abc"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, word string) {
		for _, lang := range []string{"de", "en", "fr", "it", "ja"} {
			breaks := NewHyphenator().breaks(LocaleOf(lang), word)
			if !slices.IsSorted(breaks) {
				t.Fatalf("%s %q: %v is not ascending", lang, word, breaks)
			}
			for _, at := range breaks {
				if at <= 0 || at >= len(word) || utf8.ValidString(word) && !utf8.RuneStart(word[at]) {
					t.Fatalf("%s %q: break at %d", lang, word, at)
				}
			}
		}
	})
}

func BenchmarkBreaks(b *testing.B) {
	h := NewHyphenator()
	for b.Loop() {
		h.breaks(LocaleOf("de"), "Verteidigungskarten")
	}
}
