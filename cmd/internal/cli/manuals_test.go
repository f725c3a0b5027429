package cli

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
	"kitpress/i18n/messages"
)

var (
	fenced      = regexp.MustCompile("(?s)```(\\w*)\n(.*?)```")
	span        = regexp.MustCompile("`([^`]+)`")
	yamlComment = regexp.MustCompile(`(?m) *#.*$`)
	placeholder = regexp.MustCompile(`\{\{.*?\}\}`)
	langTag     = regexp.MustCompile(`\b(en|de|fr|it|ja)\b`)
)

// typed returns what a manual says to type: its commands, names of files and of
// fields, each once, without what stands there as a sample of text or is said.
func typed(manual string, say func(string) string) []string {
	all := map[string]bool{}
	for _, m := range fenced.FindAllStringSubmatch(manual, -1) {
		if m[1] != "csv" {
			for line := range strings.Lines(yamlComment.ReplaceAllString(m[2], "")) {
				all[langTag.ReplaceAllString(strings.TrimSpace(line), "xx")] = true
			}
		}
	}
	for _, m := range span.FindAllStringSubmatch(fenced.ReplaceAllString(manual, ""), -1) {
		switch code := strings.Join(strings.Fields(m[1]), " "); {
		case strings.HasPrefix(code, "*"), code == say("no problems"):
		case strings.Contains(code, "{{"):
			for _, p := range placeholder.FindAllString(code, -1) {
				all[p] = true
			}
		default:
			all[langTag.ReplaceAllString(code, "xx")] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// A manual says to type the same in every language it is written in.
func TestManualsNameTheSame(t *testing.T) {
	for _, about := range press.Manuals() {
		english := press.Manual(about, "en")
		want := typed(string(english), terminal.Speaks("en"))
		for _, lang := range messages.Languages() {
			text := press.Manual(about, lang)
			if lang != "en" && bytes.Equal(text, english) {
				t.Errorf("%s is not written in %s", about, lang)
			}
			have := typed(string(text), terminal.Speaks(lang))
			for _, code := range want {
				if !slices.Contains(have, code) {
					t.Errorf("%s, %s: lacks %s", about, lang, code)
				}
			}
			for _, code := range have {
				if !slices.Contains(want, code) {
					t.Errorf("%s, %s: has %s, which the English has not", about, lang, code)
				}
			}
			if n, m := strings.Count(string(english), "\n#"), strings.Count(string(text), "\n#"); n != m {
				t.Errorf("%s, %s: %d headings, not %d", about, lang, m, n)
			}
		}
	}
}
