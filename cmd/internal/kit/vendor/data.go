package vendor

import (
	"embed"
	"slices"

	"kitpress/catalog/source"
	"kitpress/layout"
)

//go:embed vendors.yaml
var files embed.FS

// A Vendor is a service and what it wants, as vendors.yaml explains it.
type Vendor struct {
	ID, Name, Kind, Source, Seen, Note, Order string

	OneBack  bool // a folder for each back
	DPI      float64
	Safe     int     // pixels from the edge of a picture
	Most     int     // pixels of a side
	Bleed    float64 // mm, of products of any size
	Ink      int     // percent at most, of a book of CMYK inks as PDF/X-1a:2003; 0 for colours of screens
	Products []Product
}

// The kinds of vendors.
const (
	kindPrint = "print"
	kindBook  = "book"
	kindTable = "table"
)

// A Product is a size a vendor cuts.
type Product struct {
	ID     string
	Cut    layout.Size
	Pixels [2]int
}

// All returns the vendors there are.
func All() ([]Vendor, error) {
	var ps source.Problems
	root, ok := source.ReadFile(files, "vendors.yaml", &ps)
	if !ok {
		return nil, ps.Err()
	}
	m := root.Map()
	m.Format(1)
	var list []Vendor
	for v := range m.Need("vendors").Maps() {
		one := Vendor{
			ID: v.Need("id").Text(), Name: v.Need("name").Text(), Kind: v.Need("kind").OneOf("kind", kindPrint, kindBook, kindTable),
			Source: v.Need("source").Text(), Seen: v.Need("seen").Text(), Note: v.Get("note").Text(),
			Order: v.Need("order").OneOf("order", orderCards, orderGame, orderTable, orderSave, orderRoom), OneBack: v.Need("backs").OneOf("backs", "deck", "each") == "deck",
			DPI: v.Need("dpi").Float(72, 1200), Bleed: v.Get("bleed").Float(0, 20),
		}
		if n := v.Get("safe"); n.Exists() {
			one.Safe = n.Int(1, 1000)
		}
		if n := v.Get("ink"); n.Exists() {
			one.Ink = n.Int(100, 400)
		}
		if n := v.Get("most"); n.Exists() {
			one.Most = n.Int(64, 16384)
		}
		for p := range v.Get("products").Maps() {
			cut, pixels := p.Need("cut").List(), p.Need("pixels").List()
			one.Products = append(one.Products, Product{
				ID: p.Need("id").Text(), Cut: layout.Size{W: layout.MM(cut[0].Float(5, 500)), H: layout.MM(cut[1].Float(5, 500))},
				Pixels: [2]int{pixels[0].Int(16, 16384), pixels[1].Int(16, 16384)},
			})
			p.Done("product")
		}
		v.Done("vendor " + one.ID)
		list = append(list, one)
	}
	m.Done("vendors.yaml")
	return list, ps.Err()
}

// IDs returns the ids of the vendors there are.
func IDs() []string {
	var ids []string
	all, _ := All() // a test reads the data
	for _, v := range all {
		ids = append(ids, v.ID)
	}
	return ids
}

// slack is by how much a piece may be larger or smaller than a product.
const slack = 600 * layout.Micrometre

// product returns what a piece of a size is printed as.
func (v *Vendor) product(size layout.Size) (Product, bool) {
	if len(v.Products) == 0 {
		return v.free(size), true
	}
	i := slices.IndexFunc(v.Products, func(p Product) bool {
		w, h := p.Cut.W-size.W, p.Cut.H-size.H
		return max(w, -w, h, -h) <= slack
	})
	if i < 0 {
		return Product{}, false
	}
	return v.Products[i], true
}

// free is the product of a vendor who takes any size.
func (v *Vendor) free(size layout.Size) Product {
	dpi := v.DPI
	if longest := max(size.W, size.H).MM() / 25.4 * dpi; v.Most > 0 && longest > float64(v.Most) {
		dpi *= float64(v.Most) / longest
	}
	pixels := func(l layout.Length) int { return int((l.MM()+2*v.Bleed)/25.4*dpi + 0.5) }
	return Product{ID: "pieces", Cut: size, Pixels: [2]int{pixels(size.W), pixels(size.H)}}
}
