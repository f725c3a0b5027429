// Package quizzes holds kitpress quiz: questions are drawn, asked, checked,
// printed and exported.
package quizzes

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/i18n"
	"kitpress/quiz"
	"kitpress/quiz/language"
)

// Command is kitpress quiz.
func Command(s terminal.Streams) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "quiz COMMAND",
		Short: "Draw and ask questions, decide whether an answer counts, and say why",
		Example: `  kitpress quiz draw cyber-survival --lang de
  kitpress quiz ask --topic phishing
  kitpress quiz check --lang de --accept Verschlüsselung --wrong Entschlüsselung verschluesselung
  kitpress quiz check --help`,
	}, newDrawCommand(s), newAskCommand(s), newCheckCommand(s), newSheetCommand(s), newHomeworkCommand(s), newExportCommand(s), newFormatsCommand(s), newTemplateCommand(s))
}

// A wording is kitpress's own words in a language.
type wording struct{ *i18n.Words }

func wordsIn(lang string) (wording, error) {
	words, problems := i18n.WordsIn(lang)
	return wording{words}, problems.Err()
}

// message returns what a message says.
func (w wording) message(m quiz.Message) string { return w.Word(m.ID, m.Args...) }

// kindOf returns a kind of question by its name.
func kindOf(name string) (quiz.Kind, error) {
	return quiz.Kind(name), terminal.OneOf(name, kinds(), "--kind: unknown kind %q")
}

func kinds() []string {
	var names []string
	for _, k := range quiz.Kinds() {
		names = append(names, string(k))
	}
	return names
}

// languageOf returns the language of a question: a tag whose language the
// matcher has rules for.
func languageOf(lang string, s terminal.Streams) (string, error) {
	known := func(tag string) bool {
		base, _, _ := strings.Cut(tag, "-")
		return slices.Contains(language.Languages(), base)
	}
	if lang == "" {
		for _, tag := range command.Reading(s) { // de-DE is read as de: no kit is in de-DE
			if slices.Contains(i18n.WithDerived(language.Languages()), tag) {
				return tag, nil
			}
		}
		return "en", nil
	}
	if command.LangTag.MatchString(lang) && known(lang) {
		return lang, nil
	}
	return "", terminal.OneOf(lang, language.Languages(), "--lang: unknown language %q")
}
