package simulate

import (
	"slices"

	"kitpress/catalog"
)

// A Pile is cards that lie face down; the last one lies on top.
type Pile struct{ Cards []string }

// Top returns the card on top, "" when there is none.
func (p *Pile) Top() string {
	if len(p.Cards) == 0 {
		return ""
	}
	return p.Cards[len(p.Cards)-1]
}

// Draw takes cards off the pile. When it is used up, the fresh ones are
// shuffled into a new pile; when there are none of these either, fewer cards
// are drawn.
func (p *Pile) Draw(r *Rand, n int, fresh *[]string) []string {
	var drawn []string
	for range n {
		p.Renew(r, fresh)
		if len(p.Cards) == 0 {
			break
		}
		drawn = append(drawn, p.Top())
		p.Cards = p.Cards[:len(p.Cards)-1]
	}
	p.Renew(r, fresh)
	return drawn
}

// Renew makes a pile of fresh cards if there is none.
func (p *Pile) Renew(r *Rand, fresh *[]string) {
	if len(p.Cards) > 0 || len(*fresh) == 0 {
		return
	}
	p.Cards, *fresh = *fresh, nil
	slices.Sort(p.Cards) // where they lay before does not matter
	Shuffle(r, p.Cards)
}

// Cards returns the ids of cards, each as often as there are copies.
func Cards(records []*catalog.Record) []string {
	var list []string
	for _, r := range records {
		list = append(list, slices.Repeat([]string{r.ID}, r.Quantity)...)
	}
	return list
}

// Different returns the different cards of a hand, sorted.
func Different(hand []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(hand)))
}
