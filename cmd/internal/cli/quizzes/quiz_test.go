package quizzes

import (
	"strings"
	"testing"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/i18n"
	"kitpress/quiz"
	"kitpress/quiz/language"
	"kitpress/quiz/match"
)

// Whatever the matcher may say, there are words for it in every language it
// knows, and in no other language's.
func TestQuizHasWords(t *testing.T) {
	for _, lang := range append(language.Languages(), "de-CH") {
		words, problems := i18n.WordsIn(lang)
		if len(problems) > 0 || words.Lang() != lang {
			t.Fatalf("%s: words in %s, %v", lang, words.Lang(), problems)
		}
		args := quiz.Verdict{Accepted: "x", Listed: "y"}.Message().Args
		args = append(args, match.Finding{Text: "x", Other: "y"}.Message().Args...)
		for _, id := range match.MessageIDs() {
			if !words.Has(id) {
				t.Errorf("%s: no words for %s", lang, id)
			} else if text := words.Word(id, args...); strings.ContainsAny(text, "‹›{}") && lang != "de-CH" {
				t.Errorf("%s: %s is %q", lang, id, text)
			}
		}
	}
}

// A question may be in the language of the environment, or in one kitpress
// has rules for.
func TestQuizLanguage(t *testing.T) {
	for _, tc := range []struct{ flag, spoken, env, want string }{
		{"", "", "", "en"}, {"", "de-CH", "de_CH.UTF-8", "de-CH"}, {"", "de", "de_DE.UTF-8", "de"}, {"", "fr", "fr_CH.UTF-8", "fr"}, {"", "en", "es_ES.UTF-8", "en"}, {"ja", "de", "de_DE", "ja"}, {"fr-CH", "en", "", "fr-CH"},
		{"", "it", "de_DE", "it"}, {"", "en", "de_DE", "en"}, {"es", "", "", ""}, {"german", "", "", ""}, {"de-", "", "", ""},
	} {
		got, err := languageOf(tc.flag, terminal.Streams{Lang: tc.spoken, Env: func(n string) string { return map[string]string{"LANG": tc.env}[n] }})
		if got != tc.want || (err == nil) != (tc.want != "") {
			t.Errorf("--lang %q, --ui-lang %q in %q: %q, %v; want %q", tc.flag, tc.spoken, tc.env, got, err, tc.want)
		}
	}
}
