package games

import (
	"strings"
	"testing"

	"kitpress/i18n"
	"kitpress/i18n/exchange"
)

// Gettext can be told how every language counts that is likely to be asked
// for, in as many forms as CLDR has.
func TestPluralForms(t *testing.T) {
	for forms, langs := range map[int]string{
		1: "ja zh ko th id ms lo km my",
		2: "en de it nl sv da nb nn fi et hu tr el bg vi es fr pt pt-BR ca gl eu hi bn ta te ml mr gu kn pa ne si ur fa am hy ka az kk uz ky mn sq mk is eo af sw zu fil tl ku ps",
		3: "uk ru be pl cs sk hr sr bs lt lv ro he",
		4: "sl gd",
		5: "ga mt",
		6: "ar cy",
	} {
		for lang := range strings.FieldsSeq(langs) {
			p, ok := exchange.PluralOf(i18n.PluralForm(lang))
			if !ok || len(p.Forms) != forms {
				t.Errorf("%s: %v, want %d forms", lang, p.Forms, forms)
			}
		}
	}
}
