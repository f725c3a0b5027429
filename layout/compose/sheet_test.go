package compose

import (
	"fmt"
	"strings"
	"testing"

	"kitpress/layout"
)

// A page drawn so small that nothing on it can be read keeps its areas and its
// larger shapes; texts become bars, patterns and codes are left out.
func TestThumbnail(t *testing.T) {
	rect := func(w, h float64) *layout.Path {
		return &layout.Path{Outline: layout.RectOutline(layout.Rect{W: layout.MM(w), H: layout.MM(h)}, 0), Fill: layout.Black()}
	}
	pattern := rect(1, 1)
	for range 20 {
		pattern.Outline.Verbs = append(pattern.Outline.Verbs, rect(1, 1).Outline.Verbs...)
		pattern.Outline.Points = append(pattern.Outline.Points, rect(1, 1).Outline.Points...)
	}
	sym := &layout.Symbol{Name: "s", Items: []layout.Item{rect(2, 2), rect(30, 1)}}
	items := []layout.Item{
		rect(50, 50), rect(2, 2), pattern, &layout.QR{},
		&layout.Text{Size: layout.MM(14), Width: layout.MM(80), Fill: layout.Black()}, &layout.Text{Size: layout.MM(2), Width: layout.MM(80), Fill: layout.Black()},
		&layout.Group{Transform: layout.Identity(), Items: []layout.Item{rect(1, 1)}},
		&layout.Use{Symbol: sym, Transform: layout.Identity()}, &layout.Use{Symbol: sym, Transform: layout.Scale(2, 2)},
	}
	small := &thumbnail{known: map[*layout.Symbol]*layout.Symbol{}, k: 0.08}
	got := small.items(items, 0.08)
	if len(got) != 4 {
		t.Fatalf("%d items are left, want an area, a bar and a symbol twice: %v", len(got), got)
	}
	if got[0] != items[0] {
		t.Error("the area is another one")
	}
	if _, ok := got[1].(*layout.Path); !ok {
		t.Errorf("a text became %T, want a bar", got[1])
	}
	a, b := got[2].(*layout.Use), got[3].(*layout.Use)
	if a.Symbol != b.Symbol || len(a.Symbol.Items) != 1 || len(sym.Items) != 2 {
		t.Error("a symbol is made small once, and stays itself")
	}
}

// On a piece that a figure shows small, a line of words becomes a bar and a
// numeral is set larger in its place, unless there would be no room for it.
func TestNumeralsOfSmallPieces(t *testing.T) {
	text := func(s string, width float64) *layout.Text {
		return &layout.Text{Content: s, At: layout.Point{X: layout.MM(10), Y: layout.MM(10)}, Size: layout.Pt(14), Width: layout.MM(width), Fill: layout.Black()}
	}
	for _, c := range []struct {
		text *layout.Text
		k    float64
		want string
	}{
		{text("Phishing", 20), 0.3, "bar"},
		{text("No", 8), 0.3, "nothing"},
		{text("−1", 6), 0.3, "numeral"},
		{text("0", 3), 0.3, "numeral"},
		{text("−1", 6), 0.1, "nothing"},
		{text("≥", 6), 0.3, "nothing"},
		{text("−1", 6), 0.5, "text"},
	} {
		items, _ := (&Composer{}).shownItems([]layout.Item{c.text}, c.k, true)
		got := "nothing"
		if len(items) > 0 {
			switch it := items[0].(type) {
			case *layout.Path:
				got = "bar"
			case *layout.Text:
				got = "numeral"
				if it == c.text {
					got = "text"
				} else if size, middle := it.Size.Pt()*c.k, it.At.X+it.Width/2; size < leastShownText-0.01 || size > leastShownText+0.01 || middle != layout.MM(10)+c.text.Width/2 {
					t.Errorf("%q at %g: %.2f pt around %v", c.text.Content, c.k, size, middle)
				}
			}
		}
		if got != c.want {
			t.Errorf("%q at %g is %s, want %s", c.text.Content, c.k, got, c.want)
		}
	}
}

// A sign in a field, as a number in a pill, grows as far as the field has room
// for it beside what else stands there, and takes an empty field with it when it
// has to go. A number among words of a line is a part of their bar.
func TestSignsInFields(t *testing.T) {
	rect := func(x, w float64) *layout.Path {
		r := layout.Rect{X: layout.MM(x), Y: layout.MM(4), W: layout.MM(w), H: layout.MM(8)}
		return &layout.Path{Outline: layout.RectOutline(r, 0), Fill: layout.White()}
	}
	text := func(s string, x, width float64) *layout.Text {
		return &layout.Text{Content: s, At: layout.Point{X: layout.MM(x), Y: layout.MM(9.5)}, Size: layout.Pt(14), Width: layout.MM(width), Fill: layout.Black()}
	}
	pill, icon := rect(40, 19), rect(54, 4)
	for _, c := range []struct {
		name  string
		items []layout.Item
		k     float64
		want  string
	}{
		{"alone, in the middle", []layout.Item{pill, text("25", 42, 6)}, 0.2, "field, 25 around 49.5"},
		{"a unit beside it goes", []layout.Item{pill, text("25", 42, 6), text("MB", 49, 5)}, 0.2, "field, 25 around 49.5"},
		{"letters alone", []layout.Item{pill, text("XL", 46, 7)}, 0.2, "field, XL around 49.5"},
		{"beside an icon", []layout.Item{pill, text("1", 43, 3), icon}, 0.2, "field, 1 around 47.5, field"},
		{"letters beside an icon", []layout.Item{pill, text("XL", 43, 7), icon}, 0.2, "field, field"},
		{"no room", []layout.Item{pill, text("25", 42, 6)}, 0.1, ""},
		{"no room beside an icon", []layout.Item{pill, text("1", 43, 3), icon}, 0.1, "field, field"},
		{"among words", []layout.Item{rect(0, 60), text("Draw", 1, 14), text("2", 16, 3)}, 0.3, "field, field"},
	} {
		items, _ := (&Composer{}).shownItems(c.items, c.k, true)
		var got []string
		for _, item := range items {
			if it, ok := item.(*layout.Text); ok {
				got = append(got, fmt.Sprintf("%s around %.1f", it.Content, (it.At.X+it.Width/2).MM()))
			} else {
				got = append(got, "field")
			}
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}
