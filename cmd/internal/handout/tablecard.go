package handout

import (
	"strings"

	"kitpress/cmd/internal/press"
)

// TableCards are the cards that lie on tables.
const TableCards = "table-cards"

// A TableCard says how phones find a table.
type TableCard struct {
	Number       int
	Name         string // may be empty
	URL, Address string // of the code; for a browser
	PIN          string // eight digits
}

// Vars returns what the template of the card is told.
func (c TableCard) Vars(l *press.Localization) map[string]any {
	word := l.Texts.Word
	return map[string]any{
		"number": c.Number, "name": c.Name, "tongue": word("language.name"), "table": word("event.table"), "wifi": "",
		"scan": word("event.scan"), "browser": word("event.browser", "Address", strings.TrimPrefix(c.Address, "http://")), "pinLabel": word("event.pin"),
		"url": c.URL, "pin": c.PIN[:4] + "\u00a0" + c.PIN[4:],
	}
}

// ForTables returns the cards of tables, four on a page.
func ForTables(l *press.Localization, cards []TableCard) []press.Handout {
	h := press.Handout{ID: TableCards, Name: l.Texts.Word("event.cards"), Stock: "card", Sheet: "cards"}
	for _, c := range cards {
		h.Faces = append(h.Faces, press.HandoutFace{Name: TableCards, Front: "table-card", Vars: c.Vars(l)})
	}
	return []press.Handout{h}
}
