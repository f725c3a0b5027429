package match

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// MessageIDs forgets no reason and no finding of the source, and invents none.
func TestMessageIDsAreComplete(t *testing.T) {
	var declared, listed []string
	for _, m := range regexp.MustCompile(`(?m)^\t\w+ +Reason = "([a-z-]+)"`).FindAllStringSubmatch(sourceOf(t, "../verdict.go"), -1) {
		declared = append(declared, m[1])
	}
	for _, r := range reasons() {
		listed = append(listed, string(r))
	}
	compareSorted(t, "reasons", declared, listed)

	codes := []string{both}
	for _, m := range regexp.MustCompile(`c\.(?:errorf|warn)\("([a-z-]+)"`).FindAllStringSubmatch(sourceOf(t, "lint.go"), -1) {
		codes = append(codes, m[1])
	}
	compareSorted(t, "findings", codes, findingCodes())

	ids := MessageIDs()
	slices.Sort(ids)
	if n := len(slices.Compact(ids)); n != len(MessageIDs()) {
		t.Errorf("%d ids, %d different ones", len(MessageIDs()), n)
	}
}

func sourceOf(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func compareSorted(t *testing.T, what string, a, b []string) {
	t.Helper()
	slices.Sort(a)
	slices.Sort(b)
	if a, b = slices.Compact(a), slices.Compact(b); !slices.Equal(a, b) {
		t.Errorf("%s in the source: %v\nlisted: %v", what, a, b)
	}
}
