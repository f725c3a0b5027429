package layout

import "slices"

// A Fit is a slot a text must go into.
type Fit struct {
	Style      Style
	Sizes      []Length // tried in order, largest first; nil is Style.Size alone
	LeadFactor float64  // lead = size times LeadFactor when Style.Lead is 0; 0 is 1.2
	Width      Length
	Height     Length // 0 is no limit
	MaxLines   int    // 0 is no limit
	Alike      bool   // it stands beside others in the first size, and gets no smaller to keep a word whole
}

const (
	easyStep = 50 * Micrometre   // by which a text in a slot gets smaller to be easy to read
	noSlot   = 1000 * Millimetre // texts whose lines may be as long as this stand free
)

// at returns the style at one of the sizes.
func (f *Fit) at(size Length) Style {
	s := f.Style
	s.Size = size
	if s.Lead == 0 && f.LeadFactor != 0 {
		s.Lead = size.Mul(f.LeadFactor)
	}
	return s.filled()
}

// allows reports whether n lines go into the slot.
func (f *Fit) allows(n int, s Style) bool {
	return (f.MaxLines == 0 || n <= f.MaxLines) && (f.Height == 0 || Length(n)*s.Lead <= f.Height)
}

// An Overflow says why and by how much a text does not go into its slot at the
// smallest size.
type Overflow struct {
	NeedWidth  Length // the width it needs: of its widest word, or in a one-line slot of the text
	NeedHeight Length // the height it needs at the slot's width
	OverBy     Length // how much is missing, in width if the width is at fault, otherwise in height; 0 when only runes are missing
	Lines      int
	Missing    []Missing
}

// Fit sets text at the first size that goes into the slot. When none does, the
// block is the text at the smallest size, for drafts, and the overflow is not
// nil. Runes that are missing are an overflow too.
func (t *Typesetter) Fit(text string, f Fit) (Block, *Overflow) {
	sizes := f.Sizes
	if len(sizes) == 0 {
		sizes = []Length{f.Style.Size}
	}
	if t.easy {
		return t.fitEasily(text, f, sizes)
	}
	return t.fit(text, f, sizes)
}

// fitEasily is Fit for texts that are easy to read. They take no more room than
// usual ones, so that everything keeps its place: where it ends, letters stand as
// close as usual, or else they get smaller.
func (t *Typesetter) fitEasily(text string, f Fit, sizes []Length) (Block, *Overflow) {
	usual, over := (&Typesetter{fonts: t.fonts, hyphens: t.hyphens, icons: t.icons}).fit(text, f, sizes)
	if over != nil {
		return usual, over
	}
	f.Height = usual.Height()
	if f.MaxLines == 1 || f.Width >= noSlot { // other things may stand where it ends
		f.Width, f.MaxLines = usual.Width, len(usual.Lines)
	}
	close, loose := f, f
	close.Style.Font = easyFamily
	loose.Style = t.eased(f.Style)
	least := min(usual.Style.Size, sizes[len(sizes)-1]).Mul(easyLeast)
	for size := usual.Style.Size; ; size -= easyStep {
		for _, way := range []Fit{loose, close} {
			b, over := t.fit(text, way, []Length{size})
			if over == nil || over.OverBy == 0 || size <= least {
				return b, over
			}
		}
	}
}

// fit sets text at the first size that goes into the slot.
func (t *Typesetter) fit(text string, f Fit, sizes []Length) (Block, *Overflow) {
	w := t.scratch()
	defer t.scratches.Put(w)
	w.prepare(t, text, f.Style.filled())
	if f.MaxLines == 1 {
		return w.fitLine(&f, sizes)
	}
	w.findBreaks(t, f.Style)
	var s Style
	for i, size := range sizes {
		if s = w.rubies.lead(f.at(size)); !f.fill(w, s) {
			continue
		}
		sign := !s.Running && size >= Pt(signPt)
		bad := func() bool { return torn(w.lines) || sign && w.tight }
		if !f.Alike && bad() { // a little smaller it may be whole
			rest := sizes[i+1 : min(i+3, len(sizes))]
			if sign {
				rest = sizes[i+1 : min(i+7, len(sizes))]
			}
			whole := slices.IndexFunc(rest, func(size Length) bool { return f.fill(w, w.rubies.lead(f.at(size))) && !bad() })
			if whole >= 0 {
				s = w.rubies.lead(f.at(rest[whole]))
			} else {
				f.fill(w, s)
			}
		}
		return w.block(s), gaps(w.missing)
	}
	w.choose(s, f.Width, true) // the last resort: the last word may be broken too
	b := w.block(s)
	over := f.overflow(b)
	over.Missing = w.missing
	if over.OverBy == 0 && over.Missing == nil {
		return b, nil
	}
	return b, over
}

// fill chooses the lines at a style, if they go into the slot.
func (f *Fit) fill(w *scratch, s Style) bool {
	m := w.newMeasure(s, f.Width)
	lines, over := w.countLines(&m)
	if over || !f.allows(lines, s) {
		return false
	}
	if w.choose(s, f.Width, false); !f.allows(len(w.lines), s) {
		w.choose(s, f.Width, true)
	}
	return true
}

// torn reports whether a paragraph ends with the rest of a word, or in Japanese
// that is not running text any line ends inside one.
func torn(lines []lineSpan) bool {
	for i, l := range lines {
		if i > 0 && lines[i-1].split && (l.last || !lines[i-1].hyphen) {
			return true
		}
	}
	return false
}

// gaps returns an overflow when runes are missing, else nil.
func gaps(missing []Missing) *Overflow {
	if missing == nil {
		return nil
	}
	return &Overflow{Missing: missing}
}

// overflow measures how far b is from going into the slot.
func (f *Fit) overflow(b Block) *Overflow {
	o := &Overflow{NeedWidth: b.Width, NeedHeight: b.Height(), Lines: len(b.Lines)}
	room := f.Height
	if most := Length(f.MaxLines) * b.Style.Lead; f.MaxLines > 0 && (room == 0 || most < room) {
		room = most
	}
	switch {
	case b.Width > f.Width:
		o.OverBy = b.Width - f.Width
	case room > 0 && o.NeedHeight > room:
		o.OverBy = o.NeedHeight - room
	}
	return o
}

// fitLine sets a text on one line. It needs no search for breaks.
func (w *scratch) fitLine(f *Fit, sizes []Length) (Block, *Overflow) {
	w.splitLines()
	var s Style
	for _, size := range sizes {
		s = w.rubies.lead(f.at(size))
		wide := int64(0)
		for _, l := range w.lines {
			wide = max(wide, w.measure(l.start, l.end, int64(s.Size), trackGrains(s)))
		}
		if grainsToLength(wide) <= f.Width && f.allows(len(w.lines), s) {
			return w.block(s), gaps(w.missing)
		}
	}
	b := w.block(s)
	over := f.overflow(b)
	over.Missing = w.missing
	return b, over
}
