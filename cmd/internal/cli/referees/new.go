package referees

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

type newOptions struct {
	Options
	game, edition string
	seats, option []string
}

func newNewCommand(s terminal.Streams) *cobra.Command {
	var o newOptions
	cmd := &cobra.Command{
		Use:   "new GAME --seats SEAT,SEAT…",
		Short: "Begin a match and print its id",
		Long:  "kitpress referee options GAME lists the editions and what else can be agreed on.",
		Example: `  kitpress referee new cyber-survival --seats lina,max,sam --edition german --option quiz=on
  kitpress referee new online --seats red,blue --option teams=alone`,
		Args:              command.Exactly(1),
		ValidArgsFunction: command.CompleteGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.game = args[0]
			return runNew(cmd.Context(), o, s)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringSliceVar(&o.seats, "seats", nil, "`seats` in the order of play: colours, numbers, characters")
	cmd.Flags().StringVar(&o.edition, "edition", "", "`edition` of the rules (default: that of the language)")
	cmd.Flags().StringArrayVar(&o.option, "option", nil, "what was agreed on: `name=value`")
	return cmd
}

func runNew(ctx context.Context, o newOptions, s terminal.Streams) error {
	return o.desk(ctx, s, func(d *desk.Desk) error {
		g, _, err := d.Game(o.game)
		if err != nil {
			return err
		}
		speak, err := o.Speaker(s, d, g, nil)
		if err != nil {
			return err
		}
		m := store.Match{Game: o.game, Edition: o.edition, Options: map[string]string{}}
		if e := g.EditionFor(speak.Lang()); m.Edition == "" && e != nil {
			m.Edition = e.ID
		}
		for _, seat := range o.seats {
			m.Seats = append(m.Seats, referee.Seat(strings.ToLower(strings.TrimSpace(seat))))
		}
		for _, option := range o.option {
			name, value, ok := strings.Cut(option, "=")
			if !ok {
				return terminal.Usage("--option quiz=on; kitpress referee options "+o.game+" lists them", "--option: %q is no name=value", option)
			}
			m.Options[name] = value
		}
		t, err := create(ctx, d, m)
		var refused *desk.RefusedError
		if errors.As(err, &refused) {
			return o.notBegun(s, g, refused.Refusal, speak)
		}
		if err != nil {
			return err
		}
		return o.begun(s, t, speak)
	})
}

// idLetters are those of ids: none looks like another, read aloud or written.
const idLetters = "23456789abcdefghjkmnpqrstvwxyz"

// newID returns a short id that nobody guesses.
func newID() string {
	var b [32]byte
	rand.Read(b[:]) // never fails
	var id []byte
	for _, c := range b {
		if int(c) < 256/len(idLetters)*len(idLetters) && len(id) < 6 {
			id = append(id, idLetters[int(c)%len(idLetters)])
		}
	}
	return string(id)
}

// create begins a match under an id that is free.
func create(ctx context.Context, d *desk.Desk, m store.Match) (*desk.Table, error) {
	for {
		m.ID = newID()
		t, err := d.New(ctx, m, time.Now())
		if !errors.Is(err, store.ErrExists) {
			return t, err
		}
	}
}

func (o newOptions) notBegun(s terminal.Streams, g *catalog.Game, no *referee.Refusal, speak *desk.Speaker) error {
	edition := g.Edition(o.edition)
	if o.JSON {
		if err := terminal.PrintJSON(s.Out, replyJSON{Refused: refusedOf(no, false, edition, speak)}); err != nil {
			return err
		}
	} else {
		SayRefused(s, no, edition, speak)
	}
	return terminal.ExitRefused
}

func (o newOptions) begun(s terminal.Streams, t *desk.Table, speak *desk.Speaker) error {
	if o.JSON {
		return terminal.PrintJSON(s.Out, stateOf(t, ""))
	}
	fmt.Fprintln(s.Out, t.Match.ID)
	fmt.Fprintln(s.Err, speak.Word("match.new", "Game", title(t, speak)))
	return nil
}

// title returns the game, its edition and its options on one line.
func title(t *desk.Table, speak *desk.Speaker) string {
	parts := []string{speak.Text(t.Game().Name)}
	if e := t.Play.Setup().Edition; e != nil {
		parts = append(parts, speak.Word("match.edition", "Name", speak.Text(e.Name)))
	}
	var options []string
	for name, value := range t.Match.Options {
		options = append(options, name+"="+value)
	}
	slices.Sort(options)
	return strings.Join(append(parts, options...), " · ")
}
