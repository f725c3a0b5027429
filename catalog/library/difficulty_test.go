package library

import (
	"fmt"
	"kitpress/catalog"
	"strings"
	"testing"
	"unicode"
)

// A difficulty says how hard a text is to read: the lengths of its sentences, in words,
// or in characters where words are not separated.
type difficulty struct {
	sentences, total, longest int
	hardest                   string // the longest sentence
}

func (r *difficulty) add(text string) {
	for _, s := range sentences(shown(text)) {
		n := wordCount(s)
		if wordless(s) {
			n = signCount(s)
		}
		if n == 0 {
			continue
		}
		r.sentences++
		r.total += n
		if n > r.longest {
			r.longest, r.hardest = n, s
		}
	}
}

func (r *difficulty) mean() float64 { return float64(r.total) / float64(max(r.sentences, 1)) }

// sentences cuts a text behind the signs that end a sentence. A full stop ends
// one only before a blank and a capital letter or a digit, so that "e.g. this"
// is one.
func sentences(text string) []string {
	var list []string
	runes := []rune(text)
	from := 0
	for i := 0; i < len(runes); i++ {
		after := i + 1 // behind the signs that close a quotation
		for after < len(runes) && strings.ContainsRune("”’»“‘)」』\u202F", runes[after]) {
			after++
		}
		next := after
		for next < len(runes) && unicode.IsSpace(runes[next]) {
			next++
		}
		starts := next == len(runes) || next > after && (unicode.IsUpper(runes[next]) || strings.ContainsRune("„“«‘", runes[next]))
		if strings.ContainsRune("。！？", runes[i]) || strings.ContainsRune(".!?…:", runes[i]) && starts || after >= len(runes) {
			list = append(list, strings.TrimSpace(string(runes[from:after])))
			from, i = after, after-1
		}
	}
	return list
}

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"One. Two! Three?", 3},
		{"It says: “Pay now.” Then it waits.", 3},
		{"Version 2.2 costs approx. 3 francs.", 1},
		{"一つ目。二つ目！「三つ目。」", 3},
	} {
		if got := sentences(c.text); len(got) != c.want {
			t.Errorf("%q has %d sentences, want %d: %q", c.text, len(got), c.want, got)
		}
	}
}

// readingBounds say what readers of twelve manage in one minute: the mean and
// the longest sentence of an explanation, in words, in Japanese in characters.
// They leave a little room over the texts there are; German joins words other
// languages write apart, French and Italian take more of them.
var readingBounds = map[string]struct {
	mean    float64
	longest int
}{
	"en": {16, 27},
	"de": {16, 30},
	"it": {18, 34},
	"fr": {18, 34},
	"ja": {42, 80},
}

// readable returns what makes some texts hard to read, or "".
func readable(lang string, texts []string) string {
	bounds := readingBounds[lang]
	var r difficulty
	for _, text := range texts {
		r.add(text)
	}
	switch {
	case r.mean() > bounds.mean:
		return fmt.Sprintf("sentences of %.1f on average, at most %g are easy to read", r.mean(), bounds.mean)
	case r.longest > bounds.longest:
		return fmt.Sprintf("a sentence of %d, at most %d are easy to read: %s", r.longest, bounds.longest, r.hardest)
	}
	return ""
}

func TestExplanationsAreReadable(t *testing.T) {
	topics, _ := Topics(catalog.Embedded(), topicLanguages...)
	for id, topic := range topics {
		if topic.Explanation == nil {
			continue
		}
		for lang := range readingBounds {
			var texts []string
			for _, part := range topic.Explanation.Parts() {
				for _, m := range part.Texts {
					if lang == catalog.TopicSource {
						texts = append(texts, m.Text)
					} else if tr, ok := topic.Translations[lang][m.ID]; ok {
						texts = append(texts, tr.Text)
					}
				}
			}
			if fault := readable(lang, texts); fault != "" {
				t.Errorf("%s in %s: %s", id, lang, fault)
			}
		}
	}
}

func TestReadable(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "A lock keeps strangers out. Use it every evening, and hide the key.", ""},
		{"en", "Users are herewith advised that credentials of whatever nature, insofar as they have been obtained from a third party, must be replaced.", "on average"},
		{"en", strings.Repeat("Lock the door. ", 9) + "Then look whether the window in the kitchen, the one in the bath and the small one in the cellar that nobody ever thinks of are closed as well tonight.", "a sentence of 30"},
		{"ja", "鍵をかけます。夜は必ず確かめます。", ""},
		{"ja", strings.Repeat("鍵をかけて窓を閉めてから出かけるようにして", 3) + "ください。", "on average"},
	} {
		if got := readable(c.lang, []string{c.text}); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}
