package compose

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose/theme"
)

// photo returns a PNG file of one colour.
func photo(t *testing.T, w, h int) string {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := 0; i < len(img.Pix); i += 4 {
		copy(img.Pix[i:], []byte{200, 40, 0, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// images returns the pictures of a scene with where they are seen.
func images(items []layout.Item, seen layout.Rect, m layout.Matrix) (all []*layout.Image, clips []layout.Rect) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Image:
			moved := *it
			moved.Rect = m.Bounds(it.Rect)
			return []*layout.Image{&moved}, []layout.Rect{seen}
		case *layout.Group:
			at := it.Transform.Then(m)
			inner := seen
			if it.Clip != nil {
				inner = it.Clip.Transform(at).Bounds()
			}
			more, where := images(it.Items, inner, at)
			all, clips = append(all, more...), append(clips, where...)
		case *layout.Use:
			more, where := images(it.Symbol.Items, seen, it.Transform.Then(m))
			all, clips = append(all, more...), append(clips, where...)
		}
	}
	return all, clips
}

// A picture fills its room or fits into it, whatever its shape, in the middle.
func TestImageFit(t *testing.T) {
	room := layout.Rect{X: layout.MM(10), Y: layout.MM(30), W: layout.MM(40), H: layout.MM(20)}
	for _, c := range []struct {
		fit        string
		w, h       int
		rect, seen layout.Rect
	}{
		{"cover", 400, 400, layout.Rect{X: 10000, Y: 20000, W: 40000, H: 40000}, room},
		{"contain", 400, 400, layout.Rect{X: 20000, Y: 30000, W: 20000, H: 20000}, layout.Rect{}},
		{"cover", 1600, 400, layout.Rect{X: -10000, Y: 30000, W: 80000, H: 20000}, room},
		{"contain", 1600, 400, layout.Rect{X: 10000, Y: 35000, W: 40000, H: 10000}, layout.Rect{}},
		{"contain", 800, 400, room, layout.Rect{}},
		{"stretch", 400, 400, room, layout.Rect{}},
		{"cover, focus: [0.5, 0]", 400, 400, layout.Rect{X: 10000, Y: 30000, W: 40000, H: 40000}, room},
		{"cover, focus: [1, 0.5]", 1600, 400, layout.Rect{X: -30000, Y: 30000, W: 80000, H: 20000}, room},
		{"contain, focus: [0, 2]", 400, 400, layout.Rect{X: 10000, Y: 30000, W: 20000, H: 20000}, layout.Rect{}},
		{"cover, focus: [1, 0.5], mirror: true", 1600, 400, layout.Rect{X: -30000, Y: 30000, W: 80000, H: 20000}, room},
	} {
		fsys := card(t, "  - {image: photo, at: [30, 40], size: [40, 20], fit: "+c.fit+", alt: A photo}\n", "art/photo.png", photo(t, c.w, c.h))
		scene, ps := composer(t, fsys, setting{}).Face("animals", "fox", Front)
		if len(ps) > 0 {
			t.Fatal(ps)
		}
		pics, seen := images(scene.Items, layout.Rect{}, layout.Identity())
		if len(pics) != 1 || pics[0].Rect != c.rect || seen[0] != c.seen {
			t.Errorf("%s of %d × %d: %v seen in %v, want %v in %v", c.fit, c.w, c.h, pics[0].Rect, seen, c.rect, c.seen)
		}
		var dump strings.Builder
		if err := layout.Dump(&dump, scene); err != nil || !strings.Contains(dump.String(), "A photo") {
			t.Error("what the picture shows is not said")
		}
	}
}

// A picture with few pixels for its size is a warning, with very few an error.
func TestImageCoarse(t *testing.T) {
	for pixels, want := range map[int]string{400: "", 200: "warning", 100: "error"} {
		fsys := card(t, "  - draw: [{image: photo, at: [0, 0], size: [20, 20]}]\n    at: [30, 40]\n    scale: 2\n", "art/photo.png", photo(t, pixels, pixels))
		_, ps := composer(t, fsys, setting{}).Face("animals", "fox", Front)
		switch {
		case want == "" && len(ps) > 0, want != "" && (len(ps) != 1 || ps.HasErrors() != (want == "error")):
			t.Errorf("%d pixels on 40 mm: %v, want %s", pixels, ps, want)
		case want != "" && ps[0].Pos != (source.Pos{File: "templates/tiny-card.yaml", Line: 4, Col: 20}):
			t.Errorf("reported at %v", ps[0].Pos)
		}
	}
}

// In ink modes that save colour a picture is grey, and a picture is read once
// for all cards.
func TestImageInk(t *testing.T) {
	fsys := card(t, "  - {image: photo.png, at: [30, 40], size: [20, 20]}\n", "art/photo.png", photo(t, 300, 300))
	for ink, want := range map[theme.Mode]color.RGBA{theme.Full: {200, 40, 0, 255}, theme.Low: {83, 83, 83, 255}, theme.Mono: {83, 83, 83, 255}} {
		c := composer(t, fsys, setting{ink: ink})
		var before *layout.Picture
		for _, card := range []string{"fox", "owl"} {
			scene, _ := c.Face("animals", card, Front)
			pics, _ := images(scene.Items, layout.Rect{}, layout.Identity())
			if before != nil && pics[0].Picture != before {
				t.Error("the picture is read for each card")
			}
			before = pics[0].Picture
		}
		img, err := png.Decode(strings.NewReader(string(before.File)))
		if err != nil {
			t.Fatal(err)
		}
		if got := color.RGBAModel.Convert(img.At(1, 1)); got != want {
			t.Errorf("%s: %v, want %v", ink, got, want)
		}
	}
}

// A picture is stored with no more pixels than print shows, and in the colour
// the template wants.
func TestImageWay(t *testing.T) {
	draw := func(more string, w, h int) *layout.Picture {
		t.Helper()
		scene, ps := composer(t, card(t, "  - {image: photo, at: [30, 40], size: [20, 10]"+more+"}\n", "art/photo.png", photo(t, w, h)), setting{}).Face("animals", "fox", Front)
		if len(ps) > 0 {
			t.Fatal(ps)
		}
		pics, _ := images(scene.Items, layout.Rect{}, layout.Identity())
		return pics[0].Picture
	}
	if p := draw("", 940, 472); p.Pixels != (layout.Size{W: 472, H: 237}) { // 20 × 10.04 mm at 600 dpi
		t.Errorf("a large picture has %v pixels", p.Pixels)
	}
	if p := draw("", 400, 200); p.Pixels != (layout.Size{W: 400, H: 200}) {
		t.Errorf("a picture of 500 dpi has %v pixels", p.Pixels)
	}
	img, err := png.Decode(bytes.NewReader(draw(", tint: '#0000ff'", 400, 200).File))
	if err != nil {
		t.Fatal(err)
	}
	if got := color.NRGBAModel.Convert(img.At(5, 5)).(color.NRGBA); got != (color.NRGBA{83, 83, 255, 255}) {
		t.Errorf("red in shades of blue is %v", got)
	}
}
