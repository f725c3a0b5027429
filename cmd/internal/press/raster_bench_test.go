package press

import (
	"image"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/layout"
	"kitpress/output/png"
	"kitpress/output/svg"
)

// The benchmarks draw what is shipped, on one processor, and tell the median
// and the slowest of all sheets and cards:
//
//	go test -run '^$' -bench Raster ./cmd/internal/kit
func BenchmarkRasterSheet(b *testing.B) {
	sheets, _ := shippedScenes(b)
	benchRaster(b, sheets, png.Options{DPI: 200})
}

func BenchmarkRasterCard(b *testing.B) {
	_, cards := shippedScenes(b)
	benchRaster(b, cards, png.Options{DPI: 300, Bleed: true})
}

// shippedScenes returns the A4 sheets and the faces of poker cards of all
// games in German.
func shippedScenes(b *testing.B) (sheets, cards []*layout.Scene) {
	s, err := openShared(&Request{})
	if err != nil {
		b.Fatal(err)
	}
	req := Request{All: true, Langs: []string{"de"}}
	locals, _, err := prepare(b.Context(), s, &req)
	if err != nil {
		b.Fatal(err)
	}
	var mu sync.Mutex
	known := map[*layout.Scene]bool{nil: true}
	jobs, err := Plan(locals)
	if err != nil {
		b.Fatal(err)
	}
	_, _, err = Run(b.Context(), jobs, func(d *Sheets) (File, error) {
		mu.Lock()
		defer mu.Unlock()
		for _, p := range d.Pages {
			if d.pieces > 0 && p.Scene.Size == (layout.Size{W: 210000, H: 297000}) && strings.Contains(d.ID, "card") {
				sheets = append(sheets, p.Scene)
			}
		}
		for _, f := range d.faces {
			if !known[f] && f.Size == (layout.Size{W: 63000, H: 88000}) {
				known[f] = true
				cards = append(cards, f)
			}
		}
		return CountPages(d)
	}, nil)
	if err != nil || len(sheets) == 0 || len(cards) == 0 {
		b.Fatal(len(sheets), len(cards), err)
	}
	return sheets, cards
}

func benchRaster(b *testing.B, scenes []*layout.Scene, o png.Options) {
	encoder := &png.Encoder{}
	for _, kind := range []struct {
		name string
		draw func(r *png.Renderer, s *layout.Scene) (image.Image, error)
	}{
		{"colour", func(r *png.Renderer, s *layout.Scene) (image.Image, error) { return r.Render(s, o) }},
		{"grey", func(r *png.Renderer, s *layout.Scene) (image.Image, error) { return r.RenderGray(s, o) }},
		{"colour,first", func(_ *png.Renderer, s *layout.Scene) (image.Image, error) { return new(png.Renderer).Render(s, o) }},
	} {
		b.Run("draw/"+kind.name, func(b *testing.B) {
			r := &png.Renderer{}
			benchEach(b, scenes, func(s *layout.Scene) error { _, err := kind.draw(r, s); return err })
		})
	}
	for _, name := range []string{"encode", "svg"} {
		b.Run(name, func(b *testing.B) {
			r := &png.Renderer{}
			var size inkBytes
			n := 0
			benchTimed(b, scenes, func(s *layout.Scene) (time.Duration, error) {
				n++
				if name == "svg" {
					begin := time.Now()
					err := svg.Write(&size, s, svg.Options{Bleed: true})
					return time.Since(begin), err
				}
				img, err := r.Render(s, o)
				if err != nil {
					return 0, err
				}
				begin := time.Now()
				err = encoder.Encode(&size, img, o.DPI)
				return time.Since(begin), err
			})
			b.ReportMetric(float64(size)/1024/float64(n), "KiB")
		})
	}
}

type inkBytes int64

func (c *inkBytes) Write(p []byte) (int, error) { *c += inkBytes(len(p)); return len(p), nil }

var _ io.Writer = new(inkBytes)

func benchEach(b *testing.B, scenes []*layout.Scene, draw func(*layout.Scene) error) {
	benchTimed(b, scenes, func(s *layout.Scene) (time.Duration, error) {
		begin := time.Now()
		err := draw(s)
		return time.Since(begin), err
	})
}

// benchTimed reports the median and the slowest of what draw says it took. Of
// several rounds the fastest counts for each scene: others work here too.
func benchTimed(b *testing.B, scenes []*layout.Scene, draw func(*layout.Scene) (time.Duration, error)) {
	each := make([]time.Duration, len(scenes))
	for b.Loop() {
		for i, s := range scenes {
			took, err := draw(s)
			if err != nil {
				b.Fatal(err)
			}
			if each[i] == 0 || took < each[i] {
				each[i] = took
			}
		}
	}
	slices.Sort(each)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(each[len(each)/2]), "ms/median")
	b.ReportMetric(ms(each[len(each)-1]), "ms/slowest")
}
