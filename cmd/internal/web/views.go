package web

import (
	"encoding/json"

	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
)

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
	lang string
	seat referee.Seat
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
