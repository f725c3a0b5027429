package simulations

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/referees"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
	"kitpress/quiz/simulate"
)

// prepare loads the game and makes the request.
func (o *options) prepare(fsys fs.FS, game string, s terminal.Streams) (*simulation, error) {
	g, err := command.LoadGame(fsys, game)
	if err != nil {
		return nil, err
	}
	r, known := rules.For(g.ID)
	if !known {
		return nil, terminal.Usage("a variant keeps the id of the game whose rules it follows: "+strings.Join(rules.Games(), ", "),
			"the referee knows no rules for %q: it cannot be simulated", g.ID)
	}
	model, _ := rules.Simulation(g.ID)
	sim := &simulation{options: o, loaded: g}
	if sim.presenter, err = o.Presenter(s, fsys, g, nil); err != nil {
		return nil, err
	}
	if sim.edition, err = o.editionOf(g, sim.presenter.Lang()); err != nil {
		return nil, err
	}
	if sim.changes, err = command.Assignments("--set", "--set rerolls=3", o.set); err != nil {
		return nil, err
	}
	setup, err := o.setup(g, sim, model)
	if err != nil {
		return nil, err
	}
	sim.request = simulate.Request{
		Rules: r, Game: model, Setup: setup, Players: o.player, Games: o.games, Seed: o.seed,
		Workers: runtime.GOMAXPROCS(0), Longest: o.longest, Row: o.csv != "",
	}
	return sim, nil
}

// editionOf returns the edition asked for, or that of the language; nil for a
// game without editions.
func (o *options) editionOf(g *catalog.Game, lang string) (*catalog.Edition, error) {
	if o.edition == "" {
		return g.EditionFor(lang), nil
	}
	if e := g.Edition(o.edition); e != nil {
		return e, nil
	}
	var ids []string
	for _, e := range g.Editions {
		ids = append(ids, e.ID)
	}
	return nil, terminal.Usage(terminal.Guess(o.edition, ids, "it has: "+strings.Join(ids, ", ")), "--edition: %s has no %q", g.ID, o.edition)
}

// setup returns what every game starts from: seats are numbers in the order of
// play.
func (o *options) setup(g *catalog.Game, sim *simulation, model simulate.Game) (referee.Setup, error) {
	options, err := command.Assignments("--option", "--option teams=alone", o.option)
	if err != nil {
		return referee.Setup{}, err
	}
	name, value := model.Alone, model.PlaysOn
	switch {
	case o.earlyStop:
	case name == "":
		return referee.Setup{}, terminal.Usage("leave it out", "--early-stop: %s does not end when one player is left", g.ID)
	default:
		options[name] = value
	}
	changed, edition, err := simulate.With(g, sim.edition, sim.changes)
	var wrong *simulate.ParamError
	if errors.As(err, &wrong) {
		return referee.Setup{}, terminal.Usage(guessParam(wrong, g.ID), "--set: %s", wrong)
	}
	n := o.players
	if n == 0 {
		n = g.Players.Max
	}
	setup := referee.Setup{Game: changed, Edition: edition, Options: options}
	for i := range min(max(n, 0), g.Players.Max+1) {
		setup.Seats = append(setup.Seats, referee.Seat(strconv.Itoa(i+1)))
	}
	return setup, nil
}

// kinds returns the kind of player on each seat.
func (sim *simulation) kinds() []string {
	var kinds []string
	for _, seat := range sim.request.Setup.Seats {
		kinds = append(kinds, sim.request.Kind(seat))
	}
	return kinds
}

func guessParam(e *simulate.ParamError, game string) string {
	switch s := e.Guess(); {
	case s != "":
		return fmt.Sprintf("did you mean %q?", s)
	case e.Unknown:
		return "kitpress simulate " + game + " --params lists them"
	case len(e.Known) > 0:
		return "it can be: " + strings.Join(e.Known, ", ")
	}
	return "--set rerolls=3"
}

// printParams lists the params of the game in its edition.
func (sim *simulation) printParams(s terminal.Streams) error {
	setup := sim.request.Setup
	params := setup.Game.ParamsFor(setup.Edition)
	values := map[string]any{}
	t := terminal.Table{Numbers: true, Data: map[string]any{"params": values}}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		p := params[name]
		if values[name] = p.Number; p.IsWord {
			values[name] = p.Word
		}
		t.Add(name, fmt.Sprint(values[name]), "")
	}
	return s.Table(t, sim.JSON)
}

// play plays games.
func (sim *simulation) play(ctx context.Context, s terminal.Streams, q simulate.Request) (*simulate.Result, error) {
	bar := terminal.NewProgress(s)
	var mutex sync.Mutex
	if s.Columns > 0 {
		q.Done = func(games int) {
			mutex.Lock()
			defer mutex.Unlock()
			bar.Show(press.Progress{Done: games, Total: q.Games})
		}
	}
	res, err := simulate.Run(ctx, q)
	bar.End()
	var no *simulate.RefusedError
	var stuck *simulate.StuckError
	switch {
	case errors.As(err, &no):
		referees.SayRefused(s, no.Refusal, sim.edition, sim.presenter)
		return nil, terminal.ExitRefused
	case errors.As(err, &stuck) && len(sim.changes) > 0:
		return nil, fmt.Errorf("with %s the game cannot be played: %w", strings.Join(sim.set, ", "), err)
	}
	return res, err
}

// writeRows writes a line for each game.
func writeRows(name string, res *simulate.Result, seats []referee.Seat) error {
	head := []string{"game", "rounds", "turns", "records", "rule"}
	for _, seat := range seats {
		for _, what := range []string{"total", "rank", "out", "won"} {
			head = append(head, what+"-"+string(seat))
		}
	}
	rows := [][]string{head}
	for _, r := range res.Rows {
		line := []string{strconv.Itoa(r.Game), strconv.Itoa(r.Rounds), strconv.Itoa(r.Turns), strconv.Itoa(r.Records), r.Rule}
		for _, seat := range r.Seats {
			line = append(line, strconv.Itoa(seat.Total), strconv.Itoa(seat.Rank), strconv.FormatBool(seat.Out), strconv.FormatBool(seat.Won))
		}
		rows = append(rows, line)
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(csv.NewWriter(file).WriteAll(rows), file.Close())
}
