package terminal

import (
	"bytes"
	"encoding/json"
)

// JSON prints a value for other programs.
func (s Streams) JSON(v any) error { return s.encode(v, "  ") }

// JSONLine is JSON on one line.
func (s Streams) JSONLine(v any) error { return s.encode(v, "") }

func (s Streams) encode(v any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := s.Out.Write(calmJSON(b.Bytes()))
	return err
}
