package contest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"kitpress/cmd/internal/event"
	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
)

// The forms of a contest.
const (
	Swiss      Form = "swiss"       // equal points meet, nobody again while that can be
	RoundRobin Form = "round-robin" // everybody meets everybody, two at a table
	KnockOut   Form = "knock-out"   // who does not win a match is out
)

// A Form is how rounds are drawn.
type Form string

// What can be wrong; compare with errors.Is.
var (
	ErrTeams = errors.New("there are fewer than two teams with a name to draw")
	ErrDone  = errors.New("there is no further round: everybody has met, or one is left")
	ErrSize  = errors.New("a table of this game cannot have so many teams, or so few")
	ErrForm  = errors.New("there is no such form of a contest")
	ErrStale = errors.New("the round has begun already")
)

// A Round is the next round, before it begins.
type Round struct {
	N       int // from 1
	Tables  []Seating
	Resting []string // teams that have no table
	Running []string // tables of the last round that still play
}

// A Seating is who meets at a table.
type Seating struct {
	Table string
	Game  string
	Teams []string
	from  string // the match whose game, edition and seats it takes over
}

// A group is the tables that play one game, with the teams that played it last.
type group struct {
	game    string
	min     int // teams at a table
	max     int
	seats   int // at the largest table of the last round
	tables  []lobby.Place
	players []event.Player
	won     map[string]bool // the last match they played
}

// Draw draws the next round of each game for itself: points of two games are
// never mixed. size is how many teams sit at a table at most; 0: as many as in
// the last round.
func Draw(ctx context.Context, h *lobby.Lobby, form Form, size int) (Round, error) {
	now, err := h.Standings(ctx)
	if err != nil {
		return Round{}, err
	}
	groups, err := groupsOf(ctx, h, now)
	if err != nil {
		return Round{}, err
	}
	out := Round{N: 1}
	for _, n := range now.Rounds {
		out.N = max(out.N, n+1)
	}
	out.Running = running(now)
	var done error
	teams := 0
	for _, g := range groups {
		teams += len(g.players)
		tables, err := g.draw(form, size)
		if errors.Is(err, ErrDone) { // the other games may go on
			done = err
			continue
		}
		if err != nil {
			return Round{}, err
		}
		out.Tables = append(out.Tables, g.seat(tables, &out)...)
	}
	switch {
	case teams < 2:
		return Round{}, ErrTeams
	case len(out.Tables) == 0 && done != nil:
		return Round{}, done
	case len(out.Tables) == 0:
		return Round{}, ErrTeams
	}
	return out, nil
}

// running returns the tables of the last round without a result.
func running(now *lobby.Standings) (tables []string) {
	last := len(now.Rounds) - 1
	for _, row := range now.Rows {
		if last < 0 {
			break
		}
		if one := row.Results[last]; !one.Missing && !one.Over && !slices.Contains(tables, one.Table) {
			tables = append(tables, one.Table)
		}
	}
	slices.SortFunc(tables, byLabel)
	return tables
}

// byLabel sorts tables as people count: 2 before 10.
func byLabel(a, b string) int {
	n, err1 := strconv.Atoi(a)
	m, err2 := strconv.Atoi(b)
	if err1 == nil && err2 == nil {
		return cmp.Compare(n, m)
	}
	return strings.Compare(a, b)
}

// groupsOf returns the games that are played, with their tables and teams.
func groupsOf(ctx context.Context, h *lobby.Lobby, now *lobby.Standings) ([]*group, error) {
	var groups []*group
	plays := map[string]*group{} // what a team played last
	latest := map[string]lobby.Place{}
	for _, p := range now.Board.Entries { // in the order of rounds
		t, err := h.Table(ctx, p.Match)
		if errors.Is(err, lobby.ErrUnknown) {
			continue
		}
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(groups, func(g *group) bool { return g.game == t.Match.Game })
		if i < 0 {
			game, _, err := h.Desk().Game(t.Match.Game)
			if err != nil {
				return nil, err
			}
			players := game.Players
			i, groups = len(groups), append(groups, &group{game: t.Match.Game, min: players.Min, max: players.Max, won: map[string]bool{}})
		}
		g := groups[i]
		if before, ok := latest[p.Table]; !ok || before.Round < p.Round || before.Closed {
			latest[p.Table] = p
		}
		g.seats = max(g.seats, min(g.max, len(t.Match.Seats)))
		for _, team := range p.Teams {
			plays[team] = g
		}
	}
	for _, p := range latest {
		if t, err := h.Table(ctx, p.Match); err == nil && !p.Closed {
			i := slices.IndexFunc(groups, func(g *group) bool { return g.game == t.Match.Game })
			groups[i].tables = append(groups[i].tables, p)
		}
	}
	for _, g := range groups {
		slices.SortFunc(g.tables, func(a, b lobby.Place) int { return byLabel(a.Table, b.Table) })
	}
	met := metBy(now.Board.Entries)
	for _, row := range now.Rows {
		g := plays[row.Team]
		if row.Team == "" || g == nil {
			continue
		}
		g.players = append(g.players, event.Player{Name: row.Team, Points: row.Points, Met: met[row.Team], Out: row.Out})
		for _, one := range row.Results { // whoever has had a rest since goes on
			if !one.Missing {
				g.won[row.Team] = one.Won
			}
		}
	}
	return groups, nil
}

// metBy returns whom teams have met, again for each time.
func metBy(entries []lobby.Place) map[string][]string {
	met := map[string][]string{}
	for _, p := range entries {
		if p.Closed {
			continue
		}
		for seat, team := range p.Teams {
			for other, name := range p.Teams {
				if seat != other && team != name {
					met[team] = append(met[team], name)
				}
			}
		}
	}
	for _, list := range met {
		slices.Sort(list)
	}
	return met
}

// draw returns who meets whom.
func (g *group) draw(form Form, size int) ([][]string, error) {
	in := slices.DeleteFunc(slices.Clone(g.players), func(p event.Player) bool {
		return p.Out || form == KnockOut && len(p.Met) > 0 && !g.won[p.Name]
	})
	switch form {
	case Swiss, KnockOut:
		if len(in) < 2 {
			return nil, ErrDone
		}
		seats, err := g.size(len(in), size)
		for errors.Is(err, ErrSize) && len(in) > max(2, g.min) { // one has a rest: nobody plays alone
			in, _ = event.Rest(in)
			seats, err = g.size(len(in), size)
		}
		if err != nil {
			return nil, err
		}
		if form == Swiss {
			return event.Swiss(in, seats), nil
		}
		return event.KnockOut(in, seats), nil
	case RoundRobin:
		return g.roundRobin()
	}
	return nil, ErrForm
}

// size returns how many teams sit at a table at most, so that no table has too
// few for its game.
func (g *group) size(teams, size int) (int, error) {
	if size == 0 {
		size = max(2, g.seats)
	}
	tables := (teams + size - 1) / size
	for tables > 1 && teams/tables < g.min {
		tables--
	}
	size = (teams + tables - 1) / tables
	if size > g.max || teams/tables < g.min {
		return 0, ErrSize
	}
	return size, nil
}

// roundRobin returns the first round of all in which nobody meets again. Teams
// that have dropped out keep their place in it, and whoever would meet them
// rests.
func (g *group) roundRobin() ([][]string, error) {
	if g.min > 2 {
		return nil, ErrSize
	}
	all := slices.Clone(g.players)
	met, out := map[string][]string{}, map[string]bool{}
	for i, p := range all {
		met[p.Name], out[p.Name], all[i].Out = p.Met, p.Out, false
	}
	slices.SortFunc(all, func(a, b event.Player) int { return strings.Compare(a.Name, b.Name) })
	for _, round := range event.RoundRobin(all) {
		round = slices.DeleteFunc(round, func(pair []string) bool { return out[pair[0]] || out[pair[1]] })
		again := slices.ContainsFunc(round, func(pair []string) bool { return slices.Contains(met[pair[0]], pair[1]) })
		if len(round) > 0 && !again {
			return round, nil
		}
	}
	return nil, ErrDone
}

// seat puts those who meet at the tables there are, and at more where these are
// too few.
func (g *group) seat(tables [][]string, out *Round) []Seating {
	var list []Seating
	sits := map[string]bool{}
	for i, teams := range tables {
		s := Seating{Game: g.game, Teams: teams}
		if i < len(g.tables) {
			s.Table, s.from = g.tables[i].Table, g.tables[i].Match
		} else if len(g.tables) > 0 {
			s.from = g.tables[0].Match // a table more, without a name yet
		}
		for _, team := range teams {
			sits[team] = true
		}
		list = append(list, s)
	}
	for _, p := range g.players {
		if !p.Out && !sits[p.Name] {
			out.Resting = append(out.Resting, p.Name)
		}
	}
	return list
}

// seatsFor returns seats for so many teams: those of a match, then colours.
func seatsFor(have []referee.Seat, teams int) []referee.Seat {
	seats := slices.Clone(have)
	for _, name := range lobby.SeatNames() {
		if seat := referee.Seat(name); !slices.Contains(seats, seat) {
			seats = append(seats, seat)
		}
	}
	return seats[:min(teams, len(seats))]
}
