package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
)

// run runs kitpress with an empty environment but for env.
func run(ctx context.Context, env map[string]string, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	s := Streams{Out: &out, Err: &err, Env: func(name string) string { return env[name] }}
	code = Run(ctx, args, s)
	return code, out.String(), err.String()
}

func TestEnvironmentLanguages(t *testing.T) {
	for _, tc := range []struct {
		env  map[string]string
		want []string
	}{
		{nil, []string{"en"}},
		{map[string]string{"LANG": "de_CH.UTF-8"}, []string{"de-CH", "de", "en"}},
		{map[string]string{"LANG": "de_DE", "LC_MESSAGES": "it_IT@euro"}, []string{"it-IT", "it", "en"}},
		{map[string]string{"LANG": "de_DE", "LC_ALL": "C"}, []string{"en"}},
		{map[string]string{"LANG": "POSIX"}, []string{"en"}},
		{map[string]string{"LANG": "ja"}, []string{"ja", "ja", "en"}},
		{map[string]string{"LANG": ".UTF-8", "LC_ALL": ""}, []string{"en"}},
	} {
		if got := environmentLanguages(func(n string) string { return tc.env[n] }); !slices.Equal(got, tc.want) {
			t.Errorf("%v: got %v, want %v", tc.env, got, tc.want)
		}
	}
}

func TestExitCodes(t *testing.T) {
	var problems source.Problems
	problems.Errorf(source.Pos{File: "cards.yaml", Line: 3, Col: 5}, "x", "wrong").Hint = "do it right"
	for _, tc := range []struct {
		err  error
		code exitCode
		want string
	}{
		{nil, 0, ""},
		{errors.New("no luck"), 1, "kitpress: no luck\n"},
		{usage("try this", "bad %q", "x"), 2, "kitpress: bad \"x\"\n  hint: try this\n"},
		{problems.Err(), 3, "cards.yaml:3:5: error: wrong\n  hint: do it right\nkitpress: 1 error, nothing was written\n"},
		{fmt.Errorf("while building: %w", context.Canceled), 130, "kitpress: interrupted, nothing was changed\n"},
		{exitCode(3), 3, ""},
	} {
		var b bytes.Buffer
		code := report(Streams{Err: &b, Env: func(string) string { return "" }}, tc.err, false)
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
		if got := strings.Contains(s.red("x"), "\x1b["); got != tc.want {
			t.Errorf("%d columns, %v: coloured is %v", tc.columns, tc.env, got)
		}
	}
}

func TestProgress(t *testing.T) {
	steps := []press.Progress{{Done: 1, Total: 10, File: "a.pdf"}, {Done: 10, Total: 10, File: "b.pdf"}}
	t.Run("plain lines", func(t *testing.T) {
		var b bytes.Buffer
		p := newProgress(Streams{Err: &b})
		for _, s := range steps {
			p.show(s)
		}
		p.end()
		if want := "[ 1/10] a.pdf\n[10/10] b.pdf\n"; b.String() != want {
			t.Errorf("got %q, want %q", b.String(), want)
		}
	})
	t.Run("bar", func(t *testing.T) {
		var b bytes.Buffer
		p := newProgress(Streams{Err: &b, Columns: 36, Env: func(string) string { return "" }}.calm())
		for _, s := range steps {
			p.show(s)
		}
		p.end()
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

// Whoever interrupts a build finds the folder as it was and is told so.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := filepath.Join(t.TempDir(), "kit")
	code, _, stderr := run(ctx, nil, "build", "-o", out)
	if code != 130 || !strings.Contains(stderr, "interrupted, nothing was changed") {
		t.Errorf("code %d, %q", code, stderr)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(out), "*")); len(left) > 0 {
		t.Errorf("%v is left over", left)
	}
}

// Every command has a test of its help: what it is, an example, its usage.
func TestHelp(t *testing.T) {
	for _, cmd := range newRootCommand(Streams{}).Commands() {
		code, stdout, stderr := run(t.Context(), nil, cmd.Name(), "--help")
		if code != 0 || stderr != "" {
			t.Errorf("%s --help: code %d, %q", cmd.Name(), code, stderr)
		}
		for _, part := range []string{cmd.Short, "Examples:", "kitpress " + cmd.Name(), "Usage:", "Exit codes:"} {
			if !strings.Contains(strings.ReplaceAll(stdout, "\n", " "), part) {
				t.Errorf("%s --help does not say %q", cmd.Name(), part)
			}
		}
	}
}
