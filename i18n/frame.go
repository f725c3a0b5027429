package i18n

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"kitpress/catalog/source"
)

// A FrameWord is one of kitpress's own words for a translator: what stands
// around the texts of a game.
type FrameWord struct {
	ID     string
	Form   string // of a word with plural forms: which, by CLDR; all of a word follow each other
	Source string // in English
	Target string // empty when there is none yet
}

// FrameFile returns where kitpress's own words in a language are in the folder
// of a game.
func FrameFile(lang string) string { return "i18n/" + lang + ".yaml" }

// FrameWords returns kitpress's own words in the order they are kept in, with
// what a file in the folder of a game says for them.
func FrameWords(pack fs.FS, lang string) ([]FrameWord, source.Problems) {
	var ps source.Problems
	english, _ := readWords(locales, wordsFile(fallback), fallback, &ps)
	have := map[string]*goi18n.Message{}
	if source.Exists(pack, FrameFile(lang)) {
		own, _ := readWords(pack, FrameFile(lang), lang, &ps)
		for _, m := range own {
			have[m.ID] = m
		}
	}
	names := pluralForms(lang)
	var list []FrameWord
	for _, m := range english {
		target := have[m.ID]
		if target == nil {
			target = &goi18n.Message{}
		}
		if m.One == "" {
			list = append(list, FrameWord{ID: m.ID, Source: m.Other, Target: target.Other})
			continue
		}
		for _, name := range names {
			w := FrameWord{m.ID, name, m.Other, *formOf(target, name)}
			if name == "one" {
				w.Source = m.One
			}
			if name == names[len(names)-1] { // of whole numbers the last may be called many
				w.Target = cmp.Or(w.Target, target.Other)
			}
			list = append(list, w)
		}
	}
	return list, ps
}

// formOf returns a plural form by the name CLDR has for it.
func formOf(m *goi18n.Message, name string) *string {
	for i, known := range []string{"one", "many", "other", "zero", "two", "few"} {
		if known == name {
			return forms(m)[i]
		}
	}
	return &m.Other
}

// pluralForms returns the names of the forms whole numbers take in a language,
// in the order of CLDR.
func pluralForms(lang string) []string {
	form := PluralForm(lang)
	var names []string
	for n := range 1000 {
		if name := form(n); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return slices.Index(formOrder, a) - slices.Index(formOrder, b) })
	return names
}

// PluralForm returns what tells which plural form a number takes in a language,
// by the names of CLDR; where nobody knows, all take the same.
func PluralForm(lang string) func(n int) string {
	tag := language.Make(lang)
	bundle := goi18n.NewBundle(tag)
	m := &goi18n.Message{ID: "n", Zero: "zero", One: "one", Two: "two", Few: "few", Many: "many", Other: "other"}
	if bundle.AddMessages(tag, m) != nil {
		return func(int) string { return "other" }
	}
	localizer := goi18n.NewLocalizer(bundle, lang)
	return func(n int) string {
		s, err := localizer.Localize(&goi18n.LocalizeConfig{MessageID: "n", PluralCount: n})
		if err != nil {
			return "other"
		}
		return s
	}
}

// wordEntry is the line a word begins in, also as a remark.
var wordEntry = source.Pattern(`^  (?:# )?([a-z][a-z0-9.-]*):\s`)

// Numbers returns the first numbers that take a plural form of a language.
func Numbers(lang, name string) string {
	form := PluralForm(lang)
	var numbers []string
	for n := 0; n < 1000 && len(numbers) < 4; n++ {
		if form(n) == name {
			numbers = append(numbers, strconv.Itoa(n))
		}
	}
	return strings.Join(numbers, ", ")
}

// FrameFault says what of a translation of a word nobody could fill in, "" for
// nothing: it has the placeholders of the English, but for the number where a
// form says that by itself.
func FrameFault(w FrameWord, target string) string {
	have, want := placeholdersOf(target), placeholdersOf(w.Source)
	if w.Form != "" && w.Form != "other" {
		have, want = append(have, "Count"), append(want, "Count")
	}
	if slices.Sort(have); !slices.Equal(slices.Compact(have), slices.Compact(slices.Sorted(slices.Values(want)))) {
		return fmt.Sprintf("has other placeholders than %q", w.Source)
	}
	return ""
}

// WriteFrame returns a file of kitpress's own words with those given in it, by
// id and plural form; a word without forms has the form "". What else stands in
// the file stays as it is; without one it is that of WordsTemplate. ok is false
// when the file is written in a way that words cannot be put into.
func WriteFrame(lang string, file []byte, words map[string]map[string]string) (written []byte, ok bool) {
	if len(file) == 0 {
		var err error
		if file, err = WordsTemplate(lang); err != nil {
			return nil, false
		}
	}
	var out bytes.Buffer
	left := maps.Clone(words)
	end, skip := 0, false // behind the last word; the rest of a word that was written anew
	for line := range strings.Lines(string(file)) {
		if id := wordEntry().FindStringSubmatch(line); id != nil && left[id[1]] != nil {
			out.WriteString(wordLine(id[1], left[id[1]]))
			delete(left, id[1])
			skip, end = true, out.Len()
			continue
		}
		skip = skip && strings.HasPrefix(line, "   ")
		if !skip {
			if !strings.HasSuffix(line, "\n") {
				line += "\n"
			}
			out.WriteString(line)
		}
		if strings.HasPrefix(line, "  ") {
			end = out.Len()
		}
	}
	var more strings.Builder
	for _, id := range slices.Sorted(maps.Keys(left)) {
		more.WriteString(wordLine(id, left[id]))
	}
	written = slices.Insert(out.Bytes(), end, []byte(more.String())...)
	if len(words) == 0 {
		return written, true
	}
	var ps source.Problems
	root, _ := source.Parse(FrameFile(lang), written, &ps)
	read, places := wordsFrom(root, lang)
	for id := range words {
		if !places[id].IsValid() {
			return nil, false
		}
	}
	for _, m := range read {
		for form, text := range words[m.ID] {
			if *formOf(m, form) != text {
				return nil, false
			}
		}
	}
	return written, len(ps) == 0
}

// wordLine writes a word for a file of them.
func wordLine(id string, texts map[string]string) string {
	if text, plain := texts[""]; plain {
		return fmt.Sprintf("  %s: %s\n", id, quoteYAML(text))
	}
	var parts []string
	for _, form := range formOrder {
		if text := texts[form]; text != "" {
			parts = append(parts, form+": "+quoteYAML(text))
		}
	}
	return fmt.Sprintf("  %s: {%s}\n", id, strings.Join(parts, ", "))
}

// formOrder is the order CLDR has plural forms in.
var formOrder = []string{"zero", "one", "two", "few", "many", "other"}
