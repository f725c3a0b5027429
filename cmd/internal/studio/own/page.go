package own

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
)

// A deckPage is what the page of a deck shows.
type deckPage struct {
	ID, Name, At         string
	Where                string // the folder
	N                    int
	Fresh, Changed       bool // it was never saved; something is not
	Pending              bool // not all cards were looked at yet
	Undo, Redo           bool
	Deck, Table          string
	Decks                []option
	Row                  int
	Card, Cards, Pieces  int // of Cards cards the selected one, from 1
	Prev, Next           int // rows
	Langs                []string
	Lang, Source         string
	Front, Back          *picture
	Faults               []fault
	Errors               int
	Grid                 *grid
	Looks, Themes, Sizes []option
	Ink                  string
	Families             []string
	Fonts                map[string]string
	Art                  []string
	Texts                []textRow
	Left                 int // texts that are missing or stale
	More                 []string
	Chapters             []chapter
	Pages                []picture
	Questions            bool
}

// A picture is a face as it looks.
type picture struct {
	URL  string
	W, H int
}

// An option can be chosen.
type option struct {
	ID, Name string
	On       bool
	Picture  *picture
	W, H     int // mm
}

// A fault is something that is wrong, with the place of it.
type fault struct {
	Where, Text, Hint, Code string
	Row, Col                int // in the table that is shown, 0 when elsewhere
	Ill                     bool
}

// A grid is the table of a deck.
type grid struct {
	File    string
	Fixed   bool // it is changed in a spreadsheet program only
	ByHand  bool // the cards stand in a file that is no table
	Columns []gridColumn
	Rows    []gridRow
	More    int // rows that are not shown
	Fields  []string
	Missing []string // fields that have no column
}

type gridColumn struct {
	N int
	column
}

type gridRow struct {
	N        int
	Card, On bool
	Note     bool // it is no card: a remark, or left out
	Ill      bool
	Cells    []gridCell
}

type gridCell struct {
	Col         int
	Text, Label string
	ID          string // of the text, when it is in no table
	Fixed       bool
	Ill, Warn   bool
	Said        []fault
	Picture     string
	Takes       bool // a picture that is dropped on it
	Icon        string
	Long        bool
}

// mostShown is how many rows a page has.
const mostShown = 400

// spare is how many empty rows are below the last card.
const spare = 3

// query is what the address of a page of a deck says.
type query struct {
	at, deck, lang, ink string
	row                 int
}

// places are the pages of a deck, in their order.
var places = []string{"table", "look", "words", "rules"}

// Places returns the pages of a deck, in their order.
func Places() []string { return slices.Clone(places) }

func readQuery(q url.Values) query {
	row, _ := strconv.Atoi(q.Get("row")) // 0 for what is no number
	a := query{at: q.Get("at"), deck: q.Get("deck"), lang: q.Get("lang"), ink: q.Get("ink"), row: row}
	if !slices.Contains(places, a.at) {
		a.at = places[0]
	}
	if a.ink != "mono" {
		a.ink = press.DefaultInk
	}
	return a
}

// page says what a page of a deck shows.
func (rooms *Rooms) page(p *Pack, s *state, q query) *deckPage {
	p.mu.Lock()
	d := &deckPage{ID: p.ID, At: q.at, N: s.n, Fresh: len(p.saved) == 0, Undo: len(p.undo) > 0, Redo: len(p.redo) > 0, Ink: q.ink, Where: path.Join(p.decks.Dir, p.ID)}
	good := p.good
	p.mu.Unlock()
	d.Changed = p.Changed()
	faults, complete := s.all(patience)
	d.Pending = !complete
	g := s.game
	if g == nil && good != nil { // it shows what could be read last
		g = good.game
	}
	if s.fails != "" {
		d.Faults = append(d.Faults, fault{Text: s.fails, Ill: true})
	}
	if g == nil {
		d.Name = p.ID
		d.say(faults, "")
		return d
	}
	d.Name, d.Langs, d.Source, d.Lang = g.Name.Text, g.Languages, g.Source, g.Source
	if slices.Contains(g.Languages, q.lang) {
		d.Lang = q.lang
	}
	deck := g.Deck(q.deck)
	if deck == nil {
		for _, one := range g.Decks {
			if deck == nil && one.Kind() == "cards" {
				deck = one
			}
		}
	}
	for _, one := range g.Decks {
		d.Decks = append(d.Decks, option{ID: one.ID, Name: one.Name.Text, On: one == deck})
	}
	if deck == nil {
		d.say(faults, "")
		return d
	}
	d.Deck, d.Pieces, d.Table = deck.ID, deck.Count(), tableOf(s.files, deck)
	d.Questions = slices.ContainsFunc(deck.Schema, func(f catalog.Field) bool { return f.Name == "question" })
	d.say(faults, d.Table)
	d.choose(deck, q.row)
	shown := s
	if len(s.locals) == 0 && good != nil {
		shown = good
	}
	d.faces(shown, deck)
	switch q.at {
	case "table":
		d.Grid = d.grid(s, deck, g)
	case "look":
		d.dress(shown, deck)
	case "words":
		d.words(p, s, g)
	case "rules":
		d.rules(g)
	}
	return d
}

// say lists what is wrong.
func (d *deckPage) say(list source.Problems, table string) {
	for _, p := range list {
		f := fault{Where: p.Pos.String(), Text: p.Message, Hint: p.Hint, Code: p.Code, Ill: p.Severity == source.Error}
		if p.Pos.Cell != "" && p.Pos.File == table {
			f.Row, f.Col, f.Where = p.Pos.Line, p.Pos.Col, p.Pos.Cell
		}
		if d.Faults = append(d.Faults, f); f.Ill {
			d.Errors++
		}
	}
}

// rowOf returns the row of a card: that of its table, or its number.
func (d *deckPage) rowOf(deck *catalog.Deck, i int) int {
	if at := deck.Cards[i].Pos; at.Cell != "" {
		return at.Line
	}
	return i + 1
}

// choose selects the card of a row, or the first.
func (d *deckPage) choose(deck *catalog.Deck, row int) {
	d.Cards = len(deck.Cards)
	if d.Row = row; d.Cards == 0 {
		return
	}
	for i := range deck.Cards {
		if d.rowOf(deck, i) == row {
			d.Card = i + 1
		}
	}
	if d.Card == 0 && row == 0 {
		d.Card, d.Row = 1, d.rowOf(deck, 0)
	}
	if d.Card > 0 {
		d.Prev, d.Next = d.rowOf(deck, (d.Card+d.Cards-2)%d.Cards), d.rowOf(deck, d.Card%d.Cards)
	}
}

// faces shows both sides of the selected card.
func (d *deckPage) faces(s *state, deck *catalog.Deck) {
	if d.Card == 0 {
		return
	}
	f := face{Deck: deck.ID, Card: deck.Cards[d.Card-1].ID, Lang: d.Lang}
	d.Front = d.face(s, f)
	if deck.Back != "" {
		f.Back = true
		d.Back = d.face(s, f)
	}
}

func (d *deckPage) face(s *state, f face) *picture {
	scene := s.scene(f)
	if scene == nil {
		return nil
	}
	side := "front"
	if f.Back {
		side = "back"
	}
	u := fmt.Sprintf("/own/%s/face/%d/%s/%s/%s/%s", d.ID, s.n, f.Deck, f.Card, f.Lang, side)
	if d.Ink != press.DefaultInk {
		u += "?ink=" + d.Ink
	}
	return &picture{u, int(scene.Size.W.MM()), int(scene.Size.H.MM())}
}

// grid shows the cards of a deck as rows.
func (d *deckPage) grid(s *state, deck *catalog.Deck, g *catalog.Game) *grid {
	v := &grid{File: d.Table, Fields: knownFields}
	if d.Table == "" {
		v.File, v.ByHand = deck.Pos.File, true
		d.byHand(v, deck)
		return v
	}
	t, err := readTable(s.files, d.Table)
	if err != nil {
		return v
	}
	v.Fixed = !t.editable()
	columns := columnsOf(t, deck, g)
	have := map[string]bool{}
	for i, c := range columns {
		v.Columns = append(v.Columns, gridColumn{i + 1, c})
		for k := range d.Faults { // of a card, about its picture
			if f := &d.Faults[k]; c.Field == "picture" && f.Row > 0 && f.Col == 0 && f.Code == "picture-coarse" {
				f.Col = i + 1
			}
		}
		have[c.Field] = true
	}
	for _, f := range knownFields {
		if !have[f] {
			v.Missing = append(v.Missing, f)
		}
	}
	cards := map[int]bool{}
	for _, c := range deck.Cards {
		cards[c.Pos.Line] = true
	}
	last := len(t.sheet.Rows)
	if !v.Fixed {
		last += spare
	}
	for row := t.head + 1; row < last; row++ {
		if len(v.Rows) >= mostShown {
			v.More = len(t.sheet.Rows) - row
			break
		}
		r := gridRow{N: row + 1, Card: cards[row+1], On: row+1 == d.Row}
		r.Note = !r.Card && row < len(t.sheet.Rows) && strings.TrimSpace(strings.Join(t.sheet.Rows[row], "")) != ""
		for i, c := range columns {
			cell := gridCell{Col: i + 1, Text: t.cell(row, i), Label: t.sheet.Pos(row, i).Cell + " " + c.Header, Fixed: v.Fixed}
			d.cell(&cell, c, row+1)
			r.Ill = r.Ill || cell.Ill
			r.Cells = append(r.Cells, cell)
		}
		for _, f := range d.Faults {
			r.Ill = r.Ill || f.Ill && f.Row == row+1 && f.Col == 0
		}
		v.Rows = append(v.Rows, r)
	}
	return v
}

// cell says what is wrong with a cell and shows what its word stands for.
func (d *deckPage) cell(cell *gridCell, c column, row int) {
	for _, f := range d.Faults {
		if f.Row == row && f.Col == cell.Col {
			cell.Said = append(cell.Said, f)
			cell.Ill, cell.Warn = cell.Ill || f.Ill, cell.Warn || !f.Ill
		}
	}
	cell.Takes = c.Field == "picture" && !cell.Fixed
	switch {
	case c.Field == "picture" && placeOf(cell.Text) != "" && !strings.ContainsAny(cell.Text, "%?#\\"):
		cell.Picture = "/own/" + d.ID + "/art/" + cell.Text
	case c.Field == "icon" && plainWord(cell.Text):
		cell.Icon = cell.Text
	}
	cell.Long = c.Field == "text" || c.Field == "question" || c.Field == "answer" || c.Field == "goal" || c.Field == "reward"
}

// byHand shows cards that stand in a file: their texts can be changed.
func (d *deckPage) byHand(v *grid, deck *catalog.Deck) {
	for i, f := range deck.Schema {
		v.Columns = append(v.Columns, gridColumn{i + 1, column{f.Name, f.Name, ""}})
	}
	for i, c := range deck.Cards {
		if i >= mostShown {
			v.More = len(deck.Cards) - i
			break
		}
		r := gridRow{N: i + 1, Card: true, On: i+1 == d.Row}
		for k, f := range deck.Schema {
			value, ok := c.Fields[f.Name]
			cell := gridCell{Col: k + 1, Label: c.ID + " " + f.Name, Fixed: true}
			if ok && f.Type == catalog.TypeText {
				cell.Text, cell.ID, cell.Fixed, cell.Long = value.Text.Text, value.Text.ID, false, true
				for _, p := range d.Faults {
					if p.Where == value.Text.Pos.String() {
						cell.Said, cell.Ill = append(cell.Said, p), cell.Ill || p.Ill
					}
				}
			} else if ok {
				cell.Text = plainValue(value)
			}
			r.Ill = r.Ill || cell.Ill
			r.Cells = append(r.Cells, cell)
		}
		v.Rows = append(v.Rows, r)
	}
}

// plainValue writes a value that cannot be changed here.
func plainValue(v catalog.Value) string {
	switch v.Type {
	case catalog.TypeNumber:
		return strconv.Itoa(v.Number)
	case catalog.TypeFlag:
		if v.Flag {
			return "✓"
		}
		return ""
	}
	if v.Word != "" {
		return v.Word
	}
	return strings.Join(v.List, ", ")
}

// needs are the fields a look cannot do without, beside a title.
var needs = map[string][]string{"text-card": {"title", "text"}, "question-and-answer": {"question", "answer"}}

// dress shows the looks, sizes and colours there are.
func (d *deckPage) dress(s *state, deck *catalog.Deck) {
	look, size := lookOf(deck)
	try := func(kind, value string) *picture {
		if d.Card == 0 {
			return nil
		}
		w, h := 63, 88
		if d.Front != nil {
			w, h = d.Front.W, d.Front.H
		}
		return &picture{fmt.Sprintf("/own/%s/try/%d/%s/%s/%s/%s", d.ID, s.n, deck.ID, deck.Cards[d.Card-1].ID, kind, value), w, h}
	}
	has := func(field string) bool { _, ok := deck.Schema.Field(field); return ok }
	for _, l := range press.Looks() {
		want := needs[l.Name]
		if want == nil {
			want = []string{"title"}
		}
		if !strings.HasSuffix(l.Name, "-card") && l.Name != "question-and-answer" || l.Name == "hero-card" && !has("first") || slices.ContainsFunc(want, func(f string) bool { return !has(f) }) {
			continue
		}
		d.Looks = append(d.Looks, option{ID: l.Name, On: l.Name == look, Picture: try("look", l.Name)})
	}
	for _, t := range press.Themes() {
		d.Themes = append(d.Themes, option{ID: t.Name, On: t.Name == s.game.Theme, Picture: try("theme", t.Name)})
	}
	for _, z := range press.Sizes() {
		var w, h int
		if _, err := fmt.Sscanf(z.About, "%d × %d", &w, &h); err == nil {
			d.Sizes = append(d.Sizes, option{ID: z.Name, Name: z.About, On: z.Name == size || size == "" && z.Name == "poker", W: w, H: h})
		}
	}
	d.Fonts = map[string]string{}
	for role, ref := range s.game.Fonts {
		d.Fonts[role] = ref.Name
	}
	for name := range s.files {
		switch path.Dir(name) {
		case "fonts":
			d.Families = append(d.Families, path.Base(name))
		case "art":
			d.Art = append(d.Art, path.Base(name))
		}
	}
	slices.Sort(d.Families)
	slices.Sort(d.Art)
}

// A textRow is a text with its translations.
type textRow struct {
	ID, Of, Text string
	In           []translated
}

type translated struct {
	Lang, Text string
	State      string // "", "missing" or "stale"
}

// words shows every text beside its translations.
func (d *deckPage) words(p *Pack, s *state, g *catalog.Game) {
	for _, l := range i18n.Languages() {
		if !slices.Contains(g.Languages, l) {
			d.More = append(d.More, l)
		}
	}
	have := map[string]map[string]catalog.Translation{}
	for _, lang := range g.Languages {
		if lang != g.Source {
			have[lang], _ = i18n.Translations(s.files, g, lang) // what is wrong with the file is said already
		}
	}
	changed := p.changedCells()
	for _, m := range g.Messages() {
		if strings.HasPrefix(m.ID, "topic.") || len(d.Texts) >= mostShown {
			continue
		}
		row := textRow{ID: m.ID, Text: m.Text, Of: partOf(g, m.ID)}
		for _, lang := range g.Languages {
			if lang == g.Source {
				continue
			}
			t, beside := g.Translations[lang][m.ID]
			if !beside {
				t = have[lang][m.ID]
			}
			one := translated{Lang: lang, Text: t.Text}
			switch {
			case t.Text == "":
				one.State = "missing"
			case !beside && t.Of != catalog.Hash(m.Text), beside && changed(m.Pos, t.Pos):
				one.State = "stale"
			}
			if one.State != "" {
				d.Left++
			}
			row.In = append(row.In, one)
		}
		d.Texts = append(d.Texts, row)
	}
}

// partOf says where a text of the game stands.
func partOf(g *catalog.Game, id string) string {
	parts := strings.Split(id, ".")
	if len(parts) > 1 && parts[0] == "card" {
		if d, c := g.Card(parts[1]); c != nil && len(d.Schema) > 0 {
			return c.Fields[d.Schema[0].Name].Text.Text
		}
	}
	return ""
}

// changedCells returns what reports whether a cell says something else than
// when it was saved, while its translation says the same.
func (p *Pack) changedCells() func(of, translation source.Pos) bool {
	p.mu.Lock()
	saved, now := p.saved, p.now
	p.mu.Unlock()
	type both struct{ old, now *table }
	tables := map[string]both{}
	return func(of, translation source.Pos) bool {
		b, ok := tables[of.File]
		if !ok {
			b.old, _ = readTable(saved, of.File) // nil: it was never saved
			b.now, _ = readTable(now, of.File)
			tables[of.File] = b
		}
		if b.old == nil || b.now == nil || of.Cell == "" || len(b.old.sheet.Rows) != len(b.now.sheet.Rows) {
			return false
		}
		same := func(at source.Pos) bool { return b.old.cell(at.Line-1, at.Col-1) == b.now.cell(at.Line-1, at.Col-1) }
		return !same(of) && same(translation)
	}
}

// A chapter is one of the rulebook.
type chapter struct {
	ID     string
	Title  catalog.Msg
	Blocks []block
}

// A block is a text of it.
type block struct {
	Mark string // "R1"
	Msg  catalog.Msg
}

// rules shows the texts of the rulebook.
func (d *deckPage) rules(g *catalog.Game) {
	for _, s := range g.Sections {
		c := chapter{ID: s.ID, Title: s.Title}
		for _, b := range s.Blocks {
			switch {
			case b.Rule != nil && b.Rule.Text.ID != "":
				c.Blocks = append(c.Blocks, block{b.Rule.ID, b.Rule.Text})
			case b.Text.ID != "":
				c.Blocks = append(c.Blocks, block{"", b.Text})
			}
		}
		d.Chapters = append(d.Chapters, c)
	}
}
