package press

import (
	"context"
	"fmt"
	"io/fs"
	"sync"

	"kitpress/layout"
	"kitpress/layout/sheet"
)

// A Placement says where one face of a piece lies in a file of a kit.
// Lengths are millimetres from the top left corner of the page.
type Placement struct {
	Game      string  `json:"game"`
	Lang      string  `json:"lang"`
	Component string  `json:"component"`
	File      string  `json:"file"`
	Page      int     `json:"page"` // from 1
	Role      string  `json:"role"` // "front", "back"
	Face      string  `json:"face"` // "threats/phishing/front"
	X         float64 `json:"x"`
	Y         float64 `json:"y"`
	W         float64 `json:"w"`
	H         float64 `json:"h"`
	QR        string  `json:"qr,omitempty"` // what the code on it says
}

// Placements does steps 1 to 6 and returns where everything lies instead of
// writing files.
func Placements(ctx context.Context, req Request) ([]Placement, error) {
	s, err := openShared(&req)
	if err != nil {
		return nil, err
	}
	locals, _, err := prepare(ctx, s, &req)
	if err != nil {
		return nil, err
	}
	jobs, err := Plan(locals)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	found := map[string][]Placement{}
	files, _, err := Run(ctx, jobs, func(s *Sheets) (File, error) {
		f, at := s.File(".pdf"), placements(s)
		mu.Lock()
		found[s.In.Game.ID+"/"+f.Path] = at
		mu.Unlock()
		return f, nil
	}, nil)
	if err != nil {
		return nil, err
	}
	all := []Placement{}
	for _, f := range files {
		all = append(all, found[f.In.Game.ID+"/"+f.File.Path]...)
	}
	return all, nil
}

func placements(d *Sheets) []Placement {
	faces, file := FacesOf(d), d.File(".pdf").Path
	var out []Placement
	for i, page := range d.Pages {
		Walk(page.Scene.Items, layout.Identity(), func(items []layout.Item, m layout.Matrix) bool {
			s := faces[&items[0]]
			if s == nil {
				return true
			}
			r := m.Bounds(layout.Rect{W: s.Size.W, H: s.Size.H})
			out = append(out, Placement{
				Game: d.In.Game.ID, Lang: d.In.Lang, Component: d.ID, File: file, Page: i + 1, Role: string(page.Role),
				Face: s.Name, X: r.X.MM(), Y: r.Y.MM(), W: r.W.MM(), H: r.H.MM(), QR: payload(s),
			})
			return false
		})
	}
	return out
}

// facesOf returns the faces of a document by their first item. A face on a
// sheet is a group or a symbol around the very items of its scene: their
// address says which it is.
func FacesOf(d *Sheets) map[*layout.Item]*layout.Scene {
	faces := map[*layout.Item]*layout.Scene{}
	for _, s := range d.faces {
		if s != nil && len(s.Items) > 0 {
			faces[&s.Items[0]] = s
		}
	}
	return faces
}

// walk calls visit for each non-empty list of items with the matrix that maps
// it onto the page; visit says whether to look inside.
func Walk(items []layout.Item, m layout.Matrix, visit func([]layout.Item, layout.Matrix) bool) {
	if len(items) == 0 || !visit(items, m) {
		return
	}
	for _, it := range items {
		switch it := it.(type) {
		case *layout.Group:
			Walk(it.Items, it.Transform.Then(m), visit)
		case *layout.Use:
			Walk(it.Symbol.Items, it.Transform.Then(m), visit)
		}
	}
}

// payload returns what the first QR code of a scene says, "" for none.
func payload(s *layout.Scene) string {
	text := ""
	Walk(s.Items, layout.Identity(), func(items []layout.Item, _ layout.Matrix) bool {
		for _, it := range items {
			if q, ok := it.(*layout.QR); ok && text == "" {
				text = q.Code.Payload
			}
		}
		return true
	})
	return text
}

// Papers returns the papers a kit can be printed on; a pack may bring its own,
// nil for none.
func Papers(pack fs.FS) ([]*sheet.Paper, error) {
	specs, problems := sheet.LoadSpecs(sheet.Files, pack)
	var papers []*sheet.Paper
	for _, id := range specs.PaperIDs() {
		p, _ := specs.Paper(id)
		papers = append(papers, p)
	}
	return papers, problems.Err()
}

// Layouts returns the ways pieces go on paper, those of a pack too.
func Layouts(pack fs.FS) (sheets []Shipped, err error) {
	specs, problems := sheet.LoadSpecs(sheet.Files, pack)
	for _, id := range specs.SpecIDs() {
		s, _ := specs.Spec(id)
		sheets = append(sheets, Shipped{id, s.About})
	}
	return sheets, problems.Err()
}

// Stocks returns the papers with cells, those of a pack too.
func Stocks(pack fs.FS) (stocks []Shipped, err error) {
	specs, problems := sheet.LoadSpecs(sheet.Files, pack)
	for _, id := range specs.StockIDs() {
		k, _ := specs.Stock(id)
		size := inMM(k.Cell)
		if k.Round {
			size = fmt.Sprintf("round, %g mm", k.Cell.W.MM())
		}
		stocks = append(stocks, Shipped{id, fmt.Sprintf("%s: %d × %s on %s (%s, %s)", k.Name, k.Rows*k.Columns, size, k.Paper, k.Source, k.Seen)})
	}
	return stocks, problems.Err()
}
