package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/lobby"
	"kitpress/layout"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// Desk returns the handler for the desk: it makes and deletes tables and knows
// every PIN, so only this computer may reach it, and of its users only whoever
// has the key: it stands behind # in the address that is printed.
func (s *Tables) Desk(hosts []string, key string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { redirect(w, "desk/") })
	mux.HandleFunc("GET /desk/{$}", s.deskPage)
	mux.HandleFunc("GET /desk/state", s.deskState)
	mux.HandleFunc("POST /desk/create", s.deskCreate)
	mux.HandleFunc("POST /desk/t/{id}/open", s.deskOpen)
	mux.HandleFunc("POST /desk/t/{id}/unlock", s.deskUnlock)
	mux.HandleFunc("POST /desk/t/{id}/delete", s.deskDelete)
	mux.HandleFunc("POST /desk/t/{id}/dismiss", s.deskDismiss)
	mux.HandleFunc("POST /desk/t/{id}/alias", s.deskAlias)
	mux.HandleFunc("GET /desk/t/{id}/code.svg", s.deskCode)
	mux.HandleFunc("GET /desk/board", s.deskBoard)
	mux.HandleFunc("POST /desk/board", s.deskCount)
	mux.HandleFunc("POST /desk/board/place", s.deskPlace)
	mux.HandleFunc("POST /desk/board/remove", s.deskRemovePlace)
	mux.HandleFunc("GET /desk/board/export/{kind}", s.deskExport)
	open := http.NewServeMux()
	open.HandleFunc("POST /desk/enter", s.deskEnter(key))
	open.HandleFunc("GET /t/words", s.allWords)
	open.HandleFunc("GET /static/{file...}", s.art.static)
	open.Handle("/", s.keyed(mux, key))
	return known(tableGuard(open), hosts)
}

func (s *Tables) deskPage(w http.ResponseWriter, r *http.Request) {
	s.art.show(w, http.StatusOK, "desk", pageData{Lang: pageLang(r), Base: s.base})
}

func (s *Tables) deskState(w http.ResponseWriter, r *http.Request) {
	lang := pageLang(r)
	out := deskJSON{Base: s.base, Lang: lang, ReadOnly: s.lobby.Broken(), Games: []gameJSON{}, Tables: []tableJSON{}, OldAfter: lobby.OldAfter}
	words := s.art.wordsIn(lang)
	for _, seat := range lobby.SeatNames() {
		out.Names = append(out.Names, namedJSON{seat, words.Word("seat." + seat)})
	}
	for _, id := range s.lobby.Games() {
		g, err := s.gameOf(id, lang)
		if err != nil {
			fail(w, err)
			return
		}
		out.Games = append(out.Games, g)
	}
	list, err := s.lobby.List(r.Context())
	if err != nil {
		fail(w, err)
		return
	}
	for _, l := range list {
		t, err := s.tableOf(l, lang)
		if errors.Is(err, lobby.ErrUnknown) {
			continue // deleted meanwhile
		}
		if err != nil {
			fail(w, err)
			return
		}
		out.Tables = append(out.Tables, t)
	}
	answer(w, http.StatusOK, out)
}

// gameOf returns what has to be known to begin a match of a game.
func (s *Tables) gameOf(id, lang string) (gameJSON, error) {
	g, r, err := s.lobby.Game(id)
	if err != nil {
		return gameJSON{}, err
	}
	presenter, err := s.lobby.Presenter(g, nil, lang)
	if err != nil {
		return gameJSON{}, err
	}
	out := gameJSON{ID: id, Name: presenter.Text(g.Name), Min: g.Players.Min, Max: g.Players.Max, Editions: []namedJSON{}, Options: []optionJSON{}, Seats: []namedJSON{}}
	usual := g.EditionFor(lang)
	if usual != nil {
		out.Edition = usual.ID
	}
	for i := range g.Editions {
		out.Editions = append(out.Editions, namedJSON{g.Editions[i].ID, presenter.EditionName(&g.Editions[i])})
	}
	for _, seat := range presenter.Suggested() {
		out.Seats = append(out.Seats, namedJSON{string(seat), presenter.SeatName(seat)})
	}
	for _, o := range r.Options() {
		out.Options = append(out.Options, optionJSON{o.Name, o.Values, presenter.RuleID(o.Rule), presenter.Rule(o.Rule, usual)})
	}
	return out, nil
}

// tableOf returns a match as the desk sees it.
func (s *Tables) tableOf(l lobby.ListItem, lang string) (tableJSON, error) {
	out := tableJSON{
		ID: l.ID, Game: l.Game, Edition: l.Edition, Options: l.Options, Records: l.Records,
		Created: l.Created, Last: l.Last, Old: s.lobby.Old(l.Last), Open: l.Table != nil,
	}
	g, _, err := s.lobby.Game(l.Game)
	if err != nil { // a game this version does not have
		out.GameName = l.Game
		return out, nil
	}
	presenter, err := s.lobby.Presenter(g, g.Edition(l.Edition), lang)
	if err != nil {
		return out, err
	}
	out.GameName = presenter.Text(g.Name)
	if l.Table == nil {
		for _, seat := range l.Seats {
			out.Seats = append(out.Seats, deskSeatJSON{ID: seat, Name: presenter.SeatName(seat)})
		}
		return out, nil
	}
	s.accessOf(&out, l.Table)
	free := map[referee.Seat]bool{}
	for _, seat := range l.Table.Free() {
		free[seat] = true
	}
	return out, l.Table.See(lobby.Guest{Role: referee.RoleScreen}, func(snapshot lobby.Snapshot) error {
		presenter := presenter.Seated(snapshot.Aliases)
		out.Over, out.Online = snapshot.Match.Play.Tally().Over, snapshot.Online
		for _, seat := range l.Seats {
			out.Seats = append(out.Seats, deskSeatJSON{
				ID: seat, Name: presenter.SeatName(seat), Alias: snapshot.Aliases[seat], Taken: !free[seat], Here: snapshot.Here[seat],
				Link: s.link(l.Table, referee.RoleSeat, seat),
			})
		}
		return nil
	})
}

func (s *Tables) accessOf(out *tableJSON, t *lobby.Table) {
	out.PIN, out.RefereePIN = s.lobby.PINs(t)
	out.Locked = s.lobby.Locked(t)
	for _, d := range t.Devices() {
		out.Devices = append(out.Devices, deviceJSON(d))
	}
	out.Links = &linksJSON{s.link(t, referee.RoleSeat, ""), s.link(t, referee.RoleScreen, ""), s.link(t, referee.RoleReferee, "")}
}

// link returns an address that lets a device in. What stands behind # is never
// sent, so no log on the way keeps it.
func (s *Tables) link(t *lobby.Table, role referee.Role, seat referee.Seat) string {
	return s.base + "/t/" + t.ID + "/#" + s.lobby.Invitation(t, role, seat)
}

func (s *Tables) deskCreate(w http.ResponseWriter, r *http.Request) {
	var in createJSON
	if !readJSON(w, r, &in) {
		return
	}
	t, err := s.lobby.Create(r.Context(), store.Match{Game: in.Game, Edition: in.Edition, Seats: in.Seats, Options: in.Options})
	var unknown *desk.UnknownError
	var refused *desk.RefusedError
	switch {
	case errors.As(err, &unknown):
		answer(w, http.StatusBadRequest, errorJSON{"bad", unknown.Error()})
	case errors.As(err, &refused):
		s.notBegun(w, refused, pageLang(r))
	case err != nil:
		fail(w, err)
	default:
		answer(w, http.StatusOK, joinedJSON{Table: t.ID, URL: s.base + "/t/" + t.ID + "/"})
	}
}

func (s *Tables) notBegun(w http.ResponseWriter, e *desk.RefusedError, lang string) {
	presenter, err := s.lobby.Presenter(e.Game, nil, lang)
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, http.StatusUnprocessableEntity, recordedJSON{Refused: &refusedJSON{
		Rule: presenter.RuleID(e.Refusal.Rule), RuleText: presenter.Rule(e.Refusal.Rule, nil), Message: presenter.Message(e.Refusal.Why),
	}})
}

// deskTable returns the table a request is about, opened.
func (s *Tables) deskTable(w http.ResponseWriter, r *http.Request) *lobby.Table {
	t, err := s.lobby.Table(r.Context(), r.PathValue("id"))
	if err != nil {
		fail(w, err)
		return nil
	}
	return t
}

func (s *Tables) done(w http.ResponseWriter, err error) {
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, http.StatusOK, struct{}{})
}

func (s *Tables) deskOpen(w http.ResponseWriter, r *http.Request) {
	if t := s.deskTable(w, r); t != nil {
		s.done(w, nil)
	}
}

// deskUnlock lets devices in by PIN again.
func (s *Tables) deskUnlock(w http.ResponseWriter, r *http.Request) {
	if t := s.deskTable(w, r); t != nil {
		s.lobby.Unlock(t)
		s.done(w, nil)
	}
}

func (s *Tables) deskDelete(w http.ResponseWriter, r *http.Request) {
	s.done(w, s.lobby.Delete(r.Context(), r.PathValue("id")))
}

func (s *Tables) deskDismiss(w http.ResponseWriter, r *http.Request) {
	var in whoJSON
	if !readJSON(w, r, &in) {
		return
	}
	if t := s.deskTable(w, r); t != nil {
		s.done(w, s.lobby.Dismiss(r.Context(), t, in.Role, in.Seat, in.N))
	}
}

func (s *Tables) deskAlias(w http.ResponseWriter, r *http.Request) {
	var in whoJSON
	if !readJSON(w, r, &in) {
		return
	}
	if t := s.deskTable(w, r); t != nil {
		s.done(w, t.SetAlias(r.Context(), in.Seat, in.Alias))
	}
}

// deskCode draws the QR code of a link: ?for=join, screen or referee, or the id
// of a seat behind "seat:".
func (s *Tables) deskCode(w http.ResponseWriter, r *http.Request) {
	t := s.deskTable(w, r)
	if t == nil {
		return
	}
	what := r.URL.Query().Get("for")
	role, seat := referee.Role(what), referee.Seat("")
	if id, ok := strings.CutPrefix(what, "seat:"); ok {
		role, seat = referee.RoleSeat, referee.Seat(id)
	} else if what == "join" {
		role = referee.RoleSeat
	}
	code, err := layout.ScreenCode(s.link(t, role, seat))
	if err != nil {
		refuse(w, http.StatusInternalServerError, "the code cannot be drawn")
		return
	}
	w.Header().Set("Content-Type", kinds[".svg"])
	w.Write([]byte(drawCode(code)))
}

// drawCode draws a code with its quiet zone, dark on light whatever the page.
func drawCode(code *layout.Code) string {
	var b strings.Builder
	side := strconv.Itoa(code.Size + 2*layout.QuietZone)
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + side + ` ` + side + `" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h` + side + `v` + side + `H0z"/><path fill="#000" d="`)
	for _, m := range code.Rects() {
		b.WriteString("M" + strconv.Itoa(m.X+layout.QuietZone) + " " + strconv.Itoa(m.Y+layout.QuietZone) + "h" + strconv.Itoa(m.W) + "v" + strconv.Itoa(m.H) + "h-" + strconv.Itoa(m.W) + "z")
	}
	b.WriteString(`"/></svg>`)
	return b.String()
}
