package press

import (
	"fmt"
	"strings"

	"kitpress/catalog"
	"kitpress/layout"
	"kitpress/layout/sheet"
)

// defaultSheet is the layout of components that name none.
const defaultSheet = "pages"

// sheetOf returns the layout of a component.
func sheetOf(c *catalog.Component) string {
	if c.Sheet == "" {
		return defaultSheet
	}
	return c.Sheet
}

// imposePieces puts the pieces of a content on sheets.
func imposePieces(j *Job, c *content) (*layout.Document, error) {
	l := j.In
	job := sheet.Job{
		Pieces: c.pieces, Spec: j.Sheet, Name: j.Name, Furniture: l.furniture(j),
		Paper: j.Paper, Sides: j.Sides, BacksOnly: j.backs(), BackOffset: l.Request.backOffset(j.Sides),
	}
	if j.Of != nil {
		job.CutAt = cutAt(j.Of)
	}
	pages, err := l.shared.specs.Impose(job)
	if err != nil {
		return nil, err
	}
	return l.document(j, pages), nil
}

// backOffset returns how far backs are moved on their side of the sheet so
// that they meet the fronts: against what is seen from the front, where the axis
// the sheet is turned over is mirrored.
func (r *Request) backOffset(sides sheet.Sides) layout.Point {
	x, y := layout.MM(r.BackOffset[0]), layout.MM(r.BackOffset[1])
	switch sides {
	case sheet.DuplexLong:
		return layout.Point{X: x, Y: -y}
	case sheet.DuplexShort:
		return layout.Point{X: -x, Y: y}
	}
	return layout.Point{}
}

// cutAt returns where the pieces of a component are best cut into tiles.
func cutAt(c *catalog.Component) sheet.CutAt {
	var at sheet.CutAt
	for _, mm := range c.CutAt.X {
		at.X = append(at.X, layout.MM(mm))
	}
	for _, mm := range c.CutAt.Y {
		at.Y = append(at.Y, layout.MM(mm))
	}
	return at
}

// tileWords returns what sheets of tiles say.
func (l *Localization) tileWords() sheet.TileWords {
	word := l.Texts.Word
	return sheet.TileWords{
		Title: word("tiles.title"),
		Glue:  func(part string) string { return word("tiles.glue", "Part", part) },
		Steps: func(parts, rows, columns int) []string {
			steps := []string{word("tiles.step.print", "Parts", parts), word("tiles.step.cut"), word("tiles.step.glue")}
			if rows > 1 && columns > 1 {
				steps = append(steps, word("tiles.step.order"))
			}
			return append(steps, word("tiles.step.finish"))
		},
	}
}

// furniture returns what the waste of each sheet says.
func (l *Localization) furniture(j *Job) sheet.Furniture {
	word := l.Texts.Word
	f := sheet.Furniture{
		Typesetter: l.shared.typesetter, Lang: l.Lang, Printer: l.shared.printer,
		Title:    l.Texts.Text(l.Game.Name) + " · " + j.Title,
		Sheet:    func(i, n int) string { return word("sheet.of", "N", i, "Total", n) },
		Print100: word("sheet.print100"), NoFit: word("sheet.nofit"), Measure: word("sheet.measure"),
		Front: word("sheet.front"), Back: word("sheet.back"),
		File:    j.Name + ".pdf · v" + l.Game.Version,
		Licence: word("sheet.licence"),
		Tiles:   l.tileWords(),
	}
	switch j.Sides {
	case sheet.DuplexLong:
		f.Turn = word("sheet.flip-long")
	case sheet.DuplexShort:
		f.Turn = word("sheet.flip-short")
	case sheet.Fold:
		f.Front, f.Turn = "", word("sheet.fold")
	}
	if l.Request.Draft {
		f.Licence = word("draft.mark")
	}
	return f
}

// document fills in what a file says about itself.
func (l *Localization) document(j *Job, pages []layout.Page) *layout.Document {
	game := l.Texts.Text(l.Game.Name)
	var rights []string
	for _, m := range l.Game.Rights {
		rights = append(rights, l.Texts.Text(m))
	}
	return &layout.Document{
		Name:    j.Name,
		Title:   game + " – " + j.Title,
		Subject: l.Texts.Text(l.Game.Tagline),
		Author:  strings.Join(authors(l.Game), ", "),
		Rights:  strings.Join(rights, " "),
		Lang:    l.Lang, Creator: Tool, Date: l.Request.date(l.Game),
		Pages: pages, Duplex: j.Sides.Duplex(),
	}
}

// authors names everybody in the credits once, in their order.
func authors(g *catalog.Game) []string {
	var names []string
	for _, c := range g.Credits {
		names = append(names, c.Who)
	}
	return Dedupe(names)
}

// fileName returns the name of a file without its extension: lower case
// ASCII, sortable, the same on every system.
func (l *Localization) fileName(id, paper string) string {
	return strings.ToLower(fmt.Sprintf("%s_%s_%s_%s", l.Game.ID, id, l.Lang, paper))
}
