package terminal

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// What others wrote can neither repaint a terminal nor turn its direction;
// text passes whole, however it is cut into writes.
func TestCalmWriter(t *testing.T) {
	for _, tc := range []struct {
		in, want string
		colour   bool
	}{
		{"Zürich\t日本語\n\u00AD\u2060\u200B", "Zürich\t日本語\n\u00AD\u2060\u200B", false},
		{"a\x1b[2Jb\x07\x1b]0;title\x07", "a\uFFFD[2Jb\uFFFD\uFFFD]0;title\uFFFD", true},
		{"x\u202Egnp.exe\u2066\u200F\u061C", "x\uFFFDgnp.exe\uFFFD\uFFFD\uFFFD", false},
		{"\r\x7f\u009b\u2028\u2029", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD", false},
		{redOn + "no" + redOff, redOn + "no" + redOff, true},
		{redOn + "no", "\uFFFD[1;31mno", false},
	} {
		for size := 1; size <= 7; size++ {
			var b bytes.Buffer
			w := &calmWriter{to: &b, colour: tc.colour}
			step := size
			if tc.colour {
				step = len(tc.in) // a sequence of our own is written at once
			}
			for rest := []byte(tc.in); len(rest) > 0; {
				n := min(step, len(rest))
				if _, err := w.Write(rest[:n]); err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			if b.String() != tc.want {
				t.Errorf("%q in pieces of %d: %q, want %q", tc.in, step, b.String(), tc.want)
			}
		}
	}
	if _, err := (&calmWriter{to: failing{}}).Write([]byte("x")); err == nil {
		t.Error("an error of the stream is overlooked")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// JSON says the same with escapes.
func TestCalmJSON(t *testing.T) {
	was := map[string]string{"reason": "“ok”\u202E\u2028\x7f\u009b\t\x1b"}
	var b bytes.Buffer
	if err := (Streams{Out: &b}).JSON(was); err != nil {
		t.Fatal(err)
	}
	var is map[string]string
	if err := json.Unmarshal(b.Bytes(), &is); err != nil || is["reason"] != was["reason"] {
		t.Errorf("%q, %v", is, err)
	}
	if strings.ContainsAny(b.String(), "\u202E\x7f\u009b\x1b") {
		t.Errorf("%q", b.String())
	}
}
