package lobby

import (
	"context"
	"crypto/subtle"
	"io"

	"kitpress/quiz/referee"
)

// pinDigits is how long PINs are: with two PINs a table, one guess hits one of
// 50 tables once in a million.
const pinDigits = 8

// renew gives a table PINs and invitations when it has none, or new ones. It is
// called under the lock of the lobby.
func (h *Lobby) renew(ctx context.Context, t *Table, anew bool) (agreed, error) {
	now, err := neighbours{h}.agree(ctx, t.ID, func(a *agreed) error {
		if a.Join != "" && !anew {
			return nil
		}
		return neighbours{h}.fill(a)
	})
	if err == nil {
		near(t).enter(now)
	}
	return now, err
}

// fill makes PINs and a secret for invitations. PINs differ from all others.
func (h neighbours) fill(a *agreed) error {
	secret := make([]byte, 2*tokenBytes)
	if _, err := io.ReadFull(h.chance, secret); err != nil {
		return err
	}
	pins := map[referee.Role]string{}
	for _, role := range []referee.Role{referee.RoleSeat, referee.RoleReferee} {
		for pins[role] == "" {
			pin, err := h.letters("0123456789", pinDigits)
			if err != nil {
				return err
			}
			if !h.pinInUse(pin) && pin != pins[referee.RoleSeat] {
				pins[role] = pin
			}
		}
	}
	a.Join, a.Referees, a.Secret = pins[referee.RoleSeat], pins[referee.RoleReferee], secret
	return nil
}

func (h *Lobby) pinInUse(pin string) bool {
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
func (h *Lobby) PINs(t *Table) (join, referees string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return t.pins[referee.RoleSeat], t.pins[referee.RoleReferee]
}

// Agree gives a table PINs that were decided before, such as those on printed
// cards. ErrTaken: another table has one of them.
func (h *Lobby) Agree(ctx context.Context, t *Table, join, referees string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := t.pins
	t.pins = nil
	if join == referees || h.pinInUse(join) || h.pinInUse(referees) {
		t.pins = before
		return ErrTaken
	}
	t.pins = before
	now, err := neighbours{h}.agree(ctx, t.ID, func(a *agreed) error {
		a.Join, a.Referees = join, referees
		return nil
	})
	if err == nil {
		near(t).enter(now)
	}
	return err
}

// HandOver gives a table the PINs of another one, which gets new ones: what is
// printed on a card leads to the match that is played now.
func HandOver(ctx context.Context, from, to *Table) error {
	h := from.lobby
	join, referees := h.PINs(from)
	h.mu.Lock()
	_, err := h.renew(ctx, from, true)
	h.mu.Unlock()
	if err != nil {
		return err
	}
	return h.Agree(ctx, to, join, referees)
}

// A JoinRequest asks to be let in, by a PIN or by the token of an invitation.
type JoinRequest struct {
	Table string // "": whichever has the PIN
	PIN   string
	Token string
	Role  referee.Role // "": the one the PIN or the invitation is for
	Seat  referee.Seat // "": say which are free
	From  string       // address; kept for an hour in memory and never stored
}

// A JoinResult is what came of a JoinRequest.
type JoinResult struct {
	Table *Table
	Role  referee.Role
	Seat  referee.Seat
	Token string         // of the device; "" when it has to choose a seat first
	Free  []referee.Seat // to choose from
}

// Join lets a device in. ErrWrong: the PIN or the invitation is not right;
// ErrTooOften: nothing was looked at; ErrLocked: it fits no table that PINs open
// now; ErrTaken: the seat is somebody's; ErrFull: there are enough of the role.
func (h *Lobby) Join(ctx context.Context, k JoinRequest) (JoinResult, error) {
	if err := (neighbours{h}).learnPINs(ctx, k); err != nil {
		return JoinResult{}, err
	}
	d, err := h.open(ctx, k)
	if err != nil {
		return JoinResult{}, err
	}
	if d.Role == referee.RoleSeat && d.Seat == "" {
		d.Free = d.Table.Free()
		return d, nil
	}
	d.Token, err = d.Table.admit(ctx, d.Role, d.Seat)
	return d, err
}

// open finds the table that a request opens. A wrong PIN counts for every table
// it was tried at.
func (h *Lobby) open(ctx context.Context, k JoinRequest) (JoinResult, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.clock()
	if !h.guess.allowed(k.From, now) {
		return JoinResult{}, ErrTooOften
	}
	locked, tried := false, []*Table{}
	for _, t := range h.tables {
		if k.Table != "" && k.Table != t.ID {
			continue
		}
		if k.Token == "" && t.wrong.locked {
			locked = true
			continue
		}
		tried = append(tried, t)
		if role, seat, ok := t.opens(k); ok {
			if seat == "" && role == referee.RoleSeat {
				seat = k.Seat
			}
			if role == referee.RoleScreen { // one device can ask for any number of them
				h.guess.entered(k.From, now)
			}
			return JoinResult{Table: t, Role: role, Seat: seat}, nil
		}
	}
	h.guess.wrong(k.From, now)
	if k.Token == "" {
		for _, t := range tried {
			if t.wrong.count(now, triesAtATable(len(h.tables))); t.wrong.locked {
				_ = neighbours{h}.setLocked(ctx, t) // this program locks it in any case
			}
		}
	}
	if locked {
		return JoinResult{}, ErrLocked
	}
	return JoinResult{}, ErrWrong
}

// Locked reports whether a table lets nobody in by PIN, and Unlock ends that:
// only the desk does.
func (h *Lobby) Locked(t *Table) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return t.wrong.locked
}

// Unlock lets devices in by PIN again.
func (h *Lobby) Unlock(ctx context.Context, t *Table) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	t.wrong = wrongPINs{}
	return neighbours{h}.setLocked(ctx, t)
}

// setLocked tells other programs whether a table lets devices in by PIN.
func (h neighbours) setLocked(ctx context.Context, t *Table) error {
	_, err := h.agree(ctx, t.ID, func(a *agreed) error {
		a.Locked = t.wrong.locked
		return nil
	})
	return err
}

// learnPINs opens the tables that other programs have begun lately, when none
// that is open has what a device was given. A store that does not answer is an
// error: the PIN is not called wrong where nobody could look it up.
func (h neighbours) learnPINs(ctx context.Context, k JoinRequest) error {
	if h.shared == nil {
		return nil
	}
	h.mu.Lock()
	allowed, fits := h.guess.allowed(k.From, h.clock()), false
	for _, t := range h.tables {
		if k.Table == "" || k.Table == t.ID {
			_, _, ok := t.opens(k)
			fits = fits || ok
		}
	}
	h.mu.Unlock()
	if fits || !allowed {
		return nil
	}
	var err error
	if k.Table == "" {
		_, err = h.Restore(ctx)
	} else if t := h.learn(ctx, k.Table); t != nil {
		err = near(t).reread(ctx) // its PINs may be new
	}
	if err == nil && h.shared.Away() {
		err = errBehind
	}
	return err
}

// opens reports which role a request gets at a table. A PIN knows its role; the
// big screen is for whoever asks, by either PIN.
func (t *Table) opens(k JoinRequest) (role referee.Role, seat referee.Seat, ok bool) {
	if k.Token == "" {
		for _, r := range []referee.Role{referee.RoleSeat, referee.RoleReferee} {
			if same(k.PIN, t.pins[r]) {
				role, ok = r, true
			}
		}
		switch k.Role {
		case referee.RoleScreen:
			role = k.Role
		case referee.RoleSeat, referee.RoleReferee, "":
		default:
			ok = false
		}
		return role, "", ok
	}
	if k.Table == "" {
		return "", "", false
	}
	for _, r := range []referee.Role{referee.RoleReferee, referee.RoleScreen, referee.RoleSeat} {
		if same(k.Token, t.invitation(r, "")) {
			role, ok = r, true
		}
	}
	for _, s := range t.Match.Seats {
		if same(k.Token, t.invitation(referee.RoleSeat, s)) {
			role, seat, ok = referee.RoleSeat, s, true
		}
	}
	return role, seat, ok
}

// same compares in a time that does not depend on where texts differ.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
