package press

import (
	"slices"

	"kitpress/catalog"
	"kitpress/layout"
	"kitpress/layout/sheet"
)

// A pile is the files that are printed on one stock in one way: what is put
// into the printer at once.
type pile struct {
	stock, sides string // in the language
	paper        string // its name, "" for that of the kit
	sheets       span
	files        []*Result
}

// linesInPile bounds how many files a pile names; more go on a second one.
const linesInPile = 6

// piles sorts the files that are printed into piles, in the order of the kit.
func (l *Localization) piles(files []Result) []*pile {
	var piles []*pile
	for i := range files {
		f := &files[i]
		if !f.counted() {
			continue
		}
		p := &pile{stock: l.stock(f), sides: l.Texts.Word("plan." + string(f.Sides))}
		if f.Paper != l.Request.Paper {
			p.paper = l.paperName(f.Paper)
		}
		if at := slices.IndexFunc(piles, func(q *pile) bool {
			return q.stock == p.stock && q.sides == p.sides && q.paper == p.paper && len(q.files) < linesInPile
		}); at >= 0 {
			p = piles[at]
		} else {
			piles = append(piles, p)
		}
		p.files, p.sheets = append(p.files, f), p.sheets.plus(f.paperSpan())
	}
	return piles
}

// drawn is what a template is told of piles: rows of up to three, as even as can
// be.
func (l *Localization) drawn(piles []*pile) []any {
	var rows []any
	n := (len(piles) + 2) / 3
	for row := range slices.Chunk(piles, (len(piles)+n-1)/n) {
		var list []any
		lines := 0
		for _, p := range row {
			lines = max(lines, len(p.files))
			list = append(list, l.drawnPile(p))
		}
		rows = append(rows, map[string]any{"piles": list, "lines": lines})
	}
	return rows
}

func (l *Localization) drawnPile(p *pile) map[string]any {
	stock := p.stock
	if p.paper != "" {
		stock = p.paper + " · " + stock
	}
	var lines []any
	for _, f := range p.files {
		name := f.Title
		switch {
		case f.backs():
			name += " · " + l.Texts.Word("plan.backs")
		case f.booklet():
			name += " · " + l.Texts.Word("plan.booklet")
		}
		lines = append(lines, map[string]any{"name": name, "file": f.File.Path, "sheets": f.paperSpan().String()})
	}
	return map[string]any{"stock": stock, "sides": p.sides, "sheets": p.sheets.String(), "lines": lines, "pages": p.pictures()}
}

// mostPictures is how many sheets a pile shows.
const mostPictures = 3

// pictures returns some sheets of a pile: the first of every file, then others
// of the first one.
func (p *pile) pictures() []any {
	var out []any
	for nth := range mostPictures {
		for _, f := range p.files {
			if nth < len(f.pictures) && len(out) < mostPictures {
				s := f.pictures[nth]
				out = append(out, map[string]any{"scene": s, "wide": s.Size.W.MM() / s.Size.H.MM()})
			}
		}
	}
	return out
}

// picturesOf returns the sheets by which a plan shows a file: the first, the
// last and one from the middle, fronts only.
func picturesOf(pages []layout.Page) []*layout.Scene {
	var fronts []*layout.Scene
	for _, p := range pages {
		if p.Role != layout.RoleBack {
			fronts = append(fronts, p.Scene)
		}
	}
	if len(fronts) <= mostPictures {
		return fronts
	}
	return []*layout.Scene{fronts[0], fronts[len(fronts)/2], fronts[len(fronts)-1]}
}

// stock returns the paper a file is printed on. What is glued together out of
// two printed layers is printed on half the weight, and what is printed on
// both sides cannot be glued onto anything.
func (l *Localization) stock(f *Result) string {
	id := "plan.paper." + f.stock()
	way := ""
	switch {
	case f.backs():
		return l.Texts.Word("plan.paper.backs")
	case f.Sides == sheet.Fold:
		way = ".fold"
	case f.Sides == sheet.DuplexLong || f.Sides == sheet.DuplexShort:
		way = ".duplex"
	}
	if l.Texts.Words().Has(id + way) {
		id += way
	}
	return l.Texts.Word(id)
}

// stock returns the kind of paper a file asks for, one of stocks.
func (j *Job) stock() string {
	if j.Stock == "" {
		return "plain"
	}
	return j.Stock
}

// component returns the component of the game a job prints; handouts have none
// and want nothing of what one can say.
func (j *Job) component() *catalog.Component {
	if j.Of == nil {
		return &catalog.Component{}
	}
	return j.Of
}
