package verify

import (
	"image"
	"strings"
	"testing"
)

func TestBlurred(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 41, 31))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for y := range 31 { // a dark stripe of one pixel
		img.Pix[img.PixOffset(20, y)] = 0
	}
	part := img.SubImage(image.Rect(10, 5, 41, 31)).(*image.Gray)
	got := blurred(part, 1)
	if size := got.Rect.Size(); size != image.Pt(31, 26) {
		t.Fatalf("size %v", size)
	}
	// A bell curve of one pixel takes 40 % at its middle, 24 % beside it.
	for x, want := range map[int]uint8{10: 153, 9: 193, 11: 193, 0: 255, 30: 255} {
		for _, y := range []int{0, 13, 25} {
			if v := got.GrayAt(x, y).Y; v < want-2 || v > want+2 && want < 254 {
				t.Errorf("pixel %d,%d is %d, want about %d", x, y, v, want)
			}
		}
	}
}

// A topic must say something in the language of the card.
func TestTopicsLackTexts(t *testing.T) {
	for _, tc := range []struct {
		code      CheckedCode
		explained bool
		want      string
	}{
		{CheckedCode{Title: true, Summary: true}, false, ""},
		{CheckedCode{Title: true, Summary: true, Explanation: true}, true, ""},
		{CheckedCode{Title: true, Summary: true}, true, `the topic "moonlight" has no explanation in de`},
		{CheckedCode{Title: true}, false, `the topic "moonlight" has no summary in de`},
		{CheckedCode{}, true, `the topic "moonlight" has no title in de`},
	} {
		c := tc.code
		c.Topic, c.Lang, c.Expected, c.Module, c.Quiet, c.Contrast, c.Trim = "moonlight", "de", "https://example.org", 0.5, 4, 21, 5
		c.judge(tc.explained)
		if got := strings.Join(c.Failures, "; "); got != tc.want {
			t.Errorf("%+v: %s, want %s", tc.code, got, tc.want)
		}
	}
	// Every measure has its limit.
	c := CheckedCode{Expected: "x", Module: 0.39, Quiet: 3.9, Contrast: 3.9, Trim: 2.5, Reads: []Read{{Scan: Scan{DPI: 200}}, {Scan: Scan{DPI: 150}, Payload: "y"}}}
	c.judge(false)
	want := `cannot be read at 200 dpi; says "y" at 150 dpi, not "x"; a module is 0.39 mm, less than 0.4; only 3.9 modules around it are white, not 4; ` +
		`dark and light differ by 3.9 to 1, not by 4; the cut is 2.5 mm away, less than 2.6 mm`
	if got := strings.Join(c.Failures, "; "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
