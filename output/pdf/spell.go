package pdf

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"kitpress/layout/shape"
)

// A spelt is a glyph of a word, with the part of its text that it is copied
// as.
type spelt struct {
	sign
	at   int32 // where that begins in the word
	x    int32 // font units, from where the word begins: on the right in a text that runs from there
	head bool  // is spaced
	code uint16
}

// spell returns the glyphs of a word in the order in which it is read. Where
// several stand for several runes together each gets one, in order, whatever it
// looks like: a program that puts the texts of glyphs together has the word.
func (f *font) spell(w *shape.Word, rtl bool) []spelt {
	pieces := make([]spelt, len(w.Glyphs))
	pen := int32(0)
	if rtl {
		pen = -w.Width
	}
	for i, g := range w.Glyphs {
		p := spelt{sign{w.Text[g.At : g.At+g.Len], g.ID, 0, g.DY}, g.At, pen + g.DX, g.Head, 0}
		if g.Advance == 0 && g.DX < 0 && !rtl {
			p.wide = -g.DX
		}
		pieces[i] = p
		pen += g.Advance
	}
	if rtl && len(pieces) > 0 {
		slices.Reverse(pieces)
		if spaced := func(p spelt) bool { return p.head }; !slices.ContainsFunc(pieces[:max(0, len(pieces)-1)], spaced) { // joined
			pieces[0].head, pieces[len(pieces)-1].head = true, len(pieces) == 1
		}
	} else if !w.Mixed() {
		return pieces
	}
	list := make([]spelt, 0, len(pieces))
	for len(pieces) > 0 {
		n := 1
		for n < len(pieces) && (pieces[n].at == pieces[0].at || rtl && marks(pieces[n].text)) {
			n++
		}
		list = f.share(list, pieces[:n], rtl)
		pieces = pieces[n:]
	}
	if r, _ := utf8.DecodeLastRuneInString(w.Text); rtl && !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) && !unicode.IsSpace(r) {
		list = append(list, spelt{f.turn(), 0, -w.Width - 1, false, 0})
	}
	return list
}

// turn is drawn by a blank where a line turns, and behind figures and signs in
// words from right to left: programs that find out by the letters what runs
// which way would put the next space on the wrong side.
func (f *font) turn() sign { return sign{"\u200F", f.face.Glyph(' '), 0, 0} }

// marks reports whether a text begins with something that belongs to the
// letter before it: a mark or a joiner.
func marks(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.Is(unicode.M, r) || r == 0x200C || r == 0x200D
}

// nothing is the text of a glyph more than there are runes: it is not seen.
const nothing = "\u2060"

// share appends the glyphs that stand for some runes together, each with its
// part of them. Programs that sort glyphs by their places have them in order
// too: of those from right to left each carries one rune, so that the runes of
// a ligature but the first are on blanks.
func (f *font) share(list []spelt, group []spelt, rtl bool) []spelt {
	text := group[0].text
	for i := 1; i < len(group); i++ {
		if group[i].at != group[i-1].at {
			text += group[i].text
		}
	}
	runes := []rune(text)
	if rtl {
		head := slices.ContainsFunc(group, func(p spelt) bool { return p.head })
		slices.SortStableFunc(group, func(a, b spelt) int { return cmp.Compare(b.x, a.x) })
		right := group[0].x
		for _, p := range group {
			right = max(right, p.x+int32(f.face.Width(p.glyph)))
		}
		for i := range group {
			p := &group[i]
			p.head = head && i == 0
			if i > 0 {
				p.x = min(p.x, group[i-1].x-1) // so that they are in order
			}
			p.wide = max(1, right-p.x)
			right = p.x
		}
	}
	for i, p := range group {
		p.text = nothing
		if i < len(runes) {
			p.text = string(runes[i])
		}
		list = append(list, p)
	}
	last := &list[len(list)-1]
	if len(runes) <= len(group) {
		return list
	}
	rest := runes[len(group):]
	blank := f.face.Glyph(' ')
	if !rtl || blank == 0 {
		last.text += string(rest)
		return list
	}
	step := int32(f.face.UnitsPerEm() / 50)
	p := spelt{sign{"", blank, step, 0}, last.at, last.x, false, 0}
	for _, r := range rest {
		p.x -= step
		p.text = string(r)
		list = append(list, p)
	}
	return list
}
