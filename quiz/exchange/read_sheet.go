package exchange

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
	"kitpress/quiz"
	"kitpress/quiz/language"
)

// readSheet reads the questions of one sheet. The first row with something in
// it is the header.
func readSheet(s spreadsheet.Sheet, o Options) ([]placed, source.Problems) {
	head := slices.IndexFunc(s.Rows, func(row []string) bool { return len(row) > 0 })
	columns, ps := s.Columns(max(head, 0), knownColumns())
	if ps.HasErrors() {
		return nil, ps
	}
	var list []placed
	for i := head + 1; i < len(s.Rows); i++ {
		if !slices.ContainsFunc(s.Rows[i], func(c string) bool { return strings.TrimSpace(c) != "" }) {
			continue
		}
		r := rowReader{sheet: s, row: i, columns: columns, o: o}
		list = append(list, r.read())
		ps = append(ps, r.ps...)
	}
	if len(list) == 0 {
		ps.Errorf(s.Pos(max(head, 0), -1), spreadsheet.CodeEmpty, "there is no question below the header")
	}
	return list, ps
}

// A rowReader reads one question.
type rowReader struct {
	sheet   spreadsheet.Sheet
	row     int
	columns map[string]int
	o       Options
	ps      source.Problems
	it      quiz.Item
}

// cell returns a cell without the blanks around it.
func (r *rowReader) cell(column string) string {
	col, ok := r.columns[column]
	if !ok {
		return ""
	}
	return strings.TrimSpace(r.sheet.Cell(r.row, col))
}

// pos returns the place of a cell, or of the row where there is no such
// column.
func (r *rowReader) pos(column string) source.Pos {
	if col, ok := r.columns[column]; ok {
		return r.sheet.Pos(r.row, col)
	}
	return r.sheet.Pos(r.row, -1)
}

func (r *rowReader) errorf(column, format string, args ...any) *source.Problem {
	return r.ps.Errorf(r.pos(column), CodeCell, format, args...)
}

// several returns the cells of a numbered column up to the last that is
// filled, and where the first gap is.
func (r *rowReader) several(column string) []string {
	var list []string
	for n := 1; n <= maxNumbered; n++ {
		if s := r.cell(columnID(column, n)); s != "" {
			for len(list) < n {
				list = append(list, "")
			}
			list[n-1] = s
		}
	}
	return list
}

// filled returns the cells of a numbered column that are filled.
func (r *rowReader) filled(column string) []string {
	return slices.DeleteFunc(r.several(column), func(s string) bool { return s == "" })
}

func (r *rowReader) read() placed {
	r.it.Lang = r.language()
	r.it.Ask, r.it.Explain, r.it.Title = r.cell(colQuestion), r.cell(colExplain), r.cell(colTitle)
	if r.it.Ask == "" {
		r.errorf(colQuestion, "there is no question")
	}
	r.ids()
	r.it.Level = 1
	if s := r.cell(colLevel); s != "" {
		if r.it.Level = slices.Index([]string{"1", "2", "3"}, s) + 1; r.it.Level == 0 {
			r.errorf(colLevel, "the level %q is not 1, 2 or 3", source.Clip(s))
		}
	}
	r.kind()
	if !slices.Contains([]quiz.Kind{quiz.Choice, quiz.Matching, quiz.Short, quiz.List, ""}, r.it.Kind) && len(r.filled(colWrong)) > 0 {
		r.errorf(colWrong, "a question of the kind %s has no wrong answers", r.it.Kind)
	}
	if r.it.Kind != quiz.Choice && r.it.Kind != "" && len(r.filled(colBecause)) > 0 {
		r.errorf(colBecause, "only wrong options of a choice have reasons")
	}
	if r.it.Kind != "" {
		r.key()
	}
	row, col := r.row, r.columns
	place := func(column string) source.Pos {
		return (&rowReader{sheet: r.sheet, row: row, columns: col}).pos(column)
	}
	return placed{Item: r.it, at: r.sheet.Pos(r.row, -1), place: place, ok: !r.ps.HasErrors()}
}

// language returns the language of the question: one the matcher knows.
func (r *rowReader) language() string {
	lang := r.cell(colLanguage)
	if lang == "" {
		return r.o.Lang
	}
	base, _, _ := strings.Cut(lang, "-")
	if !slices.Contains(language.Languages(), base) || len(lang) > 10 {
		r.errorf(colLanguage, "unknown language %q", source.Clip(lang)).Hint = source.DidYouMean(source.Clip(lang), language.Languages())
	}
	return lang
}

// ids reads topic and id. An id that is left blank follows from the question,
// so that it stays when rows are sorted.
func (r *rowReader) ids() {
	r.it.Topic = r.cell(colTopic)
	if r.it.Topic == "" {
		r.it.Topic = OwnTopic
	} else if !idForm().MatchString(r.it.Topic) {
		id := shortName(r.it.Topic)
		if r.it.Title == "" {
			r.it.Title = r.it.Topic
		}
		r.it.Topic = id
	}
	id := strings.ToLower(r.cell(colID))
	if rest, ok := strings.CutPrefix(id, r.it.Topic+"/"); ok {
		id = rest
	}
	switch {
	case id == "":
		id = fmt.Sprintf("q-%x", hash(r.it.Ask)[:5])
	case !idForm().MatchString(id):
		r.errorf(colID, "%q is no id: letters from a to z, digits and hyphens, at most 64", source.Clip(r.cell(colID)))
	}
	r.it.ID = r.it.Topic + "/" + id
}

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// shortName makes an id of a name: "Köder & Co." is koeder-co. Of one in
// another script, it makes a number.
func shortName(name string) string {
	var b strings.Builder
	for _, c := range norm.NFD.String(umlauts.Replace(strings.ToLower(name))) {
		switch {
		case unicode.Is(unicode.Mn, c): // an accent
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	id := strings.Trim(b.String(), "-")
	if len(id) < 2 || len(id) > 48 {
		return fmt.Sprintf("topic-%x", hash(name)[:5])
	}
	return id
}

func hash(s string) []byte {
	h := sha256.Sum256([]byte(s))
	return h[:]
}

// kind reads how the question is answered.
func (r *rowReader) kind() {
	s := r.cell(colKind)
	kind, ok := kindOf(s)
	switch {
	case ok:
		r.it.Kind = kind
	case s != "":
		p := r.errorf(colKind, "unknown kind %q", source.Clip(s))
		p.Hint = source.DidYouMean(source.Clip(s), append(kindNames(r.it.Lang), kindNames("en")...))
		if p.Hint == "" {
			p.Hint = "known: " + strings.Join(kindNames(r.it.Lang), ", ")
		}
	case len(r.filled(colWrong)) > 0:
		r.it.Kind = quiz.Choice
	case plainFigures().MatchString(r.cell(columnID(colRight, 1))):
		r.it.Kind = quiz.Number
	default:
		r.it.Kind = quiz.Short
	}
}

// plainFigures are answers that are numbers although nobody says so.
var plainFigures = source.Pattern(`^-?[0-9]+([.,][0-9]+)?$`)
