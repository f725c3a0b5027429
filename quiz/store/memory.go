package store

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"kitpress/quiz/referee"
)

// Memory is a Store that forgets when the program ends.
type Memory struct {
	mu       sync.Mutex
	matches  map[string]*kept
	sessions []Session
	notes    map[string]string
}

type kept struct {
	match Match
	first string
	log   []Entry
	ops   map[operation]int // place in the log

	aliases map[referee.Seat]string
}

type operation struct {
	by referee.Author
	op string
}

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{matches: map[string]*kept{}, notes: map[string]string{}} }

// Create implements Store.
func (s *Memory) Create(_ context.Context, m Match, at time.Time) error {
	m.Created = at.UTC().Truncate(time.Millisecond)
	return s.insert(m, nil)
}

// Insert implements Store.
func (s *Memory) Insert(_ context.Context, m Match, log []Entry) error {
	if err := Verify(m, log); err != nil {
		return err
	}
	return s.insert(m, log)
}

func (s *Memory) insert(m Match, log []Entry) error {
	if err := checkID(m.ID); err != nil {
		return err
	}
	hash, err := first(m)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.matches[m.ID] != nil {
		return ErrExists
	}
	k := &kept{match: m, first: hash, log: slices.Clone(log), ops: map[operation]int{}, aliases: map[referee.Seat]string{}}
	for i, e := range log {
		if e.Record.Op != "" {
			k.ops[operation{e.Record.By, e.Record.Op}] = i
		}
	}
	s.matches[m.ID] = k
	return nil
}

// Append implements Store.
func (s *Memory) Append(_ context.Context, match string, r referee.Record, at time.Time) (Entry, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.matches[match]
	if k == nil {
		return Entry{}, false, ErrUnknown
	}
	if i, ok := k.ops[operation{r.By, r.Op}]; ok && r.Op != "" {
		return k.log[i], true, nil
	}
	if r.Seq != len(k.log)+1 {
		return Entry{}, false, &StaleError{r.Seq, len(k.log)}
	}
	before := k.first
	if len(k.log) > 0 {
		before = k.log[len(k.log)-1].Hash
	}
	e, err := link(before, r, at)
	if err != nil {
		return Entry{}, false, err
	}
	k.log = append(k.log, e)
	if r.Op != "" {
		k.ops[operation{r.By, r.Op}] = len(k.log) - 1
	}
	return e, false, nil
}

// Load implements Store.
func (s *Memory) Load(_ context.Context, match string) (Match, []Entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.matches[match]
	if k == nil {
		return Match{}, nil, ErrUnknown
	}
	return k.match, slices.Clone(k.log), nil
}

// List implements Store.
func (s *Memory) List(context.Context) ([]Summary, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Summary
	for _, k := range s.matches {
		sum := Summary{Match: k.match, Records: len(k.log), Last: k.match.Created}
		if len(k.log) > 0 {
			sum.Last = k.log[len(k.log)-1].At
		}
		list = append(list, sum)
	}
	sortSummaries(list)
	return list, nil
}

// sortSummaries puts the latest first.
func sortSummaries(list []Summary) {
	slices.SortFunc(list, func(a, b Summary) int {
		if c := b.Last.Compare(a.Last); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
}

// Delete implements Store.
func (s *Memory) Delete(_ context.Context, match string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.matches[match] == nil {
		return ErrUnknown
	}
	delete(s.matches, match)
	s.sessions = slices.DeleteFunc(s.sessions, func(p Session) bool { return p.Match == match })
	return nil
}

// Pack implements Store.
func (s *Memory) Pack(context.Context) error { return nil }

// Close implements Store.
func (s *Memory) Close() error { return nil }
