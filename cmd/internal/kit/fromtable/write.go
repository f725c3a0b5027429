package fromtable

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kitpress/catalog/load"
	"kitpress/cmd/internal/kit/schemas"
)

// deck is one of the game, with what was found out about its table.
type deck struct {
	id, name, from string
	look           string
	size           string // behind the @ of a template, "" for the template's own
	columns        []*column
	faces          []string // of a die, whose table is not kept
}

// quoted writes a text as YAML that nothing in it can end.
func quoted(s string) string { return strconv.Quote(s) }

// gameYAML writes game.yaml.
func gameYAML(o Options, id, rights string, langs []string, decks []deck) []byte {
	var b bytes.Buffer
	b.WriteString(schemas.Line("game", ""))
	fmt.Fprintf(&b, `# Made from a table. Change anything; kitpress check says at once what does not
# fit together. What may stand here: kitpress help packs.
format: 1
id: %s
prefix: %s
version: "0.1"
date: %s
source: %s # the language of the table; the others have columns of their own
languages: [%s]
quotes: auto # "these" are printed as the language has them; leave it out to be told of them
theme: plain # or copy one into themes/ and change its colours
name: %s
players: {min: 1, max: 8} # a guess
`, id, prefixOf(id), o.Date.UTC().Format(time.DateOnly), langs[0], strings.Join(langs, ", "), quoted(o.Name))
	if names := namedNumbers(decks); len(names) > 0 {
		b.WriteString("\n# What the numbers on the cards are called.\nsets:\n  - id: values\n    name: Values\n    fields: {name: text}\n    items:\n")
		for i, name := range names {
			fmt.Fprintf(&b, "      - {id: %s, name: %s}\n", counted[i], quoted(name))
		}
	}
	b.WriteString("\ncomponents:\n")
	for _, d := range decks {
		sheet, paper := "cards", "card"
		if d.look == lookDie {
			sheet, paper = "dice-nets", "dice"
		}
		fmt.Fprintf(&b, "  - {id: %s-sheets, kind: pieces, name: %s, decks: [%s], sheet: %s, paper: %s}\n", d.id, quoted(d.name), d.id, sheet, paper)
	}
	if rights != "" {
		fmt.Fprintf(&b, "\nrights:\n  - %s\n", quoted(rights))
	}
	return b.Bytes()
}

// namedNumbers returns what the numbers of a character are called.
func namedNumbers(decks []deck) (names []string) {
	for _, d := range decks {
		for _, field := range counted {
			for _, c := range d.columns {
				if c.field == field && len(names) < len(counted) {
					names = append(names, c.header)
				}
			}
		}
	}
	return names
}

// prefixOf returns a prefix of rule ids: capital letters of the id.
func prefixOf(id string) string {
	var b strings.Builder
	for _, part := range strings.Split(id, "-") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]))
		}
	}
	s := strings.TrimLeft(b.String(), "0123456789")
	if s == "" {
		return "G"
	}
	return s[:min(len(s), 8)]
}

// cardsYAML writes cards.yaml: the decks, whose cards stand in the table.
func cardsYAML(decks []deck) []byte {
	var b bytes.Buffer
	b.WriteString(schemas.Line("cards", "") + "# The cards stand in the table; here is how they look and which column is which.\nformat: 1\ndecks:\n")
	for _, d := range decks {
		if d.look == lookDie {
			writeDie(&b, d)
			continue
		}
		template, back := d.look, backOf(d.look)
		if d.size != "" {
			template, back = template+"@"+d.size, back+"@"+d.size
		}
		fmt.Fprintf(&b, "  - id: %s\n    name: %s\n    template: %s\n    back: %s\n    from: %s\n    fields:\n", d.id, quoted(d.name), template, back, d.from)
		for _, c := range fieldsFirst(d.columns) {
			parts := []string{"type: " + string(c.kind)}
			if !alwaysThere(c) {
				parts = append(parts, "optional: true")
			}
			if !known(c) {
				parts = append(parts, "column: "+quoted(c.header))
			}
			fmt.Fprintf(&b, "      %s: {%s}\n", c.field, strings.Join(parts, ", "))
		}
	}
	return b.Bytes()
}

// backOf returns the back that goes with a look.
func backOf(look string) string {
	if look == lookFlash {
		return "flash-back"
	}
	return "plain-back"
}

// fieldsFirst returns the columns that are fields, the title before all
// others: a card without an id is called by its first text.
func fieldsFirst(columns []*column) []*column {
	var list []*column
	for _, c := range columns {
		if c.field != notField && c.lang == "" {
			list = append(list, c)
		}
	}
	rank := func(c *column) int {
		if c.field == fieldTitle || c.field == fieldQuestion {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b *column) int { return rank(a) - rank(b) })
	return list
}

func alwaysThere(c *column) bool { return c.field == fieldTitle || c.field == fieldQuestion }

// known reports whether a column is found by the name of its field.
func known(c *column) bool {
	names := append(load.ColumnNames()[c.field], c.field)
	base := c.header
	if m := translated().FindStringSubmatch(base); m != nil && slices.Contains(languages, strings.ToLower(m[2])) {
		base = m[1]
	}
	return slices.ContainsFunc(names, func(name string) bool { return plain(name) == plain(base) })
}
