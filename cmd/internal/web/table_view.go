package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/hall"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// mostKept is how many records in words a table holds, in all languages.
const mostKept = 2000

// logShown is how many records a state holds.
const logShown = 30

// A teller makes views of one table in one language.
type teller struct {
	sight hall.Sight
	speak *desk.Speaker
	gone  map[int]bool // records taken back
}

// stateFor returns what a guest may see. It is the only way from a table to a
// device: what a role must not know is left out here and nowhere else.
func stateFor(sight hall.Sight, speak *desk.Speaker) (*stateJSON, error) {
	t := teller{sight, speak, sight.Table.Undone()}
	s, err := t.common()
	if err != nil {
		return nil, err
	}
	switch sight.Guest.Role {
	case referee.RoleReferee:
		t.referee(s)
	case referee.RoleSeat:
		t.seat(s, sight.Guest.Seat)
	default:
		t.screen(s)
	}
	return s, nil
}

// common returns what lies open: everybody may see it.
func (t teller) common() (*stateJSON, error) {
	shared, key := viewsOf(t.sight).shared, sharedKey{t.speak.Lang(), t.sight.Frozen}
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
func (t teller) own(s stateJSON) *stateJSON {
	s.Role, s.Seat, s.ReadOnly = t.sight.Guest.Role, t.sight.Guest.Seat, t.sight.ReadOnly
	if s.Undo != nil {
		undo := *s.Undo
		s.Undo = &undo
	}
	return &s
}

// open returns what lies open.
func (t teller) open() (*stateJSON, error) {
	dt := t.sight.Table
	view, err := t.speak.View(dt)
	if err != nil {
		return nil, err
	}
	tally, g := dt.Play.Tally(), dt.Game()
	s := &stateJSON{
		Table: dt.Match.ID, Game: g.ID, GameName: t.speak.Text(g.Name), Lang: t.speak.Lang(), Langs: g.Languages,
		Seq:  dt.Play.Seq(),
		Over: tally.Over, Winners: tally.Winners, Standing: t.speak.Standing(tally), View: view,
		Live: t.sight.Live, ReadOnly: t.sight.ReadOnly, Online: t.sight.Online,
		Categories: []categoryJSON{}, Moves: []desk.Move{}, Verbs: json.RawMessage("[]"), Log: t.log(),
		Phase: t.speak.Phase(dt), Edition: t.speak.EditionName(dt.Play.Setup().Edition), Due: dt.Due(),
	}
	if s.Winners == nil {
		s.Winners = []referee.Seat{}
	}
	if s.Due == nil {
		s.Due = []referee.Seat{}
	}
	ids, names := t.speak.Columns(tally.Rows)
	for i, id := range ids {
		c := categoryJSON{ID: id, Name: names[i]}
		if short := t.speak.ShortName(id); short != t.speak.Name(id) {
			c.Short = short
		}
		s.Categories = append(s.Categories, c)
	}
	for _, r := range tally.Rows {
		s.Seats = append(s.Seats, seatJSON{
			ID: r.Seat, Name: t.speak.SeatName(r.Seat), Rank: r.Rank, Total: r.Total, Values: r.Values, Out: r.Out, Team: r.Team, Here: t.sight.Here[r.Seat],
		})
	}
	if last, ok := dt.Play.Undoable(); ok {
		s.Undo = &undoJSON{Seq: last.Seq, Line: dt.Play.Line(last.Command), Text: t.speak.Sentence(dt, last.Command), By: last.By}
	}
	return s, nil
}

// referee adds what may be entered for anybody.
func (t teller) referee(s *stateJSON) {
	dt := t.sight.Table
	s.Moves = t.speak.Moves(dt, append([]referee.Seat{""}, dt.Match.Seats...)...)
	s.Verbs = t.verbs("", func() []desk.Move { return t.speak.Verbs(dt) })
	if s.Undo != nil {
		s.Undo.May = true
	}
}

// seat adds what one seat may enter.
func (t teller) seat(s *stateJSON, seat referee.Seat) {
	s.Moves = t.speak.Moves(t.sight.Table, seat)
	s.Verbs = t.verbs(seat, func() (own []desk.Move) {
		for _, v := range t.speak.Verbs(t.sight.Table) {
			if len(v.Fields) > 0 && v.Fields[0].Name == desk.WhoField {
				v.Seat, v.Fields = seat, v.Fields[1:]
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
func (t teller) verbs(seat referee.Seat, list func() []desk.Move) json.RawMessage {
	kept, key := viewsOf(t.sight).verbs, verbsKey{t.speak.Lang(), seat}
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
func (t teller) screen(s *stateJSON) { s.Undo = nil }

func (t teller) log() []logJSON {
	all := t.sight.Table.Log
	out := t.entries(all[max(0, len(all)-logShown):])
	slices.Reverse(out)
	return out
}

func (t teller) entries(list []store.Entry) []logJSON {
	out := make([]logJSON, len(list))
	for i, e := range list {
		out[i] = t.entry(e)
	}
	return out
}

// entry returns a record in words. These stay the same, but for whether it was
// taken back.
func (t teller) entry(e store.Entry) logJSON {
	kept, key := viewsOf(t.sight).log, logKey{t.speak.Lang(), e.Hash}
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

func (t teller) say(e store.Entry) logJSON {
	r, play := e.Record, t.sight.Table.Play
	j := logJSON{Seq: r.Seq, At: e.At, By: r.By, Undoes: r.Undoes, Seat: r.Command.Seat}
	if r.Undoes > 0 {
		j.Text = t.speak.Word("match.takes-back", "Seq", r.Undoes, "Line", t.speak.Sentence(t.sight.Table, t.sight.Table.Log[r.Undoes-1].Record.Command))
		return j
	}
	j.Line = play.Line(r.Command)
	j.Text = t.speak.Sentence(t.sight.Table, r.Command)
	j.Steps, j.Changes = t.speak.Steps(t.sight.Table, r), t.speak.Changes(t.sight.Table, r.Seq)
	if r.Ruling != nil {
		j.Ruling = &rulingJSON{r.Ruling.Reason, t.speak.RuleID(r.Ruling.Rule)}
	}
	return j
}

func (t teller) refused(c referee.Command, no *referee.Refusal, ruleable bool) *refusedJSON {
	return &refusedJSON{
		Rule: t.speak.RuleID(no.Rule), RuleText: t.speak.Rule(no.Rule, t.sight.Table.Play.Setup().Edition),
		Message: t.speak.Why(t.sight.Table, c, no), Ruleable: ruleable && t.sight.Guest.Role == referee.RoleReferee,
	}
}

// rule returns the text of a rule, cited with or without the prefix of the game.
func (t teller) rule(id string) refusedJSON {
	id = strings.TrimPrefix(id, t.speak.RuleID("R")[:len(t.speak.RuleID("R"))-1])
	return refusedJSON{Rule: t.speak.RuleID(id), RuleText: t.speak.Rule(id, t.sight.Table.Play.Setup().Edition)}
}

// stateOf returns the state of a table for a guest as JSON, packed by gzip or
// not: a class asks for it often.
func (s *Tables) stateOf(t *hall.Table, g hall.Guest, lang string, packed bool) (data []byte, err error) {
	err = t.See(g, func(sight hall.Sight) error {
		kept, key := viewsOf(sight).states, stateKey{g.Role, g.Seat, lang, packed, sight.ReadOnly}
		if data = kept[key]; data != nil {
			return nil
		}
		speak, err := s.speaker(sight, lang)
		if err != nil {
			return err
		}
		state, err := stateFor(sight, speak)
		if err != nil {
			return err
		}
		if data, err = json.Marshal(state); err == nil && packed {
			data, err = s.pack(data)
		}
		if err == nil {
			kept[key] = data
		}
		return err
	})
	return data, err
}

// pack packs by gzip. Packers are big and used again.
func (s *Tables) pack(data []byte) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, len(data)/4))
	z, ok := s.packers.Get().(*gzip.Writer)
	if ok {
		z.Reset(b)
	} else {
		var err error
		if z, err = gzip.NewWriterLevel(b, gzip.BestSpeed); err != nil {
			return nil, err
		}
	}
	defer s.packers.Put(z)
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func wantsPacked(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}

func (s *Tables) speaker(sight hall.Sight, lang string) (*desk.Speaker, error) {
	speak, err := s.hall.Speaker(sight.Table.Game(), sight.Table.Play.Setup().Edition, lang)
	if err != nil {
		return nil, err
	}
	return speak.Seated(sight.Aliases), nil
}
