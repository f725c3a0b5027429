package compose

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"kitpress/layout"
	"kitpress/layout/compose/theme"
)

const drawnFace = `<svg viewBox="0 0 20 20"><circle class="accent" cx="10" cy="10" r="8" fill="#F8D5B8"/>
<path class="fine" d="M6 12H14" fill="none" stroke="#C02020" stroke-width="1"/><circle class="small" cx="10" cy="12" r="2" fill="#C02020"/></svg>`

// paths returns the shapes of items, fill before line, as "#rrggbb line #rrggbb 1.00".
func paths(items []layout.Item) (all []string) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Path:
			s := ""
			if it.Fill != nil {
				s += it.Fill.Hex()
			}
			if it.Stroke != nil {
				s += fmt.Sprint(" line ", it.Stroke.Paint.Hex(), " ", it.Stroke.Width)
			}
			all = append(all, s)
		case *layout.Group:
			all = append(all, paths(it.Items)...)
		case *layout.Use:
			all = append(all, paths(it.Symbol.Items)...)
		}
	}
	return all
}

// A drawing has the colours of the theme where a class names one, its own
// elsewhere, shades of grey in mono, fine lines where there is room for them,
// and a sticker edge of the width asked for whatever its scale.
func TestDrawings(t *testing.T) {
	for _, c := range []struct {
		name, element string
		ink           theme.Mode
		want          []string
	}{
		{"large", "size: [20, 20]", theme.Full, []string{"#f6b92b", " line #c02020 1.00"}},
		{"small", "size: [10, 10]", theme.Full, []string{"#f6b92b", "#c02020"}},
		{"mono", "size: [20, 20]", theme.Mono, []string{"#cfcfcf", " line #6b6b6b 1.00"}},
		{"edge", "size: [40, 40], edge: 1, rim: ink", theme.Full, []string{"#1b2330 line #1b2330 1.00", " line #1b2330 2.00", "#f6b92b", " line #c02020 1.00"}},
	} {
		fsys := card(t, "  - {image: face, at: [30, 40], "+c.element+"}\n", "art/face.svg", drawnFace)
		scene, ps := composer(t, fsys, setting{ink: c.ink}).Face("animals", "fox", Front)
		if len(ps) > 0 {
			t.Fatal(ps)
		}
		if got := paths(scene.Items); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// A template that asks which copy it draws is drawn for each; others once.
func TestCopies(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{{`text: "no. {copy}"`, []string{"no. 1", "no. 2", "no. 3"}}, {`text: "no. {card.quantity}"`, []string{"no. 3", "no. 3", "no. 3"}},
		{`text: "no. {card.nth}"`, []string{"no. 1", "no. 1", "no. 1"}}} {
		fsys := card(t, "  - {"+c.text+", at: [5, 40], width: 50, size: 12, fill: ink}\n")
		fsys["cards.yaml"].Data = bytes.Replace(fsys["cards.yaml"].Data, []byte("quantity: 2"), []byte("quantity: 3"), 1)
		scenes, ps := composer(t, fsys, setting{}).Copies("animals", "fox", Front)
		if len(ps) > 0 {
			t.Fatal(ps)
		}
		var got []string
		for _, s := range scenes {
			got = append(got, s.Items[0].(*layout.Text).Content)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}
