package language

// Distance counts the slips of typing that turn a into b: a letter missing,
// added, other, or two neighbours swapped (optimal string alignment). It
// gives up beyond limit and returns limit+1 then; its time grows with the
// length and the limit only.
func Distance(a, b []rune, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if limit == 0 || len(a) == 0 || len(b) == 0 {
		return min(len(a)+len(b), limit+1)
	}
	far := limit + 1
	rows := make([]int, 3*(len(b)+1))
	before, above, row := rows[:len(b)+1], rows[len(b)+1:2*(len(b)+1)], rows[2*(len(b)+1):]
	for j := range above {
		above[j] = min(j, far)
	}
	for i := 1; i <= len(a); i++ {
		from, to := max(1, i-limit), min(len(b), i+limit)
		row[from-1] = far
		if from == 1 {
			row[0] = min(i, far)
		}
		best := row[from-1]
		for j := from; j <= to; j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(above[j-1]+cost, row[j-1]+1)
			if j < i+limit {
				d = min(d, above[j]+1)
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = min(d, far)
			best = min(best, row[j])
		}
		if best > limit {
			return far
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
