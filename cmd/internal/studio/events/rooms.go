// Package events holds the rooms of the studio for events: an event file is
// begun, brought, edited as a form, saved, printed and opened at the desk.
//
// In go a folder and what somebody types, out come pages and ordinary event
// files, whose comments stay. The package must not know how kits are made and
// how tables are served: whoever opens the rooms does that.
package events

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/event"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
)

// Files are the pages.
//
//go:embed pages
var Files embed.FS

// A Game is one that tables can play.
type Game struct {
	ID, Name string
	Langs    []string
}

// A Host is the studio as the rooms see it.
type Host struct {
	shelf.Host
	Games   func(r *http.Request) []Game
	Make    func(name, back string, how How, e *event.Event, files fs.FS) (url string)
	Hold    func(file string, e *event.Event) (desk string, here bool, err error) // begins all tables; here: the cards lead to this computer
	Address func() string                                                         // of this computer for phones
	Secret  func() string
}

// How is how an event is printed.
type How struct{ Ink, Paper string }

// Rooms are the pages for events.
type Rooms struct {
	shelf *shelf.Shelf
	host  Host
}

// main is the file of an event in its folder.
const main = "event.yaml"

// New returns the rooms for the events in a folder, which is made with the first
// of them.
func New(dir string, host Host) *Rooms {
	return &Rooms{shelf: &shelf.Shelf{Dir: dir, Main: main, Usual: "event"}, host: host}
}

// Handle adds the rooms to the studio.
func (rooms *Rooms) Handle(mux shelf.Router) {
	mux.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) {
		rooms.host.ShowList(w, r, rooms.shelf, "events", "events.title")
	})
	mux.HandleFunc("POST /events/new", rooms.begin)
	mux.HandleFunc("POST /events/drop", rooms.drop)
	mux.HandleFunc("GET /events/{id}", rooms.eventPage)
	mux.HandleFunc("POST /events/{id}/do", rooms.do)
	mux.HandleFunc("POST /events/{id}/file", rooms.file)
	mux.HandleFunc("GET /events/{id}/save/{name}", rooms.download)
}

// read reads the event as it is now.
func read(ctx context.Context, p *shelf.Pack) (data []byte, e *event.Event, ps source.Problems) {
	files, _ := p.Now()
	data = files[main]
	e, ps = event.Read(main, data, catalog.Embedded())
	if !ps.HasErrors() {
		_, more := e.Parts(ctx, catalog.Embedded(), files) // logos, and lines that are too long
		ps = append(ps, more...)
	}
	return data, e, ps
}

// pack returns the event a request is about; without one it has answered.
func (rooms *Rooms) pack(w http.ResponseWriter, r *http.Request) *shelf.Pack {
	p, err := rooms.shelf.Pack(r.PathValue("id"))
	if err != nil {
		rooms.host.Missing(w, r, err)
		return nil
	}
	return p
}

func (rooms *Rooms) eventPage(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	if r.Header.Get("X-Part") == "" { // the page as a whole: perhaps another program has changed something
		if err := p.Look(); err != nil {
			rooms.host.Missing(w, r, err)
			return
		}
	}
	d := rooms.page(r.Context(), p, rooms.host.Games(r))
	rooms.host.Show(w, r, "event", d.Name, d)
}

// begin makes an event with one table.
func (rooms *Rooms) begin(w http.ResponseWriter, r *http.Request) {
	var in struct{ Name string }
	if !rooms.host.Wish(w, r, mostText, &in) {
		return
	}
	rooms.made(w, r, in.Name, nil)
}

// made makes an event with some tables, or with one.
func (rooms *Rooms) made(w http.ResponseWriter, r *http.Request, name string, tables []string) {
	words := rooms.host.Words(r)
	if name = strings.TrimSpace(yamledit.Clean(name)); name == "" {
		name = words.Word("events.first")
	}
	games := rooms.host.Games(r)
	if len(tables) == 0 && len(games) > 0 {
		tables = []string{yamledit.Flow(yamledit.Pair{Key: "number", Raw: "1"}, yamledit.Pair{Key: "game", Raw: games[0].ID}, yamledit.Pair{Key: "lang", Raw: langOf(games[0], words.Lang())})}
	}
	text := fmt.Sprintf("# kitpress event build %s prints all of it; kitpress serve --lan --event %s opens its tables.\nformat: 1\ntitle: %s\ndate: \"\"\nlang: %s\naddress: %s # where the codes on the table cards lead\nwifi: \"\"\nsecret: %s # all PINs follow from it\nrounds: 1\ntimes: []\nteams: []\ntables:\n  - %s\n",
		main, main, yamledit.Quoted(name), words.Lang(), yamledit.Quoted(rooms.host.Address()), yamledit.Quoted(rooms.host.Secret()), strings.Join(tables, "\n  - "))
	rooms.keep(w, r, name, []byte(text))
}

// keep makes an event of a file.
func (rooms *Rooms) keep(w http.ResponseWriter, r *http.Request, name string, data []byte) {
	p, err := rooms.shelf.New(name, func(string) (tree.Files, error) { return tree.Files{main: data}, nil })
	if err != nil {
		rooms.host.Refuse(w, r, err)
		return
	}
	shelf.Answer(w, map[string]string{"url": "/events/" + p.ID})
}

// drop makes an event of an event file, or of a table of its tables.
func (rooms *Rooms) drop(w http.ResponseWriter, r *http.Request) {
	name, data, ok := rooms.host.Sent(w, r, mostFile)
	if !ok {
		return
	}
	stem := strings.TrimSuffix(name, path.Ext(name))
	switch strings.ToLower(path.Ext(name)) {
	case ".yaml", ".yml":
		rooms.keep(w, r, stem, []byte(yamledit.Clean(string(data))))
	case ".csv", ".tsv", ".xlsx":
		rows, err := rowsOf(name, data)
		items := rooms.items(r, "tables", rows, nil)
		if err == nil && len(items) == 0 {
			err = errNothing
		}
		if err != nil {
			rooms.host.Refuse(w, r, err)
			return
		}
		rooms.made(w, r, stem, items)
	default:
		rooms.host.Refuse(w, r, errKind)
	}
}

// file adds the tables of a spreadsheet to an event, or the logo of its sponsor.
func (rooms *Rooms) file(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	name, data, ok := rooms.host.Sent(w, r, mostFile)
	if !ok {
		return
	}
	if slices.Contains([]string{".svg", ".png", ".jpg", ".jpeg", ".webp"}, strings.ToLower(path.Ext(name))) {
		if err := logo(p, name, data); err != nil {
			rooms.host.Refuse(w, r, err)
			return
		}
		shelf.Answer(w, map[string]string{})
		return
	}
	rows, err := rowsOf(name, data)
	if err == nil {
		err = rooms.paste(p, r, "tables", rows)
	}
	if err != nil {
		rooms.host.Refuse(w, r, err)
		return
	}
	shelf.Answer(w, map[string]string{})
}

// download sends the file.
func (rooms *Rooms) download(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	files, _ := p.Now()
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", `attachment; filename="`+p.ID+`.yaml"`)
	w.Write(files[main])
}

// do makes a change, prints the event or opens its tables.
func (rooms *Rooms) do(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	var in wish
	if !rooms.host.Wish(w, r, 2*mostFile, &in) {
		return
	}
	out, err := rooms.done(p, r, in)
	if err != nil {
		rooms.host.Refuse(w, r, err)
		return
	}
	shelf.Answer(w, out)
}

func (rooms *Rooms) done(p *shelf.Pack, r *http.Request, in wish) (out map[string]string, err error) {
	out = map[string]string{}
	switch in.Do {
	case "undo", "redo":
		err = p.Step(in.Do == "undo")
	case "save", "overwrite":
		err = p.Save(in.Do == "overwrite")
	case "give-up":
		err = p.Discard()
		if _, gone := rooms.shelf.Pack(p.ID); gone != nil {
			out["url"] = "/events"
		}
	case "save-as":
		var other *shelf.Pack
		if other, err = saveAs(p, in.Value); err == nil {
			out["url"] = "/events/" + other.ID
		}
	case "paste":
		var rows [][]string
		if rows, err = rowsOf("paste.tsv", []byte(yamledit.Clean(in.Value))); err == nil {
			err = rooms.paste(p, r, in.ID, rows)
		}
	case "print":
		_, e, ps := read(r.Context(), p)
		if ps.HasErrors() {
			return nil, errFaults
		}
		files, _ := p.Now()
		ink, paper, _ := strings.Cut(in.Value, " ")
		out["url"] = rooms.host.Make(p.ID, "/events/"+p.ID, How{ink, paper}, e, files)
	case "hold":
		return rooms.hold(r.Context(), p)
	default:
		err = rooms.change(p, r, in)
	}
	return out, err
}

// hold saves the event and opens all its tables at the desk.
func (rooms *Rooms) hold(ctx context.Context, p *shelf.Pack) (map[string]string, error) {
	_, e, ps := read(ctx, p)
	if ps.HasErrors() {
		return nil, errFaults
	}
	if err := p.Save(false); err != nil {
		return nil, err
	}
	desk, here, err := rooms.host.Hold(path.Join(p.Status().Where, main), e)
	if err != nil {
		return nil, err
	}
	out := map[string]string{"desk": desk}
	if !here {
		out["elsewhere"] = e.Address
	}
	return out, nil
}
