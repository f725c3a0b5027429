package flow

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog/source"
	"kitpress/layout"
)

const lorem = "Every player takes one board, **three** tokens and a card from the pile, and puts them on the table so that all can see them."

func at(line int) source.Pos { return source.Pos{File: "rules.yaml", Line: line, Col: 3} }

// everything is a flow with every kind of block.
func everything() *Flow {
	return &Flow{
		Title: "Tiny", Running: "Tiny · Rules", Lang: "en",
		Cover: &Cover{Alt: "Tiny. Rules.", Vars: map[string]any{"title": "Tiny"}},
		Blocks: []Block{
			&Heading{Level: 1, Text: "Set-up", Icon: "puzzle-piece", Anchor: "section-setup", Origin: at(1)},
			&Rule{Number: "R1", Anchor: "rule-R1", Text: lorem, Origin: at(2)},
			&Rule{Number: "R10", Anchor: "rule-R10", Text: "Then see R1 and (R10), but not R11 or XR1.", Origin: at(3)},
			&Heading{Level: 2, Text: "Around the table", Origin: at(4)},
			&Paragraph{Text: lorem, Origin: at(5)},
			&List{Items: []Paragraph{{Origin: at(6), Text: "First thing"}, {Origin: at(7), Text: "Second thing"}}},
			&List{Ordered: true, Items: []Paragraph{{Origin: at(6), Text: "First step"}, {Origin: at(7), Text: lorem}}},
			&Figure{Name: "table", Scene: picture("table", layout.Size{W: layout.MM(248), H: layout.MM(80)}), Alt: "A table.", Caption: "The table at the start (R1).", Origin: at(8)},
			&Heading{Level: 1, Text: "Words", Icon: "book-open-text", Anchor: "section-words", Origin: at(9)},
			&Glossary{Terms: []Term{{at(10), "Board", lorem}, {at(11), "Card", "One of many."}, {at(12), "Token", "Round."}}},
			&Table{Origin: at(13), Columns: []Column{{Width: layout.MM(30)}, {Share: 2}, {Share: 1, Align: layout.AlignRight}},
				Head: []string{"What", "Paper", "Sheets"}, Rows: []Row{{Origin: at(14), Cells: []string{"Cards", "Card stock", "3"}}, {Origin: at(15), Cells: []string{"Boards", lorem, "2"}}}},
			&Credits{Title: "Credits", Lines: []Paragraph{{Origin: at(16), Text: "**Design:** Somebody"}, {Origin: at(17), Text: "All rights."}}},
		},
	}
}

func TestPages(t *testing.T) {
	d := &fakeDrawer{t: t}
	book, ps := everything().Pages(loadStyle(t, "rulebook"), d)
	noProblems(t, ps)
	golden(t, "everything.txt", dumpBook(book)+strings.Join(d.drawn, "\n")+"\n")
	checkBook(t, book, loadStyle(t, "rulebook"))
}

func TestPagesOfASheet(t *testing.T) {
	d := &fakeDrawer{t: t}
	style := loadStyle(t, "handout").On(layout.Size{W: layout.MM(215.9), H: layout.MM(279.4)})
	f := everything()
	f.Cover = nil
	book, ps := f.Pages(style, d)
	noProblems(t, ps)
	golden(t, "sheet.txt", dumpBook(book))
	checkBook(t, book, style)
	if len(d.drawn) > 0 {
		t.Errorf("a plain sheet needs no templates, drew %q", d.drawn)
	}
}

func TestPagesInJapanese(t *testing.T) {
	f := &Flow{Title: "小", Running: "小・ルール", Lang: "ja", Blocks: []Block{
		&Heading{Level: 1, Text: "準備", Icon: "puzzle-piece"},
		&Rule{Number: "R1", Text: "各プレイヤーはボードを1枚、**トークン**を3個、山札からカードを1枚取り、全員に見えるようにテーブルに置きます。"},
		&Paragraph{Text: "それから始めます。"},
	}}
	book, ps := f.Pages(loadStyle(t, "rulebook"), &fakeDrawer{t: t})
	noProblems(t, ps)
	golden(t, "ja.txt", dumpBook(book))
}

func TestHeadersOfTablesComeBack(t *testing.T) {
	table := &Table{Columns: []Column{{}, {}}, Head: []string{"Left", "Right"}}
	for i := range 60 {
		table.Rows = append(table.Rows, Row{Cells: []string{fmt.Sprint("l", i), fmt.Sprint("r", i)}})
	}
	f := &Flow{Lang: "en", Blocks: []Block{table}}
	style := loadStyle(t, "rulebook")
	book, ps := f.Pages(style, &fakeDrawer{t: t})
	noProblems(t, ps)
	if len(book.Pages) < 2 {
		t.Fatalf("%d pages", len(book.Pages))
	}
	for i, p := range book.Pages {
		dump := dumpBook(&Book{Pages: []layout.Page{p}})
		if !strings.Contains(dump, `"Left"`) {
			t.Errorf("page %d lacks the header:\n%s", i+1, dump)
		}
		if heads := strings.Count(dump, "TH "); i > 0 && heads > 0 {
			t.Errorf("page %d has %d header cells, a listener hears them again", i+1, heads)
		}
	}
	checkBook(t, book, style)
}

// A figure gives way to stay on its page, and only as far as its words can be
// read.
func TestFiguresBecomeSmaller(t *testing.T) {
	style := loadStyle(t, "rulebook")
	d := &fakeDrawer{t: t}
	for _, c := range []struct {
		name  string
		words float64 // size in the figure, 0 for none
		fits  bool
	}{{"without words", 0, true}, {"with large words", 9, true}, {"with small words", 7.6, false}} {
		t.Run(c.name, func(t *testing.T) {
			scene := picture("f", layout.Size{W: layout.MM(124), H: layout.MM(150)})
			if c.words > 0 {
				block, _ := d.Typesetter().Break("Words", layout.Style{Lang: "en", Size: layout.Pt(c.words)}, layout.MM(50))
				scene.Items = append(scene.Items, &layout.Group{Transform: layout.Identity(), Items: block.Items(0, layout.MM(9), layout.MM(50), source.Pos{})})
			}
			f := &Flow{Lang: "en", Blocks: []Block{&Heading{Level: 1, Text: "Set-up"}, &Paragraph{Text: lorem + lorem}, &Figure{Scene: scene, Alt: "f"}}}
			book, ps := f.Pages(style, d)
			noProblems(t, ps)
			checkBook(t, book, style)
			if fits := len(book.Pages) == 1; fits != c.fits {
				t.Errorf("%d pages", len(book.Pages))
			}
		})
	}
}

func TestProblems(t *testing.T) {
	tall := picture("tall", layout.Size{W: layout.MM(100), H: layout.MM(230)})
	for _, c := range []struct {
		name    string
		flow    Flow
		missing string
		want    string
	}{
		{"word", Flow{Lang: "en", Blocks: []Block{&List{Items: []Paragraph{{Origin: at(4), Text: strings.Repeat("1234567890", 9)}}}}}, "",
			`rules.yaml:4:3: error: "` + strings.Repeat("1234567890", 9) + `" is`},
		{"figure", Flow{Lang: "de", Blocks: []Block{&Figure{Name: "tower", Scene: tall, Origin: at(5)}}}, "",
			`rules.yaml:5:3: error: figure "tower" makes its page 20.40 mm too high (de)`},
		{"title", Flow{Lang: "en", Blocks: []Block{&Heading{Level: 1, Text: strings.Repeat("Much ", 12) + "ado", Origin: at(6)}}}, "",
			`rules.yaml:6:3: error: the title "` + strings.Repeat("Much ", 12) + `ado" is`},
		{"glyph", Flow{Lang: "en", Blocks: []Block{&Paragraph{Text: "Look: 𓀀", Origin: at(7)}}}, "",
			`rules.yaml:7:3: error: '𓀀' (U+13000) cannot be set`},
		{"colour", Flow{Lang: "en", Blocks: []Block{&Paragraph{Text: "a"}, &Paragraph{Text: "b"}}}, "ink",
			`error: the theme has no colour "ink", which the style "rulebook" needs`},
		{"template", Flow{Lang: "en", Blocks: []Block{&Paragraph{Text: "a"}, &PageBreak{}, &Paragraph{Text: "b"}}}, "rulebook-foot",
			`error: there is no template "rulebook-foot"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, ps := c.flow.Pages(loadStyle(t, "rulebook"), &fakeDrawer{t: t, missing: c.missing})
			if len(ps) != 1 || !strings.HasPrefix(ps[0].Error(), c.want) {
				t.Errorf("got %v\nwant one that begins with %s", ps, c.want)
			}
		})
	}
}

// Random flows: every text comes out once and in order, nothing leaves the
// text area, tags form a tree, and two runs are equal.
func TestPagesKeepEverything(t *testing.T) {
	style := loadStyle(t, "rulebook")
	for seed := range 60 {
		f, want := randomFlow(seed)
		book, ps := f.Pages(style, &fakeDrawer{t: t})
		noProblems(t, ps)
		checkBook(t, book, style)
		if got := words(book); !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: got  %v\nwant %v", seed, got, want)
		}
		again, _ := f.Pages(style, &fakeDrawer{t: t})
		if dumpBook(book) != dumpBook(again) {
			t.Fatalf("seed %d: two runs differ", seed)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// randomFlow returns a flow in which every block has words of its own, and
// these words in reading order.
func randomFlow(seed int) (*Flow, []string) {
	r := newChance(seed)
	f := &Flow{Lang: "en", Running: "x"}
	var want []string
	word := func() string {
		want = append(want, fmt.Sprint(len(want)))
		return want[len(want)-1]
	}
	text := func(n int) string {
		var s []string
		for range 1 + r.below(n) {
			s = append(s, word())
		}
		return strings.Join(s, " ")
	}
	for range 3 + r.below(25) {
		switch r.below(9) {
		case 0:
			f.Blocks = append(f.Blocks, &Heading{Level: 1, Text: word()})
		case 1:
			f.Blocks = append(f.Blocks, &Heading{Level: 2, Text: text(4)})
		case 2, 3:
			f.Blocks = append(f.Blocks, &Rule{Number: word(), Text: text(120)})
		case 4:
			f.Blocks = append(f.Blocks, &Paragraph{Text: text(200)})
		case 5:
			f.Blocks = append(f.Blocks, &Figure{Scene: picture("f", layout.Size{W: layout.MM(60), H: layout.MM(float64(10 + r.below(130)))}), Caption: text(30), Alt: "f"})
		case 6:
			g := &Glossary{}
			for range 1 + r.below(20) {
				g.Terms = append(g.Terms, Term{Name: text(3), About: text(15)})
			}
			f.Blocks = append(f.Blocks, g)
		case 7:
			f.Blocks = append(f.Blocks, &Credits{Title: word(), Lines: []Paragraph{{Text: text(20)}, {Text: text(20)}}})
		case 8:
			f.Blocks = append(f.Blocks, &PageBreak{})
		}
	}
	return f, want
}

// words returns the words of all tagged texts in reading order.
func words(b *Book) []string {
	var all []string
	for _, p := range b.Pages {
		var tagged func(items []layout.Item, in bool)
		tagged = func(items []layout.Item, in bool) {
			for _, it := range items {
				switch it := it.(type) {
				case *layout.Text:
					if in {
						all = append(all, strings.Fields(it.Content)...)
					}
				case *layout.Group:
					if it.Tag == nil || it.Tag.Role != "Artifact" {
						tagged(it.Items, in || it.Tag != nil)
					}
				}
			}
		}
		tagged(p.Scene.Items, false)
	}
	return all
}

// checkBook checks what holds for every book.
func checkBook(t *testing.T, b *Book, style *Style) {
	t.Helper()
	known := map[int]string{}
	used := map[int]bool{}
	for n, p := range b.Pages {
		content := 0
		for _, it := range p.Scene.Items {
			g, ok := it.(*layout.Group)
			if !ok || g.Tag.Role == "Artifact" {
				continue
			}
			tag := g.Tag
			switch role, seen := known[tag.ID]; {
			case tag.ID == 0:
				t.Errorf("page %d: %s without ID", n+1, tag.Role)
			case seen && role != fmt.Sprint(tag.Role, tag.Under):
				t.Errorf("page %d: ID %d is %s and %s %d", n+1, tag.ID, role, tag.Role, tag.Under)
			case tag.Under != 0 && known[tag.Under] == "":
				t.Errorf("page %d: %s %d is under %d, which is not there", n+1, tag.Role, tag.ID, tag.Under)
			}
			known[tag.ID] = fmt.Sprint(tag.Role, tag.Under)
			used[tag.Under] = true
			if len(g.Items) > 0 && tag.Role != "H2" && tag.Role != "H1" {
				content++
			}
			if n > 0 || tag.Role != "Figure" {
				checkArea(t, n, g, style)
			}
		}
		tagged := func(it layout.Item) bool { _, ok := it.(*layout.Group); return ok }
		if content == 0 && !onlyBand(p) && slices.ContainsFunc(p.Scene.Items, tagged) { // lines for notes have no tags
			t.Errorf("page %d has no content but headings:\n%s", n+1, dumpBook(&Book{Pages: []layout.Page{p}}))
		}
	}
	for id, role := range known {
		if strings.HasPrefix(role, "L0") && !used[id] {
			t.Errorf("list %d is empty", id)
		}
	}
	for _, m := range b.Bookmarks {
		if m.Page < 0 || m.Page >= len(b.Pages) || m.Title == "" {
			t.Errorf("bookmark %+v", m)
		}
	}
}

// onlyBand reports whether a page is a chapter of which there is only a title,
// or the flow ends in a heading: then there is nothing to keep it with.
func onlyBand(p layout.Page) bool {
	heads := 0
	for _, it := range p.Scene.Items {
		if g, ok := it.(*layout.Group); ok && (g.Tag.Role == "H1" || g.Tag.Role == "H2") {
			heads++
		}
	}
	return heads > 0
}

func checkArea(t *testing.T, page int, g *layout.Group, style *Style) {
	t.Helper()
	area := style.area(false)
	switch {
	case style.Entry != nil: // entries have margins of their own
		area = layout.Rect{W: style.Page.W, H: style.Page.H}.Inset(layout.MM(5))
	case g.Tag.Role == "H1":
		area.H += area.Y
		area.Y = 0
	}
	for _, it := range g.Items {
		var r layout.Rect
		switch it := it.(type) {
		case *layout.Text:
			r = layout.Rect{X: it.At.X, Y: it.At.Y - it.Size/2, W: it.Width, H: it.Size / 2}
		case *layout.Group:
			if it.Clip == nil {
				continue // the head of an entry: all of the page
			}
			r = it.Transform.Bounds(it.Clip.Bounds())
		default:
			continue
		}
		if !area.Contains(r) {
			t.Errorf("page %d: %s %d leaves the text area: %v", page+1, g.Tag.Role, g.Tag.ID, r)
		}
	}
}
