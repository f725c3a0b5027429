package own

import (
	"embed"
	"net/http"
	"path"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
)

// Files are the pages, and what they load.
//
//go:embed pages static
var Files embed.FS

// A Host is the studio as the rooms see it.
type Host struct {
	shelf.Host
	Games func(r *http.Request) [][2]string // of the shelf, by id and name
	Make  func(r *http.Request, o Order) (url string, err error)
}

// Rooms are the pages for decks of one's own.
type Rooms struct {
	Decks *Decks
	host  Host

	presses presses
	tries   tries
	books   books
	lists   lists
	topics  topicShelf
}

// New returns the rooms for the decks in a folder, which is made with the first
// of them.
func New(dir string, host Host) *Rooms { return &Rooms{Decks: newDecks(dir), host: host} }

// A Deck is one of one's own, to be printed.
type Deck struct {
	Files tree.Files
	Game  *catalog.Game // nil when it cannot be read
	Shop  *press.Shop
	N     int    // changes whenever it does
	Cover string // address of a picture of its first card, "" for none
}

// Game returns a deck as it is now.
func (rooms *Rooms) Game(id string) (Deck, error) {
	p, err := rooms.Decks.Pack(id)
	if err != nil {
		return Deck{}, err
	}
	s := p.read(&rooms.presses)
	shop, err := rooms.presses.shop(s.files)
	d := Deck{Files: s.files, Game: s.game, Shop: shop, N: s.n}
	if s.game != nil {
		for _, one := range s.game.Decks {
			if len(one.Cards) > 0 && d.Cover == "" {
				d.Cover = "/own/" + id + "/face/" + strconv.Itoa(s.n) + "/" + one.ID + "/" + one.Cards[0].ID + "/" + s.game.Source + "/front"
			}
		}
	}
	return d, err
}

// Handle adds the rooms to the studio.
func (rooms *Rooms) Handle(mux shelf.Router) {
	rooms.questionsHandlers(mux)
	mux.HandleFunc("GET /own", func(w http.ResponseWriter, r *http.Request) {
		rooms.host.ShowList(w, r, &rooms.Decks.Shelf, "own", "own.title")
	})
	mux.HandleFunc("POST /own/new", rooms.begin)
	mux.HandleFunc("POST /own/drop", rooms.drop)
	mux.HandleFunc("GET /own/{id}", rooms.deckPage)
	mux.HandleFunc("POST /own/{id}/do", rooms.do)
	mux.HandleFunc("POST /own/{id}/file", rooms.file)
	mux.HandleFunc("GET /own/{id}/zip/{name}", rooms.zip)
	mux.HandleFunc("GET /own/{id}/art/{name}", rooms.art)
	mux.HandleFunc("GET /own/{id}/face/{n}/{deck}/{card}/{lang}/{side}", rooms.face)
	mux.HandleFunc("GET /own/{id}/try/{n}/{deck}/{card}/{kind}/{value}", rooms.try)
	mux.HandleFunc("GET /own/{id}/book/{kind}/{n}/{lang}/{page}", rooms.bookPage)
}

// pack returns the deck a request is about; without one it has answered.
func (rooms *Rooms) pack(w http.ResponseWriter, r *http.Request) *Pack {
	p, err := rooms.Decks.Pack(r.PathValue("id"))
	if err != nil {
		rooms.host.Missing(w, r, err)
		return nil
	}
	return p
}

func (rooms *Rooms) deckPage(w http.ResponseWriter, r *http.Request) {
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
	s := p.read(&rooms.presses)
	d := rooms.page(p, s, readQuery(r.URL.Query()))
	if kind := bookKinds[d.At]; kind != "" {
		d.Pages = rooms.bookPages(p.ID, s, d.Lang, kind)
	}
	rooms.host.Show(w, r, "deck", d.Name, d)
}

// begin makes an empty deck.
func (rooms *Rooms) begin(w http.ResponseWriter, r *http.Request) {
	var in struct{ Name, Kind string }
	if !rooms.host.Wish(w, r, mostText, &in) {
		return
	}
	p, err := rooms.Decks.empty(in.Name, in.Kind, rooms.host.Words(r))
	if err != nil {
		rooms.host.Refuse(w, r, err)
		return
	}
	shelf.Answer(w, map[string]string{"url": "/own/" + p.ID})
}

// drop makes a deck of a table or an archive.
func (rooms *Rooms) drop(w http.ResponseWriter, r *http.Request) {
	name, data, ok := rooms.host.Sent(w, r, mostFile)
	if !ok {
		return
	}
	var p *Pack
	var err error
	switch ext := strings.ToLower(path.Ext(name)); ext {
	case ".csv", ".tsv", ".xlsx":
		p, err = rooms.Decks.fromTable(name, data, rooms.host.Words(r))
	case ".zip":
		p, err = rooms.Decks.fromArchive(name, data)
	default:
		err = shelf.ErrKind
	}
	if err != nil {
		rooms.host.Refuse(w, r, err)
		return
	}
	shelf.Answer(w, map[string]string{"url": "/own/" + p.ID})
}

// file gives a picture or a font to a deck.
func (rooms *Rooms) file(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	name, data, ok := rooms.host.Sent(w, r, mostFile)
	if !ok {
		return
	}
	place, err := p.put(name, data)
	if err != nil {
		rooms.host.Refuse(w, r, err)
		return
	}
	if row, _ := strconv.Atoi(r.Header.Get("X-Row")); row > 0 { // 0 for none
		col, _ := strconv.Atoi(r.Header.Get("X-Col"))
		s := p.read(&rooms.presses)
		err = change(p, s, wish{Do: "cell", Deck: r.Header.Get("X-Deck"), Row: row, Col: col, Value: path.Base(place)}, rooms.fieldWord(r))
		if err != nil {
			rooms.host.Refuse(w, r, err)
			return
		}
	}
	shelf.Answer(w, map[string]string{"name": path.Base(place)})
}

// fieldWord returns what columns and first texts are called in the language of
// a page.
func (rooms *Rooms) fieldWord(r *http.Request) func(string) string {
	words := rooms.host.Words(r)
	return func(id string) string { return words.Word("own.field." + id) }
}

// do makes a change.
func (rooms *Rooms) do(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	var in wish
	if !rooms.host.Wish(w, r, 2*mostText, &in) {
		return
	}
	var err error
	out := map[string]string{}
	switch in.Do {
	case "undo", "redo":
		err = p.Step(in.Do == "undo")
	case "save", "overwrite":
		err = p.Save(in.Do == "overwrite")
	case "give-up":
		err = p.Discard()
		if _, gone := rooms.Decks.Pack(p.ID); gone != nil {
			out["url"] = "/own"
		}
	case "save-as":
		var other *shelf.Pack
		if other, err = p.saveAs(strings.TrimSpace(yamledit.Clean(in.Value))); err == nil {
			out["url"] = "/own/" + other.ID
		}
	default:
		var made string
		if made, err = rooms.topics.change(p, p.read(&rooms.presses), in, rooms.fieldWord(r)); made != "" && err == nil {
			out["url"] = "/own/" + p.ID + "?at=topics&topic=" + made
		}
	}
	if err != nil {
		rooms.host.Refuse(w, r, err)
		return
	}
	shelf.Answer(w, out)
}
