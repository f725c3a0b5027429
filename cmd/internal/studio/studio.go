package studio

import (
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio/events"
	"kitpress/cmd/internal/studio/own"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/web"
	"kitpress/cmd/internal/web/drawn"
	"kitpress/layout"
	"kitpress/output"
)

//go:embed pages static
var builtIn embed.FS

// Options are what the studio is told by whoever starts it.
type Options struct {
	Hosts    []string                                   // the names a request may call this computer
	Lang     string                                     // the likely one of the pages: what the first of them shows is drawn ahead; "" for nothing
	Dir      string                                     // an own folder for what is made; whoever made it removes it
	Printers func() map[string]press.Printer            // those that were calibrated
	Decks    string                                     // the folder own decks lie in; it need not be there yet
	Usual    string                                     // the game whose look questions have when nobody chooses one
	Serve    func(phones bool) (Opened, error)          // opens the explanations and the desk; phones: others in the network reach them
	Hold     func(file, address string) (Opened, error) // begins all tables of an event
	Address  func() string                              // of this computer, for phones
	Live     *Live                                      // a game to be shown while it is written, instead of what the studio makes
}

// A Studio serves one person on this computer.
type Studio struct {
	o         Options
	catalog   fs.FS
	shop      *press.Shop
	views     views
	covers    *drawn.Faces
	small     output.Format // of pages on the shelf
	templates *template.Template
	voices
	games    func() ([]*catalog.Game, error) // read once
	known    sync.Map                        // what reads the titles, by language
	presence presence
	makes    makes
	live     *watched // nil when no game is being written
	rooms    *own.Rooms
	events   *events.Rooms

	mu     sync.Mutex
	key    string // opens the studio, once
	cookie string // of the browser that had it
}

// New returns a studio for the games kitpress ships.
func New(o Options) (*Studio, error) {
	shop, err := press.OpenShop(catalog.Embedded())
	if err != nil {
		return nil, err
	}
	s := &Studio{
		o: o, catalog: catalog.Embedded(), shop: shop, covers: drawn.NewFaces(catalog.Embedded(), shop), small: output.PNG(smallDPI),
		games: sync.OnceValues(func() ([]*catalog.Game, error) { return readGames(catalog.Embedded()) }),
		key:   rand.Text(), cookie: rand.Text(), presence: presence{done: make(chan struct{})},
	}
	if o.Live != nil {
		s.live = &watched{Live: o.Live, onSheets: s.sheetsOf, now: &moment{sheets: func() (*view, error) { return new(view), nil }}, next: make(chan struct{})}
		s.live.look()
		go func() {
			for range o.Live.Changes {
				s.live.look()
			}
		}()
	}
	s.rooms = own.New(o.Decks, own.Host{Host: s.host(), Games: beside{s}.looks, Make: beside{s}.makeHandouts})
	s.events = events.New(o.Decks, hall{s}.host())
	if s.templates, err = template.New("").Funcs(template.FuncMap{"icon": icon}).ParseFS(builtIn, "pages/*.html"); err != nil {
		return nil, err
	}
	if s.templates, err = s.templates.ParseFS(own.Files, "pages/*.html"); err != nil {
		return nil, err
	}
	if s.templates, err = s.templates.ParseFS(events.Files, "pages/*.html"); err != nil {
		return nil, err
	}
	if o.Lang != "" && s.live == nil {
		go ahead(s, o.Lang)
	}
	return s, nil
}

// icon returns a picture of kitpress's own to stand in a page.
func icon(name string) template.HTML {
	svg, _ := layout.ShippedIcon(name, "bold")
	return template.HTML(strings.Replace(string(svg), "<svg ", `<svg class="pic" aria-hidden="true" focusable="false" `, 1)) //nolint:gosec // one of ours
}

// Key returns what opens the studio: /open?key=…, once. Afterwards it is
// another one.
func (s *Studio) Key() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.key
}

// Done is closed when nobody has a page open any more, or the button was
// pressed that ends it.
func (s *Studio) Done() <-chan struct{} { return s.presence.done }

// Close lets go of whoever waits, and ends what is being made.
func (s *Studio) Close() {
	s.presence.stop()
	s.makes.mu.Lock()
	defer s.makes.mu.Unlock()
	for _, m := range s.makes.list {
		m.cancel()
	}
}

// policy is what a browser may do with the pages: load from us, and nothing
// that was put into a page.
const policy = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

// Limits of what is sent.
const (
	mostUpload = 32 << 20
	mostQuery  = 2 << 10
)

// Handler returns the handler for all pages.
func (s *Studio) Handler() http.Handler {
	mux, open := http.NewServeMux(), http.NewServeMux()
	routes(s, open, mux)
	open.Handle("/", s.keyed(s.presence.during(mux)))
	limits := web.Limits{Policy: policy, Body: mostUpload, Query: mostQuery, Types: []string{"application/json", "application/octet-stream"}}
	return web.Known(limits.Guard(open), s.o.Hosts)
}

// routes adds every address there is: those that are open to all who know this
// computer, and those for whom had the key.
func routes(s *Studio, open, mux shelf.Router) {
	open.HandleFunc("GET /open", s.open)
	open.HandleFunc("GET /static/{file}", static)
	if s.live != nil {
		mux.HandleFunc("GET /{$}", s.livePage)
		mux.HandleFunc("GET /live/events", s.liveEvents)
		mux.HandleFunc("GET /live/face/{at}/{key...}", s.liveFace)
		mux.HandleFunc("GET /live/sheets", s.liveSheets)
		mux.HandleFunc("GET /live/sheet/{n}/{file}/{page}", s.liveSheet)
	} else {
		mux.HandleFunc("GET /{$}", s.startPage)
		s.rooms.Handle(mux)
		s.events.Handle(mux)
		mux.HandleFunc("GET /desk", doors{s}.page)
		mux.HandleFunc("POST /desk", doors{s}.open)
	}
	mux.HandleFunc("GET /cover/{lang}/{game}", s.cover)
	mux.HandleFunc("GET /kit/{game}", s.kitPage)
	mux.HandleFunc("GET /explanations", beside{s}.explanations)
	mux.HandleFunc("GET /explanations/{game}", s.kitPage)
	mux.HandleFunc("GET /sheet/{game}/{file}/{page}", s.sheet)
	mux.HandleFunc("GET /small/{game}/{file}/{page}", s.sheet)
	mux.HandleFunc("POST /make", s.make)
	mux.HandleFunc("GET /make/{id}", s.madePage)
	mux.HandleFunc("GET /make/{id}/state", s.madeState)
	mux.HandleFunc("POST /make/{id}/stop", s.madeStop)
	mux.HandleFunc("GET /make/{id}/pile/{pile}", beside{s}.madePile)
	mux.HandleFunc("GET /make/{id}/small/{file}/{page}", beside{s}.madeSmall)
	mux.HandleFunc("GET /make/{id}/zip/{name}", s.madeZip)
	mux.HandleFunc("GET /make/{id}/file/{file...}", s.madeFile)
	mux.HandleFunc("GET /alive", s.presence.alive)
	mux.HandleFunc("POST /stop", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNoContent)
		s.presence.stop()
	})
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) { s.fault(w, r, http.StatusNotFound, "studio.missing") })
}

// cookieName keeps studios apart that run one after the other on different
// ports: cookies do not know ports.
func cookieName(r *http.Request) string {
	_, port, _ := strings.Cut(r.Host, ":")
	return "studio-" + port
}

// open swaps the key for a cookie, and makes another key.
func (s *Studio) open(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	right := subtle.ConstantTimeCompare([]byte(r.URL.Query().Get("key")), []byte(s.key)) == 1
	if right {
		s.key = rand.Text()
	}
	s.mu.Unlock()
	if !right && !s.entered(r) {
		s.fault(w, r, http.StatusForbidden, "studio.key")
		return
	}
	if right {
		http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: s.cookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// entered reports whether a request comes from the browser that had the key.
func (s *Studio) entered(r *http.Request) bool {
	c, err := r.Cookie(cookieName(r))
	return err == nil && subtle.ConstantTimeCompare([]byte(c.Value), []byte(s.cookie)) == 1
}

func (s *Studio) keyed(inside http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.entered(r) || r.Method == http.MethodPost && r.Header.Get("Origin") != "http://"+r.Host { // browsers say which page they come from
			s.fault(w, r, http.StatusForbidden, "studio.key")
			return
		}
		inside.ServeHTTP(w, r)
	})
}

// kinds are the media types of what pages load.
var kinds = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
	".pdf": "application/pdf", ".json": "application/json", ".html": "text/html; charset=utf-8", ".txt": "text/plain; charset=utf-8",
}

func static(w http.ResponseWriter, r *http.Request) {
	name := "static/" + r.PathValue("file")
	data, err := builtIn.ReadFile(name)
	if err != nil {
		data, err = own.Files.ReadFile(name)
	}
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kinds[path.Ext(r.PathValue("file"))])
	w.Write(data)
}

// startPage shows what can be done.
func (s *Studio) startPage(w http.ResponseWriter, r *http.Request) {
	list, err := s.titles(language(r))
	if err != nil {
		s.fault(w, r, http.StatusInternalServerError, "studio.failed", err)
		return
	}
	var games []gameCard
	for _, t := range list {
		games = append(games, cardOf(t))
	}
	s.show(w, r, http.StatusOK, "start", frame{Data: games})
}
