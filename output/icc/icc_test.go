package icc_test

import (
	"testing"

	"kitpress/output/icc"
)

// TestColours compares colours with what Argyll's icclu gives for the same
// profile, perceptual, in percent.
func TestColours(t *testing.T) {
	p, err := icc.Read(icc.FOGRA39)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rgb  [3]uint8
		cmyk [4]float64
	}{
		{[3]uint8{255, 255, 255}, [4]float64{0, 0, 0, 0}},
		{[3]uint8{0, 0, 0}, [4]float64{81.8, 73.0, 59.7, 82.8}},
		{[3]uint8{255, 0, 0}, [4]float64{0.0, 95.5, 93.6, 0.8}},
		{[3]uint8{0, 128, 255}, [4]float64{77.3, 33.4, 0.0, 12.9}},
		{[3]uint8{51, 66, 106}, [4]float64{66.2, 48.3, 0.0, 57.3}},
		{[3]uint8{199, 125, 203}, [4]float64{26.7, 51.0, 0.0, 10.6}},
		{[3]uint8{246, 185, 43}, [4]float64{0.0, 30.7, 92.4, 4.3}},
		{[3]uint8{7, 102, 95}, [4]float64{73.1, 0.0, 38.5, 57.3}},
	} {
		got := p.CMYK(c.rgb)
		for i, v := range got {
			if d := float64(v)/2.55 - c.cmyk[i]; d < -1.5 || d > 1.5 {
				t.Errorf("%v: %v, want %v", c.rgb, got, c.cmyk)
				break
			}
		}
	}
}

// TestInkIsLimited tries every colour of a grid.
func TestInkIsLimited(t *testing.T) {
	p, err := icc.Read(icc.FOGRA39)
	if err != nil {
		t.Fatal(err)
	}
	for r := 0; r < 256; r += 15 {
		for g := 0; g < 256; g += 15 {
			for b := 0; b < 256; b += 15 {
				c := p.CMYK([3]uint8{uint8(r), uint8(g), uint8(b)})
				if sum := float64(int(c[0])+int(c[1])+int(c[2])+int(c[3])) / 2.55; sum > icc.MostInk {
					t.Errorf("%d %d %d: %v is %.1f %% ink", r, g, b, c, sum)
				}
			}
		}
	}
}

func TestDamagedProfiles(t *testing.T) {
	change := func(at int, b string) []byte {
		data := append([]byte(nil), icc.FOGRA39...)
		copy(data[at:], b)
		return data
	}
	for name, data := range map[string][]byte{
		"empty":      nil,
		"text":       []byte("not a profile"),
		"of screens": change(16, "RGB "),
		"no table":   change(128, "\x00\x00\x00\x01"),
		"cut":        icc.FOGRA39[:70000],
		"half":       icc.FOGRA39[:200],
	} {
		if _, err := icc.Read(data); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
