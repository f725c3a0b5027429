package online

import (
	"slices"

	"kitpress/quiz/referee"
)

// place returns why a card cannot be laid on an area, whoever lays it. own:
// for oneself or one's team. Files of the turn are counted elsewhere.
func (s state) place(id string, a area, own bool) *referee.Refusal {
	c := s.table.card(id)
	switch c.kind {
	case kindFile:
		return s.placeFile(id, a)
	case kindBlock:
		if own {
			return referee.Refuse("R14", "own-area", "Card", id)
		}
		stack := a.Connection
		if s.table.isMemory(id) {
			stack = a.Memory
		}
		if !slices.Contains(c.on, top(stack)) {
			return referee.Refuse("R14", "not-on", "Card", id, "Top", top(stack))
		}
		return nil
	case kindAccess:
		if !own {
			return referee.Refuse("R9", "others-area", "Card", id)
		}
		return s.placeAccess(id, a)
	}
	return referee.Refuse("R23", "cannot-lay", "Card", id)
}

// placeAccess: onto the own stacks, where nothing is open yet or something is
// to be unlocked: ONL-R9 to R11, R18 to R20, A6.
func (s state) placeAccess(id string, a area) *referee.Refusal {
	t := s.table
	stack, rule := a.Connection, "R9"
	switch {
	case t.isMemory(id):
		stack, rule = a.Memory, "R11"
	case t.isKey(id):
		rule = "R18"
	case t.card(id).limit > t.n("onlineLimit"):
		rule = "R10"
	}
	on := top(stack)
	switch under := t.card(on); {
	case on == "":
		if t.isKey(id) {
			return referee.Refuse(rule, "nothing-to-unlock", "Card", id)
		}
		return nil
	case under.kind == kindBlock:
		if !slices.Contains(under.openedBy, id) {
			return referee.Refuse(unlockRule(t, on), "wrong-key", "Card", id, "Top", on)
		}
		return nil
	case t.isKey(on):
		if t.isKey(id) {
			return referee.Refuse(rule, "nothing-to-unlock", "Card", id)
		}
		return nil
	case t.isConnection(on) && t.isConnection(id) && t.card(id).limit > t.card(on).limit:
		return nil // R10: Turbo-Line on Online
	}
	return referee.Refuse(rule, "open-already", "Card", id, "Top", on)
}

// unlockRule returns the rule about unlocking a block: with a key first, or at
// once.
func unlockRule(t *table, block string) string {
	if len(t.card(block).then) > 0 {
		return "R18"
	}
	return "R19"
}

// placeFile: with an open connection, large files with an open memory too.
func (s state) placeFile(id string, a area) *referee.Refusal {
	on := top(a.Connection)
	switch {
	case on == "":
		return referee.Refuse("R12", "not-online", "Card", id)
	case s.table.card(on).kind == kindBlock:
		return referee.Refuse("R15", "blocked", "Card", id, "Top", on)
	case !s.online(a):
		return referee.Refuse("R18", "needs-connection", "Card", id, "Top", on)
	case len(s.table.card(id).memory) == 0:
		return nil
	case len(a.Memory) == 0:
		return referee.Refuse("R11", "no-memory", "Card", id)
	case !s.roomy(a):
		return referee.Refuse("R15", "blocked", "Card", id, "Top", top(a.Memory))
	}
	return nil
}

// limited returns a refusal when a seat has loaded enough files in this turn:
// ONL-R9, R10, R13.
func (s state) limited(seat referee.Seat) *referee.Refusal {
	on := top(s.area(seat).Connection)
	if limit := s.table.card(on).limit; s.Files >= limit {
		return referee.Refuse("R13", "files-enough", "Top", on, "Max", limit)
	}
	return nil
}
