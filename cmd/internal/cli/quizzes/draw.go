package quizzes

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/quiz"
)

type drawOptions struct {
	drawChoice
	key  bool
	json bool
}

// A drawChoice says which questions are drawn, how many and how.
type drawChoice struct {
	bankChoice
	n       int
	seed    string
	session string
}

func (o *drawChoice) flags(cmd *cobra.Command) {
	o.bankChoice.flags(cmd)
	f := cmd.Flags()
	f.IntVarP(&o.n, "n", "n", 5, "how `many` questions")
	f.StringVar(&o.seed, "seed", "", "a `number`: the same one draws the same questions (default: by chance)")
	f.StringVar(&o.session, "session", "", "`file` that remembers what was asked, so that nothing is asked twice")
}

func newDrawCommand(s terminal.Streams) *cobra.Command {
	o := new(drawOptions)
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
		RunE:              command.Run(s, o.run),
	}
	o.drawChoice.flags(cmd)
	cmd.Flags().BoolVar(&o.key, "key", false, "print the right answers and why they are right")
	command.AddJSON(cmd, &o.json)
	return cmd
}

func (o *drawOptions) run(_ context.Context, s terminal.Streams, args []string) error {
	drawn, err := o.draw(s, args)
	if err != nil {
		return err
	}
	if err := drawn.print(s, o.key, o.json); err != nil {
		return err
	}
	return drawn.remember(drawn.items)
}

// A drawing is what was drawn.
type drawing struct {
	items   []quiz.Item
	lang    string
	title   string // of the game, "" for none
	words   wording
	seed    uint64
	session *session // nil without a file
}

// draw draws what flags ask for, and perhaps the name of a game.
func (o *drawChoice) draw(s terminal.Streams, args []string) (*drawing, error) {
	lang, err := languageOf(o.lang, s)
	if err != nil {
		return nil, err
	}
	d := &drawing{lang: lang}
	if d.seed, err = o.number(); err != nil {
		return nil, err
	}
	if o.n < 1 {
		return nil, terminal.Usage("-n 5", "-n %d: at least one question is drawn", o.n)
	}
	source := o.open(append(args, "")[0])
	bank, filter, err := source.chosen(s, lang)
	if err != nil {
		return nil, err
	}
	d.title = source.title
	if d.words, err = wordsIn(lang); err != nil {
		return nil, err
	}
	if o.session != "" {
		if d.session, err = openSession(o.session); err != nil {
			return nil, err
		}
		filter.Not = d.session.asked()
	}
	d.items = bank.Draw(d.seed, o.n, filter)
	if o.seed == "" {
		terminal.Printf(s.Err, "the same again: --seed %d\n", d.seed)
	}
	switch n := len(d.items); {
	case n == 0 && len(filter.Not) > 0:
		return nil, fmt.Errorf("every question was asked: %s remembers %d; delete it to begin anew", o.session, len(filter.Not))
	case n == 0:
		return nil, errNone()
	case n < o.n:
		s.Complain(fmt.Sprintf("%d questions were wanted, %d of this sort left", o.n, n), "")
	}
	return d, nil
}

// number returns the seed, one of chance when none was given.
func (o *drawChoice) number() (uint64, error) {
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

func (d *drawing) print(s terminal.Streams, key, asJSON bool) error {
	if asJSON {
		list := []questionJSON{}
		for _, q := range d.items {
			list = append(list, questionOf(d.words, q, key))
		}
		return s.JSON(struct {
			Seed      uint64         `json:"seed"`
			Lang      string         `json:"lang"`
			Questions []questionJSON `json:"questions"`
		}{d.seed, d.lang, list})
	}
	for i, q := range d.items {
		if i > 0 {
			fmt.Fprintln(s.Out)
		}
		printQuestion(s.Out, d.words, strconv.Itoa(i+1)+".", q)
		if key {
			printKey(s.Out, d.words, q)
		}
	}
	return nil
}
