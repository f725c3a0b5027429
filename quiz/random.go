package quiz

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
	h := uint64(0xcbf29ce484222325)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 0x100000001b3
	}
	c := chance(h)
	return &c
}

// shuffle returns the order in which n things of a question are shown: always
// the same for the same id, and never the one they are written in, which is
// the right one where order counts.
func shuffle(id string, n int) []int {
	c := chanceOf(id)
	for {
		order := c.shuffled(n)
		for i, j := range order {
			if i != j || n < 2 {
				return order
			}
		}
		if n < 2 {
			return order
		}
	}
}
