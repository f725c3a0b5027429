package fromtable

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
)

// AsCornucopia is a kind of file Import reads: the cards of OWASP Cornucopia and
// games that are written like it, a YAML file for each language.
const AsCornucopia = "cornucopia"

// cornucopiaTable is the table such cards are put into, so that they can be
// changed like those of any other.
const cornucopiaTable = "cards.csv"

// cornucopiaName is what such files are called: webapp-cards-2.00-pt_br.yaml.
var cornucopiaName = source.Pattern(`^(.+)-([a-z]{2})(?:_([a-z]{2}))?\.yaml$`)

// A suitCard is a card of such a file in its language.
type suitCard struct{ id, suit, value, url, desc, misc string }

// readCornucopia puts the cards of a file into a table, with those of the same
// game in other languages that lie beside it.
func (im *importer) readCornucopia(data []byte) error {
	cards, about := im.suits(im.table, data)
	if len(cards) == 0 && !im.ps.HasErrors() {
		im.ps.Errorf(source.Pos{File: im.table}, spreadsheet.CodeEmpty, "there is no card in it").Hint = "such a file has suits, and these have cards: webapp-cards-2.00-en.yaml"
	}
	g := guesser{rows: len(cards), reached: map[string]bool{fieldURL: true}}
	name := cornucopiaName().FindStringSubmatch(im.table)
	if g.source = im.o.Lang; name != nil {
		g.source = languageOf(name)
	}
	g.langs = []string{g.source}
	in := map[string][]suitCard{g.source: cards}
	names, _ := fs.Glob(im.beside, "*.yaml") // no error: it is a pattern
	for _, other := range names {
		m := cornucopiaName().FindStringSubmatch(other)
		if name == nil || m == nil || other == im.table || m[1] != name[1] {
			continue
		}
		lang := languageOf(m)
		if in[lang] != nil {
			im.made.Said = append(im.made.Said, fmt.Sprintf("%s: left out, %s is there already", other, lang))
			continue
		}
		data, err := fs.ReadFile(im.beside, other)
		if err != nil {
			return err
		}
		in[lang], _ = im.suits(other, data)
		g.langs = append(g.langs, lang)
		im.made.Said = append(im.made.Said, fmt.Sprintf("%s: %d cards in %s", other, len(in[lang]), lang))
	}
	if im.ps.HasErrors() {
		return im.ps.Err()
	}
	if im.o.Name == strings.TrimSuffix(im.table, ".yaml") { // nobody named it
		im.o.Name = "OWASP Cornucopia " + about
	}
	im.o.Size = cmp.Or(im.o.Size, "tarot")
	im.rights = fmt.Sprintf("The texts of the cards: OWASP Cornucopia, %s; Creative Commons Attribution-ShareAlike.", about)
	rows := suitRows(&g, in)
	var b bytes.Buffer
	if err := spreadsheet.WriteCSV(&b, rows, ','); err != nil {
		return err
	}
	im.table, im.langs = cornucopiaTable, []string{g.source}
	im.files[im.table] = b.Bytes()
	im.addDeck(spreadsheet.Sheet{}, &g, false)
	return nil
}

// languageOf returns the language of a file by its name; Norwegian goes by its
// written form.
func languageOf(name []string) string {
	if name[2] == "no" {
		return "nb"
	}
	return name[2]
}

// suits reads the cards of a file, and which edition it is.
func (im *importer) suits(name string, data []byte) (cards []suitCard, about string) {
	root, _ := source.Parse(name, data, &im.ps)
	top := root.Map()
	meta := top.Need("meta").Map()
	about = strings.TrimSpace(meta.Get("edition").Literal() + " " + meta.Get("version").Literal())
	for suit := range top.Need("suits").Maps() {
		title := suit.Need("name").Text()
		for c := range suit.Need("cards").Maps() {
			card := suitCard{id: form.IDFrom(c.Need("id").Literal()), suit: title, value: c.Need("value").Literal(), desc: c.Need("desc").Text()}
			if strings.HasPrefix(card.value, "Joker") { // its suit says so
				card.value = ""
			}
			if v := c.Get("url"); v.Exists() {
				card.url = form.ReadAddress(v)
			}
			if v := c.Get("misc"); v.Exists() {
				card.misc = v.Text()
			}
			cards = append(cards, card)
		}
	}
	return cards, about
}

// suitRows writes the cards as rows, and says which column is which.
func suitRows(g *guesser, in map[string][]suitCard) [][]string {
	head := []string{"id"}
	add := func(field string, kind catalog.FieldType, lang string) {
		name := field
		if lang != "" {
			name += "." + lang
		}
		g.columns = append(g.columns, &column{header: name, at: len(head), field: field, kind: kind, lang: lang})
		head = append(head, name)
	}
	add(fieldNumber, catalog.TypeWord, "")
	add(fieldURL, catalog.TypeURL, "")
	for i, lang := range g.langs {
		if i == 0 {
			lang = ""
		}
		for _, field := range []string{fieldTitle, fieldText, fieldNote} {
			add(field, catalog.TypeText, lang)
		}
	}
	rows := [][]string{head}
	for _, c := range in[g.source] {
		row := []string{c.id, c.value, c.url}
		for _, lang := range g.langs {
			var same suitCard
			if k := slices.IndexFunc(in[lang], func(o suitCard) bool { return o.id == c.id }); k >= 0 {
				same = in[lang][k]
			}
			row = append(row, same.suit, same.desc, same.misc)
		}
		rows = append(rows, row)
	}
	return rows
}
