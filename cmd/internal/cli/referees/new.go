package referees

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/web"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

type newOptions struct {
	Options
	edition       string
	seats, option []string
}

func newNewCommand(s terminal.Streams) *cobra.Command {
	o := new(newOptions)
	cmd := o.matchesCommand(s, &cobra.Command{
		Use:   "new GAME --seats SEAT,SEAT…",
		Short: "Begin a match and print its id",
		Long:  "kitpress referee options GAME lists the editions and what else can be agreed on.",
		Example: `  kitpress referee new cyber-survival --seats lina,max,sam --edition german --option quiz=on
  kitpress referee new online --seats red,blue --option teams=alone`,
		Args:              command.Exactly(1),
		ValidArgsFunction: command.CompleteGames,
	}, func(ctx context.Context, d *desk.Desk, args []string) error { return o.run(ctx, s, d, args[0]) })
	cmd.Flags().StringSliceVar(&o.seats, "seats", nil, "`seats` in the order of play: colours, numbers, characters")
	cmd.Flags().StringVar(&o.edition, "edition", "", "`edition` of the rules (default: that of the language)")
	cmd.Flags().StringArrayVar(&o.option, "option", nil, "what was agreed on: `name=value`")
	return cmd
}

func (o *newOptions) run(ctx context.Context, s terminal.Streams, d *desk.Desk, game string) error {
	g, _, err := d.Game(game)
	if err != nil {
		return err
	}
	presenter, err := o.Presenter(s, d.Catalog, g, nil)
	if err != nil {
		return err
	}
	m := store.Match{Game: game, Edition: o.edition}
	if e := g.EditionFor(presenter.Lang()); m.Edition == "" && e != nil {
		m.Edition = e.ID
	}
	for _, seat := range o.seats {
		m.Seats = append(m.Seats, referee.Seat(strings.ToLower(strings.TrimSpace(seat))))
	}
	if m.Options, err = command.Assignments("--option", "--option quiz=on; kitpress referee options "+game+" lists them", o.option); err != nil {
		return err
	}
	begun, err := lobby.New(d, time.Now, rand.Reader, web.NewViews).Create(ctx, m)
	var refused *desk.RefusedError
	if errors.As(err, &refused) {
		return o.refused(s, nil, refused.Refusal, false, g.Edition(o.edition), presenter)
	}
	if err != nil {
		return err
	}
	t, err := d.Open(ctx, begun.ID)
	if err != nil {
		return err
	}
	v := view{&o.Options, s, t, presenter}
	if o.JSON {
		return s.JSON(v.state())
	}
	fmt.Fprintln(s.Out, t.Match.ID)
	fmt.Fprintln(s.Err, presenter.Word("match.new", "Game", v.title()))
	return nil
}
