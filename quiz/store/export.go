package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// exportFormat is the version of the export.
const exportFormat = 1

// maxLine is the longest line of an export, in bytes.
const maxLine = 1 << 20

// A header is the first line of an export.
type header struct {
	Format int   `json:"format"`
	Match  Match `json:"match"`
}

// Export writes a match as JSON, one object a line: what it started from, then
// its entries with the hash of each.
func Export(w io.Writer, m Match, log []Entry) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(header{exportFormat, m}); err != nil {
		return err
	}
	for _, e := range log {
		if err := enc.Encode(e); err != nil {
			return err
		}
	}
	return nil
}

// A LineError is what is wrong with a line of an export, counted from 1.
type LineError struct {
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns what is wrong.
func (e *LineError) Unwrap() error { return e.Err }

// Import reads what Export wrote and checks every hash.
func Import(r io.Reader) (Match, []Entry, error) {
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, maxLine)
	var head header
	var log []Entry
	n := 0
	for scan.Scan() {
		n++
		var err error
		if n == 1 {
			err = readHeader(scan.Bytes(), &head)
		} else {
			var e Entry
			err = strict(scan.Bytes(), &e)
			log = append(log, e)
		}
		if err != nil {
			return Match{}, nil, &LineError{n, err}
		}
	}
	switch err := scan.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return Match{}, nil, &LineError{n + 1, errors.New("longer than a line of a log can be")}
	case err != nil:
		return Match{}, nil, err
	case n == 0:
		return Match{}, nil, errors.New("the file is empty")
	}
	if err := checkID(head.Match.ID); err != nil {
		return Match{}, nil, &LineError{1, err}
	}
	return head.Match, log, Verify(head.Match, log)
}

func readHeader(line []byte, head *header) error {
	if err := strict(line, head); err != nil {
		return fmt.Errorf("this is no exported match: %w", err)
	}
	if head.Format != exportFormat {
		return fmt.Errorf("format %d is unknown, this program reads format %d", head.Format, exportFormat)
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
