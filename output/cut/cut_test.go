package cut_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/output/cut"
)

func page() *layout.Page {
	return &layout.Page{
		Scene: &layout.Scene{Size: layout.Size{W: 210000, H: 297000}},
		Cuts:  []layout.Outline{layout.RectOutline(layout.Rect{X: 10000, Y: 20000, W: 63000, H: 88000}, 0), layout.RectOutline(layout.Rect{X: 100000, Y: 20000, W: 16000, H: 16000}, 8000)},
	}
}

func TestSVG(t *testing.T) {
	var b strings.Builder
	if err := cut.WriteSVG(&b, page()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`width="210mm" height="297mm" viewBox="0 0 210 297"`, `<path d="M10 20L73 20L73 108L10 108L10 20Z"/>`, `C112.418 20 116 23.582 116 28`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s is not in\n%s", want, &b)
		}
	}
}

// TestDXF reads the polylines back: a rectangle with y upwards, and a circle
// whose points all have its radius.
func TestDXF(t *testing.T) {
	var b strings.Builder
	if err := cut.WriteDXF(&b, page()); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	var shapes [][][2]float64
	for i := 0; i+1 < len(lines); i += 2 {
		switch {
		case lines[i+1] == "POLYLINE":
			shapes = append(shapes, nil)
		case lines[i] == "10" || lines[i] == "20":
			v, err := strconv.ParseFloat(lines[i+1], 64)
			if err != nil {
				t.Fatal(err)
			}
			last := &shapes[len(shapes)-1]
			if lines[i] == "10" {
				*last = append(*last, [2]float64{v})
			} else {
				(*last)[len(*last)-1][1] = v
			}
		}
	}
	if len(shapes) != 2 || len(shapes[0]) != 4 || shapes[0][0] != [2]float64{10, 277} || shapes[0][2] != [2]float64{73, 189} {
		t.Fatalf("%v", shapes)
	}
	for _, q := range shapes[1] {
		if r := math.Hypot(q[0]-108, q[1]-269); math.Abs(r-8) > 0.02 {
			t.Errorf("%v is %.3f mm from the middle", q, r)
		}
	}
}
