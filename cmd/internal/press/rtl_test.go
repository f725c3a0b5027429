package press

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/cmd/internal/kit/kittest"
	"kitpress/layout"
)

var update = flag.Bool("update", false, "write the goldens in testdata anew")

// A game in languages that run from right to left has everything the other way
// round but its words, its pictures and the board that is not to be: the
// goldens say what stands where, from the upper right corner.
func TestRightToLeft(t *testing.T) {
	pack, closer, err := catalog.OpenPack(filepath.FromSlash("../../kitpress/testdata/caravan"))
	if err != nil {
		t.Fatal(err)
	}
	defer closer.Close()
	for _, lang := range []string{"ar", "he"} {
		var b strings.Builder
		for _, s := range sheetsOf(t, Request{Catalog: pack, Langs: []string{lang}, Only: []string{"stations", "boards", "rulebook", "guide"}}) {
			for _, face := range s.faces {
				if face != nil && slices.Contains([]string{"stations/letter/front", "roads/road/front", "rounds/round-trip/front"}, face.Name) {
					fmt.Fprintf(&b, "## %s\n%s", face.Name, placesOn(face))
				}
			}
			for i, p := range s.Pages {
				switch {
				case s.ID == "rulebook" && i == 1 || s.ID == "guide" && i == 2:
					fmt.Fprintf(&b, "## %s, page %d, bound on the right: %v\n%s", s.ID, i+1, s.RTL, placesOn(p.Scene))
				case s.ID == "rulebook-booklet":
					fmt.Fprintf(&b, "## %s\n", p.Scene.Name)
					for _, half := range p.Scene.Items {
						g := half.(*layout.Group)
						fmt.Fprintf(&b, "%5.1f %s\n", g.Transform.E/1000, g.Items[0].(*layout.Use).Symbol.Name)
					}
				}
			}
		}
		name := filepath.Join("testdata", "rtl-"+lang+".txt")
		if *update {
			kittest.Put(t, name, b.String())
		}
		want, err := os.ReadFile(name)
		if err != nil || b.String() != string(want) {
			t.Errorf("%s: %v, or something else stands there (-update writes it):\n%s", name, err, b.String())
		}
	}
}

// A place is a word, an icon or a code and where it is, mm.
type place struct {
	y, left, right float64
	what           string
	line           *layout.Line // it is a part of
}

// placesOn lists what is read on a scene, from the top and then from the right.
func placesOn(s *layout.Scene) string {
	var list []place
	var walk func(items []layout.Item, m layout.Matrix)
	add := func(r layout.Rect, m layout.Matrix, what string) {
		r = m.Bounds(r)
		list = append(list, place{r.Bottom().MM(), r.X.MM(), r.Right().MM(), what, nil})
	}
	walk = func(items []layout.Item, m layout.Matrix) {
		for _, item := range items {
			switch it := item.(type) {
			case *layout.Text:
				add(layout.Rect{X: it.At.X, Y: it.At.Y, W: it.Width}, m, it.Content)
				p := &list[len(list)-1]
				if p.line = it.Line; len(list) > 1 && list[len(list)-2].line == it.Line {
					before := &list[len(list)-2]
					before.left, before.right, before.what = min(before.left, p.left), max(before.right, p.right), before.what+p.what
					list = list[:len(list)-1]
				}
			case *layout.QR:
				side := it.Module * layout.Length(it.Code.Size)
				add(layout.Rect{X: it.At.X, Y: it.At.Y, W: side, H: side}, m, "a code")
			case *layout.Link:
				add(it.Rect, m, "a link to "+it.Anchor+it.URL)
			case *layout.Group:
				if it.Transform != (layout.Matrix{}) {
					walk(it.Items, it.Transform.Then(m))
				}
			case *layout.Use:
				switch at := it.Transform.Then(m); {
				case strings.HasPrefix(it.Symbol.Name, "icon/"):
					add(it.Symbol.Box, at, fmt.Sprintf("%s, turned round: %v", it.Symbol.Name, !it.Symbol.Upright))
				case strings.HasPrefix(it.Symbol.Name, "face/"):
					add(it.Symbol.Box, at, it.Symbol.Name)
				default:
					walk(it.Symbol.Items, at)
				}
			}
		}
	}
	walk(s.Items, layout.Identity())
	slices.SortStableFunc(list, func(a, b place) int {
		return cmp.Or(cmp.Compare(int(a.y*2), int(b.y*2)), cmp.Compare(b.right, a.right))
	})
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "%5.1f  %5.1f to %5.1f  %s\n", p.y, p.right, p.left, p.what)
	}
	return b.String()
}
