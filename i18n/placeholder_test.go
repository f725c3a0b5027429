package i18n

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kitpress/catalog"
)

// What is filled in here is what package catalog checked: a text that cuts
// into placeholders here has the same ones there.
func FuzzPlaceholders(f *testing.F) {
	for _, s := range []string{
		`plain`, `{{.rounds}}`, `{{ .rounds }} {{card "a-b"}}{{term "s" "INF"}} {{rule "R1"}} {{deck "d"}}`,
		`{{.a.b}}`, `{{-.a}}`, `{{/* */}}`, `{{"a"}}`, `{{.}}`, `}}{{`, `{{{.a}}`, `{{.a}}}`, "{{card `a`}}", `{{card "a\"b"}}`, `{{.true}}`,
		`a {{colour "red "}}card`, `{{colour "red"  "dotted" }}`, `{{colour "" "x"}}`, `{{colour}}`, `{{colour "a" "b" "c"}}`, `{{colour "a""b"}}`, `{{colour a}}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePhrase(text)
		if err != nil || strings.ContainsRune(text, 0) || !utf8.ValidString(text) {
			return
		}
		var got []string
		for _, s := range p {
			if s.ref != nil {
				got = append(got, strings.Trim(s.ref.String(), "{}"))
			}
		}
		list, err := catalog.ParsePlaceholders(text)
		if err != nil {
			t.Fatalf("%q: cut into %v, but the catalog says: %v", text, got, err)
		}
		var want []string
		for _, q := range list {
			want = append(want, q.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %v, the catalog has %v", text, got, want)
		}
	})
}
