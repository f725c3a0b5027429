package png

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"io"
	"math"
)

// Kinds of pictures in a PNG file.
const (
	kindGrey   = 0
	kindColour = 2
)

// Filters of rows.
const (
	filterNone = 0
	filterUp   = 2
)

// An Encoder writes pictures as PNG files and keeps the working memory of one
// for the next. The zero value is ready; it is not safe for concurrent use.
type Encoder struct {
	z    *zlib.Writer
	row  []byte
	data bytes.Buffer
}

// Encode writes an opaque *image.RGBA or *image.Gray as a PNG file that says
// how many pixels go to an inch. A picture without colours is written in
// shades of grey. The file depends on the picture alone.
func (e *Encoder) Encode(w io.Writer, img image.Image, dpi float64) error {
	size := img.Bounds().Size()
	if size.X <= 0 || size.Y <= 0 {
		return errors.New("png: picture without pixels")
	}
	kind := kindGrey
	switch m := img.(type) {
	case *image.Gray:
	case *image.RGBA:
		if hasColour(m) {
			kind = kindColour
		}
	default:
		return fmt.Errorf("png: cannot write %T", img)
	}
	if err := e.pack(img, kind); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.WriteString("\x89PNG\r\n\x1a\n")
	var head [13]byte
	binary.BigEndian.PutUint32(head[:], uint32(size.X))
	binary.BigEndian.PutUint32(head[4:], uint32(size.Y))
	head[8], head[9] = 8, byte(kind)
	chunk(out, "IHDR", head[:])
	chunk(out, "sRGB", []byte{0}) // perceptual
	var density [9]byte
	perMetre := uint32(math.Round(dpi / 0.0254))
	binary.BigEndian.PutUint32(density[:], perMetre)
	binary.BigEndian.PutUint32(density[4:], perMetre)
	density[8] = 1 // metres
	chunk(out, "pHYs", density[:])
	chunk(out, "IDAT", e.data.Bytes())
	chunk(out, "IEND", nil)
	return out.Flush()
}

// chunk writes a part of a file. Errors stay in the buffered writer.
func chunk(out *bufio.Writer, kind string, data []byte) {
	var n [4]byte
	binary.BigEndian.PutUint32(n[:], uint32(len(data)))
	out.Write(n[:])
	sum := crc32.NewIEEE()
	both := io.MultiWriter(out, sum)
	io.WriteString(both, kind)
	both.Write(data)
	binary.BigEndian.PutUint32(n[:], sum.Sum32())
	out.Write(n[:])
}

// hasColour reports whether any pixel is not grey.
func hasColour(m *image.RGBA) bool {
	for y := range m.Rect.Dy() {
		row := m.Pix[y*m.Stride:][:4*m.Rect.Dx()]
		for ; len(row) >= 4; row = row[4:] {
			if row[0] != row[1] || row[1] != row[2] {
				return true
			}
		}
	}
	return false
}

// pack compresses the pixels. Rows are written as they are, or, when that
// leaves more zeros, as differences from the row above: flat areas and upright
// edges come to nothing.
func (e *Encoder) pack(img image.Image, kind int) error {
	e.data.Reset()
	if e.z == nil {
		z, err := zlib.NewWriterLevel(&e.data, zlib.BestSpeed)
		if err != nil {
			return err
		}
		e.z = z
	} else {
		e.z.Reset(&e.data)
	}
	size, channels := img.Bounds().Size(), 1
	if kind == kindColour {
		channels = 3
	}
	n := size.X * channels
	if cap(e.row) < 3*(n+1) {
		e.row = make([]byte, 3*(n+1))
	}
	above, row, diff := e.row[:n+1], e.row[n+1:2*(n+1)], e.row[2*(n+1):3*(n+1)]
	clear(above)
	for y := range size.Y {
		fill(row[1:], img, y, channels)
		row[0] = filterNone
		best := row
		if y > 0 {
			same := 0
			for i := 1; i <= n; i++ {
				if diff[i] = row[i] - above[i]; diff[i] == 0 {
					same++
				}
			}
			if diff[0] = filterUp; 2*same > n {
				best = diff
			}
		}
		if _, err := e.z.Write(best); err != nil {
			return err
		}
		above, row = row, above
	}
	return e.z.Close()
}

// fill reads row y of a picture.
func fill(row []byte, img image.Image, y, channels int) {
	switch m := img.(type) {
	case *image.Gray:
		copy(row, m.Pix[y*m.Stride:])
	case *image.RGBA:
		pix := m.Pix[y*m.Stride:][:4*m.Rect.Dx()]
		if channels == 1 {
			for i := range row {
				row[i] = pix[4*i]
			}
			return
		}
		for ; len(pix) >= 4 && len(row) >= 3; pix, row = pix[4:], row[3:] {
			row[0], row[1], row[2] = pix[0], pix[1], pix[2]
		}
	}
}
