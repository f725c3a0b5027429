package shape

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"
)

// A Way is how a text is to be shaped.
type Way struct {
	Lang  string // BCP 47: some letters look different in some languages
	RTL   bool   // the text runs from right to left
	Loose bool   // letters are spaced: no ligatures
	Forms Forms  // which of its letters and figures the font is to draw
}

// Forms say which of several forms of letters and figures a text is set in; a
// font that has one alone draws that.
type Forms uint8

// The forms.
const (
	SmallCaps    Forms = 1 << iota // capitals as low as small letters, for those
	Raised                         // small, high above the line
	OldStyle                       // figures that go up and down as small letters do
	Lining                         // figures as high as capitals
	Tabular                        // figures of one width
	Proportional                   // figures as wide as they look
)

// String returns the features of fonts that have the forms.
func (f Forms) String() string {
	var list []string
	for i, feature := range forms {
		if f>>i&1 != 0 {
			list = append(list, feature.String())
		}
	}
	return strings.Join(list, "+")
}

// forms are the features of fonts for the Forms, in their order.
var forms = [...]opentype.Tag{tag("smcp"), tag("sups"), tag("onum"), tag("lnum"), tag("tnum"), tag("pnum")}

// Forms returns those of some forms the font has of a letter.
func (f *Font) Forms(of Forms, r rune) (has Forms) {
	for i, feature := range forms {
		if of>>i&1 != 0 && f.substitutes(feature, tables.GlyphID(f.Glyph(r))) {
			has |= 1 << i
		}
	}
	return has
}

// substitutes reports whether a feature draws another glyph instead of one.
func (f *Font) substitutes(feature opentype.Tag, glyph tables.GlyphID) bool {
	for _, of := range f.face.GSUB.Features {
		if of.Tag != feature {
			continue
		}
		for _, i := range of.LookupListIndices {
			if int(i) >= len(f.face.GSUB.Lookups) {
				continue
			}
			for _, sub := range f.face.GSUB.Lookups[i].Subtables {
				switch sub := sub.(type) {
				case tables.SingleSubs, tables.MultipleSubs, tables.AlternateSubs:
					if _, ok := sub.Cov().Index(glyph); ok {
						return true
					}
				}
			}
		}
	}
	return false
}

// A Glyph is a drawing with its place: DX and DY away from the pen, which then
// moves on by Advance. All in font units, y upwards.
type Glyph struct {
	ID      uint16 // 0 is what stands for a missing one
	Head    bool   // letter-spacing comes before it, unless it is the first of a line
	At, Len int32  // the bytes of the word it stands for; the same for all glyphs that do so together
	Advance int32
	DX, DY  int32
}

// A Letter is what a rune of a text adds to its width. A glyph that stands
// for several runes is shared out among them.
type Letter struct {
	Advance int32 // font units
	Head    bool  // letter-spacing comes before it, unless it is the first of a line
}

// A Word is a piece of text after shaping.
type Word struct {
	Text   string
	Glyphs []Glyph // from left to right
	Width  int32   // font units

	letters []Letter // one for each rune, in the order of the text
}

// Lacks returns the first rune of the word the font has no glyph for, 0 when
// it has one for all.
func (w *Word) Lacks() rune {
	for i := range w.Glyphs {
		if g := &w.Glyphs[i]; g.ID == 0 {
			r, _ := utf8.DecodeRuneInString(w.Text[g.At:])
			return r
		}
	}
	return 0
}

// Mixed reports whether several glyphs stand for the same runes, so that
// nobody can tell by them in which order the word is written.
func (w *Word) Mixed() bool {
	for i := range w.Glyphs {
		if i > 0 && w.Glyphs[i].At == w.Glyphs[i-1].At {
			return true
		}
	}
	return false
}

// maxWords bounds the words kept for one way.
const maxWords = 1 << 15

// words holds what has been shaped in one way.
type words struct {
	way      Way
	language language.Language
	latin    pairs
	common   pairs                                          // of words without a letter
	one      [256]atomic.Pointer[[256]atomic.Pointer[Word]] // of one rune up to U+FFFF that is written alone
	lock     sync.RWMutex
	more     map[string]*Word
}

func (f *Font) words(way Way) *words {
	if w := f.last.Load(); w != nil && w.way == way {
		return w
	}
	found, ok := f.ways.Load(way)
	if !ok {
		found, _ = f.ways.LoadOrStore(way, &words{way: way, language: language.NewLanguage(way.Lang), more: map[string]*Word{}})
	}
	f.last.Store(found.(*words))
	return found.(*words)
}

// A loan is what a plain word is put together in: it is lent to whoever is
// shown the word and used again for the next one.
type loan struct {
	plain   plainWord
	word    Word
	letters []Letter
}

func (f *Font) borrow() *loan {
	if l, ok := f.loans.Get().(*loan); ok {
		return l
	}
	return new(loan)
}

// Measure shapes a text in NFC and calls see for each word of it, in the order
// of the text, with how many bytes long it is and its letters, which are only
// lent: they may be others when see has returned.
func (f *Font) Measure(text []byte, way Way, see func(bytes int, letters []Letter)) {
	w, l := f.words(way), f.borrow()
	defer f.loans.Put(l)
	for len(text) > 0 {
		n, script := unit(text)
		if w.fromPairs(f, text[:n], script, &l.plain) {
			l.letters = l.letters[:0]
			for _, advance := range l.plain.advances {
				l.letters = append(l.letters, Letter{advance, true})
			}
			see(n, l.letters)
		} else {
			see(n, w.find(f, text[:n], script).letters)
		}
		text = text[n:]
	}
}

// Shape shapes a text in NFC and calls see for each word of it, from left to
// right. Words are only lent: they must not be changed, and may be others when
// see has returned.
func (f *Font) Shape(text string, way Way, see func(w *Word)) {
	var buffer [256]byte
	var reversed []*Word
	w, l := f.words(way), f.borrow()
	defer f.loans.Put(l)
	for rest := append(buffer[:0], text...); len(rest) > 0; {
		n, script := unit(rest)
		if w.fromPairs(f, rest[:n], script, &l.plain) { // never of a text from right to left
			at := len(text) - len(rest)
			l.plain.glyphs(f, text[at:at+n], &l.word)
			see(&l.word)
		} else if word := w.find(f, rest[:n], script); way.RTL {
			reversed = append(reversed, word)
		} else {
			see(word)
		}
		rest = rest[n:]
	}
	for _, word := range slices.Backward(reversed) {
		see(word)
	}
}

// find returns a word that cannot be put together from pairs: as it was shaped
// before, if it was.
func (w *words) find(f *Font, text []byte, script language.Script) *Word {
	if len(text) == 3 && text[0] >= 0xE2 { // one rune, as most of Japanese
		r, _ := utf8.DecodeRune(text)
		page := w.one[r>>8&0xFF].Load()
		if page == nil {
			w.one[r>>8&0xFF].CompareAndSwap(nil, new([256]atomic.Pointer[Word]))
			page = w.one[r>>8&0xFF].Load()
		}
		word := page[r&0xFF].Load()
		if word == nil {
			page[r&0xFF].CompareAndSwap(nil, f.shape(text, script, w))
			word = page[r&0xFF].Load()
		}
		return word
	}
	w.lock.RLock()
	word := w.more[string(text)]
	w.lock.RUnlock()
	if word != nil {
		return word
	}
	word = f.shape(text, script, w)
	w.learn(f, word, script)
	w.lock.Lock()
	defer w.lock.Unlock()
	if first := w.more[word.Text]; first != nil { // somebody else was faster
		return first
	}
	if len(w.more) >= maxWords {
		clear(w.more)
	}
	w.more[word.Text] = word
	return word
}

// shape shapes a word. A font of the user's own that breaks the shaper gives
// its glyphs one by one.
func (f *Font) shape(text []byte, script language.Script, w *words) (word *Word) {
	var runes []rune
	offsets := make([]int32, 0, len(text)+1)
	for i, r := range string(text) {
		runes, offsets = append(runes, r), append(offsets, int32(i))
	}
	offsets = append(offsets, int32(len(text)))
	f.shaping.Lock()
	defer f.shaping.Unlock()
	defer func() {
		if recover() != nil {
			f.buffer = harfbuzz.NewBuffer()
			word = f.nominal(runes, offsets)
		}
	}()
	b := f.buffer
	b.Clear()
	for i, r := range runes {
		if r == 0xAD { // drawn where a line ends with it
			r = '-'
		}
		b.AddRune(r, i)
	}
	b.ClusterLevel = harfbuzz.MonotoneCharacters
	b.Props = harfbuzz.SegmentProperties{Direction: harfbuzz.LeftToRight, Script: script, Language: w.language}
	if w.way.RTL {
		b.Props.Direction = harfbuzz.RightToLeft
	}
	b.Shape(f.hb, features(w.way))
	word = &Word{Text: string(text), Glyphs: make([]Glyph, len(b.Info)), letters: make([]Letter, len(runes))}
	for i, info := range b.Info {
		p := b.Pos[i]
		word.Glyphs[i] = Glyph{ID: uint16(info.Glyph), At: int32(info.Cluster), Advance: p.XAdvance, DX: p.XOffset, DY: p.YOffset}
	}
	word.shareOut(runes, offsets, joined(script))
	return word
}

// nominal returns a glyph for each rune as the character map has them.
func (f *Font) nominal(runes []rune, offsets []int32) *Word {
	word := &Word{Text: string(runes), Glyphs: make([]Glyph, len(runes)), letters: make([]Letter, len(runes))}
	for i, r := range runes {
		g := f.Glyph(r)
		word.Glyphs[i] = Glyph{ID: g, At: int32(i), Advance: f.safeWidth(g)}
	}
	word.shareOut(runes, offsets, false)
	return word
}

// safeWidth returns the width of a glyph, 0 where a broken font has none.
func (f *Font) safeWidth(glyph uint16) (width int32) {
	defer func() {
		if recover() != nil {
			width = 0
		}
	}()
	return int32(f.Width(glyph))
}

// shareOut gives every rune its part of the width and turns the numbers of
// runes in Glyph.At into bytes.
func (w *Word) shareOut(runes []rune, offsets []int32, joined bool) {
	starts := make([]bool, len(runes)+1)
	starts[len(runes)] = true
	for _, g := range w.Glyphs {
		starts[g.At] = true
		w.Width += g.Advance
	}
	ends := func(i int32) int32 { // of the cluster that begins at rune i
		for i++; !starts[i]; i++ {
		}
		return i
	}
	for i := range w.letters {
		w.letters[i].Head = starts[i] && !unicode.Is(unicode.M, runes[i]) && (i == 0 || !joined)
	}
	group := int32(-1) // the head whose glyphs come from left to right
	for i := range w.Glyphs {
		g := &w.Glyphs[i]
		from, to := g.At, ends(g.At)
		share(w.letters[from:to], g.Advance)
		head := from
		for head > 0 && !w.letters[head].Head {
			head--
		}
		g.Head, group = head != group, head
		g.At, g.Len = offsets[from], offsets[to]-offsets[from]
	}
}

// share shares a width out among letters.
func share(letters []Letter, width int32) {
	n := int32(len(letters))
	for i := range letters {
		part := width * int32(i+1) / n
		letters[i].Advance += part - width*int32(i)/n
	}
}

// features returns what is switched on or off beside what a font does by
// itself.
func features(way Way) (list []harfbuzz.Feature) {
	set := func(tag opentype.Tag, to uint32) harfbuzz.Feature {
		return harfbuzz.Feature{Tag: tag, Value: to, Start: harfbuzz.FeatureGlobalStart, End: harfbuzz.FeatureGlobalEnd}
	}
	if way.Loose {
		list = append(list, set(tag("liga"), 0), set(tag("clig"), 0))
	}
	for i, feature := range forms {
		if way.Forms>>i&1 != 0 {
			list = append(list, set(feature, 1))
		}
	}
	return list
}
