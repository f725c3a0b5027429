package hall

import (
	"context"
	"crypto/subtle"
	"io"
	"time"

	"kitpress/quiz/referee"
)

// Limits for guessing: with six digits, 100 tries hit a PIN once in 10,000.
const (
	pinDigits     = 6
	triesAMinute  = 10  // wrong ones, by one address
	triesForAPIN  = 100 // wrong ones, by all, until there are new PINs
	rememberTries = time.Minute
)

// renew gives a table new PINs and invitations. PINs differ from all others.
func (h *Hall) renew(t *Table) error {
	secret := make([]byte, 2*tokenBytes)
	if _, err := io.ReadFull(h.chance, secret); err != nil {
		return err
	}
	pins := map[Role]string{}
	for _, role := range []Role{RoleSeat, RoleReferee} {
		for pins[role] == "" {
			pin, err := h.letters("0123456789", pinDigits)
			if err != nil {
				return err
			}
			if !h.pinInUse(pin) && pin != pins[RoleSeat] {
				pins[role] = pin
			}
		}
	}
	t.pins, t.secret = pins, secret
	return nil
}

func (h *Hall) pinInUse(pin string) bool {
	for _, t := range h.tables {
		for _, p := range t.pins {
			if p == pin {
				return true
			}
		}
	}
	return false
}

// PINs returns the PIN for seats and screens, and that for referees.
func (h *Hall) PINs(t *Table) (join, referees string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return t.pins[RoleSeat], t.pins[RoleReferee]
}

// A Knock asks to be let in, by a PIN or by the token of an invitation.
type Knock struct {
	Table string // "": whichever has the PIN
	PIN   string
	Token string
	Role  Role
	Seat  referee.Seat // "": say which are free
	From  string       // address; kept for a minute in memory and never stored
}

// A Door is what came of a Knock.
type Door struct {
	Table *Table
	Role  Role
	Seat  referee.Seat
	Token string         // of the device; "" when it has to choose a seat first
	Free  []referee.Seat // to choose from
}

// Knock lets a device in. ErrWrong: the PIN or the invitation is not right;
// ErrTooOften: nothing was looked at; ErrTaken: the seat is somebody's.
func (h *Hall) Knock(ctx context.Context, k Knock) (Door, error) {
	d, err := h.open(k)
	if err != nil {
		return Door{}, err
	}
	if d.Role == RoleSeat && d.Seat == "" {
		d.Free = d.Table.Free()
		return d, nil
	}
	d.Token, err = d.Table.admit(ctx, d.Role, d.Seat)
	return d, err
}

// open finds the table that a knock opens.
func (h *Hall) open(k Knock) (Door, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.guess.allowed(k.From, h.clock()) {
		return Door{}, ErrTooOften
	}
	for _, t := range h.tables {
		if k.Table != "" && k.Table != t.ID {
			continue
		}
		if role, seat, ok := t.opens(k); ok {
			if seat == "" && role == RoleSeat {
				seat = k.Seat
			}
			return Door{Table: t, Role: role, Seat: seat}, nil
		}
	}
	if h.guess.wrong(k.From, h.clock()) >= triesForAPIN {
		h.guess.total = 0
		for _, t := range h.tables {
			if err := h.renew(t); err != nil {
				return Door{}, err
			}
		}
	}
	return Door{}, ErrWrong
}

// opens reports which role a knock gets at a table.
func (t *Table) opens(k Knock) (role Role, seat referee.Seat, ok bool) {
	if k.Token == "" {
		pin := RoleSeat
		switch k.Role {
		case RoleReferee:
			pin = RoleReferee
		case RoleSeat, RoleScreen:
		default:
			return "", "", false
		}
		return k.Role, "", same(k.PIN, t.pins[pin])
	}
	if k.Table == "" {
		return "", "", false
	}
	for _, r := range []Role{RoleReferee, RoleScreen, RoleSeat} {
		if same(k.Token, t.invitation(r, "")) {
			role, ok = r, true
		}
	}
	for _, s := range t.Match.Seats {
		if same(k.Token, t.invitation(RoleSeat, s)) {
			role, seat, ok = RoleSeat, s, true
		}
	}
	return role, seat, ok
}

// same compares in a time that does not depend on where texts differ.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// guesses counts wrong tries.
type guesses struct {
	by    map[string]*tries
	total int
}

// tries are the wrong ones of an address since a time.
type tries struct {
	since time.Time
	n     int
}

// allowed reports whether an address may try again.
func (g *guesses) allowed(from string, now time.Time) bool {
	t := g.by[from]
	return t == nil || t.fresh(now) || t.n < triesAMinute
}

// fresh reports whether a minute has begun. When the clock jumps back, the
// minute begins anew and the tries stay.
func (t *tries) fresh(now time.Time) bool {
	if now.Before(t.since) {
		t.since = now
	}
	return now.Sub(t.since) >= rememberTries
}

// wrong counts a wrong try and returns how many there were since the last PIN.
func (g *guesses) wrong(from string, now time.Time) int {
	if g.by == nil {
		g.by = map[string]*tries{}
	}
	for address, t := range g.by {
		if t.fresh(now) {
			delete(g.by, address)
		}
	}
	t := g.by[from]
	if t == nil {
		t = &tries{since: now}
		g.by[from] = t
	}
	t.n++
	g.total++
	return g.total
}
