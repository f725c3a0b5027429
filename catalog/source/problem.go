package source

import (
	"cmp"
	"fmt"
	"slices"
)

// A Severity says whether a Problem stops the build.
type Severity int

// The severities.
const (
	Error Severity = iota
	Warning
)

// String returns the word printed in front of the message.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// MarshalText writes the severity as its word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Problem is one finding in a file somebody wrote.
type Problem struct {
	Pos      Pos      `json:"pos"`
	Severity Severity `json:"severity"`
	Code     string   `json:"code"` // stable name of the kind of problem, "unknown-key"
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`
	Excerpt  string   `json:"excerpt,omitempty"` // the source line
}

// Error returns the problem in one line, "path:line:col: error: message".
func (p Problem) Error() string {
	s := p.Severity.String() + ": " + p.Message
	if p.Pos.IsValid() {
		s = p.Pos.String() + ": " + s
	}
	return s
}

// Problems collects findings, so that a reader sees all of them at once.
type Problems []Problem

// Add appends a problem.
func (ps *Problems) Add(p Problem) { *ps = append(*ps, p) }

// Errorf adds an error and returns it, so that a hint can be set at once:
// the pointer is good until the next problem is added.
func (ps *Problems) Errorf(pos Pos, code, format string, args ...any) *Problem {
	ps.Add(Problem{Pos: pos, Code: code, Message: fmt.Sprintf(format, args...)})
	return &(*ps)[len(*ps)-1]
}

// Warnf adds a warning; see Errorf.
func (ps *Problems) Warnf(pos Pos, code, format string, args ...any) *Problem {
	p := ps.Errorf(pos, code, format, args...)
	p.Severity = Warning
	return p
}

// HasErrors reports whether any problem is more than a warning.
func (ps Problems) HasErrors() bool {
	return slices.ContainsFunc(ps, func(p Problem) bool { return p.Severity == Error })
}

// AreAll reports whether all errors among the problems have one of the codes.
func (ps Problems) AreAll(codes ...string) bool {
	return ps.HasErrors() && !slices.ContainsFunc(ps, func(p Problem) bool { return p.Severity == Error && !slices.Contains(codes, p.Code) })
}

// Err returns nil when there are no errors, and otherwise a *DataError.
func (ps Problems) Err() error {
	if !ps.HasErrors() {
		return nil
	}
	return &DataError{Problems: ps}
}

// Sorted returns the problems ordered by file, line and column; problems at
// one place keep the order they were found in.
func (ps Problems) Sorted() Problems {
	sorted := slices.Clone(ps)
	slices.SortStableFunc(sorted, func(a, b Problem) int {
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Severity, b.Severity))
	})
	return sorted
}

// A DataError says that files somebody wrote have problems.
type DataError struct{ Problems Problems }

// Error returns the first error and how many more there are.
func (e *DataError) Error() string {
	var first string
	count := 0
	for _, p := range e.Problems.Sorted() {
		if p.Severity != Error {
			continue
		}
		if count++; count == 1 {
			first = p.Error()
		}
	}
	if count > 1 {
		return fmt.Sprintf("%s (and %d more)", first, count-1)
	}
	return first
}
