// Package lesson serves the page a lesson is held with: its steps to scale, a
// timer for them, and the slides.
//
// In goes a catalog, out comes a handler. The page is made of the decks of
// lesson.yaml and holds everything but the slides, which are faces of cards. It
// is the same for everybody; where a class stands is kept by the browser alone.
// The package must not know matches, devices or who asks.
package lesson

import (
	"bytes"
	"context"
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"sync"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
)

//go:embed lesson.html lesson.css lesson.js
var files embed.FS

// The templates of the decks the page is made of, and where it is.
const (
	planLook  = "lesson-plan"
	slideLook = "slide"
	Root      = "/lesson/"
)

// A Step is a part of a lesson.
type Step struct {
	Title   string `json:"title"`
	Start   int    `json:"start"`   // minutes
	Minutes int    `json:"minutes"` // how long it takes
	Teacher string `json:"teacher"`
	Pupils  string `json:"pupils"`
	Slide   int    `json:"slide"` // the first it shows, from 1; 0 for none
}

// A Plan is a lesson.
type Plan struct {
	Title   string `json:"title"`
	Minutes int    `json:"minutes"`
	Late    string `json:"late"`
	Steps   []Step `json:"steps"`
}

// page is what the template shows.
type page struct {
	Game, Name, Lang string
	Langs            []string
	Plans            []Plan
	Slides           []string // addresses
	Notes            []string // what to say
	words            *i18n.Words
}

// Word returns one of kitpress's own words, for the template.
func (p *page) Word(id string, args ...any) string { return p.words.Word(id, args...) }

// Dir returns which way the page runs.
func (p *page) Dir() string { return i18n.LocaleOf(p.Lang).Dir() }

// Called returns what a language calls itself.
func (p *page) Called(lang string) string {
	words, _ := i18n.WordsIn(lang)
	return words.Word("language.name")
}

// Pages are the pages of a catalog, made when they are first asked for.
type Pages struct {
	catalog  fs.FS
	mark     func(game string) string // of the addresses of faces
	lang     func(*http.Request) string
	template *template.Template
	made     sync.Map // func() ([]byte, error) by game and language
}

// New returns the pages of a catalog. mark is what stands in addresses of the
// faces of a game, lang the language somebody asks in.
func New(catalog fs.FS, mark func(game string) string, lang func(*http.Request) string) (*Pages, error) {
	t, err := template.ParseFS(files, "lesson.html")
	return &Pages{catalog: catalog, mark: mark, lang: lang, template: t}, err
}

// ServeHTTP answers Root + GAME/ and the files its page loads.
func (s *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.URL.Path)
	if path.Dir(r.URL.Path)+"/" == Root && (name == "lesson.css" || name == "lesson.js") {
		http.ServeFileFS(w, r, files, name)
		return
	}
	games, err := load.Games(s.catalog)
	lang := s.lang(r)
	if err != nil || !slices.Contains(games, name) || r.URL.Path != Root+name+"/" {
		http.NotFound(w, r)
		return
	}
	made, _ := s.made.LoadOrStore(name+" "+lang, sync.OnceValues(func() ([]byte, error) { return s.make(name, lang) }))
	data, err := made.(func() ([]byte, error))()
	if err != nil || data == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(data)
}

// make makes the page of a game, nil when it has no lesson.
func (s *Pages) make(game, lang string) ([]byte, error) {
	list, _, err := press.Localise(context.Background(), press.Request{Catalog: s.catalog, Games: []string{game}, Langs: []string{lang}})
	if err != nil {
		return nil, err
	}
	l := list[0]
	deck := func(look string) *catalog.Deck {
		if i := slices.IndexFunc(l.Game.Decks, func(d *catalog.Deck) bool { return d.Template == look }); i >= 0 {
			return l.Game.Decks[i]
		}
		return &catalog.Deck{}
	}
	plans, shown := deck(planLook), deck(slideLook)
	if len(plans.Cards) == 0 || len(shown.Cards) == 0 {
		return nil, nil
	}
	p := &page{Game: game, Name: l.Texts.Text(l.Game.Name), Lang: lang, Langs: l.Game.Languages, words: l.Texts.Words()}
	for _, c := range plans.Cards {
		p.Plans = append(p.Plans, planOf(l, c))
	}
	for _, c := range shown.Cards {
		p.Slides = append(p.Slides, "/face/"+s.mark(game)+"/"+game+"/-/"+lang+"/front/"+c.ID)
		p.Notes = append(p.Notes, l.Texts.Text(c.Fields["note"].Text))
	}
	var b bytes.Buffer
	err = s.template.Execute(&b, p)
	return b.Bytes(), err
}

func planOf(l *press.Localization, c *catalog.Record) Plan {
	text := func(r *catalog.Record, field string) string { return l.Texts.Text(r.Fields[field].Text) }
	number := func(r *catalog.Record, field string) int { n, _ := r.Number(field); return n }
	p := Plan{Title: text(c, "title"), Minutes: number(c, "minutes"), Late: text(c, "late")}
	for _, id := range c.Fields["course"].List {
		_, s := l.Game.Card(id)
		p.Steps = append(p.Steps, Step{
			Title: text(s, "title"), Start: number(s, "start"), Minutes: number(s, "minutes"),
			Teacher: text(s, "teacher"), Pupils: text(s, "pupils"), Slide: number(s, "from"),
		})
	}
	return p
}
