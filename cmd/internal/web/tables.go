package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"kitpress/cmd/internal/live"
	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/web/drawn"
	"kitpress/cmd/internal/web/lesson"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// Tables serves the tables of a lobby: phones and screens at one listener, the
// desk at another that only this computer reaches.
type Tables struct {
	lobby   *lobby.Lobby
	base    string // where phones find it: "http://192.168.1.20:8080"
	art     *pages
	faces   *drawn.Faces
	checker *checker
	lessons *lesson.Pages

	rooms    *live.Rooms
	entering lobby.RateLimit // into quizzes, by address

	doors   Doors
	glances sync.Map // *glance by glanceKey
}

// Doors are the ways from here into other rooms of this computer.
type Doors struct {
	Desk   string                 // the address of the desk, "http://127.0.0.1:8081/desk/"; "" for none
	Studio func() (string, error) // opens the studio and returns where; nil for none
}

// Lead says where doors lead. It is called before anything is served.
func (s *Tables) Lead(d Doors) { s.doors = d }

// NewTables returns the tables of a lobby. base is the address for phones,
// without a slash at the end.
func NewTables(h *lobby.Lobby, base string) (*Tables, error) {
	games := h.Desk().Catalog
	art, err := readPages(games)
	shop, shopErr := press.OpenShop(games)
	checker, faces := newChecker(games), drawn.NewFaces(games, shop)
	lessons, lessonErr := lesson.New(games, faces.Mark, pageLang)
	return &Tables{
		lobby: h, base: base, art: art, faces: faces, checker: checker, lessons: lessons,
		rooms: live.NewRooms(checker.bank, rand.Reader, h.Desk().Store), entering: lobby.RateLimit{AtOnce: checksAtOnce, Every: enterEvery},
	}, errors.Join(err, lessonErr, shopErr)
}

// Restore opens quizzes again that went on when the program stopped.
func (s *Tables) Restore(ctx context.Context) error { return s.rooms.Restore(ctx, s.lobby.Now()) }

// Follow keeps tables and quizzes as other programs leave them in a store they
// share, until ctx ends.
func Follow(ctx context.Context, s *Tables) {
	s.lobby.Follow(ctx, func(c store.Change) {
		switch c.Kind {
		case store.ChangedNote:
			go s.rooms.Hear(ctx, c.Name)
		case store.ChangedAll:
			go s.rooms.Hear(ctx, "")
		}
	})
}

// Phones returns the handler for phones and screens; what is not about tables
// goes to others. hosts are the names a request may call this computer.
func (s *Tables) Phones(others http.Handler, hosts []string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.homePage)
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { health(w, s) })
	mux.HandleFunc("GET /t/{$}", s.page("join"))
	mux.Handle("POST /t/join", action(s.join))
	mux.HandleFunc("GET /t/{id}/{$}", s.tablePage)
	mux.HandleFunc("GET /t/{id}/screen", s.screenPage)
	mux.Handle("POST /t/{id}/enter", action(s.enter))
	mux.Handle("GET /t/{id}/state", s.as(s.state))
	mux.Handle("GET /t/{id}/log", s.as(s.log))
	mux.Handle("GET /t/{id}/at", s.as(moments{s}.at))
	mux.Handle("GET /t/{id}/certificates", s.as(moments{s}.certificates))
	mux.Handle("GET /t/{id}/met", s.as(moments{s}.met))
	mux.Handle("POST /t/{id}/again", s.as(moments{s}.again))
	mux.Handle("GET /t/{id}/explain", s.as(s.explain))
	mux.Handle("GET /t/{id}/events", s.as(s.events))
	mux.Handle("POST /t/{id}/record", s.as(s.record))
	mux.Handle("POST /t/{id}/undo", s.as(s.undo))
	mux.Handle("POST /t/{id}/why", s.as(s.why))
	mux.Handle("POST /t/{id}/freeze", s.as(s.freeze))
	mux.Handle("POST /t/{id}/call", s.as(moments{s}.call))
	mux.HandleFunc("GET /board/{$}", s.page("board"))
	mux.Handle("GET /board/state", action(s.boardState))
	mux.Handle("GET /t/words", action(s.allWords))
	mux.HandleFunc("GET /static/{file...}", s.art.static)
	mux.Handle("GET /face/{mark}/{game}/{edition}/{lang}/{side}/{card}", action(s.face))
	mux.Handle("GET "+lesson.Root, s.lessons)
	mux.Handle("POST /api/quiz/check", action(s.quizCheck))
	s.attending(mux)
	tables, read := tableGuard(mux), readOnly(others)
	return Known(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" || aboutTables(r.URL.Path) {
			tables.ServeHTTP(w, r)
			return
		}
		read.ServeHTTP(w, r)
	}), hosts)
}

// health answers servers in front whether requests can be answered here: without
// its store a table can only be looked at.
func health(w http.ResponseWriter, s *Tables) {
	if s.lobby.ReadOnly() {
		refuse(w, http.StatusServiceUnavailable, "nothing can be written now")
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintln(w, "ok")
}

// page shows a page that is the same for everybody.
func (s *Tables) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.art.show(w, http.StatusOK, name, pageData{Lang: pageLang(r), Base: s.base})
	}
}

// homePage shows the doors. That to the desk opens only for whoever sits at this
// computer: everybody else is told where it is.
func (s *Tables) homePage(w http.ResponseWriter, r *http.Request) {
	data := pageData{Lang: pageLang(r), Base: s.base}
	if ip := net.ParseIP(address(r)); ip != nil && ip.IsLoopback() {
		data.Desk = s.doors.Desk
	}
	s.art.show(w, http.StatusOK, "home", data)
}

// aboutTables reports whether an address is one of those above.
func aboutTables(path string) bool {
	return slices.ContainsFunc([]string{"/health/", "/t/", "/static/", "/face/", "/q/", "/board/", "/api/", lesson.Root}, func(room string) bool {
		return strings.HasPrefix(path+"/", room)
	})
}

// A tableHandler answers a guest of a table.
type tableHandler func(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error

// sessionCookie is the cookie with the token of a device, one for each table. It
// keeps the name it always had, so that phones stay at their tables.
const sessionCookie = "pass"

// sessionAge is how long a phone may be away.
const sessionAge = 30 * 24 * time.Hour

// guest returns who asks, by the cookie.
func (s *Tables) guest(r *http.Request) (*lobby.Table, lobby.Guest, error) {
	t, err := s.lobby.Opened(r.PathValue("id"))
	if err != nil {
		return nil, lobby.Guest{}, err
	}
	c, err := r.Cookie(sessionCookie)
	if err != nil {
		return t, lobby.Guest{}, lobby.ErrForbidden
	}
	g, err := t.Guest(r.Context(), c.Value)
	return t, g, err
}

// as lets only guests of the table through.
func (s *Tables) as(do tableHandler) action {
	return func(w http.ResponseWriter, r *http.Request) error {
		t, g, err := s.guest(r)
		if err != nil {
			return err
		}
		return do(w, r, t, g)
	}
}

// address returns the address a request came from, for the limits.
func address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

func (s *Tables) join(w http.ResponseWriter, r *http.Request) error {
	var in joinJSON
	if err := readJSON(r, &in); err != nil {
		return err
	}
	return s.admit(w, r, lobby.JoinRequest{Table: in.Table, PIN: in.PIN, Role: in.Role, Seat: in.Seat, From: address(r)})
}

func (s *Tables) enter(w http.ResponseWriter, r *http.Request) error {
	var in joinJSON
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if in.Token == "" {
		return lobby.ErrWrong
	}
	return s.admit(w, r, lobby.JoinRequest{Table: r.PathValue("id"), Token: in.Token, Seat: in.Seat, From: address(r)})
}

func (s *Tables) admit(w http.ResponseWriter, r *http.Request, k lobby.JoinRequest) error {
	d, err := s.lobby.Join(r.Context(), k)
	if err != nil {
		return err
	}
	out := joinedJSON{Table: d.Table.ID, Game: d.Table.Match.Game}
	if d.Token == "" {
		out.Choose = s.choice(d, s.lang(r, d.Table))
	} else {
		out.URL = "/t/" + d.Table.ID + "/"
		http.SetCookie(w, &http.Cookie{
			Name: sessionCookie, Value: d.Token, Path: out.URL, HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: int(sessionAge / time.Second),
		})
	}
	answer(w, http.StatusOK, out)
	return nil
}

// choice lists the seats of a table.
func (s *Tables) choice(d lobby.JoinResult, lang string) []freeJSON {
	out := []freeJSON{}
	_ = d.Table.See(lobby.Guest{Role: referee.RoleScreen}, func(snapshot lobby.Snapshot) error {
		presenter, err := s.presenter(snapshot, lang)
		if err != nil {
			return err
		}
		for _, seat := range d.Table.Match.Seats {
			out = append(out, freeJSON{seat, presenter.SeatName(seat), slices.Contains(d.Free, seat)})
		}
		return nil
	})
	return out
}

// lang returns the language a request asks for, of those a game has.
func (s *Tables) lang(r *http.Request, t *lobby.Table) string {
	langs := t.Langs()
	if l := nearest(r.URL.Query().Get("lang"), langs); l != "" {
		return l
	}
	return Negotiate(r.Header.Get("Accept-Language"), langs)
}
