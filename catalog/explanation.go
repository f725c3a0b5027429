package catalog

import (
	"cmp"
	"path"
	"strings"

	"kitpress/catalog/source"
)

// A Topic is one entry of the threat library shared by all games.
type Topic struct {
	ID           string
	Pos          source.Pos
	Code         string // permanent short code with check character, "7F3K-Q"
	Title        Msg    // "topic.<id>.title"
	Summary      Msg    // "topic.<id>.summary": one sentence
	Kind         TopicKind
	Age          int      // readers it is written for
	Related      []string // ids of other topics
	Tags         []Tag
	References   map[string]string                 // language -> public page, ASCII, at most 120 bytes
	Translations map[string]map[string]Translation // language -> message id -> text
	Explanation  *Explanation                      // nil unless asked for
	Questions    []*Question                       // in the order of the file; read only by those who ask them
	Source       string                            // the language it is written in; "": TopicSource
	Named        bool                              // the game itself names it, not only another topic
}

// The folders of the topics. Explanations and questions have one folder for
// each language, and in it one file for each topic:
// topics/explanations/en/phishing.yaml.
const (
	TopicFolder       = "topics"
	ExplanationFolder = TopicFolder + "/explanations"
	QuestionFolder    = TopicFolder + "/questions"
)

// ExplanationFile returns where a topic's explanation in a language is.
func ExplanationFile(topic, lang string) string {
	return path.Join(ExplanationFolder, lang, topic+".yaml")
}

// QuestionFile returns where the questions about a topic in a language are.
func QuestionFile(topic, lang string) string {
	return path.Join(QuestionFolder, lang, topic+".yaml")
}

// WrittenIn returns the language a topic is written in.
func (t *Topic) WrittenIn() string { return cmp.Or(t.Source, TopicSource) }

// TopicSource is the language topics are written in when they do not say another:
// they belong to all games, whatever language a game is written in.
const TopicSource = "en"

// A TopicKind says what a topic is about; the headings of its explanation
// follow from it.
type TopicKind string

// The kinds of topics.
const (
	TopicThreat  TopicKind = "threat"
	TopicDefence TopicKind = "defence"
	TopicTerm    TopicKind = "term"
)

// A Tag places a topic in a framework of others.
type Tag struct {
	Framework string // "digcomp", "mitre-attack" …
	Version   string // of the framework: their lists change
	ID        string // the framework's own, "4.2" or "T1566"
	Pos       source.Pos
}

// An Explanation is what stands behind a topic's code. Its texts may hold
// links to other topics, which Links finds.
type Explanation struct {
	Pos     source.Pos
	What    []Msg // "topic.<id>.what.1": paragraphs
	Example Msg   // "topic.<id>.example"
	Notice  []Msg // "topic.<id>.notice.1"
	Protect []Msg // "topic.<id>.protect.1"
	Respond []Msg // "topic.<id>.respond.1"
	Claim   Msg   // "topic.<id>.claim": a common misconception
	Truth   Msg   // "topic.<id>.truth"
}

// The parts of an explanation, by the keys of its file.
const (
	PartWhat          = "what"
	PartExample       = "example"
	PartNotice        = "notice"
	PartProtect       = "protect"
	PartRespond       = "respond"
	PartMisconception = "misconception" // claim and truth
)

// A Part is what a translator translates, and vouches for, at a time.
type Part struct {
	Name  string
	Texts []Msg
}

// Parts returns the parts in the order of their reading.
func (e *Explanation) Parts() []Part {
	return []Part{
		{PartWhat, e.What},
		{PartExample, []Msg{e.Example}},
		{PartNotice, e.Notice},
		{PartProtect, e.Protect},
		{PartRespond, e.Respond},
		{PartMisconception, []Msg{e.Claim, e.Truth}},
	}
}

// Hash names the wording of the part: a translation of it is stale when the
// hash is another one.
func (p Part) Hash() string {
	texts := make([]string, len(p.Texts))
	for i, m := range p.Texts {
		texts[i] = m.Text
	}
	return Hash(strings.Join(texts, "\n"))
}

// Messages returns the texts of the topic: title, summary and, when it was
// loaded, the explanation.
func (t *Topic) Messages() []Msg {
	list := append(make([]Msg, 0, 24), t.Title, t.Summary)
	if t.Explanation != nil {
		for _, p := range t.Explanation.Parts() {
			list = append(list, p.Texts...)
		}
	}
	return list
}

// Links returns the ids of the topics a part leads to, in order of their
// mention.
func (p Part) Links() []string {
	var ids []string
	for _, m := range p.Texts {
		for _, s := range Links(m.Text) {
			if s.Topic != "" {
				ids = append(ids, s.Topic)
			}
		}
	}
	return ids
}

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
	if !closed || !IDForm().MatchString(topic) || strings.TrimSpace(words) != words || words == "" {
		return "", "", 0
	}
	return words, topic, len("[](") + len(words) + len(topic) + len(")")
}
