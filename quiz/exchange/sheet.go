package exchange

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog/spreadsheet"
	"kitpress/quiz"
	"kitpress/quiz/language"
)

// A record is a question as cells by column; numbered columns count from 1.
type record map[string]string

// put fills the numbered columns of one name.
func (r record) put(column string, list []string) {
	for i, s := range list {
		r[columnID(column, i+1)] = s
	}
}

// sheetFit refuses what cells cannot say.
func sheetFit(it quiz.Item) error {
	if !slices.Contains(quiz.Kinds(), it.Kind) {
		return errKind
	}
	if !idForm().MatchString(it.Name()) || it.Topic == "" || it.ID != it.Topic+"/"+it.Name() {
		return fmt.Errorf("its id is not topic/name in lower-case letters, digits and hyphens")
	}
	if it.Level < 1 || it.Level > 3 {
		return fmt.Errorf("its level is %d, not 1 to 3", it.Level)
	}
	for _, o := range slices.Concat(it.Options, it.Left, it.Right) {
		if !idForm().MatchString(o.ID) {
			return fmt.Errorf("the id %q of an option is not in lower-case letters, digits and hyphens", o.ID)
		}
	}
	for _, o := range slices.Concat(it.Options, it.Left, it.Right) {
		if o.Because != "" && (it.Kind != quiz.Choice || isRight(it, o.ID)) {
			return fmt.Errorf("a reason belongs to %q, which is no wrong option", o.ID)
		}
	}
	for _, u := range it.Units {
		if len(u.Names) == 0 || strings.ContainsAny(strings.Join(u.Names, ""), ",;=") {
			return fmt.Errorf("the name of a unit has one of the signs , ; =")
		}
	}
	r := recordOf(it)
	for column, cell := range r {
		if cell == "" && strings.HasPrefix(column, colRight) || cell != "" && strings.TrimSpace(cell) != cell || strings.Contains(cell, "\r") {
			return fmt.Errorf("a text begins or ends with a blank, or is empty")
		}
	}
	for _, column := range []string{colRight, colWrong} {
		if _, more := r[columnID(column, maxNumbered+1)]; more {
			return fmt.Errorf("more than %d answers", maxNumbered)
		}
	}
	return nil
}

// recordOf returns a question as cells.
func recordOf(it quiz.Item) record {
	r := record{colID: it.Name(), colTopic: it.Topic, colTitle: it.Title, colLanguage: it.Lang, colKind: in(words().kinds[it.Kind], it.Lang), colLevel: strconv.Itoa(it.Level),
		colQuestion: it.Ask, colExplain: it.Explain, colUnit: it.Unit, colTolerance: it.Tolerance, colStrict: strings.Join(it.Strict, ", "), colUnits: unitsCell(it.Units)}
	if it.Year {
		r[colYear] = in(words().yes, it.Lang)
	}
	if it.Need != 0 {
		r[colNeed] = strconv.Itoa(it.Need)
	}
	switch it.Kind {
	case quiz.Choice:
		r.choice(it)
	case quiz.Ordering:
		var list []string
		for _, id := range it.Accept {
			list = append(list, textOf(it.Options, id))
		}
		r.put(colRight, list)
		r[colShown] = shownOrder(it.Options, it.Accept, nil)
	case quiz.Matching:
		r.matching(it)
	case quiz.TrueFalse:
		r[columnID(colRight, 1)] = truth(it.Lang, it.Accept[0] == "true")
	case quiz.List:
		var list []string
		for _, ways := range it.Items {
			list = append(list, joinWays(ways))
		}
		r.put(colRight, list)
		r.put(colWrong, it.Wrong)
	case quiz.Number:
		r.put(colRight, it.Accept)
		r[colShown] = asWritten
	default:
		r.put(colRight, it.Accept)
		r.put(colWrong, it.Wrong)
	}
	return r
}

// asWritten marks numbers that are written 1234.5 whatever the language.
const asWritten = "1234.5"

func (r record) choice(it quiz.Item) {
	var right, wrong, ids []string
	for _, id := range it.Accept {
		right = append(right, textOf(it.Options, id))
	}
	for _, o := range it.Options {
		if !isRight(it, o.ID) {
			wrong, ids = append(wrong, o.Text), append(ids, o.ID)
			if o.Because != "" {
				r[columnID(colBecause, len(wrong))] = o.Because
			}
		}
	}
	r.put(colRight, right)
	r.put(colWrong, wrong)
	r[colShown] = shownOrder(it.Options, it.Accept, ids)
	if it.Several && len(right) == 1 {
		r[colShown] += " " + severalMark
	}
}

// severalMark says that several options may be chosen although one is right.
const severalMark = "several"

// matching writes each pair as left = right. Where two of the left belong to
// one of the right, that one is named once in the order shown.
func (r record) matching(it quiz.Item) {
	var right, wrong, left, named, extra []string
	for _, l := range it.Left {
		i := slices.IndexFunc(it.Pairs, func(p quiz.Pair) bool { return p.Left == l.ID })
		if i < 0 {
			continue
		}
		id := it.Pairs[i].Right
		right = append(right, strings.ReplaceAll(l.Text, "=", `\=`)+" = "+textOf(it.Right, id))
		left = append(left, "left:"+l.ID)
		if slices.Contains(named, id) {
			id = ""
		}
		named = append(named, id)
	}
	for _, o := range it.Right {
		if !slices.Contains(named, o.ID) {
			wrong, extra = append(wrong, o.Text), append(extra, o.ID)
		}
	}
	r.put(colRight, right)
	r.put(colWrong, wrong)
	r[colShown] = strings.Join(left, " ") + " " + shownOrder(it.Right, named, extra)
}

// shownOrder says in which order options are shown and what their ids are:
// "wrong:answer right:delete". The cells right1… hold the options with the ids
// of right, the cells wrong1… those of wrong.
func shownOrder(shown []quiz.Option, right, wrong []string) string {
	var list []string
	for _, o := range shown {
		if i := slices.Index(right, o.ID); i >= 0 {
			list = append(list, columnID(colRight, i+1)+":"+o.ID)
		} else if i := slices.Index(wrong, o.ID); i >= 0 {
			list = append(list, columnID(colWrong, i+1)+":"+o.ID)
		}
	}
	return strings.Join(list, " ")
}

// joinWays writes the ways to say one thing into a cell.
func joinWays(ways []string) string {
	var list []string
	for _, w := range ways {
		list = append(list, strings.NewReplacer(`\`, `\\`, "|", `\|`).Replace(w))
	}
	return strings.Join(list, " | ")
}

// unitsCell writes other units: "h, hours = 60; days = 1440".
func unitsCell(units []quiz.Unit) string {
	var list []string
	for _, u := range units {
		s := strings.Join(u.Names, ", ")
		if u.Factor != "" {
			s += " = " + u.Factor
		}
		list = append(list, s)
	}
	return strings.Join(list, "; ")
}

// table lays records out in the columns of the sheet: all of those that are
// there once, and as many of the numbered ones as are filled, but at least.
func table(records []record, lang string, least int) ([][]string, []spreadsheet.Column, []int) {
	most := map[string]int{colRight: least, colWrong: least}
	for _, r := range records {
		for _, name := range []string{colRight, colWrong, colBecause} {
			for n := maxNumbered; n > most[name]; n-- {
				if r[columnID(name, n)] != "" {
					most[name] = n
				}
			}
		}
	}
	most[colWrong] = max(most[colWrong], most[colBecause])
	var columns []spreadsheet.Column
	var header []string
	var widths []int
	add := func(c sheetColumn, n int) {
		columns = append(columns, spreadsheet.Column{ID: columnID(c.id, n)})
		header = append(header, c.header(lang, n))
		widths = append(widths, c.width)
	}
	byID := map[string]sheetColumn{}
	for _, c := range words().columns {
		byID[c.id] = c
	}
	for _, c := range words().columns {
		switch {
		case c.id == colBecause: // stands beside each wrong answer
		case c.id == colWrong:
			for n := 1; n <= most[colWrong]; n++ {
				add(c, n)
				if n <= max(most[colBecause], least) {
					add(byID[colBecause], n)
				}
			}
		case c.numbered:
			for n := 1; n <= most[c.id]; n++ {
				add(c, n)
			}
		default:
			add(c, 0)
		}
	}
	rows := [][]string{header}
	for _, r := range records {
		row := make([]string, len(columns))
		for i, c := range columns {
			row[i] = r[c.ID]
		}
		rows = append(rows, row)
	}
	return rows, columns, widths
}

// writeSheet writes the questions as CSV, with the columns in their language.
func writeSheet(w io.Writer, items []quiz.Item, meta Meta) error {
	var records []record
	for _, it := range items {
		records = append(records, recordOf(it))
	}
	rows, _, _ := table(records, meta.Lang, 1)
	return spreadsheet.WriteCSV(w, rows, spreadsheet.SeparatorOf(meta.Lang))
}

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
			questions.Choices = append(questions.Choices, spreadsheet.Restriction{Column: i, Values: language.Languages()})
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
