package siege

import "kitpress/quiz/referee"

// Places returns what lies on the table.
func (rules) Places(s state) []referee.Place {
	game := s.table.setup.Game
	red, purple, grey := game.Deck("attacks").Cards[0].ID, game.Deck("set-cards").Cards[0].ID, game.Deck("points").Cards[0].ID
	var places []referee.Place
	if s.Attack != "" {
		places = append(places, referee.Place{ID: "attack", Kind: referee.PlaceCards, Seat: s.next(), Pieces: []referee.Piece{
			{ID: s.Attack, About: s.table.cards[s.Attack].effect, Seats: []referee.Seat{s.Turn}},
		}})
	}
	places = append(places, referee.Place{ID: "red", Kind: referee.PlacePiles, Args: []string{"from"}, Pieces: []referee.Piece{
		{Value: fromPile, Of: []string{red}, N: s.Red},
	}})
	if top := s.top(); top != "" {
		places = append(places, referee.Place{ID: "discard", Kind: referee.PlacePiles, Args: []string{"from"}, Pieces: []referee.Piece{{ID: top, Value: fromDiscard, N: len(s.Discard)}}})
	}
	places = append(places,
		referee.Place{ID: "purple", Kind: referee.PlacePiles, Pieces: []referee.Piece{{Of: []string{purple}, N: s.Purple}}},
		referee.Place{ID: "grey", Kind: referee.PlacePiles, Pieces: []referee.Piece{{Of: []string{grey}, N: s.Grey}}})
	for _, seat := range s.table.setup.Seats {
		p := s.Seats[seat]
		hand := referee.Place{ID: "hand", Kind: referee.PlaceHand, Seat: seat}
		for _, id := range p.Known {
			hand.Pieces = append(hand.Pieces, referee.Piece{ID: id})
		}
		for _, back := range []referee.Piece{{Of: []string{red}, N: p.Hand - len(p.Known)}, {Of: []string{purple}, N: p.Sets}} {
			if back.N > 0 {
				hand.Pieces = append(hand.Pieces, back)
			}
		}
		switch {
		case p.Blocked:
			hand.State = "blocked"
		case p.Delayed:
			hand.State = "delayed"
		}
		places = append(places, hand)
		if len(p.Laid) > 0 {
			laid := referee.Place{ID: "laid", Kind: referee.PlaceCards, Seat: seat}
			for _, id := range p.Laid {
				laid.Pieces = append(laid.Pieces, referee.Piece{ID: id})
			}
			places = append(places, laid)
		}
	}
	return places
}
