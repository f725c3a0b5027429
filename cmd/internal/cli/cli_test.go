package cli

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"kitpress/cmd/internal/cli/terminal"
)

// run runs kitpress with an empty environment but for env.
func run(ctx context.Context, env map[string]string, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	s := terminal.Streams{Out: &out, Err: &err, Env: func(name string) string { return env[name] }}
	code = Run(ctx, args, s)
	return code, out.String(), err.String()
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
	for _, cmd := range newRootCommand(terminal.Streams{}).Commands() {
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
