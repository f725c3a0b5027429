package sheet

import (
	"fmt"
	"strings"
	"testing"

	"kitpress/layout"
)

// TestSpoken reads a drawn page aloud: the largest text is its heading, lines of
// one text are one paragraph, and what is no text is decoration.
func TestSpoken(t *testing.T) {
	text := func(s string, y, size layout.Length, line int) layout.Item {
		it := &layout.Text{At: layout.Point{Y: y}, Size: size, Content: s}
		it.Origin.Line = line
		return it
	}
	rect := &layout.Path{Outline: layout.RectOutline(layout.Rect{W: 10, H: 10}, 0), Fill: layout.Black()}
	symbol := &layout.Symbol{Items: []layout.Item{rect, text("in a symbol", 0, 8, 9)}}
	page := Spoken(&layout.Scene{Items: []layout.Item{
		rect, rect,
		text("Title", 0, 30, 1),
		&layout.Group{Items: []layout.Item{rect, text("Part", 10, 12, 2), text("one line", 20, 8, 3), text("and one more", 30, 8, 3), text("another", 40, 8, 4)}},
		&layout.Use{Symbol: symbol}, rect,
	}})
	var b strings.Builder
	var walk func(items []layout.Item, in string)
	walk = func(items []layout.Item, in string) {
		for _, item := range items {
			switch it := item.(type) {
			case *layout.Group:
				if it.Tag == nil {
					walk(it.Items, in)
					continue
				}
				fmt.Fprintf(&b, "%s:", it.Tag.Role)
				walk(it.Items, it.Tag.Role)
				b.WriteString(" | ")
			case *layout.Text:
				b.WriteString(" " + it.Content)
			default:
				b.WriteString(" x")
			}
			if _, ok := item.(*layout.Group); !ok && in == "" {
				t.Errorf("%v has no place", item)
			}
		}
	}
	walk(page.Items, "")
	want := "Artifact: x x | H1: Title | Artifact: x | H2: Part | P: one line and one more | P: another | Artifact: x | P: in a symbol | Artifact: x | "
	if b.String() != want {
		t.Errorf("got  %s\nwant %s", b.String(), want)
	}
}
