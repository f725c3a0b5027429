package layout

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"kitpress/layout/srgb"
)

// iccFile returns a profile of three colours, given in XYZ, with one curve for
// all of them.
func iccFile(colours [3][3]float64, curve []byte) []byte {
	var tags, body []byte
	add := func(name string, data []byte) {
		tags = append(tags, name...)
		tags = binary.BigEndian.AppendUint32(tags, uint32(132+12*6+len(body)))
		tags = binary.BigEndian.AppendUint32(tags, uint32(len(data)))
		body = append(body, data...)
	}
	for i, name := range []string{"r", "g", "b"} {
		xyz := []byte("XYZ \x00\x00\x00\x00")
		for _, v := range colours[i] {
			xyz = binary.BigEndian.AppendUint32(xyz, uint32(int32(v*65536)))
		}
		add(name+"XYZ", xyz)
		add(name+"TRC", curve)
	}
	head := make([]byte, 128)
	copy(head[16:], "RGB XYZ ")
	head = append(head, 0, 0, 0, 6)
	return append(append(head, tags...), body...)
}

// withChunk puts a profile into a PNG file, behind its first chunk.
func withChunk(file, icc []byte) []byte {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	w.Write(icc)
	w.Close()
	data := append([]byte("iCCPname\x00\x00"), packed.Bytes()...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(data)-4))
	chunk = binary.BigEndian.AppendUint32(append(chunk, data...), crc32.ChecksumIEEE(data))
	const first = 8 + 25
	return append(append(bytes.Clone(file[:first]), chunk...), file[first:]...)
}

// Colours of a wider range become those of sRGB: what LittleCMS makes of Adobe
// RGB and CSS of Display P3, within a step. A profile of sRGB changes no byte.
func TestProfiles(t *testing.T) {
	gamma := []byte("curv\x00\x00\x00\x00\x00\x00\x00\x01\x02\x33")
	var usual []byte
	usual = append(usual, "para\x00\x00\x00\x00\x00\x03\x00\x00"...)
	for _, v := range []float64{2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045} {
		usual = binary.BigEndian.AppendUint32(usual, uint32(int32(v*65536+0.5)))
	}
	adobe := [3][3]float64{{0.60974, 0.31111, 0.01947}, {0.20528, 0.62567, 0.06087}, {0.14919, 0.06322, 0.74457}}
	p3 := [3][3]float64{{0.51512, 0.24120, -0.00105}, {0.29198, 0.69225, 0.04189}, {0.15710, 0.06657, 0.78407}}
	plain := [3][3]float64{{0.43607, 0.22249, 0.01392}, {0.38515, 0.71687, 0.09708}, {0.14307, 0.06061, 0.71410}}
	for _, c := range []struct {
		name     string
		icc      []byte
		in, want color.NRGBA
	}{
		{"Adobe RGB", iccFile(adobe, gamma), color.NRGBA{60, 200, 60, 255}, color.NRGBA{0, 201, 37, 255}},
		{"Adobe RGB, see-through", iccFile(adobe, gamma), color.NRGBA{219, 60, 60, 100}, color.NRGBA{253, 57, 57, 100}},
		{"Display P3", iccFile(p3, usual), color.NRGBA{200, 100, 50, 255}, color.NRGBA{215, 93, 31, 255}},
		{"sRGB", iccFile(plain, usual), color.NRGBA{200, 100, 50, 255}, color.NRGBA{200, 100, 50, 255}},
	} {
		img := image.NewNRGBA(image.Rect(0, 0, 20, 20))
		for i := range img.Pix {
			img.Pix[i] = [4]uint8{c.in.R, c.in.G, c.in.B, c.in.A}[i%4]
		}
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		file := withChunk(b.Bytes(), c.icc)
		p, err := ReadPicture(file, Print{})
		if err != nil {
			t.Fatal(err)
		}
		read, err := png.Decode(bytes.NewReader(p.File))
		if err != nil {
			t.Fatal(err)
		}
		got := color.NRGBAModel.Convert(read.At(3, 3)).(color.NRGBA)
		for _, d := range []int{int(got.R) - int(c.want.R), int(got.G) - int(c.want.G), int(got.B) - int(c.want.B), int(got.A) - int(c.want.A)} {
			if d < -1 || d > 1 {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
		if same := bytes.Equal(p.File, file); same != (c.name == "sRGB") {
			t.Errorf("%s: stored as it is: %t", c.name, same)
		}

		b.Reset()
		if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 100}); err != nil {
			t.Fatal(err)
		}
		part := append([]byte("\xFF\xE2\x00\x00ICC_PROFILE\x00\x01\x01"), c.icc...)
		binary.BigEndian.PutUint16(part[2:], uint16(len(part)-2))
		file = append(append(bytes.Clone(b.Bytes()[:2]), part...), b.Bytes()[2:]...)
		if p, err = ReadPicture(file, Print{}); err != nil || p.Kind != "JPEG" || bytes.Equal(p.File, file) != (c.name == "sRGB") {
			t.Errorf("%s in a JPEG file: %v", c.name, err)
		}
	}
}

// A profile that is damaged, or of a kind that is not read, changes nothing.
func TestProfilesDamaged(t *testing.T) {
	good := iccFile([3][3]float64{{0.6, 0.3, 0}, {0.2, 0.6, 0}, {0.1, 0.1, 0.7}}, []byte("curv\x00\x00\x00\x00\x00\x00\x00\x01\x02\x33"))
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	of := func(icc []byte) *srgb.Profile { return srgb.Of("PNG", withChunk(b.Bytes(), icc)) }
	if of(good) == nil {
		t.Fatal("a good one is not read")
	}
	for n := range len(good) {
		if n < len(good)-20 && of(good[:n]) != nil {
			t.Errorf("%d of %d bytes are read", n, len(good))
		}
		bad := bytes.Clone(good)
		bad[n] ^= 0xFF
		of(bad) // and no panic
	}
	for _, data := range []string{"", "\x89PNG\r\n\x1a\n", "\x89PNG\r\n\x1a\n\x00\x00\x00\x03iCCPab\x00....", "\xFF\xD8\xFF\xE2\x00\x02", "\xFF\xD8\xFF\xE2\x00\x10ICC_PROFILE\x00", "RIFF....WEBPICCP\xFF\xFF\xFF\xFF"} {
		for _, kind := range []string{"PNG", "JPEG", "WebP"} {
			if srgb.Of(kind, []byte(data)) != nil {
				t.Errorf("%q as %s", data, kind)
			}
		}
	}
}
