package online

import "kitpress/quiz/referee"

// Places returns what lies on the table.
func (rules) Places(s state) []referee.Place {
	game := s.table.setup.Game
	back := []string{game.Deck(kindAccess).Cards[0].ID} // all cards have one back
	places := []referee.Place{{ID: "bank", Kind: referee.PlacePiles, Verbs: []string{verbDraw}, Pieces: []referee.Piece{{Of: back, N: s.Bank}}}}
	if last := top(s.Trash); last != "" {
		places = append(places, referee.Place{ID: "trash", Kind: referee.PlacePiles, Pieces: []referee.Piece{{ID: last, N: len(s.Trash)}}})
	}
	for _, seat := range s.table.setup.Seats {
		places = append(places, referee.Place{ID: "hand", Kind: referee.PlaceHand, Seat: seat, Pieces: []referee.Piece{{Of: back, N: s.Hands[seat]}}})
		if s.table.team[seat] != seat {
			continue
		}
		a := s.Areas[seat]
		rows := referee.Place{ID: "rows", Kind: referee.PlaceRows, Seat: seat, Args: []string{"row"}}
		for _, c := range game.Deck(kindFile).Cards {
			p := referee.Piece{ID: c.ID, N: a.Rows[c.ID], Max: s.table.card(c.ID).goal}
			if a.Backed[c.ID] {
				p.State = "backed"
			}
			rows.Pieces = append(rows.Pieces, p)
		}
		places = append(places, stack("connection", seat, s, a.Connection), stack("memory", seat, s, a.Memory), rows)
	}
	return places
}

// stack returns a stack of an area; one with a block on top is blocked.
func stack(id string, seat referee.Seat, s state, cards []string) referee.Place {
	p := referee.Place{ID: id, Kind: referee.PlaceStack, Seat: seat}
	for _, c := range cards {
		p.Pieces = append(p.Pieces, referee.Piece{ID: c})
	}
	if s.table.card(top(cards)).kind == kindBlock {
		p.State = "blocked"
	}
	return p
}
