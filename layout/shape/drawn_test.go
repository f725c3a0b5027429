package shape

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fromModule returns a file of a module, which tests of its own need.
func fromModule(t *testing.T, module string, path ...string) []byte {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Skip("no go command")
	}
	data, err := os.ReadFile(filepath.Join(append([]string{strings.TrimSpace(string(out))}, path...)...))
	if err != nil {
		t.Skip(err)
	}
	return data
}

// Curves of the third degree are drawn by those of the second, hardly anywhere
// further away than half a thousandth of an em.
func TestCurves(t *testing.T) {
	f, err := Open(fromModule(t, "golang.org/x/image", "font", "testdata", "CFFTest.otf"))
	if err != nil {
		t.Fatal(err)
	}
	if !f.Drawn() {
		t.Error("it is not drawn")
	}
	for _, c := range []struct {
		r                rune
		points, contours int
	}{{'H', 12, 1}, {'O', 0, 2}, {'i', 0, 2}} {
		g := f.Glyph(c.r)
		if g == 0 {
			continue
		}
		entry, points, contours := f.TrueType(g)
		if c.points != 0 && points != c.points || contours != c.contours || (len(entry) == 0) != (contours == 0) {
			t.Errorf("%c: %d points, %d contours, %d bytes", c.r, points, contours, len(entry))
		}
	}
	x, y := [4]float64{0, 0, 450, 1000}, [4]float64{0, 550, 1000, 1000}
	var c contour
	c.add(0, 0, true)
	c.cube(x, y, 0.4)
	if len(c.x) < 5 || !c.on[len(c.on)-1] || c.x[len(c.x)-1] != 1000 || c.y[len(c.y)-1] != 1000 {
		t.Fatalf("%v", c)
	}
	for i := 0; i+2 < len(c.x); i += 2 { // the middle of each lies on the curve
		mx, my := float64(c.x[i]+2*c.x[i+1]+c.x[i+2])/4, float64(c.y[i]+2*c.y[i+1]+c.y[i+2])/4
		least := math.MaxFloat64
		for k := range 1001 {
			s, u := float64(k)/1000, 1-float64(k)/1000
			at := func(p [4]float64) float64 {
				return u*u*u*p[0] + 3*u*u*s*p[1] + 3*u*s*s*p[2] + s*s*s*p[3]
			}
			least = min(least, math.Hypot(at(x)-mx, at(y)-my))
		}
		if least > 1.5 { // rounding included
			t.Errorf("part %d is %.2f away from the curve", i/2, least)
		}
	}
}

// A variable font has the weight it is set to: letters are wider.
func TestVariableFont(t *testing.T) {
	data := fromModule(t, "github.com/go-text/typesetting", "font", "testdata", "Selawik-VF-Subset.ttf")
	tables, err := Tables(data)
	if err != nil {
		t.Fatal(err)
	}
	from, to, ok := WeightAxis(tables)
	if from != 300 || to != 700 || !ok {
		t.Errorf("weights %d to %d, %v", from, to, ok)
	}
	last := 0
	for _, weight := range []int{300, 400, 700} {
		f, err := OpenMember(data, 0, weight)
		if err != nil {
			t.Fatal(err)
		}
		if now := f.Width(100); now <= last {
			t.Errorf("%d: it is %d wide after %d", weight, now, last)
		} else {
			last = now
		}
	}
	if _, err := OpenMember(data, 1, 0); err == nil {
		t.Error("a file of one font has a second one")
	}
}
