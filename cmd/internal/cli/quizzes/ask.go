package quizzes

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/quiz"
	"kitpress/quiz/match"
)

type askOptions struct {
	drawChoice
	players []string
}

// maxTries is how often a person is asked again after something that is no
// answer.
const maxTries = 3

func newAskCommand(s terminal.Streams) *cobra.Command {
	o := new(askOptions)
	cmd := &cobra.Command{
		Use:   "ask [GAME]",
		Short: "Ask questions on the terminal, one player or several",
		Long: `Every player answers every question; with several players what is typed is not shown. Then the verdicts, the right answer
and why it is right. An answer that is only nearly right earns its point when those at the table say so. Without a terminal
the answers are read as lines, and what is nearly right earns nothing.`,
		Example: `  kitpress quiz ask cyber-survival --lang de
  kitpress quiz ask --topic phishing --players Ada,Ben -n 3
  kitpress quiz ask --session friday.json --seed 7 < answers.txt`,
		Args:              command.AtMostOneGame,
		ValidArgsFunction: command.CompleteGames,
		RunE:              command.Run(s, o.run),
	}
	o.drawChoice.flags(cmd)
	cmd.Flags().StringSliceVar(&o.players, "players", nil, "`names` of several players, separated by commas")
	return cmd
}

func (o *askOptions) run(ctx context.Context, s terminal.Streams, args []string) error {
	for i, name := range o.players {
		if o.players[i] = strings.TrimSpace(name); o.players[i] == "" || slices.Contains(o.players[:i], o.players[i]) {
			return terminal.Usage("--players Ada,Ben", "--players: two names are alike, or one is empty")
		}
	}
	drawn, err := o.draw(s, args)
	if err != nil {
		return err
	}
	a := &asking{s: s, drawing: drawn, players: o.players, lines: bufio.NewReader(s.In)}
	if len(a.players) == 0 {
		a.players = []string{a.words.Word("quiz.you")}
	}
	a.points = make([]int, len(a.players))
	err = a.all(ctx)
	a.total()
	switch {
	case errors.Is(err, io.EOF): // whoever leaves has a result, too
		return nil
	case errors.Is(err, context.Canceled):
		s.Complain(drawn.words.Word("quiz.stopped"), "")
		return terminal.ExitInterrupted
	}
	return err
}

// An asking is a round of questions on the terminal.
type asking struct {
	s terminal.Streams
	*drawing
	players []string
	points  []int // by player
	asked   int
	lines   *bufio.Reader
}

func (a *asking) all(ctx context.Context) error {
	for i, q := range a.items {
		if i > 0 {
			fmt.Fprintln(a.s.Out)
		}
		printQuestion(a.s.Out, a.words, a.words.Word("quiz.question", "Number", i+1, "Total", len(a.items))+":", q)
		if err := a.ask(ctx, q); err != nil {
			return err
		}
		a.asked++
		if err := a.remember(a.items[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

// ask lets every player answer a question, and tells all how they did when the
// last has answered.
func (a *asking) ask(ctx context.Context, q quiz.Item) error {
	checker, _ := match.New(q.Question, q.Lang)
	answers := make([]string, len(a.players))
	verdicts := make([]quiz.Verdict, len(a.players))
	for i, name := range a.players {
		for try := 1; ; try++ {
			var err error
			if answers[i], err = a.read(ctx, name); err != nil {
				return err
			}
			verdicts[i] = checker.Check(answers[i])
			if verdicts[i].Result != quiz.Invalid || a.s.Hidden == nil || try == maxTries {
				break
			}
			fmt.Fprintf(a.s.Out, "   %s %s\n", a.words.message(verdicts[i].Message()), a.words.Word("quiz.again"))
		}
	}
	for i, v := range verdicts {
		if err := a.tell(ctx, q, i, answers[i], v); err != nil {
			return err
		}
	}
	printKey(a.s.Out, a.words, q)
	return nil
}

// read reads the answer of one player.
func (a *asking) read(ctx context.Context, name string) (string, error) {
	if len(a.players) == 1 {
		name = a.words.Word("quiz.your-answer")
	}
	hidden := len(a.players) > 1 && a.s.Hidden != nil
	if hidden {
		name += " " + a.words.Word("quiz.hidden")
	}
	fmt.Fprintf(a.s.Out, "   %s> ", name)
	defer fmt.Fprint(a.s.Out, map[bool]string{true: "", false: "\n"}[a.s.Hidden != nil && !hidden])
	if hidden {
		return a.s.Hidden(ctx)
	}
	return a.typed(ctx)
}

// tell says how a player did and gives the point.
func (a *asking) tell(ctx context.Context, q quiz.Item, player int, answer string, v quiz.Verdict) error {
	line := a.words.Word("quiz.line", "Verdict", a.words.message(v.Result.Message()), "Why", a.words.message(v.Message()))
	if len(a.players) > 1 {
		line = a.players[player] + " (" + source.ClipTo(answer, 60) + "): " + line
	}
	fmt.Fprintf(a.s.Out, "   %s\n", line)
	if v.Read != "" {
		fmt.Fprintf(a.s.Out, "   %s\n", a.words.Word("quiz.read-as", "Order", v.Read))
	}
	if why := q.WhyNot(v); why != "" {
		fmt.Fprintf(a.s.Out, "   %s\n", why)
	}
	point := v.Point()
	if v.Result == quiz.Nearly && a.s.Hidden != nil {
		fmt.Fprintf(a.s.Out, "   %s> ", a.words.Word("quiz.count-it"))
		said, err := a.typed(ctx)
		if err != nil {
			return err
		}
		point = slices.Contains(strings.Fields(a.words.Word("quiz.yes")), strings.ToLower(strings.TrimSpace(said)))
	}
	if point {
		a.points[player]++
	} else if v.Result == quiz.Nearly {
		fmt.Fprintf(a.s.Out, "   %s\n", a.words.Word("quiz.counts-not"))
	}
	return nil
}

// total lists the points, the most first.
func (a *asking) total() {
	if a.asked == 0 {
		return
	}
	order := make([]int, len(a.players))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return a.points[j] - a.points[i] })
	fmt.Fprintf(a.s.Out, "\n%s\n", a.words.Word("quiz.points"))
	for _, i := range order {
		fmt.Fprintf(a.s.Out, "   %s\n", a.words.Word("quiz.points-of", "Name", a.players[i], "Points", a.points[i], "Total", a.asked))
	}
}

// maxLine is the longest line that is read; the checker refuses much shorter
// ones.
const maxLine = 1 << 20

// readLine returns the next line without its end, io.EOF behind the last. It
// reads when it is called, so that a terminal can be read in other ways in
// between.
func readLine(r *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		part, more, err := r.ReadLine()
		if err != nil {
			return "", err
		}
		if b.Len() < maxLine {
			b.Write(part)
		}
		if !more {
			return b.String(), nil
		}
	}
}

// typed returns the next line somebody types.
func (a *asking) typed(ctx context.Context) (string, error) {
	return terminal.Await(ctx, func() (string, error) { return readLine(a.lines) })
}
