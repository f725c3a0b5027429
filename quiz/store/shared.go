package store

import (
	"context"
	"strings"
)

// A Shared store is one that several programs read and write at the same time.
// What one of them has been told is kept, all others can read.
type Shared interface {
	Store
	// Watch tells of what has changed, by this program or by others, until ctx
	// ends. It goes on when the server was away, and says then that everything
	// may have changed. Changes of one match come in their order.
	Watch(ctx context.Context, tell func(Change))
	// Since returns the entries behind those of a log that are known. ErrUnknown:
	// the match is gone.
	Since(ctx context.Context, m Match, known []Entry) ([]Entry, error)
	// NoteSince returns a note and its version, "" when there is none; it does
	// not read the text when the version is the one that is known.
	NoteSince(ctx context.Context, name string, known int64) (text string, version int64, err error)
	// Session returns the session with a hash, and whether there is one.
	Session(ctx context.Context, hash string) (Session, bool, error)
	// Alone runs do while no other program runs something under this name.
	Alone(ctx context.Context, name string, do func() error) error
	// Away reports that the server could not be reached when it was last asked.
	Away() bool
}

// The kinds of changes.
const (
	ChangedLog   ChangeKind = "log"   // entries were added to a match
	ChangedMatch ChangeKind = "match" // a match was made or deleted
	ChangedSeats ChangeKind = "seats" // devices of a match, or what its seats are called
	ChangedNote  ChangeKind = "note"
	ChangedAll   ChangeKind = "all" // nobody listened for a while
)

// A ChangeKind says what a change is about.
type ChangeKind string

// A Change is something that is other than it was.
type Change struct {
	Kind ChangeKind
	Name string // of the match or the note
	Seq  int    // of the last entry of a log
}

// OpenAt opens what an address names: a server of PostgreSQL
// (postgres://user@host/database), or a file.
func OpenAt(ctx context.Context, where string) (Store, error) {
	if IsServer(where) {
		return Connect(ctx, where)
	}
	return Open(ctx, where)
}

// IsServer reports whether an address names a server and no file.
func IsServer(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}
