package web

import (
	"io/fs"
	"slices"
	"strings"
	"sync"

	"kitpress/cmd/internal/desk"
	kitpages "kitpress/cmd/internal/kit/pages"
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

// A language is a language pages come in, called as it calls itself.
type language struct{ Tag, Name string }

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
