package web

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// recordTime is how long an entry may take to get onto the disk. It goes on
// when the phone that sent it has gone.
const recordTime = 10 * time.Second

func (s *Tables) state(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) {
	packed := wantsPacked(r)
	data, err := s.stateOf(t, g, s.lang(r, t), packed)
	if err != nil {
		fail(w, err)
		return
	}
	if packed {
		w.Header().Set("Content-Encoding", "gzip")
	}
	w.Header().Set("Content-Type", kinds[".json"])
	w.Header().Set("Vary", "Accept-Encoding")
	w.Write(data)
}

func (s *Tables) record(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) {
	var in entryJSON
	if !readJSON(w, r, &in) {
		return
	}
	s.enterRecord(w, r, t, g, in, desk.Submission{Command: commandOf(in), Ruling: in.Ruling, Op: in.Op, Expect: in.Expect, Seen: in.Seen})
}

func (s *Tables) undo(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) {
	var in entryJSON
	if !readJSON(w, r, &in) {
		return
	}
	if in.Verb != "" || in.Seat != "" || in.Args != nil || in.Ruling != "" {
		answer(w, http.StatusBadRequest, errorJSON{"bad", "undo takes back the last record and nothing else"})
		return
	}
	s.enterRecord(w, r, t, g, in, desk.Submission{Undo: true, Op: in.Op, Expect: in.Expect, Seen: in.Seen})
}

func commandOf(in entryJSON) referee.Command {
	return referee.Command{Verb: in.Verb, Seat: in.Seat, Args: in.Args}
}

// maxOp is the longest id of an operation.
const maxOp = 64

func validOp(op string) bool {
	if op == "" || len(op) > maxOp {
		return false
	}
	for _, c := range op {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

func (s *Tables) enterRecord(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest, in entryJSON, e desk.Submission) {
	if !validOp(in.Op) || in.Expect == nil || *in.Expect < 0 {
		answer(w, http.StatusBadRequest, errorJSON{"bad", "op and expect are needed"})
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), recordTime)
	defer cancel()
	res, err := t.Record(ctx, g, e)
	lang := s.lang(r, t)
	var stale *store.StaleError
	out, code := recordedJSON{Repeated: res.Repeated}, http.StatusOK
	switch {
	case errors.As(err, &stale):
		code = http.StatusConflict
		out.Conflict, err = s.conflict(t, g, lang, *in.Expect)
	case err != nil:
	case res.Refusal != nil:
		code = http.StatusUnprocessableEntity
		out.Refused, err = s.refusal(t, g, lang, e.Command, res.Refusal, res.Ruleable)
	default:
		out.Seq = res.Entry.Record.Seq
	}
	if err == nil {
		out.State, err = s.stateOf(t, g, lang, false)
	}
	if err != nil {
		fail(w, err)
		return
	}
	data, err := json.Marshal(out)
	if err == nil && wantsPacked(r) {
		w.Header().Set("Content-Encoding", "gzip")
		data, err = s.pack(data)
	}
	if err != nil { // the entry counts all the same: sent again, it is found
		w.Header().Del("Content-Encoding")
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", kinds[".json"])
	w.Header().Set("Vary", "Accept-Encoding")
	w.WriteHeader(code)
	w.Write(data)
}

// render makes something of a table in a language, past the memory of views.
func render[T any](s *Tables, t *lobby.Table, g lobby.Guest, lang string, do func(renderer) T) (out T, err error) {
	err = t.See(g, func(snapshot lobby.Snapshot) error {
		presenter, err := s.presenter(snapshot, lang)
		if err == nil {
			out = do(renderer{snapshot, presenter, snapshot.Match.Undone()})
		}
		return err
	})
	return out, err
}

func (s *Tables) conflict(t *lobby.Table, g lobby.Guest, lang string, expect int) (*conflictJSON, error) {
	return render(s, t, g, lang, func(at renderer) *conflictJSON {
		log := at.snapshot.Match.Log
		since := log[min(expect, len(log)):]
		return &conflictJSON{Have: len(log), Entries: at.entries(since[max(0, len(since)-logShown):])}
	})
}

func (s *Tables) refusal(t *lobby.Table, g lobby.Guest, lang string, c referee.Command, no *referee.Refusal, ruleable bool) (*refusedJSON, error) {
	return render(s, t, g, lang, func(at renderer) *refusedJSON { return at.refused(c, no, ruleable) })
}

func (s *Tables) why(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) {
	var in entryJSON
	if !readJSON(w, r, &in) {
		return
	}
	no, ruleable, err := t.Why(g, commandOf(in))
	out := recordedJSON{Legal: no == nil}
	if err == nil && no != nil {
		out.Refused, err = s.refusal(t, g, s.lang(r, t), commandOf(in), no, ruleable)
	}
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, http.StatusOK, out)
}

func (s *Tables) freeze(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) {
	var in struct {
		On bool `json:"on"`
	}
	if !readJSON(w, r, &in) {
		return
	}
	if err := t.Freeze(r.Context(), g, in.On); err != nil {
		fail(w, err)
		return
	}
	s.state(w, r, t, g)
}

// logPage is how many records are read at once.
const logPage = 100

// log answers records, the oldest first: the last ones, or with ?before=N those
// before a record.
func (s *Tables) log(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) {
	before := math.MaxInt
	if asked := r.URL.Query().Get("before"); asked != "" {
		n, err := strconv.Atoi(asked)
		if err != nil || n < 1 {
			answer(w, http.StatusBadRequest, errorJSON{"bad", "before is the number of a record"})
			return
		}
		before = n
	}
	list, err := render(s, t, g, s.lang(r, t), func(at renderer) []logJSON {
		log := at.snapshot.Match.Log
		log = log[:min(len(log), before-1)]
		return at.entries(log[max(0, len(log)-logPage):])
	})
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, http.StatusOK, struct {
		Log []logJSON `json:"log"`
	}{list})
}

// explain answers the text of a rule: ?rule=R21, with or without the prefix of
// the game.
func (s *Tables) explain(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) {
	id := r.URL.Query().Get("rule")
	out, err := render(s, t, g, s.lang(r, t), func(at renderer) refusedJSON { return at.rule(id) })
	switch {
	case err != nil:
		fail(w, err)
	case out.RuleText == "":
		answer(w, http.StatusNotFound, errorJSON{"unknown", "there is no such rule"})
	default:
		answer(w, http.StatusOK, struct {
			Rule     string `json:"rule"`
			RuleText string `json:"ruleText"`
		}{out.Rule, out.RuleText})
	}
}

// The rhythm of events: a line now and then keeps a connection open, and a
// phone that takes nothing for a while is let go.
const (
	heartbeat  = 15 * time.Second
	eventWrite = 5 * time.Second
)

// events tells a device that its state is out of date, as server-sent events.
func (s *Tables) events(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) {
	feed, err := t.Listen(g)
	if err != nil {
		fail(w, err)
		return
	}
	defer feed.Close()
	out := eventWriter{http.NewResponseController(w), w}
	if out.SetReadDeadline(time.Time{}) != nil {
		refuse(w, http.StatusInternalServerError, "events need a connection of their own")
		return
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	if err := out.event(lobby.Event{Kind: lobby.KindTable, Seq: feed.Seq}); err != nil {
		return
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		err = nil
		select {
		case <-r.Context().Done():
			return
		case e, ok := <-feed.C:
			if !ok {
				return
			}
			err = out.event(e)
		case <-beat.C:
			if _, gone := s.lobby.Opened(t.ID); gone != nil { // another program has deleted it: the feed ends
				return
			}
			err = out.text(": \n\n")
		}
		if err != nil {
			return
		}
	}
}

// An eventWriter writes server-sent events, each within a few seconds.
type eventWriter struct {
	*http.ResponseController
	w http.ResponseWriter
}

func (w eventWriter) event(e lobby.Event) error {
	data, err := json.Marshal(struct {
		Seq int `json:"seq"`
	}{e.Seq})
	if err != nil {
		return err
	}
	id, err := json.Marshal(e.Seq)
	if err != nil {
		return err
	}
	return w.text("id: " + string(id) + "\nevent: " + string(e.Kind) + "\ndata: " + string(data) + "\n\n")
}

func (w eventWriter) text(s string) error {
	if err := w.SetWriteDeadline(time.Now().Add(eventWrite)); err != nil {
		return err
	}
	if _, err := w.w.Write([]byte(s)); err != nil {
		return err
	}
	return w.Flush()
}
