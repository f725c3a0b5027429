package quizzes

import (
	"bytes"
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/web"
)

type homeworkOptions struct {
	drawChoice
	out   string
	title string
	json  bool
}

func newHomeworkCommand(s terminal.Streams) *cobra.Command {
	o := new(homeworkOptions)
	cmd := &cobra.Command{
		Use:   "homework [GAME]",
		Short: "Write one page with questions to practise at home, without a server or the internet",
		Long: `Draws questions by chance and writes them as one HTML file that needs nothing else: send it, or put it on the school's platform. It
works offline on phones and computers and sends nothing anywhere. Each answer gets its verdict at once, with the reason. Of what is
typed, the page calls right what quiz check counts, and wrong only what is known not to; anything else pupils compare with the
answer. The answers are in the file, hidden from a casual look alone: it is for practice, not for a test.

Without -o the file is called [game_]homework_<language>.html; -o - writes to standard output. With --json: file, seed, questions (ids).`,
		Example: `  kitpress quiz homework cyber-survival --lang de -n 12
  kitpress quiz homework --topic phishing,malware --level 1 -o phishing.html
  kitpress quiz homework --questions mine.xlsx --title "Unit 3"`,
		Args:              command.AtMostOneGame,
		ValidArgsFunction: command.CompleteGames,
		RunE:              command.Run(s, o.run),
	}
	o.drawChoice.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "", "`file` to write, - for standard output")
	f.StringVar(&o.title, "title", "", "`name` of the page (default: the game's, or a word for it)")
	command.AddJSON(cmd, &o.json)
	f.Lookup("n").DefValue = "10"
	o.n = 10
	return cmd
}

func (o *homeworkOptions) run(_ context.Context, s terminal.Streams, args []string) error {
	if err := notOver("-o", o.out, o.questions); err != nil {
		return err
	}
	drawn, err := o.draw(s, args)
	if err != nil {
		return err
	}
	var page bytes.Buffer
	title := cmp.Or(o.title, drawn.title, drawn.words.Word("quiz.export.title"))
	if err := web.Homework(&page, title, drawn.items, drawn.words.Words); err != nil {
		return err
	}
	if o.out == "-" {
		if _, err := s.Data.Write(page.Bytes()); err != nil {
			return err
		}
		return drawn.remember(drawn.items)
	}
	name := o.out
	if name == "" {
		name = "homework_" + drawn.lang + ".html"
		if len(args) > 0 {
			name = args[0] + "_" + name
		}
	}
	if err := publish.ReplaceFile(name, page.Bytes()); err != nil {
		return err
	}
	if err := drawn.remember(drawn.items); err != nil {
		return err
	}
	if !o.json {
		terminal.Printf(s.Out, "%s: %s\n", name, terminal.Plural(len(drawn.items), "question"))
		return nil
	}
	var ids []string
	for _, q := range drawn.items {
		ids = append(ids, q.ID)
	}
	return s.JSON(struct {
		File      string   `json:"file"`
		Seed      uint64   `json:"seed"`
		Questions []string `json:"questions"`
	}{name, drawn.seed, ids})
}
