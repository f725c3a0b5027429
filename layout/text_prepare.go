package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"kitpress/i18n"
	"kitpress/layout/shape"
)

// A kind says what a rune is to line breaking and drawing.
type kind uint8

const (
	inked   kind = iota // drawn by a face
	space               // U+0020: vanishes at a line end
	gap                 // a space without a glyph: only moves the pen
	gone                // a rune no font has: leaves a gap, is reported
	marker              // takes no room and is not drawn: U+00AD, U+200B, U+2060, marks of direction
	newline             // ends the line
	picture             // an icon, face is its index in scratch.icons
)

// A cell is one rune of a text after cleaning. Widths are prefix sums, so the
// width of any stretch is one subtraction; they do not depend on the size, so
// one preparation serves every size a fit tries.
type cell struct {
	sum   int64 // grains before this rune; until words are shaped, those of the rune
	count int32 // letters that take room before this one, marks not counted
	off   int32 // where its bytes begin in scratch.shown
	r     rune
	face  uint8 // index into scratch.faces
	kind  kind
	shift int8 // of 32 parts of an em, how many it is moved away from the rune before it
	forms shape.Forms
}

// cells are the runes of a text.
type cells []cell

// chainLength is the number of faces tried per weight; see Fonts.chain.
const chainLength = 24

// scratch is the working memory of one call, kept for the next.
type scratch struct {
	text    string
	clean   []byte // what line breaking sees: markers and line feeds included
	shown   []byte // what is drawn
	cells   cells  // one per rune of clean, and one that ends it
	faces   [4 * chainLength]*Face
	chains  [4][]*Face  // by emphasis
	base    uint8       // the face of the language for what comes
	forms   shape.Forms // of the letters that come
	rtl     bool        // some of it runs from right to left, or all
	levels  ways
	missing []Missing
	icons   []*Icon // in the text
	rubies  rubies  // readings above its characters

	locale i18n.Locale
	breaks []opportunity
	nodes  []node
	lines  []lineSpan
	slot   Length // they were chosen for
	tight  bool   // and in as few as they can be
	runs   []Run
}

func (w *scratch) reset(t *Typesetter, text string, s Style) {
	*w = scratch{
		text: text, clean: w.clean[:0], shown: w.shown[:0], cells: w.cells[:0],
		levels: w.levels[:0], breaks: w.breaks[:0], nodes: w.nodes[:0], lines: w.lines[:0], runs: w.runs[:0],
	}
	kinds := 1
	if strings.IndexByte(text, '*') >= 0 {
		kinds = len(w.chains)
	}
	for i := range kinds {
		weight := s.Weight
		if i18n.Emphasis(i)&i18n.Bold != 0 {
			weight = bolder(weight)
		}
		w.chains[i] = t.fonts.chain(s.Lang, weight, i18n.Emphasis(i)&i18n.Italic != 0, s.Font)
		copy(w.faces[i*chainLength:(i+1)*chainLength], w.chains[i])
	}
}

// prepare is the one door texts come in by: it sets capitals as the language
// writes them, normalises (NFC), removes what is not to be drawn, chooses a
// face for every rune and adds up the widths.
func (w *scratch) prepare(t *Typesetter, text string, s Style) {
	w.read(t, text, s)
	if base := rightToLeft(s.Lang) && (w.rtl || !w.cells.words()); base || w.rtl {
		w.rtl = true
		w.levels = w.levels.find(w.cells, base)
	}
	w.rubies.widen(w.cells, w.shown, w.faces[:], way(s))
	w.measureCells(way(s), s.Running && scriptOf(s.Lang) == japanese)
}

// words reports whether there is a letter: words of another language that stand
// alone run their own way.
func (c cells) words() bool {
	return slices.ContainsFunc(c, func(c cell) bool { return unicode.IsLetter(c.r) })
}

// read does all of it but adding up the widths.
func (w *scratch) read(t *Typesetter, text string, s Style) {
	if s.Upper {
		text = upper(s.Lang, text, t.icons != nil)
	}
	text = i18n.NFC(text)
	w.reset(t, text, s)
	marks := i18n.MarksOf(text)
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if c == ':' {
				if n := addIcon(w, t, text, i); n > 0 {
					i += n
					continue
				}
			}
			if n := marks.At(i); n > 0 {
				w.base = uint8(marks.In&i18n.Faces) * chainLength
				w.forms = formsIn(w, marks.In, text[i+n:], s)
				w.rubies.mark(w, marks.Over)
				i += n
				continue
			}
			w.ascii(c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			w.lose(r, NotUnicode)
		} else {
			w.add(r)
		}
		i += n
	}
	w.trimEnd()
	w.cells = append(w.cells, cell{off: int32(len(w.shown)), kind: newline})
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// ascii adds one ASCII character.
func (w *scratch) ascii(c byte) {
	switch {
	case c == ' ' || c == '\t':
		w.space()
	case c == '\n' || c == '\v' || c == '\f':
		w.mark('\n', newline)
	case c < ' ' || c == 0x7F: // controls, U+000D of CR LF included
	default:
		w.ink(rune(c))
	}
}

// add adds one rune beyond ASCII.
func (w *scratch) add(r rune) {
	if r < 0xA0 { // C1 controls
		if r == 0x85 {
			w.mark('\n', newline)
		}
		return
	}
	switch {
	case directs(r):
		w.rtl = w.rtl || r != 0x200E && r != 0x202A && r != 0x202D && r != 0x2066
		w.mark(r, marker)
	case r == 0xAD || r == 0x200B || r == 0x2060:
		w.mark(r, marker)
	case r == 0xFEFF: // inside a text an old way to write U+2060
		w.mark(0x2060, marker)
	case r == 0x2028 || r == 0x2029:
		w.mark('\n', newline)
	case (r == 0x200C || r == 0x200D) && shapesJoiner(w.cells):
		w.put(cell{r: r, face: w.cells[len(w.cells)-1].face, kind: inked}, r)
	case invisible(r):
	case gapWidth(r) > 0:
		w.gap(r)
	case unwritten(r) != "" && !strings.ContainsRune(w.text, 0x200B):
		w.lose(r, "lines of "+unwritten(r)+" end between words, and there is no dictionary of them")
		w.missing[len(w.missing)-1].Hint = "put a zero-width space (U+200B) where a word ends"
	default:
		w.rtl = w.rtl || shape.RightToLeft(r)
		w.ink(r)
	}
}

// upper sets a text in capitals: Turkish and Azeri have a dot on the i of
// theirs, Greek has no accents on them, ß becomes SS. Names of icons stay.
func upper(lang, text string, icons bool) string {
	if icons {
		for i := range len(text) {
			if name := iconName(text[i:]); name != "" {
				n := i + len(name) + 2
				return upper(lang, text[:i], false) + text[i:n] + upper(lang, text[n:], true)
			}
		}
	}
	base, _, _ := strings.Cut(lang, "-")
	if isASCII(text) && base != "tr" && base != "az" {
		return strings.ToUpper(text)
	}
	return cases.Upper(language.Make(lang)).String(text)
}

// directs reports whether r is not seen but says which way what is beside it or
// behind it runs: a mark, an embedding, an override or an isolate of Unicode
// Standard Annex 9.
func directs(r rune) bool {
	return r == 0x200E || r == 0x200F || r == 0x061C || nests(r)
}

// nests reports whether r begins or ends an embedding, an override or an isolate.
func nests(r rune) bool { return 0x202A <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069 }

// invisible reports whether r only steers programs: joiners, directions,
// variation selectors, annotation marks, tags.
func invisible(r rune) bool {
	return 0x200C <= r && r <= 0x200F || 0x202A <= r && r <= 0x202E || 0x2061 <= r && r <= 0x206F ||
		0xFE00 <= r && r <= 0xFE0F || 0xFFF9 <= r && r <= 0xFFFB || r == 0x061C || r == 0x180E ||
		0x1F3FB <= r && r <= 0x1F3FF || 0xE0000 <= r && r <= 0xE007F // colours of skin, parts of flags
}

// gapWidth returns the width in grains of the spaces that need no glyph, 0
// for any other rune.
func gapWidth(r rune) int64 {
	switch r {
	case 0x2002, 0x2000, 0x2007: // en space; figure space, as wide as our digits
		return emGrains / 2
	case 0x2003, 0x2001, 0x3000: // em space, ideographic space
		return emGrains
	case 0x2004:
		return emGrains / 3
	case 0x2005:
		return emGrains / 4
	case 0x2006, 0x2008:
		return emGrains / 6
	case 0x2009, 0x202F, 0x205F: // thin and narrow no-break space
		return emGrains / 5
	case 0x200A:
		return emGrains / 10
	}
	return 0
}

// space adds a space unless one stands there already.
func (w *scratch) space() {
	for i := len(w.cells) - 1; i >= 0; i-- {
		switch w.cells[i].kind {
		case marker:
			continue
		case space, newline:
			return
		}
		break
	}
	if len(w.cells) == 0 {
		return
	}
	if last := w.cells[len(w.cells)-1]; last.kind == inked && int(last.face)%chainLength > 0 && unicode.IsLetter(last.r) && !cjk(last.r) && w.faces[last.face].font.Has(' ') {
		w.put(cell{r: ' ', face: last.face, kind: space}, ' ') // a word and its space in one piece
	} else if face, ok := w.find(' '); ok {
		w.put(cell{r: ' ', face: face, kind: space}, ' ')
	} else {
		w.put(cell{r: ' ', kind: gap, sum: emGrains / 4}, -1)
	}
}

// gap adds a space that needs no glyph; a face that has one draws it, so that
// the text can be copied from the page as it was written.
func (w *scratch) gap(r rune) {
	if base := w.base; r != 0x3000 && w.faces[base].Has(r) {
		w.put(cell{r: r, face: base, kind: inked}, r)
		return
	}
	w.put(cell{r: r, kind: gap, sum: gapWidth(r)}, -1)
}

// lose adds a rune that cannot be drawn.
func (w *scratch) lose(r rune, reason string) {
	w.missing = append(w.missing, Missing{Rune: r, Text: w.text, Reason: reason, Hint: leaveOut})
	w.put(cell{r: r, kind: gone, sum: emGrains / 2}, -1)
}

// mark adds a rune that takes no room. Heaps of markers are thinned out: they
// mean nothing and would cost time.
func (w *scratch) mark(r rune, k kind) {
	if n := len(w.cells); k == marker && n > 1 && !nests(r) && w.cells[n-1].kind == marker &&
		(w.cells[n-1].r == r || w.cells[n-2].kind == marker) {
		return
	}
	w.put(cell{r: r, kind: k}, -1)
}

// shapesJoiner reports whether a joiner behind the last rune says how letters
// are shaped: in scripts that join them, not in Latin.
func shapesJoiner(cells []cell) bool {
	n := len(cells)
	return n > 0 && cells[n-1].kind == inked && 0x590 <= cells[n-1].r && cells[n-1].r < 0x1200
}

// ink adds a rune that is drawn, in the first face that has it; one that is
// not in the face of the language stays in that of the rune before.
func (w *scratch) ink(r rune) {
	base := w.base
	if w.forms&shape.SmallCaps != 0 && addSmall(w, r) {
		return
	}
	if w.faces[base].Has(r) {
		w.put(cell{r: r, face: base, kind: inked}, r)
		return
	}
	// A look-alike of the same face is better than the rune itself in another.
	other := stand(r)
	if other != 0 && w.faces[base].Has(other) {
		w.put(cell{r: r, face: base, kind: inked}, other)
		return
	}
	if n := len(w.cells); n > 0 && w.cells[n-1].kind == inked && w.faces[w.cells[n-1].face].Has(r) {
		w.put(cell{r: r, face: w.cells[n-1].face, kind: inked}, r)
		return
	}
	for _, draw := range [...]rune{r, other} {
		if face, ok := w.find(draw); draw != 0 && ok {
			w.put(cell{r: r, face: face, kind: inked}, draw)
			return
		}
	}
	w.lose(r, NoGlyph)
}

// find returns the first face that has r.
func (w *scratch) find(r rune) (face uint8, ok bool) {
	base := w.base
	for i := range w.chains[base/chainLength] {
		if w.faces[int(base)+i].Has(r) {
			return base + uint8(i), true
		}
	}
	return base, false
}

// stand returns the rune that looks the same and stands in for one no face
// has.
func stand(r rune) rune {
	switch r {
	case 0x2010, 0x2011: // hyphens
		return '-'
	case 0xA0:
		return ' '
	case 0x2212: // minus
		return 0x2013
	}
	return 0
}

// put adds a cell that is drawn as r, or not drawn when r is negative.
func (w *scratch) put(c cell, r rune) {
	w.clean = utf8.AppendRune(w.clean, c.r)
	c.forms = w.forms
	c.off = int32(len(w.shown))
	if r >= 0 {
		w.shown = utf8.AppendRune(w.shown, r)
	}
	w.cells = append(w.cells, c)
}

// trimEnd removes spaces and line feeds at the end of the text.
func (w *scratch) trimEnd() {
	for n := len(w.cells); n > 0; n-- {
		c := w.cells[n-1]
		if c.kind != space && c.kind != newline {
			return
		}
		w.clean = w.clean[:len(w.clean)-1] // both are one byte long
		w.shown = w.shown[:c.off]
		w.cells = w.cells[:n-1]
	}
}
