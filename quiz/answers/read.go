package answers

import (
	"path"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
)

// The codes of the problems this package finds, beside those of spreadsheet.
const (
	CodeColumns  = "answers-columns"  // the table has neither of the two forms
	CodeJSON     = "answers-json"     // not JSON, or not of the form that is read
	CodePupil    = "answers-pupil"    // an answer without a name
	CodeQuestion = "unknown-question" // no question has that id
	CodeLanguage = "answers-language" // the question is not asked in that language
	CodeVariant  = "answers-variant"  // there is no such variant of a sheet
	CodeRuling   = "answers-ruling"   // it is neither yes nor no
	CodeTwice    = "answered-twice"   // a warning: the last answer counts
	CodeHidden   = "hidden-sheet"     // a warning
	CodeNothing  = "no-answers"       // there is not one
)

// A Given is an answer as it was given.
type Given struct {
	Pupil    string // "" for an answer that is reported, and never graded
	Question string // id: "phishing/bank-mail"
	Lang     string // "" for that of the whole file
	Variant  string // of the sheet, "" for that of the whole file
	Answer   string
	Ruling   string // "yes" or "no": somebody decided whether what is nearly right counts

	Pos, QuestionPos, LangPos, VariantPos source.Pos
}

// nothing reports whether it says only that there is such a pupil.
func (g Given) nothing() bool { return g.Question == "" && strings.TrimSpace(g.Answer) == "" }

// Read reads a file by the end of its name: .json, or what spreadsheet reads.
// find returns the id of the question a text names, by its id or its wording:
// forms export what was asked. found says how a text was read, since that is a guess.
func Read(name string, data []byte, find func(text string) (id string, ok bool)) (given []Given, found string, ps source.Problems) {
	if strings.EqualFold(path.Ext(name), ".json") {
		given, ps = readJSON(name, data, find)
		return given, "", ps
	}
	sheets, ps := spreadsheet.Read(name, data)
	if ps.HasErrors() {
		return nil, "", ps
	}
	for _, s := range sheets {
		if len(s.Rows) == 0 {
			continue
		}
		if s.Hidden {
			ps.Warnf(s.Pos(-1, -1), CodeHidden, "the sheet is hidden and not read")
			continue
		}
		found = s.Found()
		t := &table{Sheet: s, find: find}
		t.read()
		given, ps = append(given, t.given...), append(ps, t.ps...)
	}
	if !slices.ContainsFunc(given, func(g Given) bool { return !g.nothing() }) && !ps.HasErrors() {
		ps.Errorf(source.Pos{File: name}, CodeNothing, "there is no answer in it")
	}
	return given, found, ps
}

// A table is a sheet while it is read.
type table struct {
	spreadsheet.Sheet
	find  func(text string) (id string, ok bool)
	names []int // the columns a pupil is called by
	given []Given
	ps    source.Problems
}

// read finds out which of the two forms the table has.
func (t *table) read() {
	head := 0
	for head < len(t.Rows)-1 && !slices.ContainsFunc(t.Rows[head], func(c string) bool { return strings.TrimSpace(c) != "" }) {
		head++
	}
	found, ps := t.Columns(head, columns())
	_, question := found["question"]
	_, answer := found["answer"]
	t.name(found)
	wide := t.questions(head, found)
	switch {
	case len(t.names) > 0 && question && answer:
		t.ps = append(t.ps, ps...)
		t.readLong(head, found)
	case len(t.names) > 0 && !answer && len(wide) > 0: // forms number their rows in a column called ID
		t.readWide(head, found, wide)
	default:
		var missing []string
		for _, c := range []string{"pupil", "question", "answer"} {
			if _, ok := found[c]; !ok && (c != "pupil" || len(t.names) == 0) {
				missing = append(missing, c)
			}
		}
		if len(missing) == 0 {
			missing = []string{"pupil"}
		}
		p := t.ps.Errorf(t.Pos(head, -1), CodeColumns, "columns are missing: %s", strings.Join(missing, ", "))
		p.Hint = "either pupil, question and answer, or pupil and one column for each question, with its id or what it asks: phishing/passkey"
	}
}

// name finds the columns a pupil is called by: those of the name, or that of
// the mail address where a form asks for no name.
func (t *table) name(found map[string]int) {
	for _, id := range []string{"first", "pupil", "last"} {
		if i, ok := found[id]; ok {
			t.names = append(t.names, i)
		}
	}
	for _, id := range []string{"mail", "user"} {
		if i, ok := found[id]; ok && len(t.names) == 0 {
			t.names = append(t.names, i)
		}
	}
}

// pupil returns the name in a row.
func (t *table) pupil(row int) (string, source.Pos) {
	var parts []string
	for _, i := range t.names {
		if part := strings.TrimSpace(t.Cell(row, i)); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " "), t.Pos(row, t.names[0])
}

// idForm is what an id looks like, also that of a question there is not; marks
// are exported as Grade/10.00.
var idForm = source.Pattern(`^[a-z0-9-]+/[a-z0-9-]*[a-z][a-z0-9-]*$`)

// questions returns the columns that are called like a question, by their
// places.
func (t *table) questions(head int, found map[string]int) map[int]string {
	ids := map[int]string{}
	for i, cell := range t.Rows[head] {
		taken := false
		for _, at := range found {
			taken = taken || at == i
		}
		id := idOf(cell, t.find)
		if _, known := t.find(id); !taken && id != "" && (known || idForm().MatchString(id)) {
			ids[i] = id
		}
	}
	return ids
}

// idOf returns the id a text names; of one nobody knows, what it would be:
// people write ids in capitals and with blanks around them.
func idOf(text string, find func(string) (string, bool)) string {
	text = strings.TrimSpace(text)
	if id, ok := find(text); ok {
		return id
	}
	return strings.ToLower(text)
}

// readLong reads one answer from each row.
func (t *table) readLong(head int, found map[string]int) {
	at := func(row int, id string) (string, source.Pos) {
		col, ok := found[id]
		if !ok {
			return "", t.Pos(row, -1)
		}
		return strings.TrimSpace(t.Cell(row, col)), t.Pos(row, col)
	}
	for row := head + 1; row < len(t.Rows); row++ {
		g := Given{Answer: t.Cell(row, found["answer"])}
		var pos source.Pos
		g.Pupil, pos = t.pupil(row)
		g.Question, g.QuestionPos = at(row, "question")
		g.Lang, g.LangPos = at(row, "lang")
		g.Variant, g.VariantPos = at(row, "variant")
		var ruled source.Pos
		if g.Ruling, ruled = at(row, "ruling"); g.Ruling != "" && g.Ruling != "yes" && g.Ruling != "no" {
			t.ps.Errorf(ruled, CodeRuling, "%q says not whether an answer counts", source.Clip(g.Ruling)).Hint = "write yes or no, or leave it empty"
		}
		g.Pos = t.Pos(row, found["answer"])
		g.Question = idOf(g.Question, t.find)
		if g.Pupil == "" && g.nothing() {
			continue
		}
		if g.Pupil == "" {
			t.ps.Errorf(pos, CodePupil, "the answer has no name")
		}
		if g.Question == "" && !g.nothing() {
			t.ps.Errorf(g.QuestionPos, CodeQuestion, "the answer says not to which question")
			g.Answer = "" // leaves the pupil
		}
		t.given = append(t.given, g)
	}
}

// readWide reads one pupil from each row. A cell with nothing in it is a
// question that was not answered.
func (t *table) readWide(head int, found map[string]int, questions map[int]string) {
	lang, spoken := found["lang"]
	variant, varied := found["variant"]
	for i, cell := range t.Rows[head] {
		if _, ok := questions[i]; !ok && !slices.Contains(t.names, i) && !(spoken && i == lang) && !(varied && i == variant) && strings.TrimSpace(cell) != "" {
			t.ps.Warnf(t.Pos(head, i), spreadsheet.CodeNotKnown, "the column %q is not known and not read", source.Clip(cell))
		}
	}
	var order []int
	for i := range t.Rows[head] {
		if _, ok := questions[i]; ok {
			order = append(order, i)
		}
	}
	for row := head + 1; row < len(t.Rows); row++ {
		name, at := t.pupil(row)
		if name != "" {
			t.given = append(t.given, Given{Pupil: name, Pos: at})
		}
		for _, col := range order {
			answer := t.Cell(row, col)
			if strings.TrimSpace(answer) == "" {
				continue
			}
			if name == "" {
				t.ps.Errorf(at, CodePupil, "the answers have no name")
				break
			}
			g := Given{Pupil: name, Question: questions[col], Answer: answer, Pos: t.Pos(row, col), QuestionPos: t.Pos(head, col)}
			if spoken {
				g.Lang, g.LangPos = strings.TrimSpace(t.Cell(row, lang)), t.Pos(row, lang)
			}
			if varied {
				g.Variant, g.VariantPos = strings.TrimSpace(t.Cell(row, variant)), t.Pos(row, variant)
			}
			t.given = append(t.given, g)
		}
	}
}
