package web

import (
	"errors"
	"net/http"
	"slices"

	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/handout"
	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/web/paper"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// printed sends the result sheet or the certificates of a match.
func (o organiser) printed(w http.ResponseWriter, r *http.Request) error {
	part := r.PathValue("part")
	if !slices.Contains(handout.ResultParts(), part) {
		return lobby.ErrUnknown
	}
	t, err := o.table(r)
	if err != nil {
		return err
	}
	return o.print(w, r, t, part)
}

// certificates sends the certificates of a match that is over to those who
// played it.
func (s moments) certificates(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	if !s.checker.limit.Allow(address(r), s.lobby.Now()) {
		return lobby.ErrTooOften
	}
	return s.print(w, r, t, handout.Certificate)
}

// print sends a handout of a match.
func (s *Tables) print(w http.ResponseWriter, r *http.Request, t *lobby.Table, part string) error {
	lang := s.lang(r, t)
	dt, err := s.lobby.Desk().Open(r.Context(), t.ID) // a copy: printing takes a while
	if err != nil {
		return err
	}
	if part == handout.Certificate && !dt.Play.Tally().Over {
		return lobby.ErrForbidden
	}
	var presenter *desk.Presenter
	if err := t.See(lobby.Guest{Role: referee.RoleScreen}, func(snapshot lobby.Snapshot) error {
		presenter, err = s.presenter(snapshot, lang)
		return err
	}); err != nil {
		return err
	}
	data, err := paper.PDF(r.Context(), toPrint(s, t.Match.Game, t.Match.Edition, lang), part, func(l *press.Localization) []press.Handout {
		return handout.Match(l, dt, presenter)
	})
	return sendPDF(w, part, data, err)
}

// toPrint asks for papers of a game.
func toPrint(s *Tables, game, edition, lang string) press.Request {
	return press.Request{Catalog: s.lobby.Desk().Catalog, Games: []string{game}, Edition: edition, Langs: []string{lang}, Sponsor: s.art.sponsor.printed(lang)}
}

// cards sends the cards of all tables of a game that are open: ?game=ID.
func (o organiser) cards(w http.ResponseWriter, r *http.Request) error {
	list, err := o.lobby.List(r.Context())
	if err != nil {
		return err
	}
	game, lang := r.URL.Query().Get("game"), pageLang(r)
	var cards []handout.TableCard
	for _, l := range list {
		if l.Table == nil || l.Game != game {
			continue
		}
		n, err := o.lobby.Number(r.Context(), l.ID)
		if err != nil {
			return err
		}
		pin, _ := o.lobby.PINs(l.Table)
		cards = append(cards, handout.TableCard{Number: n, URL: o.link(l.Table, referee.RoleSeat, ""), Address: o.base + "/t/", PIN: pin})
	}
	if len(cards) == 0 {
		return lobby.ErrUnknown
	}
	slices.SortFunc(cards, func(a, b handout.TableCard) int { return a.Number - b.Number })
	data, err := paper.PDF(r.Context(), toPrint(o.Tables, game, "", lang), handout.TableCards, func(l *press.Localization) []press.Handout { return handout.ForTables(l, cards) })
	return sendPDF(w, handout.TableCards, data, err)
}

func sendPDF(w http.ResponseWriter, name string, data []byte, err error) error {
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/pdf")
	w.Header().Set("Content-Disposition", `inline; filename="`+name+`.pdf"`)
	w.Write(data)
	return nil
}

// exportLog sends a match as kitpress referee export writes it.
func (o organiser) exportLog(w http.ResponseWriter, r *http.Request) error {
	m, log, err := o.lobby.Desk().Store.Load(r.Context(), r.PathValue("id"))
	if errors.Is(err, store.ErrUnknown) {
		return lobby.ErrUnknown
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", kinds[".json"])
	w.Header().Set("Content-Disposition", `attachment; filename="match-`+m.ID+`.json"`)
	return store.Export(w, m, log)
}
