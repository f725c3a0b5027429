package kit

import (
	"fmt"
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/flow"
	"kitpress/layout/sheet"
)

// A Handout is a file that is made for one occasion in the look of a game: its
// content comes from a caller, not from the catalog. It is pieces or pages
// that templates draw, or running text.
type Handout struct {
	ID, Name string // of the file; what it is called in the language
	Stock    string // which paper the print plan advises; "" for plain

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

// kindHandout is the kind of the components that stand for handouts.
const kindHandout = "handout"

// takeHandouts makes the handouts of a request the components of a game, which
// then has no others.
func (l *Local) takeHandouts() {
	if l.request.Handouts == nil {
		return
	}
	l.handouts = l.request.Handouts(l)
	g := *l.Game
	g.Components = nil
	for _, h := range l.handouts {
		g.Components = append(g.Components, catalog.Component{ID: h.ID, Kind: kindHandout, Name: catalog.Msg{Text: h.Name}, Sheet: h.Sheet, Paper: h.Stock})
	}
	l.Game = &g
}

// handout makes a handout.
func (l *Local) handout(c *catalog.Component) ([]document, source.Problems) {
	i := slices.IndexFunc(l.handouts, func(h Handout) bool { return h.ID == c.ID })
	h := &l.handouts[i]
	if h.Flow != nil {
		return l.written(c, h)
	}
	var pieces []sheet.Piece
	var problems source.Problems
	for _, f := range h.Faces {
		piece, more := l.handoutPiece(f)
		problems = append(problems, more...)
		copies := 1
		if f.Fill && !more.HasErrors() {
			job := sheet.Job{Pieces: []sheet.Piece{piece}, Spec: h.Sheet, Paper: l.shared.specs.PaperOf(h.Sheet, l.request.Paper), Sides: sheet.Single}
			if _, perSheet, err := l.shared.specs.Sheets(job); err == nil { // impose says what is wrong
				copies = perSheet
			}
		}
		for range copies {
			pieces = append(pieces, piece)
		}
	}
	if problems.HasErrors() {
		return nil, problems
	}
	return l.impose(c, pieces, problems)
}

// handoutPiece draws a face in the largest size that fits.
func (l *Local) handoutPiece(f HandoutFace) (piece sheet.Piece, problems source.Problems) {
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
		piece.Front, problems = l.composer.Draw(f.Front, vars)
		if f.Back != "" {
			var more source.Problems
			piece.Back, more = l.composer.Draw(f.Back, vars)
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

// written sets running text on the paper of the kit.
func (l *Local) written(c *catalog.Component, h *Handout) ([]document, source.Problems) {
	paper, _ := l.shared.specs.Paper(l.request.Paper)
	style, problems := flow.LoadStyle(layout.Files, h.Style)
	if problems.HasErrors() {
		return nil, problems
	}
	book, problems := h.Flow.Pages(style.On(paper.Size), l.composer)
	if problems.HasErrors() {
		return nil, problems
	}
	d := document{component: c.ID, of: c, paper: paper.ID, sides: sheet.Single}
	d.Document = l.document(c.ID, paper.ID, h.Name, book.Pages)
	d.Bookmarks, d.Tagged = book.Bookmarks, true
	return []document{d}, problems
}

// handoutBacks reports whether a handout has backs.
func (l *Local) handoutBacks(id string) bool {
	return slices.ContainsFunc(l.handouts, func(h Handout) bool {
		return h.ID == id && slices.ContainsFunc(h.Faces, func(f HandoutFace) bool { return f.Back != "" })
	})
}

// TopicURL returns what the code of a topic of the game leads to in the
// language, "" for no code.
func (l *Local) TopicURL(t *catalog.Topic) string { return l.request.topicURL(l.Lang)(t) }
