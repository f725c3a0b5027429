package i18n

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

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
	if from := lineage(l.lang)[0]; from != t.WrittenIn() {
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

// A TopicText is a text of a topic for a translator.
type TopicText struct {
	ID     string // of title, summary and explanation as they have; "topic.phishing.q.bank-mail.ask"
	Source string // in English; of several ways to say something one on each line
	Target string // empty when there is none yet
	Stale  bool   // made from another English text
	Lines  bool   // a list: each language has as many ways as it has
}

// ReferenceID names the address of a public page about a topic among its texts.
func ReferenceID(t *catalog.Topic) string { return "topic." + t.ID + ".reference" }

// TopicTexts returns the texts of a topic, of its explanation and its questions.
func TopicTexts(t *catalog.Topic, lang string) []TopicText {
	stale := map[string]bool{}
	for _, s := range Untranslated(t, lang) {
		stale[s.Part] = s.State == CodeStale
	}
	have := t.Translations[lang]
	var list []TopicText
	add := func(part string, texts ...catalog.Msg) {
		for _, m := range texts {
			target := have[m.ID].Text
			list = append(list, TopicText{ID: m.ID, Source: m.Text, Target: target, Stale: target != "" && stale[part]})
		}
	}
	add("title", t.Title)
	add("summary", t.Summary)
	if page := t.References[topicSource]; page != "" {
		list = append(list, TopicText{ID: ReferenceID(t), Source: page, Target: t.References[lang]})
	}
	if t.Explanation != nil {
		for _, part := range t.Explanation.Parts() {
			add(part.Name, part.Texts...)
		}
	}
	for _, q := range t.Questions {
		list = append(list, questionTexts(q, lang)...)
	}
	return list
}

// Taken are the texts of a topic as a translator gave them back, by their ids.
type Taken map[string]TopicText

// complete reports whether all texts are there, and whether all are made from
// the English as it is.
func (t Taken) complete(texts ...catalog.Msg) (all, fresh bool) {
	all, fresh = true, true
	for _, m := range texts {
		all = all && t[m.ID].Target != ""
		fresh = fresh && !t[m.ID].Stale
	}
	return all, fresh
}

// WriteExplanation returns the file of a translated explanation with the texts
// that were taken, or nil when some are missing. Parts somebody is not sure of
// keep the hash they had in the file there was.
func WriteExplanation(file []byte, t *catalog.Topic, taken Taken) []byte {
	var b bytes.Buffer
	lines := strings.SplitAfter(string(file), "\n")
	from, to := keyLines(lines, "of")
	old := strings.Join(lines[from:to], "")
	var hashes []string
	for _, p := range t.Explanation.Parts() {
		all, fresh := taken.complete(p.Texts...)
		if !all {
			return nil
		}
		hash := p.Hash()
		if !fresh {
			hash = stampedHash(old, p.Name)
		}
		hashes = append(hashes, fmt.Sprintf("%s: %q", p.Name, hash))
	}
	fmt.Fprintf(&b, "format: 1\ntopic: %s\nof: {%s}\n", t.ID, strings.Join(hashes, ", "))
	points := func(key string, list []catalog.Msg) {
		fmt.Fprintf(&b, "%s:\n", key)
		for _, m := range list {
			fmt.Fprintf(&b, "  - %s\n", singleYAML(taken[m.ID].Target))
		}
	}
	e := t.Explanation
	fmt.Fprintf(&b, "%s: |\n", catalog.PartWhat)
	for i, m := range e.What {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "  %s\n", taken[m.ID].Target)
	}
	fmt.Fprintf(&b, "%s: %s\n", catalog.PartExample, singleYAML(taken[e.Example.ID].Target))
	points(catalog.PartNotice, e.Notice)
	points(catalog.PartProtect, e.Protect)
	points(catalog.PartRespond, e.Respond)
	fmt.Fprintf(&b, "%s:\n  claim: %s\n  truth: %s\n", catalog.PartMisconception, singleYAML(taken[e.Claim.ID].Target), singleYAML(taken[e.Truth.ID].Target))
	return b.Bytes()
}

// WriteTitles returns the file of a topic with its title, its summary and the
// address of a public page in a language as they were taken, when all are there.
func WriteTitles(file []byte, t *catalog.Topic, lang string, taken Taken) []byte {
	lines := strings.SplitAfter(strings.TrimRight(string(file), "\n")+"\n", "\n")
	lines = lines[:len(lines)-1]
	have := t.Translations[lang]
	page := taken[ReferenceID(t)]
	if page.Target == "" && page.Source != "" {
		return file
	}
	if page.Target != t.References[lang] {
		lines = setLine(lines, "references", "  "+lang+":", fmt.Sprintf("  %s: %q\n", lang, page.Target))
	}
	line := map[string]string{}
	for _, m := range []catalog.Msg{t.Title, t.Summary} {
		text, tr := taken[m.ID], have[m.ID]
		if text.Target == "" {
			return file
		}
		was := tr
		if text.Target != tr.Text {
			tr.Reading = ""
		}
		if tr.Text = text.Target; !text.Stale {
			tr.Of = catalog.Hash(m.Text)
		}
		key := m.ID[strings.LastIndexByte(m.ID, '.')+1:]
		if tr == was {
			line[key] = ""
			continue
		}
		reading := ""
		if tr.Reading != "" {
			reading = ", reading: " + singleYAML(tr.Reading)
		}
		line[key] = fmt.Sprintf("    %s: {of: %q, text: %s%s}\n", key, cmp.Or(tr.Of, "00000000"), singleYAML(tr.Text), reading)
	}
	from, to := keyLines(lines, "translations")
	if from == to {
		lines, from, to = append(lines, "translations:\n"), len(lines), len(lines)+1
	}
	at := slices.Index(lines[from:to], "  "+lang+":\n") + from
	if at < from {
		lines, at = slices.Insert(lines, to, "  "+lang+":\n"), to
	}
	for _, key := range []string{"title", "summary"} {
		if line[key] == "" {
			continue
		}
		i := at + 1
		for i < len(lines) && strings.HasPrefix(lines[i], "    ") && !strings.HasPrefix(lines[i], "    "+key+":") {
			i++
		}
		end := i
		if i < len(lines) && strings.HasPrefix(lines[i], "    "+key+":") {
			for end++; end < len(lines) && strings.HasPrefix(lines[end], "     "); end++ {
			}
		}
		lines = slices.Replace(lines, i, end, line[key])
	}
	return []byte(strings.Join(lines, ""))
}

// setLine writes a line into what belongs to a key at the left margin, in the
// place of the one that begins alike or at the end.
func setLine(lines []string, key, begins, line string) []string {
	from, to := keyLines(lines, key)
	for i := from; i < to; i++ {
		if strings.HasPrefix(lines[i], begins) {
			return slices.Replace(lines, i, i+1, line)
		}
	}
	return slices.Insert(lines, to, line)
}

// singleYAML writes a text in single quotes, as the topics have them; with
// escapes what they cannot hold.
func singleYAML(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\uFEFF' }) {
		return escapeYAML(s)
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}
