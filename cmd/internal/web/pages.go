package web

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"strings"
	"sync"

	"kitpress/i18n"
	"kitpress/quiz/referee"
)

//go:embed pages static
var builtIn embed.FS

// pages are the pages for phones, screens and the desk, and what they load.
type pages struct {
	templates *template.Template
	files     map[string]*file
	words     sync.Map // *i18n.Words by language
	looks     looks
}

// A pageData is what a page is made with.
type pageData struct {
	Lang  string
	Langs []string
	Title string       // name of the game
	Role  referee.Role // "": nobody yet
	Table string       // "": none yet
	Seat  referee.Seat
	Game  string // id, for the colours
	Base  string // where phones find us
	words *i18n.Words
	art   *pages
}

// Word returns one of kitpress's own words.
func (p pageData) Word(id string, args ...any) string { return p.words.Word(id, args...) }

// Languages returns the languages of the page.
func (p pageData) Languages() []pageLanguage {
	var out []pageLanguage
	for _, l := range p.Langs {
		out = append(out, pageLanguage{l, p.art.wordsIn(l).Word("language.name")})
	}
	return out
}

// readPages reads what was built in; games are where looks come from.
func readPages(games fs.FS) (*pages, error) {
	p := &pages{templates: template.New(""), files: map[string]*file{}, looks: looks{catalog: games}}
	var err error
	if p.templates, err = p.templates.ParseFS(builtIn, "pages/*.html"); err != nil {
		return nil, err
	}
	return p, fs.WalkDir(builtIn, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := builtIn.ReadFile(name)
		if kind := kinds[path.Ext(name)]; kind != "" {
			p.files[strings.TrimPrefix(name, "static/")] = newFile(name, data, kind)
		}
		return err
	})
}

// kinds are the media types of what pages load.
var kinds = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
	".json": "application/json; charset=utf-8", ".html": "text/html; charset=utf-8", ".csv": "text/csv; charset=utf-8",
}

// static sends what a page loads. An icon says by itself that it is none to
// run: the policy of the answer forbids scripts in it.
func (p *pages) static(w http.ResponseWriter, r *http.Request) {
	f := p.files[r.PathValue("file")]
	if f == nil {
		f = p.looks.file(r.PathValue("file"))
	}
	if f == nil {
		refuse(w, http.StatusNotFound, "there is no such file")
		return
	}
	f.send(w, r)
}

// wordsIn returns kitpress's own words in a language it has.
func (p *pages) wordsIn(lang string) *i18n.Words {
	if w, ok := p.words.Load(lang); ok {
		return w.(*i18n.Words)
	}
	w, _ := i18n.WordsIn(lang)
	p.words.Store(lang, w)
	return w
}

// show sends a page, a bare one when there is none of that name.
func (p *pages) show(w http.ResponseWriter, code int, name string, data pageData) {
	if data.Langs = i18n.Languages(); nearest(data.Lang, data.Langs) == "" {
		data.Lang = data.Langs[0]
	}
	data.words, data.art = p.wordsIn(data.Lang), p
	t := p.templates.Lookup(name + ".html")
	if t == nil {
		t = p.templates.Lookup("bare.html")
	}
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		refuse(w, http.StatusInternalServerError, "the page cannot be made")
		return
	}
	w.Header().Set("Content-Type", kinds[".html"])
	w.WriteHeader(code)
	w.Write(b.Bytes())
}

// pageLang returns the language a page is asked for in.
func pageLang(r *http.Request) string {
	langs := append([]string{"en"}, i18n.Languages()...) // the first when nobody asks
	if l := nearest(r.URL.Query().Get("lang"), langs); l != "" {
		return l
	}
	return negotiate(r.Header.Get("Accept-Language"), langs)
}

// tablePage is the page for the role a device has at a table, or the one to
// join it: that one also swaps the token in its address for a cookie.
func (s *Tables) tablePage(w http.ResponseWriter, r *http.Request) {
	t, g, err := s.guest(r)
	data := pageData{Lang: pageLang(r), Base: s.base}
	switch {
	case t == nil:
		s.art.show(w, http.StatusNotFound, "join", data)
	case err != nil:
		data.Table, data.Game, data.Title = t.ID, t.Match.Game, s.titleOf(t.Match.Game, data.Lang)
		s.art.show(w, http.StatusOK, "join", data)
	default:
		data.Table, data.Game, data.Title, data.Role, data.Seat = t.ID, t.Match.Game, s.titleOf(t.Match.Game, data.Lang), g.Role, g.Seat
		s.art.show(w, http.StatusOK, string(g.Role), data)
	}
}

// screenPage is the big screen, for any device of the table.
func (s *Tables) screenPage(w http.ResponseWriter, r *http.Request) {
	t, _, err := s.guest(r)
	if err != nil {
		s.tablePage(w, r)
		return
	}
	data := pageData{Lang: pageLang(r), Base: s.base, Table: t.ID, Game: t.Match.Game, Role: referee.RoleScreen}
	data.Title = s.titleOf(data.Game, data.Lang)
	s.art.show(w, http.StatusOK, "screen", data)
}

// allWords answers kitpress's own words for pages in one language.
func (s *Tables) allWords(w http.ResponseWriter, r *http.Request) error {
	words := s.art.wordsIn(pageLang(r)).Below("table.")
	maps.Copy(words, s.art.wordsIn(pageLang(r)).Below("board."))
	w.Header().Set("Cache-Control", "no-cache")
	data, err := json.Marshal(words)
	if err == nil && wantsPacked(r) {
		data, err = pack(data)
	}
	if err == nil {
		sendState(w, r, http.StatusOK, data)
	}
	return err
}
