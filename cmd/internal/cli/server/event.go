package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/contest"
	"kitpress/cmd/internal/event"
	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/web"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// A held event is what an event file says, checked: it can begin.
type heldEvent struct {
	*event.Event
	file    string
	matches []store.Match // of its tables
	sponsor web.Sponsor
}

// ready reads an event file and checks all that could fail of it: whatever is wrong
// is said before the first of its tables is begun.
func (h *tableLobby) ready(ctx context.Context, file string) (*heldEvent, error) {
	e, err := h.readEvent(file)
	if err != nil {
		return nil, err
	}
	held := &heldEvent{Event: e, file: file}
	held.sponsor, err = h.sponsor(ctx, e, os.DirFS(filepath.Dir(file)))
	for i, t := range e.Tables {
		m, wrong := h.match(t, e.TeamsAt(i))
		held.matches, err = append(held.matches, m), errors.Join(err, wrong)
	}
	return held, err
}

// hold begins the tables of an event that are not there yet and gives all of them
// the PINs on their cards. What was begun before stays: a table that joins late is
// one more line in the file.
func (h *tableLobby) hold(ctx context.Context, s terminal.Streams, e *heldEvent, base string) error {
	if e.Address != base {
		s.Complain(fmt.Sprintf("the cards of the event lead to %s, this server is at %s", e.Address, base), "listen there (--lan, --port), or change address: in "+e.file+" and print the cards again")
	}
	if err := h.lobby.ChangeBoard(ctx, func(b *lobby.Board) { b.Title = cmp.Or(b.Title, e.Title) }); err != nil {
		return err
	}
	begun := 0
	for i, t := range e.Tables {
		table, err := h.find(ctx, t)
		if errors.Is(err, lobby.ErrUnknown) {
			begun++
			table, err = h.beginTable(ctx, t, e.matches[i], e.TeamsAt(i))
		}
		if err != nil {
			return err
		}
		if err := h.lobby.SetNumber(ctx, table.ID, t.Number); err != nil {
			return err
		}
		players, referees := e.PINs(t)
		if err := h.lobby.Agree(ctx, table, players, referees); err != nil {
			return err
		}
	}
	terminal.Printf(s.Err, "%s: %s, %d of them new\n", e.Title, terminal.Plural(len(e.Tables), "table"), begun)
	return nil
}

// readEvent reads an event file.
func (h *tableLobby) readEvent(file string) (*event.Event, error) {
	data, err := command.ReadFile(file, spreadsheet.MaxText)
	if err != nil {
		return nil, err
	}
	e, problems := event.Read(file, data, h.lobby.Desk().Catalog)
	return e, problems.Err()
}

// logoPixels is how wide and high a logo is on pages at most.
const logoPixels = 800

// sponsor returns who pays for an event as pages show it, and the cards the desk
// prints. Logos lie in dir.
func (h *tableLobby) sponsor(ctx context.Context, e *event.Event, dir fs.FS) (of web.Sponsor, err error) {
	if _, problems := e.Parts(ctx, h.lobby.Desk().Catalog, dir); problems.HasErrors() {
		return of, problems.Err()
	}
	sponsor, problems := e.Open(e.Sponsor, dir)
	if err := problems.Err(); err != nil || sponsor == nil {
		return of, err
	}
	of = web.Sponsor{Line: sponsor.Line, Printed: sponsor, Lines: e.Lines()}
	if sponsor.Logo != nil {
		of.Logo, of.Media, err = sponsor.Logo.File(logoPixels)
	}
	return of, err
}

// find returns the match a table of the event plays now, in whatever round.
func (h *tableLobby) find(ctx context.Context, t event.Table) (*lobby.Table, error) {
	b, err := h.lobby.Board(ctx)
	if err != nil {
		return nil, err
	}
	p, ok := contest.Last(b, t.Label())
	if !ok {
		return nil, lobby.ErrUnknown
	}
	return h.lobby.Table(ctx, p.Match)
}

// match returns what a table of the event plays, with the usual seats and rules.
func (h *tableLobby) match(t event.Table, teams []string) (m store.Match, err error) {
	g, _, err := h.lobby.Desk().Game(t.Game)
	if err != nil {
		return m, err
	}
	presenter, err := h.lobby.Presenter(g, nil, t.Lang)
	if err != nil {
		return m, err
	}
	m = store.Match{Game: t.Game, Seats: presenter.Suggested()}
	if edition := g.EditionFor(t.Lang); edition != nil {
		m.Edition = edition.ID
	}
	for _, name := range lobby.SeatNames() {
		if seat := referee.Seat(name); !slices.Contains(m.Seats, seat) {
			m.Seats = append(m.Seats, seat)
		}
	}
	m.Seats = m.Seats[:min(len(m.Seats), cmp.Or(len(teams), t.Players, g.Players.Max))]
	if n := len(teams); n > 0 && (n < g.Players.Min || n > g.Players.Max) {
		return m, fmt.Errorf("table %d: %d teams would sit there, its game is for %d to %d", t.Number, n, g.Players.Min, g.Players.Max)
	}
	return m, nil
}

// beginTable begins the match of a table.
func (h *tableLobby) beginTable(ctx context.Context, t event.Table, m store.Match, teams []string) (*lobby.Table, error) {
	table, err := h.lobby.Create(ctx, m)
	if err != nil {
		return nil, fmt.Errorf("table %d: %w", t.Number, err)
	}
	p := lobby.Place{Match: table.ID, Round: 1, Table: t.Label(), Teams: map[referee.Seat]string{}}
	for i, team := range teams {
		p.Teams[m.Seats[i]] = team
	}
	return table, h.lobby.SetPlace(ctx, p)
}
