package sheet

import (
	"errors"
	"fmt"
	"slices"

	"kitpress/layout"
)

// Sides says where the backs of pieces go.
type Sides string

// The ways to print fronts and backs.
const (
	Single      Sides = "single"       // fronts alone; backs are a file of their own or left out
	DuplexLong  Sides = "duplex-long"  // backs on the other side, the paper turned over its long edge
	DuplexShort Sides = "duplex-short" // backs on the other side, the paper turned over its short edge
	Fold        Sides = "fold"         // backs beside the fronts, to be folded and glued
)

// Usual is what nobody has to choose: the way that is best for each layout.
const Usual Sides = "usual"

// AllSides lists the ways to print fronts and backs, the default first.
func AllSides() []Sides { return []Sides{Single, DuplexLong, DuplexShort, Fold} }

// Duplex returns what a file imposed this way asks the printer for.
func (s Sides) Duplex() layout.Duplex {
	switch s {
	case DuplexLong:
		return layout.FlipLong
	case DuplexShort:
		return layout.FlipShort
	}
	return layout.Simplex
}

// A Piece is one copy of a card, board or token: a front and, when it has one,
// a back of the same size.
type Piece struct {
	Front, Back *layout.Scene

	spare bool // one more than the game needs
}

// A Job is what is put on sheets for one file.
type Job struct {
	Name      string  // of the file, for the scenes' names and for messages
	Pieces    []Piece // one for each copy, in the order they lie on the sheets
	Spec      string  // id of the layout: "cards"
	Paper     string  // id of the paper: "a4"; a layout may prescribe its own
	Sides     Sides   // empty is Single
	BacksOnly bool    // with Single: the backs alone, where they meet the fronts when every sheet is turned like the page of a book
	OwnBacks  bool    // each back belongs to its front alone: a blank piece has none
	Furniture Furniture
	CutAt     CutAt  // of pieces in tiles
	Stock     string // id of perforated paper or labels the pieces go on; "" for plain sheets
	AsLarge   bool   // the pieces are never drawn smaller to save a sheet
}

// A run is the pieces of one size and the grid they lie on.
type run struct {
	want   want
	grid   grid
	pieces []Piece
}

// sheets returns how many sheets the run takes.
func (r run) sheets() int { return (len(r.pieces) + len(r.grid.trims) - 1) / len(r.grid.trims) }

// Sheets returns how many sheets of paper a job takes and how many pieces go
// on a full one (of the first size, when there are several).
func (s *Specs) Sheets(job Job) (sheets, perSheet int, err error) {
	spec, paper, err := s.lookUp(job)
	if err != nil {
		return 0, 0, err
	}
	job.shrink(spec, paper)
	if spec.Kind == Tiles {
		all, err := planTiles(job, spec, paper)
		for _, t := range all {
			sheets += t.sheets()
		}
		return sheets, 1, err
	}
	runs, err := s.plan(job, spec, paper)
	if err != nil {
		return 0, 0, err
	}
	for _, r := range runs {
		sheets += r.sheets()
	}
	return sheets, len(runs[0].grid.trims), nil
}

// Impose puts the pieces of a job on sheets. Pieces of different sizes go on
// sheets of their own. With duplex printing the pages alternate, front and
// back, also where a sheet has no backs, so that a printer never falls out of
// step.
func (s *Specs) Impose(job Job) ([]layout.Page, error) {
	spec, paper, err := s.lookUp(job)
	if err != nil {
		return nil, err
	}
	job.shrink(spec, paper)
	im := &imposer{job: job, spec: spec, paper: paper, columnsSet: map[columnKey]column{}}
	im.twoSided = slices.ContainsFunc(job.Pieces, func(p Piece) bool { return p.Back != nil })
	if spec.Kind == Tiles {
		all, err := planTiles(job, spec, paper)
		if err != nil {
			return nil, err
		}
		im.tiles(all)
	} else {
		runs, err := s.plan(job, spec, paper)
		if err != nil {
			return nil, err
		}
		im.sheets(runs)
	}
	if len(im.errs) > 0 {
		return nil, fmt.Errorf("%s: %w", job.Name, errors.Join(im.errs...))
	}
	return im.pages, nil
}

// sheets draws the sheets of all runs.
func (im *imposer) sheets(runs []run) {
	im.symbols = symbolsOf(im.job)
	for _, r := range runs {
		im.total += r.sheets()
	}
	for _, r := range runs {
		for pieces := range slices.Chunk(r.pieces, len(r.grid.trims)) {
			im.sheet(r, pieces)
		}
	}
}

// lookUp checks a job and returns its layout and paper.
func (s *Specs) lookUp(job Job) (*Spec, *Paper, error) {
	spec, paper := s.specs[job.Spec], s.papers[s.PaperOf(job.Spec, job.Paper)]
	switch {
	case spec == nil:
		return nil, nil, fmt.Errorf("%s: unknown layout %q: there are %v", job.Name, job.Spec, s.SpecIDs())
	case paper == nil:
		return nil, nil, fmt.Errorf("%s: unknown paper %q: there are %v", job.Name, job.Paper, s.PaperIDs())
	case job.Stock != "" && (s.stocks[job.Stock] == nil || s.stocks[job.Stock].Paper != paper.ID):
		return nil, nil, fmt.Errorf("%s: there is no stock %q on %s: there are %v", job.Name, job.Stock, paper.Name, s.StockIDs())
	}
	if err := job.check(); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", job.Name, err)
	}
	return spec, paper, nil
}

// plan finds the grid for the pieces of a job: that of the stock they go on, or
// one for each size.
func (s *Specs) plan(job Job, spec *Spec, paper *Paper) ([]run, error) {
	if k := s.stocks[job.Stock]; k != nil {
		return k.runs(job, spec, paper)
	}
	return plan(job, spec, paper)
}

// plan finds the grid for each size of the pieces of a job.
func plan(job Job, spec *Spec, paper *Paper) ([]run, error) {
	var runs []run
	for _, p := range job.Pieces {
		size := job.sizeOf(p)
		i := slices.IndexFunc(runs, func(r run) bool { return r.want.piece == size })
		if i < 0 {
			i = len(runs)
			runs = append(runs, run{want: want{spec: spec, paper: paper, piece: size, fold: job.Sides == Fold}})
		}
		r := &runs[i]
		r.pieces = append(r.pieces, p)
		for _, face := range []*layout.Scene{p.Front, p.Back} {
			if face != nil {
				r.want.bleed = max(r.want.bleed, min(face.Bleed, spec.Bleed))
			}
		}
	}
	if spec.Mixed && job.Sides != Fold && !slices.ContainsFunc(job.Pieces, func(p Piece) bool { return p.Back != nil }) {
		return shelves(job, spec, paper, runs)
	}
	var errs []error
	for i := range runs {
		r := &runs[i]
		var ok bool
		if r.grid, ok = r.want.grid(); !ok {
			errs = append(errs, r.want.tooLarge(job.face(r.pieces[0])))
		}
	}
	if len(errs) > 0 {
		return nil, fmt.Errorf("%s: %w", job.Name, errors.Join(errs...))
	}
	for i := range runs {
		r := &runs[i]
		switch spec.Spare {
		case SpareRow:
			r.pieces = filledUp(r.pieces, r.grid.cols)
		case SpareBlank:
			for len(r.pieces)%len(r.grid.trims) > 0 {
				r.pieces = append(r.pieces, job.blank(r.pieces))
			}
		}
	}
	return runs, nil
}

// blank returns a piece to write on, as large as the last one and with its back
// if that serves any front.
func (job Job) blank(pieces []Piece) Piece {
	last := pieces[len(pieces)-1]
	p := Piece{Front: &layout.Scene{Name: "blank", Size: job.sizeOf(last)}, Back: last.Back}
	if job.OwnBacks {
		p.Back = nil
	}
	return p
}

// filledUp returns pieces with as many more copies as are needed to fill the
// last group of n, taken evenly from all of them.
func filledUp(pieces []Piece, n int) []Piece {
	all := slices.Clone(pieces)
	free := (n - len(pieces)%n) % n
	for i := range free {
		p := pieces[i*len(pieces)/free]
		p.spare = true
		all = append(all, p)
	}
	return all
}

// check reports what is wrong with a job whatever the paper.
func (job Job) check() error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if job.Sides != "" && !slices.Contains(AllSides(), job.Sides) {
		fail("unknown way to print backs %q: choose one of %v", job.Sides, AllSides())
	}
	if job.BacksOnly && job.Sides != "" && job.Sides != Single {
		fail("backs alone are printed with %q, not with %q", Single, job.Sides)
	}
	if len(job.Pieces) == 0 {
		fail("there is nothing to print")
	}
	backs := 0
	for i, p := range job.Pieces {
		if p.Back != nil {
			backs++
		}
		if p.Front == nil && (p.Back == nil || !job.BacksOnly) {
			fail("piece %d has no front", i+1)
		}
		if p.Front != nil && p.Back != nil && p.Front.Size != p.Back.Size {
			fail("the front of %q is %s, its back %q is %s: they must be of one size",
				p.Front.Name, inMM(p.Front.Size), p.Back.Name, inMM(p.Back.Size))
		}
	}
	if job.BacksOnly && backs == 0 && len(job.Pieces) > 0 {
		fail("no piece has a back")
	}
	return errors.Join(errs...)
}

// face returns the side of a piece the job prints first.
func (job Job) face(p Piece) *layout.Scene {
	if p.Front == nil || job.BacksOnly && p.Back != nil {
		return p.Back
	}
	return p.Front
}

func (job Job) sizeOf(p Piece) layout.Size { return job.face(p).Size }

func (w want) tooLarge(s *layout.Scene) error {
	margins := w.start().String() + " mm"
	if w.spec.Furniture {
		margins += " and the strip that says how to print"
	}
	size := inMM(s.Size)
	if w.fold {
		size += ", twice for the fold,"
	}
	return fmt.Errorf("%q is %s too large for %s (%s) with margins of %s: choose a larger paper, or the layout tiles, which cuts it into parts",
		s.Name, size, w.paper.Name, inMM(w.paper.Size), margins)
}

// inMM writes a size as people do.
func inMM(s layout.Size) string { return fmt.Sprintf("%g × %g mm", s.W.MM(), s.H.MM()) }
