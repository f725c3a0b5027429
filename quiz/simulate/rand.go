package simulate

import "math/bits"

// A Rand is a source of chance that depends on its seed alone: the generator
// splitmix64. It is for games, not for secrets.
type Rand struct{ state uint64 }

// NewRand returns the source of one game of a seed.
func NewRand(seed, game uint64) *Rand {
	r := &Rand{seed}
	r.state = r.Next() ^ (game+1)*0xd1342543de82ef95 // two odd factors keep neighbouring games apart
	return r
}

// Next returns 64 bits.
func (r *Rand) Next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// IntN returns a number from 0 to n-1, each equally likely; 0 when n is below 1.
func (r *Rand) IntN(n int) int {
	if n < 1 {
		return 0
	}
	size := uint64(n)
	for {
		high, low := bits.Mul64(r.Next(), size)
		if low >= -size%size {
			return int(high)
		}
	}
}

// Shuffle puts a list in an order by chance.
func Shuffle[T any](r *Rand, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}

// Draws returns n values of a list by chance, the same one perhaps several
// times: what n dice show.
func Draws[T any](r *Rand, list []T, n int) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = list[r.IntN(len(list))]
	}
	return out
}
