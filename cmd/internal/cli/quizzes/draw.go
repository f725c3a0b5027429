package quizzes

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/i18n"
	"kitpress/quiz"
)

type drawOptions struct {
	bankChoice
	drawChoice
	game string
	key  bool
	json bool
}

// A drawChoice says how many questions are drawn and how.
type drawChoice struct {
	n       int
	seed    string
	session string
}

func (o *drawChoice) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVarP(&o.n, "n", "n", 5, "how `many` questions")
	f.StringVar(&o.seed, "seed", "", "a `number`: the same one draws the same questions (default: by chance)")
	f.StringVar(&o.session, "session", "", "`file` that remembers what was asked, so that nothing is asked twice")
}

func newDrawCommand(s terminal.Streams) *cobra.Command {
	var o drawOptions
	cmd := &cobra.Command{
		Use:   "draw [GAME]",
		Short: "Draw questions for a round, about all topics or those of a game",
		Long: `Draws questions by chance, about each topic once before any comes again. Options are shown in the same order in every
language and at every draw. The right answers are printed only with --key.

With --json: seed, lang and questions, each with id, topic, title, lang, kind, level (1 to 3), ask and, where there are any,
several, unit, need, options, left and right (each with letter, id, text); with --key also key: shown, accept, wrong,
because (by the id of an option), explain.`,
		Example: `  kitpress quiz draw cyber-survival --lang de -n 4
  kitpress quiz draw --topic phishing,malware --level 1 --key
  kitpress quiz draw cyber-survival --session friday.json --seed 7`,
		Args:              command.AtMostOneGame,
		ValidArgsFunction: command.CompleteGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.game = args[0]
			}
			return runDraw(cmd.Context(), o, s)
		},
	}
	o.bankChoice.flags(cmd)
	o.drawChoice.flags(cmd)
	cmd.Flags().BoolVar(&o.key, "key", false, "print the right answers and why they are right")
	command.AddJSON(cmd, &o.json)
	return cmd
}

func runDraw(_ context.Context, o drawOptions, s terminal.Streams) error {
	drawn, err := drawQuestions(o.bankChoice, o.drawChoice, o.game, s)
	if err != nil {
		return err
	}
	if err := drawn.print(s.Out, o.key, o.json); err != nil {
		return err
	}
	return drawn.remember(drawn.items)
}

// A drawing is what was drawn.
type drawing struct {
	items   []quiz.Item
	lang    string
	words   *i18n.Words
	seed    uint64
	session *session // nil without a file
}

// drawQuestions draws what flags ask for.
func drawQuestions(from bankChoice, how drawChoice, game string, s terminal.Streams) (*drawing, error) {
	lang, err := languageOf(from.lang, s.Env)
	if err != nil {
		return nil, err
	}
	d := &drawing{lang: lang}
	if d.seed, err = how.number(); err != nil {
		return nil, err
	}
	if how.n < 1 {
		return nil, terminal.Usage("write -n 5", "cannot draw %d questions", how.n)
	}
	src := from.open(game)
	bank, err := src.in(lang)
	if err != nil {
		return nil, err
	}
	src.sayRead(s)
	filter, err := from.filter(bank)
	if err != nil {
		return nil, err
	}
	if d.words, err = wordsIn(lang); err != nil {
		return nil, err
	}
	if how.session != "" {
		if d.session, err = openSession(how.session); err != nil {
			return nil, err
		}
		filter.Not = d.session.asked()
	}
	d.items = bank.Draw(d.seed, how.n, filter)
	if how.seed == "" {
		fmt.Fprintf(s.Err, "the same again: --seed %d\n", d.seed)
	}
	switch n := len(d.items); {
	case n == 0 && len(filter.Not) > 0:
		return nil, fmt.Errorf("every question was asked: %s remembers %d; delete it to begin anew", how.session, len(filter.Not))
	case n == 0:
		return nil, terminal.Usage("choose fewer of --topic, --kind and --level", "there is no such question")
	case n < how.n:
		s.Complain(fmt.Sprintf("%d questions were wanted, %d of this sort left", how.n, n), "")
	}
	return d, nil
}

// number returns the seed, one of chance when none was given.
func (o drawChoice) number() (uint64, error) {
	if o.seed != "" {
		n, err := strconv.ParseUint(o.seed, 10, 64)
		if err != nil {
			return 0, terminal.Usage("write a whole number, --seed 7", "--seed: %q is no number", o.seed)
		}
		return n, nil
	}
	var b [4]byte
	if _, err := rand.Read(b[:]); err != nil {
		return 0, err
	}
	return uint64(binary.BigEndian.Uint32(b[:])), nil
}

// remember notes in the session that questions were asked.
func (d *drawing) remember(items []quiz.Item) error {
	if d.session == nil {
		return nil
	}
	return d.session.add(items)
}

func (d *drawing) print(w io.Writer, key, asJSON bool) error {
	if asJSON {
		list := []questionJSON{}
		for _, q := range d.items {
			list = append(list, questionOf(d.words, q, key))
		}
		return terminal.PrintJSON(w, struct {
			Seed      uint64         `json:"seed"`
			Lang      string         `json:"lang"`
			Questions []questionJSON `json:"questions"`
		}{d.seed, d.lang, list})
	}
	for i, q := range d.items {
		if i > 0 {
			fmt.Fprintln(w)
		}
		printQuestion(w, d.words, strconv.Itoa(i+1)+".", q)
		if key {
			printKey(w, d.words, q)
		}
	}
	return nil
}
