package sheet

import (
	"fmt"
	"strconv"
	"strings"

	"kitpress/layout"
)

// Furniture is what is printed in the waste of every sheet, in the language of
// the file. Empty texts are left out.
type Furniture struct {
	Typesetter *layout.Typesetter    // nil: no furniture
	Lang       string                // BCP 47
	Printer    *layout.Icon          // a printer; nil for none
	Title      string                // "Cyber Survival · Threats"
	Sheet      func(i, n int) string // "sheet 1/3"; nil writes the numbers alone
	Print100   string                // "print at 100 %"
	NoFit      string                // "not “fit to page”"
	Measure    string                // under the ruler: "measure"
	Front      string                // "fronts"; with Fold for the whole sheet
	Back       string                // "backs"
	Cut        string                // where pieces carry their cut line: "cut along the thin line"
	Spare      string                // under pieces that are more than the game needs: "spare"
	Turn       string                // how to turn the paper or to fold it: "flip on the long edge"
	File       string                // file name and version: "cyber-survival_threats_en_a4.pdf · v1.0"
	Licence    string                // one short line
	Tiles      TileWords             // on sheets of tiles
}

// Sizes of the furniture.
const (
	rulerLength = 50 * layout.Millimetre
	rulerBlock  = 10 * layout.Millimetre
	rulerBar    = 2200 * layout.Micrometre
	rulerFrame  = 250 * layout.Micrometre
	columnGap   = 7 * layout.Millimetre
	rowGap      = 2 * layout.Millimetre
	iconBox     = 6500 * layout.Micrometre
	iconGap     = 1500 * layout.Micrometre
	feedSkew    = 1500 * layout.Micrometre // kept beyond the printable edge where there is room
)

// A scale is a pair of type sizes in points.
type scale struct{ bold, small float64 }

// scales lists the sizes tried, largest first.
func scales() []scale { return []scale{{9.5, 7}, {8.5, 6.5}, {7.5, 6}} }

// furnitureError says which sheet has no room for its texts.
type furnitureError struct {
	band band
	need layout.Size
}

func (e *furnitureError) Error() string {
	length, thickness := e.band.size()
	return fmt.Sprintf("the texts in the margin need %s, the waste is %s: shorten title, licence or file name",
		inMM(e.need), inMM(layout.Size{W: length, H: thickness}))
}

// size returns how long and how thick the band is.
func (b band) size() (length, thickness layout.Length) {
	if b.at == atLeft || b.at == atRight {
		return b.rect.H, b.rect.W
	}
	return b.rect.W, b.rect.H
}

// matrix maps a band lying at (0, 0) onto its place: what stands on the lower
// edge of the lying band stands on the edge of the paper.
func (b band) matrix() layout.Matrix {
	r := b.rect
	switch b.at {
	case atRight:
		return layout.Rotate(270).Then(layout.Translate(layout.Point{X: r.X, Y: r.Bottom()}))
	case atLeft:
		return layout.Rotate(90).Then(layout.Translate(layout.Point{X: r.Right(), Y: r.Y}))
	case atTop:
		return layout.Rotate(180).Then(layout.Translate(layout.Point{X: r.Right(), Y: r.Bottom()}))
	}
	return layout.Translate(layout.Point{X: r.X, Y: r.Y})
}

// An arrangement is a way to put the three columns into a band.
type arrangement struct {
	lines int     // of each column of text, before long ones are broken
	rows  int     // of columns
	share float64 // of the room beside the ruler for the first column of text; 0: each as wide as it is
}

// arrangements lists the ways tried, best first.
func arrangements() []arrangement {
	return []arrangement{
		{3, 1, 0}, {2, 1, 0}, {3, 2, 0}, {2, 2, 0}, {2, 1, 0.5}, {2, 1, 0.4}, {2, 1, 0.6}, {3, 3, 0}, {2, 3, 0},
	}
}

// furniture draws the texts and the ruler of one page into its band. Columns
// stand beside each other where they fit and below each other where they do
// not; before they touch they become smaller, and when that is not enough it is
// an error.
func (im *imposer) furniture(b band, role layout.PageRole) ([]layout.Item, error) {
	f := im.job.Furniture
	length, thickness := b.size()
	var least layout.Size // of what was tried, for the message
	for _, a := range arrangements() {
		for _, sc := range scales() {
			rows, err := im.columns(f.texts(im, role, a.lines), a, sc, length)
			if err != nil {
				return nil, err
			}
			size := sizeOf(rows)
			if size.W <= length && size.H <= thickness {
				top := thickness - size.H
				top -= min(feedSkew, top)
				return []layout.Item{&layout.Group{Transform: b.matrix(), Items: draw(rows, top, length)}}, nil
			}
			if least.W == 0 || size.W <= length && (size.H < least.H || least.W > length) {
				least = size
			}
		}
	}
	return nil, &furnitureError{b, least}
}

// texts returns the lines of the three columns: under the ruler, how to print,
// what this is. The first line of the last two is bold.
func (f Furniture) texts(im *imposer, role layout.PageRole, lines int) [3][]string {
	side := f.Front
	if role == layout.RoleBack {
		side = f.Back
	} else if im.spec.Marks == NoMarks && !im.twoSided {
		side = f.Cut // there is no other side
	}
	number := strconv.Itoa(im.done) + "/" + strconv.Itoa(im.total)
	if f.Sheet != nil {
		number = f.Sheet(im.done, im.total)
	}
	how := []string{f.Print100, join(f.NoFit, im.paper.Name), join(side, f.Turn)}
	what := []string{join(f.Title, number), f.File, f.Licence}
	if lines == 2 {
		how = []string{how[0], join(how[1], how[2])}
		what = []string{what[0], join(what[1], what[2])}
	}
	return [3][]string{{"0", f.Measure, "50\u00a0mm"}, filled(how), filled(what)}
}

// join writes texts in one line that may be broken between them.
func join(texts ...string) string { return strings.Join(filled(texts), "\u00a0· ") }

// filled returns the texts that are not empty.
func filled(texts []string) []string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}

// A column is a part of the furniture, drawn with its top left corner at
// (0, 0).
type column struct {
	size  layout.Size
	items []layout.Item
}

// columns sets the ruler and the two columns of text at one size, in rows.
func (im *imposer) columns(texts [3][]string, a arrangement, sc scale, length layout.Length) ([][]column, error) {
	s := setter{f: im.job.Furniture, ink: layout.Black()}
	ruler := im.once(columnKey{kind: "ruler", texts: strings.Join(texts[0], "\n")}, func() column { return s.ruler(texts[0]) })
	how, what := length, length
	if a.share > 0 {
		room := length - ruler.size.W - 2*columnGap
		how = room.Mul(a.share)
		what = room - how
	}
	align := layout.AlignRight
	if a.rows > 1 {
		align = layout.AlignLeft
	}
	howTo := im.once(columnKey{"how", strings.Join(texts[1], "\n"), sc, how}, func() column { return s.withIcon(texts[1], sc, how) })
	whatIs := s.column(texts[2], sc, what, align)
	rows := [][]column{{ruler, howTo, whatIs}}
	switch a.rows {
	case 2:
		rows = [][]column{{ruler, howTo}, {whatIs}}
	case 3:
		rows = [][]column{{ruler}, {howTo}, {whatIs}}
	}
	return rows, s.err
}

// A columnKey tells columns apart that look different.
type columnKey struct {
	kind, texts string
	scale       scale
	width       layout.Length
}

// once sets a column that most sheets have in common once.
func (im *imposer) once(key columnKey, set func() column) column {
	c, ok := im.columnsSet[key]
	if !ok {
		c = set()
		im.columnsSet[key] = c
	}
	return c
}

// sizeOf returns the room rows of columns take.
func sizeOf(rows [][]column) layout.Size {
	var size layout.Size
	for i, row := range rows {
		w, h := columnGap*layout.Length(len(row)-1), layout.Length(0)
		for _, c := range row {
			w += c.size.W
			h = max(h, c.size.H)
		}
		if i > 0 {
			h += rowGap
		}
		size = layout.Size{W: max(size.W, w), H: size.H + h}
	}
	return size
}

// draw puts the columns of each row from left to right; the third stands at
// the right end.
func draw(rows [][]column, top, length layout.Length) []layout.Item {
	var items []layout.Item
	for _, row := range rows {
		x := layout.Length(0)
		for i, c := range row {
			if i == 2 {
				x = length - c.size.W
			}
			items = append(items, moved(layout.Point{X: x, Y: top}, c.items)...)
			x += c.size.W + columnGap
		}
		top += sizeOf([][]column{row}).H + rowGap
	}
	return items
}

// moved returns items shifted by p.
func moved(p layout.Point, items []layout.Item) []layout.Item {
	if p == (layout.Point{}) || len(items) == 0 {
		return items
	}
	return []layout.Item{&layout.Group{Transform: layout.Translate(p), Items: items}}
}
