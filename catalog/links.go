package catalog

import "strings"

// A Span is a stretch of a text: plain, or words that lead to a topic.
type Span struct {
	Text  string
	Topic string // id of the topic the words lead to, "" for plain text
}

// Links cuts a text of an explanation at its links, [words](topic). What only
// looks like a link stays in the plain text, so that nothing is lost.
func Links(text string) []Span {
	var spans []Span
	plain := 0 // where the plain text before the next link starts
	for i := 0; i < len(text); {
		if next := strings.IndexByte(text[i:], '['); next >= 0 {
			i += next
		} else {
			break
		}
		words, topic, size := linkAt(text[i:])
		if size == 0 {
			i++
			continue
		}
		if plain < i {
			spans = append(spans, Span{Text: text[plain:i]})
		}
		spans = append(spans, Span{words, topic})
		i += size
		plain = i
	}
	if plain < len(text) {
		spans = append(spans, Span{Text: text[plain:]})
	}
	return spans
}

// linkAt reads the link a text begins with; its size is 0 when there is none.
func linkAt(text string) (words, topic string, size int) {
	rest, ok := strings.CutPrefix(text, "[")
	if !ok {
		return "", "", 0
	}
	end := strings.IndexAny(rest, "[]\n")
	if end < 0 || !strings.HasPrefix(rest[end:], "](") {
		return "", "", 0
	}
	words, rest = rest[:end], rest[end+len("]("):]
	topic, _, closed := strings.Cut(rest, ")")
	if !closed || !idForm().MatchString(topic) || strings.TrimSpace(words) != words || words == "" {
		return "", "", 0
	}
	return words, topic, len("[](") + len(words) + len(topic) + len(")")
}
