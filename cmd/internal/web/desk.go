package web

import (
	"crypto/subtle"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/lobby"
	"kitpress/layout"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// An organiser serves the desk: it makes and deletes tables and knows every PIN.
type organiser struct{ *Tables }

// Desk returns the handler for the desk: only this computer may reach it, and of
// its users only whoever has the key: it stands behind # in the address that is
// printed.
func (s *Tables) Desk(hosts []string, key string) http.Handler {
	o, mux := organiser{s}, http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { redirect(w, "desk/") })
	mux.HandleFunc("GET /desk/{$}", func(w http.ResponseWriter, r *http.Request) {
		s.art.show(w, http.StatusOK, "desk", pageData{Lang: pageLang(r), Base: s.base})
	})
	mux.Handle("GET /desk/state", action(o.deskState))
	mux.Handle("POST /desk/create", action(o.create))
	mux.Handle("POST /desk/t/{id}/open", change(func(r *http.Request) error {
		_, err := o.table(r)
		return err
	}))
	mux.Handle("POST /desk/t/{id}/unlock", change(func(r *http.Request) error {
		t, err := o.table(r)
		if err != nil {
			return err
		}
		return s.lobby.Unlock(r.Context(), t)
	}))
	mux.Handle("POST /desk/t/{id}/delete", change(func(r *http.Request) error {
		return s.lobby.Delete(r.Context(), r.PathValue("id"))
	}))
	mux.Handle("POST /desk/t/{id}/dismiss", changeBy(o.dismiss))
	mux.Handle("POST /desk/t/{id}/alias", changeBy(o.alias))
	mux.Handle("GET /desk/t/{id}/code.svg", action(o.code))
	mux.Handle("GET /desk/t/{id}/paper/{part}", action(o.printed))
	mux.Handle("GET /desk/cards", action(o.cards))
	mux.Handle("GET /desk/t/{id}/log", action(o.exportLog))
	mux.Handle("GET /desk/board", action(o.board))
	mux.Handle("POST /desk/board", changeBy(o.countBoard))
	mux.Handle("POST /desk/board/place", changeBy(func(r *http.Request, in lobby.Place) error { return s.lobby.SetPlace(r.Context(), in) }))
	mux.Handle("POST /desk/board/remove", changeBy(func(r *http.Request, in lobby.Place) error {
		_, err := s.lobby.RemovePlace(r.Context(), in.Match)
		return err
	}))
	mux.Handle("POST /desk/studio", action(o.openStudio))
	mux.Handle("GET /desk/board/export/{kind}", action(o.export))
	o.contests(mux)
	o.hosting(mux)
	open := http.NewServeMux()
	open.Handle("POST /desk/enter", swapKey(key))
	open.Handle("GET /t/words", action(s.allWords))
	open.HandleFunc("GET /static/{file...}", s.art.static)
	open.Handle("/", o.keyed(mux, key))
	return Known(tableGuard(open), hosts)
}

// openStudio answers where the studio is, in which kits are made.
func (o organiser) openStudio(w http.ResponseWriter, r *http.Request) error {
	var in struct{}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if o.doors.Studio == nil {
		return lobby.ErrUnknown
	}
	address, err := o.doors.Studio()
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, startedJSON{URL: address})
	return nil
}

func (o organiser) deskState(w http.ResponseWriter, r *http.Request) error {
	lang := pageLang(r)
	out := deskJSON{Base: o.base, Lang: lang, ReadOnly: o.lobby.ReadOnly(), Games: []gameJSON{}, Tables: []tableJSON{}, OldAfter: lobby.OldAfter}
	words := o.art.wordsIn(lang)
	for _, seat := range lobby.SeatNames() {
		out.Names = append(out.Names, namedJSON{seat, words.Word("seat." + seat)})
	}
	for _, id := range desk.Games() {
		g, err := o.gameOf(id, lang)
		if err != nil {
			return err
		}
		out.Games = append(out.Games, g)
	}
	list, err := o.lobby.List(r.Context())
	if err != nil {
		return err
	}
	for _, l := range list {
		t, err := o.tableOf(l, lang)
		if errors.Is(err, lobby.ErrUnknown) {
			continue // deleted meanwhile
		}
		if err != nil {
			return err
		}
		if t.Number, err = o.lobby.Number(r.Context(), t.ID); err != nil {
			return err
		}
		out.Tables = append(out.Tables, t)
	}
	o.forget(out.Tables)
	answer(w, http.StatusOK, out)
	return nil
}

// gameOf returns what has to be known to begin a match of a game.
func (o organiser) gameOf(id, lang string) (gameJSON, error) {
	g, r, err := o.lobby.Desk().Game(id)
	if err != nil {
		return gameJSON{}, err
	}
	presenter, err := o.lobby.Presenter(g, nil, lang)
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
func (o organiser) tableOf(l lobby.ListItem, lang string) (tableJSON, error) {
	out := tableJSON{
		ID: l.ID, Game: l.Game, Edition: l.Edition, Options: l.Options, Records: l.Records,
		Created: l.Created, Last: l.Last, Old: o.lobby.Old(l.Last), Open: l.Table != nil,
	}
	g, _, err := o.lobby.Desk().Game(l.Game)
	if err != nil { // a game this version does not have
		out.GameName = l.Game
		return out, nil
	}
	presenter, err := o.lobby.Presenter(g, g.Edition(l.Edition), lang)
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
	o.accessOf(&out, l.Table)
	free := map[referee.Seat]bool{}
	for _, seat := range l.Table.Free() {
		free[seat] = true
	}
	look := func(snapshot lobby.Snapshot) error {
		now, err := o.glanced(snapshot, l.ID, presenter)
		if err != nil {
			return err
		}
		out.Over, out.Online, out.Phase = now.over, snapshot.Online, now.phase
		for _, seat := range now.seats {
			if snapshot.Calls[seat.ID] {
				out.Help = append(out.Help, seat.Name)
			}
			seat.Taken, seat.Here, seat.Link = !free[seat.ID], snapshot.Here[seat.ID], o.link(l.Table, referee.RoleSeat, seat.ID)
			out.Seats = append(out.Seats, seat)
		}
		if snapshot.Calls[""] {
			out.Help = append(out.Help, "")
		}
		return nil
	}
	err = l.Table.Glance(lobby.Guest{Role: referee.RoleScreen}, look)
	if errors.Is(err, errAsleep) {
		err = l.Table.See(lobby.Guest{Role: referee.RoleScreen}, look)
	}
	return out, err
}

// A glance is what the desk shows of a match, until something happens in it: the
// desk looks at all tables every few seconds, and most of them stand still.
type glance struct {
	seq     int
	aliases map[referee.Seat]string
	over    bool
	phase   string
	seats   []deskSeatJSON
}

type glanceKey struct{ table, lang string }

// errAsleep says that a match has to be read to see what the desk shows of it.
var errAsleep = errors.New("the match sleeps")

// glanced returns what the desk shows of a match.
func (o organiser) glanced(snapshot lobby.Snapshot, table string, presenter *desk.Presenter) (*glance, error) {
	key := glanceKey{table, presenter.Lang()}
	if kept, ok := o.glances.Load(key); ok {
		if g := kept.(*glance); g.seq == snapshot.Seq && maps.Equal(g.aliases, snapshot.Aliases) {
			return g, nil
		}
	}
	if snapshot.Match == nil {
		return nil, errAsleep
	}
	now, err := stateFor(snapshot, presenter.Seated(snapshot.Aliases))
	if err != nil {
		return nil, err
	}
	g := &glance{seq: snapshot.Seq, aliases: maps.Clone(snapshot.Aliases), over: now.Over, phase: now.Phase}
	for _, seat := range now.Seats {
		g.seats = append(g.seats, deskSeatJSON{
			ID: seat.ID, Name: seat.Name, Alias: snapshot.Aliases[seat.ID],
			Due: !now.Over && slices.Contains(now.Due, seat.ID), Total: seat.Total, Rank: seat.Rank, Out: seat.Out,
		})
	}
	o.glances.Store(key, g)
	return g, nil
}

// forget drops what was seen of tables that are gone.
func (o organiser) forget(there []tableJSON) {
	o.glances.Range(func(key, _ any) bool {
		if !slices.ContainsFunc(there, func(t tableJSON) bool { return t.ID == key.(glanceKey).table }) {
			o.glances.Delete(key)
		}
		return true
	})
}

func (o organiser) accessOf(out *tableJSON, t *lobby.Table) {
	out.PIN, out.RefereePIN = o.lobby.PINs(t)
	out.Locked = o.lobby.Locked(t)
	out.Devices = t.Devices()
	out.Links = &linksJSON{o.link(t, referee.RoleSeat, ""), o.link(t, referee.RoleScreen, ""), o.link(t, referee.RoleReferee, "")}
}

// link returns an address that lets a device in. What stands behind # is never
// sent, so no log on the way keeps it.
func (o organiser) link(t *lobby.Table, role referee.Role, seat referee.Seat) string {
	return o.base + "/t/" + t.ID + "/#" + o.lobby.Invitation(t, role, seat)
}

func (o organiser) create(w http.ResponseWriter, r *http.Request) error {
	var in createJSON
	if err := readJSON(r, &in); err != nil {
		return err
	}
	t, err := o.lobby.Create(r.Context(), store.Match{Game: in.Game, Edition: in.Edition, Seats: in.Seats, Options: in.Options})
	var unknown *desk.UnknownError
	var refused *desk.RefusedError
	switch {
	case errors.As(err, &unknown):
		return badRequest(unknown.Error())
	case errors.As(err, &refused):
		presenter, err := o.lobby.Presenter(refused.Game, nil, pageLang(r))
		if err != nil {
			return err
		}
		no := refused.Refusal
		answer(w, http.StatusUnprocessableEntity, recordedJSON{Refused: &refusedJSON{
			ruleJSON: ruleJSON{presenter.RuleID(no.Rule), presenter.Rule(no.Rule, nil)}, Message: presenter.Message(no.Why),
		}})
	case err != nil:
		return err
	default:
		answer(w, http.StatusOK, joinedJSON{Table: t.ID, URL: o.base + "/t/" + t.ID + "/"})
	}
	return nil
}

// table returns the table a request is about, opened.
func (o organiser) table(r *http.Request) (*lobby.Table, error) {
	return o.lobby.Table(r.Context(), r.PathValue("id"))
}

func (o organiser) dismiss(r *http.Request, in whoJSON) error {
	t, err := o.table(r)
	if err != nil {
		return err
	}
	return o.lobby.Dismiss(r.Context(), t, in.Role, in.Seat, in.N)
}

func (o organiser) alias(r *http.Request, in whoJSON) error {
	t, err := o.table(r)
	if err != nil {
		return err
	}
	return t.SetAlias(r.Context(), in.Seat, in.Alias)
}

// code draws the QR code of a link: ?for=join, screen or referee, or the id of a
// seat behind "seat:".
func (o organiser) code(w http.ResponseWriter, r *http.Request) error {
	t, err := o.table(r)
	if err != nil {
		return err
	}
	what := r.URL.Query().Get("for")
	role, seat := referee.Role(what), referee.Seat("")
	if id, ok := strings.CutPrefix(what, "seat:"); ok {
		role, seat = referee.RoleSeat, referee.Seat(id)
	} else if what == "join" {
		role = referee.RoleSeat
	}
	return sendCode(w, o.link(t, role, seat))
}

// sendCode sends the code of an address as a picture.
func sendCode(w http.ResponseWriter, address string) error {
	code, err := layout.ScreenCode(address)
	if err != nil {
		refuse(w, http.StatusInternalServerError, "the code cannot be drawn")
		return nil
	}
	w.Header().Set("Content-Type", kinds[".svg"])
	w.Write([]byte(drawCode(code)))
	return nil
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

// deskCookie is the cookie of a browser that had the key of the desk.
const deskCookie = "desk"

// keyed lets whoever had the key through to the desk; others get a page that
// takes it from the address.
func (o organiser) keyed(desk http.Handler, key string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := r.Cookie(deskCookie)
		switch {
		case err == nil && subtle.ConstantTimeCompare([]byte(c.Value), []byte(key)) == 1, key == "":
			desk.ServeHTTP(w, r)
		case r.Method == http.MethodGet && r.URL.Path == "/":
			redirect(w, "desk/")
		case r.Method == http.MethodGet && r.URL.Path == "/desk/":
			o.art.show(w, http.StatusForbidden, "key", pageData{Lang: pageLang(r), Base: o.base})
		default:
			fail(w, lobby.ErrForbidden)
		}
	})
}

// swapKey swaps the key for a cookie.
func swapKey(key string) action {
	return func(w http.ResponseWriter, r *http.Request) error {
		var in struct {
			Token string `json:"token"`
		}
		if err := readJSON(r, &in); err != nil {
			return err
		}
		if subtle.ConstantTimeCompare([]byte(in.Token), []byte(key)) != 1 {
			return lobby.ErrWrong
		}
		http.SetCookie(w, &http.Cookie{Name: deskCookie, Value: key, Path: "/desk/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		answer(w, http.StatusOK, struct{}{})
		return nil
	}
}
