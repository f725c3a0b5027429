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
	j.Left = each(it.Left, func(o quiz.Option) jsonOption { return jsonOption{ID: o.ID, Text: o.Text} })
	j.Right = each(it.Right, func(o quiz.Option) jsonOption { return jsonOption{ID: o.ID, Text: o.Text} })
	j.Pairs = each(it.Pairs, func(p quiz.Pair) jsonPair { return jsonPair(p) })
	j.Units = each(it.Units, func(u quiz.Unit) jsonUnit { return jsonUnit(u) })
	return j
}

// item returns the question.
func (j jsonItem) item() quiz.Item {
	it := quiz.Item{Topic: j.Topic, Title: j.TopicTitle, Lang: j.Language, Level: j.Level, Explain: j.Explain,
		Question: quiz.Question{ID: j.ID, Kind: j.Kind, Ask: j.Ask, Accept: j.Accept, Wrong: j.Wrong, Items: j.Items, Need: j.Need, Several: j.Several, Tolerance: j.Tolerance, Unit: j.Unit, Year: j.Year}}
	option := func(o jsonOption) quiz.Option { return quiz.Option{ID: o.ID, Text: o.Text} }
	it.Options, it.Left, it.Right = each(j.Options, option), each(j.Left, option), each(j.Right, option)
	it.Pairs = each(j.Pairs, func(p jsonPair) quiz.Pair { return quiz.Pair(p) })
	it.Units = each(j.Units, func(u jsonUnit) quiz.Unit { return quiz.Unit(u) })
	for _, o := range j.Options {
		if o.Because != "" {
			if it.Because == nil {
				it.Because = map[string]string{}
			}
			it.Because[o.ID] = o.Because
		}
	}
	for _, s := range j.Strict {
		setStrict(&it, s)
	}
	return it
}

// each returns what f makes of each value of a list; nil of none.
func each[A, B any](list []A, f func(A) B) []B {
	var out []B
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
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
