package press

import (
	"strings"
	"testing"

	"kitpress/catalog"
)

// checkWordsAboutCodes sees to it that a rulebook says where the codes on its
// cards are explained: in the guide of the same kit, by the name it is printed
// under, whatever the codes lead to. No block promises an explanation behind a
// code alone, since without a base URL a code leads to the page of somebody else.
func checkWordsAboutCodes(t *testing.T, locals []*Localization) {
	t.Helper()
	for _, l := range locals {
		guide := ""
		for _, c := range l.Game.Components {
			if c.Kind == catalog.KindGuide {
				guide = l.Texts.Text(c.Name)
			}
		}
		if guide == "" {
			t.Fatalf("%s has no guide", l.Lang)
		}
		codes := false
		for _, s := range l.Game.Sections {
			for _, b := range s.Blocks {
				text := l.Texts.Text(b.Text)
				if b.Rule != nil {
					text = l.Texts.Text(b.Rule.Text)
				}
				if b.ID == "codes" && strings.Contains(text, guide) {
					codes = true
				}
				if named := codeWords(l.Lang, text); named && !strings.Contains(text, guide) {
					t.Errorf("%s: %s speaks of codes and not of %q: %s", l.Lang, s.ID, guide, text)
				}
			}
		}
		if !codes {
			t.Errorf("%s: no block codes names %q", l.Lang, guide)
		}
	}
}

// codeWords reports whether a text of a rulebook speaks of the codes on cards,
// not of program code or of codes that open accounts.
func codeWords(lang, text string) bool {
	for _, w := range map[string][]string{
		"en": {"code beside", "codes on the cards", "its code"},
		"de": {"Code daneben", "Codes auf den Karten", "Code, denkt"},
		"it": {"codice accanto", "codici sulle carte", "codici delle carte", "codice della carta"},
		"fr": {"code à côté", "codes sur les cartes", "codes des cartes", "son code"},
		"ja": {"コードを読み取", "解説のコード", "カードのコード", "コードの解説"},
	}[lang] {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
