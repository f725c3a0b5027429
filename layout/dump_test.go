package layout

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestDump(t *testing.T) {
	var q Codes
	code, err := q.Encode("HTTPS://EXAMPLE.ORG/C/7F3K-Q")
	if err != nil {
		t.Fatal(err)
	}
	ink := &Paint{Role: "ink", RGB: [3]uint8{0x1F, 0x23, 0x33}}
	ts := NewTypesetter(testFonts(), nil)
	title, _ := ts.Break("Data **loss**", Style{Lang: "en", Size: Pt(11), Weight: 400, Fill: White()}, MM(45))
	label, _ := ts.Break("Threat", Style{Lang: "en", Size: Pt(6.5), Weight: 700, Upper: true, Tracking: .18}, MM(45))
	star := regularPolygon(Point{MM(20), MM(20)}, MM(5), 14)
	box := RectOutline(Rect{0, 0, MM(10), MM(10)}, 0)
	s := &Scene{Name: "threats/data-loss/front", Size: Size{MM(63), MM(88)}, Bleed: MM(3), Items: []Item{
		&Path{Origin: testPos, Outline: RectOutline(Rect{-MM(3), -MM(3), MM(69), MM(18)}, 0), Fill: ink},
		&Path{Outline: PolylineOutline(Point{0, 0}, Point{MM(5), MM(2.5)}), Stroke: &Stroke{Paint: Black(), Width: MM(.15), Round: true, Dash: []Length{MM(1), MM(.5)}}},
		&Path{Outline: star, Fill: &Paint{RGB: [3]uint8{255, 0, 0}}},
		&Group{Transform: Translate(Point{MM(1), -MM(2)}), Clip: &box, Tag: &Tag{Role: "Figure", Alt: "a folder", ID: 3, Under: 1}, Items: append(
			title.Items(MM(15), MM(10.75), MM(45), testPos),
			&Use{Symbol: &Symbol{Name: "die-inf"}, Transform: Rotate(30)},
			&Group{Transform: Identity(), Items: []Item{&Anchor{Name: "r1", At: Point{MM(1), MM(2)}}}},
		)},
		label.Items(MM(15), MM(5.35), MM(45), testPos)[0],
		&QR{Origin: testPos, At: Point{MM(43.5), MM(66.2)}, Module: 500, Code: code, Fill: Black()},
		&QR{At: Point{MM(1), MM(1)}, Module: 500},
		&Image{Origin: testPos, Rect: Rect{0, 0, MM(10), MM(5)}, Picture: &Picture{File: make([]byte, 123), Pixels: Size{200, 100}}},
		&Link{Rect: Rect{0, 0, MM(10), MM(5)}, URL: "https://example.org"},
		&Link{Rect: Rect{0, 0, MM(10), MM(5)}, Anchor: "r1"},
		&Text{Content: "no \"face\"", Size: Pt(10)},
	}}
	var out strings.Builder
	if err := Dump(&out, s); err != nil {
		t.Fatal(err)
	}
	golden(t, "dump.txt", out.String())
}

func TestDumpReportsErrors(t *testing.T) {
	if err := Dump(fullDisk{}, &Scene{Name: "a"}); !errors.Is(err, errFull) {
		t.Errorf("error = %v", err)
	}
}

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// regularPolygon returns the n-sided polygon about c whose first corner lies
// on the right.
func regularPolygon(c Point, r Length, n int) Outline {
	points := make([]Point, n)
	for i := range points {
		s, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = Point{c.X + r.Mul(cos), c.Y + r.Mul(s)}
	}
	return PolygonOutline(points...)
}
