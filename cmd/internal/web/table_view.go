package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"

	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// mostKept is how many records in words a table holds, in all languages.
const mostKept = 2000

// logShown is how many records a state holds.
const logShown = 30

// A renderer makes views of one table in one language.
type renderer struct {
	snapshot  lobby.Snapshot
	presenter *desk.Presenter
	gone      map[int]bool // records taken back
}

// stateFor returns what a guest may see. It is the only way from a table to a
// device: what a role must not know is left out here and nowhere else.
func stateFor(snapshot lobby.Snapshot, presenter *desk.Presenter) (*stateJSON, error) {
	t := renderer{snapshot, presenter, snapshot.Match.Undone()}
	s, err := t.common()
	if err != nil {
		return nil, err
	}
	switch snapshot.Guest.Role {
	case referee.RoleReferee:
		t.referee(s)
	case referee.RoleSeat:
		t.seat(s, snapshot.Guest.Seat)
	default:
		t.screen(s)
	}
	return s, nil
}

// common returns what lies open: everybody may see it.
func (t renderer) common() (*stateJSON, error) {
	shared, key := viewsOf(t.snapshot).shared, sharedKey{t.presenter.Lang(), t.snapshot.Frozen}
	if s, ok := shared[key]; ok {
		return t.own(s), nil
	}
	s, err := t.open()
	if err != nil {
		return nil, err
	}
	shared[key] = *s
	return t.own(*s), nil
}

// own makes a copy of what everybody sees the guest's own.
func (t renderer) own(s stateJSON) *stateJSON {
	s.Role, s.Seat, s.ReadOnly = t.snapshot.Guest.Role, t.snapshot.Guest.Seat, t.snapshot.ReadOnly
	s.Calls = s.Role != referee.RoleScreen && t.snapshot.Calls[s.Seat]
	if s.Undo != nil {
		undo := *s.Undo
		s.Undo = &undo
	}
	return &s
}

// open returns what lies open.
func (t renderer) open() (*stateJSON, error) {
	dt := t.snapshot.Match
	view, err := t.presenter.View(dt)
	if err != nil {
		return nil, err
	}
	tally, g := dt.Play.Tally(), dt.Game()
	s := &stateJSON{
		Table: dt.Match.ID, Game: g.ID, GameName: t.presenter.Text(g.Name), Lang: t.presenter.Lang(), Langs: g.Languages,
		Seq:  dt.Play.Seq(),
		Over: tally.Over, Winners: tally.Winners, Standing: t.presenter.Standing(tally), View: view,
		Live: t.snapshot.Live, ReadOnly: t.snapshot.ReadOnly, Online: t.snapshot.Online,
		Categories: []categoryJSON{}, Moves: []desk.Move{}, Verbs: json.RawMessage("[]"), Log: t.log(),
		Places: t.presenter.Places(dt), Phase: t.presenter.Phase(dt), Edition: t.presenter.EditionName(dt.Play.Setup().Edition), Due: dt.Due(),
	}
	if s.Winners == nil {
		s.Winners = []referee.Seat{}
	}
	if s.Due == nil {
		s.Due = []referee.Seat{}
	}
	ids, names := t.presenter.Columns(tally.Rows)
	for i, id := range ids {
		c := categoryJSON{ID: id, Name: names[i]}
		if short := t.presenter.ShortName(id); short != t.presenter.Name(id) {
			c.Short = short
		}
		s.Categories = append(s.Categories, c)
	}
	for _, r := range tally.Rows {
		s.Seats = append(s.Seats, seatJSON{
			ID: r.Seat, Name: t.presenter.SeatName(r.Seat), Rank: r.Rank, Total: r.Total, Values: r.Values, Out: r.Out, Team: r.Team, Here: t.snapshot.Here[r.Seat],
		})
	}
	if tally.Rule != "" {
		rule := t.rule(tally.Rule)
		s.Ending = &rule
	}
	if last, ok := dt.Play.Undoable(); ok {
		s.Undo = &undoJSON{Seq: last.Seq, Line: dt.Play.Line(last.Command), Text: t.presenter.Sentence(dt, last.Command), By: last.By}
	}
	return s, nil
}

// referee adds what may be entered for anybody.
func (t renderer) referee(s *stateJSON) {
	dt := t.snapshot.Match
	s.Moves = t.presenter.Moves(dt, append([]referee.Seat{""}, dt.Match.Seats...)...)
	s.Verbs = t.verbs("", func() []desk.Move { return t.presenter.Verbs(dt) })
	if s.Undo != nil {
		s.Undo.May = true
	}
}

// seat adds what one seat may enter: what it does, and what the table does where
// there is no referee.
func (t renderer) seat(s *stateJSON, seat referee.Seat) {
	seats := []referee.Seat{seat}
	if !t.snapshot.Refereed {
		seats = append(seats, "")
	}
	s.Moves = t.presenter.Moves(t.snapshot.Match, seats...)
	s.Verbs = t.verbs(seat, func() (own []desk.Move) {
		for _, v := range t.presenter.Verbs(t.snapshot.Match) {
			if len(v.Fields) > 0 && v.Fields[0].Name == desk.WhoField {
				v.Seat, v.Fields = seat, v.Fields[1:]
				own = append(own, v)
			} else if !t.snapshot.Refereed {
				own = append(own, v)
			}
		}
		return own
	})
	if s.Undo != nil {
		s.Undo.May = s.Undo.By == referee.Author{Role: referee.RoleSeat, Seat: seat}
	}
}

// verbs returns what can be entered at all, as JSON; it stays the same.
func (t renderer) verbs(seat referee.Seat, list func() []desk.Move) json.RawMessage {
	kept, key := viewsOf(t.snapshot).verbs, verbsKey{t.presenter.Lang(), seat, t.snapshot.Refereed}
	data, ok := kept[key]
	if !ok {
		var err error
		if data, err = json.Marshal(list()); err != nil {
			return json.RawMessage("[]") // words alone: they can be written
		}
		kept[key] = data
	}
	return data
}

// screen takes away what only those who enter something need.
func (t renderer) screen(s *stateJSON) { s.Undo = nil }

func (t renderer) log() []logJSON {
	all := t.snapshot.Match.Log
	out := t.entries(all[max(0, len(all)-logShown):])
	slices.Reverse(out)
	return out
}

func (t renderer) entries(list []store.Entry) []logJSON {
	out := make([]logJSON, len(list))
	for i, e := range list {
		out[i] = t.entry(e)
	}
	return out
}

// entry returns a record in words. These stay the same, but for whether it was
// taken back.
func (t renderer) entry(e store.Entry) logJSON {
	kept, key := viewsOf(t.snapshot).log, logKey{t.presenter.Lang(), e.Hash}
	j, ok := kept[key]
	if !ok {
		j = t.say(e)
		if len(kept) >= mostKept {
			clear(kept)
		}
		kept[key] = j
	}
	j.Undone = t.gone[e.Record.Seq]
	return j
}

func (t renderer) say(e store.Entry) logJSON {
	r, play := e.Record, t.snapshot.Match.Play
	j := logJSON{Seq: r.Seq, At: e.At, By: r.By, Undoes: r.Undoes, Seat: r.Command.Seat}
	if r.Undoes > 0 {
		j.Text = t.presenter.Word("match.takes-back", "Seq", r.Undoes, "Line", t.presenter.Sentence(t.snapshot.Match, t.snapshot.Match.Log[r.Undoes-1].Record.Command))
		return j
	}
	j.Line = play.Line(r.Command)
	j.Text = t.presenter.Sentence(t.snapshot.Match, r.Command)
	j.Steps, j.Changes = t.presenter.Steps(t.snapshot.Match, r), t.presenter.Changes(t.snapshot.Match, r.Seq)
	if r.Ruling != nil {
		j.Ruling = &rulingJSON{r.Ruling.Reason, t.presenter.RuleID(r.Ruling.Rule)}
	}
	return j
}

func (t renderer) refused(c referee.Command, no *referee.Refusal, ruleable bool) *refusedJSON {
	return &refusedJSON{
		ruleJSON: t.rule(no.Rule),
		Message:  t.presenter.Why(t.snapshot.Match, c, no), Ruleable: ruleable && t.snapshot.Guest.Role == referee.RoleReferee,
	}
}

// rule returns the text of a rule, cited with or without the prefix of the game.
func (t renderer) rule(id string) ruleJSON {
	id = strings.TrimPrefix(id, strings.TrimSuffix(t.presenter.RuleID("R"), "R"))
	return ruleJSON{t.presenter.RuleID(id), t.presenter.Rule(id, t.snapshot.Match.Play.Setup().Edition)}
}

// stateOf returns the state of a table for a guest as JSON, packed by gzip or
// not: a class asks for it often.
func (s *Tables) stateOf(t *lobby.Table, g lobby.Guest, lang string, packed bool) (data []byte, err error) {
	err = t.See(g, func(snapshot lobby.Snapshot) error {
		kept, key := viewsOf(snapshot).states, stateKey{g.Role, g.Seat, lang, packed, snapshot.ReadOnly}
		if data = kept[key]; data != nil {
			return nil
		}
		presenter, err := s.presenter(snapshot, lang)
		if err != nil {
			return err
		}
		state, err := stateFor(snapshot, presenter)
		if err != nil {
			return err
		}
		state.Faces = s.faceAddress(state.Game, snapshot.Match.Match.Edition, lang)
		if data, err = json.Marshal(state); err == nil && packed {
			data, err = pack(data)
		}
		if err == nil {
			kept[key] = data
		}
		return err
	})
	return data, err
}

// packers are *gzip.Writer: they are big and used again.
var packers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // no error: the level is one of gzip's
	return z
}}

// pack packs by gzip.
func pack(data []byte) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, len(data)/4))
	z := packers.Get().(*gzip.Writer)
	defer packers.Put(z)
	z.Reset(b)
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

func wantsPacked(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}

func (s *Tables) presenter(snapshot lobby.Snapshot, lang string) (*desk.Presenter, error) {
	presenter, err := s.lobby.Presenter(snapshot.Match.Game(), snapshot.Match.Play.Setup().Edition, lang)
	if err != nil {
		return nil, err
	}
	return presenter.Seated(snapshot.Aliases), nil
}

// views are what was made of a table for one device and serves others: whole
// states, what all of them share, and words that stay until names change.
type views struct {
	states map[stateKey][]byte
	shared map[sharedKey]stateJSON
	verbs  map[verbsKey]json.RawMessage
	log    map[logKey]logJSON
}

type stateKey struct {
	role             referee.Role
	seat             referee.Seat
	lang             string
	packed, readOnly bool
}

type sharedKey struct {
	lang   string
	frozen bool
}

type verbsKey struct {
	lang     string
	seat     referee.Seat
	refereed bool
}

type logKey struct{ lang, hash string }

// NewViews returns what keeps the views of a table that is opened.
func NewViews() lobby.Views {
	return &views{map[stateKey][]byte{}, map[sharedKey]stateJSON{}, map[verbsKey]json.RawMessage{}, map[logKey]logJSON{}}
}

// Forget implements lobby.Views.
func (v *views) Forget(names bool) {
	clear(v.states)
	clear(v.shared)
	if names {
		clear(v.verbs)
		clear(v.log)
	}
}

func viewsOf(snapshot lobby.Snapshot) *views { return snapshot.Views.(*views) }
