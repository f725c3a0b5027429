package web

import (
	"encoding/json"
	"time"

	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/web/asked"
	"kitpress/quiz/referee"
)

// A stateJSON is a table as a role sees it, in one language: the answer of
// GET /t/ID/state.
type stateJSON struct {
	Table      string          `json:"table"`
	Game       string          `json:"game"`
	GameName   string          `json:"gameName"`
	Edition    string          `json:"edition,omitempty"` // its name
	Lang       string          `json:"lang"`
	Langs      []string        `json:"langs"` // the game has
	Seq        int             `json:"seq"`   // of the last record: "expect" of the next entry
	Role       referee.Role    `json:"role"`
	Seat       referee.Seat    `json:"seat,omitempty"`
	Seats      []seatJSON      `json:"seats"` // in the order of play
	Categories []categoryJSON  `json:"categories"`
	Over       bool            `json:"over"`
	Winners    []referee.Seat  `json:"winners"`
	Standing   string          `json:"standing,omitempty"` // how it ended
	Ending     *ruleJSON       `json:"ending,omitempty"`   // the rule that ended it
	Due        []referee.Seat  `json:"due"`                // may do something now; "" is the table
	Phase      string          `json:"phase,omitempty"`
	View       []desk.Section  `json:"view"`
	Places     []desk.Place    `json:"places"` // what lies where, to be drawn; none for a game that does not say
	Faces      string          `json:"faces"`  // where pictures of cards are: behind it stand "front/" or "back/" and a card
	Moves      []desk.Move     `json:"moves"`  // legal now; none for a screen
	Verbs      json.RawMessage `json:"verbs"`  // moves: every entry there is, for what is not offered
	Undo       *undoJSON       `json:"undo"`   // what undo would take back
	Log        []logJSON       `json:"log"`    // the last ones, the latest first; GET log has those before
	Live       bool            `json:"live"`   // screens show what is
	ReadOnly   bool            `json:"readOnly"`
	Online     int             `json:"online"`          // devices that listen
	Calls      bool            `json:"calls,omitempty"` // this device calls for help
}

type seatJSON struct {
	ID     referee.Seat   `json:"id"`
	Name   string         `json:"name"`
	Rank   int            `json:"rank"`
	Total  int            `json:"total"`
	Values map[string]int `json:"values"` // by category
	Out    bool           `json:"out"`
	Team   referee.Seat   `json:"team,omitempty"` // the first seat of those that count together
	Here   bool           `json:"here"`           // a device of it listens
}

type categoryJSON struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Short string `json:"short,omitempty"` // when the name is long
}

type undoJSON struct {
	Seq  int            `json:"seq"`
	Line string         `json:"line"` // as it is typed
	Text string         `json:"text"`
	By   referee.Author `json:"by"`
	May  bool           `json:"may"` // this device may take it back
}

type logJSON struct {
	Seq    int            `json:"seq"`
	At     time.Time      `json:"at"` // to show; it orders nothing
	Line   string         `json:"line,omitempty"`
	Text   string         `json:"text"`
	By     referee.Author `json:"by"`
	Seat   referee.Seat   `json:"seat,omitempty"` // that did it
	Undone bool           `json:"undone,omitempty"`
	Undoes int            `json:"undoes,omitempty"` // the record this one takes back
	Ruling *rulingJSON    `json:"ruling,omitempty"`

	Steps   []desk.Step   `json:"steps,omitempty"`   // what it brought about, in this order
	Changes []desk.Change `json:"changes,omitempty"` // of totals
}

type rulingJSON struct {
	Reason string `json:"reason"`
	Rule   string `json:"rule"`
}

// An entryJSON asks for a record: POST /t/ID/record, and undo and why with the
// fields they need.
type entryJSON struct {
	Op     string       `json:"op"`     // made by the device: [A-Za-z0-9_-]{1,64}; sent again, it counts once
	Expect *int         `json:"expect"` // number of the last record that was seen
	Verb   string       `json:"verb"`
	Seat   referee.Seat `json:"seat"` // "" for the table
	Args   referee.Args `json:"args"`
	Ruling string       `json:"ruling"` // reason for letting a refused command happen; referees only
	Seen   *int         `json:"seen"`   // number of the last record when the moves were shown that this was chosen from: the same entry by the same device since then counts once; may be left out
}

// A recordedJSON is what came of an entry. One of Conflict and Refused is
// there when it was not recorded.
type recordedJSON struct {
	Seq      int             `json:"seq,omitempty"` // of the record
	Repeated bool            `json:"repeated,omitempty"`
	Conflict *conflictJSON   `json:"conflict,omitempty"` // 409
	Refused  *refusedJSON    `json:"refused,omitempty"`  // 422
	Legal    bool            `json:"legal,omitempty"`    // of why
	State    json.RawMessage `json:"state,omitempty"`    // a stateJSON
}

// A conflictJSON tells that others were faster.
type conflictJSON struct {
	Have    int       `json:"have"`
	Entries []logJSON `json:"entries"` // since the expected one, the oldest first
}

// A metJSON is what was met in a match: GET /t/ID/met.
type metJSON struct {
	Topics    []desk.Met        `json:"topics"`
	Questions []*asked.Question `json:"questions"` // two about them, to be answered at /api/quiz/check
}

// A ruleJSON is a rule and what it says.
type ruleJSON struct {
	Rule     string `json:"rule,omitempty"`
	RuleText string `json:"ruleText,omitempty"`
}

type refusedJSON struct {
	ruleJSON
	Message  string `json:"message"`
	Ruleable bool   `json:"ruleable"` // a ruling would let it happen
}

// An errorJSON is every other answer that is no 200. Error is one of: "unknown",
// "forbidden", "wrong", "tooOften", "locked", "taken", "full", "reused",
// "traces", "broken", "bad".
type errorJSON struct {
	Error string `json:"error"`
	Why   string `json:"why,omitempty"` // in English, for programs
}

// A joinJSON asks to be let in: POST /t/join by PIN, POST /t/ID/enter by the
// token of a link.
type joinJSON struct {
	Table string       `json:"table"` // may be left out: the PIN finds it
	PIN   string       `json:"pin"`
	Token string       `json:"token"`
	Role  referee.Role `json:"role"` // may be left out: the PIN knows it; "screen" by any PIN
	Seat  referee.Seat `json:"seat"`
}

// A joinedJSON tells where to go, or which seats there are to choose from: then
// the same is sent again with one of them.
type joinedJSON struct {
	Table  string     `json:"table"`
	Game   string     `json:"game"`
	URL    string     `json:"url,omitempty"`
	Choose []freeJSON `json:"choose,omitempty"`
}

type freeJSON struct {
	ID   referee.Seat `json:"id"`
	Name string       `json:"name"`
	Free bool         `json:"free"`
}
