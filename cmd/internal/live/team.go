package live

import "slices"

// teamFor returns the team of somebody who comes in: the one that is chosen, or
// where teams are dealt the smallest. It is called under the lock.
func (r *Room) teamFor(chosen string) (string, error) {
	switch {
	case len(r.Teams) == 0:
		return "", nil
	case !r.Deal && slices.Contains(r.Teams, chosen):
		return chosen, nil
	case !r.Deal:
		return "", ErrTeam
	}
	sizes := r.sizes()
	return slices.MinFunc(r.Teams, func(a, b string) int { return sizes[a] - sizes[b] }), nil
}

// sizes returns how many pupils are in each team; it is called under the lock.
func (r *Room) sizes() map[string]int {
	n := map[string]int{}
	for _, p := range r.pupils {
		n[p.team]++
	}
	return n
}

// TeamSizes returns how many pupils are in each team.
func (r *Room) TeamSizes() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sizes()
}

// teams returns the teams somebody is in, the one with the most points for each of
// its pupils first: so a small team is as good as a large one. It is called under
// the lock.
func (r *Room) teams() []Standing {
	var list []Standing
	for _, team := range r.Teams {
		one := Standing{Name: team}
		for _, p := range r.pupils {
			if p.team == team {
				one.Points += r.points(p)
				one.Pupils++
			}
		}
		if one.Pupils > 0 {
			list = append(list, one)
		}
	}
	return ranked(list, func(a, b Standing) int { return b.Points*a.Pupils - a.Points*b.Pupils })
}
