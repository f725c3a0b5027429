package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/quiz"
)

func newQuizCommand(s Streams) *cobra.Command {
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
			return unknownCommand(cmd, args[0])
		},
	}
	cmd.AddCommand(newQuizDrawCommand(s), newQuizAskCommand(s), newQuizCheckCommand(s), newQuizSheetCommand(s),
		newQuizExportCommand(s), newQuizFormatsCommand(s), newQuizTemplateCommand(s))
	return cmd
}

func quizKinds() []string {
	var names []string
	for _, k := range quiz.Kinds() {
		names = append(names, string(k))
	}
	return names
}

// quizLanguage returns the language of a question: a tag whose language the
// matcher has rules for.
func quizLanguage(lang string, env func(string) string) (string, error) {
	known := func(tag string) bool {
		base, _, _ := strings.Cut(tag, "-")
		return slices.Contains(quiz.Languages(), base)
	}
	if lang == "" {
		for _, tag := range environmentLanguages(env) {
			if known(tag) {
				return tag, nil
			}
		}
		return "en", nil
	}
	if !langTag.MatchString(lang) || !known(lang) {
		return "", usage(guess(lang, quiz.Languages(), "known: "+strings.Join(quiz.Languages(), ", ")), "--lang: unknown language %q", lang)
	}
	return lang, nil
}

// quizOptionIDs are what options are called in the order they are given.
const quizOptionIDs = "abcdefghijklmnopqrstuvwxyz"

// question turns a typed key into a question.
func (k quizKey) question() (quiz.Question, error) {
	kind := quiz.Kind(k.kind)
	q := quiz.Question{Kind: kind, Accept: k.accept, Wrong: k.wrong, Several: k.several, Need: k.need, Unit: k.unit, Tolerance: k.tolerance, Year: k.year}
	if !slices.Contains(quiz.Kinds(), kind) {
		return q, usage(guess(k.kind, quizKinds(), "known: "+strings.Join(quizKinds(), ", ")), "--kind: unknown kind %q", k.kind)
	}
	for _, what := range k.strict {
		switch what {
		case "article":
			q.ArticleRequired = true
		case "accents":
			q.AccentsStrict = true
		case "case":
			q.CaseStrict = true
		default:
			return q, usage(guess(what, []string{"article", "accents", "case"}, "known: article, accents, case"), "--strict: unknown value %q", what)
		}
	}
	var err error
	switch kind {
	case quiz.List:
		for _, item := range k.accept {
			q.Items = append(q.Items, splitTrim(item, "|"))
		}
	case quiz.Choice, quiz.Ordering:
		q.Options = lettered(k.options)
		q.Accept, err = optionIDs(k.accept, k.options)
	case quiz.Matching:
		err = k.pairs(&q)
	}
	return q, err
}

func splitTrim(s, sep string) []string {
	parts := strings.Split(s, sep)
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

func lettered(texts []string) []quiz.Option {
	var list []quiz.Option
	for i, t := range texts[:min(len(texts), len(quizOptionIDs))] {
		list = append(list, quiz.Option{ID: quizOptionIDs[i : i+1], Text: t})
	}
	return list
}

// optionIDs returns the letters of options named by letter or text.
func optionIDs(names, options []string) ([]string, error) {
	var ids []string
	for _, name := range names {
		i := slices.Index(options, name)
		if i < 0 && len(name) == 1 {
			i = strings.Index(quizOptionIDs, strings.ToLower(name))
		}
		if i < 0 || i >= len(options) || i >= len(quizOptionIDs) {
			return nil, usage("name an --option by its letter or its text", "--accept: there is no option %q", name)
		}
		ids = append(ids, quizOptionIDs[i:i+1])
	}
	return ids, nil
}

// pairs reads left = right; the right column is shown in the order of the
// alphabet, so that its letters give nothing away.
func (k quizKey) pairs(q *quiz.Question) error {
	var left, right []string
	for _, p := range k.accept {
		l, r, ok := strings.Cut(p, "=")
		if !ok {
			return usage(`--accept "left = right"`, "--accept: %q is no pair", p)
		}
		left = append(left, strings.TrimSpace(l))
		if r = strings.TrimSpace(r); !slices.Contains(right, r) {
			right = append(right, r)
		}
	}
	slices.Sort(right)
	q.Left, q.Right, q.Accept = lettered(left), lettered(right), nil
	for i, p := range k.accept[:len(q.Left)] {
		_, r, _ := strings.Cut(p, "=")
		j := slices.Index(right, strings.TrimSpace(r))
		if j >= len(q.Right) {
			return errors.New("too many pairs")
		}
		q.Pairs = append(q.Pairs, quiz.Pair{Left: q.Left[i].ID, Right: q.Right[j].ID})
	}
	return nil
}
