package store

import (
	"context"
	"time"

	"kitpress/quiz/referee"
)

// Sessions keeps what belongs to matches beside their logs: which devices may
// enter what, what seats are called for the moment, and notes of the program.
// Delete of a Store removes all of a match.
type Sessions interface {
	// Admit keeps a session; ErrUnknown when there is no such match.
	Admit(ctx context.Context, p Session) error
	// Admitted returns the sessions of a match in the order of Made, then Hash.
	Admitted(ctx context.Context, match string) ([]Session, error)
	// Dismiss removes sessions by their hash; one that is not there is none.
	Dismiss(ctx context.Context, hashes ...string) error
	// SetAlias keeps what a seat is called; "" removes it. ErrUnknown when
	// there is no such match.
	SetAlias(ctx context.Context, match string, seat referee.Seat, alias string) error
	// Aliases returns what the seats of a match are called.
	Aliases(ctx context.Context, match string) (map[referee.Seat]string, error)
	// SetNote keeps a text under a name; "" removes it.
	SetNote(ctx context.Context, name, text string) error
	// ChangeNote keeps what change makes of a text, "" when there is none; nobody
	// else changes it meanwhile. change must not use the store.
	ChangeNote(ctx context.Context, name string, change func(text string) (string, error)) error
	// Note returns a text by its name, "" when there is none.
	Note(ctx context.Context, name string) (string, error)
}

// A Session lets a device in. The token itself is nowhere but on the device.
type Session struct {
	Hash  string // of the token: SHA-256 in hex
	Match string
	Role  string
	Seat  referee.Seat
	N     int // tells devices with the same role apart
	Made  time.Time
}
