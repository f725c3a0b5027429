package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"kitpress/quiz/referee"
)

// Admit implements Passes.
func (s *Memory) Admit(_ context.Context, p Pass) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.matches[p.Match] == nil {
		return ErrUnknown
	}
	p.Made = p.Made.UTC().Truncate(time.Second)
	s.passes = append(s.passes, p)
	return nil
}

// Admitted implements Passes.
func (s *Memory) Admitted(_ context.Context, match string) ([]Pass, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Pass
	for _, p := range s.passes {
		if p.Match == match {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b Pass) int { return cmp.Or(a.Made.Compare(b.Made), cmp.Compare(a.Hash, b.Hash)) })
	return list, nil
}

// Dismiss implements Passes.
func (s *Memory) Dismiss(_ context.Context, hashes ...string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.passes = slices.DeleteFunc(s.passes, func(p Pass) bool { return slices.Contains(hashes, p.Hash) })
	return nil
}

// SetAlias implements Passes.
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

// Aliases implements Passes.
func (s *Memory) Aliases(_ context.Context, match string) (map[referee.Seat]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[referee.Seat]string{}
	if k := s.matches[match]; k != nil {
		maps.Copy(out, k.aliases)
	}
	return out, nil
}

// SetNote implements Passes.
func (s *Memory) SetNote(_ context.Context, name, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.notes, name); text != "" {
		s.notes[name] = text
	}
	return nil
}

// Note implements Passes.
func (s *Memory) Note(_ context.Context, name string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.notes[name], nil
}
