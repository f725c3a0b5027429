package sheet

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// LargeText is the smallest text of pieces in large print: 12 pt.
const LargeText = 4233 * layout.Micrometre

// What a sheet needs around a piece that is alone on it: margin, bleed and marks,
// and along the one side the strip that says how to print.
const (
	aroundPiece = 12 * layout.Millimetre
	belowPiece  = 24 * layout.Millimetre
)

// Enlarge returns pieces in large print: all of them enlarged alike, until their
// smallest text has LargeText or one alone fills the paper. Pieces that have it
// already stay as they are.
func Enlarge(pieces []Piece, paper *Paper) []Piece {
	smallest, fits := layout.Length(math.MaxInt32), math.Inf(1)
	for _, p := range pieces {
		for _, face := range []*layout.Scene{p.Front, p.Back} {
			if face != nil {
				eachText(face.Items, 1, func(t *layout.Text, scale float64) { smallest = min(smallest, t.Size.Mul(scale)) })
				long, short := max(face.Size.W, face.Size.H), min(face.Size.W, face.Size.H)
				fits = min(fits, float64(paper.Size.H-2*aroundPiece-belowPiece)/float64(long), float64(paper.Size.W-2*aroundPiece)/float64(short))
			}
		}
	}
	scale := min(fits, float64(LargeText)/float64(smallest))
	if scale <= 1 {
		return pieces
	}
	large := map[*layout.Scene]*layout.Scene{nil: nil}
	out := make([]Piece, len(pieces))
	for i, p := range pieces {
		for _, face := range []*layout.Scene{p.Front, p.Back} {
			if large[face] == nil && face != nil {
				large[face] = Scaled(face, scale)
			}
		}
		out[i] = Piece{Front: large[p.Front], Back: large[p.Back]}
	}
	return out
}

// shrinkStep is by how much less of their size pieces are tried.
const shrinkStep = 0.0025

// shrink draws the pieces of a size smaller, as little as can be and at most as
// its layout and their texts allow, where that saves a sheet.
func (job *Job) shrink(spec *Spec, paper *Paper) {
	if spec.Shrink == 0 || job.Stock != "" || job.AsLarge {
		return
	}
	runs, err := plan(*job, spec, paper)
	if err != nil { // said when the pieces are put on sheets
		return
	}
	small := map[*layout.Scene]*layout.Scene{nil: nil}
	for _, r := range runs {
		scale, least, legible := 1.0, r.sheets(), spec.Shrink
		for _, p := range r.pieces {
			legible = max(legible, legibleScale(p.Front), legibleScale(p.Back))
		}
		for s := 1 - shrinkStep; s >= legible; s -= shrinkStep {
			w := r.want
			w.piece = layout.Size{W: r.want.piece.W.Mul(s), H: r.want.piece.H.Mul(s)}
			if g, ok := w.grid(); ok && (run{grid: g, pieces: r.pieces}).sheets() < least {
				scale, least = s, (run{grid: g, pieces: r.pieces}).sheets()
			}
		}
		for _, p := range r.pieces {
			for _, face := range []*layout.Scene{p.Front, p.Back} {
				if small[face] == nil && face != nil {
					if small[face] = face; scale < 1 {
						small[face] = Scaled(face, scale)
					}
				}
			}
		}
	}
	job.Pieces = slices.Clone(job.Pieces)
	for i, p := range job.Pieces {
		job.Pieces[i].Front, job.Pieces[i].Back = small[p.Front], small[p.Back]
	}
}

// Scaled returns a scene as large as scale says.
func Scaled(s *layout.Scene, scale float64) *layout.Scene {
	return &layout.Scene{
		Name: s.Name, Size: layout.Size{W: s.Size.W.Mul(scale), H: s.Size.H.Mul(scale)}, Bleed: s.Bleed.Mul(scale),
		Items: []layout.Item{&layout.Group{Transform: layout.Scale(scale, scale), Items: s.Items}},
	}
}

// The smallest sizes on paper, pt: of titles, of what is read in lines or in
// sentences, of that in Japanese, and of all other words.
const (
	leastTitle  = 9
	leastBody   = 7.5
	leastBodyJa = 7
	leastLabel  = 6
)

// titleWeight is the weight of titles; numbers have it too.
const titleWeight = 900

// leastOf returns the smallest size on paper of a text, pt.
func leastOf(t *layout.Text) float64 {
	last := t.Content
	if l := t.Line; l != nil && len(l.Runs) > 0 {
		last = l.Runs[len(l.Runs)-1].Content
	}
	end, _ := utf8.DecodeLastRuneInString(strings.TrimRight(last, "*”“»』」)） \u00A0\u202F"))
	body := strings.ContainsRune(".!?…。！？", end) || t.Line != nil && (t.Line.Nth > 0 || !t.Line.Last)
	switch {
	case t.Face.Weight == titleWeight && utf8.RuneCountInString(t.Content) > 1 && strings.ContainsFunc(t.Content, unicode.IsLetter): // one letter is a mark
		return leastTitle
	case body && t.Lang == "ja":
		return leastBodyJa
	case body:
		return leastBody
	}
	return leastLabel
}

// legibleScale returns the part of its size down to which all texts of a face can
// be read, over 1 where one cannot as it is. Readings over a word are as small as
// they always are.
func legibleScale(face *layout.Scene) float64 {
	if face == nil {
		return 0
	}
	least := 0.0
	eachText(face.Items, 1, func(t *layout.Text, scale float64) {
		if !t.Over {
			least = max(least, leastOf(t)/(t.Size.Pt()*scale))
		}
	})
	return least
}

// eachText calls see for each text among items, with how much larger it is drawn
// than it says.
func eachText(items []layout.Item, scale float64, see func(t *layout.Text, scale float64)) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			see(it, scale)
		case *layout.Group:
			eachText(it.Items, scale*growth(it.Transform), see)
		case *layout.Use:
			eachText(it.Symbol.Items, scale*growth(it.Transform), see)
		}
	}
}

// growth returns how much larger m makes things; one that is not set makes none.
func growth(m layout.Matrix) float64 {
	if m == (layout.Matrix{}) {
		return 1
	}
	return math.Hypot(m.A, m.B)
}

// A Stock is paper that comes with cells: perforated cards, labels, or circles
// that are punched out.
type Stock struct {
	ID, Name      string
	Paper         string // id
	Cell          layout.Size
	Round         bool
	Punch         bool // circles on plain sheets, for a hand punch
	Rows, Columns int
	At            layout.Point // top left corner of the first cell
	Pitch         layout.Point // from one cell to the next
	Source, Seen  string       // where the numbers are from, and when they were looked up
	Pos           source.Pos
}

// Stock returns the paper with cells with an id.
func (s *Specs) Stock(id string) (*Stock, bool) { k, ok := s.stocks[id]; return k, ok }

// StockIDs returns the ids of all papers with cells, sorted.
func (s *Specs) StockIDs() []string { return slices.Sorted(maps.Keys(s.stocks)) }

func (s *Specs) readStock(v source.Value) {
	m := v.Map()
	id := m.Need("id")
	k := &Stock{ID: id.Text(), Name: m.Need("name").Text(), Paper: m.Need("paper").Text(), Source: m.Need("source").Text(), Seen: m.Get("seen").Text(), Pos: v.Pos()}
	if d := m.Get("round"); d.Exists() {
		k.Round, k.Cell = true, layout.Size{W: millimetres(d, 5), H: millimetres(d, 5)}
	} else {
		cell := m.Need("cell").Map()
		k.Cell = layout.Size{W: millimetres(cell.Need("width"), 5), H: millimetres(cell.Need("height"), 5)}
		cell.Done("cell")
	}
	k.Punch = m.Get("punch").Flag()
	k.Rows, k.Columns = m.Need("rows").Int(1, 100), m.Need("columns").Int(1, 100)
	k.At = layout.Point{X: millimetres(m.Need("x"), 0), Y: millimetres(m.Need("y"), 0)}
	k.Pitch = layout.Point{X: k.Cell.W, Y: k.Cell.H}
	if p := m.Get("pitch-x"); p.Exists() {
		k.Pitch.X = millimetres(p, k.Cell.W.MM())
	}
	if p := m.Get("pitch-y"); p.Exists() {
		k.Pitch.Y = millimetres(p, k.Cell.H.MM())
	}
	m.Done("stock " + k.ID)
	switch old := s.stocks[k.ID]; {
	case !validID(id, k.ID):
	case old != nil:
		id.Errorf("double-id", "there is a stock %q already, at %s", k.ID, old.Pos)
	default:
		s.stocks[k.ID] = k
	}
}

// checkStocks reports cells that lie beside their paper, or on none.
func (s *Specs) checkStocks(ps *source.Problems) {
	for _, id := range s.StockIDs() {
		k := s.stocks[id]
		paper := s.papers[k.Paper]
		if paper == nil {
			ps.Errorf(k.Pos, "unknown-reference", "unknown paper %q", k.Paper).Hint = source.DidYouMean(k.Paper, s.PaperIDs())
			continue
		}
		right := k.At.X + layout.Length(k.Columns-1)*k.Pitch.X + k.Cell.W
		bottom := k.At.Y + layout.Length(k.Rows-1)*k.Pitch.Y + k.Cell.H
		if right > paper.Size.W || bottom > paper.Size.H {
			ps.Errorf(k.Pos, "off-paper", "%d × %d cells reach to %s / %s mm, beyond %s", k.Columns, k.Rows, right, bottom, paper.Name).Hint = "measure the first cell and the pitch on the sheet"
		}
	}
}

// How far a piece is drawn smaller or larger to fill a cell.
const (
	leastCell = 0.8
	mostCell  = 2.1
)

// Of names the stock, which is of some paper: a maker has its own.
func (k *Stock) Of(paper string) string {
	if k.Punch {
		return paper + " · " + k.Name
	}
	return k.Name
}

// Fits reports whether pieces of a size go into the cells of the stock.
func (k *Stock) Fits(size layout.Size) bool {
	scale, _ := k.scale(size)
	return scale >= leastCell && scale <= mostCell && (!k.Round || size.W == size.H)
}

// scale returns by what pieces of a size are drawn larger, and whether they lie
// on their side.
func (k *Stock) scale(size layout.Size) (scale float64, sideways bool) {
	if sideways = (size.W > size.H) != (k.Cell.W > k.Cell.H) && size.W != size.H; sideways {
		size.W, size.H = size.H, size.W
	}
	return min(float64(k.Cell.W)/float64(size.W), float64(k.Cell.H)/float64(size.H)), sideways
}

// TooSmall calls see for each text of the faces that the cells of the stock make
// too small to read, with its size on paper and the least it is read at, pt.
func (k *Stock) TooSmall(pieces []Piece, see func(t *layout.Text, pt, least float64)) {
	seen := map[*layout.Scene]bool{nil: true}
	for _, p := range pieces {
		for _, face := range []*layout.Scene{p.Front, p.Back} {
			if seen[face] {
				continue
			}
			seen[face] = true
			fits, _ := k.scale(face.Size)
			eachText(face.Items, 1, func(t *layout.Text, scale float64) {
				if pt, least := t.Size.Pt()*scale, leastOf(t); !t.Over && pt >= least && pt*fits < least {
					see(t, pt*fits, least)
				}
			})
		}
	}
}

// runs returns the sheets of stock that take the pieces.
func (k *Stock) runs(job Job, spec *Spec, paper *Paper) ([]run, error) {
	r := run{want: want{spec: spec, paper: paper, piece: k.Cell, bleed: spec.Bleed}, grid: grid{paper: paper.Size, rows: k.Rows, cols: k.Columns}}
	for row := range k.Rows {
		for column := range k.Columns {
			r.grid.trims = append(r.grid.trims, layout.Rect{X: k.At.X + layout.Length(column)*k.Pitch.X, Y: k.At.Y + layout.Length(row)*k.Pitch.Y, W: k.Cell.W, H: k.Cell.H})
		}
	}
	inCell := map[*layout.Scene]*layout.Scene{nil: nil}
	for _, p := range job.Pieces {
		for side, face := range []*layout.Scene{p.Front, p.Back} {
			if inCell[face] != nil || face == nil {
				continue
			}
			if !k.Fits(face.Size) {
				return nil, fmt.Errorf("%s: %q is %s, and cells of %s are %s: choose another stock", job.Name, face.Name, inMM(face.Size), k.Name, inMM(k.Cell))
			}
			inCell[face] = k.inCell(face, side == 1, spec.Bleed)
		}
		r.pieces = append(r.pieces, Piece{Front: inCell[p.Front], Back: inCell[p.Back]})
	}
	return []run{r}, nil
}

// inCell returns a face that fills a cell and runs out by a bleed. On its side
// its head is to the right; that of a back, which is seen through the paper, to
// the left.
func (k *Stock) inCell(face *layout.Scene, back bool, bleed layout.Length) *layout.Scene {
	scale, sideways := k.scale(face.Size)
	size := face.Size
	m := layout.Translate(layout.Point{X: -size.W / 2, Y: -size.H / 2}).Then(layout.Scale(scale, scale))
	switch {
	case sideways && back:
		m = m.Then(layout.Rotate(270))
	case sideways:
		m = m.Then(layout.Rotate(90))
	}
	if sideways {
		size.W, size.H = size.H, size.W
	}
	around := max(float64(k.Cell.W+2*bleed)/scale-float64(size.W), float64(k.Cell.H+2*bleed)/scale-float64(size.H)) / 2
	m = m.Then(layout.Translate(layout.Point{X: k.Cell.W / 2, Y: k.Cell.H / 2}))
	return &layout.Scene{
		Name: face.Name, Size: k.Cell, Bleed: bleed,
		Items: []layout.Item{&layout.Group{Transform: m, Items: WithBleed(face, layout.Length(around+1)).Items}},
	}
}
