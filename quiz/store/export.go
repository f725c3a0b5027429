package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// exportFormat is the version of the export: 1 had no closing line, and until 2
// the author of a record stood before its operation.
const exportFormat = 3

// maxLine is the longest line of an export, in bytes.
const maxLine = 1 << 20

// A header is the first line of an export.
type header struct {
	Format int   `json:"format"`
	Match  Match `json:"match"`
}

// A closing is the last line of an export: without it nobody could tell that
// entries before it are missing.
type closing struct {
	End closingEnd `json:"end"`
}

type closingEnd struct {
	Records int    `json:"records"`
	Hash    string `json:"hash"` // of the last entry, or "" when there is none
}

// Export writes a match as JSON, one object a line: what it started from, then
// its entries with the hash of each, then how many there are.
func Export(w io.Writer, m Match, log []Entry) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(header{exportFormat, m}); err != nil {
		return err
	}
	var end closingEnd
	for _, e := range log {
		if err := enc.Encode(e); err != nil {
			return err
		}
		end.Records, end.Hash = end.Records+1, e.Hash
	}
	return enc.Encode(closing{end})
}

// A LineError is what is wrong with a line of an export, counted from 1.
type LineError struct {
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns what is wrong.
func (e *LineError) Unwrap() error { return e.Err }

// An Exported match is what an export holds.
type Exported struct {
	Match Match
	Log   []Entry
	Whole bool // it says itself how long it is; an export of format 1 does not
}

// Import reads what Export wrote and checks every hash.
func Import(r io.Reader) (Exported, error) {
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, maxLine)
	var in reading
	for scan.Scan() {
		in.n++
		line := scan.Bytes()
		if in.n == 1 {
			line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF")) // some editors put it there
		}
		if err := in.line(line); err != nil {
			return Exported{}, &LineError{in.n, err}
		}
	}
	switch err := scan.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return Exported{}, &LineError{in.n + 1, errors.New("longer than a line of a log can be")}
	case err != nil:
		return Exported{}, err
	case in.n == 0:
		return Exported{}, errors.New("the file is empty")
	}
	if err := Verify(in.head.Match, in.log); err != nil {
		return Exported{}, &LineError{in.n, err}
	}
	if !in.closed && in.head.Format > 1 {
		return Exported{}, &LineError{in.n, errors.New("the file is cut off here: its closing line is missing")}
	}
	return Exported{in.head.Match, in.log, in.closed}, nil
}

// A reading is what was read of an export so far.
type reading struct {
	n      int // lines
	head   header
	log    []Entry
	closed bool
}

func (in *reading) line(line []byte) error {
	if in.n == 1 {
		return in.header(line)
	}
	if in.closed {
		return errors.New("this follows behind the closing line")
	}
	if in.head.Format > 1 && bytes.HasPrefix(bytes.TrimSpace(line), []byte(`{"end"`)) {
		return in.close(line)
	}
	var e Entry
	if err := strict(line, &e); err != nil {
		return err
	}
	if in.head.Format < 3 {
		e = withAuthor(e)
	}
	in.log = append(in.log, e)
	return nil
}

func (in *reading) header(line []byte) error {
	if err := strict(line, &in.head); err != nil {
		return fmt.Errorf("this is no exported match: %w", err)
	}
	if f := in.head.Format; f < 1 || f > exportFormat {
		return fmt.Errorf("format %d is unknown, this program reads formats 1 to %d", f, exportFormat)
	}
	return checkID(in.head.Match.ID)
}

func (in *reading) close(line []byte) error {
	var c closing
	if err := strict(line, &c); err != nil {
		return err
	}
	last := ""
	if len(in.log) > 0 {
		last = in.log[len(in.log)-1].Hash
	}
	switch in.closed = true; {
	case c.End.Records != len(in.log):
		return fmt.Errorf("the file has %d entries, but %d were exported", len(in.log), c.End.Records)
	case c.End.Hash != last:
		return errors.New("the log does not end with the entry that was exported last")
	}
	return nil
}

// strict reads one JSON object and nothing else.
func strict(line []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if dec.More() {
		return errors.New("something follows behind the object")
	}
	return nil
}
