package flow

import (
	"slices"

	"kitpress/layout"
)

// A grid is where the frames of all entries stand: in one size of type, and each
// at the same height on every page. Entries with too much text for that are set
// in the smallest type.
type grid struct {
	size, small layout.Length
	gap         layout.Length      // between frames
	slots       [2][]layout.Length // by column: how high its frames may be, from the top
}

// mostHeld is which share of the entries a grid holds at least, if any size of
// type allows it.
const mostHeld = 0.85

// grid returns the grid of the flow: that of the largest type with room for most
// entries.
func (b *builder) grid() *grid {
	if b.slots != nil {
		return b.slots
	}
	whole := b.style
	defer func() { b.style = whole }()
	st := whole.Entry
	for _, size := range st.Sizes {
		g := &grid{size: size, small: st.Sizes[len(st.Sizes)-1], gap: st.Gap}
		var pairs [][]boxColumn
		for _, e := range b.entries {
			eb := entryBuilder{b, e}
			b.style = whole
			room := eb.room(eb.notes(st.Number, 0))
			b.style = whole.sized(size)
			pairs = append(pairs, eb.pair(room))
		}
		for i := range g.slots {
			g.slots[i] = slotsOf(pairs, i, st.Area.H-st.Least-st.Gap, st.Gap)
		}
		held := 0
		for _, pair := range pairs {
			if g.holds(pair, pair[0].room.H) {
				held++
			}
		}
		b.slots = g
		if float64(held) >= mostHeld*float64(len(pairs)) {
			break
		}
	}
	return b.slots
}

// slotsOf divides the height of a column among its frames so that as few entries as
// possible have a frame that is higher.
func slotsOf(pairs [][]boxColumn, column int, room, gap layout.Length) []layout.Length {
	var slots []layout.Length
	var needs [][]layout.Length // of the entries that fit
	for _, pair := range pairs {
		var need []layout.Length
		for k, x := range pair[column].boxes {
			need = append(need, x.height)
			if k == len(slots) {
				slots = append(slots, 0)
			}
			slots[k] = max(slots[k], x.height)
		}
		needs = append(needs, need)
	}
	n := layout.Length(len(slots))
	if n == 0 {
		return nil
	}
	free := func() layout.Length {
		left := room - (n-1)*gap
		for _, s := range slots {
			left -= s
		}
		return left
	}
	for free() < 0 {
		best, next, cost := -1, layout.Length(0), 0.0
		for k, slot := range slots {
			lower, lost := layout.Length(0), 0
			for _, need := range needs {
				switch {
				case len(need) <= k:
				case need[k] == slot:
					lost++
				default:
					lower = max(lower, need[k])
				}
			}
			if c := float64(lost) / max(slot-lower, 1).MM(); lower > 0 && (best < 0 || c < cost) {
				best, next, cost = k, lower, c
			}
		}
		if best < 0 {
			break // one entry alone has too much
		}
		needs = slices.DeleteFunc(needs, func(need []layout.Length) bool { return len(need) > best && need[best] > next })
		for k := range slots { // what was high in those that are out no longer counts
			slots[k] = 0
			for _, need := range needs {
				if len(need) > k {
					slots[k] = max(slots[k], need[k])
				}
			}
		}
	}
	more := max(0, free()) / n
	for k := range slots {
		slots[k] += more
	}
	return slots
}

// holds reports whether an entry whose columns may be so high has no frame that is
// higher than its place.
func (g *grid) holds(pair []boxColumn, room layout.Length) bool {
	for i := range pair {
		top := layout.Length(0)
		for k, x := range pair[i].boxes {
			if k >= len(g.slots[i]) || x.height > min(g.slots[i][k], room-top) {
				return false
			}
			top += g.slots[i][k] + g.gap
		}
	}
	return true
}

// place puts the frames of a column at their heights, or as near as their own
// allow; each reaches to the next one.
func (g *grid) place(c *boxColumn, slots []layout.Length, st *EntryStyle) {
	top, least := c.room.Y, c.room.Y
	for k, x := range c.boxes {
		x.top = max(top, least)
		least = x.top + x.height + g.gap
		if k < len(slots) {
			top += slots[k] + g.gap
		}
	}
	end := c.room.Bottom()
	for k := len(c.boxes) - 1; k >= 0; k-- {
		x := c.boxes[k]
		x.top = min(x.top, end-x.height)
		if x.look.Grows && slots != nil {
			if x.extra = end - x.top - x.height; x.between(st) == 0 {
				x.drop = x.extra / 2 // one paragraph stands in the middle
			}
		}
		end = x.top - g.gap
	}
}
