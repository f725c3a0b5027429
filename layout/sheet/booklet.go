package sheet

import (
	"errors"
	"fmt"

	"kitpress/layout"
)

// Order returns which pages of a booklet of n pages lie side by side: one pair
// (left, right) for each side of each sheet, front and back in turn, pages
// counted from 1. The booklet is filled up to a multiple of four; pages that
// are not there are 0.
//
// Sheet i of N pages carries N−2i and 2i+1 on its front, 2i+2 and N−2i−1 on
// its back: laid in each other and folded, the sheets read in order.
func Order(n int) [][2]int {
	if n <= 0 {
		return nil
	}
	full := (n + 3) / 4 * 4
	page := func(p int) int {
		if p > n {
			return 0
		}
		return p
	}
	var sides [][2]int
	for i := range full / 4 {
		sides = append(sides,
			[2]int{page(full - 2*i), 2*i + 1},
			[2]int{page(2*i + 2), page(full - 2*i - 1)})
	}
	return sides
}

// BookletScale returns the factor the pages of a booklet are printed at: 1
// when two go side by side on the paper, less when they have to shrink (A5
// pages on Letter: 0.944).
func (s *Specs) BookletScale(page layout.Size, paper string) (float64, error) {
	p := s.papers[paper]
	if p == nil {
		return 0, fmt.Errorf("unknown paper %q: there are %v", paper, s.PaperIDs())
	}
	if page.W <= 0 || page.H <= 0 {
		return 0, fmt.Errorf("a page of %s cannot be printed", inMM(page))
	}
	half, height := p.Size.H/2, p.Size.W // the paper lies on its side
	return min(1, float64(half)/float64(page.W), float64(height)/float64(page.H)), nil
}

// Booklet puts the pages of a document two by two on landscape sheets, to be
// printed on both sides (flipped on the short edge), folded and stapled. The
// pages meet at the fold; each keeps its size unless the paper is too small,
// then all shrink alike (see BookletScale). rtl says that its spine is on the right.
func (s *Specs) Booklet(pages []layout.Page, paper string, rtl bool) ([]layout.Page, error) {
	if len(pages) == 0 {
		return nil, errors.New("a booklet needs at least one page")
	}
	for i, p := range pages {
		if p.Scene == nil {
			return nil, fmt.Errorf("page %d of the booklet is missing", i+1)
		}
		if p.Scene.Size != pages[0].Scene.Size {
			return nil, fmt.Errorf("page %d (%q) is %s, the first page is %s: the pages of a booklet must be of one size",
				i+1, p.Scene.Name, inMM(p.Scene.Size), inMM(pages[0].Scene.Size))
		}
	}
	scale, err := s.BookletScale(pages[0].Scene.Size, paper)
	if err != nil {
		return nil, err
	}
	upright := s.papers[paper].Size
	sheet := layout.Size{W: upright.H, H: upright.W}
	var out []layout.Page
	for i, pair := range Order(len(pages)) {
		role := layout.RoleFront
		if i%2 == 1 {
			role = layout.RoleBack
		}
		scene := &layout.Scene{Name: fmt.Sprintf("booklet/%d-%s", i/2+1, role), Size: sheet}
		for right, n := range pair {
			if n > 0 {
				scene.Items = append(scene.Items, halfSheet(pages[n-1].Scene, sheet, scale, (right == 1) != rtl))
			}
		}
		out = append(out, layout.Page{Scene: scene, Role: role})
	}
	return out, nil
}

// halfSheet draws a page on one side of the fold, clipped to its own size.
func halfSheet(page *layout.Scene, sheet layout.Size, scale float64, right bool) layout.Item {
	w, h := page.Size.W.Mul(scale), page.Size.H.Mul(scale)
	at := layout.Point{X: sheet.W / 2, Y: (sheet.H - h) / 2}
	if !right {
		at.X -= w
	}
	clip := layout.RectOutline(layout.Rect{W: page.Size.W, H: page.Size.H}, 0)
	m := layout.Translate(at)
	if scale != 1 {
		m = layout.Scale(scale, scale).Then(m)
	}
	whole := &layout.Symbol{Name: page.Name, Box: layout.Rect{W: page.Size.W, H: page.Size.H}, Items: page.Items, Page: true}
	return &layout.Group{Transform: m, Clip: &clip, Items: []layout.Item{&layout.Use{Symbol: whole, Transform: layout.Identity()}}}
}
