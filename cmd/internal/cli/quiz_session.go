package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"kitpress/cmd/internal/kit"
	"kitpress/quiz"
)

// sessionFormat is the version of the files sessions are kept in.
const sessionFormat = 1

// A quizSession remembers which questions were asked.
type quizSession struct {
	file   string
	Format int      `json:"format"`
	Asked  []string `json:"asked"` // ids, in the order they were asked
}

// openQuizSession reads the file of a session; one that is not there is a new
// session.
func openQuizSession(file string) (*quizSession, error) {
	s := &quizSession{file: file, Format: sessionFormat}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the session: %w", err)
	}
	// The file is written again: one that holds anything else is somebody's.
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(s); err != nil {
		return nil, fmt.Errorf("%s is no session of kitpress quiz: %w", file, err)
	}
	if s.Format != sessionFormat {
		return nil, fmt.Errorf("%s has format %d, this kitpress knows %d", file, s.Format, sessionFormat)
	}
	if dec.More() || s.Asked == nil {
		return nil, fmt.Errorf("%s is no session of kitpress quiz", file)
	}
	return s, nil
}

func (s *quizSession) asked() map[string]bool {
	asked := map[string]bool{}
	for _, id := range s.Asked {
		asked[id] = true
	}
	return asked
}

// add writes down questions that were asked.
func (s *quizSession) add(items []quiz.Item) error {
	for _, q := range items {
		if !slices.Contains(s.Asked, q.ID) {
			s.Asked = append(s.Asked, q.ID)
		}
	}
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return kit.ReplaceFile(s.file, append(data, '\n'))
}
