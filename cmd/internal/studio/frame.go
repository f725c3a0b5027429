package studio

import (
	"bytes"
	"errors"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/studio/events"
	"kitpress/cmd/internal/studio/own"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/web"
	"kitpress/i18n"
	"kitpress/i18n/messages"
)

// A frame is what every page has.
type frame struct {
	Lang  string
	Page  string
	Title string
	Step  int // of making a kit, 0 for none
	Data  any

	studio *Studio
}

// Word returns one of kitpress's own words.
func (f frame) Word(id string, args ...any) string { return f.studio.wordsIn(f.Lang).Word(id, args...) }

// Dir returns which way the page runs.
func (f frame) Dir() string { return i18n.LocaleOf(f.Lang).Dir() }

// Languages returns the languages of the pages, called as they call
// themselves.
func (f frame) Languages() [][2]string {
	var list [][2]string
	for _, l := range i18n.Languages() {
		list = append(list, [2]string{l, f.studio.wordsIn(l).Word("language.name")})
	}
	return list
}

// A step on the way to a kit is done, now or next.
type step struct {
	N    int
	Word string
	At   string
}

// Steps returns the way to a kit, seen from the page.
func (f frame) Steps() []step {
	var list []step
	for i, word := range []string{"studio.step.game", "studio.step.class", "studio.step.print"} {
		at := "now"
		if i+1 < f.Step {
			at = "done"
		} else if i+1 > f.Step {
			at = "next"
		}
		list = append(list, step{i + 1, word, at})
	}
	return list
}

// Places are the pages of a deck of one's own.
func (f frame) Places() []string { return own.Places() }

// After returns the page of a deck behind another, "" for none.
func (f frame) After(place string) string {
	list := append(own.Places(), "")
	return list[slices.Index(list, place)+1]
}

// Serves reports whether there are doors to what is served beside the studio.
func (f frame) Serves() bool { return f.studio.o.Serve != nil }

// Base returns the name of a file without its folders.
func (f frame) Base(name string) string { return path.Base(name) }

// EventFields are the texts of an event, in their order.
func (f frame) EventFields() []string { return events.TextFields() }

// TableKeys are the columns of the tables of an event.
func (f frame) TableKeys() []string { return events.TableKeys() }

// Plus adds numbers.
func (f frame) Plus(a, b int) int { return a + b }

// With returns the frame with something else to show.
func (f frame) With(data any) frame { f.Data = data; return f }

// Known returns one of kitpress's own words, "" when there is no such word.
func (f frame) Known(id string) string {
	if w := f.studio.wordsIn(f.Lang); w.Has(id) {
		return w.Word(id)
	}
	return ""
}

// A told text is in the language of the page, or in English when there it has
// no words for it.
type told struct{ Text, Lang string }

// Tell says what kitpress says, in the language of the page.
func (f frame) Tell(text string) told {
	if said := f.studio.say(f.Lang, text); said != text {
		return told{said, f.Lang}
	}
	return told{text, "en"}
}

// NameOf returns what a language calls itself.
func (f frame) NameOf(lang string) string { return f.studio.wordsIn(lang).NameOf(lang) }

// Listed reports whether a field of a deck has a name of its own.
func (f frame) Listed(field string) bool { return f.studio.wordsIn(f.Lang).Has("own.field." + field) }

// Roles are the texts of cards that can have a font of their own.
func (f frame) Roles() []string { return catalog.FontRoles() }

// A value can be chosen.
type value struct{ ID, Name, Icon, Word string }

// Inks are those that are offered first.
func (f frame) Inks() []value {
	return []value{{ID: "mono", Icon: "drop", Word: "studio.ink.mono"}, {ID: "full", Icon: "palette", Word: "studio.ink.full"}}
}

// Sides are those that are offered first.
func (f frame) Sides() []value {
	return []value{{ID: "single", Icon: "file", Word: "studio.sides.single"}, {ID: "usual", Icon: "files", Word: "studio.sides.usual"}}
}

// Papers are those there are.
func (f frame) Papers() []value {
	return []value{{ID: "a4", Name: "A4"}, {ID: "letter", Name: "Letter"}}
}

// AllInks are all there are.
func (f frame) AllInks() []string { return inks }

// AllSides are all ways to print there are.
func (f frame) AllSides() []string { return sides }

// BoxIcons are the pictures of those who get something.
func (f frame) BoxIcons() map[string]string {
	return map[string]string{"group": "users-three", "pupil": "student", "class": "chalkboard-teacher"}
}

// Voices speak the languages of the pages.
type voices struct {
	words    sync.Map // *i18n.Words by language
	messages sync.Map // *messages.Messages by language
}

func (s *voices) wordsIn(lang string) *i18n.Words {
	if w, ok := s.words.Load(lang); ok {
		return w.(*i18n.Words)
	}
	w, _ := i18n.WordsIn(lang)
	s.words.Store(lang, w)
	return w
}

// say says in a language what kitpress says.
func (s *voices) say(lang, text string) string {
	m, ok := s.messages.Load(lang)
	if !ok {
		read, _ := messages.In(lang) // what is wrong with it would be a fault of ours, and tests find it
		m, _ = s.messages.LoadOrStore(lang, read)
	}
	return m.(*messages.Messages).Say(text)
}

// langCookie remembers the language of the pages.
const langCookie = "studio-lang"

// language returns the language a page is to be in: what its address says,
// what was chosen before, or what the browser asks for.
func language(r *http.Request) string {
	langs := append([]string{"en"}, i18n.Languages()...)
	if l := r.URL.Query().Get("ui"); slices.Contains(langs, l) {
		return l
	}
	if c, err := r.Cookie(langCookie); err == nil && slices.Contains(langs, c.Value) {
		return c.Value
	}
	return web.Negotiate(r.Header.Get("Accept-Language"), langs)
}

// show sends a page.
func (s *Studio) show(w http.ResponseWriter, r *http.Request, code int, name string, f frame) {
	f.studio, f.Lang, f.Page = s, language(r), name
	if r.URL.Query().Has("ui") {
		http.SetCookie(w, &http.Cookie{Name: langCookie, Value: f.Lang, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: 366 * 24 * 3600})
	}
	var b bytes.Buffer
	if err := s.templates.ExecuteTemplate(&b, name+".html", f); err != nil {
		http.Error(w, "the page cannot be made: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", kinds[".html"])
	w.WriteHeader(code)
	w.Write(b.Bytes())
}

// problemsOf returns what is wrong, one by one: all errors in files, or what
// else there is to say.
func problemsOf(err error) (list source.Problems) {
	var data *source.DataError
	if errors.As(err, &data) {
		return slices.DeleteFunc(data.Problems.Sorted(), func(p source.Problem) bool { return p.Severity != source.Error })
	}
	if err == nil {
		return nil
	}
	for _, line := range strings.Split(err.Error(), "\n") {
		list = append(list, source.Problem{Message: line})
	}
	list[len(list)-1].Hint = source.HintOf(err)
	return list
}

// host is the studio as rooms for what lies on a shelf see it.
func (s *Studio) host() shelf.Host {
	return shelf.Host{
		Show: func(w http.ResponseWriter, r *http.Request, page, title string, data any) {
			s.show(w, r, http.StatusOK, page, frame{Title: title, Data: data})
		},
		Fault: s.fault,
		Words: func(r *http.Request) *i18n.Words { return s.wordsIn(language(r)) },
		Say: func(r *http.Request, err error) string {
			var lines []string
			for _, p := range problemsOf(err) {
				lines = append(lines, frame{Lang: language(r), studio: s}.Problem(p))
			}
			return strings.Join(lines, "\n")
		},
	}
}

// fault sends a page that says what is wrong.
func (s *Studio) fault(w http.ResponseWriter, r *http.Request, code int, word string, why ...error) {
	s.show(w, r, code, "fault", frame{Data: map[string]any{"Word": word, "More": problemsOf(errors.Join(why...))}})
}
