// Package simulations holds kitpress simulate: games played thousands of times.
package simulations

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/referees"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/quiz/simulate"
)

const long = `Plays a game many times over among players of kitpress's own, through the same referee that checks real games, and counts how long
the games took, who won, what ended them and which cards were used. Sensible players take what looks best at the moment, as the
report says in words; random ones take each legal action with equal chance. Whoever is good at a game plays better than both: the
figures tell how changes compare, not how people will do.

--set changes a number of the game for this run alone and shows the game as printed beside it; --params lists what can be changed
(what was counted from the cards, such as how many there are, changes nothing: change the cards). With --catalog your own variant of a game is played: it keeps the id of the game whose rules it follows.

The same seed gives the same games on every machine. With --json: game, edition, players, player (kind by seat), seed, options, set, result and,
with --set, base (the game as printed). result has games, unfinished, records, events, rounds and turns (mean, min, median, p90, max,
bins), left, leftMean, leftShare, leftTotal, wonTotal, seats (seat, wins, rate, low, high, out, total, values), shared, nobody, ends
(rule, games) and cards (deck, card, copies, drawn, used, games); shares are of 1. The CSV has a line for each game.`

type options struct {
	referees.Options
	catalog, edition  string
	players, games    int
	seed              uint64
	player            []string
	set, option       []string
	earlyStop, params bool
	longest           int
	csv               string
}

// Command is kitpress simulate.
func Command(s terminal.Streams) *cobra.Command {
	o := new(options)
	cmd := &cobra.Command{
		Use:   "simulate GAME",
		Short: "Play a game thousands of times and show its balance",
		Long:  long,
		Example: `  kitpress simulate cyber-survival --players 4 --games 10000
  kitpress simulate cyber-survival --params
  kitpress simulate cyber-survival --edition german --early-stop=false --set rerolls=3
  kitpress simulate online --players 3 --player sensible,random --csv games.csv`,
		Args:              command.Exactly(1),
		ValidArgsFunction: command.CompleteGames,
		RunE:              command.Run(s, o.run),
	}
	f := cmd.Flags()
	f.IntVarP(&o.players, "players", "p", 0, "`number` of players (default: as many as can play)")
	f.IntVarP(&o.games, "games", "n", 1000, "`number` of games")
	f.Uint64Var(&o.seed, "seed", 1, "`number` that all chance comes from")
	f.StringSliceVar(&o.player, "player", simulate.Kinds()[:1], "`kinds` of the players in the order of play, the last one for all others: "+strings.Join(simulate.Kinds(), ", "))
	f.StringVar(&o.edition, "edition", "", "`edition` of the rules (default: that of the language)")
	f.StringArrayVar(&o.option, "option", nil, "what was agreed on: `name=value`")
	f.StringArrayVar(&o.set, "set", nil, "a number of the game, changed for this run: `param=value`")
	f.BoolVar(&o.params, "params", false, "list the numbers of the game that --set can change, and play nothing")
	f.BoolVar(&o.earlyStop, "early-stop", true, "end a game when one player is left; =false plays on, where the game lets one")
	f.IntVar(&o.longest, "longest", simulate.Longest, "`number` of entries in the log after which a game is given up")
	f.StringVar(&o.csv, "csv", "", "`file` for a line about each game")
	command.AddCatalog(cmd, &o.catalog)
	o.AddLang(cmd)
	command.AddJSON(cmd, &o.JSON)
	command.Complete(cmd, "player", simulate.Kinds()...)
	return cmd
}

// mostGames is how many games one run may play.
const mostGames = 10_000_000

// check reports what was typed wrongly before anything is loaded.
func (o *options) check() error {
	switch {
	case o.games < 1 || o.games > mostGames:
		return terminal.Usage("--games 10000", "--games is a number from 1 to %d, not %d", mostGames, o.games)
	case o.longest < 1:
		return terminal.Usage(fmt.Sprintf("--longest %d", simulate.Longest), "--longest is at least 1, not %d", o.longest)
	case len(o.player) == 0:
		return terminal.Usage("known: "+strings.Join(simulate.Kinds(), ", "), "--player needs a kind of player")
	}
	for _, kind := range o.player {
		if err := terminal.OneOf(kind, simulate.Kinds(), "--player: there are no %q players"); err != nil {
			return err
		}
	}
	return nil
}

// A simulation is what was asked for, ready to be played.
type simulation struct {
	*options
	request   simulate.Request
	loaded    *catalog.Game // as printed
	edition   *catalog.Edition
	changes   map[string]string
	presenter *desk.Presenter
}

// simulationJSON is what the command prints for programs.
type simulationJSON struct {
	Game    string            `json:"game"`
	Edition string            `json:"edition,omitempty"`
	Players int               `json:"players"`
	Player  []string          `json:"player"` // kind, by seat
	Seed    uint64            `json:"seed"`
	Options map[string]string `json:"options,omitempty"`
	Set     map[string]string `json:"set,omitempty"`
	Result  *simulate.Result  `json:"result"`
	Base    *simulate.Result  `json:"base,omitempty"`
}

func (o *options) run(ctx context.Context, s terminal.Streams, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	return command.InGames(s, o.catalog, args, func(in *command.Catalog) error {
		sim, err := o.prepare(in.FS, args[0], s)
		if err != nil {
			return err
		}
		if o.params {
			return sim.printParams(s)
		}
		return sim.run(ctx, s)
	})
}

// run plays the games, and those of the game as printed when something was
// changed, and reports.
func (sim *simulation) run(ctx context.Context, s terminal.Streams) error {
	res, err := sim.play(ctx, s, sim.request)
	if err != nil {
		return err
	}
	if sim.csv != "" {
		if err := writeRows(sim.csv, res, sim.request.Setup.Seats); err != nil {
			return err
		}
	}
	var base *simulate.Result
	if len(sim.changes) > 0 {
		printed := sim.request
		printed.Setup.Game, printed.Setup.Edition = sim.loaded, sim.edition
		if base, err = sim.play(ctx, s, printed); err != nil {
			return err
		}
	}
	if sim.JSON {
		out := simulationJSON{
			Game: sim.loaded.ID, Players: len(sim.request.Setup.Seats), Player: sim.kinds(), Seed: sim.seed,
			Options: sim.request.Setup.Options, Set: sim.changes, Result: res, Base: base,
		}
		if sim.edition != nil {
			out.Edition = sim.edition.ID
		}
		return s.JSON(out)
	}
	report{simulation: sim, res: res, base: base, w: s.Out}.print()
	return nil
}
