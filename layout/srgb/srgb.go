// Package srgb turns the colours of pictures into those pages are made in.
//
// In goes a PNG, JPEG or WebP file with the profile of a camera or a screen,
// out come pixels in sRGB. It must not know what is printed, or how large.
package srgb

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/draw"
	"io"
	"math"
	"slices"
)

// A Profile turns the colours of a picture into those of sRGB: what a camera or a screen with a wider range means by
// 255, 0, 0 is another red.
type Profile struct {
	linear [3][256]int32 // how much light each step of a channel is, 0 to fullLight
	matrix [3][3]int64   // in parts of oneLight: from that light to the one of sRGB
}

const (
	fullLight = 65_535
	oneLight  = 1 << 16
	mostICC   = 4 << 20 // bytes of a profile
)

// Of returns the profile of a picture in RGB, nil when it has none that
// changes its colours. Profiles that are tables, as printers have them, are not
// read.
func Of(kind string, data []byte) *Profile {
	var icc []byte
	switch kind {
	case "PNG":
		icc = pngProfile(data)
	case "JPEG":
		icc = jpegProfile(data)
	case "WebP":
		icc = webpProfile(data)
	}
	p := readProfile(icc)
	if p == nil || p.same() {
		return nil
	}
	return p
}

func pngProfile(data []byte) []byte {
	for at := 8; at+12 <= len(data); {
		n, kind := int(binary.BigEndian.Uint32(data[at:])), string(data[at+4:at+8])
		if n < 0 || n > len(data)-at-12 || kind == "IDAT" {
			return nil
		}
		if kind == "iCCP" {
			_, packed, ok := bytes.Cut(data[at+8:at+8+n], []byte{0, 0}) // its name, how it is packed
			if !ok {
				return nil
			}
			r, err := zlib.NewReader(bytes.NewReader(packed))
			if err != nil {
				return nil
			}
			icc, err := io.ReadAll(io.LimitReader(r, mostICC))
			if err != nil {
				return nil
			}
			return icc
		}
		at += 12 + n
	}
	return nil
}

func jpegProfile(data []byte) []byte {
	const name = "ICC_PROFILE\x00"
	parts := map[uint8][]byte{}
	for at := 2; at+4 <= len(data) && data[at] == 0xFF; {
		n := int(binary.BigEndian.Uint16(data[at+2:]))
		if data[at+1] == 0xDA || at+2+n > len(data) {
			break
		}
		if part := data[at+4 : at+2+max(n, 2)]; data[at+1] == 0xE2 && bytes.HasPrefix(part, []byte(name)) && len(part) > len(name)+2 {
			parts[part[len(name)]] = part[len(name)+2:]
		}
		at += 2 + n
	}
	var icc []byte
	for i := range len(parts) {
		icc = append(icc, parts[uint8(i+1)]...)
	}
	return icc
}

func webpProfile(data []byte) []byte {
	for at := 12; at+8 <= len(data); {
		n := int(binary.LittleEndian.Uint32(data[at+4:]))
		if n < 0 || n > len(data)-at-8 {
			return nil
		}
		if string(data[at:at+4]) == "ICCP" {
			return data[at+8 : at+8+n]
		}
		at += 8 + (n+1)&^1
	}
	return nil
}

// fromXYZ leads from XYZ under D50, in which profiles say what colours are, to
// the light of sRGB.
var fromXYZ = [3][3]float64{{3.1338561, -1.6168667, -0.4906146}, {-0.9787684, 1.9161415, 0.0334540}, {0.0719453, -0.2289914, 1.4052427}}

// readProfile reads a profile of three colours and their curves, nil for any
// other.
func readProfile(icc []byte) *Profile {
	if len(icc) < 132 || string(icc[16:24]) != "RGB XYZ " {
		return nil
	}
	tag := func(name string) []byte {
		n := int(min(binary.BigEndian.Uint32(icc[128:]), 100))
		for i := range n {
			e := 132 + 12*i
			if e+12 > len(icc) {
				return nil
			}
			if string(icc[e:e+4]) != name {
				continue
			}
			from, size := uint64(binary.BigEndian.Uint32(icc[e+4:])), uint64(binary.BigEndian.Uint32(icc[e+8:]))
			if from+size > uint64(len(icc)) {
				return nil
			}
			return icc[from : from+size]
		}
		return nil
	}
	p := &Profile{}
	for c, name := range []string{"r", "g", "b"} {
		xyz, curve := tag(name+"XYZ"), tag(name+"TRC")
		if len(xyz) < 20 || len(curve) < 12 {
			return nil
		}
		for i := range 256 {
			v, ok := curveAt(curve, float64(i)/255)
			if !ok {
				return nil
			}
			p.linear[c][i] = int32(min(max(v, 0), 1)*fullLight + 0.5)
		}
		for row := range 3 {
			sum := 0.0
			for k := range 3 {
				sum += float64(fromXYZ[row][k] * fixed16(xyz[8+4*k:]))
			}
			p.matrix[row][c] = int64(math.Round(sum * oneLight))
		}
	}
	return p
}

func fixed16(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / 65536 }

// curveAt returns the light of a channel, both from 0 to 1.
func curveAt(curve []byte, x float64) (float64, bool) {
	switch string(curve[:4]) {
	case "curv":
		n := int(binary.BigEndian.Uint32(curve[8:]))
		points := curve[12:]
		switch {
		case n == 0:
			return x, true
		case n < 0 || len(points) < 2*n:
			return 0, false
		case n == 1:
			return math.Pow(x, float64(binary.BigEndian.Uint16(points))/256), true
		}
		at := x * float64(n-1)
		i := min(int(at), n-2)
		a, b := float64(binary.BigEndian.Uint16(points[2*i:])), float64(binary.BigEndian.Uint16(points[2*i+2:]))
		return (a + float64((b-a)*(at-float64(i)))) / 65535, true
	case "para":
		counts := []int{1, 3, 4, 5, 7}
		kind := int(binary.BigEndian.Uint16(curve[8:]))
		if kind >= len(counts) || len(curve) < 12+4*counts[kind] {
			return 0, false
		}
		var v [7]float64 // g a b c d e f
		for i := range counts[kind] {
			v[i] = fixed16(curve[12+4*i:])
		}
		if kind == 0 {
			return math.Pow(x, v[0]), true
		}
		power := math.Pow(max(float64(v[1]*x)+v[2], 0), v[0])
		switch above := x >= v[4]; {
		case kind < 3 && float64(v[1]*x)+v[2] < 0:
			return v[3], true
		case kind < 3:
			return power + v[3], true
		case above:
			return power + v[5], true
		}
		return float64(v[3]*x) + v[6], true
	}
	return 0, false
}

// stepsOfSRGB returns the step of a channel of sRGB for each amount of light,
// in parts of 4096.
func stepsOfSRGB() *[4097]uint8 {
	var t [4097]uint8
	for i := range t {
		v := float64(i) / 4096
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = float64(1.055*math.Pow(v, 1/2.4)) - 0.055
		}
		t[i] = uint8(v*255 + 0.5)
	}
	return &t
}

func (p *Profile) colour(rgb [3]uint8, steps *[4097]uint8) (out [3]uint8) {
	for row := range 3 {
		sum := int64(0)
		for c := range 3 {
			sum += p.matrix[row][c] * int64(p.linear[c][rgb[c]])
		}
		light := (sum/oneLight*4096 + fullLight/2) / fullLight
		out[row] = steps[min(max(light, 0), 4096)]
	}
	return out
}

// same reports whether the profile is that of sRGB, by some colours of all
// kinds: pictures that say so need not be stored anew.
func (p *Profile) same() bool {
	steps := stepsOfSRGB()
	levels := []uint8{0, 40, 128, 200, 255}
	for _, r := range levels {
		for _, g := range levels {
			for _, b := range levels {
				in := [3]uint8{r, g, b}
				for k, v := range p.colour(in, steps) {
					if d := int(v) - int(in[k]); d > 4 || d < -4 {
						return false
					}
				}
			}
		}
	}
	return true
}

// Convert returns a picture in the colours of sRGB.
func (p *Profile) Convert(img image.Image) *image.NRGBA {
	out := image.NewNRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
	steps := stepsOfSRGB()
	var last, as [3]uint8
	as = p.colour(last, steps)
	for i := 0; i < len(out.Pix); i += 4 {
		pix := out.Pix[i : i+3]
		if !slices.Equal(pix, last[:]) {
			last = [3]uint8(pix)
			as = p.colour(last, steps)
		}
		copy(pix, as[:])
	}
	return out
}
