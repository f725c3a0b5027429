package compose

import (
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/layout/compose/theme"
)

// Each archive in testdata/draw draws faces of the game tiny with templates of
// its own. Lines "draw:", "lang:", "ink:", "edition:" and "url:" of its comment say
// which and how; several words are tried one after the other.
func TestDraw(t *testing.T) {
	archives(t, "draw", 12, func(t *testing.T, what string, files []string) string {
		fsys := pack(t, files...)
		var b strings.Builder
		lib := NewLibrary(layout.Files, fsys)
		for _, lang := range words(what, "lang:", "en") {
			for _, ink := range words(what, "ink:", "full") {
				s := setting{lang: lang, ink: theme.Mode(ink), url: words(what, "url:", "")[0], edition: words(what, "edition:", "")[0]}
				c, ps := s.compose(t, fsys, lib)
				if len(ps) > 0 {
					t.Fatalf("problems:\n%s", printed(ps))
				}
				for _, name := range words(what, "draw:", "animals/fox/front") {
					part := strings.Split(name, "/")
					scene, ps := c.Face(part[0], part[1], Side(part[2]))
					if len(ps) > 0 {
						t.Fatalf("problems:\n%s", printed(ps))
					}
					b.WriteString("# " + lang + ", " + ink + "\n" + dump(t, scene))
				}
			}
		}
		return strings.TrimRight(b.String(), "\n")
	})
}

// words returns what stands behind a key at the start of a line.
func words(text, key, otherwise string) []string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, key); ok {
			return strings.Fields(rest)
		}
	}
	return []string{otherwise}
}
