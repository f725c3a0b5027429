package layout

import (
	"sort"
	"sync"
	"unicode"
	"unicode/utf8"

	"kitpress/i18n"
)

// minHyphenated is the number of letters of the shortest word that is broken.
const minHyphenated = 6

// maxHyphenCache bounds the words remembered per language.
const maxHyphenCache = 1 << 14

// A hyphenCache remembers where words may be broken.
type hyphenCache struct {
	ask   func(lang, word string) []int
	mu    sync.RWMutex
	words map[string]map[string][]int
}

// lock and unlock surround the breaking of one text: the words of a text are
// looked up under one read lock.
func (c *hyphenCache) lock(s Style) {
	if s.Hyphenate {
		c.mu.RLock()
	}
}

func (c *hyphenCache) unlock(s Style) {
	if s.Hyphenate {
		c.mu.RUnlock()
	}
}

// points returns the byte offsets at which word may be broken. The read lock
// is held, and is given up for a moment when the word is new.
func (c *hyphenCache) points(lang string, word []byte) []int {
	if c.ask == nil {
		return nil
	}
	if p, ok := c.words[lang][string(word)]; ok {
		return p
	}
	c.mu.RUnlock()
	defer c.mu.RLock()
	own := string(word)
	p := legalPoints(own, c.ask(lang, own))
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.words == nil {
		c.words = make(map[string]map[string][]int)
	}
	if m := c.words[lang]; m == nil || len(m) >= maxHyphenCache {
		c.words[lang] = make(map[string][]int)
	}
	c.words[lang][own] = p
	return p
}

// legalPoints keeps the offsets that lie between letters with two on each
// side, in order.
func legalPoints(word string, points []int) []int {
	var out []int
	for _, p := range points {
		if p <= 0 || p >= len(word) || !utf8.RuneStart(word[p]) {
			continue
		}
		if utf8.RuneCountInString(word[:p]) >= 2 && utf8.RuneCountInString(word[p:]) >= 2 {
			out = append(out, p)
		}
	}
	sort.Ints(out)
	return out
}

// hyphenate adds the opportunities inside the words of one segment, the cells
// from (included) to to.
func (w *scratch) hyphenate(t *Typesetter, s Style, from, to int) {
	for i := from; i < to; {
		if !letter(w.cells[i].r) {
			i++
			continue
		}
		start := i
		for i < to && letter(w.cells[i].r) {
			i++
		}
		if i-start >= minHyphenated && w.breakable(start, i) {
			w.hyphenateWord(t, s, start, i)
		}
	}
}

func letter(r rune) bool {
	if r < 0x80 {
		return 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return !cjk(r) && (unicode.IsLetter(r) || unicode.IsMark(r))
}

// breakable reports whether patterns may break the word in the cells start to
// end: not in addresses, not beside digits or an author's own soft hyphen,
// not in capitals, large or small, and not where it is to catch the eye, in bold.
func (w *scratch) breakable(start, end int) bool {
	from, to := w.token(int32(start))
	if w.address(from, to) {
		return false
	}
	for i := int(from); i < int(to); i++ {
		touches := i == start-1 || i == end
		if r := w.cells[i].r; r == 0xAD || touches && isDigit(r) {
			return false
		}
	}
	small := false
	for i := start; i < end; i++ {
		if c := &w.cells[i]; c.kind != inked || c.forms != 0 || i18n.Emphasis(c.face/chainLength)&i18n.Bold != 0 {
			return false
		}
		small = small || unicode.IsLower(w.cells[i].r)
	}
	return small
}

// bold is the weight from which on a word is broken only where it would stick out.
const bold = 700

func (w *scratch) hyphenateWord(t *Typesetter, s Style, start, end int) {
	way := way(s)
	var buffer [64]byte
	word := buffer[:0]
	for i := start; i < end; i++ {
		word = utf8.AppendRune(word, w.cells[i].r)
	}
	cell, offset := start, 0
	for _, p := range t.hyphens.points(s.Lang, word) {
		for offset < p {
			offset += utf8.RuneLen(w.cells[cell].r)
			cell++
		}
		o := opportunity{end: int32(cell), next: int32(cell), place: atHyphen, hyphen: true, last: s.Weight >= bold}
		o.edge = w.edge(&o, way)
		w.breaks = append(w.breaks, o)
	}
}

// dash returns the face of the hyphen after a line that ends before cell end:
// that of the rune before it if it has one.
func (w *scratch) dash(end int32) (face uint8) {
	if end > 0 && w.cells[end-1].kind == inked {
		face = w.cells[end-1].face
	}
	if !w.faces[face].Has('-') {
		face, _ = w.find('-')
	}
	return face
}
