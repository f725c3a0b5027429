package load

import (
	_ "embed"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
)

//go:embed columns.yaml
var columnFile []byte

// tableWords are what people write in tables of cards.
type tableWords struct {
	names   map[string][]string // of columns, by id
	yes, no []string
}

// wordsOfTables reads columns.yaml once; it has no problems, a test says.
var wordsOfTables = sync.OnceValues(readTableWords)

func readTableWords() (tableWords, source.Problems) {
	var ps source.Problems
	w := tableWords{names: map[string][]string{}}
	root, _ := source.Parse("columns.yaml", columnFile, &ps)
	m := root.Map()
	m.Format(form.FormatVersion)
	for _, c := range spreadsheet.ReadColumns(m.Need("columns")) {
		w.names[c.ID] = c.Names
	}
	flags := m.Need("flags").Map()
	w.yes, w.no = flags.Need("yes").Texts(), flags.Need("no").Texts()
	m.Done("columns.yaml")
	return w, ps
}

// Columns of a table of cards beside the fields of its deck.
const (
	columnID       = "id"
	columnQuantity = "quantity"
	columnSkip     = "skip"
)

// ColumnNames returns what the columns of tables of cards are called in the
// languages of the program, by the name of the field: "title" -> "Titel", ….
func ColumnNames() map[string][]string {
	w, _ := wordsOfTables()
	return w.names
}

// A tableReader reads the cards of a deck from a table: each row is a card,
// read as if it stood in cards.yaml.
type tableReader struct {
	*deckReader
	deck    *catalog.Deck
	words   tableWords
	sheet   spreadsheet.Sheet
	head    int // row of the header
	columns map[string]int
	ids     map[string]bool // made from titles
}

// readTable reads the table a deck is from: the name of a file, or {file:
// cards.xlsx, sheet: Monsters}. Rows without anything, rows that begin with #
// and rows whose column skip is filled are left out.
func (rd *deckReader) readTable(from source.Value, d *catalog.Deck) {
	file, sheet := from, source.Value{}
	if from.IsMap() {
		m := from.Map()
		file, sheet = m.Need("file"), m.Get("sheet")
		m.Done("from")
	}
	name := file.Text()
	if name == "" {
		return
	}
	full := path.Join(rd.dir, name)
	data, ok := source.ReadBytes(rd.FS, full, &rd.Problems)
	if !ok {
		rd.Broken = true
		return
	}
	rd.tables = append(rd.tables, name)
	sheets, ps := spreadsheet.Read(full, data)
	rd.Problems = append(rd.Problems, ps...)
	if ps.HasErrors() {
		rd.Broken = true
		return
	}
	words, _ := wordsOfTables()
	tr := tableReader{deckReader: rd, deck: d, words: words, ids: map[string]bool{}}
	if tr.choose(sheets, file, sheet) && tr.header() {
		tr.rows()
	}
}

// choose takes the sheet that is named, or the first that can be seen.
func (tr *tableReader) choose(sheets []spreadsheet.Sheet, file, sheet source.Value) bool {
	var names []string
	for _, s := range sheets {
		if sheet.Exists() && s.Name == sheet.Text() || !sheet.Exists() && !s.Hidden && len(s.Rows) > 0 {
			tr.sheet = s
			return true
		}
		names = append(names, s.Name)
	}
	if sheet.Exists() {
		sheet.Errorf(spreadsheet.CodeEmpty, "there is no sheet %q", source.Clip(sheet.Text())).Hint = source.DidYouMean(sheet.Text(), names)
	} else {
		file.Errorf(spreadsheet.CodeEmpty, "the table is empty")
	}
	return false
}

// header finds the columns: those of the fields, by their names in the deck
// or in any language, of their translations, and of numbers one by one.
func (tr *tableReader) header() bool {
	tr.head = slices.IndexFunc(tr.sheet.Rows, func(row []string) bool { return !CommentRow(row) })
	var known []spreadsheet.Column
	add := func(id, field, called, after string) {
		c := spreadsheet.Column{ID: id}
		names := append([]string{field}, tr.words.names[field]...)
		if called != "" {
			names = append(names, called)
		}
		for _, name := range names {
			c.Names = append(c.Names, name+after)
		}
		known = append(known, c)
	}
	for _, f := range tr.deck.Schema { // what the deck says goes before what is usual
		if f.Column != "" {
			known = append(known, spreadsheet.Column{ID: f.Name, Names: []string{f.Column}})
		}
	}
	for _, id := range []string{columnID, columnQuantity, columnSkip} {
		add(id, id, "", "")
	}
	for _, f := range tr.deck.Schema {
		if f.Column == "" {
			add(f.Name, f.Name, "", "")
		}
		switch f.Type {
		case catalog.TypeText, catalog.TypeTexts:
			for _, lang := range tr.g.Languages {
				add(f.Name+"."+lang, f.Name, f.Column, " "+lang)
			}
		case catalog.TypeNumbers:
			if set := tr.g.Set(f.Of); set != nil {
				for _, item := range set.Items {
					add(f.Name+"."+item.ID, f.Name, f.Column, " "+item.ID)
				}
			}
		}
	}
	var ps source.Problems
	tr.columns, ps = tr.sheet.Columns(max(tr.head, 0), distinct(known))
	tr.Problems = append(tr.Problems, ps...)
	return !ps.HasErrors()
}

// distinct leaves of a name that several columns could have the first one: a
// field "name" goes before a title that is called so.
func distinct(known []spreadsheet.Column) []spreadsheet.Column {
	taken := map[string]bool{}
	for _, c := range known {
		taken[strings.ToLower(c.ID)] = true
	}
	for i, c := range known {
		known[i].Names = slices.DeleteFunc(c.Names, func(name string) bool {
			key := strings.ToLower(name)
			double := taken[key]
			taken[key] = true
			return double
		})
	}
	return known
}

// CommentRow reports whether a row of a table says nothing, or nothing to
// kitpress: it begins with #.
func CommentRow(row []string) bool {
	i := slices.IndexFunc(row, func(cell string) bool { return strings.TrimSpace(cell) != "" })
	return i < 0 || i == 0 && len(row[0]) > 1 && strings.HasPrefix(strings.TrimSpace(row[0]), "#")
}

func (tr *tableReader) rows() {
	nameless := map[int]bool{}
	for row := tr.head + 1; row < len(tr.sheet.Rows); row++ {
		if skip := tr.text(row, columnSkip); CommentRow(tr.sheet.Rows[row]) || skip != "" && !among(skip, tr.words.no) || tr.text(row, columnQuantity) == "0" {
			continue
		}
		tr.unread(row, nameless)
		at := tr.sheet.Pos(row, -1)
		m := source.Row(at, tr.cells(row, ""), &tr.Problems).Map()
		tr.readCard(m, tr.deck)
		tr.translate(row, tr.deck.Cards[len(tr.deck.Cards)-1])
	}
	if len(tr.deck.Cards) == 0 {
		tr.Errorf(tr.sheet.Pos(max(tr.head, 0), -1), spreadsheet.CodeEmpty, "there is no card below the header")
	}
}

// unread reports a cell that stands in no column with a name. In a table whose
// cells are parted by a sign it is what follows one that belonged to a text.
func (tr *tableReader) unread(row int, nameless map[int]bool) {
	header := tr.sheet.Rows[max(tr.head, 0)]
	for col, cell := range tr.sheet.Rows[row] {
		if strings.TrimSpace(cell) == "" || nameless[col] || col < len(header) && strings.TrimSpace(header[col]) != "" {
			continue
		}
		nameless[col] = true
		if col >= len(header) && path.Ext(tr.sheet.File) != ".xlsx" {
			tr.Errorf(tr.sheet.Pos(row, col), spreadsheet.CodeColumn, "the row has more cells than the first row has names: %q is not read", source.Clip(cell)).Hint = `a text with the sign that parts cells stands in quotation marks: "Run, fox"`
			return
		}
		tr.Warnf(tr.sheet.Pos(row, col), spreadsheet.CodeColumn, "the column has no name and is not read").Hint = "name it in the first row"
	}
}

// text returns a cell without the blanks around it, "" when there is none.
func (tr *tableReader) text(row int, column string) string {
	if col, ok := tr.columns[column]; ok {
		return strings.TrimSpace(tr.sheet.Cell(row, col))
	}
	return ""
}

func among(word string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, word) })
}

// cells returns what a row says of a card in a language, "" being that of the
// game. Fields that say nothing are not there.
func (tr *tableReader) cells(row int, lang string) []source.Cell {
	var cells []source.Cell
	if lang == "" {
		cells = append(cells, tr.idCell(row))
		if q := tr.cell(row, columnQuantity, columnQuantity); q.Text != "" {
			cells = append(cells, q)
		}
	}
	for i := range tr.deck.Schema {
		f := &tr.deck.Schema[i]
		column := f.Name
		if lang != "" {
			column += "." + lang
		} else if tr.text(row, column) == "" && tr.text(row, column+"."+tr.g.Source) != "" {
			column += "." + tr.g.Source // called by its language like the others
		}
		if c := tr.cell(row, column, f.Name); c.Text != "" {
			cells = append(cells, tr.typed(c, f))
		} else if parts := tr.parts(row, f); lang == "" && parts != nil {
			cells = append(cells, source.Cell{Key: f.Name, Header: tr.sheet.Pos(tr.head, -1), Pos: tr.sheet.Pos(row, -1), Parts: parts})
		}
	}
	return cells
}

// cell returns what stands in a column, with its places.
func (tr *tableReader) cell(row int, column, key string) source.Cell {
	col, ok := tr.columns[column]
	if !ok {
		return source.Cell{}
	}
	text := tr.text(row, column)
	return source.Cell{Key: key, Header: tr.sheet.Pos(tr.head, col), Pos: tr.sheet.Pos(row, col), Raw: text, Text: text}
}

// parts returns the numbers of a row that have columns of their own.
func (tr *tableReader) parts(row int, f *catalog.Field) []source.Cell {
	var parts []source.Cell
	if set := tr.g.Set(f.Of); f.Type == catalog.TypeNumbers && set != nil {
		for _, item := range set.Items {
			if c := tr.cell(row, f.Name+"."+item.ID, item.ID); c.Text != "" {
				parts = append(parts, c)
			}
		}
	}
	return parts
}

// typed takes a cell apart as its field wants it: texts in lines, other lists
// between commas, semicolons or lines, numbers as "H 1, A 2", flags as x or yes.
func (tr *tableReader) typed(c source.Cell, f *catalog.Field) source.Cell {
	switch f.Type {
	case catalog.TypeTexts:
		c.List = pieces(c.Text, "\n")
	case catalog.TypeItems, catalog.TypeCards, catalog.TypeWords:
		c.List = pieces(c.Text, ",;\n")
	case catalog.TypeNumbers:
		for _, part := range pieces(c.Text, ",;\n") {
			key, number, _ := strings.Cut(strings.NewReplacer(":", " ", "=", " ").Replace(part), " ")
			c.Parts = append(c.Parts, source.Cell{Key: key, Header: c.Pos, Pos: c.Pos, Raw: c.Raw, Text: strings.TrimSpace(number)})
		}
	case catalog.TypeFlag:
		switch {
		case among(c.Text, tr.words.yes):
			c.Text = "true"
		case among(c.Text, tr.words.no):
			c.Text = "false"
		}
	}
	return c
}

// pieces cuts a text at any of some signs and leaves out what is blank.
func pieces(text, signs string) []string {
	list := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(signs, r) })
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

// idCell returns the id of a card: the one in the table, or one made from its
// first text, so that it stays when rows are moved.
func (tr *tableReader) idCell(row int) source.Cell {
	c := tr.cell(row, columnID, columnID)
	if c.Text != "" {
		return c
	}
	c = source.Cell{Key: columnID, Header: tr.sheet.Pos(tr.head, -1), Pos: tr.sheet.Pos(row, -1)}
	stem := ""
	for _, f := range tr.deck.Schema {
		text := tr.cell(row, f.Name, columnID)
		if text.Text == "" {
			text = tr.cell(row, f.Name+"."+tr.g.Source, columnID)
		}
		if f.Type == catalog.TypeText && text.Text != "" {
			stem, c = form.IDFrom(text.Text), text
			break
		}
	}
	if stem == "" {
		stem = tr.deck.ID + "-" + strconv.Itoa(row+1)
	}
	c.Text = stem
	for n := 2; tr.taken(c.Text); n++ {
		c.Text = stem + "-" + strconv.Itoa(n)
	}
	tr.ids[c.Text] = true
	return c
}

// taken reports whether another card has an id already.
func (tr *tableReader) taken(id string) bool {
	_, seen := tr.cards[id]
	return seen || tr.ids[id]
}

// translate reads the translations of a card from its row.
func (tr *tableReader) translate(row int, card *catalog.Record) {
	for _, lang := range tr.g.Languages {
		if lang == tr.g.Source {
			continue
		}
		cells := tr.cells(row, lang)
		if len(cells) == 0 {
			continue
		}
		m := source.Row(tr.sheet.Pos(row, -1), cells, &tr.Problems).Map()
		for i := range tr.deck.Schema {
			f := &tr.deck.Schema[i]
			v := m.Get(f.Name)
			if !v.Exists() {
				continue
			}
			value, of := tr.readValue(v, f, "card."+card.ID+"."+f.Name), card.Fields[f.Name]
			tr.translated(lang, []catalog.Msg{value.Text}, []catalog.Msg{of.Text})
			tr.translated(lang, value.Texts, of.Texts)
		}
	}
}

// translated notes texts in a language, made from others of the same row.
func (tr *tableReader) translated(lang string, texts, of []catalog.Msg) {
	if tr.g.Translations[lang] == nil {
		tr.g.Translations[lang] = map[string]catalog.Translation{}
	}
	for i, t := range texts {
		if t.ID != "" && i < len(of) {
			tr.g.Translations[lang][t.ID] = catalog.Translation{Text: t.Text, Of: catalog.Hash(of[i].Text), Pos: t.Pos}
		}
	}
}
