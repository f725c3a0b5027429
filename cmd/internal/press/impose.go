package press

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/i18n"
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
	pages, err := j.In.shared.specs.Impose(j.ofPieces(c.pieces))
	if err != nil {
		return nil, err
	}
	spoken := j.Of != nil && j.Of.Kind == catalog.KindPage && j.Of.Template == "" // to be read, by those who listen too
	for i := range pages {
		if spoken {
			pages[i].Scene = sheet.Spoken(pages[i].Scene)
		}
	}
	d := j.In.document(j, j.In.Request.corrected(pages, j.Sides))
	d.Tagged = spoken
	return d, nil
}

// onSheets returns the job that puts pieces on sheets, and that of their backs
// when they have sheets of their own.
func (l *Localization) onSheets(j Job, backs bool) []Job {
	j.impose = imposePieces
	j.Paper, j.Sides = l.shared.specs.PaperOf(j.Sheet, l.Request.Paper), sheet.Single
	if back := onBack(l, j.Of); back != nil {
		return []Job{leaf(j, back)}
	}
	if backs {
		j.Sides = l.shared.specs.SidesOf(j.Sheet, sheet.Sides(l.Request.Sides))
	}
	j.Name = l.fileName(j.ID, j.Paper)
	if !backs || j.Sides != sheet.Single {
		return []Job{j}
	}
	back := j
	back.ID += BacksSuffix
	back.Name = l.fileName(back.ID, back.Paper)
	return []Job{j, back}
}

// twoSided reports whether pages are printed on the backs of others: not where
// backs are sheets of their own, nor where each side is a page.
func (r *Request) twoSided() bool { return r.Sides != string(sheet.Single) && r.For == "" }

// onBack returns what is printed on the back of a page, nil for nothing.
func onBack(l *Localization, c *catalog.Component) *catalog.Component {
	for i := range l.Game.Components {
		if b := &l.Game.Components[i]; b.Behind != "" && c != nil && b.Behind == c.ID && l.Request.twoSided() {
			return b
		}
	}
	return nil
}

// leaf returns the job of pages with those of another component on their backs.
func leaf(j Job, back *catalog.Component) Job {
	l := j.In
	j.Title, j.Sides, j.Name = j.Title+" · "+titleOf(l, back), sheet.DuplexLong, l.fileName(j.ID, j.Paper)
	j.content = &content{compose: func(k *content, _ []Result) source.Problems {
		var behind content
		problems := append(l.compose(j.Of, k), l.compose(back, &behind)...)
		for i := range min(len(k.pieces), len(behind.pieces)) {
			k.pieces[i].Back = behind.pieces[i].Front
		}
		return problems
	}}
	return j
}

// ofPieces returns what puts pieces on the sheets of a job.
func (j *Job) ofPieces(pieces []sheet.Piece) sheet.Job {
	job := sheet.Job{
		Pieces: pieces, Spec: j.Sheet, Name: j.Name, Furniture: j.In.furniture(j),
		Paper: j.Paper, Sides: j.Sides, BacksOnly: j.backs(), OwnBacks: j.Of == nil, Stock: j.Cells, AsLarge: j.In.Request.Reading != "",
	}
	if j.Of != nil {
		job.CutAt = cutAt(j.Of)
	}
	return job
}

// without returns how many sheets a job takes without the pieces something may
// stand in for, by what that is.
func (j *Job) without(c *content) map[string]int {
	if j.Of == nil || j.Of.Kind != catalog.KindPieces {
		return nil
	}
	var left map[string]int
	for _, by := range catalog.StandIns() {
		pieces := slices.DeleteFunc(slices.Clone(c.pieces), func(p sheet.Piece) bool {
			id, _, _ := strings.Cut(p.Front.Name, "/")
			d := j.In.Game.Deck(id)
			return d != nil && d.StandIn.By == by
		})
		if len(pieces) == len(c.pieces) {
			continue
		}
		if left == nil {
			left = map[string]int{}
		}
		if len(pieces) > c.helps { // what is wrong with the rest was said when it was put on sheets
			left[by], _, _ = j.In.shared.specs.Sheets(j.ofPieces(pieces))
		} else {
			left[by] = 0
		}
	}
	return left
}

// pile puts all sheets of a language that are printed on one stock in one way
// into a file, each as often as it is printed.
func (r *runner) pile(l *Localization) {
	r.mu.Lock()
	var files []Result
	var at []*Result
	for _, done := range r.results {
		if done != nil && done.In == l && done.on != nil {
			files, at = append(files, *done), append(at, done)
		}
	}
	r.mu.Unlock()
	for n, p := range l.piles(files, len(files)) {
		s := joined(l, n+1, p.files)
		done := &Result{Job: s.Job, Pieces: s.pieces}
		if !r.write(s, done) {
			return
		}
		r.mu.Lock()
		r.piles[l], r.total = append(r.piles[l], done), r.total+1
		for i, page := range s.from {
			k := slices.IndexFunc(files, func(f Result) bool { return f.ID == p.files[i].ID })
			at[k].File.Path, at[k].on = fmt.Sprintf("%s · %d–%d", done.File.Path, page+1, page+at[k].File.Pages*at[k].copies()), nil
		}
		r.progress(done)
		r.mu.Unlock()
	}
}

// joined returns the sheets of the n-th pile: those of its files, each as often
// as it is printed.
func joined(l *Localization, n int, files []*Result) *Sheets {
	first := files[0]
	of := &catalog.Component{ID: "pile-" + strconv.Itoa(n) + "-" + first.stock(), Kind: catalog.KindPieces, Pos: first.component().Pos}
	j := Job{In: l, ID: of.ID, Of: of, Title: l.stock(first), Stock: first.Stock, Paper: first.Paper, Sides: first.Sides, Index: first.Index, Write: true, content: first.content}
	j.Name = l.fileName(j.ID, j.Paper)
	s := &Sheets{Job: j}
	var pages []layout.Page
	for _, f := range files {
		s.from = append(s.from, len(pages))
		for range f.copies() {
			pages = append(pages, f.on.Pages...)
		}
		s.pieces, s.faces = s.pieces+f.on.pieces, append(s.faces, f.on.faces...)
		of.Decks = append(of.Decks, f.component().Decks...)
	}
	s.Document = l.document(&j, pages)
	return s
}

// A Printer is what was read from the test page of one. Held against the light
// with its front to you, it lays backs Offset beside their fronts, in mm to the
// right and down, turned by Angle degrees clockwise; what is to be 100 mm long
// is Scale mm.
type Printer struct {
	Offset [2]float64 `json:"offset"`
	Angle  float64    `json:"angle,omitempty"`
	Scale  float64    `json:"scale,omitempty"` // 0 for 100
}

// What can be corrected of a printer: more is a wrong setting.
const (
	mostBackOffset = 5.0 // mm each way
	mostBackAngle  = 3.0 // degrees
	mostScale      = 5.0 // percent more or less
)

// Check refuses what cannot be corrected.
func (p Printer) Check() error {
	hint := "is the page printed at 100%, flipped on the long edge?"
	for _, mm := range p.Offset {
		if !(math.Abs(mm) <= mostBackOffset) {
			return &UsageError{fmt.Sprintf("backs are moved by at most %g mm", mostBackOffset), hint}
		}
	}
	if !(math.Abs(p.Angle) <= mostBackAngle) {
		return &UsageError{fmt.Sprintf("backs are turned by at most %g°", mostBackAngle), hint}
	}
	if p.Scale != 0 && !(math.Abs(p.Scale-100) <= mostScale) {
		return &UsageError{fmt.Sprintf("100 mm are printed as %g mm: at most %g%% are corrected", p.Scale, mostScale), hint}
	}
	return nil
}

// corrects returns what is to be done to a side of a sheet so that the printer
// lays it where it belongs: the reverse of what is seen from the front, where
// the axis the sheet is turned over is mirrored.
func (p Printer) corrects(size layout.Size, role layout.PageRole, sides sheet.Sides) layout.Matrix {
	centre := layout.Point{X: size.W / 2, Y: size.H / 2}
	m := layout.Translate(layout.Point{X: -centre.X, Y: -centre.Y})
	if duplex := sides == sheet.DuplexLong || sides == sheet.DuplexShort; duplex && role == layout.RoleBack {
		x, y := -1.0, 1.0
		if sides == sheet.DuplexShort {
			x, y = 1, -1
		}
		m = m.Then(layout.Translate(layout.Point{X: layout.MM(-x * p.Offset[0]), Y: layout.MM(-y * p.Offset[1])})).Then(layout.Rotate(p.Angle))
	}
	if p.Scale != 0 {
		m = m.Then(layout.Scale(100/p.Scale, 100/p.Scale))
	}
	return m.Then(layout.Translate(centre))
}

// corrected returns pages as they are sent to the printer of the request.
func (r *Request) corrected(pages []layout.Page, sides sheet.Sides) []layout.Page {
	if r.Printer == (Printer{}) {
		return pages
	}
	type side struct {
		scene *layout.Scene
		role  layout.PageRole
	}
	done := map[side]*layout.Scene{} // equal pages stay one
	out := slices.Clone(pages)
	for i := range out {
		page := &out[i]
		key := side{page.Scene, page.Role}
		if done[key] == nil {
			s := *page.Scene
			if len(s.Items) > 0 {
				s.Items = []layout.Item{&layout.Group{Transform: r.Printer.corrects(s.Size, page.Role, sides), Items: s.Items}}
			}
			done[key] = &s
		}
		page.Scene = done[key]
	}
	return out
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
		Title:    l.Texts.Name(l.Game.Name) + " · " + j.Title,
		Sheet:    func(i, n int) string { return word("sheet.of", "N", i, "Total", n) },
		Print100: word("sheet.print100"), NoFit: word("sheet.nofit"), Measure: word("sheet.measure"),
		Front: word("sheet.front"), Back: word("sheet.back"), Cut: word("sheet.cut-line"), Spare: word("sheet.spare"),
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
	game := l.Texts.Name(l.Game.Name)
	var rights []string
	for _, m := range l.Game.Rights {
		rights = append(rights, l.Texts.Text(m))
	}
	return &layout.Document{
		Name:    j.Name,
		Title:   game + " – " + j.Title,
		Subject: l.Texts.Name(l.Game.Tagline),
		Author:  strings.Join(authors(l.Game), ", "),
		Rights:  strings.Join(rights, " "),
		Lang:    l.Lang, RTL: i18n.LocaleOf(l.Lang).RTL, Creator: Tool, Date: l.Request.date(l.Game),
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

// inCells returns a content that goes into the cells of a stock, with a warning
// where they make texts too small.
func inCells(of *content, stock *sheet.Stock) *content {
	return &content{compose: func(c *content, others []Result) source.Problems {
		problems := of.compose(c, others)
		var worst *layout.Text
		var size, needs float64
		small := map[source.Pos]bool{}
		stock.TooSmall(c.pieces, func(t *layout.Text, pt, least float64) {
			small[t.Origin] = true
			if worst == nil || pt*needs < size*least {
				worst, size, needs = t, pt, least
			}
		})
		if worst != nil {
			problems.Warnf(worst.Origin, "small-text", "language %s: cells of %s make texts too small to read (%d), most of all this one of %.1f pt, which needs %g: %q",
				worst.Lang, stock.Name, len(small), size, needs, source.ClipTo(worst.Content, 60)).Hint = "choose a stock with larger cells, or print on paper to be cut"
		}
		return problems
	}}
}
