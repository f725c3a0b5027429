package survival

import (
	"maps"
	"slices"

	"kitpress/quiz/referee"
)

// Places returns what lies on the table.
func (rules) Places(s state) []referee.Place {
	open := referee.Place{ID: "open", Kind: referee.PlaceCards, Args: []string{"threat", "to", "about"}}
	for _, o := range s.Open {
		p := referee.Piece{ID: o.ID, Seats: o.Tokens, Price: s.table.threats[o.ID].points}
		for _, seat := range s.table.setup.Seats {
			if slices.Contains(s.Seats[seat].Ignored, o.ID) {
				p.Safe = append(p.Safe, seat)
			}
		}
		open.Pieces = append(open.Pieces, p)
	}
	if s.Phase == phaseOver { // what was met is read about now
		for _, id := range s.Gone {
			open.Pieces = append(open.Pieces, referee.Piece{ID: id})
		}
	}
	dice := referee.Place{ID: "dice", Kind: referee.PlaceDice, Seat: s.Turn, Verbs: []string{verbRoll, verbReroll}, N: s.rerollsLeft()}
	for _, d := range s.Dice {
		dice.Pieces = append(dice.Pieces, referee.Piece{ID: d})
	}
	pile := referee.Place{ID: "pile", Kind: referee.PlacePiles, Args: []string{"back"}, Pieces: s.backs(s.pile())}
	places := []referee.Place{open, dice, pile}
	for _, seat := range s.table.setup.Seats {
		p := s.Seats[seat]
		tracks := referee.Place{ID: "tracks", Kind: referee.PlaceTracks, Seat: seat}
		for _, id := range s.table.tracks {
			tracks.Pieces = append(tracks.Pieces, referee.Piece{ID: id, N: p.Tracks[id], Max: s.table.n("trackMax")})
		}
		held := map[string]int{}
		for _, back := range p.Hand {
			held[back]++
		}
		places = append(places, tracks, referee.Place{ID: "hand", Kind: referee.PlaceHand, Seat: seat, Args: []string{"card"}, Pieces: s.backs(held)})
	}
	return places
}

// backs returns power-ups that lie face down, by their backs.
func (s state) backs(n map[string]int) []referee.Piece {
	var list []referee.Piece
	for _, back := range slices.Sorted(maps.Keys(n)) {
		if n[back] == 0 {
			continue
		}
		p := referee.Piece{ID: back, N: n[back]}
		for _, id := range s.table.cards {
			if s.table.powerUps[id].back == back && !slices.Contains(s.Discard, id) {
				p.Of = append(p.Of, id)
			}
		}
		list = append(list, p)
	}
	return list
}
