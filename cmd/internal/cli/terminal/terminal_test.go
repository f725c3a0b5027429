package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
)

func TestExitCodes(t *testing.T) {
	var problems source.Problems
	problems.Errorf(source.Pos{File: "cards.yaml", Line: 3, Col: 5}, "x", "wrong").Hint = "do it right"
	for _, tc := range []struct {
		err  error
		code ExitCode
		want string
	}{
		{nil, 0, ""},
		{errors.New("no luck"), 1, "kitpress: no luck\n"},
		{Usage("try this", "bad %q", "x"), 2, "kitpress: bad \"x\"\n  hint: try this\n"},
		{problems.Err(), 3, "cards.yaml:3:5: error: wrong\n  hint: do it right\nkitpress: 1 error, nothing was written\n"},
		{fmt.Errorf("while building: %w", context.Canceled), 130, "kitpress: interrupted, nothing was changed\n"},
		{ExitCode(3), 3, ""},
	} {
		var b bytes.Buffer
		code := Report(Streams{Err: &b, Env: func(string) string { return "" }}, tc.err, false)
		if code != tc.code || b.String() != tc.want {
			t.Errorf("%v: code %d, says %q; want %d, %q", tc.err, code, b.String(), tc.code, tc.want)
		}
	}
}

func TestColour(t *testing.T) {
	for _, tc := range []struct {
		columns int
		env     map[string]string
		want    bool
	}{
		{0, nil, false},
		{80, nil, true},
		{80, map[string]string{"NO_COLOR": "1"}, false},
		{80, map[string]string{"TERM": "dumb"}, false},
	} {
		s := Streams{Columns: tc.columns, Env: func(n string) string { return tc.env[n] }}
		if got := strings.Contains(s.Red("x"), "\x1b["); got != tc.want {
			t.Errorf("%d columns, %v: coloured is %v", tc.columns, tc.env, got)
		}
	}
}

func TestProgress(t *testing.T) {
	steps := []press.Progress{{Done: 1, Total: 10, File: "a.pdf"}, {Done: 10, Total: 10, File: "b.pdf"}}
	t.Run("plain lines", func(t *testing.T) {
		var b bytes.Buffer
		p := NewProgress(Streams{Err: &b})
		for _, s := range steps {
			p.Show(s)
		}
		p.End()
		if want := "[ 1/10] a.pdf\n[10/10] b.pdf\n"; b.String() != want {
			t.Errorf("got %q, want %q", b.String(), want)
		}
	})
	t.Run("bar", func(t *testing.T) {
		var b bytes.Buffer
		p := NewProgress(Streams{Err: &b, Columns: 36, Env: func(string) string { return "" }}.Calm())
		for _, s := range steps {
			p.Show(s)
		}
		p.End()
		bars := strings.Split(b.String(), "\r")
		if len(bars) != 4 || !strings.HasSuffix(b.String(), "\r\x1b[K") {
			t.Fatalf("got %q", b.String())
		}
		for _, bar := range bars {
			if n := len([]rune(strings.TrimSuffix(bar, "\x1b[K"))); n >= 36 {
				t.Errorf("%q is %d columns wide", bar, n)
			}
		}
		if want := strings.Repeat("█", barCells) + " 10/10 b.p"; !strings.HasPrefix(bars[2], want) {
			t.Errorf("the full bar is %q", bars[2])
		}
	})
}
