package site

import (
	"encoding/json"
	"slices"
	"strings"
)

// What a folder without a server is searched with: the script, and the words of
// a language beside its list of codes.
const (
	scriptName = "find.js"
	wordsName  = "words.js"
)

// wordsFile returns the file with the words of a language.
func wordsFile(lang string) string { return strings.TrimSuffix(CodesPage(lang), Index) + wordsName }

// A foundBy is a topic as the script finds it: what is typed is looked for in
// each of its texts, as a Finder does.
type foundBy struct {
	Code    string   `json:"c"`
	Old     []string `json:"o,omitempty"` // codes it had
	Href    string   `json:"h"`
	Title   string   `json:"t"`
	Summary string   `json:"s"`
	Names   string   `json:"n"`
	Words   string   `json:"w"`
}

// search writes what finds topics by their words where no server does: a script,
// the same for all languages, and for each what it looks into. A script rather
// than data, since pages that are opened from a disk may load nothing else.
func (w *writer) search() {
	if w.Search {
		return
	}
	script, err := files.ReadFile("templates/" + scriptName)
	if err != nil {
		w.err = err
		return
	}
	w.file(scriptName, script)
	old := map[string][]string{}
	for _, m := range w.moves() {
		old[m.to] = append(old[m.to], m.from)
	}
	for i := range w.Languages {
		l := &w.Languages[i]
		list := []foundBy{}
		for _, t := range w.byCode() {
			text, ok := t.Texts[l.Tag]
			if !ok {
				continue
			}
			e := entryOf(t.Code, &text)
			list = append(list, foundBy{t.Code, old[t.Code], root(CodesPage(l.Tag)) + TopicPage(t.Code, l.Tag), text.Title, text.Summary, e.names, once(e.text)})
		}
		data, err := json.Marshal(list) // "<" is escaped: nothing ends the script
		if err != nil {
			w.err = err
			return
		}
		w.file(wordsFile(l.Tag), slices.Concat([]byte("const topics = "), data, []byte(";\n")))
	}
}

// once returns a text with each of its words once: whoever searches types words,
// and the file is a third as long.
func once(text string) string {
	words := strings.Fields(text)
	seen, out := make(map[string]bool, len(words)), words[:0]
	for _, word := range words {
		if !seen[word] {
			seen[word], out = true, append(out, word)
		}
	}
	return strings.Join(out, " ")
}
