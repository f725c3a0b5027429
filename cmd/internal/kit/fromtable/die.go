package fromtable

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"kitpress/catalog/form"
	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
)

// lookDie is the look whose table has a row for each side.
const lookDie = "die-cube"

const sides = 6

// addDie makes a die of a sheet: each row is a side, an icon where it names one,
// otherwise its first cell. A die stands in cards.yaml, the table is not kept.
func (im *importer) addDie(s spreadsheet.Sheet, g *guesser, several bool) {
	if g.rows != sides {
		im.ps.Errorf(source.Pos{File: im.table}, "die-sides", "a die has %d sides, %s has %d rows below its names of columns", sides, s.Name, g.rows).Hint = "a row for each side"
		return
	}
	d := deck{name: im.o.Name, look: lookDie, size: im.o.Size, faces: facesOf(g.columns)}
	if several {
		d.name = s.Name
	}
	if len(d.faces) != sides {
		im.ps.Errorf(source.Pos{File: im.table}, "die-sides", "only %d of the %d rows of %s say what is on their side", len(d.faces), sides, s.Name).Hint = "write a number, a word or the name of an icon"
		return
	}
	if d.id = form.IDFrom(d.name); d.id == "" || slices.ContainsFunc(im.decks, func(o deck) bool { return o.id == d.id }) {
		d.id = fmt.Sprintf("deck-%d", len(im.decks)+1)
	}
	im.made.Said = append(im.made.Said, "a die of "+im.table+"; its sides stand in cards.yaml now")
	im.made.Cards++
	im.decks = append(im.decks, d)
}

// facesOf returns what is on the sides, in the order of the rows.
func facesOf(columns []*column) (faces []string) {
	said := map[int]string{}
	for _, icons := range []bool{true, false} {
		for _, c := range columns {
			if (c.field == fieldIcon) != icons || c.field == notField {
				continue
			}
			for i, v := range c.values {
				if said[c.rows[i]] != "" {
					continue
				}
				if icons {
					v = ":" + v + ":"
				}
				said[c.rows[i]] = v
			}
		}
	}
	for _, row := range slices.Sorted(maps.Keys(said)) {
		faces = append(faces, said[row])
	}
	return faces
}

// writeDie writes the deck of a die.
func writeDie(b *bytes.Buffer, d deck) {
	template := d.look
	if d.size != "" {
		template += "@" + d.size
	}
	fmt.Fprintf(b, "  - id: %s\n    name: %s\n    template: %s\n    fields: {title: text, faces: {type: texts, min: %d, max: %d}}\n    cards:\n      - id: %s\n        title: %s\n        faces:\n",
		d.id, quoted(d.name), template, sides, sides, d.id, quoted(d.name))
	for _, face := range d.faces {
		fmt.Fprintf(b, "          - %s\n", quoted(face))
	}
}
