package messages

import (
	"cmp"
	"embed"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/i18n"
)

//go:embed said/*.yaml
var files embed.FS

// format is the version of the files in said/.
const format = 1

// Languages returns the languages kitpress speaks on a terminal, sorted.
func Languages() []string {
	langs := []string{"en"}
	names, err := fs.Glob(files, "said/*.yaml")
	if err != nil {
		return langs // only for a malformed pattern
	}
	for _, name := range names {
		langs = append(langs, strings.TrimSuffix(path.Base(name), ".yaml"))
	}
	slices.Sort(langs)
	return langs
}

// Speaks returns the first of some languages that kitpress speaks, English when
// it speaks none.
func Speaks(langs ...string) string {
	known := Languages()
	for _, lang := range langs {
		if base, _, _ := strings.Cut(lang, "-"); slices.Contains(known, base) {
			return lang
		}
	}
	return "en"
}

// Messages say in one language what kitpress says. Nil says it in English.
type Messages struct {
	exact    map[string]string
	patterns []pattern // those that say most first, and what a message of others stands in last
	words    *i18n.Words
	locale   i18n.Locale
}

// In returns what kitpress says in a language, nil for English and for those it
// does not speak. The problems are those of embedded files: none, the tests say.
func In(lang string) (*Messages, source.Problems) {
	base, _, _ := strings.Cut(lang, "-")
	if base == "en" || !slices.Contains(Languages(), base) {
		return nil, nil
	}
	words, ps := i18n.WordsIn(lang)
	m := &Messages{exact: map[string]string{}, words: words, locale: i18n.LocaleOf(lang)}
	root, ok := source.ReadFile(files, "said/"+base+".yaml", &ps)
	if !ok {
		return nil, ps
	}
	file := root.Map()
	if !file.Format(format) {
		return nil, ps
	}
	file.Need("language").OneOf("language", base)
	for e := range file.Need("messages").Map().All() {
		said := e.Value.Text()
		if p, ok := newPattern(e.Key, said); ok {
			m.patterns = append(m.patterns, p)
		} else {
			m.exact[strings.ReplaceAll(e.Key, "%%", "%")] = strings.ReplaceAll(said, "%%", "%")
		}
	}
	file.Done("what is said")
	slices.SortStableFunc(m.patterns, func(a, b pattern) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(len(b.key), len(a.key)), cmp.Compare(strings.Count(b.key, "%q"), strings.Count(a.key, "%q")))
	})
	return m, ps
}

// counted is a number of things: "2 files".
var counted = regexp.MustCompile(`^(\d+) ([a-z][a-z ]*?)s?$`)

// separators stand between what was put together, the widest first.
var separators = []string{"\n", "; ", ": ", " · ", ", "}

// Say returns a text in the language, and as it is when the language has none
// for it. Blanks around it stay.
func (m *Messages) Say(text string) string {
	if m == nil {
		return text
	}
	inner := strings.TrimSpace(text)
	said, ok := m.say(inner)
	if !ok || inner == "" {
		return text
	}
	before, after, _ := strings.Cut(text, inner)
	return before + said + after
}

// say translates a text as a whole, or else what it was put together from.
func (m *Messages) say(text string) (string, bool) {
	if said, ok := m.inFront(text); ok {
		return said, true
	}
	if said, ok := m.whole(text); ok {
		return said, true
	}
	for _, sep := range separators {
		parts := strings.Split(text, sep)
		if len(parts) == 1 || len(parts) > 100 {
			continue
		}
		found := 0
		for i, part := range parts {
			if said, ok := m.say(part); ok {
				parts[i] = said
				found++
			}
		}
		if found > 0 {
			if sep == ", " {
				sep = m.locale.Comma()
			}
			return strings.Join(parts, sep), true
		}
	}
	return text, false
}

// mostPlaces bounds what stands in front of a message: "a.csv:3: card x: a.png: …".
const mostPlaces = 10

// inFront translates a message behind what it is about where a pattern for less of
// its words, or a separator in it, would take it apart.
func (m *Messages) inFront(text string) (string, bool) {
	all, holes := m.match(text)
	front, behind := "", text
	for range mostPlaces {
		place, rest, ok := strings.Cut(behind, ": ")
		if !ok {
			break
		}
		front, behind = front+place+": ", rest
		p, own := m.match(rest)
		if p == nil || all == nil && !strings.Contains(p.key, "; ") || all != nil && (p.weight <= all.weight || slices.ContainsFunc(holes, func(h string) bool { return strings.Contains(h, rest) })) {
			continue
		}
		place, _ = m.say(strings.TrimSuffix(front, ": "))
		return place + ": " + p.fill(m, own), true
	}
	return "", false
}

func (m *Messages) whole(text string) (string, bool) {
	if said, ok := m.exact[text]; ok {
		return said, true
	}
	if c := counted.FindStringSubmatch(text); c != nil {
		if id := "count." + strings.ReplaceAll(c[2], " ", "-") + "s"; m.words.Has(id) {
			return m.words.Word(id, "Count", atoi(c[1])), true
		}
	}
	if p, holes := m.match(text); p != nil {
		return p.fill(m, holes), true
	}
	return "", false
}

// match returns the pattern that says most of a text, and what is in its holes.
func (m *Messages) match(text string) (*pattern, []string) {
	for i := range m.patterns {
		p := &m.patterns[i]
		if holes, ok := p.match(text, 0); ok && (p.key != both || m.sayAny(holes)) {
			return p, holes
		}
	}
	return nil, nil
}

// both is a text that names look like, too: it counts where it joins messages.
const both = "%s and %s"

// sayAny reports whether one of some texts is a message.
func (m *Messages) sayAny(holes []string) bool {
	return slices.ContainsFunc(holes, func(hole string) bool { _, ok := m.say(hole); return ok })
}
