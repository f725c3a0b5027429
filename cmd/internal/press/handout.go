package press

import (
	"fmt"
	"io"
	"math"
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose"
	"kitpress/layout/flow"
	"kitpress/layout/sheet"
	"kitpress/output"
)

// A Handout is a file that is made for one occasion in the look of a game: its
// content comes from a caller, not from the catalog. It is pieces or pages
// that templates draw, or running text.
type Handout struct {
	ID, Name string      // of the file; what it is called in the language
	Stock    string      // which paper the print plan advises; "" for plain
	For      catalog.Per // whom the print plan counts it for; "" for a table

	Sheet string // layout the faces go on; "" for a page each
	Faces []HandoutFace

	Flow  *flow.Flow // instead of faces
	Style string     // of the flow, one of layout/templates/flows set on the paper
}

// A HandoutFace is a piece or a page: templates and the values they name.
type HandoutFace struct {
	Name        string // for problems
	Front, Back string // templates; a back may be missing
	Vars        map[string]any
	// Sizes are values of the name "size" to try, the largest first: the
	// first with which everything fits counts.
	Sizes []float64
	Least int // copies there are at least, and as many more as fill the last sheet; 0 for one alone
}

// PlanHandouts returns the jobs of handouts in the look of a game, and of a
// print plan for them.
func PlanHandouts(l *Localization, list []Handout) ([]Job, error) {
	return l.Request.choose(append(handoutJobs(l, list), l.planJob(handoutTemplate)))
}

func handoutJobs(l *Localization, list []Handout) []Job {
	var jobs []Job
	for _, h := range list {
		j := Job{In: l, ID: h.ID, Title: h.Name, Stock: h.Stock, Sheet: h.Sheet, For: h.For}
		if h.Flow != nil {
			j.Paper, j.Sides, j.impose = l.Request.Paper, sheet.Single, pagesToRead
			j.Name = l.fileName(j.ID, j.Paper)
			j.content = &content{compose: func(c *content, _ []Result) source.Problems { return l.flowText(c, h.Flow, h.Style) }}
			jobs = append(jobs, j)
			continue
		}
		if j.Sheet == "" {
			j.Sheet = defaultSheet
		}
		j.content = &content{compose: func(c *content, _ []Result) source.Problems { return l.handoutPieces(c, h) }}
		jobs = append(jobs, l.onSheets(j, slices.ContainsFunc(h.Faces, func(f HandoutFace) bool { return f.Back != "" }))...)
	}
	return jobs
}

// PlanWith returns the jobs of a game in one language, those for a table, and
// beside them those of handouts in its look.
func PlanWith(locals []*Localization, list []Handout) ([]Job, error) {
	l := locals[0]
	jobs, beside := slices.DeleteFunc(l.jobs(), func(j Job) bool { return j.Of != nil && j.Of.Read }), handoutJobs(l, list)
	for i := range beside {
		beside[i].reading = true // the print plan is that of the game
	}
	return l.Request.choose(slices.Concat(jobs, beside))
}

// handoutPieces draws the faces of a handout.
func (l *Localization) handoutPieces(to *content, h Handout) source.Problems {
	paper, _ := l.shared.specs.Paper(l.Request.Paper)
	drawer, scale, problems := forPages(l, h, paper.Size)
	for _, f := range h.Faces {
		piece, more := drawer.handoutPiece(f)
		if scale != 1 && piece.Front != nil {
			piece.Front = enlarged(piece.Front, scale, paper.Size)
		}
		problems = append(problems, more...)
		copies := 1
		if f.Least > 0 && !more.HasErrors() {
			job := sheet.Job{Pieces: []sheet.Piece{piece}, Spec: h.Sheet, Paper: l.shared.specs.PaperOf(h.Sheet, l.Request.Paper), Sides: sheet.Single}
			if _, perSheet, err := l.shared.specs.Sheets(job); err == nil { // impose says what is wrong
				copies = (f.Least + perSheet - 1) / perSheet * perSheet
			}
		}
		for range copies {
			to.pieces = append(to.pieces, piece)
		}
	}
	return problems
}

// cardListStyle is how the list of cards is set.
const cardListStyle = "handout"

// cardListJob returns the job of the list of all cards in words.
func cardListJob(l *Localization) Job {
	j := Job{In: l, ID: CardList, Title: l.Texts.Word("cards.list"), Paper: l.Request.Paper, Sides: sheet.Single, impose: pagesToRead, reading: true}
	j.Name = l.fileName(j.ID, j.Paper)
	f := flow.FromCards(l.Game, l.Edition, l.Texts)
	j.content = &content{compose: func(c *content, _ []Result) source.Problems { return l.flowText(c, f, cardListStyle) }}
	j.beside = []output.File{{Name: j.Name + ".html", Write: func(w io.Writer) error {
		_, err := w.Write(f.HTML())
		return err
	}}}
	return j
}

// flowText sets running text on the paper of the kit.
func (l *Localization) flowText(to *content, f *flow.Flow, name string) source.Problems {
	paper, _ := l.shared.specs.Paper(l.Request.Paper)
	style, problems := flow.LoadStyle(layout.Files, name)
	if problems.HasErrors() {
		return problems
	}
	drawn, scale := drawnFor(paper.Size)
	book, problems := f.Pages(style.On(drawn), l.composer)
	if problems.HasErrors() {
		return problems
	}
	to.pages, to.bookmarks = book.Pages, book.Bookmarks
	if scale != 1 {
		for i := range to.pages {
			to.pages[i].Scene = enlarged(to.pages[i].Scene, scale, paper.Size)
		}
		for i := range to.bookmarks {
			to.bookmarks[i].Y = scaled(to.bookmarks[i].Y, scale)
		}
	}
	return problems
}

// forPages returns what draws a handout of whole pages, and how much larger they
// are printed than they are drawn; 1 for pieces that have a size of their own.
func forPages(l *Localization, h Handout, paper layout.Size) (*Localization, float64, source.Problems) {
	drawn, scale := drawnFor(paper)
	if scale == 1 || h.Sheet != "" && h.Sheet != defaultSheet {
		return l, 1, nil
	}
	for _, f := range h.Faces {
		if size := l.composer.Size(f.Front); f.Back != "" || min(size.W, size.H) != paper.W || max(size.W, size.H) != paper.H {
			return l, 1, nil
		}
	}
	other := *l
	other.Library = compose.NewLibrary(layout.Files, l.Request.Catalog).In(l.Game.Dir()).On(drawn)
	problems := other.open()
	return &other, scale, problems
}

// drawnFor returns the size handouts of whole pages are drawn in for a paper, one
// that suits reading, and how much larger they are printed.
func drawnFor(paper layout.Size) (layout.Size, float64) {
	const narrowest, widest = 210.0, 216.0 // mm
	w := paper.W.MM()
	scale := w / max(narrowest, min(widest, w))
	return layout.Size{W: scaled(paper.W, 1/scale), H: scaled(paper.H, 1/scale)}, scale
}

func scaled(l layout.Length, by float64) layout.Length {
	return layout.Length(math.Round(float64(l) * by))
}

// enlarged returns a page as large as a paper, whatever it was drawn for.
func enlarged(s *layout.Scene, by float64, paper layout.Size) *layout.Scene {
	if s.Size.W > s.Size.H {
		paper.W, paper.H = paper.H, paper.W
	}
	return &layout.Scene{Name: s.Name, Size: paper, Bleed: scaled(s.Bleed, by),
		Items: []layout.Item{&layout.Group{Transform: layout.Scale(by, by), Items: s.Items}}}
}

// handoutPiece draws a face in the largest size that fits.
func (l *Localization) handoutPiece(f HandoutFace) (piece sheet.Piece, problems source.Problems) {
	sizes := f.Sizes
	if len(sizes) == 0 {
		sizes = []float64{0}
	}
	for _, size := range sizes {
		vars := map[string]any{"size": size}
		for name, v := range f.Vars {
			vars[name] = v
		}
		piece, problems = sheet.Piece{}, nil
		piece.Front, problems = l.fronts.Draw(f.Front, vars)
		if f.Back != "" {
			var more source.Problems
			piece.Back, more = l.fronts.Draw(f.Back, vars)
			problems = append(problems, more...)
		}
		if !problems.HasErrors() {
			return piece, problems
		}
	}
	for i := range problems {
		problems[i].Message = fmt.Sprintf("%s: %s", f.Name, problems[i].Message)
	}
	return piece, problems
}

// KindRole returns the role of a colour of the cards of a deck, or what stands
// in for it in a theme without one.
func KindRole(l *Localization, prefix, deck, other string) string {
	return flow.KindPaint(l.composer, deck, prefix, other)
}

// TopicURL returns what the code of a topic of the game leads to in the
// language, "" for no code.
func (l *Localization) TopicURL(t *catalog.Topic) string { return l.Request.topicURL(l.Lang)(t) }
