package quizzes

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/quiz"
	"kitpress/quiz/exchange"
)

type templateOptions struct {
	bankChoice
	out   string
	force bool
}

func newTemplateCommand(s terminal.Streams) *cobra.Command {
	o := new(templateOptions)
	cmd := &cobra.Command{
		Use:   "template",
		Short: "Write a spreadsheet to fill in with questions of your own",
		Long: `Writes a workbook with a header, an example of each kind of question and a second sheet that says what goes into each
column, in the language asked for. Replace the examples with your own questions and use the file with --questions.
Columns are found by their names in any language, so the order is yours; right and wrong answers may have as many
columns as you need.`,
		Example: `  kitpress quiz template --lang de -o fragen.xlsx
  kitpress quiz ask --questions fragen.xlsx --lang de`,
		Args: command.Exactly(0),
		RunE: command.Run(s, o.run),
	}
	o.langFlags(cmd)
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "questions.xlsx", "`file` to write")
	f.BoolVar(&o.force, "force", false, "replace the file when there is one")
	return cmd
}

func (o *templateOptions) run(_ context.Context, s terminal.Streams, _ []string) error {
	lang, err := languageOf(o.lang, s)
	if err != nil {
		return err
	}
	if !strings.HasSuffix(strings.ToLower(o.out), ".xlsx") {
		return terminal.Usage("call it questions.xlsx", "-o: the template is a workbook, not %q", o.out)
	}
	if _, err := os.Lstat(o.out); err == nil && !o.force {
		return terminal.Usage("choose another name with -o, or add --force", "%s is there already and may have been filled in", o.out)
	}
	bank, err := o.open("").in(lang)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := exchange.WriteTemplate(&b, lang, oneOfEachKind(bank)); err != nil {
		return err
	}
	if err := publish.ReplaceFile(o.out, b.Bytes()); err != nil {
		return err
	}
	terminal.Printf(s.Out, "%s: fill it in, then kitpress quiz ask --questions %s --lang %s\n", o.out, o.out, lang)
	return nil
}

// oneOfEachKind returns the first question of each kind.
func oneOfEachKind(bank *quiz.Bank) []quiz.Item {
	var list []quiz.Item
	for _, k := range quiz.Kinds() {
		if i := slices.IndexFunc(bank.Items(), func(it quiz.Item) bool { return it.Kind == k }); i >= 0 {
			list = append(list, bank.Items()[i])
		}
	}
	return list
}
