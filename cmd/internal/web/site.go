package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"path"
	"strings"
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
}

// A file is what is sent.
type file struct {
	name string
	data []byte
	etag string
	kind string
}

func newFile(name string, data []byte, kind string) *file {
	sum := sha256.Sum256(data)
	return &file{name, data, `"` + hex.EncodeToString(sum[:12]) + `"`, kind}
}

func newContent(e *kitpages.Explained) *content {
	c := &content{files: map[string]*file{}, codes: newCodes(e.Site), missing: &file{}}
	for _, l := range e.Site.Languages {
		c.langs = append(c.langs, l.Tag)
	}
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
	if ext := path.Ext(name); ext == ".html" || ext == ".css" {
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
	if f := c.files[strings.ToLower(name)+"/"+site.Index]; f != nil {
		redirect(w, folder(f.name))
		return
	}
	c.notFound(w, r)
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
		return folder(site.CodesPage(negotiate(r.Header.Get("Accept-Language"), c.langs))), true
	}
	if t := c.codes.find(typed); t != nil {
		return t.pageIn(query.Get("lang"), r)
	}
	return "", false
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
	return folder(site.TopicPage(t.code, negotiate(r.Header.Get("Accept-Language"), t.langs)))
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
	h.Set("ETag", f.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.data))
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
