package exchange

import (
	"io"

	"kitpress/quiz"
	"kitpress/quiz/spreadsheet"
)

// templateAnswers is how many columns for right and for wrong answers a
// template has; more can be added.
const templateAnswers = 4

// WriteTemplate writes a workbook to fill in: a sheet with the header and an
// example of each kind, and one that says what goes into each column. Kinds
// and levels are offered as lists.
func WriteTemplate(w io.Writer, lang string, examples []quiz.Item) error {
	var records []record
	for _, it := range examples {
		if sheetFit(it) != nil {
			continue
		}
		r := recordOf(it)
		r[colID], r[colShown] = "example-"+r[colID], ""
		records = append(records, r)
	}
	rows, columns, widths := table(records, lang, templateAnswers)
	questions := spreadsheet.Sheet{Name: in(words().questionsSheet, lang), Rows: rows, Widths: widths, Header: true}
	for i, c := range columns {
		switch c.ID {
		case colKind:
			questions.Choices = append(questions.Choices, spreadsheet.Restriction{Column: i, Values: kindNames(lang)})
		case colLevel:
			questions.Choices = append(questions.Choices, spreadsheet.Restriction{Column: i, Values: []string{"1", "2", "3"}})
		case colLanguage:
			questions.Choices = append(questions.Choices, spreadsheet.Restriction{Column: i, Values: quiz.Languages()})
		}
	}
	help := spreadsheet.Sheet{Name: in(words().helpSheet, lang), Header: true, Widths: []int{24, 100},
		Rows: [][]string{{in(words().helpSheet, lang), in(words().meaning, lang)}}}
	for _, c := range words().columns {
		name := c.header(lang, 0)
		if c.numbered {
			name += ", " + c.header(lang, 2) + " …"
		}
		help.Rows = append(help.Rows, []string{name, in(c.means, lang)})
	}
	return spreadsheet.WriteXLSX(w, []spreadsheet.Sheet{questions, help})
}
