package icc

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
)

// FOGRA39 is the profile of offset printing on coated paper, ISO 12647-2:2004.
//
//go:embed fogra39l.icc
var FOGRA39 []byte

// MostInk is the most a colour puts on the paper, all inks together, in percent.
const MostInk = 300

// A Profile says which inks look like a colour. It is safe for concurrent use.
type Profile struct {
	Data []byte // as it was read
	Name string // its description, "FOGRA39L coated"

	most  int          // percent a colour puts on the paper
	in    [3][]float64 // curves of the coordinates of Lab
	out   [4][]float64 // curves of the inks
	grid  int          // points of the table on each axis
	clut  []float64    // table of inks, L slowest
	scale float64      // of what stands for the highest values of Lab
}

// The parts of a file.
const (
	headerSize = 128
	tagSize    = 12
	matrixEnd  = 48 // of a table, the same for all kinds
)

// Read reads the profile of a printing condition: version 2, with a table from
// Lab to CMYK, as those of offset printing are.
func Read(data []byte) (*Profile, error) {
	if len(data) < headerSize+4 || string(data[36:40]) != "acsp" {
		return nil, errors.New("this is no ICC profile")
	}
	if class, space, pcs := string(data[12:16]), string(data[16:20]), string(data[20:24]); class != "prtr" || space != "CMYK" || pcs != "Lab " {
		return nil, fmt.Errorf("the profile is of kind %q from %q to %q: a print shop has one of kind \"prtr\" from \"CMYK\" to \"Lab \"", class, space, pcs)
	}
	p := &Profile{Data: data, Name: "CMYK", most: MostInk}
	if d := tag(data, "desc"); len(d) > 12 && string(d[:4]) == "desc" {
		if n := int(binary.BigEndian.Uint32(d[8:])); n > 1 && n <= len(d)-12 {
			p.Name = string(d[12 : 12+n-1])
		}
	}
	return p, p.readTable(tag(data, "B2A0"))
}

// tag returns the bytes of a part, nil when there is none.
func tag(data []byte, name string) []byte {
	n := min(int(binary.BigEndian.Uint32(data[headerSize:])), (len(data)-headerSize-4)/tagSize)
	for i := range n {
		t := data[headerSize+4+i*tagSize:]
		from, size := uint64(binary.BigEndian.Uint32(t[4:])), uint64(binary.BigEndian.Uint32(t[8:]))
		if string(t[:4]) == name && from+size <= uint64(len(data)) {
			return data[from : from+size]
		}
	}
	return nil
}

// readTable reads curves and table, in steps of 8 or of 16 bits.
func (p *Profile) readTable(t []byte) error {
	if len(t) < matrixEnd+4 || string(t[:3]) != "mft" {
		return errors.New("the profile has no table from Lab to CMYK of version 2; ask for a version 2 profile")
	}
	wide := t[3] == '2'
	inputs, outputs, from := 256, 256, matrixEnd
	if wide {
		inputs, outputs, from = int(binary.BigEndian.Uint16(t[48:])), int(binary.BigEndian.Uint16(t[50:])), matrixEnd+4
	}
	p.grid = int(t[10])
	size := 3*inputs + 4*p.grid*p.grid*p.grid + 4*outputs
	width := 1
	if wide {
		width = 2
	}
	if t[8] != 3 || t[9] != 4 || p.grid < 2 || min(inputs, outputs) < 2 || len(t) < from+size*width {
		return errors.New("the table from Lab to CMYK in the profile is damaged")
	}
	values := make([]float64, size)
	for i := range values {
		if wide {
			values[i] = float64(binary.BigEndian.Uint16(t[from+2*i:])) / math.MaxUint16
		} else {
			values[i] = float64(t[from+i]) / math.MaxUint8
		}
	}
	curves := slices.Collect(slices.Chunk(values[:3*inputs], inputs))
	copy(p.in[:], curves)
	p.clut = values[3*inputs : size-4*outputs]
	copy(p.out[:], slices.Collect(slices.Chunk(values[size-4*outputs:], outputs)))
	if p.scale = 1; wide {
		p.scale = 0xFF00 / 65535.0
	}
	return nil
}

// CMYK returns the inks for a colour of sRGB, 255 for all of an ink, together
// no more than MostInk, or what WithMost says.
func (p *Profile) CMYK(rgb [3]uint8) [4]uint8 {
	lab := labOf(rgb)
	var at, weight [3]float64
	for i, v := range lab {
		x := curve(p.in[i], v*p.scale) * float64(p.grid-1)
		at[i] = min(math.Floor(x), float64(p.grid-2))
		weight[i] = x - at[i]
	}
	var inks [4]float64
	for corner := range 8 {
		share, index := 1.0, 0
		for i := range 3 {
			step := corner >> i & 1
			if step == 1 {
				share *= weight[i]
			} else {
				share *= 1 - weight[i]
			}
			index = index*p.grid + int(at[i]) + step
		}
		for ink := range inks {
			inks[ink] += share * p.clut[4*index+ink]
		}
	}
	for i := range inks {
		inks[i] = curve(p.out[i], inks[i])
	}
	return p.Limited(inks)
}

// WithMost returns the profile for who wants less ink, in percent.
func (p *Profile) WithMost(percent int) *Profile {
	less := *p
	less.most = min(percent, p.most)
	return &less
}

// Limited returns inks, 0 to 1, in 255ths, with less cyan, magenta and yellow
// where there is too much of all. One percent is kept for what is rounded.
func (p *Profile) Limited(inks [4]float64) (out [4]uint8) {
	most, less := float64(p.most-1)/100, 1.0
	if colour := inks[0] + inks[1] + inks[2]; colour+inks[3] > most {
		less = (most - inks[3]) / colour
	}
	for i, v := range inks {
		if i < 3 {
			v *= less
		}
		out[i] = uint8(math.Round(v * 255))
	}
	return out
}

// curve returns the value of a curve at x, 0 to 1.
func curve(c []float64, x float64) float64 {
	x = max(0, min(1, x)) * float64(len(c)-1)
	i := min(int(x), len(c)-2)
	return c[i] + (x-float64(i))*(c[i+1]-c[i])
}

// linear returns how much light each step of a channel of sRGB is.
var linear = sync.OnceValue(func() *[256]float64 {
	lin := new([256]float64)
	for v := range lin {
		f := float64(v) / 255
		if lin[v] = f / 12.92; f > 0.04045 {
			lin[v] = math.Pow((f+0.055)/1.055, 2.4)
		}
	}
	return lin
})

// labOf returns a colour of sRGB as Lab under D50, each from 0 to 1 as a table
// of 8 bits has it.
func labOf(rgb [3]uint8) [3]float64 {
	lin := linear()
	r, g, b := lin[rgb[0]], lin[rgb[1]], lin[rgb[2]]
	x := root((0.4360747*r + 0.3850649*g + 0.1430804*b) / 0.9642)
	y := root(0.2225045*r + 0.7168786*g + 0.0606169*b)
	z := root((0.0139322*r + 0.0971045*g + 0.7141733*b) / 0.8249)
	return [3]float64{(116*y - 16) / 100, (500*(x-y) + 128) / 255, (200*(y-z) + 128) / 255}
}

// root is the cube root Lab is made of, straight near black.
func root(v float64) float64 {
	if v <= 216.0/24389 {
		return (v*24389/27 + 16) / 116
	}
	return math.Cbrt(v)
}
