package catalog

import (
	"slices"
	"testing"
)

func TestLinks(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Span
	}{
		{"", nil},
		{"plain", []Span{{"plain", ""}}},
		{"Use [two factors](two-factor).", []Span{{"Use ", ""}, {"two factors", "two-factor"}, {".", ""}}},
		{"[a](a)[b](b)", []Span{{"a", "a"}, {"b", "b"}}},
		{"[[a](b)](c)", []Span{{"[", ""}, {"a", "b"}, {"](c)", ""}}},
		{"[ a](b) [a ](b) [](b) [a]() [a](B) [a] (b) [a](b", []Span{{"[ a](b) [a ](b) [](b) [a]() [a](B) [a] (b) [a](b", ""}}},
		{"[セキュリティ](https://example.org)", []Span{{"[セキュリティ](https://example.org)", ""}}},
	} {
		if got := Links(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
