package i18n

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"kitpress/catalog/source"
)

// wordsOf reads a file of words and fails on any problem.
func wordsOf(t *testing.T, lang string) map[string]*goi18n.Message {
	t.Helper()
	var ps source.Problems
	messages, _ := readWords(locales, wordsFile(lang), lang, &ps)
	for _, p := range ps {
		t.Error(p)
	}
	byID := map[string]*goi18n.Message{}
	for _, m := range messages {
		byID[m.ID] = m
	}
	return byID
}

// All languages have the same ids, the same placeholders in every form, and
// plural forms for the same ids: exactly those CLDR knows for the language.
func TestWordsAgree(t *testing.T) {
	plural := map[string][]bool{ // one, many, other
		"en": {true, false, true}, "de": {true, false, true}, "ja": {false, false, true},
		"it": {true, true, true}, "fr": {true, true, true},
	}
	en := wordsOf(t, "en")
	for _, lang := range Languages() {
		words := wordsOf(t, lang)
		for _, id := range slices.Sorted(maps.Keys(en)) {
			if words[id] == nil {
				t.Errorf("%s: %s is missing", lang, id)
				continue
			}
			counted := strings.Contains(en[id].Other, "{{.Count}}")
			want := []bool{false, false, true}
			if counted {
				want = plural[lang]
			}
			for i, form := range forms(words[id]) {
				if wanted := i < len(want) && want[i]; (*form != "") != wanted {
					t.Errorf("%s: %s: plural form %d is there: %v, want %v", lang, id, i, *form != "", wanted)
				}
				if *form != "" {
					checkWord(t, lang, id, *form, en[id].Other)
				}
			}
		}
		for id := range words {
			if en[id] == nil {
				t.Errorf("%s: %s is not in en", lang, id)
			}
		}
	}
}

func checkWord(t *testing.T, lang, id, text, source string) {
	t.Helper()
	have, err := parsePhrase(text)
	if err != nil {
		t.Fatalf("%s: %s: %v", lang, id, err)
	}
	want, _ := parsePhrase(source)
	if !maps.Equal(have.refs(), want.refs()) {
		t.Errorf("%s: %s: placeholders %v, want %v", lang, id, have.refs(), want.refs())
	}
	for _, f := range lint(LocaleOf(lang), text) {
		t.Errorf("%s: %s: %s (%s)", lang, id, f.message, f.hint)
	}
	if lang == "de" {
		for _, f := range lint(LocaleOf("de-CH"), derive("de-CH", text)) {
			t.Errorf("de-CH: %s: %s (%s)", id, f.message, f.hint)
		}
	}
}

// go-i18n must answer in the language asked for, for every id and every count
// a plural rule distinguishes, and never from another language.
func TestWordsNeverFallBack(t *testing.T) {
	for _, lang := range append(Languages(), "de-CH", "fr-CH", "it-CH", "en-US") {
		w, ps := WordsIn(lang)
		if len(ps) > 0 || w.Lang() != lang {
			t.Fatalf("%s: got words in %s, problems %v", lang, w.Lang(), ps)
		}
		for id := range w.filled {
			for _, n := range []int{0, 1, 2, 5, 1_000_000} {
				cfg := &goi18n.LocalizeConfig{MessageID: id, TemplateParser: phraseParser{},
					TemplateData: anything{}, PluralCount: n}
				if !strings.HasPrefix(id, "count.") && id != "dice.times" {
					cfg.PluralCount = nil
				}
				if _, tag, err := w.localizer.LocalizeWithTag(cfg); err != nil || tag != language.MustParse(lang) {
					t.Errorf("%s: %s for %d: answered in %s, error %v", lang, id, n, tag, err)
				}
			}
		}
	}
}

// anything stands for every placeholder.
type anything struct{}

func (anything) resolve(ref) (string, error) { return "x", nil }

func TestWord(t *testing.T) {
	for _, c := range []struct {
		lang, id string
		args     []any
		want     string
	}{
		{"en", "count.sheets", []any{"Count", 1}, "1 sheet"},
		{"en", "count.sheets", []any{"Count", 0}, "0 sheets"},
		{"en", "count.sheets", []any{"Count", 1200}, "1,200 sheets"},
		{"de", "count.cards", []any{"Count", 1}, "1 Karte"},
		{"de", "count.cards", []any{"Count", 2}, "2 Karten"},
		{"de-CH", "count.cards", []any{"Count", 1200}, "1'200 Karten"},
		{"fr", "count.sheets", []any{"Count", 0}, "0 feuille"},
		{"fr", "count.sheets", []any{"Count", 1}, "1 feuille"},
		{"fr", "count.sheets", []any{"Count", 2}, "2 feuilles"},
		{"fr", "count.sheets", []any{"Count", 1_000_000}, "1\u202F000\u202F000 de feuilles"},
		{"it", "count.sheets", []any{"Count", 1}, "1 foglio"},
		{"it", "count.sheets", []any{"Count", 2}, "2 fogli"},
		{"it", "count.sheets", []any{"Count", 1_000_000}, "1.000.000 di fogli"},
		{"ja", "count.sheets", []any{"Count", 1}, "1枚"},
		{"ja", "sheet.of", []any{"N", 2, "Total", 9}, "9枚中2枚目"},
		{"de-CH", "plan.step.scale", nil, "Im Druckdialog 100\u00A0% oder «Tatsächliche Grösse» wählen, niemals «An Seite anpassen»."},
		{"fr", "sheet.print100", nil, "Imprimer à 100\u202F%"},
		{"es", "word.or", nil, "or"},
		{"en", "no.such", nil, "‹no.such›"},
		{"en", "sheet.of", []any{"N", 2}, "‹sheet.of›"},
	} {
		w, _ := WordsIn(c.lang)
		if got := w.Word(c.id, c.args...); got != c.want {
			t.Errorf("%s %s %v: got %q, want %q", c.lang, c.id, c.args, got, c.want)
		}
	}
}

func BenchmarkWordsIn(b *testing.B) {
	for b.Loop() {
		WordsIn("fr")
	}
}

// A language kitpress has no words in is not called English.
func TestNameOf(t *testing.T) {
	for lang, want := range map[string]string{"de": "Deutsch", "de-CH": "Deutsch", "en": "English", "en-GB": "English", "ja": "日本語", "ru": "ru", "pt-BR": "pt-BR", "eng": "eng"} {
		words, problems := WordsIn(lang)
		if got := words.NameOf(lang); got != want || len(problems) > 0 {
			t.Errorf("%s: %q, want %q, %v", lang, got, want, problems)
		}
	}
}

// A pack brings words for a language kitpress has none in, with the plural
// forms of the language; what it lacks is said in English, which keeps its own
// way among words that run from the right.
func TestWordsOfAPack(t *testing.T) {
	english, _ := WordsIn("ar")
	if got := english.Word("sheet.nofit"); got != "\u200edo not fit to page\u200e" {
		t.Errorf("English among Arabic is %q", got)
	}
	with := func(words string) (*Words, string) {
		pack := fstest.MapFS{"i18n/ar.yaml": {Data: []byte("format: 1\nlanguage: ar\nwords:\n" + words)}}
		w, problems := english.with(pack, "i18n/ar.yaml", "ar")
		var list []string
		for _, p := range problems {
			list = append(list, p.Error())
		}
		return w, strings.Join(list, "\n")
	}
	w, problems := with("  sheet.top: أعلى\n  count.pages: {one: صفحة, two: صفحتان, other: \"{{.Count}} صفحة\"}\n")
	for n, want := range map[int]string{1: "صفحة", 2: "صفحتان", 5: "5 صفحة"} {
		if got := w.Word("count.pages", "Count", n); got != want {
			t.Errorf("%d pages are %q", n, got)
		}
	}
	if w.Word("sheet.top") != "أعلى" || w.Word("sheet.front") != english.Word("sheet.front") || w.Lang() != "ar" || !w.Has("sheet.front") || w.Below("sheet.")["sheet.top"] != "أعلى" {
		t.Errorf("words are %q, %q in %s", w.Word("sheet.top"), w.Word("sheet.front"), w.Lang())
	}
	if !strings.Contains(problems, "are missing, and are said in en: arg.about") {
		t.Errorf("problems are %s", problems)
	}
	_, problems = with("  sheet.tops: أعلى\n  sheet.of: الورقة {{.N}}\n")
	for _, want := range []string{`i18n/ar.yaml:4:3: error: kitpress has no word "sheet.tops"`, "i18n/ar.yaml:5:3: error: sheet.of has other placeholders than"} {
		if !strings.Contains(problems, want) {
			t.Errorf("problems lack %s:\n%s", want, problems)
		}
	}
	template, err := WordsTemplate("fa")
	if !strings.Contains(string(template), "language: fa\n") || !strings.Contains(string(template), "\n  # sheet.top: \"top\"\n") || err != nil {
		t.Errorf("the file to translate begins %.200s (%v)", template, err)
	}
}
