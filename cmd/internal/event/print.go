package event

import (
	"cmp"
	"fmt"

	"kitpress/cmd/internal/handout"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
	"kitpress/layout/flow"
)

// The papers of an event.
const (
	Cards   = "table-cards"
	Signs   = "table-signs"
	Board   = "leaderboard"
	Helpers = "helpers"
)

// Papers returns what lies and stands on tables that play one game in one
// language: cards to get in by, and signs.
func (e *Event) Papers(l *press.Localization, tables []Table) []press.Handout {
	word := l.Texts.Word
	e.names[l.Game.ID] = l.Texts.Text(l.Game.Name)
	cards := press.Handout{ID: Cards, Name: word("event.cards"), Stock: "card", Sheet: "cards"}
	signs := press.Handout{ID: Signs, Name: word("event.signs")}
	for _, t := range tables {
		pin, _ := e.PINs(t)
		vars := handout.TableCard{Number: t.Number, Name: t.Name, URL: e.JoinURL(t), Address: e.Address, PIN: pin}.Vars(l)
		vars["wifi"] = e.WiFi
		cards.Faces = append(cards.Faces, press.HandoutFace{Name: fmt.Sprintf("table %d", t.Number), Front: "table-card", Vars: vars})
		signs.Faces = append(signs.Faces, press.HandoutFace{Name: fmt.Sprintf("table %d", t.Number), Front: "event-table-sign", Vars: vars})
	}
	return []press.Handout{cards, signs}
}

// JoinURL returns what the code on the card of a table leads to.
func (e *Event) JoinURL(t Table) string {
	pin, _ := e.PINs(t)
	return e.Address + "/t/?lang=" + t.Lang + "#" + pin
}

// Organise returns the papers of those who run the event: the standings for the
// wall and a sheet for helpers.
func (e *Event) Organise(l *press.Localization) []press.Handout {
	word := l.Texts.Word
	var rounds []string
	for i := range e.Rounds {
		rounds = append(rounds, word("event.round", "N", i+1))
	}
	board := press.Handout{ID: Board, Name: word("event.board"), Faces: []press.HandoutFace{{Name: Board, Front: "event-leaderboard", Vars: map[string]any{
		"title": e.Title, "date": e.Date, "team": word("event.team"), "sum": word("event.sum"), "rounds": rounds,
	}}}}
	return []press.Handout{board, e.helpers(l)}
}

// helpers is the sheet for helpers: times, who does what, all tables with both
// PINs.
func (e *Event) helpers(l *press.Localization) press.Handout {
	word := l.Texts.Word
	title := word("event.helpers")
	f := &flow.Flow{Title: title, Running: e.Title + " · " + word("event.keep"), Lang: l.Lang}
	f.Blocks = append(f.Blocks, &flow.Heading{Level: 1, Text: e.Title, Anchor: "top"}, &flow.Paragraph{Text: "**" + word("event.keep") + "**"})
	if len(e.Times) > 0 {
		times := &flow.Table{Columns: []flow.Column{{Share: 1}, {Share: 4}}}
		for _, t := range e.Times {
			times.Rows = append(times.Rows, flow.Row{Cells: []string{"**" + t.At + "**", t.What}})
		}
		f.Blocks = append(f.Blocks, &flow.Heading{Level: 2, Text: word("event.times"), Anchor: "times"}, times)
	}
	var duties []flow.Paragraph
	for _, id := range []string{"event.at-desk", "event.at-tables", "event.at-wall"} {
		duties = append(duties, flow.Paragraph{Text: word(id)})
	}
	f.Blocks = append(f.Blocks, &flow.Heading{Level: 2, Text: word("event.duties"), Anchor: "duties"}, &flow.List{Items: duties})
	tables := &flow.Table{
		Columns: []flow.Column{{Share: 2}, {Share: 3}, {Share: 4}, {Share: 2}, {Share: 3}, {Share: 3}},
		Head:    []string{word("event.table"), word("handout.name"), word("event.game"), word("table.lang"), word("event.pin"), word("event.referee-pin")},
	}
	for _, t := range e.Tables {
		players, referees := e.PINs(t)
		words, _ := i18n.WordsIn(t.Lang)
		tables.Rows = append(tables.Rows, flow.Row{Cells: []string{"**" + t.Label() + "**", t.Name, cmp.Or(e.names[t.Game], t.Game), words.Word("language.name"), players, referees}})
	}
	f.Blocks = append(f.Blocks, &flow.Heading{Level: 2, Text: word("event.tables"), Anchor: "tables"}, tables)
	return press.Handout{ID: Helpers, Name: title, Flow: f, Style: "handout"}
}
