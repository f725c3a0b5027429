package kit

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose"
	"kitpress/layout/sheet"
)

// The components kitpress makes beside those a game names.
const (
	backsSuffix   = "-backs"
	bookletSuffix = "-booklet"
	printPlan     = "print-plan"
)

// A document is one file before it is written.
type document struct {
	component string // id in the manifest
	of        *catalog.Component
	paper     string
	screen    bool // to be read, not to be printed
	pieces    int  // 0 when it is no sheet of pieces
	sides     sheet.Sides
	faces     []*layout.Scene // on the sheets, for whoever wants to know where
	*layout.Document
}

// componentIDs returns the ids of all files the kit has, in the order of the
// catalog.
func (l *Local) componentIDs() []string {
	g := l.Game
	var ids []string
	for i := range g.Components {
		c := &g.Components[i]
		ids = append(ids, c.ID)
		if isBook(c) {
			ids = append(ids, c.ID+bookletSuffix)
		}
		if l.sides(c) == sheet.Single && (hasBacks(g, c) || l.handoutBacks(c.ID)) {
			ids = append(ids, c.ID+backsSuffix)
		}
	}
	return append(ids, printPlan)
}

// isBook reports whether a component gives pages to read and a booklet.
func isBook(c *catalog.Component) bool {
	return c.Kind == catalog.KindRulebook || c.Kind == catalog.KindGuide
}

func hasBacks(g *catalog.Game, c *catalog.Component) bool {
	return slices.ContainsFunc(c.Decks, func(id string) bool { return g.Deck(id).Back != "" })
}

// checkOnly refuses ids that no file of any kit has.
func (r *Request) checkOnly(locals []*Local) error {
	var known []string
	for _, l := range locals {
		known = append(known, l.componentIDs()...)
		if len(l.Game.Topics) > 0 && r.Format == FormatKit {
			known = append(known, explanations)
		}
	}
	for _, id := range r.Only {
		if known := dedupe(known); !slices.Contains(known, id) {
			return unknown("--only", id, known)
		}
	}
	return nil
}

// wants reports whether a file was asked for.
func (r *Request) wants(id string) bool {
	if id == printPlan && r.pictures() {
		return false
	}
	return len(r.Only) == 0 || slices.Contains(r.Only, id)
}

// needs reports whether a file must be composed: it is wanted, or the print
// plan, which counts the pages of all files, is.
func (r *Request) needs(id string) bool { return r.wants(id) || r.wants(printPlan) }

// make does steps 5 and 6 for one component of the catalog: compose its faces
// or pages and put them on sheets. It may give several files.
func (l *Local) make(c *catalog.Component) ([]document, source.Problems) {
	var docs []document
	var problems source.Problems
	switch c.Kind {
	case catalog.KindPieces:
		docs, problems = l.pieces(c)
	case catalog.KindRulebook:
		docs, problems = l.rulebook(c)
	case catalog.KindGuide:
		docs, problems = l.guide(c)
	case catalog.KindPage:
		docs, problems = l.page(c)
	case kindHandout:
		docs, problems = l.handout(c)
	default:
		problems.Errorf(c.Pos, "internal", "component %q has the unknown kind %q", c.ID, c.Kind)
	}
	return docs, problems
}

// pieces composes decks and puts their pieces on sheets.
func (l *Local) pieces(c *catalog.Component) ([]document, source.Problems) {
	var pieces []sheet.Piece
	var problems source.Problems
	for _, id := range c.Decks {
		deck := l.Game.Deck(id)
		faces, more := l.faces(deck)
		problems = append(problems, more...)
		for i, card := range deck.Cards {
			for range card.Quantity {
				pieces = append(pieces, faces[i])
			}
		}
	}
	if problems.HasErrors() {
		return nil, problems
	}
	return l.impose(c, pieces, problems)
}

// faces composes each card of a deck once, on all processors: a large deck
// would keep only one busy otherwise.
func (l *Local) faces(deck *catalog.Deck) ([]sheet.Piece, source.Problems) {
	faces := make([]sheet.Piece, len(deck.Cards))
	found := make([]source.Problems, len(deck.Cards))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(deck.Cards)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(faces)); i = next.Add(1) - 1 {
				faces[i], found[i] = l.piece(deck, deck.Cards[i].ID)
			}
		})
	}
	workers.Wait()
	return faces, slices.Concat(found...)
}

// piece composes the two sides of a card.
func (l *Local) piece(deck *catalog.Deck, card string) (sheet.Piece, source.Problems) {
	front, problems := l.composer.Face(deck.ID, card, compose.Front)
	if deck.Back == "" {
		return sheet.Piece{Front: front}, problems
	}
	back, more := l.composer.Face(deck.ID, card, compose.Back)
	problems = slices.Concat(problems, more)
	if front != nil && back != nil && front.Size != back.Size { // said of the deck, and so once
		problems.Errorf(deck.Pos, "sheet", "the fronts of the deck %q (template %q) are %s, its backs (template %q) %s: they must be of one size",
			deck.ID, deck.Template, inMM(front.Size), deck.Back, inMM(back.Size)).Hint = "give both templates the same size"
	}
	return sheet.Piece{Front: front, Back: back}, problems
}

// inMM writes a size as people do.
func inMM(s layout.Size) string { return fmt.Sprintf("%g × %g mm", s.W.MM(), s.H.MM()) }

// page composes a template that is a page of its own.
func (l *Local) page(c *catalog.Component) ([]document, source.Problems) {
	if c.Template == "" {
		return l.pieces(c) // a deck of pages
	}
	scene, problems := l.composer.Draw(c.Template, nil)
	if problems.HasErrors() {
		return nil, problems
	}
	return l.impose(c, []sheet.Piece{{Front: scene}}, problems)
}

// defaultSheet is the layout of components that name none.
const defaultSheet = "pages"

// sheetOf returns the layout of a component.
func sheetOf(c *catalog.Component) string {
	if c.Sheet == "" {
		return defaultSheet
	}
	return c.Sheet
}

// sides returns how the fronts and backs of a component are printed.
func (l *Local) sides(c *catalog.Component) sheet.Sides {
	return l.shared.specs.SidesOf(sheetOf(c), sheet.Sides(l.request.Sides))
}

// impose puts pieces on sheets: one file, or two when the backs have one of
// their own.
func (l *Local) impose(c *catalog.Component, pieces []sheet.Piece, problems source.Problems) ([]document, source.Problems) {
	sides := l.sides(c)
	backs := slices.ContainsFunc(pieces, func(p sheet.Piece) bool { return p.Back != nil })
	if !backs {
		sides = sheet.Single
	}
	paper := l.shared.specs.PaperOf(sheetOf(c), l.request.Paper)
	job := sheet.Job{Pieces: pieces, Spec: sheetOf(c), Paper: paper, Sides: sides, CutAt: cutAt(c)}
	var docs []document
	add := func(id string, backsOnly bool) {
		job.Name, job.BacksOnly = l.fileName(id, paper), backsOnly
		job.Furniture = l.furniture(c, job.Name, sides)
		pages, err := l.shared.specs.Impose(job)
		if err != nil {
			problems.Errorf(c.Pos, "sheet", "component %q in %s on %s: %v", c.ID, l.Lang, paper, err)
			return
		}
		d := document{component: id, of: c, paper: paper, pieces: len(pieces), sides: sides}
		for _, p := range pieces {
			d.faces = append(d.faces, p.Front, p.Back)
		}
		d.Document = l.document(id, d.paper, l.Texts.Text(c.Name), pages)
		d.Duplex = sides.Duplex()
		docs = append(docs, d)
	}
	if l.request.needs(c.ID) {
		add(c.ID, false)
	}
	if id := c.ID + backsSuffix; backs && sides == sheet.Single && l.request.needs(id) {
		add(id, true)
	}
	return docs, problems
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
func (l *Local) tileWords() sheet.TileWords {
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
func (l *Local) furniture(c *catalog.Component, file string, sides sheet.Sides) sheet.Furniture {
	word := l.Texts.Word
	f := sheet.Furniture{
		Typesetter: l.shared.typesetter, Lang: l.Lang, Printer: l.shared.printer,
		Title:    l.Texts.Text(l.Game.Name) + " · " + l.Texts.Text(c.Name),
		Sheet:    func(i, n int) string { return word("sheet.of", "N", i, "Total", n) },
		Print100: word("sheet.print100"), NoFit: word("sheet.nofit"), Measure: word("sheet.measure"),
		Front: word("sheet.front"), Back: word("sheet.back"),
		File:    file + ".pdf · v" + l.Game.Version,
		Licence: word("sheet.licence"),
		Tiles:   l.tileWords(),
	}
	switch sides {
	case sheet.DuplexLong:
		f.Turn = word("sheet.flip-long")
	case sheet.DuplexShort:
		f.Turn = word("sheet.flip-short")
	case sheet.Fold:
		f.Front, f.Turn = "", word("sheet.fold")
	}
	if l.request.Draft {
		f.Licence = word("draft.mark")
	}
	return f
}

// document fills in what a file says about itself.
func (l *Local) document(id, paper, title string, pages []layout.Page) *layout.Document {
	game := l.Texts.Text(l.Game.Name)
	var rights []string
	for _, m := range l.Game.Rights {
		rights = append(rights, l.Texts.Text(m))
	}
	return &layout.Document{
		Name:    l.fileName(id, paper),
		Title:   game + " – " + title,
		Subject: l.Texts.Text(l.Game.Tagline),
		Author:  strings.Join(authors(l.Game), ", "),
		Rights:  strings.Join(rights, " "),
		Lang:    l.Lang, Creator: Tool, Date: l.request.date(l.Game),
		Pages: pages, Duplex: layout.Simplex,
	}
}

// authors names everybody in the credits once, in their order.
func authors(g *catalog.Game) []string {
	var names []string
	for _, c := range g.Credits {
		names = append(names, c.Who)
	}
	return dedupe(names)
}

// fileName returns the name of a file without its extension: lower case
// ASCII, sortable, the same on every system.
func (l *Local) fileName(id, paper string) string {
	return strings.ToLower(fmt.Sprintf("%s_%s_%s_%s", l.Game.ID, id, l.Lang, paper))
}
