package terminal

import (
	"bytes"
	"encoding/json"
	"io"
)

func PrintJSON(w io.Writer, v any) error {
	return EncodeJSON(w, v, "  ")
}

// EncodeJSON prints a value as JSON; without an indent on one line.
func EncodeJSON(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(calmJSON(b.Bytes()))
	return err
}
