package layout

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"

	"kitpress/i18n"
)

// An opportunity is a place where a line may or must end.
type opportunity struct {
	end, next int32 // cells: the line ends before end, the following one begins at next
	place     ending
	edge      int32 // grains a line grows by that ends here; see scratch.edge
	lead      int32 // grains a line begins further left that begins here
	hyphen    bool  // a hyphen is drawn at the line end
	last      bool  // breaks the last word of a paragraph: only if it would stick out otherwise
	forced    bool
	spaced    bool
}

// findBreaks fills w.breaks. The rules of Unicode Standard Annex 14 come
// first (with them correct Japanese kinsoku); then what they do not know is
// taken out: numbers and their units, Japanese counters, quotes set off by
// spaces, short parts beside a hyphen or a slash.
func (w *scratch) findBreaks(t *Typesetter, s Style) {
	state, at := -1, 0
	rest, way := w.clean, way(s)
	w.locale = i18n.LocaleOf(s.Lang)
	w.breaks = append(w.breaks, opportunity{lead: w.cells.lead(0)})
	t.hyphens.lock(s)
	defer t.hyphens.unlock(s)
	for len(rest) > 0 {
		var segment []byte
		if n := plainWord(rest); n > 0 {
			segment, rest, state = rest[:n], rest[n:], -1
		} else {
			segment, rest, _, state = uniseg.FirstLineSegment(rest, state)
		}
		from := at
		for _, c := range segment { // count the runes
			if c&0xC0 != 0x80 {
				at++
			}
		}
		if s.Hyphenate && scriptOf(s.Lang) == latin {
			w.hyphenate(t, s, from, at)
		}
		if inThai(w.cells[from].r) {
			w.thai(int32(from), int32(at), way)
		}
		o := opportunity{end: int32(at), next: int32(at)}
		for o.end > int32(from) && w.cells[o.end-1].vanishes() {
			o.spaced = o.spaced || w.cells[o.end-1].kind == space
			o.end--
		}
		o.forced = at == len(w.cells)-1 || w.cells[at-1].kind == newline
		o.hyphen = w.cells[at-1].r == 0xAD && !o.forced
		if !o.forced && (w.rubies.over(o.end) || !o.hyphen && w.glued(o, s)) {
			for _, i := range w.cells.dots(int32(from), o.end) {
				host := opportunity{end: i, next: i}
				host.edge = w.edge(&host, way)
				w.breaks = append(w.breaks, host)
			}
			continue
		}
		o.edge, o.lead = w.edge(&o, way), w.cells.lead(o.next)
		o.place = w.endingAt(o, s)
		o.last = o.place.breaks()
		if o.forced {
			w.markLast()
		}
		w.breaks = append(w.breaks, o)
	}
}

// plainWord returns the length of the word at the start of b with the spaces
// after it when it has letters of ASCII only, perhaps a comma or a full stop,
// and such a letter follows: most words of a text, and Annex 14 has a line end
// there whatever comes before or after. It returns 0 for all others.
func plainWord(b []byte) int {
	letter := func(i int) bool { return i < len(b) && latinLetter(rune(b[i])) }
	i := 0
	for letter(i) {
		i++
	}
	if i == 0 {
		return 0
	}
	if i < len(b) && (b[i] == ',' || b[i] == '.') {
		i++
	}
	from := i
	for i < len(b) && b[i] == ' ' {
		i++
	}
	if i == from || !letter(i) {
		return 0
	}
	return i
}

// vanishes reports whether a cell leaves no trace at a line end.
func (c *cell) vanishes() bool {
	switch c.kind {
	case space, marker, newline:
		return true
	case gap:
		return c.r != 0x202F && c.r != 0x2007
	}
	return false
}

// markLast marks the pattern hyphens in the last word of a paragraph.
func (w *scratch) markLast() {
	for i := len(w.breaks) - 1; i > 0 && !w.breaks[i].spaced && !w.breaks[i].forced; i-- {
		b := &w.breaks[i]
		b.last = b.last || b.hyphen && w.cells[b.next-1].r != 0xAD
	}
}

// glued reports whether a line must not end at o although Annex 14 allows it.
func (w *scratch) glued(o opportunity, s Style) bool {
	if o.end == 0 || int(o.next) >= len(w.cells)-1 {
		return false
	}
	a, b := w.cells[o.end-1].r, w.cells[o.next].r
	if (a == iconRune) != (b == iconRune) && !o.spaced { // it belongs to the word it touches
		return !cjk(a) && !cjk(b)
	}
	if w.cells[o.next-1].r == 0x200B { // the author allows it
		return false
	}
	if o.spaced {
		return w.numberBefore(o.end) && w.unitAt(o.next) || w.opensQuote(o.end-1, s.Lang) || w.closesQuote(o) || w.initials(o)
	}
	switch {
	case isDigit(a) && counts(b), isDigit(b) && (a == '第' || a == '約' || a == '計'):
		return true
	case latinLetter(a) && katakana(b): // Eメール, Tシャツ
		return !latinLetter(w.before(o.end - 1))
	case a == '/':
		return w.slashed(o)
	case a == '-' || a == '\u2010':
		return w.lettersBefore(o.end-1) < 2 || w.lettersAfter(o.next) < max(2, w.locale.MinJoined) || w.cells.verbatim(o.end-1) // fais-le, demande-lui
	case a == '–' || a == '—':
		return unicode.IsDigit(w.before(o.end-1)) && unicode.IsDigit(b)
	}
	return w.opensQuote(o.end-1, s.Lang)
}

// before returns the rune before cell i, 0 at the start.
func (w *scratch) before(i int32) rune {
	if i == 0 {
		return 0
	}
	return w.cells[i-1].r
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' || '０' <= r && r <= '９' }

// latinLetter reports whether r is one of A to Z.
func latinLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

// counts reports whether a Japanese rune right after a number belongs to it:
// 3人, 5枚, 1つ, 3か月, 2ポイント.
func counts(r rune) bool {
	return unicode.Is(unicode.Han, r) || katakana(r) || r == 'つ' || r == 'か' || r == '％'
}

// numberBefore reports whether a number ends before cell i: not the 2 of
// "card2".
func (w *scratch) numberBefore(i int32) bool {
	i--
	if i < 0 || !isDigit(w.cells[i].r) {
		return false
	}
	for i >= 0 && (isDigit(w.cells[i].r) || w.cells[i].r == '.' || w.cells[i].r == ',') {
		i--
	}
	return i < 0 || !wordRune(w.cells[i].r)
}

// unitAt reports whether a unit or a word of up to three letters begins at
// cell i.
func (w *scratch) unitAt(i int32) bool {
	r := w.cells[i].r
	switch r {
	case '%', '‰', '°', '€', '$', '£', '¥', '×', iconRune:
		return true
	}
	n := w.lettersAfter(i)
	return unicode.Is(unicode.Han, r) || 1 <= n && n <= 3 && !isDigit(r)
}

// lettersBefore and lettersAfter count the letters and digits that stand
// before and from cell i on, up to four.
func (w *scratch) lettersBefore(i int32) (n int) {
	for i--; i >= 0 && n < 4 && wordRune(w.cells[i].r); i-- {
		n++
	}
	return n
}

func (w *scratch) lettersAfter(i int32) (n int) {
	for ; int(i) < len(w.cells) && n < 4 && wordRune(w.cells[i].r); i++ {
		n++
	}
	return n
}

func wordRune(r rune) bool {
	if r < 0x80 {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
}

// opensQuote reports whether the rune in cell i opens a quotation: one of the
// quote marks that stand for both ends, after a space or at the start.
func (w *scratch) opensQuote(i int32, lang string) bool {
	r := w.cells[i].r
	switch r {
	case '"', '\'', '“', '‘', '”', '’':
	case '„', '‚':
		return true
	case '«', '‹':
		if scriptOf(lang) == latin && !w.locale.Inwards {
			return true
		}
	case '»', '›':
		if !w.locale.Inwards {
			return false
		}
	default:
		return false
	}
	p := w.before(i)
	return p == 0 || p == '\n' || p == '(' || p == '[' || p == 0x2014 || unicode.IsSpace(p)
}

// closesQuote reports whether the mark after the spaces of o belongs to the
// text before them: French marks typed with a plain space.
func (w *scratch) closesQuote(o opportunity) bool {
	switch w.cells[o.next].r {
	case '»', '›':
		return !w.locale.Inwards
	case '!', '?', ';', ':':
		return !wordRune(w.cells[o.next+1].r)
	}
	return false
}

// initials reports whether o stands inside an abbreviation such as "z. B.".
func (w *scratch) initials(o opportunity) bool {
	return w.cells[o.end-1].r == '.' && w.lettersBefore(o.end-1) == 1 &&
		w.lettersAfter(o.next) == 1 && int(o.next)+1 < len(w.cells) && w.cells[o.next+1].r == '.' &&
		unicode.IsLetter(w.cells[o.next].r)
}

// slashed reports whether a line must not end after the slash before o: in
// km/h, and within https://.
func (w *scratch) slashed(o opportunity) bool {
	p := w.before(o.end - 1)
	if p == '/' || p == ':' {
		return true
	}
	from, to := w.token(o.end - 1)
	return !w.address(from, to) && (w.lettersBefore(o.end-1) < 4 || w.lettersAfter(o.next) < 4)
}

// dots returns the dots of a host whose hyphen in the cell before to must not
// end a line: one may end before them.
func (c cells) dots(from, to int32) (at []int32) {
	if to == 0 || c[to-1].r != '-' || !c.verbatim(to-1) {
		return nil
	}
	for i := from + 1; i < to; i++ {
		if c[i].r == '.' {
			at = append(at, i)
		}
	}
	return at
}

// verbatim reports whether the hyphen in cell i is one of a name that is typed
// as it stands: of a host, as in my-shop.example, or the only one between quotes.
func (c cells) verbatim(i int32) bool {
	part := func(i int32) bool { r := c[i].r; return r == '.' || r == '-' || latinLetter(r) || isDigit(r) }
	from, to, hyphens := i, i, 0
	for from > 0 && i-from < maxToken && part(from-1) {
		from--
	}
	for to-i < maxToken && part(to) { // the cell that ends the text is none
		to++
	}
	for j := from; j < to; j++ {
		switch c[j].r {
		case '-':
			hyphens++
		case '.':
			if j > from && latinLetter(c[j-1].r) && latinLetter(c[j+1].r) {
				return true
			}
		}
	}
	return hyphens == 1 && from > 0 && unicode.IsLower(c[from].r) && strings.ContainsRune("„“”‘‚«»「『", c[from-1].r) && strings.ContainsRune("“”’‘«»」』", c[to].r)
}

// maxToken is how far from a cell an address is looked for. It bounds the
// time a text without spaces takes.
const maxToken = 300

// token returns the cells around i up to the next spaces.
func (w *scratch) token(i int32) (from, to int32) {
	edge := func(i int32) bool { return w.cells[i].kind == space || w.cells[i].kind == newline }
	for from = i; from > 0 && i-from < maxToken && !edge(from-1); from-- {
	}
	for to = i; to-i < maxToken && !edge(to); to++ { // the cell that ends the text is one
	}
	return from, to
}

// address reports whether a token is a web or mail address, a path or a file
// name: it has an @ or an underscore, or a dot or a colon inside a word.
func (w *scratch) address(from, to int32) bool {
	for i := from; i < to; i++ {
		switch w.cells[i].r {
		case '@', '_', '\\':
			return true
		case '.', ':':
			if i > from && wordRune(w.cells[i-1].r) && (wordRune(w.cells[i+1].r) || w.cells[i+1].r == '/') {
				return true
			}
		}
	}
	return false
}
