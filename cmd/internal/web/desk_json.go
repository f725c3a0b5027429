package web

import (
	"time"

	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/referee"
)

// A deskJSON is what the desk shows: the answer of GET /desk/state.
type deskJSON struct {
	Base     string      `json:"base"` // address for phones
	Lang     string      `json:"lang"`
	ReadOnly bool        `json:"readOnly"`
	Games    []gameJSON  `json:"games"`
	Names    []namedJSON `json:"names"` // for seats: colours, then animals
	Tables   []tableJSON `json:"tables"`
	OldAfter int         `json:"oldAfter"` // days, after which a match should go
}

type namedJSON struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type gameJSON struct {
	ID       string       `json:"id"`
	Name     string       `json:"name"`
	Min      int          `json:"min"` // players
	Max      int          `json:"max"`
	Edition  string       `json:"edition,omitempty"` // usual in this language
	Editions []namedJSON  `json:"editions"`
	Options  []optionJSON `json:"options"`
	Seats    []namedJSON  `json:"seats"` // that the game has names for
}

type optionJSON struct {
	Name     string   `json:"name"`
	Values   []string `json:"values"` // the first is the usual
	Rule     string   `json:"rule"`
	RuleText string   `json:"ruleText"`
}

// A tableJSON is a match as the desk sees it. PINs and links are there when it
// is open.
type tableJSON struct {
	ID         string            `json:"id"`
	Number     int               `json:"number"`
	Game       string            `json:"game"`
	GameName   string            `json:"gameName"`
	Edition    string            `json:"edition,omitempty"`
	Options    map[string]string `json:"options,omitempty"`
	Seats      []deskSeatJSON    `json:"seats"`
	Records    int               `json:"records"`
	Created    time.Time         `json:"created"`
	Last       time.Time         `json:"last"`
	Old        bool              `json:"old"`
	Open       bool              `json:"open"`
	Over       bool              `json:"over"`
	Phase      string            `json:"phase,omitempty"`
	Help       []string          `json:"help,omitempty"` // names of those who call for it; "" is the referee
	Online     int               `json:"online"`
	PIN        string            `json:"pin,omitempty"`        // for seats and screens
	RefereePIN string            `json:"refereePin,omitempty"` // for referees
	Locked     bool              `json:"locked,omitempty"`     // too many wrong PINs: none opens it until POST unlock
	Links      *linksJSON        `json:"links,omitempty"`
	Devices    []lobby.Device    `json:"devices,omitempty"` // referees and screens
}

type linksJSON struct {
	Join    string `json:"join"`
	Screen  string `json:"screen"`
	Referee string `json:"referee"`
}

type deskSeatJSON struct {
	ID    referee.Seat `json:"id"`
	Name  string       `json:"name"`
	Alias string       `json:"alias,omitempty"`
	Taken bool         `json:"taken"` // a device has it
	Here  bool         `json:"here"`
	Due   bool         `json:"due,omitempty"` // may do something now
	Total int          `json:"total"`
	Rank  int          `json:"rank,omitempty"`
	Out   bool         `json:"out,omitempty"`
	Link  string       `json:"link,omitempty"`
}

// A createJSON begins a match: POST /desk/create.
type createJSON struct {
	Game    string            `json:"game"`
	Edition string            `json:"edition"`
	Seats   []referee.Seat    `json:"seats"`
	Options map[string]string `json:"options"`
}

// A whoJSON names devices of a table: POST /desk/t/ID/dismiss, and with an
// alias POST /desk/t/ID/alias.
type whoJSON struct {
	Role  referee.Role `json:"role"`
	Seat  referee.Seat `json:"seat"` // "": all of the role
	N     int          `json:"n"`    // of one referee or screen; 0: all of the role
	Alias string       `json:"alias"`
}
