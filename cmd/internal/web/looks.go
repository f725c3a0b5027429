package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"

	"kitpress/cmd/internal/desk"
	kitpages "kitpress/cmd/internal/kit/pages"
	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/web/drawn"
)

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
	n.Back = side == sideBack
	if side != sideFront && !n.Back {
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
