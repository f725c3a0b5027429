package handout

import "kitpress/cmd/internal/press"

// TableCards are the cards that lie on tables.
const TableCards = "table-cards"

// A TableCard says how phones find a table.
type TableCard struct {
	Number       int
	URL, Address string // of the code; for a browser
	PIN          string
}

// ForTables returns the cards of tables, four on a page.
func ForTables(l *press.Localization, cards []TableCard) []press.Handout {
	word := l.Texts.Word
	h := press.Handout{ID: TableCards, Name: word("table.desk.cards"), Stock: "card", Sheet: "cards"}
	for _, c := range cards {
		h.Faces = append(h.Faces, press.HandoutFace{Name: TableCards, Front: "table-card", Vars: map[string]any{
			"label": word("table.desk.table"), "number": c.Number, "game": l.Texts.Text(l.Game.Name), "scan": word("table.desk.scan"), "url": c.URL,
			"browser": word("table.desk.address"), "address": c.Address, "pinlabel": word("table.desk.pin"), "pin": c.PIN,
		}})
	}
	return []press.Handout{h}
}
