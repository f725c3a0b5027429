package i18n

import (
	_ "embed" // the list
	"strings"
	"unicode"

	"kitpress/catalog/source"
)

//go:embed colours.yaml
var colourFile []byte

// coloursFormat is the version of colours.yaml.
const coloursFormat = 1

// colourWords are the words of a language that name a colour.
type colourWords struct{ words, signs, except []string }

// colourWordsOf returns the list of a language or its base language, an empty
// one when there is none.
func colourWordsOf(lang string) (colourWords, source.Problems) {
	var ps source.Problems
	var found colourWords
	root, ok := source.Parse("colours.yaml", colourFile, &ps)
	if !ok {
		return found, ps
	}
	m := root.Map()
	if !m.Format(coloursFormat) {
		return found, ps
	}
	tags := lineage(lang)
	for e := range m.Need("languages").Map().All() {
		list := e.Value.Map()
		c := colourWords{list.Get("words").Texts(), list.Get("signs").Texts(), list.Get("except").Texts()}
		list.Done("the colours of " + e.Key)
		for _, tag := range tags {
			if tag == e.Key {
				found = c
			}
		}
	}
	m.Done("the list of colours")
	return found, ps
}

// in returns the first word of a phrase that names a colour whatever the ink,
// "" when there is none. What a text says in black and white on purpose is not
// judged.
func (c colourWords) in(p phrase) string {
	for _, s := range p {
		if s.ref != nil {
			continue
		}
		if w := c.word(s.text); w != "" {
			return w
		}
		if w := c.sign(s.text); w != "" {
			return w
		}
	}
	return ""
}

// word returns the first whole word of a text that is in the list.
func (c colourWords) word(text string) string {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		low := strings.ToLower(w)
		for _, pattern := range c.words {
			if matchesWord(pattern, low) {
				return w
			}
		}
	}
	return ""
}

// matchesWord compares a word with a pattern that may begin or end in *.
func matchesWord(pattern, word string) bool {
	switch {
	case strings.HasPrefix(pattern, "*"):
		return strings.HasSuffix(word, pattern[1:])
	case strings.HasSuffix(pattern, "*"):
		return strings.HasPrefix(word, pattern[:len(pattern)-1])
	}
	return word == pattern
}

// sign returns the first sign of the list a text holds outside of what is
// excepted.
func (c colourWords) sign(text string) string {
	for _, e := range c.except {
		text = strings.ReplaceAll(text, e, "\n")
	}
	for _, s := range c.signs {
		if strings.Contains(text, s) {
			return s
		}
	}
	return ""
}
