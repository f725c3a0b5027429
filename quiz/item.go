package quiz

import (
	"slices"
	"strings"
)

// An Item is a question as it is asked in one language: its key and the texts
// around it. Question.ID is "topic/id" and the same in every language.
type Item struct {
	Question
	Topic   string `json:"topic"`                // id of the topic; of a sheet of one's own: what its column says
	Title   string `json:"topicTitle,omitempty"` // of the topic, in Lang
	Lang    string `json:"language"`             // a tag such as "de" or "de-CH"
	Level   int    `json:"level,omitempty"`      // 1 easy, 2, 3 hard
	Explain string `json:"explain,omitempty"`    // why the key is right; shown after the answer
}

// Name returns the last part of the id, which is the question's own within its
// topic.
func (q Item) Name() string { return q.ID[strings.LastIndexByte(q.ID, '/')+1:] }

// WhyNot says why the option somebody chose is wrong, "" when it is not or
// nobody has said.
func (q Item) WhyNot(v Verdict) string {
	if q.Kind != Choice || v.Result != Wrong {
		return ""
	}
	var why []string
	for _, o := range q.Options {
		chosen := v.Listed == o.Text || slices.ContainsFunc(v.Parts, func(p Part) bool { return p.Accepted == o.Text })
		if chosen && o.Because != "" {
			why = append(why, o.Because)
		}
	}
	return strings.Join(why, " ")
}
