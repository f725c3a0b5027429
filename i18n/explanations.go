package i18n

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"kitpress/catalog"
)

// A PartState says how far the translation of a part of an explanation is.
type PartState struct {
	// Part is "notice", or "title" and "summary" of the topic's own file, or a
	// question with its topic: "phishing/bank-mail".
	Part  string
	State string // CodeMissing or CodeStale
}

// Untranslated returns what of a topic is missing or stale in a language. An
// explanation that is missing as a whole is one entry, "explanation".
func Untranslated(t *catalog.Topic, lang string) []PartState {
	var states []PartState
	texts := t.Translations[lang]
	judge := func(name string, list ...catalog.Msg) {
		for _, m := range list {
			switch tr, ok := texts[m.ID]; {
			case !ok || tr.Text == "":
				states = append(states, PartState{name, CodeMissing})
				return
			case tr.Of != catalog.Hash(m.Text):
				states = append(states, PartState{name, CodeStale})
				return
			}
		}
	}
	judge("title", t.Title)
	judge("summary", t.Summary)
	switch {
	case t.Explanation == nil:
	case !explained(t, texts):
		states = append(states, PartState{"explanation", CodeMissing})
	default:
		for _, part := range t.Explanation.Parts() {
			judge(part.Name, part.Texts...)
		}
	}
	return append(states, unasked(t, lang)...)
}

// unasked returns the questions that are missing or stale in a language; when
// none is translated, that is one entry, "questions".
func unasked(t *catalog.Topic, lang string) []PartState {
	var states []PartState
	missing := 0
	for _, q := range t.Questions {
		switch q.State(lang) {
		case catalog.Untranslated:
			missing++
			states = append(states, PartState{q.Name(), CodeMissing})
		case catalog.Stale:
			states = append(states, PartState{q.Name(), CodeStale})
		}
	}
	if missing > 1 && missing == len(t.Questions) {
		return []PartState{{"questions", CodeMissing}}
	}
	return states
}

// explained reports whether any text of an explanation is translated.
func explained(t *catalog.Topic, texts map[string]catalog.Translation) bool {
	for _, part := range t.Explanation.Parts() {
		for _, m := range part.Texts {
			if _, ok := texts[m.ID]; ok {
				return true
			}
		}
	}
	return false
}

// explanationOf returns the topic and the part of its explanation a text
// belongs to, or nil.
func explanationOf(g *catalog.Game, m catalog.Msg) (*catalog.Topic, catalog.Part) {
	id, ok := strings.CutPrefix(m.ID, "topic.")
	if !ok {
		return nil, catalog.Part{}
	}
	id, _, _ = strings.Cut(id, ".")
	t := g.Topics[id]
	if t == nil || t.Explanation == nil {
		return nil, catalog.Part{}
	}
	for _, part := range t.Explanation.Parts() {
		if slices.ContainsFunc(part.Texts, func(own catalog.Msg) bool { return own.ID == m.ID }) {
			return t, part
		}
	}
	return nil, catalog.Part{}
}

// unexplained reports an explanation that is missing in a language, once for
// all its texts. One with too few points was reported where it was read, or is
// stale.
func (l *loader) unexplained(t *catalog.Topic, part catalog.Part, m catalog.Msg) {
	if part.Name != catalog.PartWhat || m.ID != part.Texts[0].ID {
		return
	}
	in := l.lang
	for _, tag := range lineage(l.lang) {
		if explained(t, t.Translations[tag]) {
			return
		}
	}
	if from := lineage(l.lang)[0]; from != topicSource {
		in = from
	}
	l.gap(t.Pos, CodeMissing, "topic %q has no explanation in %s", t.ID, in).Hint = "write " + catalog.ExplanationFile(t.ID, in) + ", with the points and links of the English one"
}

// StampExplanation renews the hashes in the file of a translated explanation,
// those of the parts given or of all, and leaves every other line as it is.
// Who stamps a part vouches that it says what the English says now.
func StampExplanation(file []byte, english *catalog.Explanation, parts ...string) []byte {
	lines := strings.SplitAfter(string(file), "\n")
	from, to := keyLines(lines, "of")
	have := strings.Join(lines[from:to], "")
	var hashes []string
	for _, p := range english.Parts() {
		hash := p.Hash()
		if len(parts) > 0 && !slices.Contains(parts, p.Name) {
			hash = stampedHash(have, p.Name)
		}
		hashes = append(hashes, fmt.Sprintf("%s: %q", p.Name, hash))
	}
	if from == to { // after the topic, or else the format
		_, from = keyLines(lines, "topic")
		to = from
	}
	var b bytes.Buffer
	b.WriteString(strings.Join(lines[:from], ""))
	if n := b.Len(); n > 0 && b.Bytes()[n-1] != '\n' {
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "of: {%s}\n", strings.Join(hashes, ", "))
	b.WriteString(strings.Join(lines[to:], ""))
	return b.Bytes()
}

// keyLines returns the lines of a key at the left margin and of what belongs
// to it: the first, and the one behind the last.
func keyLines(lines []string, key string) (from, to int) {
	from = slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, key+":") })
	if from < 0 {
		return 0, 0
	}
	to = from + 1
	for to < len(lines) && strings.HasPrefix(lines[to], " ") {
		to++
	}
	return from, to
}

// stampedHash returns the hash a part has so far, or eight zeros, which no
// text has: a part nobody vouched for is stale.
func stampedHash(of, part string) string {
	_, rest, found := strings.Cut(of, part+":")
	hash := strings.Trim(strings.TrimSpace(strings.SplitN(rest+",", ",", 2)[0]), "\"'{} \n")
	if hash, _, _ = strings.Cut(hash, "\n"); !found || len(hash) != 8 {
		return "00000000"
	}
	return strings.Trim(hash, "\"'")
}
