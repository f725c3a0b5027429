package layout

import "testing"

func TestParsePath(t *testing.T) {
	cases := []struct {
		d    string
		want Rect
	}{
		{"M1,2h3v4h-3z", Rect{1000, 2000, 3000, 4000}},
		{"M0 0 10 0 10 10z", Rect{0, 0, 10000, 10000}},
		{"M0 5A5 5 0 0 1 10 5A5 5 0 0 1 0 5Z", Rect{0, 0, 10000, 10000}},
		{"M0,5a5,5,0,0,110,0", Rect{0, 0, 10000, 5000}},
		{"m.5.5.5.5", Rect{500, 500, 500, 500}},
	}
	for _, c := range cases {
		o, err := ParsePath(c.d)
		if err != nil {
			t.Errorf("%s: %v", c.d, err)
			continue
		}
		if got := o.Bounds(); got != c.want {
			t.Errorf("%s: bounds %v, want %v", c.d, got, c.want)
		}
	}
}
