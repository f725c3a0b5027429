package flow

import (
	"fmt"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/load"
	"kitpress/i18n"
	"kitpress/layout/compose"
)

var _ FaceDrawer = (*compose.Composer)(nil)

func tiny(t *testing.T, lang string) (*catalog.Game, *i18n.Texts) {
	t.Helper()
	g, ps := load.Game(catalogtest.Tiny(), "tiny")
	noProblems(t, ps)
	texts, ps := i18n.Load(catalogtest.Tiny(), g, lang)
	noProblems(t, ps)
	return g, texts
}

// printFlow writes a flow as an outline.
func printFlow(f *Flow) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n", f.Title, f.Lang)
	for _, block := range f.Blocks {
		switch block := block.(type) {
		case *Heading:
			fmt.Fprintf(&b, "%s %s\n", strings.Repeat("#", block.Level), block.Text)
		case *Paragraph:
			fmt.Fprintf(&b, "%s\n", block.Text)
		case *Rule:
			fmt.Fprintf(&b, "[%s %s] %s\n", block.Number, block.Anchor, block.Text)
		case *Figure:
			fmt.Fprintf(&b, "figure %s %s %q\n", block.Name, block.Scene.Name, block.Alt)
		case *Glossary:
			for _, term := range block.Terms {
				fmt.Fprintf(&b, "%s: %s\n", term.Name, term.About)
			}
		case *Credits:
			fmt.Fprintf(&b, "credits %q\n", block.Title)
			for _, line := range block.Lines {
				fmt.Fprintf(&b, "  %s\n", line.Text)
			}
		case *PageBreak:
			b.WriteString("break\n")
		case *Table:
			for _, row := range append([]Row{{Cells: block.Head}}, block.Rows...) {
				fmt.Fprintf(&b, "| %s\n", strings.Join(row.Cells, " | "))
			}
		case *Entry:
			printEntry(&b, block)
		case *Frame:
			printFrame(&b, block)
		}
	}
	return b.String()
}

func printEntry(b *strings.Builder, e *Entry) {
	fmt.Fprintf(b, "## %s %s (%s)\n", e.Key, e.Title, e.Anchor)
	fmt.Fprintf(b, "kind %+v\nlead %s\nshows %v\n%s\n", e.Kind, e.Lead, e.Vars, e.Alt)
	for _, frame := range e.Frames {
		printFrame(b, &frame)
	}
	for _, note := range e.Notes {
		fmt.Fprintf(b, "note %s\n", note.Text)
	}
}

func printFrame(b *strings.Builder, frame *Frame) {
	fmt.Fprintf(b, "### %s (%s)\n", frame.Title, frame.Look)
	for _, block := range frame.Blocks {
		switch block := block.(type) {
		case *Paragraph:
			fmt.Fprintf(b, "%s\n", block.Text)
		case *List:
			for _, item := range block.Items {
				fmt.Fprintf(b, "- %s\n", item.Text)
			}
		}
	}
	if frame.Beside != nil {
		b.WriteString("beside:\n")
		printFrame(b, frame.Beside)
	}
}

func TestFromRulebook(t *testing.T) {
	for _, c := range []struct{ lang, edition string }{{"en", "long"}, {"en", "short"}, {"de", "short"}} {
		t.Run(c.lang+" "+c.edition, func(t *testing.T) {
			g, texts := tiny(t, c.lang)
			f, ps := FromRulebook(g, g.Edition(c.edition), texts, &fakeDrawer{t: t})
			if len(ps) != 1 || ps[0].Code != "alt" { // the fixture's figure has none
				t.Errorf("problems: %v", ps)
			}
			golden(t, "rulebook-"+c.lang+"-"+c.edition+".txt", printFlow(f))
			style := loadStyle(t, "rulebook")
			book, ps := f.Pages(style, &fakeDrawer{t: t})
			noProblems(t, ps)
			checkBook(t, book, style)
		})
	}
}

// A cover is the game's own when it has one, and nothing of an edition's
// left-overs is printed.
func TestFromRulebookCoverAndLeftOvers(t *testing.T) {
	g, texts := tiny(t, "en")
	g = &catalog.Game{Name: g.Name, Tagline: g.Tagline, Editions: g.Editions, Params: g.Params}
	g.Decks = append(g.Decks, &catalog.Deck{ID: "covers", Cards: []*catalog.Record{{ID: "stair", Fields: map[string]catalog.Value{
		"alt": {Type: catalog.TypeText, Text: catalog.Msg{Text: "A stair."}},
	}}}})
	text := func(s string) catalog.Block {
		return catalog.Block{Kind: catalog.BlockText, Text: catalog.Msg{Text: s}}
	}
	head := func(s string) catalog.Block {
		return catalog.Block{Kind: catalog.BlockHeading, Text: catalog.Msg{Text: s}}
	}
	page := catalog.Block{Kind: catalog.BlockBreak}
	other := text("only in the short game")
	other.Editions = []string{"short"}
	g.Sections = []catalog.Section{
		{ID: "gone", Title: catalog.Msg{Text: "Gone"}, Blocks: []catalog.Block{head("Empty"), other, page}},
		{ID: "kept", Title: catalog.Msg{Text: "Kept"}, Blocks: []catalog.Block{
			page, head("Empty too"), other, head("Full"), text("words"), page, head("Last"), page,
		}},
	}
	f, ps := FromRulebook(g, g.Edition("long"), texts, &fakeDrawer{t: t})
	noProblems(t, ps)
	if want := "Tiny · Rules (en)\n# Kept\n## Full\nwords\n"; printFlow(f) != want {
		t.Errorf("got\n%swant\n%s", printFlow(f), want)
	}
	if f.Cover.Scene == nil || f.Cover.Scene.Name != "covers/stair/front" {
		t.Errorf("cover is %+v", f.Cover)
	}
	if want := "Tiny · Rules. The smallest game there is. A stair."; f.Cover.Alt != want {
		t.Errorf("cover says %q, want %q", f.Cover.Alt, want)
	}
}

func TestFromRulebookProblems(t *testing.T) {
	g, texts := tiny(t, "en")
	deck := g.Decks[0]
	g.Sections = []catalog.Section{{ID: "s", Title: catalog.Msg{Text: "S"}, Blocks: []catalog.Block{
		{Kind: catalog.BlockRule, Rule: &catalog.Rule{ID: "R1", Pos: at(3), ByEdition: map[string]catalog.Msg{"short": {ID: "x"}}}},
		{Kind: catalog.BlockFigure, Card: deck.Cards[0].ID, Pos: at(4)},
	}}}
	_, ps := FromRulebook(g, g.Edition("long"), texts, &fakeDrawer{t: t})
	want := "rules.yaml:3:3: error: rule R1 has no text for the edition \"long\"\n" +
		"rules.yaml:4:3: warning: figure \"" + deck.Cards[0].ID + "\" does not say in words what it shows\n"
	if got := fmtProblems(ps); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestLabelKeepsToItsLanguage(t *testing.T) {
	for lang, want := range map[string]string{"en": "**Icons:** ", "fr": "**Icons\u202F:** ", "ja": "**Icons：**"} {
		g, ps := load.Game(catalogtest.Tiny(), "tiny")
		noProblems(t, ps)
		texts, _ := i18n.Load(catalogtest.Tiny(), g, lang, i18n.Draft())
		if got := (&reader{texts: texts}).label("Icons"); got != want {
			t.Errorf("%s: got %q, want %q", lang, got, want)
		}
	}
}
