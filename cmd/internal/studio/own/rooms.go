package own

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/output/svg"
)

// Files are the pages, and what they load.
//
//go:embed pages static
var Files embed.FS

// A Host is the studio as the rooms see it.
type Host struct {
	Show  func(w http.ResponseWriter, r *http.Request, page, title string, data any)
	Fault func(w http.ResponseWriter, r *http.Request, code int, word string, more ...string)
	Words func(r *http.Request) *i18n.Words
	Games func(r *http.Request) [][2]string // of the shelf, by id and name
	Make  func(r *http.Request, o Order) (url string, err error)
}

// Rooms are the pages for decks of one's own.
type Rooms struct {
	Decks Decks
	host  Host

	presses presses
	tries   tries
	books   books
	lists   lists
}

// New returns the rooms for the decks in a folder, which is made with the first
// of them.
func New(dir string, host Host) *Rooms { return &Rooms{Decks: Decks{Dir: dir}, host: host} }

// A Deck is one of one's own, to be printed.
type Deck struct {
	Files tree.Files
	Game  *catalog.Game // nil when it cannot be read
	Shop  *press.Shop
	N     int    // changes whenever it does
	Cover string // address of a picture of its first card, "" for none
}

// Game returns a deck as it is now.
func (rooms *Rooms) Game(id string) (Deck, error) {
	p, err := rooms.Decks.Pack(id)
	if err != nil {
		return Deck{}, err
	}
	s := p.read(&rooms.presses)
	shop, err := rooms.presses.shop(s.files)
	d := Deck{Files: s.files, Game: s.game, Shop: shop, N: s.n}
	if s.game != nil {
		for _, one := range s.game.Decks {
			if len(one.Cards) > 0 && d.Cover == "" {
				d.Cover = "/own/" + id + "/face/" + strconv.Itoa(s.n) + "/" + one.ID + "/" + one.Cards[0].ID + "/" + s.game.Source + "/front"
			}
		}
	}
	return d, err
}

// Handle adds the rooms to the studio.
func (rooms *Rooms) Handle(mux *http.ServeMux) {
	rooms.questionsHandlers(mux)
	mux.HandleFunc("GET /own", rooms.listPage)
	mux.HandleFunc("POST /own/new", rooms.begin)
	mux.HandleFunc("POST /own/drop", rooms.drop)
	mux.HandleFunc("GET /own/{id}", rooms.deckPage)
	mux.HandleFunc("POST /own/{id}/do", rooms.do)
	mux.HandleFunc("POST /own/{id}/file", rooms.file)
	mux.HandleFunc("GET /own/{id}/zip/{name}", rooms.zip)
	mux.HandleFunc("GET /own/{id}/art/{name}", rooms.art)
	mux.HandleFunc("GET /own/{id}/face/{n}/{deck}/{card}/{lang}/{side}", rooms.face)
	mux.HandleFunc("GET /own/{id}/try/{n}/{deck}/{card}/{kind}/{value}", rooms.try)
	mux.HandleFunc("GET /own/{id}/book/{n}/{lang}/{page}", rooms.bookPage)
}

// pack returns the deck a request is about; without one it has answered.
func (rooms *Rooms) pack(w http.ResponseWriter, r *http.Request) *Pack {
	p, err := rooms.Decks.Pack(r.PathValue("id"))
	if errors.Is(err, ErrNone) {
		rooms.host.Fault(w, r, http.StatusNotFound, "studio.missing")
		return nil
	}
	if err != nil {
		rooms.host.Fault(w, r, http.StatusConflict, "studio.failed", err.Error())
		return nil
	}
	return p
}

// A listPage is what the page of all decks shows.
type listPage struct {
	Dir     string
	Entries []Entry
}

func (rooms *Rooms) listPage(w http.ResponseWriter, r *http.Request) {
	list, err := rooms.Decks.List()
	if err != nil {
		rooms.host.Fault(w, r, http.StatusConflict, "studio.failed", err.Error())
		return
	}
	rooms.host.Show(w, r, "own", rooms.host.Words(r).Word("own.title"), listPage{rooms.Decks.Dir, list})
}

func (rooms *Rooms) deckPage(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	if r.Header.Get("X-Part") == "" { // the page as a whole: perhaps another program has changed something
		if err := p.look(); err != nil {
			rooms.host.Fault(w, r, http.StatusConflict, "studio.failed", err.Error())
			return
		}
	}
	s := p.read(&rooms.presses)
	d := rooms.page(p, s, readQuery(r.URL.Query()))
	if d.At == "rules" {
		d.Pages = rooms.bookPages(p.ID, s, d.Lang)
	}
	rooms.host.Show(w, r, "deck", d.Name, d)
}

// answer sends what a page is to do next.
func answer(w http.ResponseWriter, what map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(what) // texts and numbers
}

// refuse says why nothing was changed.
func (rooms *Rooms) refuse(w http.ResponseWriter, r *http.Request, err error) {
	words, code := rooms.host.Words(r), http.StatusUnprocessableEntity
	text := err.Error()
	switch {
	case errors.Is(err, ErrElsewhere):
		text, code = words.Word("own.elsewhere"), http.StatusConflict
	case errors.Is(err, errByHand):
		text = words.Word("own.by-hand")
	case errors.Is(err, errLong):
		text = words.Word("own.too-long")
	case errors.Is(err, errPlace):
		text = words.Word("own.no-place")
	}
	if hint := source.HintOf(err); hint != "" {
		text += "\n" + hint
	}
	http.Error(w, text, code)
}

// begin makes an empty deck.
func (rooms *Rooms) begin(w http.ResponseWriter, r *http.Request) {
	var in struct{ Name, Kind string }
	if json.NewDecoder(io.LimitReader(r.Body, mostText)).Decode(&in) != nil {
		http.Error(w, "this is no wish", http.StatusBadRequest)
		return
	}
	p, err := rooms.Decks.empty(in.Name, in.Kind, rooms.host.Words(r))
	if err != nil {
		rooms.refuse(w, r, err)
		return
	}
	answer(w, map[string]any{"url": "/own/" + p.ID})
}

// nameOf returns the name of the file that is sent.
func nameOf(r *http.Request) string {
	name, err := url.QueryUnescape(r.Header.Get("X-Name"))
	if err != nil || len(name) > 200 {
		return ""
	}
	return path.Base(strings.ReplaceAll(name, `\`, "/"))
}

// drop makes a deck of a table or an archive.
func (rooms *Rooms) drop(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, rooms.host.Words(r).Word("own.too-large"), http.StatusRequestEntityTooLarge)
		return
	}
	name := nameOf(r)
	var p *Pack
	switch ext := strings.ToLower(path.Ext(name)); ext {
	case ".csv", ".tsv", ".xlsx":
		p, err = rooms.Decks.fromTable(name, data, rooms.host.Words(r))
	case ".zip":
		p, err = rooms.Decks.fromArchive(name, data)
	default:
		http.Error(w, rooms.host.Words(r).Word("own.no-table"), http.StatusUnsupportedMediaType)
		return
	}
	if err != nil {
		rooms.refuse(w, r, err)
		return
	}
	answer(w, map[string]any{"url": "/own/" + p.ID})
}

// file gives a picture or a font to a deck.
func (rooms *Rooms) file(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, rooms.host.Words(r).Word("own.too-large"), http.StatusRequestEntityTooLarge)
		return
	}
	place, err := p.put(nameOf(r), data)
	if err != nil {
		http.Error(w, rooms.host.Words(r).Word("own.no-picture"), http.StatusUnsupportedMediaType)
		return
	}
	if row, _ := strconv.Atoi(r.Header.Get("X-Row")); row > 0 { // 0 for none
		col, _ := strconv.Atoi(r.Header.Get("X-Col"))
		s := p.read(&rooms.presses)
		err = change(p, s, wish{Do: "cell", Deck: r.Header.Get("X-Deck"), Row: row, Col: col, Value: path.Base(place)}, rooms.fieldWord(r))
		if err != nil {
			rooms.refuse(w, r, err)
			return
		}
	}
	answer(w, map[string]any{"name": path.Base(place)})
}

// fieldWord returns what columns and first texts are called in the language of
// a page.
func (rooms *Rooms) fieldWord(r *http.Request) func(string) string {
	words := rooms.host.Words(r)
	return func(id string) string { return words.Word("own.field." + id) }
}

// do makes a change.
func (rooms *Rooms) do(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	var in wish
	if json.NewDecoder(io.LimitReader(r.Body, 2*mostText)).Decode(&in) != nil {
		http.Error(w, "this is no change", http.StatusBadRequest)
		return
	}
	var err error
	out := map[string]any{}
	switch in.Do {
	case "undo", "redo":
		err = p.step(in.Do == "undo")
	case "save", "overwrite":
		err = p.save(in.Do == "overwrite")
	case "discard":
		err = p.discard()
		if _, gone := rooms.Decks.Pack(p.ID); gone != nil {
			out["url"] = "/own"
		}
	case "save-as":
		var other *Pack
		if other, err = p.saveAs(strings.TrimSpace(clean(in.Value))); err == nil {
			out["url"] = "/own/" + other.ID
		}
	default:
		err = change(p, p.read(&rooms.presses), in, rooms.fieldWord(r))
	}
	if err != nil {
		rooms.refuse(w, r, err)
		return
	}
	answer(w, out)
}

// face sends the picture of a card.
func (rooms *Rooms) face(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	s := p.read(&rooms.presses)
	if len(s.locals) == 0 {
		p.mu.Lock()
		if p.good != nil {
			s = p.good
		}
		p.mu.Unlock()
	}
	if r.URL.Query().Get("ink") == "mono" {
		s = compose(&rooms.presses, s.files, s.n, "mono", new(checks))
	}
	rooms.picture(w, r, s, face{Deck: r.PathValue("deck"), Card: r.PathValue("card"), Lang: r.PathValue("lang"), Back: r.PathValue("side") == "back"}, false)
}

func (rooms *Rooms) picture(w http.ResponseWriter, r *http.Request, s *state, f face, little bool) {
	data, err := s.picture(f, little)
	if err != nil || data == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	if data[0] != '<' {
		w.Header().Set("Content-Type", "image/png")
	}
	if strconv.Itoa(s.n) == r.PathValue("n") {
		w.Header().Set("Cache-Control", "private, max-age=600")
	}
	w.Write(data)
}

// tries keeps what a deck would look like.
type tries struct {
	mu   sync.Mutex // one at a time: somebody else is waiting for a card
	of   *Pack
	n    int
	list map[string][]byte
}

// try sends the picture of a card as it would look.
func (rooms *Rooms) try(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	data, err := rooms.tries.draw(&rooms.presses, p, r)
	if err != nil || data == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "private, max-age=600")
	w.Write(data)
}

func (t *tries) draw(presses *presses, p *Pack, r *http.Request) ([]byte, error) {
	s := p.read(presses)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of != p || t.n != s.n || len(t.list) > 100 {
		t.of, t.n, t.list = p, s.n, map[string][]byte{}
	}
	kind, value, deck, card := r.PathValue("kind"), r.PathValue("value"), r.PathValue("deck"), r.PathValue("card")
	key := strings.Join([]string{kind, value, deck, card}, "/")
	if data, ok := t.list[key]; ok || r.Context().Err() != nil {
		return data, nil
	}
	files := s.files.Clone()
	e := &edit{state: s, wish: wish{Do: kind, Deck: deck, Value: value}}
	do := map[string]func(tree.Files) error{"look": e.look, "theme": e.theme, "size": e.size}[kind]
	if do == nil || do(files) != nil {
		return nil, errPlace
	}
	as := compose(presses, files, s.n, press.DefaultInk, new(checks))
	data, err := as.picture(face{Deck: deck, Card: card, Lang: as.source()}, true)
	t.list[key] = data
	return data, err
}

// source returns the language a deck is written in.
func (s *state) source() string {
	if s.game == nil {
		return ""
	}
	return s.game.Source
}

// art sends a picture of a deck as it was given. What is in it can do nothing.
func (rooms *Rooms) art(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	name := r.PathValue("name")
	p.mu.Lock()
	data := p.now["art/"+name]
	p.mu.Unlock()
	kind := map[string]string{".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp", ".svg": "image/svg+xml"}[strings.ToLower(path.Ext(name))]
	if data == nil || kind == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	w.Write(data)
}

// books keeps the pages of the rulebook that was looked at last.
type books struct {
	mu    sync.Mutex
	of    *state
	lang  string
	pages []layout.Page
}

// book sets the rulebook of a deck.
func (b *books) book(s *state, lang string) []layout.Page {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.of == s && b.lang == lang {
		return b.pages
	}
	b.of, b.lang, b.pages = s, lang, nil
	l := s.local(lang)
	if l == nil {
		return nil
	}
	jobs, err := press.Plan([]*press.Localization{l})
	if err != nil {
		return nil
	}
	jobs = slices.DeleteFunc(jobs, func(j press.Job) bool {
		return j.Of == nil || j.Of.Kind != catalog.KindRulebook || strings.HasSuffix(j.ID, press.BookletSuffix)
	})
	_, _, _ = press.Run(context.Background(), jobs, func(made *press.Sheets) (press.File, error) { // what is wrong is said of its texts
		b.pages = append(b.pages, made.Pages...)
		return made.File(".pdf"), nil
	}, nil)
	return b.pages
}

func (rooms *Rooms) bookPages(id string, s *state, lang string) (list []picture) {
	for i, p := range rooms.books.book(s, lang) {
		size := p.Scene.Size
		list = append(list, picture{"/own/" + id + "/book/" + strconv.Itoa(s.n) + "/" + lang + "/" + strconv.Itoa(i+1), int(size.W.MM()), int(size.H.MM())})
	}
	return list
}

// bookPage sends a page of the rulebook.
func (rooms *Rooms) bookPage(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	s := p.read(&rooms.presses)
	pages := rooms.books.book(s, r.PathValue("lang"))
	i, err := strconv.Atoi(r.PathValue("page"))
	if err != nil || i < 1 || i > len(pages) {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	_ = svg.Write(w, pages[i-1].Scene, svg.Options{Lang: r.PathValue("lang")}) // who is gone reads nothing
}
