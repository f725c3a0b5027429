package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kitpress/quiz/referee"
)

// first returns the hash the chain of a match begins with: that of what it
// started from.
func first(m Match) (string, error) {
	m.Created = m.Created.UTC()
	data, err := json.Marshal(m)
	if err != nil {
		return "", err
	}
	return sum("", data), nil
}

// link returns the entry that follows in a chain.
func link(before string, r referee.Record, at time.Time) (Entry, error) {
	e := Entry{At: at.UTC().Truncate(time.Millisecond), Record: r}
	data, err := json.Marshal(asHashed(e))
	if err != nil {
		return Entry{}, err
	}
	e.Hash = sum(before, data)
	return e, nil
}

// asHashed returns an entry as hashes cover it: with its author before the
// operation, where the first logs had it. So a log keeps its hashes, whatever
// version of the program reads or exports it.
func asHashed(e Entry) Entry {
	if by := e.Record.By; by.Role == referee.RoleSeat {
		e.Record.Op = fmt.Sprintf("%s.%s/%s", by.Role, by.Seat, e.Record.Op)
	} else if by.Role != "" {
		e.Record.Op = fmt.Sprintf("%s.%d/%s", by.Role, by.N, e.Record.Op)
	}
	e.Record.By = referee.Author{}
	return e
}

// withAuthor turns an entry of such a log into one whose record says who
// entered it.
func withAuthor(e Entry) Entry {
	who, op, _ := strings.Cut(e.Record.Op, "/")
	role, rest, _ := strings.Cut(who, ".")
	now := e
	now.Record.Op = op
	switch referee.Role(role) {
	case referee.RoleSeat:
		now.Record.By = referee.Author{Role: referee.RoleSeat, Seat: referee.Seat(rest)}
	case referee.RoleReferee:
		n, _ := strconv.Atoi(rest)
		now.Record.By = referee.Author{Role: referee.RoleReferee, N: n}
	}
	if asHashed(now).Record.Op != e.Record.Op {
		return e // of the command line
	}
	return now
}

func sum(before string, data []byte) string {
	h := sha256.New()
	h.Write([]byte(before))
	h.Write([]byte{'\n'})
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// Verify reports the first entry of a log that does not follow from the one
// before it: it was changed, left out or added.
func Verify(m Match, log []Entry) error {
	before, err := first(m)
	if err != nil {
		return err
	}
	for i, e := range log {
		if e.Record.Seq != i+1 {
			return fmt.Errorf("entry %d has the number %d", i+1, e.Record.Seq)
		}
		want, err := link(before, e.Record, e.At)
		if err != nil {
			return err
		}
		if want.Hash != e.Hash {
			return fmt.Errorf("entry %d was changed, or one before it is missing: its hash does not fit", i+1)
		}
		before = e.Hash
	}
	return nil
}

// Records returns the records of a log, to replay.
func Records(log []Entry) []referee.Record {
	out := make([]referee.Record, len(log))
	for i, e := range log {
		out[i] = e.Record
	}
	return out
}
