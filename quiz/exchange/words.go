package exchange

import (
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
	"kitpress/quiz"
)

//go:embed sheet.yaml
var sheetFile []byte

// sheetFormat is the version of sheet.yaml and h5p.yaml.
const sheetFormat = 1

// maxNumbered is how many columns of one name there may be: right60.
const maxNumbered = 60

// A sheetColumn is a column of the sheet of questions.
type sheetColumn struct {
	id       string
	numbered bool
	width    int
	names    map[string]string // by language
	means    map[string]string // by language: what goes in
	also     []string          // what people call it in lists of their own
}

// sheetWords are the words of the sheet.
type sheetWords struct {
	helpSheet, questionsSheet, meaning, yes map[string]string
	kinds                                   map[quiz.Kind]map[string]string
	columns                                 []sheetColumn
}

// words reads the embedded file once.
var words = sync.OnceValue(func() sheetWords {
	w, _ := readWords(sheetFile) // it has no problems, the tests say
	return w
})

func readWords(data []byte) (sheetWords, source.Problems) {
	var ps source.Problems
	root, _ := source.Parse("sheet.yaml", data, &ps)
	m := root.Map()
	w := sheetWords{kinds: map[quiz.Kind]map[string]string{}}
	if !m.Format(sheetFormat) {
		return w, ps
	}
	w.helpSheet, w.questionsSheet = byLanguage(m.Need("help-sheet")), byLanguage(m.Need("questions-sheet"))
	w.meaning, w.yes = byLanguage(m.Need("meaning")), byLanguage(m.Need("yes"))
	kinds := m.Need("kinds").Map()
	for _, k := range quiz.Kinds() {
		w.kinds[k] = byLanguage(kinds.Need(string(k)))
	}
	kinds.Done("kinds")
	for _, v := range m.Need("columns").List() {
		c := v.Map()
		w.columns = append(w.columns, sheetColumn{id: c.Need("id").Text(), numbered: c.Get("numbered").Exists(), width: c.Need("width").Int(1, 100),
			names: byLanguage(c.Need("names")), means: byLanguage(c.Need("means")), also: c.Get("also").Texts()})
		c.Done("a column")
	}
	m.Done("sheet.yaml")
	return w, ps
}

func byLanguage(v source.Value) map[string]string {
	out := map[string]string{}
	for e := range v.Map().All() {
		out[e.Key] = e.Value.Text()
	}
	return out
}

//go:embed h5p.yaml
var h5pFile []byte

// h5pWords are the words of h5p.yaml, read once.
var h5pWords = sync.OnceValue(func() map[string]map[string]string {
	w, _ := readH5PWords(h5pFile) // it has no problems, the tests say
	return w
})

func readH5PWords(data []byte) (map[string]map[string]string, source.Problems) {
	var ps source.Problems
	root, _ := source.Parse("h5p.yaml", data, &ps)
	m := root.Map()
	list := map[string]map[string]string{}
	if !m.Format(sheetFormat) {
		return list, ps
	}
	for e := range m.Need("words").Map().All() {
		list[e.Key] = byLanguage(e.Value)
	}
	m.Done("h5p.yaml")
	return list, ps
}

// in returns a word in a language, or the one it derives from, or English.
func in(list map[string]string, lang string) string {
	base, _, _ := strings.Cut(lang, "-")
	if s := list[base]; s != "" {
		return s
	}
	return list["en"]
}

// all returns the words in all languages, sorted by language.
func all(list map[string]string) []string {
	var out []string
	for _, lang := range slices.Sorted(maps.Keys(list)) {
		if !slices.Contains(out, list[lang]) {
			out = append(out, list[lang])
		}
	}
	return out
}

// header returns what a column is called in a language; number is 0 for one
// that is there once.
func (c sheetColumn) header(lang string, number int) string {
	if number > 1 {
		return in(c.names, lang) + " " + strconv.Itoa(number)
	}
	return in(c.names, lang)
}

// columnID is what Columns calls a numbered column: right, right2, right3.
func columnID(id string, number int) string {
	if number <= 1 {
		return id
	}
	return id + strconv.Itoa(number)
}

// knownColumns lists all columns with all their names.
func knownColumns() []spreadsheet.Column {
	var list []spreadsheet.Column
	for _, c := range words().columns {
		names := append(all(c.names), c.also...)
		if !c.numbered {
			list = append(list, spreadsheet.Column{ID: c.id, Names: names, Need: c.id == colQuestion})
			continue
		}
		for n := 1; n <= maxNumbered; n++ {
			var numbered []string
			if n == 1 {
				numbered = append(numbered, names...)
			}
			for _, name := range append(slices.Clone(names), c.id) {
				numbered = append(numbered, name+strconv.Itoa(n))
			}
			list = append(list, spreadsheet.Column{ID: columnID(c.id, n), Names: numbered, Need: c.id == colRight && n == 1})
		}
	}
	return list
}

// The columns of the sheet.
const (
	colID        = "id"
	colTopic     = "topic"
	colTitle     = "title"
	colLanguage  = "language"
	colKind      = "kind"
	colLevel     = "level"
	colQuestion  = "question"
	colRight     = "right"
	colWrong     = "wrong"
	colBecause   = "because"
	colNeed      = "need"
	colUnit      = "unit"
	colUnits     = "units"
	colTolerance = "tolerance"
	colYear      = "year"
	colStrict    = "strict"
	colExplain   = "explain"
	colShown     = "shown"
)

// kindOf returns the kind a word means in any language.
func kindOf(word string) (quiz.Kind, bool) {
	for _, k := range quiz.Kinds() {
		for _, name := range append(all(words().kinds[k]), string(k)) {
			if strings.EqualFold(name, strings.TrimSpace(word)) {
				return k, true
			}
		}
	}
	return "", false
}

// KindName returns what a kind is called in a language.
func KindName(k quiz.Kind, lang string) string { return in(words().kinds[k], lang) }

// kindNames lists what kinds are called in a language.
func kindNames(lang string) []string {
	var list []string
	for _, k := range quiz.Kinds() {
		list = append(list, KindName(k, lang))
	}
	return list
}
