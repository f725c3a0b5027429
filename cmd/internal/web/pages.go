package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"kitpress/cmd/internal/desk"
	kitpages "kitpress/cmd/internal/kit/pages"
	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/web/asked"
	"kitpress/cmd/internal/web/drawn"
	"kitpress/i18n"
	"kitpress/layout/compose"
	"kitpress/quiz"
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
	sponsor   Sponsor
	logo      string // address of its logo; "" for none
}

// A Sponsor is who pays for an event: pages of tables, not explanations, show it.
type Sponsor struct {
	Line  string            // may be empty
	Lines map[string]string // by language, instead of it
	Logo  []byte            // a picture; may be empty
	Media string            // its type: "image/png"

	Printed *compose.Sponsor // the same on papers; nil for none
}

// line returns the line in a language.
func (s Sponsor) line(lang string) string { return cmp.Or(s.Lines[lang], s.Line) }

// printed returns the sponsor on papers in a language; nil for none.
func (s Sponsor) printed(lang string) *compose.Sponsor {
	if s.Printed == nil {
		return nil
	}
	p := *s.Printed
	p.Line = s.line(lang)
	return &p
}

// Thank says who the sponsor is. It is called before anything is served.
func Thank(s *Tables, sponsor Sponsor) {
	s.art.sponsor = sponsor
	if len(sponsor.Logo) > 0 {
		f := newFile("sponsor", sponsor.Logo, sponsor.Media)
		name := "sponsor-" + f.etag
		s.art.files[name], s.art.logo = f, "/static/"+name
	}
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
	Desk  string // where the desk is, for whoever may go there
	words *i18n.Words
	art   *pages
}

// Word returns one of kitpress's own words.
func (p pageData) Word(id string, args ...any) string { return p.words.Word(id, args...) }

// Sponsor returns the line and the address of the logo of a sponsor, nil for none.
func (p pageData) Sponsor() map[string]string {
	line := p.art.sponsor.line(p.Lang)
	if line == "" && p.art.logo == "" {
		return nil
	}
	return map[string]string{"Line": line, "Logo": p.art.logo}
}

// Dir returns which way the page runs.
func (p pageData) Dir() string { return i18n.LocaleOf(p.Lang).Dir() }

// Languages returns the languages of the page.
func (p pageData) Languages() []pageLanguage {
	var out []pageLanguage
	for _, l := range p.Langs {
		out = append(out, pageLanguage{l, p.art.wordsIn(l).Word("language.name")})
	}
	return out
}

// logoData returns the logo of the sponsor as an address that holds it, for a page
// that stands alone; "" for none.
func (p *pages) logoData() template.URL {
	if p.logo == "" {
		return ""
	}
	return template.URL("data:" + p.sponsor.Media + ";base64," + base64.StdEncoding.EncodeToString(p.sponsor.Logo))
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
	return Negotiate(r.Header.Get("Accept-Language"), langs)
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
	for _, prefix := range []string{"board.", "quiz.level."} {
		maps.Copy(words, s.art.wordsIn(pageLang(r)).Below(prefix))
	}
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

// looks are the colours and pictures of games as files that pages load:
// game-ID.css and game-ID.svg. They are made when they are first asked for.
type looks struct {
	catalog fs.FS
	files   sync.Map // *file by name
}

// file returns one of them; nil when there is no such game.
func (l *looks) file(name string) *file {
	if f, ok := l.files.Load(name); ok {
		return f.(*file)
	}
	game, kind, _ := strings.Cut(strings.TrimPrefix(name, "game-"), ".")
	if !slices.Contains(desk.Games(), game) || name != "game-"+game+".css" && name != "game-"+game+".svg" {
		return nil
	}
	look, err := kitpages.LookOf(l.catalog, game)
	if err != nil {
		return nil
	}
	text := look.Style()
	if kind == "svg" {
		text = look.Sprite()
	}
	f := newFile(name, []byte(text), kinds["."+kind])
	l.files.Store(name, f)
	return f
}

// Homework writes a page with questions in one language that needs no server.
func Homework(w io.Writer, title string, items []quiz.Item, words *i18n.Words) error {
	static, err := fs.Sub(builtIn, "static")
	if err != nil {
		return err
	}
	return asked.Homework(w, static, title, items, words)
}

// A pageLanguage is a language pages come in, called as it calls itself.
type pageLanguage struct{ Tag, Name string }

// titleOf returns what a game is called, "" when it is not there.
func (s *Tables) titleOf(game, lang string) string {
	g, _, err := s.lobby.Desk().Game(game)
	if err != nil {
		return ""
	}
	presenter, err := s.lobby.Presenter(g, nil, lang)
	if err != nil {
		return ""
	}
	return presenter.Text(g.Name)
}

// noEdition stands in addresses for a game without editions.
const noEdition = "-"

// The sides of a face in addresses.
const (
	sideFront = "front"
	sideBack  = "back"
	sideSmall = "small"
)

// faceAddress returns where the faces of a table's cards are, in a language;
// behind it stand the side and the card.
func (s *Tables) faceAddress(game, edition, lang string) string {
	if edition == "" {
		edition = noEdition
	}
	return "/face/" + s.faces.Mark(game) + "/" + game + "/" + edition + "/" + lang + "/"
}

// face answers a card as a picture. Its address changes when its look does, so
// browsers keep it for good.
func (s *Tables) face(w http.ResponseWriter, r *http.Request) error {
	n := drawn.Name{Game: r.PathValue("game"), Edition: r.PathValue("edition"), Lang: r.PathValue("lang"), Card: r.PathValue("card")}
	if n.Edition == noEdition {
		n.Edition = ""
	}
	side := r.PathValue("side")
	n.Back, n.Small = side == sideBack, side == sideSmall
	if side != sideFront && !n.Back && !n.Small {
		return lobby.ErrUnknown
	}
	data, err := s.faces.Packed(n)
	if err != nil || data == nil {
		return errors.Join(err, lobby.ErrUnknown)
	}
	keep := "no-cache"
	if r.PathValue("mark") == s.faces.Mark(n.Game) {
		keep = "public, max-age=31536000, immutable"
	}
	w.Header().Set("Cache-Control", keep)
	w.Header().Set("Content-Type", kinds[".svg"])
	w.Header().Set("Vary", "Accept-Encoding")
	if wantsPacked(r) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(data)
		return nil
	}
	if z, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
		_, _ = io.Copy(w, z) // it is sent, or nobody listens any more
	}
	return nil
}
