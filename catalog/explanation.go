package catalog

import (
	"strconv"
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
	Explanation  *Explanation                      // nil unless loaded with WithExplanations
	Questions    []*Question                       // in the order of the file; read with WithQuestions
	Named        bool                              // the game itself names it, not only another topic

	kindPos, relatedPos, referencesPos source.Pos
}

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
	list := []Msg{t.Title, t.Summary}
	if t.Explanation != nil {
		for _, p := range t.Explanation.Parts() {
			list = append(list, p.Texts...)
		}
	}
	return list
}

// links returns the ids of the topics a part leads to, in order of their
// mention.
func (p Part) links() []string {
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

// partTexts gives the texts of a part their message ids.
func partTexts(topic, part string, texts []Msg) []Msg {
	prefix := "topic." + topic + "."
	for i := range texts {
		switch part {
		case PartExample:
			texts[i].ID = prefix + part
		case PartMisconception:
			texts[i].ID = prefix + [...]string{"claim", "truth"}[i]
		default:
			texts[i].ID = prefix + part + "." + strconv.Itoa(i+1)
		}
	}
	return texts
}
