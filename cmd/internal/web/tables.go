package web

import (
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"kitpress/cmd/internal/hall"
	"kitpress/quiz/referee"
)

// Tables serves the tables of a hall: phones and screens at one listener, the
// desk at another that only this computer reaches.
type Tables struct {
	hall    *hall.Hall
	base    string // where phones find it: "http://192.168.1.20:8080"
	art     *pages
	checker *checker

	packers sync.Pool // of *gzip.Writer
}

// NewTables returns the tables of a hall. base is the address for phones,
// without a slash at the end.
func NewTables(h *hall.Hall, base string) (*Tables, error) {
	art, err := readPages()
	if err == nil {
		art.looks.catalog, art.looks.games = h.Catalog(), h.Games
	}
	return &Tables{hall: h, base: base, art: art, checker: newChecker(h.Catalog())}, err
}

// Phones returns the handler for phones and screens; what is not about tables
// goes to others. hosts are the names a request may call this computer.
func (s *Tables) Phones(others http.Handler, hosts []string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /t/{$}", s.joinPage)
	mux.HandleFunc("POST /t/join", s.join)
	mux.HandleFunc("GET /t/{id}/{$}", s.tablePage)
	mux.HandleFunc("GET /t/{id}/screen", s.screenPage)
	mux.HandleFunc("POST /t/{id}/enter", s.enter)
	mux.HandleFunc("GET /t/{id}/state", s.as(s.state))
	mux.HandleFunc("GET /t/{id}/log", s.as(s.log))
	mux.HandleFunc("GET /t/{id}/explain", s.as(s.explain))
	mux.HandleFunc("GET /t/{id}/events", s.as(s.events))
	mux.HandleFunc("POST /t/{id}/record", s.as(s.record))
	mux.HandleFunc("POST /t/{id}/undo", s.as(s.undo))
	mux.HandleFunc("POST /t/{id}/why", s.as(s.why))
	mux.HandleFunc("POST /t/{id}/freeze", s.as(s.freeze))
	mux.HandleFunc("GET /board/{$}", s.boardPage)
	mux.HandleFunc("GET /board/state", s.boardState)
	mux.HandleFunc("GET /t/words", s.allWords)
	mux.HandleFunc("GET /static/{file...}", s.art.static)
	mux.HandleFunc("POST /api/quiz/check", s.quizCheck)
	tables, read := tableGuard(mux), readOnly(others)
	return known(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if aboutTables(r.URL.Path) {
			tables.ServeHTTP(w, r)
			return
		}
		read.ServeHTTP(w, r)
	}), hosts)
}

// aboutTables reports whether an address is one of those above.
func aboutTables(path string) bool {
	for _, room := range []string{"/t/", "/static/", "/board/", "/api/"} {
		if strings.HasPrefix(path+"/", room) {
			return true
		}
	}
	return false
}

// A seated handler answers a guest of a table.
type seated func(w http.ResponseWriter, r *http.Request, t *hall.Table, g hall.Guest)

// passName is the cookie with the token of a device, one for each table.
const passName = "pass"

// passAge is how long a phone may be away.
const passAge = 30 * 24 * time.Hour

// guest returns who asks, by the cookie.
func (s *Tables) guest(r *http.Request) (*hall.Table, hall.Guest, error) {
	t, err := s.hall.Opened(r.PathValue("id"))
	if err != nil {
		return nil, hall.Guest{}, err
	}
	c, err := r.Cookie(passName)
	if err != nil {
		return t, hall.Guest{}, hall.ErrForbidden
	}
	g, err := t.Guest(c.Value)
	return t, g, err
}

// as lets only guests of the table through.
func (s *Tables) as(do seated) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		t, g, err := s.guest(r)
		if err != nil {
			fail(w, err)
			return
		}
		do(w, r, t, g)
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

func (s *Tables) join(w http.ResponseWriter, r *http.Request) {
	var in joinJSON
	if !readJSON(w, r, &in) {
		return
	}
	s.knock(w, r, hall.Knock{Table: in.Table, PIN: in.PIN, Role: in.Role, Seat: in.Seat, From: address(r)})
}

func (s *Tables) enter(w http.ResponseWriter, r *http.Request) {
	var in joinJSON
	if !readJSON(w, r, &in) {
		return
	}
	if in.Token == "" {
		fail(w, hall.ErrWrong)
		return
	}
	s.knock(w, r, hall.Knock{Table: r.PathValue("id"), Token: in.Token, Seat: in.Seat, From: address(r)})
}

func (s *Tables) knock(w http.ResponseWriter, r *http.Request, k hall.Knock) {
	d, err := s.hall.Knock(r.Context(), k)
	if err != nil {
		fail(w, err)
		return
	}
	url := "/t/" + d.Table.ID + "/"
	if d.Token == "" {
		answer(w, http.StatusOK, joinedJSON{Table: d.Table.ID, Game: d.Table.Match.Game, Choose: s.choice(d, s.lang(r, d.Table))})
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: passName, Value: d.Token, Path: url, HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: int(passAge / time.Second),
	})
	answer(w, http.StatusOK, joinedJSON{Table: d.Table.ID, Game: d.Table.Match.Game, URL: url})
}

// choice lists the seats of a table.
func (s *Tables) choice(d hall.Door, lang string) []freeJSON {
	out := []freeJSON{}
	_ = d.Table.See(hall.Guest{Role: referee.RoleScreen}, func(sight hall.Sight) error {
		speak, err := s.speaker(sight, lang)
		if err != nil {
			return err
		}
		for _, seat := range d.Table.Match.Seats {
			f := freeJSON{ID: seat, Name: speak.SeatName(seat)}
			for _, free := range d.Free {
				f.Free = f.Free || free == seat
			}
			out = append(out, f)
		}
		return nil
	})
	return out
}

// lang returns the language a request asks for, of those a game has.
func (s *Tables) lang(r *http.Request, t *hall.Table) string {
	langs := t.Langs()
	if l := nearest(r.URL.Query().Get("lang"), langs); l != "" {
		return l
	}
	return negotiate(r.Header.Get("Accept-Language"), langs)
}
