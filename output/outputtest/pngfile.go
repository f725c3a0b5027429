package outputtest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image/png"
	"math"

	"kitpress/layout"
)

// PNGPage reads a PNG file for a Contract.
func PNGPage(data []byte) ([]Page, error) {
	chunks, err := pngChunks(data)
	if err != nil {
		return nil, err
	}
	density := chunks["pHYs"]
	if len(density) != 9 || density[8] != 1 || !bytes.Equal(density[:4], density[4:8]) {
		return nil, fmt.Errorf("file does not say how large its pixels are: pHYs is %v", density)
	}
	if len(chunks["sRGB"]) != 1 {
		return nil, errors.New("file does not say what its colours mean")
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	grain := 1e6 / float64(binary.BigEndian.Uint32(density))
	box := img.Bounds()
	if o, ok := img.(interface{ Opaque() bool }); !ok || !o.Opaque() {
		return nil, errors.New("picture is transparent")
	}
	length := func(pixels int) layout.Length { return layout.Length(math.Round(float64(pixels) * grain)) }
	return []Page{{
		Size:  layout.Size{W: length(box.Dx()), H: length(box.Dy())},
		Grain: layout.Length(math.Ceil(grain)),
		ColourAt: func(at layout.Point) [3]uint8 {
			r, g, b, _ := img.At(int(math.Floor(float64(at.X)/grain)), int(math.Floor(float64(at.Y)/grain))).RGBA()
			return [3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}
		},
	}}, nil
}

// pngChunks returns the parts of a file by their names, the last of each.
func pngChunks(data []byte) (map[string][]byte, error) {
	chunks := map[string][]byte{}
	for at := 8; at < len(data); {
		if at+12 > len(data) {
			return nil, errors.New("file ends within a chunk")
		}
		n := int(binary.BigEndian.Uint32(data[at:]))
		if n > len(data)-at-12 {
			return nil, errors.New("chunk is longer than the file")
		}
		chunks[string(data[at+4:at+8])] = data[at+8 : at+8+n]
		at += 12 + n
	}
	return chunks, nil
}
