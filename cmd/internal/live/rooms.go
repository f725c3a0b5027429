package live

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"math/big"
	"slices"
	"sync"
	"time"
)

// maxRooms is how many quizzes there are at once: the oldest makes room.
const maxRooms = 16

// Rooms are the quizzes of a server. It is safe for use by several goroutines.
type Rooms struct {
	bank   Bank
	chance io.Reader
	keeper Keeper

	mu    sync.Mutex
	rooms []*Room // the oldest first
}

// NewRooms returns no rooms yet; chance is where ids, PINs and tokens come from,
// keeper where rooms are kept.
func NewRooms(bank Bank, chance io.Reader, keeper Keeper) *Rooms {
	return &Rooms{bank: bank, chance: chance, keeper: keeper}
}

// Begin opens a room. ErrName: the class has no name that can be shown.
func (s *Rooms) Begin(how Setup, now time.Time) (*Room, error) {
	if err := s.enrol(&how); err != nil {
		return nil, err
	}
	id, err := s.Token()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	pin := ""
	for pin == "" || s.find(func(r *Room) bool { return r.PIN == pin }) != nil {
		n, err := rand.Int(s.chance, big.NewInt(1_000_000))
		if err != nil {
			return nil, err
		}
		pin = fmt.Sprintf("%06d", n)
	}
	r := New(id[:12], pin, how, s.bank, s.keeper, now)
	r.mu.Lock()
	err = r.change(func() error { return nil })
	r.mu.Unlock()
	if err != nil {
		return nil, err
	}
	s.rooms = append(s.rooms, r)
	if len(s.rooms) > maxRooms {
		if err := s.forget(0); err != nil {
			return nil, err
		}
	}
	return r, s.changeList(func(ids []string) []string { return append(ids, r.ID) })
}

// forget closes a room and what was said in it; it is called under the lock.
func (s *Rooms) forget(i int) error {
	r := s.rooms[i]
	s.rooms = append(s.rooms[:i:i], s.rooms[i+1:]...)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.report(); err != nil {
		return err
	}
	r.end()
	r.touch()
	if err := s.keeper.SetNote(context.Background(), noteOf(r.ID), ""); err != nil {
		return err
	}
	return s.changeList(func(ids []string) []string {
		return slices.DeleteFunc(ids, func(id string) bool { return id == r.ID })
	})
}

// Token returns a new secret of 128 bits.
func (s *Rooms) Token() (string, error) {
	b := make([]byte, 16)
	if _, err := io.ReadFull(s.chance, b); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", b), nil
}

func (s *Rooms) find(is func(*Room) bool) *Room {
	for _, r := range s.rooms {
		if is(r) {
			return r
		}
	}
	return nil
}

// Room returns the room of an id, nil for none.
func (s *Rooms) Room(id string) *Room {
	return s.lookup(func(r *Room) bool { return r.ID == id })
}

// ByPIN returns the room of a PIN, nil for none.
func (s *Rooms) ByPIN(pin string) *Room {
	return s.lookup(func(r *Room) bool { return r.PIN == pin })
}

// Close ends a room for good, and forgets what was said in it.
func (s *Rooms) Close(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, r := range s.rooms {
		if r.ID == id {
			return s.forget(i)
		}
	}
	return nil
}
