package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/contest"
	"kitpress/cmd/internal/lobby"
	"kitpress/i18n"
	"kitpress/quiz/referee"
)

// A boardJSON is the leaderboard of an event: the answer of GET /board/state,
// and of GET /desk/board with all that the desk sets up.
type boardJSON struct {
	Title  string        `json:"title"`
	Lang   string        `json:"lang"`
	Open   bool          `json:"open"`
	Rounds []int         `json:"rounds"`
	Points []int         `json:"points"` // for the ranks of a match
	Ties   []lobby.Tie   `json:"ties"`
	Rows   []standJSON   `json:"rows"`
	Mixed  bool          `json:"mixed"`            // totals are of different games: they are not compared
	Places []lobby.Place `json:"places,omitempty"` // for the desk only
}

type standJSON struct {
	Rank   int            `json:"rank"`
	Team   string         `json:"team"` // its name, or what the seat is called
	Points int            `json:"points"`
	Wins   int            `json:"wins"`
	Total  int            `json:"total"` // sum of scores
	Best   int            `json:"best"`
	Out    bool           `json:"out,omitempty"` // has dropped out
	Rounds []lobby.Result `json:"rounds"`        // as in rounds of the board
}

// A countJSON says how an event counts: POST /desk/board.
type countJSON struct {
	Title  string      `json:"title"`
	Points []int       `json:"points"`
	Ties   []lobby.Tie `json:"ties"`
	Open   bool        `json:"open"`
}

// boardState answers the leaderboard when the desk has opened it.
func (s *Tables) boardState(w http.ResponseWriter, r *http.Request) error {
	b, err := s.boardOf(r, pageLang(r))
	if err != nil {
		return err
	}
	if !b.Open {
		return lobby.ErrUnknown
	}
	b.Places = nil
	answer(w, http.StatusOK, b)
	return nil
}

// board answers the leaderboard with what the desk sets up.
func (o organiser) board(w http.ResponseWriter, r *http.Request) error {
	b, err := o.boardOf(r, pageLang(r))
	if err != nil {
		return err
	}
	own, err := o.lobby.Board(r.Context())
	if err != nil {
		return err
	}
	b.Title = own.Title // "" stays: the usual one is of each reader's language
	answer(w, http.StatusOK, b)
	return nil
}

func (s *Tables) boardOf(r *http.Request, lang string) (*boardJSON, error) {
	now, err := s.lobby.Standings(r.Context())
	if err != nil {
		return nil, err
	}
	words := s.art.wordsIn(lang)
	out := &boardJSON{
		Title: now.Board.Title, Lang: lang, Open: now.Board.Open, Rounds: now.Rounds, Points: now.Board.Points, Ties: now.Board.Ties,
		Rows: []standJSON{}, Mixed: now.Mixed, Places: now.Board.Entries,
	}
	if out.Title == "" {
		out.Title = words.Word("board.title")
	}
	if out.Rounds == nil {
		out.Rounds = []int{}
	}
	for _, row := range now.Rows {
		name, err := teamOf(s.lobby, row, lang, words)
		if err != nil {
			return nil, err
		}
		out.Rows = append(out.Rows, standJSON{row.Rank, name, row.Points, row.Wins, row.Total, row.Best, row.Out, row.Results})
	}
	return out, nil
}

// teamOf returns what a row is called.
func teamOf(in *lobby.Lobby, row lobby.Standing, lang string, words *i18n.Words) (string, error) {
	if row.Team != "" {
		return row.Team, nil
	}
	t, err := in.Opened(row.Match)
	if err != nil {
		return string(row.Seat), nil // deleted meanwhile
	}
	name := string(row.Seat)
	g, _, err := in.Desk().Game(t.Match.Game)
	if err != nil {
		return name, err
	}
	presenter, err := in.Presenter(g, g.Edition(t.Match.Edition), lang)
	if err != nil {
		return name, err
	}
	err = t.Glance(lobby.Guest{Role: referee.RoleScreen}, func(snapshot lobby.Snapshot) error {
		name = presenter.Seated(snapshot.Aliases).SeatName(row.Seat)
		return nil
	})
	if row.Table != "" {
		name = words.Word("board.table", "Name", row.Table) + " · " + name
	}
	return name, err
}

// A roundJSON is the round that comes next: GET /desk/board/next?form=swiss&size=4.
type roundJSON struct {
	N       int           `json:"n"`
	Tables  []seatingJSON `json:"tables"`
	Resting []string      `json:"resting"`
	Running []string      `json:"running"` // tables without a result yet
}

type seatingJSON struct {
	Table string   `json:"table"` // "" for one more than there are
	Game  string   `json:"game"`
	Teams []string `json:"teams"`
}

// A drawJSON begins a round: POST /desk/board/next.
type drawJSON struct {
	Form contest.Form `json:"form"`
	Size int          `json:"size"`
	N    int          `json:"n"` // of the round that was shown
}

// A lateJSON changes who plays on: POST /desk/board/out {team, out}, close
// {table}, merge {table, into}.
type lateJSON struct {
	Team  string `json:"team"`
	Out   bool   `json:"out"`
	Table string `json:"table"`
	Into  string `json:"into"`
}

// contests are the routes of the desk for rounds and late changes.
func (o organiser) contests(mux *http.ServeMux) {
	mux.Handle("GET /desk/board/next", action(func(w http.ResponseWriter, r *http.Request) error {
		size, err := strconv.Atoi(cmp.Or(r.URL.Query().Get("size"), "0"))
		if err != nil || size < 0 {
			return badRequest("size is a number of teams")
		}
		next, err := contest.Draw(r.Context(), o.lobby, contest.Form(r.URL.Query().Get("form")), size)
		return answerRound(w, next, err)
	}))
	mux.Handle("POST /desk/board/next", action(func(w http.ResponseWriter, r *http.Request) error {
		var in drawJSON
		if err := readJSON(r, &in); err != nil {
			return err
		}
		next, err := contest.Begin(r.Context(), o.lobby, in.Form, in.Size, in.N)
		return answerRound(w, next, err)
	}))
	late := func(do func(ctx context.Context, in lateJSON) error) http.Handler {
		return changeBy(func(r *http.Request, in lateJSON) error { return wrongContest(do(r.Context(), in)) })
	}
	mux.Handle("POST /desk/board/out", late(func(ctx context.Context, in lateJSON) error { return contest.Drop(ctx, o.lobby, in.Team, in.Out) }))
	mux.Handle("POST /desk/board/close", late(func(ctx context.Context, in lateJSON) error { return contest.Close(ctx, o.lobby, in.Table) }))
	mux.Handle("POST /desk/board/merge", late(func(ctx context.Context, in lateJSON) error {
		return contest.Merge(ctx, o.lobby, in.Table, in.Into)
	}))
}

func answerRound(w http.ResponseWriter, r contest.Round, err error) error {
	if err != nil {
		return wrongContest(err)
	}
	out := roundJSON{N: r.N, Tables: []seatingJSON{}, Resting: append([]string{}, r.Resting...), Running: append([]string{}, r.Running...)}
	for _, s := range r.Tables {
		out.Tables = append(out.Tables, seatingJSON{s.Table, s.Game, s.Teams})
	}
	answer(w, http.StatusOK, out)
	return nil
}

// A contestError is what keeps a round from being drawn, by the name pages know.
type contestError string

func (e contestError) Error() string { return string(e) }

func wrongContest(err error) error {
	for name, one := range map[contestError]error{"teams": contest.ErrTeams, "done": contest.ErrDone, "size": contest.ErrSize, "begun": contest.ErrStale} {
		if errors.Is(err, one) {
			return name
		}
	}
	if errors.Is(err, contest.ErrForm) {
		return badRequest(err.Error())
	}
	return err
}

func (o organiser) countBoard(r *http.Request, in countJSON) error {
	return o.lobby.ChangeBoard(r.Context(), func(b *lobby.Board) {
		b.Title, b.Points, b.Ties, b.Open = in.Title, slices.Clone(in.Points), slices.Clone(in.Ties), in.Open
	})
}

// export sends the leaderboard as a file: JSON, CSV, or a page that stands
// alone, for a screen without a network.
func (o organiser) export(w http.ResponseWriter, r *http.Request) error {
	lang := pageLang(r)
	b, err := o.boardOf(r, lang)
	if err != nil {
		return err
	}
	b.Places = nil
	var data bytes.Buffer
	rows := boardRows(b, o.art.wordsIn(lang))
	kind := r.PathValue("kind")
	switch kind {
	case "json":
		err = json.NewEncoder(&data).Encode(b)
	case "csv":
		err = spreadsheet.WriteCSV(&data, rows, spreadsheet.SeparatorOf(lang))
	case "html":
		err = o.art.templates.ExecuteTemplate(&data, "standings.html", struct {
			Lang  string
			Title string
			Head  []string
			Rows  [][]string
			Line  string
			Logo  template.URL
			Alt   string
		}{lang, b.Title, rows[0], rows[1:], o.art.sponsor.line(lang), o.art.logoData(), o.art.wordsIn(lang).Word("sponsor.logo")})
	default:
		err = lobby.ErrUnknown
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", kinds["."+kind])
	w.Header().Set("Content-Disposition", `attachment; filename="leaderboard.`+kind+`"`)
	w.Write(data.Bytes())
	return nil
}

// boardRows returns the leaderboard as a table with a head.
func boardRows(b *boardJSON, words *i18n.Words) [][]string {
	head := []string{words.Word("match.rank"), words.Word("board.team"), words.Word("board.points"), words.Word("board.wins"), words.Word("match.total"), words.Word("board.best")}
	for _, n := range b.Rounds {
		head = append(head, words.Word("board.round", "N", n))
	}
	rows := [][]string{head}
	for _, r := range b.Rows {
		row := []string{strconv.Itoa(r.Rank), r.Team, strconv.Itoa(r.Points), strconv.Itoa(r.Wins), strconv.Itoa(r.Total), strconv.Itoa(r.Best)}
		for _, one := range r.Rounds {
			switch {
			case one.Missing:
				row = append(row, words.Word("board.missing"))
			case !one.Over:
				row = append(row, words.Word("board.running"))
			default:
				row = append(row, strconv.Itoa(one.Points))
			}
		}
		rows = append(rows, row)
	}
	return rows
}
