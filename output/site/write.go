package site

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"
)

//go:embed templates
var files embed.FS

// pages are the templates, parsed once: a server writes the site again and
// again.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(files, "templates/*.html"))
})

// Write writes a site, file by file. What it refuses is data that would make a
// broken or harmful page; nothing is written then.
func Write(s *Site, to Sink) error {
	w, err := newWriter(s, to)
	if err != nil {
		return err
	}
	w.home()
	w.style()
	for i := range s.Topics {
		w.topic(&s.Topics[i])
	}
	w.redirects()
	for i := range s.Games {
		w.game(&s.Games[i])
	}
	for i := range s.Languages {
		w.codes(&s.Languages[i])
	}
	w.search()
	w.missing()
	w.hosts()
	return w.err
}

// A writer holds what pages look up.
type writer struct {
	*Site
	to     Sink
	topics map[string]*Topic
	games  map[string]*Game
	icons  map[*Icon]template.HTML
	buffer bytes.Buffer
	err    error
}

func newWriter(s *Site, to Sink) (*writer, error) {
	w := &writer{Site: s, to: to, topics: map[string]*Topic{}, games: map[string]*Game{}, icons: map[*Icon]template.HTML{}}
	for i := range s.Topics {
		w.topics[s.Topics[i].Code] = &s.Topics[i]
	}
	for i := range s.Games {
		w.games[s.Games[i].ID] = &s.Games[i]
	}
	return w, w.check()
}

// page renders a template into a file.
func (w *writer) page(name, tmpl string, data any) {
	if w.err != nil {
		return
	}
	w.buffer.Reset()
	if err := pages().ExecuteTemplate(&w.buffer, tmpl, data); err != nil {
		w.err = fmt.Errorf("%s: %w", name, err)
		return
	}
	w.file(name, bytes.Clone(w.buffer.Bytes()))
}

func (w *writer) file(name string, content []byte) {
	if w.err == nil {
		w.err = w.to(name, content)
	}
}

// Names of files.

// Index is the file a folder is shown by.
const Index = "index.html"

// StyleName, MissingName and the next two are the files that are no pages of
// topics, games or codes.
const (
	StyleName    = "style.css"
	MissingName  = "404.html"
	redirectName = "_redirects"
	apacheName   = ".htaccess"
)

// CodePage returns the file of a code, TopicPage that of its topic in a
// language. Both lie where the address on a card leads: C/7F3K-R/DE.
func CodePage(code string) string { return "C/" + code + "/" + Index }

// TopicPage returns the file of a topic in a language.
func TopicPage(code, lang string) string {
	return "C/" + code + "/" + strings.ToUpper(lang) + "/" + Index
}

// faceFile returns the file of the picture of a card.
func faceFile(f *Face) string { return "faces/" + f.Name + ".svg" }

func gamePage(game, lang string) string {
	return "games/" + game + "/" + strings.ToLower(lang) + "/" + Index
}

// CodesPage returns the file with all codes of a language.
func CodesPage(lang string) string { return "codes/" + strings.ToLower(lang) + "/" + Index }

// root returns the way from a file to the folder of the site, "../../".
func root(name string) string { return strings.Repeat("../", strings.Count(name, "/")) }

// A common is what every page needs.
type common struct {
	Lang, Dir, Title, Description string
	Class                         string // of the body: the colour
	Root                          string
	Words                         *Words
	Crumbs, Switch                []link
	Alternates                    []link
	Search                        bool
	Find                          string   // where a code or words are sent
	Stay                          bool     // a code that is looked up opens in Lang
	Scripts                       []string // of the folder of the site
	LicenceURL                    string
	name                          string
}

// A link leads to another page of the site.
type link struct {
	Href, Text, Lang string
	Current          bool
	Icon             template.HTML
}

// common returns what the page name in a language needs.
func (w *writer) common(name string, l *Language, class, title string) common {
	c := common{
		Lang: l.Tag, Dir: l.Dir, Title: title, Class: class, Root: root(name), Words: &l.Words,
		Search: w.Search, Find: w.find(root(name), l.Tag), LicenceURL: w.LicenceURL, name: name,
	}
	if name != Index {
		c.Crumbs = []link{{Href: c.Root + Index, Text: l.Words.Start}}
	}
	return c
}

// find returns where a page sends a code or words: to the server, or to the list
// of codes, which finds them by itself.
func (w *writer) find(root, lang string) string {
	if w.Search {
		return root + "C"
	}
	return root + CodesPage(lang)
}

// switchTo fills in the language switch: the same page in every language that
// has one.
func (w *writer) switchTo(c *common, page func(lang string) string, has func(lang string) bool) {
	c.Stay = true
	for i := range w.Languages {
		l := &w.Languages[i]
		if !has(l.Tag) {
			continue
		}
		there := link{Href: c.Root + page(l.Tag), Text: l.Name, Lang: l.Tag, Current: l.Tag == c.Lang}
		c.Switch = append(c.Switch, there)
		if !there.Current {
			c.Alternates = append(c.Alternates, there)
		}
	}
}

// class is the class that gives a page, card or line the colour of a kind.
func (k Kind) class() string { return "k-" + string(k) }

func (g *Game) class() string { return "g-" + g.ID }

// topicLink returns where a topic is explained, best in the language of the
// page: a topic that lacks it has a page for all its languages.
func (w *writer) topicLink(c *common, code string) (link, bool) {
	t := w.topics[code]
	if t == nil {
		return link{}, false
	}
	if text, ok := t.Texts[c.Lang]; ok {
		return link{Href: c.Root + TopicPage(code, c.Lang), Text: text.Title, Icon: w.icon(t.Mark)}, true
	}
	for _, l := range w.Languages {
		if text, ok := t.Texts[l.Tag]; ok {
			return link{Href: c.Root + CodePage(code), Text: text.Title, Lang: l.Tag, Icon: w.icon(t.Mark)}, true
		}
	}
	return link{}, false
}

// languagesOf returns the languages of a topic or game, in the order of the site.
func languagesOf[T any](w *writer, texts map[string]T) []*Language {
	var out []*Language
	for i := range w.Languages {
		if _, ok := texts[w.Languages[i].Tag]; ok {
			out = append(out, &w.Languages[i])
		}
	}
	return out
}

// byCode returns the topics in the order of their codes.
func (w *writer) byCode() []*Topic {
	var out []*Topic
	for i := range w.Topics {
		out = append(out, &w.Topics[i])
	}
	slices.SortFunc(out, func(a, b *Topic) int { return strings.Compare(a.Code, b.Code) })
	return out
}
