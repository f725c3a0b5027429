package referee

// A Place is a part of the table with what lies there, for a screen that draws
// it. It says nothing that the View of everybody does not.
type Place struct {
	ID     string   `json:"id"` // as the View calls it
	Kind   string   `json:"kind"`
	Seat   Seat     `json:"seat,omitempty"`  // whose it is; "" for all
	Item   string   `json:"item,omitempty"`  // that it belongs to
	Args   []string `json:"args,omitempty"`  // arguments of moves that its pieces are values of
	Verbs  []string `json:"verbs,omitempty"` // of moves that are made here
	N      int      `json:"n,omitempty"`     // what is left of something
	State  string   `json:"state,omitempty"` // a word of the View
	Pieces []Piece  `json:"pieces"`
}

// The kinds of places.
const (
	PlaceCards   = "cards"   // face up, side by side
	PlaceStack   = "stack"   // face up, one on another: the last one lies on top
	PlaceHand    = "hand"    // face down, in somebody's hand
	PlacePiles   = "piles"   // piles to draw from
	PlaceDice    = "dice"    // thrown, not yet used; N throws are left
	PlaceTracks  = "tracks"  // a counter each, from 0 to Max
	PlaceRows    = "rows"    // N of Max cards of a kind each
	PlaceFigures = "figures" // of seats
	PlaceSite    = "site"    // a board of its own: levels, figures, cards, N tokens
)

// A Piece is something that lies in a place.
type Piece struct {
	ID    string         `json:"id,omitempty"`    // of a card or an item
	Value string         `json:"value,omitempty"` // what moves call it, when that is not its id
	Of    []string       `json:"of,omitempty"`    // cards it may be: it lies face down
	N     int            `json:"n,omitempty"`     // how many, or the level it stands on
	Max   int            `json:"max,omitempty"`
	Seat  Seat           `json:"seat,omitempty"`  // whose it is
	Seats []Seat         `json:"seats,omitempty"` // whose tokens lie on it
	Safe  []Seat         `json:"safe,omitempty"`  // whom it costs nothing all the same
	Price map[string]int `json:"price,omitempty"` // what it costs, by item
	About string         `json:"about,omitempty"` // an item that says what it does
	State string         `json:"state,omitempty"` // a word of the View
}

// placed are rules that say what lies where.
type placed[S any] interface{ Places(S) []Place }

// Places implements placer for rules that say it.
func (t typed[S]) Places(s State) []Place {
	if p, ok := t.rules.(placed[S]); ok {
		return p.Places(s.(S))
	}
	return nil
}

type placer interface{ Places(State) []Place }

// Places returns what lies on the table and where, none for a game that does
// not say.
func (m *Match) Places() []Place {
	if p, ok := m.rules.(placer); ok {
		return p.Places(m.State())
	}
	return nil
}
