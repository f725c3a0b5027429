package sheet

import (
	"embed"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// Files holds the papers and layouts kitpress ships, under specs.
//
//go:embed specs
var Files embed.FS

// formatVersion is the version of spec files this package reads.
const formatVersion = 1

// largest bounds every length in a spec, in millimetres: A0 with room to spare.
const largest = 2000

// leastShrink bounds how much smaller a layout draws pieces: their texts are to be read.
const leastShrink = 0.8

// maxMinutes bounds what a sheet takes to cut.
const maxMinutes = 600

// A Paper is a sheet as it comes out of the pack.
type Paper struct {
	ID   string
	Name string        // as printed, "A4": the same in every language
	Size layout.Size   // upright
	Edge layout.Length // what printers leave white on every side
	Pos  source.Pos
}

// ways returns the paper upright and on its side.
func (p *Paper) ways() []layout.Size {
	return []layout.Size{p.Size, {W: p.Size.H, H: p.Size.W}}
}

// Kind says what a layout does.
type Kind string

// The kinds of layouts.
const (
	Grid  Kind = "grid"  // as many pieces as go on the paper, in rows and columns
	Pages Kind = "pages" // every piece is a page of its own, in the middle of the paper
	Tiles Kind = "tiles" // pieces larger than the paper, in parts that overlap
)

// Marks says what guides the knife.
type Marks string

// The kinds of marks.
const (
	CropMarks Marks = "crop" // short lines outside the bleed, one for every cut
	NoMarks   Marks = "none" // the pieces carry their own cut line
)

// Spare says which places that pieces leave free get more copies, for what is
// lost.
type Spare string

// What is filled with spare pieces.
const (
	NoSpare    Spare = ""
	SpareRow   Spare = "row"   // the last row of the last sheet
	SpareBlank Spare = "blank" // all of the last sheet with white fronts to write on, where a copy would spoil the game
)

// A Spec is a layout: how pieces of any size go on a paper.
type Spec struct {
	ID        string
	About     string
	Kind      Kind
	Margin    layout.Length // the least distance from the paper's edge to a trim
	Gap       layout.Length // between trims; 0 when pieces touch and share a cut
	Bleed     layout.Length // how much of a piece's bleed is kept on the outside
	Overlap   layout.Length // of tiles
	Marks     Marks
	Opposed   bool // every second row stands on its head, so that foot meets foot
	Furniture bool // ruler and texts in the waste
	Spread    bool // free room goes between the rows rather than above them
	Mixed     bool // pieces of different sizes share a sheet
	Spare     Spare
	Shrink    float64 // the part of their size pieces are drawn at least, where that saves a sheet; 0 for all of it
	Minutes   float64 // to cut and finish what is on a sheet: an estimate
	Fixed     []Fixed
	Paper     string        // id of the paper whatever the kit is printed on; "" for the kit's
	Corner    layout.Length // radius the corners of pieces are rounded with, as a mark shows; 0 for none
	Sides     Sides         // what Single means for pieces with backs; "" for fronts and backs in files of their own
	Pos       source.Pos

	paperPos source.Pos
}

// Fixed prescribes the grid for one size of pieces on one paper; everything
// else is laid out by itself.
type Fixed struct {
	Paper         string // id
	Piece         layout.Size
	Landscape     bool
	Rows, Columns int
	At            layout.Point // top left corner of the first trim
	at            source.Value
}

// Specs holds the papers and layouts that can be chosen. It is not changed
// after LoadSpecs and safe for concurrent use.
type Specs struct {
	papers map[string]*Paper
	specs  map[string]*Spec
	stocks map[string]*Stock
}

// ownFile is the file of a pack with papers and layouts of its own.
const ownFile = "sheets.yaml"

// LoadSpecs reads every YAML file under specs in fsys; Files has what kitpress
// ships. A pack, if there is one, may bring more. The problems of all files are
// reported together.
func LoadSpecs(fsys, pack fs.FS) (*Specs, source.Problems) {
	s := &Specs{papers: map[string]*Paper{}, specs: map[string]*Spec{}, stocks: map[string]*Stock{}}
	var ps source.Problems
	names, err := fs.Glob(fsys, "specs/*.yaml")
	if err == nil && len(names) == 0 {
		err = fs.ErrNotExist
	}
	if err != nil {
		ps.Errorf(source.Pos{File: "specs"}, source.CodeFileRead, "no papers and layouts can be read: %v", err)
		return s, ps
	}
	for _, name := range names {
		if v, ok := source.ReadFile(fsys, name, &ps); ok {
			s.readFile(v)
		}
	}
	if pack != nil && source.Exists(pack, ownFile) {
		if v, ok := source.ReadFile(pack, ownFile, &ps); ok {
			s.readFile(v)
		}
	}
	s.checkPapers(&ps)
	s.checkFixed()
	s.checkStocks(&ps)
	return s, ps
}

// Paper returns the paper with an id.
func (s *Specs) Paper(id string) (*Paper, bool) { p, ok := s.papers[id]; return p, ok }

// Spec returns the layout with an id.
func (s *Specs) Spec(id string) (*Spec, bool) { p, ok := s.specs[id]; return p, ok }

// PaperOf returns the paper a layout is printed on: its own, or the one asked
// for.
func (s *Specs) PaperOf(spec, asked string) string {
	if p := s.specs[spec]; p != nil && p.Paper != "" {
		return p.Paper
	}
	return asked
}

// SidesOf returns how a layout prints fronts and backs: the way asked for or,
// when that is the usual one, the layout's own.
func (s *Specs) SidesOf(spec string, asked Sides) Sides {
	if asked != Usual {
		return asked
	}
	if p := s.specs[spec]; p != nil && p.Sides != "" {
		return p.Sides
	}
	return Single
}

// PaperIDs returns the ids of all papers, sorted.
func (s *Specs) PaperIDs() []string { return slices.Sorted(maps.Keys(s.papers)) }

// SpecIDs returns the ids of all layouts, sorted.
func (s *Specs) SpecIDs() []string { return slices.Sorted(maps.Keys(s.specs)) }

// readFile reads the papers and layouts of one file.
func (s *Specs) readFile(v source.Value) {
	m := v.Map()
	if !m.Format(formatVersion) {
		return
	}
	for _, e := range m.Get("papers").List() {
		s.readPaper(e)
	}
	for _, e := range m.Get("layouts").List() {
		s.readSpec(e)
	}
	for _, e := range m.Get("stocks").List() {
		s.readStock(e)
	}
	m.Done(path.Base(v.Pos().File))
}

func (s *Specs) readPaper(v source.Value) {
	m := v.Map()
	id := m.Need("id")
	p := &Paper{ID: id.Text(), Name: m.Need("name").Text(), Pos: v.Pos()}
	p.Size = layout.Size{W: millimetres(m.Need("width"), 50), H: millimetres(m.Need("height"), 50)}
	p.Edge = millimetres(m.Need("edge"), 0)
	m.Done("paper " + p.ID)
	if !validID(id, p.ID) {
		return
	}
	switch old := s.papers[p.ID]; {
	case old != nil:
		id.Errorf("double-id", "there is a paper %q already, at %s", p.ID, old.Pos)
	case p.Size.W > p.Size.H:
		v.Errorf("paper-landscape", "paper %q is wider than high", p.ID).Hint =
			"describe it upright; kitpress turns the paper where more pieces go on it"
	default:
		s.papers[p.ID] = p
	}
}

func (s *Specs) readSpec(v source.Value) {
	m := v.Map()
	id := m.Need("id")
	p := &Spec{ID: id.Text(), About: m.Get("about").Text(), Pos: v.Pos()}
	p.Kind = Kind(m.Need("kind").OneOf("kind of layout", string(Grid), string(Pages), string(Tiles)))
	if p.Kind == "" {
		return // what belongs to which kind is no fault of its own
	}
	paper := m.Get("paper")
	p.Paper, p.paperPos = paper.Text(), paper.Pos()
	p.Minutes = m.Get("minutes").Float(0, maxMinutes)
	if p.Kind == Tiles {
		p.Overlap = millimetres(m.Need("overlap"), 1)
	}
	if p.Kind == Tiles || p.Kind == Grid {
		p.Margin = millimetres(m.Need("margin"), 0)
		p.Bleed = millimetres(m.Need("bleed"), 0)
	}
	if p.Kind == Grid {
		p.Gap = millimetres(m.Need("gap"), 0)
		p.Marks = Marks(m.Need("marks").OneOf("kind of marks", string(CropMarks), string(NoMarks)))
		p.Furniture = m.Need("furniture").Flag()
		p.Opposed = m.Get("opposed").Flag()
		p.Spread = m.Get("spread").Flag()
		p.Mixed = m.Get("mixed").Flag()
		if v := m.Get("spare"); v.Exists() {
			p.Spare = Spare(v.OneOf("part to fill", string(SpareRow), string(SpareBlank)))
		}
		p.Shrink = m.Get("shrink").Float(leastShrink, 1)
		p.Sides = readSides(m.Get("sides"))
		if v := m.Get("corner"); v.Exists() {
			p.Corner = millimetres(v, 1)
		}
		for _, f := range m.Get("fixed").List() {
			p.Fixed = append(p.Fixed, readFixed(f))
		}
	}
	m.Done("layout " + p.ID)
	if !validID(id, p.ID) {
		return
	}
	if old := s.specs[p.ID]; old != nil {
		id.Errorf("double-id", "there is a layout %q already, at %s", p.ID, old.Pos)
		return
	}
	s.specs[p.ID] = p
}

// readSides reads how pieces with backs are printed when nobody chose.
func readSides(v source.Value) Sides {
	if !v.Exists() {
		return ""
	}
	return Sides(v.OneOf("way to print backs", string(DuplexLong), string(DuplexShort), string(Fold)))
}

func readFixed(v source.Value) Fixed {
	m := v.Map()
	f := Fixed{Paper: m.Need("paper").Text(), at: v}
	piece := m.Need("piece").Map()
	f.Piece = layout.Size{W: millimetres(piece.Need("width"), 1), H: millimetres(piece.Need("height"), 1)}
	piece.Done("piece")
	f.Landscape = m.Get("landscape").Flag()
	f.Rows, f.Columns = m.Need("rows").Int(1, 100), m.Need("columns").Int(1, 100)
	f.At = layout.Point{X: millimetres(m.Need("x"), 0), Y: millimetres(m.Need("y"), 0)}
	m.Done("fixed")
	return f
}

// checkPapers reports layouts for papers nobody described.
func (s *Specs) checkPapers(ps *source.Problems) {
	for _, id := range s.SpecIDs() {
		if spec := s.specs[id]; spec.Paper != "" && s.papers[spec.Paper] == nil {
			ps.Errorf(spec.paperPos, "unknown-reference", "unknown paper %q", spec.Paper).Hint = source.DidYouMean(spec.Paper, s.PaperIDs())
		}
	}
}

// checkFixed reports prescribed grids that do not go on their paper; the
// papers may stand in another file.
func (s *Specs) checkFixed() {
	for _, id := range s.SpecIDs() {
		spec := s.specs[id]
		for _, f := range spec.Fixed {
			paper := s.papers[f.Paper]
			if paper == nil {
				f.at.Errorf("unknown-reference", "unknown paper %q", f.Paper).Hint = source.DidYouMean(f.Paper, s.PaperIDs())
				continue
			}
			w := want{spec: spec, paper: paper, piece: f.Piece, bleed: spec.Bleed}
			if c, ok := w.fixed(); ok && !c.printable(w) {
				f.at.Errorf("off-paper", "%d × %d pieces of %s do not go on %s from %s / %s mm",
					f.Columns, f.Rows, inMM(f.Piece), paper.Name, f.At.X, f.At.Y).Hint =
					"keep pieces and bleed " + paper.Edge.String() + " mm off the paper's edge and leave room for the furniture"
			}
		}
	}
}

// printable reports whether pieces, bleed and furniture stay within the
// printable area.
func (c candidate) printable(w want) bool {
	art := layout.Rect{X: c.across.start, Y: c.down.start, W: c.across.total, H: c.down.total}.Inset(-w.bleed)
	page := layout.Rect{W: c.paper.W, H: c.paper.H}.Inset(w.paper.Edge)
	return page.Contains(art) && (!w.spec.Furniture || c.roomFor(w))
}

// millimetres reads a length of at least lo mm.
func millimetres(v source.Value, lo float64) layout.Length { return layout.MM(v.Float(lo, largest)) }

func validID(at source.Value, id string) bool {
	if id == "" {
		return false
	}
	if strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		at.Errorf("bad-id", "id %q: use lower case letters, digits and hyphens", id)
		return false
	}
	return true
}
