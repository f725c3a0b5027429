package i18n

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// format is the version of a pack's locales/<lang>.yaml.
const format = 1

// Translations reads a game's own file for a language, locales/<lang>.yaml,
// as it stands: stale and empty texts included. A file that is not there gives
// no translations and no problem.
func Translations(fsys fs.FS, g *catalog.Game, lang string) (map[string]catalog.Translation, source.Problems) {
	var ps source.Problems
	name := LocaleFile(g, lang)
	if _, err := fs.Stat(fsys, name); err != nil {
		return nil, nil
	}
	root, ok := source.ReadFile(fsys, name, &ps)
	if !ok {
		return nil, ps
	}
	m := root.Map()
	if !m.Format(format) {
		return nil, ps
	}
	if v := m.Need("language"); v.Exists() && v.Text() != lang {
		v.Errorf(CodeLanguage, "%s is for %s", name, lang).Hint = "write language: " + lang
	}
	ids := messageIDs(g)
	texts := map[string]catalog.Translation{}
	for e := range m.Need("texts").Map().All() {
		t := readTranslation(e)
		if !ids[e.Key] {
			e.At.Errorf(CodeExtra, "%s has no text %q", g.ID, e.Key).Hint = suggestID(e.Key, ids)
		}
		texts[e.Key] = t
	}
	m.Done(name)
	return texts, ps
}

func readTranslation(e source.Entry) catalog.Translation {
	fields := e.Value.Map()
	text := fields.Need("text")
	t := catalog.Translation{Of: fields.Need("of").Text(), Text: strings.TrimSpace(text.TextOrEmpty()), Pos: text.Pos()}
	if !t.Pos.IsValid() {
		t.Pos = e.Value.Pos()
	}
	if reading := fields.Get("reading"); reading.Exists() {
		t.Reading = strings.TrimSpace(reading.Text())
		if says, hint := readingFault(e.Key, t); says != "" {
			reading.Errorf(CodeReading, "%s", says).Hint = hint
		}
	}
	fields.Done("the translation of " + e.Key)
	return t
}

// readingFault says what is wrong with the reading of a translation, if anything.
func readingFault(id string, t catalog.Translation) (says, hint string) {
	switch {
	case t.Reading == "":
		return "", ""
	case strings.ContainsFunc(t.Reading, unread):
		return fmt.Sprintf("%q does not say how %s is read", t.Reading, id), "write it in kana"
	case !reads(t.Reading, t.Text):
		return fmt.Sprintf("%q is not how %q is read", t.Reading, t.Text), "write the kana of the text as it is now"
	}
	return "", ""
}

func messageIDs(g *catalog.Game) map[string]bool {
	ids := map[string]bool{}
	for _, m := range g.Messages() {
		ids[m.ID] = true
	}
	return ids
}

func suggestID(id string, ids map[string]bool) string {
	if s := source.Suggest(id, slices.Sorted(maps.Keys(ids))); s != "" {
		return "did you mean " + s + "?"
	}
	return "remove it: the text is no longer in the game"
}

// Stamp returns the translations with their source hashes renewed: those of
// the ids given, or all. Who stamps a text vouches that it says what the
// source says now. Empty texts stay unstamped.
func Stamp(g *catalog.Game, have map[string]catalog.Translation, ids ...string) map[string]catalog.Translation {
	stamped := maps.Clone(have)
	for _, m := range g.Messages() {
		t, ok := stamped[m.ID]
		if ok && t.Text != "" && (len(ids) == 0 || slices.Contains(ids, m.ID)) {
			t.Of = catalog.Hash(m.Text)
			stamped[m.ID] = t
		}
	}
	return stamped
}

// Held returns the texts a translation file of a game holds, in their order:
// all but those of topics, whose files hold their translations, and those that
// a table translates beside them, as long as have has none of them.
func Held(g *catalog.Game, lang string, have map[string]catalog.Translation) []catalog.Msg {
	return slices.DeleteFunc(g.Messages(), func(m catalog.Msg) bool {
		_, ok := have[m.ID]
		_, beside := g.Translations[lang][m.ID]
		return !ok && (beside || strings.HasPrefix(m.ID, "topic."))
	})
}

// WriteTemplate writes locales/<lang>.yaml for a translator: every text of the
// game in its order, in groups, with the translations there are. A missing one
// is an empty text below its source; a stale one keeps its old hash and shows
// what the source says now; those whose source is gone come last. Equal input gives equal bytes, and
// Translations reads them back.
func WriteTemplate(w io.Writer, g *catalog.Game, lang string, have map[string]catalog.Translation) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "format: %d\nlanguage: %s\ntexts:\n", format, lang)
	left := maps.Clone(have)
	group := ""
	for _, m := range Held(g, lang, have) {
		t := left[m.ID]
		delete(left, m.ID)
		if name := groupOf(m.ID); name != group {
			group = name
			fmt.Fprintf(b, "\n  # %s\n", name)
		}
		hash := catalog.Hash(m.Text)
		switch {
		case t.Text == "":
			comment(b, "", m.Text)
			t.Of = hash
		case t.Of != hash:
			comment(b, "stale, now "+hash+": ", m.Text)
		}
		writeTranslation(b, m.ID, t)
	}
	if len(left) > 0 {
		b.WriteString("\n  # no longer in the game\n")
	}
	for _, id := range slices.Sorted(maps.Keys(left)) {
		writeTranslation(b, id, left[id])
	}
	return b.Flush()
}

// groupOf returns what a text belongs to, the first two parts of its id for a
// card, section or set, else the first.
func groupOf(id string) string {
	parts := strings.Split(id, ".")
	switch parts[0] {
	case "card", "section", "set":
		if len(parts) > 2 {
			return parts[0] + " " + parts[1]
		}
	}
	return parts[0]
}

// comment writes a source text as a comment of one line.
func comment(b *bufio.Writer, prefix, text string) {
	quoted := quoteYAML(text)
	fmt.Fprintf(b, "  # %s%s\n", prefix, quoted[1:len(quoted)-1])
}

func writeTranslation(b *bufio.Writer, id string, t catalog.Translation) {
	fmt.Fprintf(b, "  %s: {of: %s, text: %s", plainOrQuoted(id), plainOrQuoted(t.Of), quoteYAML(t.Text))
	if t.Reading != "" {
		fmt.Fprintf(b, ", reading: %s", quoteYAML(t.Reading))
	}
	b.WriteString("}\n")
}

// plainOrQuoted writes ids and hashes plainly when they consist of harmless
// characters; what a broken file holds instead is quoted.
func plainOrQuoted(s string) string {
	harmless := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-'
	}
	if s == "" || s[0] == '-' || s[0] == '.' || strings.TrimFunc(s, harmless) != "" || len(strings.TrimRightFunc(s, harmless)) > 0 {
		return quoteYAML(s)
	}
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return quoteYAML(s)
	}
	return s
}

// quoteYAML writes a text in double quotes, or in single ones when that saves
// escaping the quotes of a placeholder. The spaces that do not break are
// written as escapes, \_ and \u202F: they cannot be told from a space on a
// screen.
func quoteYAML(s string) string {
	double := escapeYAML(s)
	if quotes := strings.Count(s, `"`); quotes > 0 && strings.Count(double, `\`) == quotes {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return double
}

func escapeYAML(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case string(r) == nbsp:
			b.WriteString(`\_`)
		case r < 0x20 || r >= 0x7F && r < 0xA0:
			fmt.Fprintf(&b, `\x%02X`, r)
		case r == '\u00AD' || r >= '\u2000' && r <= '\u200F' || r >= '\u2028' && r <= '\u202F' || r >= '\u205F' && r <= '\u206F' || r == '\uFEFF' || r >= 0xFFFE && r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
