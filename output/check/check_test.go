package check_test

import (
	"strings"
	"testing"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/output/check"
)

func scene(items ...layout.Item) *layout.Scene {
	return &layout.Scene{Name: "test", Size: layout.Size{W: 10000, H: 10000}, Items: items}
}

// What the contract suite does not try on every format.
func TestRefused(t *testing.T) {
	deep := []layout.Item{}
	for range 80 {
		deep = []layout.Item{&layout.Group{Items: deep}}
	}
	broken := layout.Outline{Verbs: []layout.Verb{layout.MoveTo, layout.LineTo}, Points: make([]layout.Point, 1)}
	for _, test := range []struct {
		name string
		s    *layout.Scene
		want string
	}{
		{"no scene", nil, "no scene"},
		{"depth", scene(deep...), "deep"},
		{"code without a pattern", scene(&layout.QR{Module: 400}), "QR"},
		{"use of nothing", scene(&layout.Use{}), "no symbol"},
		{"clip", scene(&layout.Group{Clip: &broken}), "1 points"},
		{"shape without a start", scene(&layout.Path{Outline: layout.Outline{Verbs: []layout.Verb{layout.LineTo}, Points: make([]layout.Point, 1)}, Fill: layout.Black()}), "move"},
		{"nothing at all", scene(nil), "unknown"},
		{"in a symbol", scene(&layout.Use{Symbol: &layout.Symbol{Items: []layout.Item{&layout.Link{URL: "http://x/"}}}}), "http://x/"},
		{"place", scene(&layout.Link{Origin: source.Pos{File: "cards.yaml", Line: 7, Col: 3}, URL: "ftp://x/"}), "cards.yaml:7:3"},
	} {
		if err := check.Scene(test.s); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error is %v, want one about %q", test.name, err, test.want)
		}
	}
	if err := check.Scene(scene(&layout.Link{Anchor: "in another file"}, &layout.Group{})); err != nil {
		t.Error(err)
	}
}

// All problems are told at once, but not thousands.
func TestAllAtOnce(t *testing.T) {
	var items []layout.Item
	for range 50 {
		items = append(items, &layout.Link{URL: "http://x/"})
	}
	err := check.Scene(scene(items...))
	if n := strings.Count(err.Error(), "http://x/"); n < 5 || n > 20 {
		t.Errorf("%d problems are told", n)
	}
}
