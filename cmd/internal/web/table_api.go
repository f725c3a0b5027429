package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"time"

	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// recordTime is how long an entry may take to get onto the disk. It goes on
// when the phone that sent it has gone.
const recordTime = 10 * time.Second

func (s *Tables) state(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	data, err := s.stateOf(t, g, s.lang(r, t), wantsPacked(r))
	if err == nil {
		sendState(w, r, http.StatusOK, data)
	}
	return err
}

// sendState sends JSON that is packed if the request wants it so.
func sendState(w http.ResponseWriter, r *http.Request, code int, data []byte) {
	if wantsPacked(r) {
		w.Header().Set("Content-Encoding", "gzip")
	}
	w.Header().Set("Content-Type", kinds[".json"])
	w.Header().Set("Vary", "Accept-Encoding")
	w.WriteHeader(code)
	w.Write(data)
}

func (s *Tables) record(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	var in entryJSON
	if err := readJSON(r, &in); err != nil {
		return err
	}
	return s.enterRecord(w, r, t, g, desk.Submission{Command: commandOf(in), Ruling: in.Ruling, Op: in.Op, Expect: in.Expect, Seen: in.Seen})
}

func (s *Tables) undo(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	var in entryJSON
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if in.Verb != "" || in.Seat != "" || in.Args != nil || in.Ruling != "" {
		return badRequest("undo takes back the last record and nothing else")
	}
	return s.enterRecord(w, r, t, g, desk.Submission{Undo: true, Op: in.Op, Expect: in.Expect, Seen: in.Seen})
}

func commandOf(in entryJSON) referee.Command {
	return referee.Command{Verb: in.Verb, Seat: in.Seat, Args: in.Args}
}

// validOp is what ids of operations look like.
var validOp = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`) })

func (s *Tables) enterRecord(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest, e desk.Submission) error {
	if !validOp().MatchString(e.Op) || e.Expect == nil || *e.Expect < 0 {
		return badRequest("op and expect are needed")
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
		out.Conflict, err = s.conflict(t, g, lang, *e.Expect)
	case err != nil:
	case res.Refusal != nil:
		code = http.StatusUnprocessableEntity
		out.Refused, err = s.refusal(t, g, lang, e.Command, res.Refusal, res.Ruleable)
	default:
		out.Seq = res.Entry.Record.Seq
	}
	if err != nil {
		return err
	}
	if out.State, err = s.stateOf(t, g, lang, false); err != nil {
		return err
	}
	data, err := json.Marshal(out)
	if err == nil && wantsPacked(r) {
		data, err = pack(data)
	}
	if err != nil { // the entry counts all the same: sent again, it is found
		return err
	}
	sendState(w, r, code, data)
	return nil
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

func (s *Tables) why(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	var in entryJSON
	if err := readJSON(r, &in); err != nil {
		return err
	}
	no, ruleable, err := t.Why(g, commandOf(in))
	out := recordedJSON{Legal: no == nil}
	if err == nil && no != nil {
		out.Refused, err = s.refusal(t, g, s.lang(r, t), commandOf(in), no, ruleable)
	}
	if err == nil {
		answer(w, http.StatusOK, out)
	}
	return err
}

func (s *Tables) freeze(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	var in struct {
		On bool `json:"on"`
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if err := t.Freeze(r.Context(), g, in.On); err != nil {
		return err
	}
	return s.state(w, r, t, g)
}

// logPage is how many records are read at once.
const logPage = 100

// log answers records, the oldest first: the last ones, or with ?before=N those
// before a record.
func (s *Tables) log(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	before := math.MaxInt
	if asked := r.URL.Query().Get("before"); asked != "" {
		n, err := strconv.Atoi(asked)
		if err != nil || n < 1 {
			return badRequest("before is the number of a record")
		}
		before = n
	}
	list, err := render(s, t, g, s.lang(r, t), func(at renderer) []logJSON {
		log := at.snapshot.Match.Log
		log = log[:min(len(log), before-1)]
		return at.entries(log[max(0, len(log)-logPage):])
	})
	if err == nil {
		answer(w, http.StatusOK, struct {
			Log []logJSON `json:"log"`
		}{list})
	}
	return err
}

// explain answers the text of a rule: ?rule=R21, with or without the prefix of
// the game.
func (s *Tables) explain(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	id := r.URL.Query().Get("rule")
	out, err := render(s, t, g, s.lang(r, t), func(at renderer) ruleJSON { return at.rule(id) })
	switch {
	case err != nil:
		return err
	case out.RuleText == "":
		answer(w, http.StatusNotFound, errorJSON{"unknown", "there is no such rule"})
	default:
		answer(w, http.StatusOK, out)
	}
	return nil
}

// The rhythm of events: a line now and then keeps a connection open, and a
// phone that takes nothing for a while is let go.
const (
	heartbeat  = 15 * time.Second
	eventWrite = 5 * time.Second
)

// events tells a device that its state is out of date, as server-sent events.
func (s *Tables) events(w http.ResponseWriter, r *http.Request, t *lobby.Table, g lobby.Guest) error {
	feed, err := t.Listen(g)
	if err != nil {
		return err
	}
	defer feed.Close()
	out := eventWriter{http.NewResponseController(w), w}
	if out.SetReadDeadline(time.Time{}) != nil {
		refuse(w, http.StatusInternalServerError, "events need a connection of their own")
		return nil
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	err = out.event(lobby.Event{Kind: lobby.KindTable, Seq: feed.Seq})
	for err == nil {
		select {
		case <-r.Context().Done():
			return nil
		case e, ok := <-feed.C:
			if !ok {
				return nil
			}
			err = out.event(e)
		case <-beat.C:
			if _, gone := s.lobby.Opened(t.ID); gone != nil { // another program has deleted it: the feed ends
				return nil
			}
			err = out.text(": \n\n")
		}
	}
	return nil // the device has gone: nobody is there to be told
}

// An eventWriter writes server-sent events, each within a few seconds.
type eventWriter struct {
	*http.ResponseController
	w http.ResponseWriter
}

func (w eventWriter) event(e lobby.Event) error {
	return w.text(fmt.Sprintf("id: %d\nevent: %s\ndata: {\"seq\":%d}\n\n", e.Seq, e.Kind, e.Seq))
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
