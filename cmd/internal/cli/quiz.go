package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/i18n"
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
	cmd.AddCommand(newQuizDrawCommand(s), newQuizAskCommand(s), newQuizCheckCommand(s))
	return cmd
}

// quizCheckOptions are a question's key, or what names a question, and an
// answer to it.
type quizCheckOptions struct {
	lang   string
	answer string
	json   bool
	quizKey
}

// A quizKey is the key of a question as it is typed.
type quizKey struct {
	kind            string
	accept, wrong   []string
	options         []string
	several, year   bool
	need            int
	unit, tolerance string
	strict          []string
}

func newQuizCheckCommand(s Streams) *cobra.Command {
	var o quizCheckOptions
	cmd := &cobra.Command{
		Use:   "check --accept ANSWER… [--wrong ANSWER…] ANSWER",
		Short: "Check one answer against the answers that count",
		Long: `The verdict is right, nearly right (somebody has to look: no point by itself), wrong, or not an answer (ask again).
What is overlooked, such as capitals, articles, accents or numbers as words, depends on the language of the question.
List with --wrong what is near and does not count: opposites above all. The exit code is 0 for a right answer and 4 for one
that does not count. An answer that begins with a hyphen goes behind two of them: -- -5

In a list each --accept is one item, its ways to say it separated by |. Options are a, b, c … in the order given.
Of a matching each --accept is a pair: left = right.`,
		Example: `  kitpress quiz check --lang de --accept Verschlüsselung --wrong Entschlüsselung "die verschluesselung"
  kitpress quiz check --lang en --kind number --accept 90 --unit min "1.5 hours"
  kitpress quiz check --lang it --kind list --accept riservatezza --accept integrità "integrita' e riservatezza"
  kitpress quiz check --lang ja --kind choice --option ウイルス --option バックアップ --accept b イ --json`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.answer = args[0]
			return runQuizCheck(cmd.Context(), o, s)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.lang, "lang", "l", "", "`language` of the question (default: the environment's)")
	f.StringVar(&o.kind, "kind", string(quiz.Short), "`kind` of the question: "+strings.Join(quizKinds(), ", "))
	f.StringArrayVar(&o.accept, "accept", nil, "an `answer` that counts; numbers are written 1234.5, truth is true or false")
	f.StringArrayVar(&o.wrong, "wrong", nil, "an `answer` that is near and does not count")
	f.StringArrayVar(&o.options, "option", nil, "one of the `options` to choose from or to put in order")
	f.BoolVar(&o.several, "several", false, "all accepted options have to be chosen")
	f.IntVar(&o.need, "need", 0, "how `many` items of a list are enough (default: all)")
	f.StringVar(&o.unit, "unit", "", "the `unit` a number is meant in: km, min, MB, %, or a word")
	f.StringVar(&o.tolerance, "tolerance", "", "how `far` off a number may be: 0.05")
	f.BoolVar(&o.year, "year", false, "the number is a year; BC is below zero")
	f.StringSliceVar(&o.strict, "strict", nil, "`what` is part of the answer: article, accents, case")
	addJSON(cmd, &o.json)
	_ = cmd.RegisterFlagCompletionFunc("kind", cobra.FixedCompletions(quizKinds(), cobra.ShellCompDirectiveNoFileComp)) // fails only for a flag that does not exist
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(quiz.Languages(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func quizKinds() []string {
	var names []string
	for _, k := range quiz.Kinds() {
		names = append(names, string(k))
	}
	return names
}

func runQuizCheck(_ context.Context, o quizCheckOptions, s Streams) error {
	lang, err := quizLanguage(o.lang, s.Env)
	if err != nil {
		return err
	}
	q, err := o.question()
	if err != nil {
		return err
	}
	words, problems := i18n.WordsIn(lang)
	if err := problems.Err(); err != nil {
		return err
	}
	checker, findings := quiz.New(q, lang)
	for _, f := range findings {
		m := f.Message()
		if text := words.Word(m.ID, m.Args...); f.Error {
			return usage("kitpress quiz check --help shows how keys are written", "%s", text)
		} else if !o.json {
			complain(s, text, "")
		}
	}
	v := checker.Check(o.answer)
	if err := o.print(s, words, lang, v); err != nil {
		return err
	}
	if !v.Point() {
		return &toldError{exitRefused}
	}
	return nil
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
	if len(k.accept) == 0 {
		return q, usage("--accept ANSWER, as often as needed", "no answer is accepted")
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

// print says what the verdict is and why, in the language of the question.
func (o quizCheckOptions) print(s Streams, words *i18n.Words, lang string, v quiz.Verdict) error {
	text := func(m quiz.Message) string { return words.Word(m.ID, m.Args...) }
	if o.json {
		return printJSON(s.Out, struct {
			Answer string `json:"answer"`
			Lang   string `json:"lang"`
			Point  bool   `json:"point"`
			quiz.Verdict
			Message string `json:"message"`
		}{o.answer, lang, v.Point(), v, text(v.Message())})
	}
	line := func(verdict, why string) string { return words.Word("quiz.line", "Verdict", verdict, "Why", why) }
	fmt.Fprintln(s.Out, line(text(v.Result.Message()), text(v.Message())))
	var overlooked []string
	for _, f := range v.Foldings {
		overlooked = append(overlooked, text(f.Message()))
	}
	if len(overlooked) > 0 {
		fmt.Fprintf(s.Out, "  %s\n", words.Word("quiz.overlooked", "List", strings.Join(overlooked, " · ")))
	}
	if v.Mixed {
		fmt.Fprintf(s.Out, "  %s\n", words.Word("quiz.mixed"))
	}
	for _, p := range v.Parts {
		fmt.Fprintf(s.Out, "  %s\n", line(p.Given, text(p.Result.Message())))
	}
	return nil
}
