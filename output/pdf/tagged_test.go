package pdf_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/output/outputtest"
	"kitpress/output/pdf"
)

func loadFonts(t *testing.T) *layout.Fonts {
	t.Helper()
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	return fonts
}

// write writes d and reads it back.
func write(t *testing.T, d *layout.Document) *outputtest.PDF {
	t.Helper()
	var b bytes.Buffer
	if err := new(pdf.Writer).Write(&b, d); err != nil {
		t.Fatal(err)
	}
	p, err := outputtest.ReadPDF(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A sketch builds tagged pages with few words.
type sketch struct {
	regular, bold *layout.Face
	y             layout.Length
}

func (s *sketch) line(face *layout.Face, text string) layout.Item {
	s.y += 5000
	return &layout.Text{At: layout.Point{X: 10000, Y: s.y}, Face: face, Size: 3000, Content: text}
}

func tag(role string, id, under int, items ...layout.Item) *layout.Group {
	return &layout.Group{Transform: layout.Identity(), Tag: &layout.Tag{Role: role, ID: id, Under: under}, Items: items}
}

func page(items ...layout.Item) layout.Page {
	return layout.Page{Scene: &layout.Scene{Size: layout.Size{W: 148000, H: 210000}, Items: items}}
}

// taggedDocument has everything a rulebook has: furniture, a paragraph over
// two pages, a list, a table, a figure made of a symbol, links.
func taggedDocument(fonts *layout.Fonts) *layout.Document {
	s := &sketch{regular: fonts.Face("en", 400), bold: fonts.Face("en", 700)}
	rule := &layout.Path{Outline: layout.PolylineOutline(layout.Point{Y: 5000}, layout.Point{X: 9000, Y: 5000}), Stroke: &layout.Stroke{Paint: layout.Black(), Width: 200}}
	box := &layout.Path{Outline: layout.RectOutline(layout.Rect{X: 1000, Y: 1000, W: 8000, H: 8000}, 0), Fill: layout.Black()}
	symbol := &layout.Symbol{Name: "die", Box: layout.Rect{W: 10000, H: 10000}, Items: []layout.Item{tag("P", 0, 0, box)}}
	figure := tag("Figure", 0, 0, &layout.Use{Symbol: symbol, Transform: layout.Translate(layout.Point{X: 20000, Y: 100000})})
	figure.Tag.Alt = "a die"
	moved := tag("P", 0, 0, s.line(s.regular, "Turned"))
	moved.Transform = layout.Rotate(3)
	first := page(
		tag("Artifact", 0, 0, s.line(s.regular, "running head"), tag("P", 0, 0, rule)),
		rule,
		tag("H1", 0, 0, s.line(s.bold, "Rules"), &layout.Anchor{Name: "rules", At: layout.Point{X: 10000, Y: 3000}}),
		tag("P", 7, 0, s.line(s.regular, "One line and"), s.line(s.bold, "a half-"), s.line(s.regular, "done para-"), rule),
		figure,
		rule,
		moved,
	)
	first.Label = "1"
	second := page(
		tag("P", 7, 0, s.line(s.regular, "graph.")),
		tag("H2", 0, 0, s.line(s.bold, "Parts")),
		tag("L", 9, 0, tag("LI", 0, 0, tag("Lbl", 0, 0, s.line(s.regular, "1.")), tag("LBody", 0, 0, s.line(s.regular, "a board")))),
		tag("LI", 0, 9, tag("Lbl", 0, 0, s.line(s.regular, "2.")), tag("LBody", 0, 0, s.line(s.regular, "four dice"))),
		tag("Table", 0, 0,
			tag("TR", 0, 0, tag("TH", 0, 0, s.line(s.bold, "Die")), tag("TH", 0, 0, s.line(s.bold, "Use"))),
			tag("TR", 0, 0, tag("TH", 0, 0, s.line(s.bold, "red")), tag("TD", 0, 0, s.line(s.regular, "lose")))),
		tag("P", 0, 0, s.line(s.regular, "See "), &layout.Link{Rect: layout.Rect{X: 1000, Y: 1000, W: 9000, H: 4000}, URL: "https://example.org/"},
			tag("Link", 0, 0, s.line(s.regular, "the start"), &layout.Link{Rect: layout.Rect{W: 9000, H: 4000}, Anchor: "rules"})),
	)
	second.Label = "2"
	return &layout.Document{Name: "rules", Title: "Rules & more", Lang: "en", Creator: "kitpress 1.0", Tagged: true, Pages: []layout.Page{first, second},
		Bookmarks: []layout.Bookmark{{Title: "Rules"}, {Title: "Parts – größer", Level: 1, Page: 1, Y: 20000}, {Title: "Last", Page: 1}}}
}

const wantStructure = `Document
  H1
    "Rules"
  P
    "One line and a half-done para-"
    "graph."
  Figure alt="a die"
    ""
  P
    "Turned"
  H2
    "Parts"
  L listnumbering=Decimal
    LI
      Lbl
        "1."
      LBody
        "a board"
    LI
      Lbl
        "2."
      LBody
        "four dice"
  Table
    TR
      TH scope=Column
        "Die"
      TH scope=Column
        "Use"
    TR
      TH scope=Row
        "red"
      TD
        "lose"
  P
    "See "
    Link
      -> https://example.org/
    Link
      "the start"
      -> the start
`

func TestTaggedDocument(t *testing.T) {
	p := write(t, taggedDocument(loadFonts(t)))
	got, err := structure(p)
	if err != nil {
		t.Fatal(err)
	}
	if got != wantStructure {
		t.Errorf("structure is\n%s\nwant\n%s", got, wantStructure)
	}
	for _, text := range p.Pages[0].Texts {
		if text.Text == "running head" && text.Mark.Tag != "Artifact" {
			t.Errorf("the running head is marked as %s", text.Mark.Tag)
		}
	}
	if links := p.Pages[1].Links; len(links) != 2 || links[1].Page != 0 || links[1].URL != "" {
		t.Errorf("links are %+v", links)
	}
	figure := p.Array(p.Dict(findElement(t, p, "Figure")["A"])["BBox"])
	if len(figure) != 4 || figure[0] != 56.6929 || figure[3] != 311.811 { // 20 mm, 210 - 100 mm
		t.Errorf("figure covers %v", figure)
	}
	if !strings.Contains(string(p.Stream(p.Catalog["Metadata"])), "<pdfuaid:part>1</pdfuaid:part>") {
		t.Error("file does not say that it keeps to PDF/UA-1")
	}
}

func findElement(t *testing.T, p *outputtest.PDF, role outputtest.Name) outputtest.Dict {
	t.Helper()
	queue := []any{p.Dict(p.Catalog["StructTreeRoot"])["K"]}
	for ; len(queue) > 0; queue = queue[1:] {
		d := p.Dict(queue[0])
		if d["S"] == role {
			return d
		}
		queue = append(queue, p.Array(d["K"])...)
	}
	t.Fatalf("no element %s", role)
	return nil
}

// A file claims to be accessible only when nothing speaks against it.
func TestAccessibleClaim(t *testing.T) {
	fonts := loadFonts(t)
	for name, spoil := range map[string]func(*layout.Document){
		"no title":      func(d *layout.Document) { d.Title = "" },
		"no language":   func(d *layout.Document) { d.Lang = "" },
		"not tagged":    func(d *layout.Document) { d.Tagged = false },
		"mute figure":   func(d *layout.Document) { d.Pages[0].Scene.Items[4].(*layout.Group).Tag.Alt = "" },
		"level skipped": func(d *layout.Document) { d.Pages[1].Scene.Items[1].(*layout.Group).Tag.Role = "H3" },
	} {
		d := taggedDocument(fonts)
		spoil(d)
		p := write(t, d)
		if strings.Contains(string(p.Stream(p.Catalog["Metadata"])), "<pdfuaid:part>") {
			t.Errorf("%s: file still says that it keeps to PDF/UA-1", name)
		}
	}
}

func TestBadTags(t *testing.T) {
	for want, group := range map[string]*layout.Group{
		"under 5":       tag("LI", 0, 5),
		`"Blink" is no`: tag("Blink", 0, 0),
	} {
		d := taggedDocument(loadFonts(t))
		d.Pages[0].Scene.Items = append(d.Pages[0].Scene.Items, group)
		if err := new(pdf.Writer).Write(io.Discard, d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want one about %q", err, want)
		}
	}
}

// Tags cost nothing where a document does not ask for them.
func TestUntaggedDocumentIgnoresTags(t *testing.T) {
	d := taggedDocument(loadFonts(t))
	d.Tagged = false
	p := write(t, d)
	if p.Catalog["StructTreeRoot"] != nil || p.Catalog["MarkInfo"] != nil || p.Pages[0].Dict["Tabs"] != nil {
		t.Error("file is tagged")
	}
	for _, text := range p.Pages[0].Texts {
		if text.Mark.Tag != "" {
			t.Errorf("text %q is marked as %s", text.Text, text.Mark.Tag)
		}
	}
}
