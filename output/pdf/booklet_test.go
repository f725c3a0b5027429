package pdf_test

import (
	"bytes"
	"testing"

	"kitpress/layout"
	"kitpress/output/outputtest"
	"kitpress/output/pdf"
)

// The pages of a book are drawn once: in the booklet stands the very content of
// the pages to read, and all that is on them, links included, is where the
// booklet has them.
func TestPagesOfAnotherDocument(t *testing.T) {
	fonts := loadFonts(t)
	book := taggedDocument(fonts)
	notes := page((&sketch{}).line(fonts.Face("en", 400), "Zwölf Notizen")) // letters the book has not
	book.Spare = []layout.Page{notes}
	var w pdf.Writer
	both := []*layout.Document{book, {Name: "booklet"}}
	at := []layout.Point{{X: 148500}, {X: 500}} // the second page on the left
	sheet := &layout.Scene{Size: layout.Size{W: 297000, H: 210000}}
	for i, p := range book.Pages {
		whole := &layout.Symbol{Box: layout.Rect{W: p.Scene.Size.W, H: p.Scene.Size.H}, Items: p.Scene.Items, Page: true}
		sheet.Items = append(sheet.Items, &layout.Use{Symbol: whole, Transform: layout.Translate(at[i])})
	}
	both[1].Pages = []layout.Page{{Scene: sheet}, notes}
	var files [2]*outputtest.PDF
	for i, d := range both {
		var b bytes.Buffer
		if err := w.Write(&b, d); err != nil {
			t.Fatal(err)
		}
		var err error
		if files[i], err = outputtest.ReadPDF(b.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	side := files[1].Pages[0]
	texts, links := side.Texts, side.Links
	forms := files[1].Dict(files[1].Dict(side.Dict["Resources"])["XObject"])
	for i, page := range files[0].Pages {
		own, form := files[0].Stream(page.Dict["Contents"]), files[1].Stream(forms[outputtest.Name("X"+string(rune('1'+i)))])
		if len(own) == 0 || !bytes.Equal(own, form) {
			t.Errorf("page %d is drawn anew:\n%s\n%s", i+1, own, form)
		}
		for _, want := range page.Texts {
			if len(texts) == 0 || texts[0].Text != want.Text || far(texts[0].At, want.At.Add(at[i])) {
				t.Fatalf("page %d: %q at %v is not there: %v", i+1, want.Text, want.At, texts)
			}
			texts = texts[1:]
		}
		for _, want := range page.Links {
			corner := layout.Point{X: want.Rect.X, Y: want.Rect.Y}
			if len(links) == 0 || links[0].URL != want.URL || far(layout.Point{X: links[0].Rect.X, Y: links[0].Rect.Y}, corner.Add(at[i])) {
				t.Fatalf("page %d: link %v is not there: %v", i+1, want, links)
			}
			if want.Page >= 0 && links[0].Page != 0 {
				t.Errorf("page %d: link leads to page %d", i+1, links[0].Page)
			}
			links = links[1:]
		}
	}
	if len(texts)+len(links) > 0 {
		t.Errorf("too much: %v, %v", texts, links)
	}
}

func far(a, b layout.Point) bool {
	return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y) > 25 // coordinates are written to 10 µm
}
