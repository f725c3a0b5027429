package shape

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// Whatever a font file holds and whatever is to be set in it: nothing panics,
// and all of the text comes out. Fonts are those we have, changed in two places,
// or anything at all.
func FuzzShape(f *testing.F) {
	names := []string{"SourceSans3_400Regular.ttf", "NotoSansArabic-Regular.ttf", "NotoSansDevanagari-Regular.ttf", "NotoSansThai-Regular.ttf", "NotoSansHebrew-Regular.ttf"}
	var files [][]byte
	for _, name := range names {
		files = append(files, bytes.Clone(openFile(f, name).data))
	}
	f.Add([]byte(nil), "Waffe “x” 1/2 ffi", "de", uint8(0), uint32(0), uint32(0), uint32(0), uint32(0), false, false)
	f.Add([]byte(nil), "مُحَمَّد ٢٠٢٦ لا", "ar", uint8(1), uint32(400), uint32(7), uint32(9000), uint32(0xFFFFFFFF), true, false)
	f.Add([]byte(nil), "क्षत्रिय र्क्ष\u200d", "hi", uint8(2), uint32(3000), uint32(0x80008000), uint32(0), uint32(0), false, true)
	f.Add([]byte(nil), "น้ำ ปู่", "th", uint8(3), uint32(100), uint32(1), uint32(20000), uint32(2), false, false)
	f.Add(files[4][:3000], "שָׁלוֹם a\xff\u0301", "he", uint8(9), uint32(0), uint32(0), uint32(0), uint32(0), true, true)
	f.Fuzz(func(t *testing.T, any []byte, text, lang string, which uint8, at, value, at2, value2 uint32, rtl, loose bool) {
		data := any
		if int(which) < len(files) {
			data = bytes.Clone(files[which])
			binary.BigEndian.PutUint32(data[at%uint32(len(data)-4):], value)
			binary.BigEndian.PutUint32(data[at2%uint32(len(data)-4):], value2)
		}
		if len(text) > 200 {
			text = text[:200]
		}
		font, err := OpenMember(data, int(which>>6), int(value2%1000))
		if err != nil {
			return
		}
		way, whole := Way{Lang: lang, RTL: rtl, Loose: loose}, 0
		font.Measure([]byte(text), way, func(n int, letters []Letter) { whole += n })
		if whole != len(text) {
			t.Errorf("%d of %d bytes were measured", whole, len(text))
		}
		whole = 0
		font.Shape(text, way, func(w *Word) {
			whole += len(w.Text)
			for _, g := range w.Glyphs {
				font.TrueType(g.ID)
			}
		})
		if valid := bytes.ToValidUTF8([]byte(text), []byte("\uFFFD")); whole != len(text) && string(valid) == text {
			t.Errorf("%d of %d bytes were shaped", whole, len(text))
		}
	})
}
