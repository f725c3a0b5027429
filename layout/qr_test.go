package layout

import (
	"fmt"
	"strings"
	"testing"
)

// formats are the 15 format bits of ISO/IEC 18004, table C.1, by level and
// mask.
var formats = map[string][8]uint16{
	"M": {0x5412, 0x5125, 0x5E7C, 0x5B4B, 0x45F9, 0x40CE, 0x4F97, 0x4AA0},
	"Q": {0x355F, 0x3068, 0x3F31, 0x3A06, 0x24B4, 0x2183, 0x2EDA, 0x2BED},
}

func TestEncode(t *testing.T) {
	for _, c := range []struct {
		payload, level string
		size           int
	}{
		{"HTTPS://EXAMPLE.ORG/C/7F3K-Q", "Q", 25},
		{"HTTPS://EXAMPLE.ORG/C/7F3K-Q/DE", "M", 25},
		{"https://de.wikipedia.org/wiki/Phishing", "M", 29},
		{"A", "Q", 21},
		{strings.Repeat("x", 300), "M", 69},
	} {
		var q Codes
		code, err := q.Encode(c.payload)
		if err != nil {
			t.Fatal(err)
		}
		if code.Level != c.level || code.Size != c.size || code.Payload != c.payload {
			t.Errorf("%q: level %s, %d modules", c.payload, code.Level, code.Size)
		}
		checkFinders(t, code)
		if code.Size <= 17+4*maxVersion {
			if got, err := readCode(code); err != nil || got != c.payload {
				t.Errorf("%q says %q: %v", c.payload, got, err)
			}
		}
		checkRects(t, code)
	}
}

// checkFinders looks for the three big squares, each with its light frame.
func checkFinders(t *testing.T, c *Code) {
	t.Helper()
	for _, at := range [][2]int{{0, 0}, {c.Size - 7, 0}, {0, c.Size - 7}} {
		for y := -1; y <= 7; y++ {
			for x := -1; x <= 7; x++ {
				ring := max(abs(x-3), abs(y-3))
				if want := ring == 3 || ring <= 1; c.Dark(at[0]+x, at[1]+y) != want {
					t.Fatalf("%q: finder pattern at %v is broken at %d,%d", c.Payload, at, x, y)
				}
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }

// checkRects draws the rectangles and the outline again.
func checkRects(t *testing.T, c *Code) {
	t.Helper()
	count, dark := make([]int, c.Size*c.Size), 0
	for _, r := range c.Rects() {
		for y := r.Y; y < r.Y+r.H; y++ {
			for x := r.X; x < r.X+r.W; x++ {
				count[y*c.Size+x]++
			}
		}
	}
	for i, n := range count {
		want := 0
		if c.Dark(i%c.Size, i/c.Size) {
			want = 1
			dark++
		}
		if n != want {
			t.Fatalf("%q: module %d,%d is drawn %d times", c.Payload, i%c.Size, i/c.Size, n)
		}
	}
	o := c.Outline(Point{MM(10), MM(20)}, 500)
	area := 0
	for _, s := range o.SubPaths() {
		b := s.Bounds()
		if b.X%500 != 0 || b.Y%500 != 0 {
			t.Fatalf("corner off the grid: %s", rectText(b))
		}
		area += int(b.W/500) * int(b.H/500)
	}
	side := Length(c.Size) * 500
	if area != dark || o.Bounds() != (Rect{MM(10), MM(20), side, side}) {
		t.Errorf("%q: outline covers %d modules of %d in %s", c.Payload, area, dark, rectText(o.Bounds()))
	}
	if n := len(o.Points) / 4; n*2 > dark {
		t.Errorf("%q: %d rectangles for %d dark modules", c.Payload, n, dark)
	}
}

func TestEncodeRefuses(t *testing.T) {
	var q Codes
	for _, c := range []struct{ payload, want string }{
		{"", "nothing"},
		{"https://ja.wikipedia.org/wiki/情報", "printable ASCII"},
		{"two\nlines", "printable ASCII"},
		{"caf\xe9", "printable ASCII"},
		{strings.Repeat("x", 301), "at most 300"},
	} {
		if code, err := q.Encode(c.payload); err == nil || code != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v", c.payload, err)
		}
	}
}

func TestCodesAreMadeOnce(t *testing.T) {
	var q Codes
	var payloads []string
	for i := range 40 {
		payloads = append(payloads, fmt.Sprintf("HTTPS://EXAMPLE.ORG/C/%04d", i%20))
	}
	q.Warm(append(payloads, "é"))
	q.Warm(nil)
	if len(q.made) != 21 {
		t.Errorf("%d codes kept", len(q.made))
	}
	a, err := q.Encode(payloads[0])
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := q.Encode(payloads[20]); a != b {
		t.Error("the same payload made two codes")
	}
}
