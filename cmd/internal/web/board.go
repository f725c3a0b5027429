package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"kitpress/cmd/internal/lobby"
	"kitpress/i18n"
	"kitpress/quiz/referee"
	"kitpress/quiz/spreadsheet"
)

// boardPage is the leaderboard for a big screen.
func (s *Tables) boardPage(w http.ResponseWriter, r *http.Request) {
	s.art.show(w, http.StatusOK, "board", pageData{Lang: pageLang(r), Base: s.base})
}

// boardState answers the leaderboard when the desk has opened it.
func (s *Tables) boardState(w http.ResponseWriter, r *http.Request) {
	b, err := s.boardOf(r, pageLang(r))
	if err == nil && !b.Open {
		err = lobby.ErrUnknown
	}
	if err != nil {
		fail(w, err)
		return
	}
	b.Places = nil
	answer(w, http.StatusOK, b)
}

// deskBoard answers the leaderboard with what the desk sets up.
func (s *Tables) deskBoard(w http.ResponseWriter, r *http.Request) {
	b, err := s.boardOf(r, pageLang(r))
	if err == nil {
		var own lobby.Board
		own, err = s.lobby.Board(r.Context())
		b.Title = own.Title // "" stays: the usual one is of each reader's language
	}
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, http.StatusOK, b)
}

func (s *Tables) boardOf(r *http.Request, lang string) (*boardJSON, error) {
	now, err := s.lobby.Standings(r.Context())
	if err != nil {
		return nil, err
	}
	words := s.art.wordsIn(lang)
	out := &boardJSON{
		Title: now.Board.Title, Lang: lang, Open: now.Board.Open, Rounds: now.Rounds, Points: now.Board.Points, Ties: now.Board.Ties,
		Rows: []standJSON{}, Places: []placeJSON{},
	}
	if out.Title == "" {
		out.Title = words.Word("board.title")
	}
	if out.Rounds == nil {
		out.Rounds = []int{}
	}
	for _, p := range now.Board.Entries {
		out.Places = append(out.Places, placeJSON(p))
	}
	for _, row := range now.Rows {
		name, err := s.teamOf(row, lang, words)
		if err != nil {
			return nil, err
		}
		j := standJSON{Rank: row.Rank, Team: name, Points: row.Points, Wins: row.Wins, Total: row.Total, Best: row.Best}
		for _, one := range row.Results {
			j.Rounds = append(j.Rounds, resultJSON{one.Missing, one.Over, one.Table, one.Rank, one.Total, one.Points})
		}
		out.Rows = append(out.Rows, j)
	}
	return out, nil
}

// teamOf returns what a row is called.
func (s *Tables) teamOf(row lobby.Standing, lang string, words *i18n.Words) (string, error) {
	if row.Team != "" {
		return row.Team, nil
	}
	t, err := s.lobby.Opened(row.Match)
	if err != nil {
		return string(row.Seat), nil // deleted meanwhile
	}
	name := string(row.Seat)
	err = t.See(lobby.Guest{Role: referee.RoleScreen}, func(snapshot lobby.Snapshot) error {
		presenter, err := s.presenter(snapshot, lang)
		if err == nil {
			name = presenter.SeatName(row.Seat)
		}
		return err
	})
	if row.Table != "" {
		name = words.Word("board.table", "Name", row.Table) + " · " + name
	}
	return name, err
}

func (s *Tables) deskCount(w http.ResponseWriter, r *http.Request) {
	var in countJSON
	if !readJSON(w, r, &in) {
		return
	}
	s.done(w, s.lobby.ChangeBoard(r.Context(), func(b *lobby.Board) {
		b.Title, b.Points, b.Ties, b.Open = in.Title, slices.Clone(in.Points), slices.Clone(in.Ties), in.Open
	}))
}

func (s *Tables) deskPlace(w http.ResponseWriter, r *http.Request) {
	var in placeJSON
	if readJSON(w, r, &in) {
		s.done(w, s.lobby.SetPlace(r.Context(), lobby.Place(in)))
	}
}

func (s *Tables) deskRemovePlace(w http.ResponseWriter, r *http.Request) {
	var in placeJSON
	if readJSON(w, r, &in) {
		_, err := s.lobby.RemovePlace(r.Context(), in.Match)
		s.done(w, err)
	}
}

// deskExport sends the leaderboard as a file: JSON, CSV, or a page that stands
// alone, for a screen without a network.
func (s *Tables) deskExport(w http.ResponseWriter, r *http.Request) {
	lang := pageLang(r)
	b, err := s.boardOf(r, lang)
	if err != nil {
		fail(w, err)
		return
	}
	b.Places = nil
	var data bytes.Buffer
	kind := r.PathValue("kind")
	switch kind {
	case "json":
		err = json.NewEncoder(&data).Encode(b)
	case "csv":
		err = spreadsheet.WriteCSV(&data, boardRows(b, s.art.wordsIn(lang)), spreadsheet.SeparatorOf(lang))
	case "html":
		err = s.art.templates.ExecuteTemplate(&data, "standings.html", struct {
			Lang  string
			Title string
			Head  []string
			Rows  [][]string
		}{lang, b.Title, boardRows(b, s.art.wordsIn(lang))[0], boardRows(b, s.art.wordsIn(lang))[1:]})
	default:
		fail(w, lobby.ErrUnknown)
		return
	}
	if err != nil {
		fail(w, err)
		return
	}
	types := map[string]string{"json": kinds[".json"], "csv": "text/csv; charset=utf-8", "html": "text/html; charset=utf-8"}
	w.Header().Set("Content-Type", types[kind])
	w.Header().Set("Content-Disposition", `attachment; filename="leaderboard.`+kind+`"`)
	w.Write(data.Bytes())
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
