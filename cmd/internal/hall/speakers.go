package hall

import (
	"sync"

	"kitpress/catalog"
	"kitpress/cmd/internal/desk"
)

// speakers keeps one speaker for each game, edition and language: reading the
// words of a game takes longer than saying all of them.
type speakers struct {
	desk *desk.Desk
	mu   sync.Mutex
	by   map[[3]string]*desk.Speaker
}

// Speaker returns who speaks of a game in a language it has, or in another
// when it has it not.
func (h *Hall) Speaker(g *catalog.Game, e *catalog.Edition, lang string) (*desk.Speaker, error) {
	s := &h.speakers
	key := [3]string{g.ID, "", lang}
	if e != nil {
		key[1] = e.ID
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if speak := s.by[key]; speak != nil {
		return speak, nil
	}
	speak, err := desk.Speak(s.desk.Catalog, g, e, lang)
	if err != nil {
		return nil, err
	}
	if s.by == nil {
		s.by = map[[3]string]*desk.Speaker{}
	}
	s.by[key] = speak
	return speak, nil
}
