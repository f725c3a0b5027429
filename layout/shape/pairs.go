package shape

import (
	"sync/atomic"
	"unicode/utf8"

	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
	"github.com/go-text/typesetting/language"
)

// Most words are letters of Latin without marks, and most fonts do nothing to
// them but move the two letters of a pair. What a font does to a pair is learnt
// from the first word that has it, and a word whose pairs are all known is put
// together from them: the same glyphs in a tenth of the time. Whatever might
// look at more than two letters, or is more than moved, goes through the
// shaper.

// How many runes pairs are remembered of: letters of Latin with and without
// accents, ASCII, and the usual quotes and dashes.
const (
	letters  = 0x180
	signs    = 0x30 // from U+2010
	pairable = letters + signs
)

func pairIndex(r rune) int {
	switch {
	case r < letters:
		return int(r)
	case 0x2010 <= r && r < 0x2010+signs:
		return int(r) - 0x2010 + letters
	}
	return -1
}

// pairs holds what is known of the pairs in one way and script: for the first
// and the second rune how far the second stands from the first, plus 1.
type pairs [pairable]atomic.Pointer[[pairable]atomic.Int32]

// plainFont reports whether the shaper looks at no more than two letters at
// once, but for ligatures, whose first two glyphs are noted in begins.
func (f *Font) plainFont() (begins map[[2]uint16]bool, plain bool) {
	begins = map[[2]uint16]bool{}
	for _, feature := range f.face.GSUB.Features {
		switch feature.Tag {
		case tag("locl"), tag("rlig"), tag("liga"), tag("clig"), tag("calt"), tag("rclt"), tag("ccmp"):
		default:
			continue
		}
		for _, i := range feature.LookupListIndices {
			if int(i) >= len(f.face.GSUB.Lookups) {
				return nil, false
			}
			for _, sub := range f.face.GSUB.Lookups[i].Subtables {
				switch sub := sub.(type) {
				case tables.SingleSubs, tables.MultipleSubs, tables.AlternateSubs: // of one glyph: pairs show them
				case tables.LigatureSubs:
					f.noteLigatures(begins, sub)
				default: // of ccmp we know that they are about marks
					if feature.Tag != tag("ccmp") {
						return nil, false
					}
				}
			}
		}
	}
	for _, lookup := range f.face.GPOS.Lookups {
		for _, sub := range lookup.Subtables {
			switch sub.(type) {
			case tables.SinglePos, tables.PairPos, tables.MarkBasePos, tables.MarkLigPos, tables.MarkMarkPos:
			default:
				return nil, false
			}
		}
	}
	return begins, f.face.GPOS.Lookups != nil // an old kern table may do anything
}

func tag(s string) opentype.Tag { return opentype.MustNewTag(s) }

// noteLigatures notes how the ligatures begin that letters of Latin do.
func (f *Font) noteLigatures(begins map[[2]uint16]bool, sub tables.LigatureSubs) {
	for i := range rune(pairable) {
		if i >= letters {
			i += 0x2010 - letters
		}
		first := f.Glyph(i)
		at, ok := sub.Coverage.Index(tables.GlyphID(first))
		if !ok || at >= len(sub.LigatureSets) {
			continue
		}
		for _, l := range sub.LigatureSets[at].Ligatures {
			if len(l.ComponentGlyphIDs) > 0 {
				begins[[2]uint16{first, uint16(l.ComponentGlyphIDs[0])}] = true
			}
		}
	}
}

// A plainWord is a word that is put together from its pairs.
type plainWord struct {
	indexes  []uint16 // of its runes in pairs
	advances []int32  // font units
}

// fromPairs puts a word together from its pairs, if that can be done.
func (w *words) fromPairs(f *Font, text []byte, script language.Script, word *plainWord) bool {
	known := w.pairsOf(f, script)
	if known == nil {
		return false
	}
	word.indexes, word.advances = word.indexes[:0], word.advances[:0]
	var row *[pairable]atomic.Int32 // what is known of pairs that begin with the rune before
	for i := 0; i < len(text); {
		k, size := int(text[i]), 1
		if k >= utf8.RuneSelf {
			var r rune
			r, size = utf8.DecodeRune(text[i:])
			if k = pairIndex(r); k < 0 || r == 0xAD {
				return false
			}
		}
		if i > 0 {
			if row == nil {
				return false
			}
			advance := row[k].Load() - 1
			if advance < 0 {
				return false
			}
			word.advances = append(word.advances, advance)
		}
		row = known[k].Load()
		word.indexes = append(word.indexes, uint16(k))
		i += size
	}
	n := len(word.indexes)
	if n < 2 {
		return false
	}
	word.advances = append(word.advances, f.plainGlyphs()[word.indexes[n-1]].width)
	return true
}

// glyphs fills a word in, whose glyphs are overwritten.
func (p *plainWord) glyphs(f *Font, text string, word *Word) {
	word.Text, word.Glyphs, word.Width = text, word.Glyphs[:0], 0
	list, at := f.plainGlyphs(), int32(0)
	for i, k := range p.indexes {
		size := int32(3)
		switch {
		case k < utf8.RuneSelf:
			size = 1
		case k < letters:
			size = 2
		}
		word.Glyphs = append(word.Glyphs, Glyph{ID: list[k].id, Head: true, At: at, Len: size, Advance: p.advances[i]})
		word.Width += p.advances[i]
		at += size
	}
}

// A plainGlyph is the glyph of a rune as the character map has it, and how
// wide it is in font units.
type plainGlyph struct {
	id    uint16
	width int32
}

func (f *Font) listPlainGlyphs() *[pairable]plainGlyph {
	list := new([pairable]plainGlyph)
	for i := range list {
		r := rune(i)
		if i >= letters {
			r += 0x2010 - letters
		}
		id := f.Glyph(r)
		list[i] = plainGlyph{id, int32(f.Width(id))}
	}
	return list
}

// learn notes the pairs of a word that has been shaped.
func (w *words) learn(f *Font, word *Word, script language.Script) {
	known := w.pairsOf(f, script)
	if known == nil {
		return
	}
	last, plain := 0, false // the rune before
	for i := range word.Glyphs {
		g := &word.Glyphs[i]
		r, n := utf8.DecodeRuneInString(word.Text[g.At:])
		k := pairIndex(r)
		if k < 0 || r == 0xAD || int32(n) != g.Len || g.ID != f.Glyph(r) || g.ID == 0 || g.DX != 0 || g.DY != 0 || !g.Head {
			plain = false
			continue
		}
		if plain && word.Glyphs[i-1].Advance >= 0 && !f.begins[[2]uint16{word.Glyphs[i-1].ID, g.ID}] {
			row := known[last].Load()
			if row == nil {
				known[last].CompareAndSwap(nil, new([pairable]atomic.Int32))
				row = known[last].Load()
			}
			row[k].Store(word.Glyphs[i-1].Advance + 1)
		}
		last, plain = k, true
	}
}

// pairsOf returns what is known of the pairs of a script, nil when nothing can
// be.
func (w *words) pairsOf(f *Font, script language.Script) *pairs {
	switch {
	case !f.plain || w.way.RTL:
		return nil
	case script == language.Common:
		return &w.common
	case script == language.Latin:
		return &w.latin
	}
	return nil
}
