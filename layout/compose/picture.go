package compose

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"sync"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/svg"
)

// artEndings are those of raster pictures a template shows with "image".
var artEndings = []string{".png", ".jpg", ".jpeg", ".webp"}

// pictureKey names one way a picture is printed.
type pictureKey struct {
	name string
	layout.Print
}

// mostDPI is how many pixels an inch are stored at most: no printer shows more.
const mostDPI = 600

// pixelsOf returns how many pixels fill a size at that.
func pixelsOf(s layout.Size) layout.Size {
	of := func(l layout.Length) layout.Length { return max(1, l*mostDPI/25_400) }
	return layout.Size{W: of(s.W), H: of(s.H)}
}

// mostPainted is how many pixels an SVG picture that is painted has at most: a
// page of A3 has 200 an inch then.
const mostPainted = 8_000_000

// noMorePixels returns a size of the same shape with no more pixels than that.
func noMorePixels(s layout.Size, pixels float64) layout.Size {
	k := math.Sqrt(pixels / (float64(s.W) * float64(s.H)))
	if k >= 1 {
		return s
	}
	return layout.Size{W: max(1, s.W.Mul(k)), H: max(1, s.H.Mul(k))}
}

// A picture is one of the kinds a template shows.
type picture struct {
	raster   *layout.Picture
	vector   *layout.Drawing
	painting *svg.Painting // its raster is there once the size is known
}

// paint paints a picture as it is to be printed.
func (p *picture) paint(way layout.Print) error {
	var b bytes.Buffer
	compress := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := compress.Encode(&b, p.painting.Pixels(int(way.Most.W), int(way.Most.H))); err != nil {
		return err
	}
	way.Most = layout.Size{}
	var err error
	p.raster, err = layout.ReadPicture(b.Bytes(), way)
	return err
}

// sides returns width and height in units of the picture's own.
func (p picture) sides() (w, h float64) {
	if p.vector != nil {
		return p.vector.Box.W.MM(), p.vector.Box.H.MM()
	}
	if p.painting != nil {
		return p.painting.Box.W.MM(), p.painting.Box.H.MM()
	}
	return float64(p.raster.Pixels.W), float64(p.raster.Pixels.H)
}

// picture returns a picture of the pack's art folder, named with or without
// its ending. Each is read once, however many cards, languages and files show
// it.
func (l *Library) picture(art fs.FS, key pictureKey) (picture, error) {
	l.mu.Lock()
	read := l.pictures[key]
	if read == nil {
		read = sync.OnceValues(func() (picture, error) { return readPicture(art, key.name, key.Print) })
		l.pictures[key] = read
	}
	l.mu.Unlock()
	return read()
}

func readPicture(art fs.FS, name string, way layout.Print) (picture, error) {
	if art == nil {
		return picture{}, source.Hinted{Message: fmt.Sprintf("there is no picture %q", name), Hint: "pictures lie in the folder art of the game"}
	}
	for _, file := range []string{name, name + ".png", name + ".jpg", name + ".jpeg", name + ".webp", name + ".svg"} {
		data, err := fs.ReadFile(art, file)
		switch {
		case errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid): // invalid: no name of a file
			continue
		case err != nil:
			return picture{}, fmt.Errorf("art/%s cannot be read: %w", file, err)
		}
		var pic picture
		if path.Ext(file) == ".svg" {
			if pic.vector, err = svg.Drawing(name, data); errors.Is(err, svg.ErrPixels) {
				if pic.painting, err = svg.NewPainting(data); err == nil && way.Most.W > 0 {
					err = pic.paint(way)
				}
			}
		} else {
			pic.raster, err = layout.ReadPicture(data, way)
		}
		if at := (&svg.Error{}); errors.As(err, &at) {
			err = fmt.Errorf("art/%s:%w", file, at)
		} else if err != nil {
			err = fmt.Errorf("art/%s: %w", file, err)
		}
		return pic, err
	}
	err := source.Hinted{Message: fmt.Sprintf("there is no picture %q", name)}
	var known []string
	fs.WalkDir(art, ".", func(file string, _ fs.DirEntry, err error) error { // what cannot be read is no name to suggest
		if slices.Contains(append(artEndings, ".svg"), path.Ext(file)) {
			known = append(known, file, strings.TrimSuffix(file, path.Ext(file)))
		}
		return nil
	})
	if err.Hint = source.DidYouMean(name, known); err.Hint == "" {
		err.Hint = fmt.Sprintf("save it as art/%s.png, art/%[1]s.jpg or art/%[1]s.svg", name)
	}
	return picture{}, err
}
