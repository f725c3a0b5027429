package press

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
)

// codeGlyph is the code of texts with characters that cannot be set; package
// compose has the same for what stands in no text of the game.
const codeGlyph = "glyph"

// An unset is a reason why texts of one language cannot be set: a script no
// font has, or a single character.
type unset struct {
	layout.Missing
	script string     // "" for a character that belongs to no script
	first  source.Pos // of the first text
	texts  int
	runes  []rune
}

// Letters reports what in the texts of the game cannot be set, each cause once
// however many texts it spoils: a language kitpress cannot print would
// otherwise be reported letter by letter.
func (l *Localization) Letters() source.Problems {
	found := map[string]*unset{}
	fine := map[rune]bool{}
	setter := l.Typesetter()
	see := func(text string, pos source.Pos) {
		if !strings.ContainsFunc(text, func(r rune) bool { return (r >= 0x80 || r == ':') && !fine[r] }) {
			return
		}
		missing := setter.Missing(l.Lang, text)
		if len(missing) == 0 {
			for _, r := range text {
				fine[r] = r != ':'
			}
		}
		seen := map[*unset]bool{}
		for _, m := range missing {
			u := cause(found, m, pos)
			if !seen[u] {
				seen[u] = true
				u.texts++
			}
		}
	}
	for _, m := range l.Game.Messages() {
		see(l.Texts.Text(m), l.Texts.Pos(m))
	}
	eachWord(l.Game, see)
	var problems source.Problems
	for _, key := range slices.Sorted(maps.Keys(found)) {
		found[key].report(&problems, l.Lang)
	}
	return problems
}

// eachWord calls see for the words on cards and in sets, which no language
// translates.
func eachWord(g *catalog.Game, see func(text string, pos source.Pos)) {
	fields := func(records []*catalog.Record) {
		for _, r := range records {
			for _, name := range slices.Sorted(maps.Keys(r.Fields)) {
				switch v := r.Fields[name]; v.Type {
				case catalog.TypeWord:
					see(v.Word, v.Pos)
				case catalog.TypeWords:
					see(strings.Join(v.List, " "), v.Pos)
				}
			}
		}
	}
	for _, s := range g.Sets {
		fields(s.Items)
	}
	for _, d := range g.Decks {
		fields(d.Cards)
	}
}

// cause returns the reason a character belongs to.
func cause(found map[string]*unset, m layout.Missing, pos source.Pos) *unset {
	script := scriptOf(m.Rune)
	key := script + " " + m.Reason
	switch {
	case m.Icon != "":
		key = m.Icon
	case script == "":
		key = fmt.Sprintf("%06X", m.Rune)
	}
	u := found[key]
	if u == nil {
		u = &unset{Missing: m, script: script, first: pos}
		found[key] = u
	}
	if !slices.Contains(u.runes, m.Rune) {
		u.runes = append(u.runes, m.Rune)
	}
	return u
}

// scriptOf returns the name of the script a letter belongs to, "" for signs
// that all scripts share.
func scriptOf(r rune) string {
	for name, table := range unicode.Scripts {
		if name != "Common" && name != "Inherited" && unicode.Is(table, r) {
			return strings.ReplaceAll(name, "_", " ")
		}
	}
	return ""
}

func (u *unset) report(problems *source.Problems, lang string) {
	const most = 3
	texts := plural(u.texts, "text")
	var list []string
	for _, r := range u.runes {
		if len(list) < most && !unicode.Is(unicode.M, r) { // a mark is nothing alone
			list = append(list, string(r))
		}
	}
	such := strings.Join(list, " ")
	const get = "put a font that has them, a .ttf, .otf or .ttc such as those of fonts.google.com/noto, into the folder fonts of the game, or name its folder: --fonts DIR"
	letters := fmt.Sprintf("%s in %s cannot be set for want of %s", texts, lang, plural(len(u.runes), "character"))
	switch {
	case u.script == "":
		problems.Errorf(u.first, codeGlyph, "%s (%s in %s)", u.Missing, texts, lang).Hint = u.Hint
	case u.Reason != layout.NoGlyph:
		problems.Errorf(u.first, codeGlyph, "%s in %s cannot be set: %s", texts, lang, u.Reason).Hint = u.Hint
	case u.script == "Han":
		problems.Errorf(u.first, codeGlyph, "%s: the fonts have the Han characters of Japanese, and not %s", letters, such).Hint = get
	default:
		problems.Errorf(u.first, codeGlyph, "%s: no font has the letters of %s: %s …", letters, u.script, such).Hint = get
	}
}

// plural returns "1 text" or "2 texts".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
