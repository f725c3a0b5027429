package own

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio/shelf"
)

// A deckPage is what the page of a deck shows.
type deckPage struct {
	ID, Name, At string
	shelf.Status
	N                    int
	Pending              bool // not all cards were looked at yet
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
	Topics               *topicsPart
}

// Archive returns where the deck is taken away as one file.
func (d *deckPage) Archive() string { return "/own/" + d.ID + "/zip/" + d.ID + ".zip" }

// Others returns where the other decks are.
func (d *deckPage) Others() string { return "/own" }

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
	N        int // a row
}

// A fault is something that is wrong, with the place of it.
type fault struct {
	Where, Text, Hint, Code string
	Row, Col                int // in the table that is shown, 0 when elsewhere
	Ill                     bool
}

// mostShown is how many rows a page has.
const mostShown = 400

// spare is how many empty rows are below the last card.
const spare = 3

// query is what the address of a page of a deck says.
type query struct {
	at, deck, lang, ink, topic string
	row                        int
}

// places are the pages of a deck, in their order.
var places = []string{"table", "look", "words", "rules", "topics"}

// Places returns the pages of a deck, in their order.
func Places() []string { return slices.Clone(places) }

func readQuery(q url.Values) query {
	row, _ := strconv.Atoi(q.Get("row")) // 0 for what is no number
	a := query{at: q.Get("at"), deck: q.Get("deck"), lang: q.Get("lang"), ink: q.Get("ink"), topic: q.Get("topic"), row: row}
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
	d := &deckPage{ID: p.ID, At: q.at, N: s.n, Status: p.Status(), Ink: q.ink}
	good := p.lastGood()
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
	case "topics":
		d.topicsOf(s, deck, g, q.topic)
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
