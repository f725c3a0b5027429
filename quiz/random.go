package quiz

import (
	"hash/fnv"
)

// A chance draws numbers that look random and follow from a seed alone, on
// every machine and in every version: SplitMix64.
type chance uint64

func (c *chance) next() uint64 {
	*c += 0x9e3779b97f4a7c15
	z := uint64(*c)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1. The numbers are so much smaller than
// 2⁶⁴ that none is favoured noticeably.
func (c *chance) below(n int) int { return int(c.next() % uint64(n)) }

// shuffled returns 0 to n-1 in an order of chance.
func (c *chance) shuffled(n int) []int {
	list := make([]int, n)
	for i := range list {
		j := c.below(i + 1)
		list[i], list[j] = list[j], i
	}
	return list
}

// chanceOf returns the chance that belongs to a text (FNV-1a).
func chanceOf(text string) *chance {
	h := fnv.New64a()
	h.Write([]byte(text)) // never fails
	c := chance(h.Sum64())
	return &c
}

// orders is what the order of options follows from beside the id of their
// question. It was chosen so that in every shipped game the right options are
// spread evenly over the letters; another one gives every question another order.
const orders = "kitpress 12"

// shuffle returns the order in which n things of a question are shown: always
// the same for the same id, and never the one they are written in, which is
// the right one where order counts, nor that one turned round.
func shuffle(id string, n int) []int {
	c := chanceOf(orders + " " + id)
	for {
		order := c.shuffled(n)
		up, down := true, true
		for i, j := range order {
			up, down = up && i == j, down && i == n-1-j
		}
		if n < 2 || !up && (!down || n < 3) {
			return order
		}
	}
}
