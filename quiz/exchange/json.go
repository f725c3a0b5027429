package exchange

import (
	_ "embed"
	"io"

	"kitpress/quiz"
)

// jsonFormat is the version of the data; schema.json describes it.
const jsonFormat = 1

//go:embed schema.json
var schema []byte

// Schema returns the JSON schema of the format json.
func Schema() []byte { return schema }

// A jsonFile is a whole file.
type jsonFile struct {
	Format    int        `json:"format"`
	Title     string     `json:"title,omitempty"`
	Language  string     `json:"language"`
	Questions []jsonItem `json:"questions"`
}

// A jsonItem is one question.
type jsonItem struct {
	ID         string       `json:"id"`
	Topic      string       `json:"topic"`
	TopicTitle string       `json:"topicTitle,omitempty"`
	Language   string       `json:"language"`
	Kind       quiz.Kind    `json:"kind"`
	Level      int          `json:"level,omitempty"`
	Ask        string       `json:"ask"`
	Accept     []string     `json:"accept,omitempty"`
	Wrong      []string     `json:"wrong,omitempty"`
	Items      [][]string   `json:"items,omitempty"`
	Need       int          `json:"need,omitempty"`
	Options    []jsonOption `json:"options,omitempty"`
	Several    bool         `json:"several,omitempty"`
	Left       []jsonOption `json:"left,omitempty"`
	Right      []jsonOption `json:"right,omitempty"`
	Pairs      []jsonPair   `json:"pairs,omitempty"`
	Tolerance  string       `json:"tolerance,omitempty"`
	Unit       string       `json:"unit,omitempty"`
	Units      []jsonUnit   `json:"units,omitempty"`
	Year       bool         `json:"year,omitempty"`
	Strict     []string     `json:"strict,omitempty"`
	Explain    string       `json:"explain,omitempty"`
}

type jsonOption struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Because string `json:"because,omitempty"`
}

type jsonPair struct {
	Left  string `json:"left"`
	Right string `json:"right"`
}

type jsonUnit struct {
	Names  []string `json:"names"`
	Factor string   `json:"factor,omitempty"`
}

// writeJSON writes all there is to know about the questions.
func writeJSON(w io.Writer, items []quiz.Item, meta Meta) error {
	file := jsonFile{Format: jsonFormat, Title: meta.Title, Language: meta.Lang}
	for _, it := range items {
		file.Questions = append(file.Questions, toJSON(it))
	}
	data, err := asJSON(file)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func toJSON(it quiz.Item) jsonItem {
	j := jsonItem{ID: it.ID, Topic: it.Topic, TopicTitle: it.Title, Language: it.Lang, Kind: it.Kind, Level: it.Level, Ask: it.Ask,
		Accept: it.Accept, Wrong: it.Wrong, Items: it.Items, Need: it.Need, Several: it.Several, Tolerance: it.Tolerance, Unit: it.Unit, Year: it.Year, Explain: it.Explain, Strict: strict(it)}
	for _, o := range it.Options {
		j.Options = append(j.Options, jsonOption{o.ID, o.Text, it.Because[o.ID]})
	}
	for _, o := range it.Left {
		j.Left = append(j.Left, jsonOption{ID: o.ID, Text: o.Text})
	}
	for _, o := range it.Right {
		j.Right = append(j.Right, jsonOption{ID: o.ID, Text: o.Text})
	}
	for _, p := range it.Pairs {
		j.Pairs = append(j.Pairs, jsonPair{p.Left, p.Right})
	}
	for _, u := range it.Units {
		j.Units = append(j.Units, jsonUnit{u.Names, u.Factor})
	}
	return j
}

// item returns the question.
func (j jsonItem) item() quiz.Item {
	it := quiz.Item{Topic: j.Topic, Title: j.TopicTitle, Lang: j.Language, Level: j.Level, Explain: j.Explain,
		Question: quiz.Question{ID: j.ID, Kind: j.Kind, Ask: j.Ask, Accept: j.Accept, Wrong: j.Wrong, Items: j.Items, Need: j.Need, Several: j.Several, Tolerance: j.Tolerance, Unit: j.Unit, Year: j.Year}}
	for _, o := range j.Options {
		it.Options = append(it.Options, quiz.Option{ID: o.ID, Text: o.Text})
		if o.Because != "" {
			if it.Because == nil {
				it.Because = map[string]string{}
			}
			it.Because[o.ID] = o.Because
		}
	}
	for _, o := range j.Left {
		it.Left = append(it.Left, quiz.Option{ID: o.ID, Text: o.Text})
	}
	for _, o := range j.Right {
		it.Right = append(it.Right, quiz.Option{ID: o.ID, Text: o.Text})
	}
	for _, p := range j.Pairs {
		it.Pairs = append(it.Pairs, quiz.Pair{Left: p.Left, Right: p.Right})
	}
	for _, u := range j.Units {
		it.Units = append(it.Units, quiz.Unit{Names: u.Names, Factor: u.Factor})
	}
	for _, s := range j.Strict {
		setStrict(&it, s)
	}
	return it
}

// The names of what may be part of a typed answer.
const (
	strictArticle = "article"
	strictAccents = "accents"
	strictCase    = "case"
)

func strict(it quiz.Item) []string {
	var list []string
	for _, s := range []struct {
		on   bool
		name string
	}{{it.ArticleRequired, strictArticle}, {it.AccentsStrict, strictAccents}, {it.CaseStrict, strictCase}} {
		if s.on {
			list = append(list, s.name)
		}
	}
	return list
}

// setStrict reports whether there is such a name.
func setStrict(it *quiz.Item, name string) bool {
	switch name {
	case strictArticle:
		it.ArticleRequired = true
	case strictAccents:
		it.AccentsStrict = true
	case strictCase:
		it.CaseStrict = true
	default:
		return false
	}
	return true
}
