package png_test

import (
	"image"
	"image/color"
	"math"
	"math/rand"
	"testing"

	"kitpress/layout"
	"kitpress/output/outputtest"
	"kitpress/output/png"
)

// px is the side of a pixel at 200 dpi; 254 dpi has ten to the millimetre.
const px = layout.Length(127)

// dark adds up how much of a picture is covered with black, in pixels.
func dark(m *image.Gray) float64 {
	sum := 0.0
	for _, v := range m.Pix {
		sum += float64(255-v) / 255
	}
	return sum
}

func gray(t *testing.T, s *layout.Scene, dpi float64) *image.Gray {
	t.Helper()
	img, err := new(png.Renderer).RenderGray(s, png.Options{DPI: dpi})
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func at(x, y float64) layout.Point { return layout.Point{X: layout.MM(x), Y: layout.MM(y)} }

func line(width float64, round bool, dash ...float64) *layout.Stroke {
	s := &layout.Stroke{Paint: layout.Black(), Width: layout.MM(width), Round: round}
	for _, d := range dash {
		s.Dash = append(s.Dash, layout.MM(d))
	}
	return s
}

// cut returns how much less than its length times its width a line covers whose
// corner is cut off: on the inner side the pieces overlap, on the outer one
// there is a triangle.
func cut(turn, half float64) float64 {
	return half * half * (math.Sin(turn)/2 - math.Tan(turn/2))
}

// Shapes and lines cover the area geometry says they do, wherever they lie.
func TestAreas(t *testing.T) {
	ring := layout.EllipseOutline(at(10, 10), 7000, 7000)
	ring.Append(layout.PolygonOutline(at(8, 8), at(8, 12), at(12, 12), at(12, 8)))
	sharp, blunt := layout.PolylineOutline(at(3, 10), at(15, 10), at(3, 12.2)), layout.PolylineOutline(at(3, 10), at(15, 10), at(3, 12.6))
	long := func(dy float64) float64 { return 12 + math.Hypot(12, dy) }
	for _, test := range []struct {
		name   string
		o      layout.Outline
		stroke *layout.Stroke
		want   float64 // mm²
	}{
		{"rectangle", layout.RectOutline(layout.Rect{X: 3333, Y: 4444, W: 7071, H: 5055}, 0), nil, 7.071 * 5.055},
		{"circle", layout.EllipseOutline(at(10.03, 9.97), 7000, 7000), nil, math.Pi * 49},
		{"circle with a hole", ring, nil, math.Pi*49 - 16},
		{"triangle", layout.PolygonOutline(at(2, 3), at(17.1, 4.2), at(6.3, 18.4)), nil, math.Abs(15.1*15.4-1.2*4.3) / 2},
		{"upright line", layout.PolylineOutline(at(5.017, 3), at(5.017, 16)), line(1.3, false), 13 * 1.3},
		{"slanting line", layout.PolylineOutline(at(4, 3), at(16, 8)), line(.7, false), 13 * .7},
		{"round line", layout.PolylineOutline(at(4, 3), at(16, 8)), line(2, true), 26 + math.Pi},
		{"hair", layout.PolylineOutline(at(4, 3), at(16, 8)), line(.02, false), 13 * .02},
		{"dot", layout.PolylineOutline(at(4, 3), at(4, 3)), line(3, true), math.Pi * 2.25},
		{"no dot", layout.PolylineOutline(at(4, 3), at(4, 3)), line(3, false), 0},
		{"frame", layout.RectOutline(layout.Rect{X: 3000, Y: 3000, W: 10000, H: 8000}, 0), line(1, false), 11*9 - 9*7},
		{"round frame", layout.RectOutline(layout.Rect{X: 3000, Y: 3000, W: 10000, H: 8000}, 0), line(2, true), 12*10 - 8*6 - (4 - math.Pi)},
		{"corner", layout.PolylineOutline(at(3, 4), at(13, 4), at(13, 14)), line(2, false), 40},
		{"round corner", layout.PolylineOutline(at(3, 4), at(13, 4), at(13, 14)), line(2, true), 40 - 1 + math.Pi/4 + math.Pi},
		{"circular line", layout.EllipseOutline(at(10, 10), 6000, 6000), line(1, false), math.Pi * (6.5*6.5 - 5.5*5.5)},
		{"filled up circle", layout.EllipseOutline(at(10, 10), 1000, 1000), line(4, true), math.Pi * 9},
		{"dashes", layout.PolylineOutline(at(2, 5), at(18, 5)), line(1, false, 2, 1), 11},
		{"round dashes", layout.PolylineOutline(at(2, 5), at(18, 5)), line(1, true, 2, 2), 8 + math.Pi},
		{"dots", layout.PolylineOutline(at(2, 5), at(17, 5)), line(1, true, 0, 2), 8 * math.Pi / 4},
		{"one length for both", layout.PolylineOutline(at(2, 5), at(18, 5)), line(1, false, 3), 9},
		{"dashed frame", layout.RectOutline(layout.Rect{X: 3000, Y: 3000, W: 8000, H: 8000}, 0), line(1, false, 2, 2), 16},
		{"sharp corner is cut", sharp, line(.8, false), .8*long(2.2) + cut(math.Pi-math.Atan(2.2/12), .4)},
		{"blunt corner is not", blunt, line(.8, false), .8 * long(2.6)},
		{"crossing itself", layout.PolylineOutline(at(3, 3), at(13, 13), at(13, 3), at(3, 13)), line(1, true), 2*math.Hypot(10, 10) + 10 - 1 + math.Pi/4 + 2*(.25*.75*math.Pi/2-.25*math.Tan(3*math.Pi/8))},
	} {
		for _, place := range []layout.Matrix{layout.Identity(), layout.Translate(layout.Point{X: 31, Y: 77}), layout.Translate(layout.Point{X: -10000, Y: -10000}).Then(layout.Rotate(90)).Then(layout.Translate(layout.Point{X: 10000, Y: 10000}))} {
			path := &layout.Path{Outline: test.o, Stroke: test.stroke}
			if test.stroke == nil {
				path.Fill = layout.Black()
			}
			got := dark(gray(t, scene(20000, 20000, &layout.Group{Transform: place, Items: []layout.Item{path}}), 254)) / 100
			if math.Abs(got-test.want) > 0.012*test.want+0.01 {
				t.Errorf("%s covers %.3f mm², want %.3f", test.name, got, test.want)
			}
		}
	}
}

// A group that is stretched stretches its lines and letters too.
func TestStretched(t *testing.T) {
	s := scene(20000, 20000, &layout.Group{Transform: layout.Scale(2, .5), Items: []layout.Item{
		&layout.Path{Outline: layout.PolylineOutline(at(5, 4), at(5, 36)), Stroke: line(1, false)},  // 2 mm wide, 16 high
		&layout.Path{Outline: layout.PolylineOutline(at(7, 30), at(9, 30)), Stroke: line(1, false)}, // 4 mm wide, 0.5 high
	}})
	if got := dark(gray(t, s, 254)) / 100; math.Abs(got-34) > .05 {
		t.Errorf("lines cover %.3f mm², want 34", got)
	}
}

// What lies outside a clip is not touched, whatever is drawn.
func TestClip(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	point := func() layout.Point {
		return layout.Point{X: layout.Length(r.Intn(30000) - 5000), Y: layout.Length(r.Intn(30000) - 5000)}
	}
	for i := range 200 {
		clip := layout.PolygonOutline(point(), point(), point())
		if i%3 == 0 {
			clip = layout.RectOutline(layout.Rect{X: 2000 + layout.Length(r.Intn(5000)), Y: 2000 + layout.Length(r.Intn(5000)), W: layout.Length(r.Intn(9000)), H: layout.Length(r.Intn(9000))}, 0)
		}
		inner := layout.EllipseOutline(point(), layout.Length(1+r.Intn(9000)), layout.Length(1+r.Intn(9000)))
		items := []layout.Item{
			box(-9000, -9000, 40000, 40000, paint(255, 0, 0)),
			&layout.Path{Outline: layout.PolygonOutline(point(), point(), point()), Fill: paint(0, 99, 0), Stroke: line(1, true)},
			&layout.Group{Clip: &inner, Items: []layout.Item{box(-9000, -9000, 40000, 40000, paint(0, 0, 255))}},
		}
		inside := gray(t, scene(20000, 20000, &layout.Path{Outline: clip, Fill: layout.Black()}), 100)
		got := render(t, scene(20000, 20000, &layout.Group{Clip: &clip, Items: items}), png.Options{DPI: 100})
		free := render(t, scene(20000, 20000, items...), png.Options{DPI: 100})
		for y := range inside.Rect.Dy() {
			for x := range inside.Rect.Dx() {
				switch c := got.RGBAAt(x, y); inside.GrayAt(x, y).Y {
				case 255:
					if c != (color.RGBA{255, 255, 255, 255}) {
						t.Fatalf("clip %d: pixel %d, %d outside is %v", i, x, y, c)
					}
				case 0:
					// An edge that is cut at the box of the clip is rounded there once more.
					if !near(c, free.RGBAAt(x, y), 3) {
						t.Fatalf("clip %d: pixel %d, %d inside is %v, want %v", i, x, y, c, free.RGBAAt(x, y))
					}
				}
			}
		}
	}
}

func near(a, b color.RGBA, by int) bool {
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		if d < -by || d > by {
			return false
		}
	}
	return true
}

// Two pieces that touch, each clipped at an edge that runs through pixels,
// leave no more of the paper than one pixel's share.
func TestClipEdges(t *testing.T) {
	left := layout.RectOutline(layout.Rect{X: 1270, Y: 1270, W: 6350 + 42, H: 6350}, 0)
	s := scene(12700, 12700, &layout.Group{Clip: &left, Items: []layout.Item{box(0, 0, 12700, 12700, layout.Black())}})
	img := gray(t, s, 200) // 127 µm a pixel: the right edge covers a third of one
	if v := img.GrayAt(60, 30).Y; v < 160 || v > 175 {
		t.Errorf("pixel on the edge is %d", v)
	}
	if img.GrayAt(59, 30).Y != 0 || img.GrayAt(61, 30).Y != 255 || img.GrayAt(10, 10).Y != 0 || img.GrayAt(9, 10).Y != 255 {
		t.Error("pixels beside the edge are wrong")
	}
}

// A shape that is moved by whole pixels keeps its pixels.
func TestMovedByPixels(t *testing.T) {
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewSource(2))
	point := func() layout.Point {
		return layout.Point{X: layout.Length(4000 + r.Intn(9000)), Y: layout.Length(4000 + r.Intn(9000))}
	}
	for i := range 100 {
		o := layout.PolylineOutline(point(), point(), point())
		o.Cubic(point(), point(), point())
		items := []layout.Item{
			&layout.Path{Outline: o, Fill: paint(200, 0, 90), Stroke: &layout.Stroke{Paint: paint(0, 90, 0), Width: layout.Length(1 + r.Intn(900)), Round: i%2 == 0, Dash: [][]layout.Length{nil, {700, 300}}[i/2%2]}},
			&layout.Text{At: point(), Face: fonts.Face("de", 400), Size: layout.Length(1000 + r.Intn(5000)), Content: "agf", Fill: paint(0, 0, 99)},
		}
		dx, dy := r.Intn(60), r.Intn(60)
		a := render(t, scene(30000, 30000, items...), png.Options{DPI: 200})
		b := render(t, scene(30000, 30000, &layout.Group{Transform: layout.Translate(layout.Point{X: px * layout.Length(dx), Y: px * layout.Length(dy)}), Items: items}), png.Options{DPI: 200})
		for y := range a.Rect.Dy() - dy {
			for x := range a.Rect.Dx() - dx {
				if c, d := a.RGBAAt(x, y), b.RGBAAt(x+dx, y+dy); c != d {
					t.Fatalf("scene %d moved by %d, %d: pixel %d, %d was %v and is %v", i, dx, dy, x, y, c, d)
				}
			}
		}
	}
}

// A Renderer that has drawn other things draws the same as a fresh one.
func TestRendererKeepsNothing(t *testing.T) {
	fonts, err := outputtest.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	used := &png.Renderer{}
	for _, lang := range []string{"de", "ja", "de"} {
		doc, err := outputtest.Deck(fonts, lang, 9)
		if err != nil {
			t.Fatal(err)
		}
		for _, dpi := range []float64{100, 60, 150} {
			for _, p := range doc.Pages {
				got, err := used.Render(p.Scene, png.Options{DPI: dpi})
				if err != nil {
					t.Fatal(err)
				}
				if want := render(t, p.Scene, png.Options{DPI: dpi}); string(got.Pix) != string(want.Pix) {
					t.Errorf("%s at %g dpi: pixels differ", lang, dpi)
				}
				grey, err := used.RenderGray(p.Scene, png.Options{DPI: dpi})
				if err != nil {
					t.Fatal(err)
				}
				for i := range grey.Pix {
					c := color.GrayModel.Convert(color.RGBA{got.Pix[4*i], got.Pix[4*i+1], got.Pix[4*i+2], 255}).(color.Gray)
					if d := int(c.Y) - int(grey.Pix[i]); d < -6 || d > 6 {
						t.Fatalf("%s: pixel %d is %d in grey and %d in colour", lang, i, grey.Pix[i], c.Y)
					}
				}
			}
		}
	}
}
