package desk

import (
	"strings"
	"testing"
)

func TestOptional(t *testing.T) {
	for text, want := range map[string]string{
		"hacks[ %][ of %][, for %]":               "hacks",
		"hacks[ x][ of %][, for b]":               "hacks x, for b",
		"hacks[ %[ of %| from the bin]]":          "hacks",
		"hacks[ x[ of %| from the bin][, for b]]": "hacks x from the bin, for b",
		"hacks[ x[ of a| from the bin]] and %":    "hacks x of a and …",
		"a[%|b[%|c]]d[e":                          "abcde",
		"% plain":                                 "… plain",
	} {
		if got := optional(strings.ReplaceAll(text, "%", nothing)); got != want {
			t.Errorf("%q is said %q, want %q", text, got, want)
		}
	}
}
