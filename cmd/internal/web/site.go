// Package web answers requests for pages of explanations and for tables with a
// referee.
//
// In go a site as kit made it and the lobby with its tables, out come
// http.Handlers: one for phones, one for the desk. Everything is answered from
// memory by looking names up, so no path leads to a file of the machine. Every
// request names a host this computer is known by; explanations are only read
// (GET, HEAD), and tables take a little JSON from our own pages. What a device
// may see and enter follows from the session in its cookie, never from what it
// says about itself: README.md beside this file has the addresses, the JSON and
// the rules.
//
// The package must not know the rules of games, terminals, flags or listeners:
// package cli opens those.
package web

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	kitpages "kitpress/cmd/internal/kit/pages"
	"kitpress/output/site"
)

// A Site serves explanations. Its content can be exchanged while it serves.
type Site struct{ now atomic.Pointer[content] }

// NewSite returns a Site that serves e.
func NewSite(e *kitpages.Explained) *Site {
	s := &Site{}
	s.Set(e)
	return s
}

// Set exchanges what is served; requests under way end with what they began.
func (s *Site) Set(e *kitpages.Explained) { s.now.Store(newContent(e)) }

// A content is one state of a site, ready to be looked up.
type content struct {
	files   map[string]*file // by name in small letters
	missing *file
	codes   codes
	langs   []string // of the site, the first when nobody asks for another
	words   *site.Finder
}

// A file is what is sent.
type file struct {
	name   string
	data   []byte
	etag   string
	kind   string
	packed func() []byte // by gzip, made when it is first asked for
}

func newFile(name string, data []byte, kind string) *file {
	sum := sha256.Sum256(data)
	packed := sync.OnceValue(func() []byte {
		data, _ := pack(data) // no error: it is written to memory
		return data
	})
	return &file{name, data, hex.EncodeToString(sum[:12]), kind, packed}
}

func newContent(e *kitpages.Explained) *content {
	c := &content{files: map[string]*file{}, codes: newCodes(e.Site), missing: &file{}}
	for _, l := range e.Site.Languages {
		c.langs = append(c.langs, l.Tag)
	}
	c.words, _ = site.NewFinder(e.Site) // no error: it was written before
	for name, data := range e.Files {
		f := newFile(name, data, kindOf(name))
		switch {
		case name == site.MissingName:
			c.missing = f
		case f.kind != "": // lists for other servers are nobody's business
			c.files[strings.ToLower(name)] = f
		}
	}
	return c
}

// kindOf returns the media type of a file that is served, "" for others.
func kindOf(name string) string {
	if ext := path.Ext(name); ext == ".html" || ext == ".css" || ext == ".svg" {
		return kinds[ext]
	}
	return ""
}

// ServeHTTP answers a request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := s.now.Load()
	name, ok := strings.CutPrefix(r.URL.Path, "/")
	if !ok || strings.ContainsAny(name, "\\\x00") {
		c.notFound(w, r)
		return
	}
	if f := c.files[strings.ToLower(indexed(name))]; f != nil {
		if f.name != indexed(name) { // right but for capitals
			redirect(w, folder(f.name))
			return
		}
		if at := r.URL.Query().Get("t"); tableID().MatchString(at) {
			f = f.from(at)
		}
		f.send(w, r)
		return
	}
	if to, vary := c.leadTo(strings.TrimSuffix(name, "/"), r); to != "" {
		if vary {
			w.Header().Set("Vary", "Accept-Language")
		}
		redirect(w, to)
		return
	}
	if page := c.found(name, r); page != nil {
		w.Header().Add("Vary", "Accept-Language")
		newFile(name, page, kinds[".html"]).send(w, r)
		return
	}
	if f := c.files[strings.ToLower(name)+"/"+site.Index]; f != nil {
		redirect(w, folder(f.name))
		return
	}
	c.notFound(w, r)
}

// tableID is the form of the id of a table, or of what may be taken for one.
var tableID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`) })

// backToTable is where the way back to a table begins in the page of a topic. As
// long as it leads to no certain one, nobody sees it.
const backToTable = `<a class="back" href="../../../t/`

// from returns a page with the way back to the table its reader comes from.
func (f *file) from(table string) *file {
	before, after, ok := bytes.Cut(f.data, []byte(backToTable))
	if !ok {
		return f
	}
	return newFile(f.name, slices.Concat(before, []byte(backToTable), []byte(table+"/"), after), f.kind)
}

// indexed returns the file a path means: that of a folder is its index.
func indexed(name string) string {
	if name == "" || strings.HasSuffix(name, "/") {
		return name + site.Index
	}
	return name
}

// leadTo returns where the address of a code leads, "" for nowhere: one without
// a language, or in one the topic lacks, to the best language there is; one
// without its hyphen or check character to the right one. vary says that the
// answer depends on the reader's languages.
func (c *content) leadTo(name string, r *http.Request) (to string, vary bool) {
	parts := strings.Split(name, "/")
	switch {
	case !strings.EqualFold(parts[0], "C") || len(parts) > 3:
		return "", false
	case len(parts) == 1:
		return c.search(r)
	}
	t := c.codes.find(parts[1])
	if t == nil {
		return "", false
	}
	if len(parts) == 3 {
		return t.pageIn(parts[2], r)
	}
	return t.page(r), true
}

// search answers C?code=…&lang=…, the form of the pages: who reads a page in a
// language stays in it, whatever the browser prefers.
func (c *content) search(r *http.Request) (to string, vary bool) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	typed := query.Get("code")
	if err != nil || typed == "" {
		return folder(site.CodesPage(Negotiate(r.Header.Get("Accept-Language"), c.langs))), true
	}
	if t := c.codes.find(typed); t != nil {
		return t.pageIn(query.Get("lang"), r)
	}
	return "", false
}

// found returns what C?code=… finds that is no code but words, nil for nothing.
func (c *content) found(name string, r *http.Request) []byte {
	query := r.URL.Query()
	if typed := query.Get("code"); c.words != nil && strings.EqualFold(strings.TrimSuffix(name, "/"), "C") && len(typed) <= 3*maxTyped {
		lang := nearest(query.Get("lang"), c.langs)
		return c.words.Find(cmp.Or(lang, Negotiate(r.Header.Get("Accept-Language"), c.langs)), typed)
	}
	return nil
}

// pageIn returns where a topic is explained in a language; where it is not, in
// the reader's.
func (t *target) pageIn(lang string, r *http.Request) (to string, vary bool) {
	if lang := nearest(lang, t.langs); lang != "" {
		return folder(site.TopicPage(t.code, lang)), false
	}
	return t.page(r), true
}

// page returns where a topic is explained in the reader's language.
func (t *target) page(r *http.Request) string {
	return folder(site.TopicPage(t.code, Negotiate(r.Header.Get("Accept-Language"), t.langs)))
}

func folder(page string) string { return strings.TrimSuffix(page, site.Index) }

// redirect leads elsewhere for now: an address in a classroom is somebody
// else's tomorrow, so no browser may remember it.
func redirect(w http.ResponseWriter, to string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Location", (&url.URL{Path: "/" + to}).EscapedPath())
	w.WriteHeader(http.StatusFound)
}

func (f *file) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "Accept-Encoding")
	data, tag := f.data, f.etag
	if wantsPacked(r) && r.Header.Get("Range") == "" {
		data, tag = f.packed(), f.etag+"-z"
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

func (c *content) notFound(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNotFound)
	if r.Method != http.MethodHead {
		w.Write(c.missing.data)
	}
}

// A target is a topic a code leads to.
type target struct {
	code  string
	langs []string // in the order of the site
}

// codes finds topics by what people type: the code, with or without hyphen, in
// any case, or its first part alone when only one code begins with it.
type codes map[string]*target

func newCodes(s *site.Site) codes {
	c := codes{}
	bodies := map[string]int{}
	enter := func(code string, t *target) {
		c[plain(code)] = t
		if body, _, ok := strings.Cut(code, "-"); ok {
			bodies[body]++
			if c[body] == nil {
				c[body] = t
			}
		}
	}
	all := map[string]*target{}
	for _, topic := range s.Topics {
		t := &target{code: topic.Code}
		for _, l := range s.Languages {
			if _, ok := topic.Texts[l.Tag]; ok {
				t.langs = append(t.langs, l.Tag)
			}
		}
		if len(t.langs) > 0 {
			all[t.code] = t
			enter(t.code, t)
		}
	}
	for old, to := range s.Redirects {
		if t := all[to]; t != nil {
			enter(old, t)
		}
	}
	for body, n := range bodies {
		if n > 1 {
			delete(c, body)
		}
	}
	return c
}

// maxTyped is the longest code looked at.
const maxTyped = 40

// find returns the topic of a code as it was typed, nil when there is none.
func (c codes) find(typed string) *target {
	if len(typed) > maxTyped {
		return nil
	}
	return c[plain(typed)]
}

// plain leaves out what people add or forget: hyphens, blanks, small letters.
func plain(code string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r == '-' || r == ' ' || r == '\u2010' || r == '\u2011' || r == '\u2013':
			return -1
		}
		return r
	}, code)
}
