package web

import (
	"context"
	"errors"
	"hash/crc64"
	"maps"
	"net/http"
	"strconv"

	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/web/asked"
	"kitpress/quiz"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// moments serve what comes beside the moves of a match: how it was, what was met,
// the same again, help.
type moments struct{ *Tables }

// askedAfter is how many questions there are at the end of a match.
const askedAfter = 2

// met answers which topics came up in a match, and questions about them.
func (s moments) met(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	lang := s.lang(r, t)
	out, err := render(s.Tables, t, g, lang, func(at renderer) metJSON { return metJSON{Topics: at.presenter.Met(at.snapshot.Match)} })
	if err != nil {
		return err
	}
	game, _, err := s.lobby.Desk().Game(t.Match.Game)
	if err != nil {
		return err
	}
	bank, err := s.checker.bank(lang)
	if err != nil {
		return err
	}
	var about [2][]string // the topics that were met, then all of the game
	for _, m := range out.Topics {
		about[0] = append(about[0], m.Topic)
	}
	for _, topic := range game.Topics {
		about[1] = append(about[1], topic.ID)
	}
	out.Questions = []*asked.Question{}
	for _, topics := range about {
		for _, q := range bank.Draw(crc64.Checksum([]byte(t.ID), crc64.MakeTable(crc64.ISO)), len(topics), quiz.Filter{Topics: topics, Kinds: []quiz.Kind{quiz.Choice, quiz.TrueFalse}}) {
			if len(topics) > 0 && !q.Several && len(out.Questions) < askedAfter {
				out.Questions = append(out.Questions, asked.Of(&q, false, s.art.wordsIn(lang)))
			}
		}
	}
	answer(w, http.StatusOK, out)
	return nil
}

// again begins the same match anew when one is over, once for all who ask, and
// answers where whoever asks goes on, as who they were.
func (s moments) again(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	if err := readJSON(r, &struct{}{}); err != nil {
		return err
	}
	aliases := map[referee.Seat]string{}
	over, err := render(s.Tables, t, g, s.lang(r, t), func(at renderer) bool {
		maps.Copy(aliases, at.snapshot.Aliases)
		return at.snapshot.Match.Play.Tally().Over
	})
	switch {
	case err != nil:
		return err
	case !over || g.Role == referee.RoleScreen:
		return lobby.ErrForbidden
	}
	next, err := s.follower(r.Context(), t, aliases)
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, joinedJSON{Table: next.ID, Game: next.Match.Game, URL: "/t/" + next.ID + "/#" + s.lobby.Invitation(next, g.Role, g.Seat)})
	return nil
}

// follower returns the table that follows a match, begun when there is none yet.
// Of several that are begun at once, one stays.
func (s moments) follower(ctx context.Context, t *lobby.Table, aliases map[referee.Seat]string) (*lobby.Table, error) {
	before := t.Next()
	if next, err := s.lobby.Opened(before); err == nil {
		return next, nil
	}
	next, err := s.lobby.Create(ctx, store.Match{Game: t.Match.Game, Edition: t.Match.Edition, Seats: t.Match.Seats, Options: t.Match.Options})
	if err != nil {
		return nil, err
	}
	stays, err := t.SetNext(ctx, before, next.ID)
	if err != nil {
		return nil, err
	}
	if stays != next.ID {
		if err := s.lobby.Delete(ctx, next.ID); err != nil && !errors.Is(err, store.ErrTraces) {
			return nil, err
		}
		return s.lobby.Opened(stays)
	}
	for seat, alias := range aliases {
		if err := next.SetAlias(ctx, seat, alias); err != nil {
			return nil, err
		}
	}
	return next, nil
}

// at answers the table as it was after a record: ?seq=N.
func (s moments) at(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	seq, err := strconv.Atoi(r.URL.Query().Get("seq"))
	if err != nil || seq < 0 {
		return badRequest("seq is the number of a record")
	}
	var out *stateJSON
	err = t.See(g, func(snapshot lobby.Snapshot) error {
		then, err := snapshot.Match.At(seq)
		if err != nil {
			return err
		}
		presenter, err := s.presenter(snapshot, s.lang(r, t))
		if err != nil {
			return err
		}
		snapshot.Match = then
		out, err = renderer{snapshot, presenter, then.Undone()}.open()
		return err
	})
	if err == nil {
		out.Log, out.Faces = out.Log[:min(1, len(out.Log))], s.faceAddress(out.Game, t.Match.Edition, out.Lang)
		answer(w, http.StatusOK, out)
	}
	return err
}

// call calls for help from the desk, or needs none any more.
func (s moments) call(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	var in struct {
		On bool `json:"on"`
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if err := t.Call(r.Context(), g, in.On); err != nil {
		return err
	}
	return s.state(w, r, t, g)
}
