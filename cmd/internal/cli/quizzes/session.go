package quizzes

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/quiz"
)

// sessionFormat is the version of the files sessions are kept in.
const sessionFormat = 1

// A session remembers which questions were asked.
type session struct {
	file   string
	Format int      `json:"format"`
	Asked  []string `json:"asked"` // ids, in the order they were asked
}

// openSession reads the file of a session; one that is not there is a new
// session.
func openSession(file string) (*session, error) {
	s := &session{file: file, Format: sessionFormat}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the session: %w", err)
	}
	// It is written again: one that holds anything else is somebody's.
	var ps source.Problems
	at := source.Pos{File: file}
	switch wrong := command.ReadJSON(file, data, s); {
	case wrong != nil:
		ps.Errorf(wrong.Pos, codeSession, "no session of kitpress quiz: %s", wrong.Message)
	case s.Format != sessionFormat:
		ps.Errorf(at, codeSession, "the session has format %d, this kitpress knows %d", s.Format, sessionFormat)
	case s.Asked == nil:
		ps.Errorf(at, codeSession, `no session of kitpress quiz: it has no list "asked"`)
	default:
		return s, nil
	}
	ps[0].Hint = "name another file for --session, or delete this one to begin anew"
	return nil, ps.Err()
}

// codeSession is the code of the problems of a session's file.
const codeSession = "session"

func (s *session) asked() map[string]bool {
	asked := map[string]bool{}
	for _, id := range s.Asked {
		asked[id] = true
	}
	return asked
}

// add writes down questions that were asked.
func (s *session) add(items []quiz.Item) error {
	for _, q := range items {
		if !slices.Contains(s.Asked, q.ID) {
			s.Asked = append(s.Asked, q.ID)
		}
	}
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return publish.ReplaceFile(s.file, append(data, '\n'))
}
