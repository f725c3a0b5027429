package desk

import (
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/quiz/referee"
)

// A Place is a part of the table that is drawn, in the words of one language.
type Place struct {
	referee.Place
	Label  string  `json:"label"`
	Note   string  `json:"note,omitempty"` // what State says, or what N counts
	Pieces []Piece `json:"pieces"`         // instead of those of referee.Place
}

// A Piece is something that lies there.
type Piece struct {
	referee.Piece
	Label string   `json:"label,omitempty"`
	Note  string   `json:"note,omitempty"`  // what State says, or what About is called
	Text  string   `json:"text,omitempty"`  // what About says
	Price []Choice `json:"price,omitempty"` // in the order of the game
	Code  string   `json:"code,omitempty"`  // of the topic a card explains
}

// Places returns what lies on the table and where; nothing for a game that does
// not say.
func (s *Presenter) Places(t *OpenMatch) []Place {
	list := t.Play.Places()
	out := make([]Place, len(list))
	for i, p := range list {
		place := Place{Place: p, Label: s.label(p.ID), Note: s.note(p.State), Pieces: make([]Piece, len(p.Pieces))}
		switch {
		case p.Item != "":
			place.Label = s.Name(p.Item)
		case p.Kind == referee.PlaceDice && len(p.Verbs) > 1:
			place.Note = s.label("rerollsLeft")
		}
		for j, one := range p.Pieces {
			place.Pieces[j] = s.piece(one)
		}
		out[i] = place
	}
	return out
}

func (s *Presenter) piece(p referee.Piece) Piece {
	out := Piece{Piece: p, Note: s.note(p.State), Price: s.price(p.Price)}
	switch {
	case p.Seat != "":
		out.Label = s.SeatName(p.Seat)
	case s.cards[p.ID]:
		out.Label, out.Code = s.Name(p.ID), s.code(p.ID)
	case p.ID != "":
		out.Label = s.ShortName(p.ID)
	case len(p.Of) > 0:
		if deck, _ := s.game.Card(p.Of[0]); deck != nil {
			out.Label = s.behind(deck)
		}
	}
	if p.About != "" {
		out.Note, out.Text = s.Name(p.About), s.about[p.About]
	}
	return out
}

// behind names what may lie behind the back of a deck: all decks with that back.
func (s *Presenter) behind(deck *catalog.Deck) string {
	var names []string
	for _, d := range s.game.Decks {
		if d.ID == deck.ID || d.Back != "" && d.Back == deck.Back {
			names = append(names, s.Text(d.Name))
		}
	}
	return strings.Join(names, " · ")
}

// code returns the code of the topic a card explains, "" for none.
func (s *Presenter) code(card string) string {
	if t := s.topic(card); t != nil {
		return t.Code
	}
	return ""
}

// topic returns what a card explains, nil for nothing.
func (s *Presenter) topic(card string) *catalog.Topic {
	_, r := s.game.Card(card)
	for _, t := range s.game.Topics {
		for _, f := range r.Fields {
			if f.Type == catalog.TypeTopic && f.Word == t.ID {
				return t
			}
		}
	}
	return nil
}

// A Met is a card that was named in a match, and the topic it explains.
type Met struct {
	Card  string `json:"card"`
	Name  string `json:"name"`
	Code  string `json:"code"` // of its page
	Topic string `json:"topic"`
}

// Met returns the cards with a page of their own that came up in a match, each
// topic once and in the order of the log.
func (s *Presenter) Met(t *OpenMatch) []Met {
	list := []Met{}
	for _, e := range t.Log {
		for _, arg := range verbOf(t, e.Record.Command.Verb).Args {
			for _, card := range e.Record.Command.Args[arg.Name] {
				if topic := s.topicOf(card); topic != nil && !slices.ContainsFunc(list, func(m Met) bool { return m.Topic == topic.ID }) {
					list = append(list, Met{card, s.Name(card), topic.Code, topic.ID})
				}
			}
		}
	}
	return list
}

func (s *Presenter) topicOf(id string) *catalog.Topic {
	if !s.cards[id] {
		return nil
	}
	return s.topic(id)
}

// note returns what a state of a place or a piece is called.
func (s *Presenter) note(state string) string {
	if state == "" {
		return ""
	}
	return s.label(state)
}

// price returns what is paid, in the order of the sets.
func (s *Presenter) price(of map[string]int) (list []Choice) {
	for _, set := range s.game.Sets {
		for _, item := range set.Items {
			if n := of[item.ID]; n != 0 && !slices.ContainsFunc(list, func(c Choice) bool { return c.ID == item.ID }) {
				list = append(list, Choice{ID: item.ID, Label: s.ShortName(item.ID), N: n})
			}
		}
	}
	return list
}

// will says what a move brings about that takes nothing, and whether the turn
// goes on to somebody else.
func (s *Presenter) will(t *OpenMatch, verb referee.Verb, m referee.Move) (steps []Step, passes bool) {
	if len(verb.Args) > 0 && len(m.Open) > 0 || len(m.Args) > 0 {
		return nil, false
	}
	r, no := t.Play.Decide(m.Command)
	if no != nil {
		return nil, false
	}
	passes = slices.ContainsFunc(r.Events, func(e referee.Event) bool { return e.Kind == eventTurn && e.Seat != m.Seat })
	return s.Steps(t, r), passes
}

// eventTurn is the event by which all rules hand on the turn.
const eventTurn = "turn"
