package studio

import (
	"net/http"
	"slices"

	"kitpress/cmd/internal/web"
	"kitpress/cmd/internal/web/drawn"
	"kitpress/i18n"
)

// covers is the deck whose first card is the cover of a game.
const covers = "covers"

// cover sends the cover of a game.
func (s *Studio) cover(w http.ResponseWriter, r *http.Request) {
	lang := r.PathValue("lang")
	if !slices.Contains(i18n.Languages(), lang) {
		http.NotFound(w, r)
		return
	}
	t, err := s.titleOf(r.PathValue("game"), lang)
	if err == nil && t.Game != nil {
		if data, err := coverOf(s.covers, t); err == nil && data != nil {
			sendPacked(w, data)
			return
		}
	}
	http.NotFound(w, r)
}

// coverOf returns the cover of a game, nil for none.
func coverOf(faces *drawn.Faces, t title) ([]byte, error) {
	deck := t.Game.Deck(covers)
	if deck == nil || len(deck.Cards) == 0 {
		return nil, nil
	}
	return faces.Packed(drawn.Name{Game: t.Game.ID, Lang: t.Lang, Card: deck.Cards[0].ID})
}

// ahead draws what the first page shows while the browser opens.
func ahead(s *Studio, lang string) {
	list, err := s.titles(web.Negotiate(lang, append([]string{"en"}, i18n.Languages()...)))
	if err != nil {
		return // the page says so
	}
	for _, t := range list {
		_, _ = coverOf(s.covers, t) // whoever asks for it is told
	}
}
