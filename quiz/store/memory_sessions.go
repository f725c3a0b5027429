package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"kitpress/quiz/referee"
)

// Admit implements Sessions.
func (s *Memory) Admit(_ context.Context, p Session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.matches[p.Match] == nil {
		return ErrUnknown
	}
	p.Made = p.Made.UTC().Truncate(time.Second)
	s.sessions = append(s.sessions, p)
	return nil
}

// Admitted implements Sessions.
func (s *Memory) Admitted(_ context.Context, match string) ([]Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Session
	for _, p := range s.sessions {
		if p.Match == match {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b Session) int { return cmp.Or(a.Made.Compare(b.Made), cmp.Compare(a.Hash, b.Hash)) })
	return list, nil
}

// Dismiss implements Sessions.
func (s *Memory) Dismiss(_ context.Context, hashes ...string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions = slices.DeleteFunc(s.sessions, func(p Session) bool { return slices.Contains(hashes, p.Hash) })
	return nil
}

// SetAlias implements Sessions.
func (s *Memory) SetAlias(_ context.Context, match string, seat referee.Seat, alias string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.matches[match]
	switch {
	case k == nil:
		return ErrUnknown
	case alias == "":
		delete(k.aliases, seat)
	default:
		k.aliases[seat] = alias
	}
	return nil
}

// Aliases implements Sessions.
func (s *Memory) Aliases(_ context.Context, match string) (map[referee.Seat]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[referee.Seat]string{}
	if k := s.matches[match]; k != nil {
		maps.Copy(out, k.aliases)
	}
	return out, nil
}

// SetNote implements Sessions.
func (s *Memory) SetNote(_ context.Context, name, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.notes, name); text != "" {
		s.notes[name] = text
	}
	return nil
}

// Note implements Sessions.
func (s *Memory) Note(_ context.Context, name string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.notes[name], nil
}
