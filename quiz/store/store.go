package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kitpress/quiz/referee"
)

// A Store keeps matches and their logs. It is safe for use by several
// goroutines.
type Store interface {
	// Create adds a match without records; ErrExists when the id is taken.
	Create(ctx context.Context, m Match, at time.Time) error
	// Append adds a record behind the log of a match, on the disk before it
	// returns. When the record's operation is in the log already, it returns
	// the entry of that and repeated is true. Otherwise r.Seq must be the next
	// number: a *StaleError says what the log has now. ErrUnknown: no such
	// match.
	Append(ctx context.Context, match string, r referee.Record, at time.Time) (e Entry, repeated bool, err error)
	// Load returns a match and its log.
	Load(ctx context.Context, match string) (Match, []Entry, error)
	// List returns all matches, the latest first.
	List(ctx context.Context) ([]Summary, error)
	// Delete removes a match for good, with every trace in the file.
	// ErrTraces: it is gone, but not every trace yet.
	Delete(ctx context.Context, match string) error
	// Pack wipes from the file what was removed: notes, say. ErrTraces as in
	// Delete.
	Pack(ctx context.Context) error
	// Insert adds a match with its log, as Import read them; ErrExists when
	// the id is taken.
	Insert(ctx context.Context, m Match, log []Entry) error
	Sessions
	Close() error
}

// A Match is what a match started from.
type Match struct {
	ID      string            `json:"id"`
	Game    string            `json:"game"`
	Version string            `json:"version"` // of the game in the catalog
	Edition string            `json:"edition,omitempty"`
	Seats   []referee.Seat    `json:"seats"`
	Options map[string]string `json:"options,omitempty"`
	Created time.Time         `json:"created"`
}

// An Entry is a record, when it was written, and the hash of the log up to it.
type Entry struct {
	At     time.Time      `json:"at"`
	Record referee.Record `json:"record"`
	Hash   string         `json:"hash"`
}

// A Summary is a line in a list of matches.
type Summary struct {
	Match
	Records int       `json:"records"`
	Last    time.Time `json:"last"` // entry, or creation
}

// read takes a match and the time of its last entry, "" when it has none, as
// they are kept.
func (s *Summary) read(match, last string) (err error) {
	if err := json.Unmarshal([]byte(match), &s.Match); err != nil {
		return err
	}
	if s.Last = s.Created; last != "" {
		s.Last, err = time.Parse(time.RFC3339Nano, last)
	}
	return err
}

func latestFirst(list []Summary) {
	slices.SortFunc(list, func(a, b Summary) int { return cmp.Or(b.Last.Compare(a.Last), strings.Compare(a.ID, b.ID)) })
}

// What can be wrong with a request; compare with errors.Is.
var (
	ErrUnknown = errors.New("no such match")
	ErrExists  = errors.New("there is a match with this id")
	ErrTraces  = errors.New("another program is reading the file, so parts of what was deleted can still be found beside it; they go when the file is next opened or written without a reader")
	ErrBroken  = errors.New("the file could not be written; nothing more is accepted until it is opened again")
)

// A StaleError says that the log has grown since whoever writes looked at it.
type StaleError struct{ Wanted, Have int }

func (e *StaleError) Error() string {
	return fmt.Sprintf("record %d cannot follow record %d", e.Wanted, e.Have)
}

// written returns a match as it is kept, and the hash its log begins with.
func written(m Match) (hash, data string, err error) {
	if err := checkID(m.ID); err != nil {
		return "", "", err
	}
	if hash, err = first(m); err != nil {
		return "", "", err
	}
	text, err := json.Marshal(m)
	return hash, string(text), err
}

// maxID is the longest id of a match, in bytes.
const maxID = 64

// checkID refuses ids that are no plain word.
func checkID(id string) error {
	if id == "" || len(id) > maxID {
		return fmt.Errorf("%q is no id of a match", id)
	}
	for _, r := range id {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return fmt.Errorf("%q is no id of a match", id)
		}
	}
	return nil
}
