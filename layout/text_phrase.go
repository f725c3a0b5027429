package layout

import (
	"strings"
	"unicode"

	"kitpress/layout/phrase"
	"kitpress/layout/shape"
)

// cjk reports whether r is set without spaces around it.
func cjk(r rune) bool {
	return 0x3001 <= r && r <= 0x30FF || 0x3400 <= r && r <= 0x9FFF || 0xF900 <= r && r <= 0xFAFF || 0xFF01 <= r && r <= 0xFF5E
}

func hiragana(r rune) bool { return 0x3041 <= r && r <= 0x309F }
func katakana(r rune) bool { return 0x30A1 <= r && r <= 0x30FA || r == 'ー' }
func hangul(r rune) bool   { return 0xAC00 <= r && r <= 0xD7A3 }
func han(r rune) bool      { return r == '々' || r >= 0x3400 && unicode.Is(unicode.Han, r) }

// japanese returns what sort of line end o is in text without spaces. It is
// read in phrases, words with the particles and endings behind them: display
// type breaks between them only. In running text most phrases are told well
// enough by ending in hiragana.
func (w *scratch) japanese(o opportunity, running bool) ending {
	at := w.cells.around(o.end, o.next)
	a, b, next := at[phrase.Reach-1], at[phrase.Reach], at[phrase.Reach+1]
	switch {
	case a == '。' || a == '！' || a == '？' || a == '…' || a == '：':
		return afterStop
	case a == '、' || a == '，':
		return afterComma
	case a == '」' || a == '』' || a == '）':
		if hiragana(b) { // a particle
			return insideKana
		}
		return afterPhrase
	case b == '「' || b == '『' || b == '（':
		return beforeBracket
	case a == '・' || a == '／' || a == '〜' || a == '～':
		return atSeam
	case katakana(a) && katakana(b):
		if phrase.Seam(w.cells.name(o.end, false), w.cells.name(o.next, true)) {
			return atSeam
		}
		if !katakana(at[phrase.Reach-2]) || !katakana(next) {
			return besideName
		}
		return insideName
	case phrase.Within(func(i int) rune { return w.cells.beside(o, i) }) || !running && han(a) && han(b) && (!han(at[phrase.Reach-2]) || !han(next)):
		return insideWord
	case a == 'と' && b == 'し': // として
		return insideKana
	case a == 'の' && !hiragana(b) && (running || phrase.Ends(at)):
		return afterOwner
	case hiragana(a) && (b == 'お' || b == 'ご') && han(next), running && hiragana(a) && !hiragana(b), !running && phrase.Ends(at):
		return afterPhrase
	case hiragana(a) || hiragana(b):
		return insideKana
	case latinLetter(a) && katakana(b):
		return afterLetters
	case han(a) && han(b):
		return insideKanji
	}
	return atSeam
}

// beside returns the rune that stands n behind a line end, or before it; 0 stands
// for none.
func (c cells) beside(o opportunity, n int) rune {
	i := int(o.next) + n
	if n < 0 {
		i = int(o.end) + n
	}
	if i < 0 || i >= len(c) {
		return 0
	}
	return c[i].r
}

// The signs of Japanese fill half of their square: those that open the right
// one, those that close the left one.
func opens(r rune) bool  { return strings.ContainsRune("「『（［｛〈《【〔", r) }
func closes(r rune) bool { return strings.ContainsRune("。、，．」』）］｝〉》】〕", r) }

// between returns how far b is moved away from a in Japanese, in parts of an em,
// of which there are 32: two signs share the empty halves between them, and in
// running text letters keep a distance, less than programs take for a space.
func between(a, b *cell, running bool) int8 {
	switch {
	case a.r < 0x250 && b.r < 0x250:
		return 0
	case closes(a.r) && (opens(b.r) || closes(b.r)) || opens(a.r) && opens(b.r):
		return -16
	case running && (western(a.r) && native(b.r) || native(a.r) && western(b.r)):
		return 3
	}
	return 0
}

func western(r rune) bool { return latinLetter(r) || '0' <= r && r <= '9' }
func native(r rune) bool  { return hiragana(r) || katakana(r) || han(r) }

// full reports whether the rune in cell i fills a square.
func (c cells) full(i int32) bool {
	next := &c[i+1]
	return next.sum-int64(next.shift)*emGrains/32-c[i].sum == emGrains
}

// lead returns by how many grains a line begins further left that begins at
// cell i: the empty half of a sign that opens.
func (c cells) lead(i int32) int32 {
	if int(i) < len(c)-1 && opens(c[i].r) && c.full(i) {
		return emGrains / 2
	}
	return 0
}

// mostSpread is how far, in em, the runes of a line are moved apart at most to
// fill it. A line that wants more ends where it ends: letters that far apart
// look like words, and programs that read the page take them for it.
const mostSpread = 0.095

// spread returns how much further apart the runes of Japanese in a line stand
// that is wide grain-micrometres long, so that it fills its slot.
func (m *measure) spread(c cells, l *lineSpan, wide int64) Length {
	n := int64(0)
	for i := l.start + 1; i < l.end; i++ {
		if c.spreads(i) {
			n++
		}
	}
	if !m.justify || l.last || n == 0 || wide >= m.width {
		return 0
	}
	if by := Length((m.width - wide) / emGrains / n); by <= Length(m.size).Mul(mostSpread) {
		return by
	}
	return 0
}

// spreads reports whether the rune in cell i moves away from the one before it
// when its line is filled.
func (c cells) spreads(i int32) bool {
	return cjk(c[i].r) && cjk(c[i-1].r) && c[i].drawn() && c[i-1].drawn()
}

// name returns the katakana from cell i on, or before it.
func (c cells) name(i int32, ahead bool) string {
	from, to := i, i
	if ahead {
		for ; katakana(c[to].r) || c[to].kind == marker; to++ { // the cell that ends the text is neither
		}
	} else {
		for ; from > 0 && (katakana(c[from-1].r) || c[from-1].kind == marker); from-- {
		}
	}
	var name []rune
	for _, cell := range c[from:to] {
		if cell.kind != marker {
			name = append(name, cell.r)
		}
	}
	return string(name)
}

// thai adds the line ends between the words of Thai in the cells from
// (included) to to.
func (w *scratch) thai(from, to int32, way shape.Way) {
	for i := from + 1; i < to; i++ {
		if a, b := w.cells[i-1].r, w.cells[i].r; inThai(a) && inThai(b) && phrase.EndsThai(w.cells.around(i, i)) && !leans(a, b) {
			o := opportunity{end: i, next: i}
			o.edge = w.edge(&o, way)
			w.breaks = append(w.breaks, o)
		}
	}
}

func inThai(r rune) bool { return 0xE01 <= r && r <= 0xE4E }

// leans reports whether b is written on or behind Thai letter a, or a is a
// vowel written before its consonant.
func leans(a, b rune) bool {
	return unicode.Is(unicode.M, b) || b == 0xE30 || b == 0xE32 || b == 0xE33 || b == 0xE45 || b == 0xE46 || b == 0xE2F || 0xE40 <= a && a <= 0xE44
}

// around returns the runes that take room around a line end, up to the line
// feeds around them.
func (c cells) around(end, next int32) (at phrase.Around) {
	for n := phrase.Reach; n > 0 && end > 0 && c[end-1].kind != newline; end-- {
		if c := &c[end-1]; c.kind != marker {
			n--
			at[n] = c.r
		}
	}
	for n := phrase.Reach; n < len(at) && int(next) < len(c)-1 && c[next].kind != newline; next++ {
		if c := &c[next]; c.kind != marker {
			at[n] = c.r
			n++
		}
	}
	return at
}

// A ruby says how characters are read: small, above them, furigana.
type ruby struct {
	from, to int32 // cells; to is 0 while it is open
	text     string
	face     *Face // of text
	grains   int64 // how wide text is, in its size
	before   int8  // where text is wider, how far its characters stand off the one before, of 32 parts of an em,
	behind   int8  // and off the one behind
}

// rubies are those of a text, in their order.
type rubies []ruby

// Of a ruby, in em of the characters below it: how large it is, how high its
// baseline stands above theirs, and the distance of lines with some.
const (
	rubySize = 0.5
	rubyRise = 0.94
	rubyLead = 1.62
)

// rubyHang is how far a reading may hang over kana beside its characters, of 32
// parts of an em: a character of its own.
const rubyHang = 14

// mark begins a ruby, or ends the one that is open when text is empty.
func (r *rubies) mark(w *scratch, text string) {
	n := len(*r)
	switch open := n > 0 && (*r)[n-1].to == 0; {
	case text != "" && !open:
		of := ruby{from: int32(len(w.cells)), text: text}
		var lacks rune
		if of.face, lacks = readable(w.chains[w.base/chainLength], text); lacks != 0 {
			w.missing = append(w.missing, Missing{Rune: lacks, Text: w.text, Reason: NoGlyph, Hint: leaveOut})
			return
		}
		*r = append(*r, of)
	case text == "" && open:
		(*r)[n-1].to = int32(len(w.cells))
	}
}

// readable returns the first face that has all of a text, or a rune that the
// last one lacks.
func readable(faces []*Face, text string) (face *Face, lacks rune) {
	for _, face = range faces {
		lacks = 0
		for _, r := range text {
			if !face.Has(r) {
				lacks = r
			}
		}
		if lacks == 0 {
			return face, 0
		}
	}
	return face, lacks
}

// widen moves characters away from those around them whose reading is wider.
func (r rubies) widen(c cells, shown []byte, faces []*Face, way shape.Way) {
	for i := range r {
		of := &r[i]
		of.to = min(of.to, int32(len(c)-1)) // spaces at the end are gone
		base := c[min(of.from, of.to)]
		if base.kind != inked || of.to <= of.from {
			of.to = of.from // nothing stands below it
			continue
		}
		of.grains = of.face.grains([]byte(of.text), way)
		below := faces[base.face].grains(shown[base.off:c[of.to].off], way)
		if wide := int64(float64(of.grains)*rubySize) - below; wide > 0 {
			half := int(min(wide*32/2/emGrains+1, 60))
			stands := func(i int32) int8 { // the cell that ends the text is not kana
				if i >= 0 && (hiragana(c[i].r) || katakana(c[i].r)) {
					return int8(max(0, half-rubyHang))
				}
				return int8(half)
			}
			of.before, of.behind = stands(of.from-1), stands(of.to)
		}
	}
}

// shift returns how far the rune in cell i stands off the one before it for the
// sake of a ruby.
func (r rubies) shift(i int) (by int8) {
	for _, of := range r {
		if int(of.from) == i {
			by += of.before
		}
		if int(of.to) == i {
			by += of.behind
		}
	}
	return by
}

// over reports whether a ruby goes on before cell i: no line ends there.
func (r rubies) over(i int32) bool {
	for _, of := range r {
		if of.from < i && i < of.to {
			return true
		}
	}
	return false
}

// lead returns the style with room for rubies between its lines.
func (r rubies) lead(s Style) Style {
	if len(r) > 0 {
		s.Lead = max(s.Lead, s.Size.Mul(rubyLead))
	}
	return s
}

// runs appends the rubies of a line to its runs, each over the middle of its
// characters; one that is shorter is spread over them.
func (r rubies) runs(w *scratch, l lineSpan, m *measure, spread Length) []Run {
	runs := w.runs
	for _, of := range r {
		if of.from < l.start || of.to > l.end || of.to <= of.from {
			continue
		}
		moved := func(from, to int32) (by Length) {
			for i := from; i < to; i++ {
				if i > l.start && w.cells.spreads(i) {
					by += spread
				}
			}
			return by
		}
		x := -int64(l.lead) * m.size
		if w.cells[of.from].count > w.cells[l.start].count {
			x += w.measure(l.start, of.from, m.size, m.track) + m.track
		}
		below := w.measure(of.from, of.to, m.size, m.track) - int64(max(0, w.cells[of.to].shift))*emGrains/32*m.size
		left := grainsToLength(x) + moved(l.start, of.from+1)
		wide := grainsToLength(below) + moved(of.from+1, of.to)
		own := grainsToLength(int64(float64(of.grains) * rubySize * float64(m.size)))
		run := Run{X: left + (wide-own)/2, Width: own, Face: of.face, Content: of.text, Rise: Length(m.size).Mul(rubyRise), Over: true, Percent: 100 * rubySize}
		if n := Length(len([]rune(of.text))); own < wide {
			run.Spread = (wide - own) / n
			run.X, run.Width = left+run.Spread/2, own+run.Spread*(n-1)
		}
		run.X = max(run.X, 0)
		runs = append(runs, run)
	}
	return runs
}
