package lobby

import (
	"sync"

	"kitpress/catalog"
	"kitpress/cmd/internal/desk"
)

// presenters keeps one presenter for each game, edition and language: reading
// the words of a game takes longer than saying all of them.
type presenters struct {
	desk *desk.Desk
	mu   sync.Mutex
	by   map[[3]string]*desk.Presenter
}

// Presenter returns who speaks of a game in a language it has, or in another
// when it has it not.
func (h *Lobby) Presenter(g *catalog.Game, e *catalog.Edition, lang string) (*desk.Presenter, error) {
	s := &h.presenters
	key := [3]string{g.ID, "", lang}
	if e != nil {
		key[1] = e.ID
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if presenter := s.by[key]; presenter != nil {
		return presenter, nil
	}
	presenter, err := desk.NewPresenter(s.desk.Catalog, g, e, lang)
	if err != nil {
		return nil, err
	}
	if s.by == nil {
		s.by = map[[3]string]*desk.Presenter{}
	}
	s.by[key] = presenter
	return presenter, nil
}
