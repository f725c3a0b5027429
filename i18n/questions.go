package i18n

import (
	"slices"
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
