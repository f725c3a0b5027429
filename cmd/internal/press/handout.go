package press

import (
	"fmt"
	"io"
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
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
	Fill  bool // as many copies as fill a sheet
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
	var problems source.Problems
	for _, f := range h.Faces {
		piece, more := l.handoutPiece(f)
		problems = append(problems, more...)
		copies := 1
		if f.Fill && !more.HasErrors() {
			job := sheet.Job{Pieces: []sheet.Piece{piece}, Spec: h.Sheet, Paper: l.shared.specs.PaperOf(h.Sheet, l.Request.Paper), Sides: sheet.Single}
			if _, perSheet, err := l.shared.specs.Sheets(job); err == nil { // impose says what is wrong
				copies = perSheet
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
	book, problems := f.Pages(style.On(paper.Size), l.composer)
	if !problems.HasErrors() {
		to.pages, to.bookmarks = book.Pages, book.Bookmarks
	}
	return problems
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
