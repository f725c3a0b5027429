package shelf

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"

	"kitpress/cmd/internal/studio/yamledit"
	"kitpress/i18n"
)

// A Host is the studio as the rooms for what lies on a shelf see it.
type Host struct {
	Show  func(w http.ResponseWriter, r *http.Request, page, title string, data any)
	Fault func(w http.ResponseWriter, r *http.Request, code int, word string, why ...error)
	Words func(r *http.Request) *i18n.Words
	Say   func(r *http.Request, err error) string // what is wrong, in the language of the page
}

// A Router takes what answers an address, as http.ServeMux does.
type Router interface {
	HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request))
}

// A Refusal is why nothing was changed, as one of kitpress's own words.
type Refusal string

// Error returns the word's name: people read what it stands for.
func (r Refusal) Error() string { return string(r) }

// Reasons there are on every shelf.
const (
	ErrElsewhere = Refusal("own.elsewhere") // a file was changed by another program meanwhile
	ErrLong      = Refusal("own.too-long")
	ErrPlace     = Refusal("own.no-place")
	ErrSize      = Refusal("own.too-large")
	ErrKind      = Refusal("own.no-table") // a file that is nothing of what is asked for
)

// Missing answers that something cannot be shown, because there is none of it
// or it cannot be read.
func (h Host) Missing(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, ErrNone) {
		h.Fault(w, r, http.StatusNotFound, "studio.missing")
		return
	}
	h.Fault(w, r, http.StatusConflict, "studio.failed", err)
}

// A ListPage is what the page of a shelf shows.
type ListPage struct {
	Dir     string
	Entries []Entry
}

// ShowList shows what is on a shelf.
func (h Host) ShowList(w http.ResponseWriter, r *http.Request, d *Shelf, page, title string) {
	list, err := d.List()
	if err != nil {
		h.Missing(w, r, err)
		return
	}
	h.Show(w, r, page, h.Words(r).Word(title), ListPage{d.Dir, list})
}

// Refuse says why nothing was changed.
func (h Host) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	text, code := h.Say(r, err), http.StatusUnprocessableEntity
	var why Refusal
	if errors.Is(err, yamledit.ErrByHand) {
		why = "own.by-hand"
	}
	if why != "" || errors.As(err, &why) {
		text = h.Words(r).Word(string(why))
	}
	switch why {
	case ErrElsewhere:
		code = http.StatusConflict
	case ErrSize:
		code = http.StatusRequestEntityTooLarge
	case ErrKind, "own.no-picture", "events.no-file":
		code = http.StatusUnsupportedMediaType
	}
	http.Error(w, text, code)
}

// Wish reads what a page asks for; when it cannot, it has answered.
func (h Host) Wish(w http.ResponseWriter, r *http.Request, most int64, into any) bool {
	err := json.NewDecoder(io.LimitReader(r.Body, most)).Decode(into)
	if err != nil {
		h.Refuse(w, r, ErrPlace)
	}
	return err == nil
}

// Sent returns a file of at most some bytes that is sent, and its name without
// folders; when it cannot be read, it has answered.
func (h Host) Sent(w http.ResponseWriter, r *http.Request, most int64) (name string, data []byte, ok bool) {
	data, err := io.ReadAll(io.LimitReader(r.Body, most+1))
	if err != nil || int64(len(data)) > most {
		h.Refuse(w, r, ErrSize)
		return "", nil, false
	}
	name, err = url.QueryUnescape(r.Header.Get("X-Name"))
	if err != nil || len(name) > 200 {
		name = ""
	}
	return path.Base(strings.ReplaceAll(name, `\`, "/")), data, true
}

// Answer sends what a page is to do next.
func Answer(w http.ResponseWriter, what map[string]string) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(what) // texts
}
