package pdf_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"kitpress/layout"
	"kitpress/output/outputtest"
	"kitpress/output/pdf"
)

func TestMetadata(t *testing.T) {
	d := &layout.Document{
		Name: "deck", Title: `Größe <1> & "so"`, Subject: "(cards)", Author: "A. Bianchi", Rights: "CC BY-SA 4.0", Lang: "de-CH", Creator: "kitpress 1.2",
		Date: time.Date(2026, 11, 20, 1, 2, 3, 0, time.FixedZone("", 3600)), Pages: []layout.Page{page()}, Duplex: layout.FlipShort,
	}
	p := write(t, d)
	for key, want := range map[outputtest.Name]string{
		"Title": d.Title, "Subject": d.Subject, "Author": d.Author, "Creator": "kitpress 1.2", "Producer": "kitpress 1.2",
		"CreationDate": "D:20261120000203Z", "ModDate": "D:20261120000203Z",
	} {
		if got := p.Text(p.Info[key]); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	xmp := string(p.Stream(p.Catalog["Metadata"]))
	for _, want := range []string{">Größe &lt;1&gt; &amp; &quot;so&quot;<", ">(cards)<", ">A. Bianchi<", ">CC BY-SA 4.0<", ">de-CH<", ">2026-11-20T00:02:03Z<", "<pdf:Producer>kitpress 1.2<"} {
		if !strings.Contains(xmp, want) {
			t.Errorf("XMP lacks %s\n%s", want, xmp)
		}
	}
	if got := p.Text(p.Catalog["Lang"]); got != "de-CH" {
		t.Errorf("language is %q", got)
	}
	preferences := fmt.Sprint(p.Dict(p.Catalog["ViewerPreferences"]))
	if preferences != "map[DisplayDocTitle:true Duplex:DuplexFlipShortEdge PrintScaling:None]" {
		t.Errorf("viewer preferences are %s", preferences)
	}
	if p.Version != "1.7" {
		t.Errorf("version is %s", p.Version)
	}
}

// The ID stands for the content: equal files have it in common, others not.
func TestID(t *testing.T) {
	id := func(title string) string {
		return fmt.Sprintf("%x", write(t, &layout.Document{Title: title, Pages: []layout.Page{page()}}).Trailer["ID"])
	}
	a, b := id("a"), id("b")
	if a == b || a != id("a") {
		t.Errorf("IDs are %s and %s", a, b)
	}
	if first, second, _ := strings.Cut(strings.Trim(a, "[]"), " "); first != second || len(first) != 32 {
		t.Errorf("ID is %s: both halves should be the same 16 bytes", a)
	}
}

// Without a date there is none: the clock is not asked.
func TestNoDate(t *testing.T) {
	p := write(t, &layout.Document{Pages: []layout.Page{page()}})
	if p.Info["CreationDate"] != nil || p.Info["ModDate"] != nil || strings.Contains(string(p.Stream(p.Catalog["Metadata"])), "Date>") {
		t.Errorf("file has a date: %v", p.Info)
	}
}

func TestPageBoxes(t *testing.T) {
	full := layout.Rect{W: 148000, H: 210000}
	for _, test := range []struct {
		name        string
		trim        layout.Rect
		bleed       layout.Length
		wantTrim    layout.Rect
		wantBleedTo layout.Rect
	}{
		{"whole page", layout.Rect{}, 0, full, full},
		{"trim and bleed", layout.Rect{X: 10000, Y: 20000, W: 63000, H: 88000}, 3000, layout.Rect{X: 10000, Y: 20000, W: 63000, H: 88000}, layout.Rect{X: 7000, Y: 17000, W: 69000, H: 94000}},
		{"bleed beyond the paper", layout.Rect{X: 1000, Y: 2000, W: 146000, H: 207000}, 3000, layout.Rect{X: 1000, Y: 2000, W: 146000, H: 207000}, full},
	} {
		pg := page()
		pg.Trim, pg.Bleed = test.trim, test.bleed
		boxes := write(t, &layout.Document{Pages: []layout.Page{pg}}).Pages[0].Boxes
		for name, want := range map[outputtest.Name]layout.Rect{"MediaBox": full, "CropBox": full, "TrimBox": test.wantTrim, "BleedBox": test.wantBleedTo} {
			if got := boxes[name]; got != want {
				t.Errorf("%s: %s is %v, want %v", test.name, name, got, want)
			}
		}
	}
}

func TestOutline(t *testing.T) {
	mark := func(level int, title string, page int) layout.Bookmark {
		return layout.Bookmark{Title: title, Level: level, Page: page, Y: 10000}
	}
	d := &layout.Document{Pages: []layout.Page{page(), page()}, Bookmarks: []layout.Bookmark{
		mark(2, "a", 0), mark(1, "a1", 0), mark(3, "a1x", 1), mark(1, "a2 – é", 1), mark(0, "b", 1), mark(0, "c", 1), mark(1, "c1", 1)}}
	p := write(t, d)
	root := p.Dict(p.Catalog["Outlines"])
	var b strings.Builder
	dumpOutline(p, root, 0, &b)
	const want = "a 2 3\n  a1 1 1\n    a1x 0\n  a2 – é 0\nb 0\nc 1 1\n  c1 0\n"
	// after the title: entries right below, and entries below as the file counts them
	if got := b.String(); got != strings.ReplaceAll(want, " 0\n", " 0 0\n") {
		t.Errorf("outline is\n%s\nwant\n%s", got, want)
	}
	if root["Count"] != 7.0 || p.Catalog["PageMode"] != outputtest.Name("UseOutlines") {
		t.Errorf("outline counts %v", root["Count"])
	}
	dest := p.Array(p.Dict(root["First"])["Dest"])
	if len(dest) != 5 || dest[3] != 566.9291 { // 210 - 10 mm
		t.Errorf("first bookmark leads to %v", dest)
	}
	d.Bookmarks[3].Page = 2
	if err := new(pdf.Writer).Write(io.Discard, d); err == nil || !strings.Contains(err.Error(), "a2") {
		t.Errorf("bookmark to a missing page: error is %v", err)
	}
}

func dumpOutline(p *outputtest.PDF, parent outputtest.Dict, depth int, b *strings.Builder) {
	for at := parent["First"]; at != nil; at = p.Dict(at)["Next"] {
		e := p.Dict(at)
		direct := 0
		for k := e["First"]; k != nil; k = p.Dict(k)["Next"] {
			direct++
		}
		count, _ := e["Count"].(float64)
		fmt.Fprintf(b, "%s%s %d %v\n", strings.Repeat("  ", depth), p.Text(e["Title"]), direct, count)
		dumpOutline(p, e, depth+1, b)
	}
}

func TestPageLabels(t *testing.T) {
	for labels, want := range map[string]string{
		"":              "",
		",,":            "",
		"1,2,3":         "[0 map[S:D St:1]]",
		"5":             "[0 map[S:D St:5]]",
		"i,ii,1,2":      "[0 map[P:i] 1 map[P:ii] 2 map[S:D St:1]]",
		",,1,2,,":       "[0 map[] 2 map[S:D St:1] 4 map[]]",
		"1,3,4,03":      "[0 map[S:D St:1] 1 map[S:D St:3] 3 map[P:03]]",
		"A-1,A-2 (x,2é": "[0 map[P:A-1] 1 map[P:A-2 (x] 2 map[P:\xFE\xFF\x002\x00\xE9]]",
	} {
		d := &layout.Document{}
		for _, label := range strings.Split(labels, ",") {
			pg := page()
			pg.Label = label
			d.Pages = append(d.Pages, pg)
		}
		p := write(t, d)
		got := ""
		if v := p.Dict(p.Catalog["PageLabels"])["Nums"]; v != nil {
			got = fmt.Sprint(v)
		}
		if got != want {
			t.Errorf("labels %q are written as %s, want %s", labels, got, want)
		}
	}
}

// Shapes that touch on the page touch in the file, whatever is rounded.
func TestNeighboursTouch(t *testing.T) {
	edges := []layout.Length{3, 1238, 2477, 3711, 4946, 6184}
	var items []layout.Item
	for i := range edges[1:] {
		r := layout.Rect{X: edges[i], Y: edges[i], W: edges[i+1] - edges[i], H: edges[i+1] - edges[i]}
		items = append(items, &layout.Path{Outline: layout.RectOutline(r, 0), Fill: layout.Black()})
	}
	shapes := write(t, &layout.Document{Pages: []layout.Page{page(items...)}}).Pages[0].Shapes
	for i := 1; i < len(shapes); i++ {
		// Corners in the order of the shape: upper left, upper right, lower
		// right, lower left.
		before, after := shapes[i-1].Polygons[0][2], shapes[i].Polygons[0][0]
		if dx, dy := after[0]-before[0], after[1]-before[1]; dx*dx+dy*dy > 1 {
			t.Errorf("square %d begins at %v, the one before it ends at %v", i, after, before)
		}
	}
}

func TestNothingIsWrittenTwice(t *testing.T) {
	fonts := loadFonts(t)
	d, err := outputtest.Deck(fonts, "de", 9)
	if err != nil {
		t.Fatal(err)
	}
	var one, ten bytes.Buffer
	if err := new(pdf.Writer).Write(&one, d); err != nil {
		t.Fatal(err)
	}
	for range 9 {
		d.Pages = append(d.Pages, d.Pages[1]) // backs are one symbol
	}
	if err := new(pdf.Writer).Write(&ten, d); err != nil {
		t.Fatal(err)
	}
	if perPage := (ten.Len() - one.Len()) / 9; perPage > 500 {
		t.Errorf("another page of the same backs takes %d bytes", perPage)
	}
}
