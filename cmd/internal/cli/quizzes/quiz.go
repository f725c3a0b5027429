// Package quizzes holds kitpress quiz: questions are drawn, asked, checked,
// printed and exported.
package quizzes

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/quiz"
)

func Command(s terminal.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "quiz COMMAND",
		Short: "Draw and ask questions, decide whether an answer counts, and say why",
		Example: `  kitpress quiz draw cyber-survival --lang de
  kitpress quiz ask --topic phishing
  kitpress quiz check --lang de --accept Verschlüsselung --wrong Entschlüsselung verschluesselung
  kitpress quiz check --help`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return command.Unknown(cmd, args[0])
		},
	}
	cmd.AddCommand(newDrawCommand(s), newAskCommand(s), newCheckCommand(s), newSheetCommand(s),
		newExportCommand(s), newFormatsCommand(s), newTemplateCommand(s))
	return cmd
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
func languageOf(lang string, env func(string) string) (string, error) {
	known := func(tag string) bool {
		base, _, _ := strings.Cut(tag, "-")
		return slices.Contains(quiz.Languages(), base)
	}
	if lang == "" {
		for _, tag := range command.Languages(env) {
			if known(tag) {
				return tag, nil
			}
		}
		return "en", nil
	}
	if !command.LangTag.MatchString(lang) || !known(lang) {
		return "", terminal.Usage(terminal.Guess(lang, quiz.Languages(), "known: "+strings.Join(quiz.Languages(), ", ")), "--lang: unknown language %q", lang)
	}
	return lang, nil
}
