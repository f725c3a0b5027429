package i18n

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// ofValue is a hash with its key, as it stands in a line.
var ofValue = source.Pattern(`of:\s*("[^"]*"|'[^']*'|[^\s,}#]*)`)

// StampQuestions renews the hashes in the file of translated questions, those
// of the questions given or of all, and leaves everything else as it is. file
// is what t was read from. Who stamps a question vouches that it says what the
// English says now.
func StampQuestions(file []byte, t *catalog.Topic, lang string, ids ...string) []byte {
	lines := strings.SplitAfter(string(file), "\n")
	questions := slices.DeleteFunc(slices.Clone(t.Questions), func(q *catalog.Question) bool {
		return q.Texts[lang] == nil || len(ids) > 0 && !slices.Contains(ids, q.ID)
	})
	// From the last to the first, since lines are added.
	slices.SortFunc(questions, func(a, b *catalog.Question) int { return b.Texts[lang].Pos.Compare(a.Texts[lang].Pos) })
	for _, q := range questions {
		texts, hash := q.Texts[lang], `of: "`+q.Texts[topicSource].Hash()+`"`
		switch {
		case texts.OfPos.IsValid():
			lines = replaceHash(lines, texts.OfPos, hash)
		default:
			lines = addHash(lines, texts, hash)
		}
	}
	return []byte(strings.Join(lines, ""))
}

// replaceHash writes a hash in the place of the one that stands at pos.
func replaceHash(lines []string, pos source.Pos, hash string) []string {
	n := pos.Line - 1
	if n >= len(lines) {
		return lines
	}
	end := len(string([]rune(lines[n])[:min(pos.Col-1, len([]rune(lines[n])))]))
	start := strings.LastIndex(lines[n][:end], "of:")
	if start < 0 {
		return lines
	}
	found := ofValue().FindStringIndex(lines[n][start:])
	lines[n] = lines[n][:start] + hash + lines[n][start+found[1]:]
	return lines
}

// addHash writes a hash below the id of a question, or before it where the
// question stands in braces.
func addHash(lines []string, texts *catalog.QuestionTexts, hash string) []string {
	n, col := texts.Pos.Line-1, texts.Pos.Col-1
	if n >= len(lines) || col > len(lines[n]) {
		return lines
	}
	if strings.HasPrefix(lines[n][col:], "{") {
		lines[n] = lines[n][:col+1] + hash + ", " + lines[n][col+1:]
		return lines
	}
	at := min(texts.IDPos.Line, len(lines))
	if !strings.HasSuffix(lines[at-1], "\n") {
		lines[at-1] += "\n"
	}
	return slices.Insert(lines, at, strings.Repeat(" ", col)+hash+"\n")
}

// A slot is a text of a question: where it stands, in which language soever.
type slot struct {
	id    string // behind that of the question
	lines bool   // one or several ways to say something
	own   bool   // may be missing: each language has its own
	of    func(*catalog.QuestionTexts) []catalog.Msg
}

// slotsOf returns the texts of a question in the order of its file.
func slotsOf(q *catalog.Question) []slot {
	nth := func(list func(*catalog.QuestionTexts) []catalog.Msg, i int) func(*catalog.QuestionTexts) []catalog.Msg {
		return func(t *catalog.QuestionTexts) []catalog.Msg {
			if all := list(t); i < len(all) {
				return all[i : i+1]
			}
			return nil
		}
	}
	ways := func(list func(*catalog.QuestionTexts) [][]catalog.Msg, i int) func(*catalog.QuestionTexts) []catalog.Msg {
		return func(t *catalog.QuestionTexts) []catalog.Msg {
			if all := list(t); i < len(all) {
				return all[i]
			}
			return nil
		}
	}
	type texts = catalog.QuestionTexts
	slots := []slot{{id: "ask", of: func(t *texts) []catalog.Msg { return []catalog.Msg{t.Ask} }}}
	for i, o := range q.Options {
		slots = append(slots, slot{id: "option." + o.ID, of: nth(func(t *texts) []catalog.Msg { return t.Options }, i)},
			slot{id: "because." + o.ID, of: nth(func(t *texts) []catalog.Msg { return t.Because }, i)})
	}
	slots = append(slots, slot{"accept", true, false, func(t *texts) []catalog.Msg { return t.Accept }},
		slot{id: "unit", of: func(t *texts) []catalog.Msg { return []catalog.Msg{t.Unit} }})
	units := 0
	for _, t := range q.Texts {
		units = max(units, len(t.Units))
	}
	for i := range units {
		slots = append(slots, slot{"units." + strconv.Itoa(i+1), true, i >= len(q.Texts[topicSource].Units), ways(func(t *texts) [][]catalog.Msg { return t.Units }, i)})
	}
	for i, id := range q.Items {
		slots = append(slots, slot{"item." + id, true, false, ways(func(t *texts) [][]catalog.Msg { return t.Items }, i)})
	}
	slots = append(slots, slot{"wrong", true, true, func(t *texts) []catalog.Msg { return t.Wrong }})
	for i, id := range q.Pairs {
		slots = append(slots, slot{id: "left." + id, of: nth(func(t *texts) []catalog.Msg { return t.Left }, i)},
			slot{id: "right." + id, of: nth(func(t *texts) []catalog.Msg { return t.Right }, i)})
	}
	return append(slots, slot{id: "explain", of: func(t *texts) []catalog.Msg { return []catalog.Msg{t.Explain} }})
}

// in returns the text in one language, of several ways one on each line.
func (s slot) in(t *catalog.QuestionTexts) string {
	if t == nil {
		return ""
	}
	var all []string
	for _, m := range s.of(t) {
		all = append(all, m.Text)
	}
	return strings.Join(all, "\n")
}

func questionID(q *catalog.Question) string { return "topic." + q.Topic + ".q." + q.ID + "." }

// questionTexts returns the texts of a question for a translator.
func questionTexts(q *catalog.Question, lang string) (list []TopicText) {
	english, have := q.Texts[topicSource], q.Texts[lang]
	for _, s := range slotsOf(q) {
		text := TopicText{ID: questionID(q) + s.id, Source: s.in(english), Target: s.in(have), Lines: s.lines}
		text.Stale = text.Target != "" && q.State(lang) == catalog.Stale
		if text.Source != "" || text.Target != "" {
			list = append(list, text)
		}
	}
	return list
}

// WriteQuestions returns the file of translated questions with the texts that
// were taken: those of which all texts are there. lacking are the others that
// were begun.
func WriteQuestions(t *catalog.Topic, lang string, taken Taken) (file []byte, lacking []string) {
	var b strings.Builder
	for _, q := range t.Questions {
		text := map[string]string{}
		all, begun, fresh := true, false, true
		for _, s := range slotsOf(q) {
			unit := taken[questionID(q)+s.id]
			text[s.id] = unit.Target
			fresh = fresh && !unit.Stale
			begun = begun || unit.Target != ""
			all = all && (unit.Target != "" || s.own || s.in(q.Texts[topicSource]) == "")
		}
		switch {
		case !begun:
		case !all:
			lacking = append(lacking, q.Name())
		default:
			of := q.Texts[topicSource].Hash()
			if !fresh {
				of = "00000000"
				if have := q.Texts[lang]; have != nil {
					of = cmp.Or(have.Of, of)
				}
			}
			fmt.Fprintf(&b, "  - id: %s\n    of: %q\n", q.ID, of)
			writeQuestion(&b, q, text)
		}
	}
	if b.Len() == 0 {
		return nil, lacking
	}
	return []byte(fmt.Sprintf("format: 1\ntopic: %s\nquestions:\n", t.ID) + b.String()), lacking
}

func writeQuestion(b *strings.Builder, q *catalog.Question, text map[string]string) {
	list := func(id string) string {
		var quoted []string
		for way := range strings.Lines(text[id]) {
			if way = strings.TrimSpace(way); way != "" {
				quoted = append(quoted, singleYAML(way))
			}
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	}
	fmt.Fprintf(b, "    ask: %s\n", singleYAML(text["ask"]))
	if len(q.Options) > 0 {
		b.WriteString("    options:\n")
	}
	for _, o := range q.Options {
		fmt.Fprintf(b, "      - {id: %s, text: %s", o.ID, singleYAML(text["option."+o.ID]))
		if because := text["because."+o.ID]; because != "" {
			fmt.Fprintf(b, ", because: %s", singleYAML(because))
		}
		b.WriteString("}\n")
	}
	if text["accept"] != "" {
		fmt.Fprintf(b, "    accept: %s\n", list("accept"))
	}
	if text["unit"] != "" {
		fmt.Fprintf(b, "    unit: %s\n", singleYAML(text["unit"]))
	}
	if text["units.1"] != "" {
		b.WriteString("    units:\n")
	}
	for i := 1; text["units."+strconv.Itoa(i)] != ""; i++ {
		fmt.Fprintf(b, "      - {names: %s}\n", list("units."+strconv.Itoa(i)))
	}
	if len(q.Items) > 0 {
		b.WriteString("    items:\n")
	}
	for _, id := range q.Items {
		fmt.Fprintf(b, "      - {id: %s, accept: %s}\n", id, list("item."+id))
	}
	if text["wrong"] != "" {
		fmt.Fprintf(b, "    wrong: %s\n", list("wrong"))
	}
	if len(q.Pairs) > 0 {
		b.WriteString("    pairs:\n")
	}
	for _, id := range q.Pairs {
		fmt.Fprintf(b, "      - {id: %s, left: %s, right: %s}\n", id, singleYAML(text["left."+id]), singleYAML(text["right."+id]))
	}
	fmt.Fprintf(b, "    explain: %s\n", singleYAML(text["explain"]))
}
