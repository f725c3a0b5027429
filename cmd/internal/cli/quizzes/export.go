package quizzes

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/quiz"
	"kitpress/quiz/exchange"
)

type exportOptions struct {
	bankChoice
	format exchange.Format
	game   string
	out    string
	title  string
	skip   bool
	json   bool
}

func newExportCommand(s terminal.Streams) *cobra.Command {
	o := new(exportOptions)
	cmd := &cobra.Command{
		Use:   "export FORMAT [GAME]",
		Short: "Write questions for learning platforms: " + strings.Join(formatNames(), ", "),
		Long: `Writes the questions about all topics, about those of a game, or your own (--questions) to a file.

` + formatHelp() + `
A question that does not fit into the format is named with the reason, and nothing is written: nothing is ever shortened.
With --skip the others are written. Without -o the file is called [game_]quiz_<language>_<format>; -o - writes to standard output.
With --json: format, file, questions (how many) and left, each with id and reason.`,
		Example: `  kitpress quiz export gift cyber-survival --lang de -o quiz.txt
  kitpress quiz export kahoot --topic phishing --skip
  kitpress quiz export csv --questions mine.xlsx -o mine.csv`,
		Args:              command.Between(1, 2, "a format ("+strings.Join(formatNames(), ", ")+") and at most one game"),
		ValidArgsFunction: completeExport,
		RunE:              command.Run(s, o.run),
	}
	o.bankChoice.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "", "`file` to write, - for standard output")
	f.StringVar(&o.title, "title", "", "`name` of the collection (default: the game's, or a word for it)")
	f.BoolVar(&o.skip, "skip", false, "write what fits and name what does not")
	command.AddJSON(cmd, &o.json)
	return cmd
}

func formatNames() []string {
	var names []string
	for _, f := range exchange.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// formatHelp describes each format in a line or two.
func formatHelp() string {
	var b strings.Builder
	b.WriteString("Formats:\n")
	for _, f := range exchange.Formats() {
		fmt.Fprintf(&b, "  %-8s %s (%s): %s", f.Name, f.Title, f.Ext, f.Kinds)
		if f.Without != "" {
			fmt.Fprintf(&b, "\n           without %s", f.Without)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func completeExport(cmd *cobra.Command, args []string, part string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return formatNames(), cobra.ShellCompDirectiveNoFileComp
	}
	return command.CompleteGames(cmd, args, part)
}

func (o *exportOptions) run(_ context.Context, s terminal.Streams, args []string) error {
	if err := terminal.OneOf(args[0], formatNames(), "there is no format %q"); err != nil {
		return err
	}
	o.format, _ = exchange.Find(args[0])
	o.game = append(args, "")[1]
	lang, err := languageOf(o.lang, terminal.Streams{Env: s.Env})
	if err != nil {
		return err
	}
	if err := notOver("-o", o.out, o.questions); err != nil {
		return err
	}
	items, meta, err := o.collect(lang, s)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	left, err := o.format.Write(&b, items, meta)
	if err != nil {
		return err
	}
	written := len(items) - len(left)
	if len(left) > 0 && !o.skip || written == 0 {
		return o.refuse(left, len(items), s)
	}
	o.nameLeft(left, s)
	if o.out == "-" {
		_, err := s.Data.Write(b.Bytes())
		return err
	}
	name := o.out
	if name == "" {
		name = fmt.Sprintf("quiz_%s_%s%s", lang, o.format.Name, o.format.Ext)
		if o.game != "" {
			name = o.game + "_" + name
		}
	}
	if err := publish.ReplaceFile(name, b.Bytes()); err != nil {
		return err
	}
	if o.json {
		return s.JSON(exportJSON{o.format.Name, name, written, left})
	}
	terminal.Printf(s.Out, "%s: %s as %s\n", name, terminal.Plural(written, "question"), o.format.Title)
	if o.format.Without != "" {
		terminal.Printf(s.Err, "%s has no room for %s\n", o.format.Title, o.format.Without)
	}
	return nil
}

type exportJSON struct {
	Format    string           `json:"format"`
	File      string           `json:"file,omitempty"`
	Questions int              `json:"questions"`
	Left      []exchange.Unfit `json:"left"`
}

// collect returns the questions that are asked for and what the file says
// beside them.
func (o *exportOptions) collect(lang string, s terminal.Streams) ([]quiz.Item, exchange.Meta, error) {
	meta := exchange.Meta{Title: o.title, Lang: lang}
	src := o.open(o.game)
	bank, filter, err := src.chosen(s, lang)
	if err != nil {
		return nil, meta, err
	}
	items := bank.Choose(filter)
	if len(items) == 0 {
		return nil, meta, errNone()
	}
	if meta.Title == "" {
		meta.Title, err = o.defaultTitle(src, lang)
	}
	return items, meta, err
}

// defaultTitle returns the name of the game or of the file, or a word for any
// questions.
func (o *exportOptions) defaultTitle(src *bankSource, lang string) (string, error) {
	switch {
	case o.questions != "":
		base := filepath.Base(o.questions)
		return strings.TrimSuffix(base, filepath.Ext(base)), nil
	case src.title != "":
		return src.title, nil
	}
	words, err := wordsIn(lang)
	if err != nil {
		return "", err
	}
	return words.Word("quiz.export.title"), nil
}

// refuse says which questions do not fit; nothing is written.
func (o *exportOptions) refuse(left []exchange.Unfit, of int, s terminal.Streams) error {
	if o.json {
		if err := s.JSON(exportJSON{Format: o.format.Name, Left: left}); err != nil {
			return err
		}
		return terminal.ExitProblems
	}
	o.nameLeft(left, s)
	hint := "--skip writes the others"
	if len(left) == of {
		hint = o.format.Title + " holds: " + o.format.Kinds
	}
	verb := "do"
	if len(left) == 1 {
		verb = "does"
	}
	s.Complain(fmt.Sprintf("%d of %s %s not fit into %s, nothing was written", len(left), terminal.Plural(of, "question"), verb, o.format.Title), hint)
	return terminal.ExitProblems
}

// nameLeft names the questions that do not fit, those with one reason
// together.
func (o *exportOptions) nameLeft(left []exchange.Unfit, s terminal.Streams) {
	if o.json {
		return
	}
	ids := map[string][]string{}
	var reasons []string
	for _, u := range left {
		if ids[u.Reason] == nil {
			reasons = append(reasons, u.Reason)
		}
		ids[u.Reason] = append(ids[u.Reason], u.ID)
	}
	slices.Sort(reasons)
	for _, r := range reasons {
		terminal.Printf(s.Err, "not in %s, %s: %s\n", o.format.Title, r, strings.Join(ids[r], " "))
	}
}

func newFormatsCommand(s terminal.Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "formats",
		Short:   "List the formats questions are written to",
		Example: "  kitpress quiz formats --json",
		Args:    command.Exactly(0),
		RunE: func(*cobra.Command, []string) error {
			if !asJSON {
				_, err := fmt.Fprint(s.Out, formatHelp())
				return err
			}
			type format struct {
				Name    string `json:"name"`
				Title   string `json:"title"`
				Ext     string `json:"ext"`
				Holds   string `json:"holds"`
				Without string `json:"without,omitempty"`
				Reads   bool   `json:"reads"`
			}
			var list []format
			for _, f := range exchange.Formats() {
				list = append(list, format{f.Name, f.Title, f.Ext, f.Kinds, f.Without, f.Reads})
			}
			return s.JSON(struct {
				Formats []format `json:"formats"`
			}{list})
		},
	}
	command.AddJSON(cmd, &asJSON)
	return cmd
}
