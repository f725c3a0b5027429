package lobby

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"slices"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// A Guest is a device at a table.
type Guest struct {
	Role referee.Role
	Seat referee.Seat // of a seat
	N    int          // tells several with one role apart, from 1
	hash string
}

// tokenBytes is how long tokens are: 128 bits.
const tokenBytes = 16

// token returns a new token.
func (h *Lobby) token() (string, error) {
	var b [tokenBytes]byte
	if _, err := io.ReadFull(h.chance, b[:]); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(b[:]), nil
}

// letters returns n letters by chance, each equally likely.
func (h *Lobby) letters(of string, n int) (string, error) {
	var out []byte
	var b [1]byte
	for len(out) < n {
		if _, err := io.ReadFull(h.chance, b[:]); err != nil {
			return "", err
		}
		if int(b[0]) < 256/len(of)*len(of) {
			out = append(out, of[int(b[0])%len(of)])
		}
	}
	return string(out), nil
}

// guestOf returns the device of a session.
func guestOf(p store.Session) Guest {
	return Guest{Role: referee.Role(p.Role), Seat: p.Seat, N: p.N, hash: p.Hash}
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Guest returns who has a token, and has the table catch up with what other
// programs have entered. Only its hash is looked up, so the time it takes says
// nothing about other tokens.
func (t *Table) Guest(ctx context.Context, token string) (Guest, error) {
	if len(token) != base64.RawURLEncoding.EncodedLen(tokenBytes) {
		return Guest{}, ErrForbidden
	}
	hash := hashOf(token)
	t.mu.Lock()
	defer t.mu.Unlock()
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), sharedWithin)
	defer cancel()
	if _, ok := t.guests[hash]; !ok && !t.gone {
		if err := near(t).known(within, hash); err != nil {
			return Guest{}, err
		}
	}
	if err := near(t).catchUp(within); err != nil {
		return Guest{}, err
	}
	g, ok := t.guests[hash]
	switch {
	case t.gone:
		return Guest{}, ErrUnknown
	case !ok || subtle.ConstantTimeCompare([]byte(g.hash), []byte(hash)) != 1:
		return Guest{}, ErrForbidden
	}
	return g, nil
}

// mostOfARole is how many referees and how many screens a table lets in, beside
// one device at each seat: none takes the room of another role.
const mostOfARole = 8

// admit lets a device in and returns its token. Where there are enough of a
// role, the oldest one that does not listen makes room.
func (t *Table) admit(ctx context.Context, role referee.Role, seat referee.Seat) (string, error) {
	token, err := t.lobby.token()
	if err != nil {
		return "", err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.gone:
		return "", ErrUnknown
	case t.lobby.Broken():
		return "", store.ErrBroken
	case role == referee.RoleSeat && !slices.Contains(t.Match.Seats, seat):
		return "", ErrWrong
	case role == referee.RoleSeat && t.taken(seat):
		return "", ErrTaken
	}
	g := Guest{Role: role, Seat: seat, N: 1, hash: hashOf(token)}
	all, idle := t.ofRole(role)
	if role != referee.RoleSeat {
		last := 0
		if len(all) > 0 {
			last = all[len(all)-1].N
		}
		if g.N, err = (neighbours{t.lobby}).nextDevice(ctx, t.ID, last); err != nil {
			return "", err
		}
		if len(all) >= mostOfARole {
			if len(idle) == 0 {
				return "", ErrFull
			}
			if err := t.drop(ctx, idle[0].hash); err != nil {
				return "", err
			}
		}
	}
	if err := t.keep(ctx, g); err != nil {
		return "", err
	}
	t.guests[g.hash] = g
	if role == referee.RoleReferee {
		t.changed() // players no longer speak for the table
	}
	t.views.Forget(false)
	return token, nil
}

// keep puts a new device into the store. Where another program has let one in at
// its seat meanwhile, it makes way.
func (t *Table) keep(ctx context.Context, g Guest) error {
	p := store.Session{Hash: g.hash, Match: t.ID, Role: string(g.Role), Seat: g.Seat, N: g.N, Made: t.lobby.clock()}
	if err := t.lobby.desk.Store.Admit(ctx, p); err != nil || t.lobby.shared == nil || g.Role != referee.RoleSeat {
		return t.lobby.judge(err)
	}
	sessions, err := t.lobby.desk.Store.Admitted(ctx, t.ID)
	if err != nil {
		return t.lobby.judge(err)
	}
	for _, other := range sessions {
		if other.Hash != g.hash && other.Role == p.Role && other.Seat == p.Seat {
			t.guests[other.Hash] = guestOf(other)
			return errors.Join(ErrTaken, t.lobby.judge(t.lobby.desk.Store.Dismiss(ctx, g.hash)))
		}
	}
	return nil
}

// taken reports whether a device has a seat.
func (t *Table) taken(seat referee.Seat) bool {
	for _, g := range t.guests {
		if g.Role == referee.RoleSeat && g.Seat == seat {
			return true
		}
	}
	return false
}

// ofRole returns the devices of a role, the oldest first, and those of them
// that do not listen.
func (t *Table) ofRole(role referee.Role) (all, idle []Guest) {
	for _, g := range t.guests {
		if g.Role == role {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b Guest) int { return a.N - b.N })
	for _, g := range all {
		if !t.listens(g) {
			idle = append(idle, g)
		}
	}
	return all, idle
}

func (t *Table) listens(g Guest) bool {
	return t.anyFeed(func(other Guest) bool { return other.hash == g.hash })
}

// drop takes sessions away; who has them is told.
func (t *Table) drop(ctx context.Context, hashes ...string) error {
	if err := t.lobby.desk.Store.Dismiss(ctx, hashes...); err != nil {
		return t.lobby.judge(err)
	}
	for _, hash := range hashes {
		delete(t.guests, hash)
	}
	for f := range t.feeds {
		if slices.Contains(hashes, f.guest.hash) {
			f.drop()
		}
	}
	t.changed() // the last referee may be among them
	return nil
}

// A Device is one that has been let in, beside those at the seats.
type Device struct {
	Role referee.Role `json:"role"`
	N    int          `json:"n"`
	Here bool         `json:"here"` // it listens
}

// Devices returns the referees and screens, the oldest first.
func (t *Table) Devices() []Device {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := []Device{}
	for _, role := range []referee.Role{referee.RoleReferee, referee.RoleScreen} {
		all, _ := t.ofRole(role)
		for _, g := range all {
			list = append(list, Device{role, g.N, t.listens(g)})
		}
	}
	return list
}

// Free returns the seats that no device has.
func (t *Table) Free() []referee.Seat {
	t.mu.Lock()
	defer t.mu.Unlock()
	var free []referee.Seat
	for _, seat := range t.Match.Seats {
		if !t.taken(seat) {
			free = append(free, seat)
		}
	}
	return free
}

// Dismiss takes the sessions of a role, of one seat when it is not "" and of one
// device when n is not 0, and makes the PINs and invitations of the table anew:
// whoever was sent away knew them.
func (h *Lobby) Dismiss(ctx context.Context, t *Table, role referee.Role, seat referee.Seat, n int) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.broken.Load() {
		return store.ErrBroken
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	var hashes []string
	for hash, g := range t.guests {
		if g.Role == role && (seat == "" || g.Seat == seat) && (n == 0 || g.N == n) {
			hashes = append(hashes, hash)
		}
	}
	if err := t.drop(ctx, hashes...); err != nil {
		return err
	}
	_, err := h.renew(ctx, t, true)
	return err
}

// Invitation returns the token of a link that lets a device in as a role, at
// one seat or, with "", at any that is free.
func (h *Lobby) Invitation(t *Table, role referee.Role, seat referee.Seat) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return t.invitation(role, seat)
}

func (t *Table) invitation(role referee.Role, seat referee.Seat) string {
	m := hmac.New(sha256.New, t.secret)
	m.Write([]byte(string(role) + "\x00" + string(seat)))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)[:tokenBytes])
}

// nextDevice returns a number for a device, above from, that no other program
// gives to another.
func (h neighbours) nextDevice(ctx context.Context, id string, from int) (int, error) {
	now, err := h.agree(ctx, id, func(a *agreed) error {
		a.Devices = max(a.Devices, from) + 1
		return nil
	})
	return now.Devices, err
}
