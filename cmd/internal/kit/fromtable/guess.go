package fromtable

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
)

// A column is one of a table, with what it is taken for.
type column struct {
	header string
	values []string // of all rows, without the blank ones
	rows   []int    // the row of each value, from 0
	at     int      // number of the column, from 0
	field  string   // of the deck; "" while not known, "-" for what is not a field
	kind   catalog.FieldType
	lang   string // of a translation
}

// The fields the looks that are shipped show, besides those of packs.
const (
	fieldTitle, fieldText, fieldNote, fieldKind = "title", "text", "note", "kind"
	fieldPicture, fieldIcon, fieldNumber        = "picture", "icon", "number"
	fieldQuestion, fieldAnswer                  = "question", "answer"
	fieldGoal, fieldReward                      = "goal", "reward"
	fieldURL                                    = "url"
	notField                                    = "-"
)

// counted are the fields of the numbers of a character, at most four.
var counted = []string{"first", "second", "third", "fourth"}

// A guesser says what the columns of a table are.
type guesser struct {
	columns []*column
	isIcon  func(string) bool
	source  string   // language of what is not said to be a translation
	langs   []string // source first
	said    []string
	reached map[string]bool // fields there are
	rows    int
	mended  bool   // what does not fit its column is put right later
	unsaid  string // a column whose language is that of the table and not: another says it is its translation
}

// columnsOf takes the columns of a sheet below its header.
func columnsOf(s spreadsheet.Sheet) (list []*column, rows int) {
	head := slices.IndexFunc(s.Rows, func(row []string) bool { return !load.CommentRow(row) })
	if head < 0 {
		return nil, 0
	}
	for at, name := range s.Rows[head] {
		if strings.TrimSpace(name) != "" {
			list = append(list, &column{header: strings.TrimSpace(name), at: at})
		}
	}
	for i := head + 1; i < len(s.Rows); i++ {
		if load.CommentRow(s.Rows[i]) {
			continue
		}
		rows++
		for _, c := range list {
			if v := strings.TrimSpace(s.Cell(i, c.at)); v != "" {
				c.values, c.rows = append(c.values, v), append(c.rows, i)
			}
		}
	}
	return list, rows
}

var translated = source.Pattern(`^(.+?)[ ._-]+\(?\[?([A-Za-z]{2})\)?\]?$`)

// guess names the columns: first by what they are called, then by what is in
// them.
func (g *guesser) guess() {
	g.reached = map[string]bool{}
	g.byName()
	for _, c := range g.open() {
		g.byContent(c)
	}
	g.titleAndText()
	g.numbers()
	for _, c := range g.open() {
		g.rest(c)
	}
	g.untranslated()
}

// untranslated makes a word of a kind that only the language of the table has:
// a kind is short, and most often a name.
func (g *guesser) untranslated() {
	for _, c := range g.columns {
		other := func(o *column) bool { return o.field == c.field && o.lang != "" }
		if c.field == fieldKind && c.lang == "" && len(g.langs) > 1 && !slices.ContainsFunc(g.columns, other) {
			c.kind = catalog.TypeWord
			g.said = append(g.said, fmt.Sprintf("column %q: the same in all languages; a column %q would translate it", c.header, c.header+" "+g.langs[1]))
		}
	}
}

// open returns the columns nothing is known of yet.
func (g *guesser) open() []*column {
	return slices.Collect(func(yield func(*column) bool) {
		for _, c := range g.columns {
			if c.field == "" && !yield(c) {
				return
			}
		}
	})
}

func (g *guesser) take(c *column, field string, kind catalog.FieldType, why string) {
	c.field, c.kind = field, kind
	g.reached[field] = true
	if why != "" {
		g.said = append(g.said, fmt.Sprintf("column %q: %s", c.header, why))
	}
}

// byName takes columns that are called as people call them in five languages.
func (g *guesser) byName() {
	names := map[string]string{}
	for id, list := range load.ColumnNames() {
		for _, name := range append(list, id) {
			names[plain(name)] = id
		}
	}
	for _, c := range g.columns {
		base, lang := c.header, ""
		if m := translated().FindStringSubmatch(c.header); m != nil && slices.Contains(languages, strings.ToLower(m[2])) {
			base, lang = m[1], strings.ToLower(m[2])
		}
		id, known := names[plain(base)]
		if !known {
			continue
		}
		if lang != "" && lang != g.source {
			c.field, c.lang, c.kind = id, lang, catalog.TypeText
			continue
		}
		if g.reached[id] {
			if lang != "" && g.unsaid == "" {
				g.unsaid = c.header
			}
			continue
		}
		switch id {
		case "id", "quantity", "skip":
			c.field = notField
		case fieldTitle, fieldText, fieldNote, fieldKind, fieldQuestion, fieldAnswer, fieldGoal, fieldReward:
			g.take(c, id, catalog.TypeText, "")
		case fieldPicture:
			g.take(c, id, catalog.TypeWord, "")
		case fieldURL:
			if c.all(isAddress) {
				g.take(c, id, catalog.TypeURL, "")
			}
		case fieldIcon:
			if c.most(g.isIcon) { // those that are not are said when it is checked
				g.take(c, id, catalog.TypeIcon, "")
			}
		case fieldNumber:
			if c.all(wholeNumber) || g.mended && c.most(wholeNumber) {
				g.take(c, id, catalog.TypeNumber, "")
			}
		}
	}
	g.translations()
}

// translations drops columns in a language of something that is not there in
// the language of the table: the first of them is then its language.
func (g *guesser) translations() {
	for _, c := range g.columns {
		if c.lang == "" {
			continue
		}
		if !g.reached[c.field] {
			g.said = append(g.said, fmt.Sprintf("column %q: %s, in %s", c.header, c.field, c.lang))
			g.reached[c.field], g.source, c.lang = true, c.lang, ""
			continue
		}
		if c.lang == g.source {
			c.lang = ""
		} else if !slices.Contains(g.langs, c.lang) {
			g.langs = append(g.langs, c.lang)
		}
	}
	g.langs = append([]string{g.source}, g.langs...)
}

// byContent takes columns of pictures and icons.
func (g *guesser) byContent(c *column) {
	switch {
	case len(c.values) == 0:
		c.field = notField
		g.said = append(g.said, fmt.Sprintf("column %q: empty, left out", c.header))
	case !g.reached[fieldPicture] && c.all(isPicture):
		g.take(c, fieldPicture, catalog.TypeWord, "pictures")
	case !g.reached[fieldIcon] && c.all(g.isIcon):
		g.take(c, fieldIcon, catalog.TypeIcon, "icons")
	case !g.reached[fieldURL] && c.all(isAddress):
		g.take(c, fieldURL, catalog.TypeURL, "addresses, as QR codes")
	}
}

// titleAndText finds what every card needs: what it is called, and what it
// says, by the length of the texts.
func (g *guesser) titleAndText() {
	if g.reached[fieldQuestion] && g.reached[fieldAnswer] {
		return
	}
	const longTitle = 40
	if !g.reached[fieldTitle] {
		for _, c := range g.open() {
			if n := c.length(); !c.all(wholeNumber) && n <= longTitle {
				g.take(c, fieldTitle, catalog.TypeText, "the title")
				break
			}
		}
	}
	if !g.reached[fieldText] {
		var longest *column
		for _, c := range g.open() {
			if !c.all(wholeNumber) && (longest == nil || c.length() > longest.length()) {
				longest = c
			}
		}
		if longest != nil {
			g.take(longest, fieldText, catalog.TypeText, "the text")
		}
	}
}

// numbers finds one number, or the two to four of a character.
func (g *guesser) numbers() {
	var list []*column
	for _, c := range g.columns {
		if (c.field == "" || c.field == fieldNumber) && c.all(wholeNumber) {
			list = append(list, c)
		}
	}
	switch {
	case len(list) == 1 && !g.reached[fieldNumber]:
		g.take(list[0], fieldNumber, catalog.TypeNumber, "a number")
	case len(list) > 1 && len(list) <= len(counted):
		for i, c := range list {
			g.take(c, counted[i], catalog.TypeNumber, "a number of the character")
		}
		delete(g.reached, fieldNumber)
	}
}

// rest takes the other columns: a word that comes again and again is a kind,
// one text a note; what no look shows is read all the same, and said.
func (g *guesser) rest(c *column) {
	distinct := map[string]bool{}
	for _, v := range c.values {
		distinct[v] = true
	}
	const longKind = 20
	switch {
	case !g.reached[fieldKind] && c.length() <= longKind && 2*len(distinct) <= len(c.values):
		g.take(c, fieldKind, catalog.TypeText, "the kind of card")
	case !g.reached[fieldNote]:
		g.take(c, fieldNote, catalog.TypeText, "a note at the foot")
	default:
		g.take(c, g.free(c.header), catalog.TypeText, "read, but the look shows no such thing; a template of your own can")
	}
}

// free returns a name of a field for a header.
func (g *guesser) free(header string) string {
	var b strings.Builder
	for i, part := range strings.Split(form.IDFrom(header), "-") {
		if i > 0 && part != "" {
			part = strings.ToUpper(part[:1]) + part[1:]
		}
		b.WriteString(part)
	}
	stem := strings.TrimLeft(b.String(), "0123456789")
	if stem == "" {
		stem = "column"
	}
	name := stem
	for n := 2; g.reached[name]; n++ {
		name = fmt.Sprintf("%s%d", stem, n)
	}
	return name
}

// all reports whether all values are of a form, and there is one.
func (c *column) all(form func(string) bool) bool {
	return len(c.values) > 0 && !slices.ContainsFunc(c.values, func(v string) bool { return !form(v) })
}

// most reports whether half of the values or more are of a form.
func (c *column) most(form func(string) bool) bool {
	n := 0
	for _, v := range c.values {
		if form(v) {
			n++
		}
	}
	return n > 0 && 2*n >= len(c.values)
}

// length returns the mean length of the values in characters.
func (c *column) length() int {
	sum := 0
	for _, v := range c.values {
		sum += utf8.RuneCountInString(v)
	}
	return sum / max(len(c.values), 1)
}

var whole = source.Pattern(`^-?[0-9]{1,6}$`)

func wholeNumber(s string) bool { return whole().MatchString(s) }

func isAddress(s string) bool {
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")
}

// pictureEndings are those of the pictures kitpress prints.
var pictureEndings = []string{".png", ".jpg", ".jpeg", ".webp", ".svg"}

func isPicture(s string) bool {
	return slices.Contains(pictureEndings, strings.ToLower(path.Ext(s))) && !strings.ContainsAny(s, "\n*?\"<>|")
}

// plain is what names of columns are compared by.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// languages are those a header may end in: "title.fr".
var languages = strings.Fields("ar bg bn ca cs da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko lt lv mk ms mt nb nl no pl pt ro ru sk sl sq sr sv ta th tr uk ur vi zh")
