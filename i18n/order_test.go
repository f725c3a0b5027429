package i18n

import (
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
)

func TestOrder(t *testing.T) {
	for _, c := range []struct{ lang, in, want string }{
		{"de", "Zoll Übung Ampel Ärger uhr", "Ampel Ärger Übung uhr Zoll"},
		{"fr", "zéro école œuvre échec cote côté", "cote côté échec école œuvre zéro"},
		{"en", "VPN Man-in-the-middle malware Manor", "malware Man-in-the-middle Manor VPN"},
		{"it", "verità verifica e-mail elenco", "elenco e-mail verifica verità"},
		{"de-CH", "b ä", "ä b"},
		{"tlh", "b a", "a b"},
		{"-", "b a", "a b"},
		// a length mark is the vowel before it; は before ば before ぱ; small and
		// katakana beside large and hiragana
		{"ja", "メール めいれい さいばい サーバー さあさ ん VPN あ", "VPN あ さあさ サーバー さいばい めいれい メール ん"},
		{"ja", "パス はす バス はつか ハッカー フィッシング ふいうち", "はす バス パス はつか ハッカー ふいうち フィッシング"},
		{"ja", "データ・センター でえたさ", "でえたさ データ・センター"},
	} {
		words := strings.Fields(c.in)
		order := OrderOf(c.lang)
		slices.SortStableFunc(words, order.Compare)
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.lang, got, c.want)
		}
	}
}

// A translation may say how it is read, in kana; a text without kanji says so
// itself.
func TestReading(t *testing.T) {
	g := open(t, pack())
	file := func(more string) string {
		return "format: 1\nlanguage: ja\ntexts:\n  game.name: {of: " + catalog.Hash("Tiny") + `, text: "小さな箱"` + more + "}\n"
	}
	for _, c := range []struct {
		more, want string
		known      bool
	}{
		{"", "小さな箱", false},
		{`, reading: "ちいさなはこ"`, "ちいさなはこ", true},
	} {
		texts, _ := Load(pack("locales/ja.yaml", file(c.more)), g, "ja")
		if got, known := texts.Reading(g.Name); got != c.want || known != c.known {
			t.Errorf("%q: got %q, %t", c.more, got, known)
		}
	}
	for reading, want := range map[string]string{
		"小さなはこ":  `"小さなはこ" does not say how game.name is read`,
		"ちいさいはこ": `"ちいさいはこ" is not how "小さな箱" is read`,
	} {
		_, ps := Translations(pack("locales/ja.yaml", file(`, reading: "`+reading+`"`)), g, "ja")
		if !slices.ContainsFunc(lines(ps), func(l string) bool { return strings.Contains(l, want) }) {
			t.Errorf("%s: %v", reading, lines(ps))
		}
	}
	texts, _ := Load(pack(), g, g.Source)
	if got, known := texts.Reading(g.Name); got != "Tiny" || !known {
		t.Errorf("without kanji: %q, %t", got, known)
	}
}
