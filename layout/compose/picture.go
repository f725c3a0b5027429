package compose

import (
	"bytes"
	"crypto/sha256"
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
	"kitpress/layout/compose/expr"
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
		pic, err := decodePicture(name, file, data, way)
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

// decodePicture reads the data of a picture file.
func decodePicture(name, file string, data []byte, way layout.Print) (pic picture, err error) {
	if path.Ext(file) != ".svg" {
		pic.raster, err = layout.ReadPicture(data, way)
		return pic, err
	}
	if pic.vector, err = svg.Drawing(name, data); errors.Is(err, svg.ErrPixels) {
		if pic.painting, err = svg.NewPainting(data); err == nil && way.Most.W > 0 {
			err = pic.paint(way)
		}
	}
	return pic, err
}

// A Sponsor is who paid for what is printed. Templates show it where they have a
// place for it; nothing is drawn of one that is not there.
type Sponsor struct {
	Line string     // may be empty
	Pos  source.Pos // where it is written
	Logo *Logo      // nil for none
}

// A Logo is the picture of a sponsor.
type Logo struct {
	file, name string // as people and as templates call it
	data       []byte
	ratio      float64 // how many times as wide as high
}

// How much wider or higher than the other way a logo may be: what is more leaves
// no room for the line beside it, or cannot be made out on the back of a card.
const (
	logoWidest  = 8
	logoHighest = 2
)

// ReadLogo reads the file of a logo: PNG, JPEG, WebP or SVG, as any picture of a
// game.
func ReadLogo(file string, data []byte) (*Logo, source.Problems) {
	var problems source.Problems
	ending := strings.ToLower(path.Ext(file))
	sum := sha256.Sum256(data)
	l := &Logo{file: file, name: fmt.Sprintf("sponsor/%x%s", sum[:8], ending), data: data}
	pic, err := decodePicture(l.name, l.name, data, layout.Print{})
	if at := (&svg.Error{}); errors.As(err, &at) {
		problems.Errorf(source.Pos{File: file, Line: at.Line, Col: at.Col}, codePicture, "%v", at.Err).Hint = source.HintOf(at.Err)
		return nil, problems
	} else if err != nil {
		problems.Errorf(source.Pos{File: file}, codePicture, "%v", err).Hint = "a logo is a PNG, JPEG, WebP or SVG file"
		return nil, problems
	}
	w, h := pic.sides()
	switch l.ratio = w / h; {
	case l.ratio > logoWidest:
		problems.Errorf(source.Pos{File: file}, codePicture, "the logo is %.1f times as wide as high; at most %d times has room", l.ratio, logoWidest).Hint = "cut off what is empty at its sides, or take one in two lines"
	case l.ratio < 1.0/logoHighest:
		problems.Errorf(source.Pos{File: file}, codePicture, "the logo is %.1f times as high as wide; at most %d times has room", 1/l.ratio, logoHighest).Hint = "take one that is wider"
	}
	return l, problems
}

// File returns the picture for a page of the web, of some pixels at most each
// way, and its media type.
func (l *Logo) File(most int) (data []byte, media string, err error) {
	if path.Ext(l.name) == ".svg" {
		return l.data, "image/svg+xml", nil
	}
	k := float64(most) / max(1, l.ratio)
	way := layout.Print{Most: layout.Size{W: max(1, layout.Length(k*l.ratio)), H: max(1, layout.Length(k))}}
	p, err := layout.ReadPicture(l.data, way)
	if err != nil {
		return nil, "", err
	}
	return p.File, "image/" + strings.ToLower(p.Kind), nil
}

// For returns what draws the same for a sponsor, where templates have a place for
// it. What has none, and pieces that are shown on others, c draws; for no sponsor
// all of it.
func For(s *Sponsor, c *Composer) *Composer {
	if s == nil {
		return c
	}
	o := c.options
	value := expr.Parts{"line": expr.Message{Text: s.Line, Pos: s.Pos}, "logo": "", "ratio": 0.0, "alt": c.texts.Word("sponsor.logo")}
	if logo := s.Logo; logo != nil {
		game := *o.Game
		game.Art = artWith{game.Art, logo}
		o.Game = &game
		value["logo"], value["ratio"] = expr.Message{Text: logo.name, Pos: source.Pos{File: logo.file}}, logo.ratio
	}
	n, _ := New(c.lib, o) // c was made of the same
	n.plain, n.sponsor, n.globals.Names[sponsorName] = c, value, value
	return n
}

// HasPlace reports whether the template of a side of a card asks for the sponsor.
func HasPlace(c *Composer, deck, card string, side Side) bool {
	return c.face(nil, deck, card, side, 1, source.Pos{}).sponsored
}

// sponsorName is what templates call the sponsor.
const sponsorName = "sponsor"

// A sponsorPlace is the sponsor as one face reads it: it notes that it was asked
// for. One face is drawn by one goroutine.
type sponsorPlace struct {
	of    any
	asked bool
}

// Read returns the sponsor.
func (p *sponsorPlace) Read() any {
	p.asked = true
	return p.of
}

// An artWith is the pictures of a game and a logo.
type artWith struct {
	of   fs.FS
	logo *Logo
}

// Open opens a file of the game.
func (a artWith) Open(name string) (fs.File, error) {
	if a.of == nil {
		return nil, fs.ErrNotExist
	}
	return a.of.Open(name)
}

// ReadFile returns what is in a file.
func (a artWith) ReadFile(name string) ([]byte, error) {
	switch {
	case name == a.logo.name:
		return a.logo.data, nil
	case a.of == nil: // a game without pictures
		return nil, fs.ErrNotExist
	}
	return fs.ReadFile(a.of, name)
}
