package own

import (
	"context"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/layout"
	"kitpress/output/svg"
)

// face sends the picture of a card.
func (rooms *Rooms) face(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	s := p.read(&rooms.presses)
	if len(s.locals) == 0 {
		if good := p.lastGood(); good != nil {
			s = good
		}
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
	if good := p.lastGood(); len(s.locals) == 0 && good != nil { // what is wrong elsewhere hides no look
		s = good
	}
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
		return nil, shelf.ErrPlace
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
	files, _ := p.Now()
	data := files["art/"+name]
	kind := map[string]string{".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp", ".svg": "image/svg+xml"}[strings.ToLower(path.Ext(name))]
	if data == nil || kind == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	w.Write(data)
}

// books keeps the pages of the book that was looked at last.
type books struct {
	mu    sync.Mutex
	of    *state
	lang  string
	kind  catalog.ComponentKind
	pages []layout.Page
}

// bookKinds are the books of a deck, by the page they are looked at on.
var bookKinds = map[string]catalog.ComponentKind{"rules": catalog.KindRulebook, "topics": catalog.KindGuide}

// book sets a book of a deck.
func (b *books) book(s *state, lang string, kind catalog.ComponentKind) []layout.Page {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.of == s && b.lang == lang && b.kind == kind {
		return b.pages
	}
	b.of, b.lang, b.kind, b.pages = s, lang, kind, nil
	l := s.local(lang)
	if l == nil {
		return nil
	}
	apart := *l // all that was drawn in a language is let go with its last job, and cards of this one are drawn still
	jobs, err := press.Plan([]*press.Localization{&apart})
	if err != nil {
		return nil
	}
	jobs = slices.DeleteFunc(jobs, func(j press.Job) bool {
		return j.Of == nil || j.Of.Kind != kind || strings.HasSuffix(j.ID, press.BookletSuffix)
	})
	_, _, _ = press.Run(context.Background(), jobs, func(made *press.Sheets) (press.File, error) { // what is wrong is said of its texts
		b.pages = append(b.pages, made.Pages...)
		return made.File(".pdf"), nil
	}, nil)
	return b.pages
}

func (rooms *Rooms) bookPages(id string, s *state, lang string, kind catalog.ComponentKind) (list []picture) {
	for i, p := range rooms.books.book(s, lang, kind) {
		size := p.Scene.Size
		list = append(list, picture{"/own/" + id + "/book/" + string(kind) + "/" + strconv.Itoa(s.n) + "/" + lang + "/" + strconv.Itoa(i+1), int(size.W.MM()), int(size.H.MM())})
	}
	return list
}

// bookPage sends a page of a book.
func (rooms *Rooms) bookPage(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	s := p.read(&rooms.presses)
	pages := rooms.books.book(s, r.PathValue("lang"), catalog.ComponentKind(r.PathValue("kind")))
	i, err := strconv.Atoi(r.PathValue("page"))
	if err != nil || i < 1 || i > len(pages) {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	_ = svg.Write(w, pages[i-1].Scene, svg.Options{Lang: r.PathValue("lang")}) // who is gone reads nothing
}
