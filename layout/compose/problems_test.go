package compose

import (
	"strings"
	"testing"
)

// Each archive in testdata/problems has one mistake in a template, a theme or
// the symbols of a pack, and it must be the only one reported, at its place.
func TestProblems(t *testing.T) {
	archives(t, "problems", 40, func(t *testing.T, what string, files []string) string {
		ps := problemsOf(t, pack(t, files...), setting{url: "https://example.org/" + strings.Repeat("x", 30)})
		if len(ps) != 1 {
			t.Errorf("%d problems, want exactly one", len(ps))
		}
		return printed(ps)
	})
}
