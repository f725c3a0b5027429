package layout

import (
	"cmp"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout/shape"
)

// iconRune stands for an icon where lines are broken.
const iconRune = '\uFFFC'

// Of an icon in a line, in em: how large what is seen of it is at most, the part
// of its box that counts at least, the room on both sides, and how high above
// the baseline its middle is.
const (
	iconSide   = 0.98
	iconFill   = 0.72
	iconBeside = 0.07
	iconMiddle = 0.34
)

// iconName returns the name of the icon a text begins with, ":shield:", "" for
// none.
func iconName(text string) string {
	const longest = 60
	end := 0
	if len(text) > 1 && text[0] == ':' && latinLetter(rune(text[1])) {
		end = strings.IndexByte(text[1:min(len(text), longest)], ':')
	}
	if end < 2 || strings.ContainsFunc(text[1:end+1], func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_' || r == '/')
	}) {
		return ""
	}
	return text[1 : end+1]
}

// addIcon adds the icon the text has at i and returns how many bytes name it, 0
// when there is none: what stands right behind a letter and names no icon is
// text, "Leser:innen: …".
func addIcon(w *scratch, t *Typesetter, text string, i int) int {
	name := iconName(text[i:])
	if t.icons == nil || name == "" {
		return 0
	}
	icon, err := t.icons(name)
	if before, _ := utf8.DecodeLastRuneInString(text[:i]); err != nil && unicode.IsLetter(before) && !cjk(before) {
		return 0
	}
	n := len(name) + 2
	if err != nil || len(w.icons) == 1<<8-1 {
		if err == nil {
			err = errors.New("a text has at most 255 icons")
		}
		w.lose(iconRune, err.Error())
		m := &w.missing[len(w.missing)-1]
		m.Icon, m.Hint = name, cmp.Or(source.HintOf(err), m.Hint)
		return n
	}
	seen, k := inkOf(icon)
	w.put(cell{r: iconRune, kind: picture, face: uint8(len(w.icons)), sum: int64((float64(seen.W)*k + 2*iconBeside) * emGrains)}, -1)
	w.icons = append(w.icons, icon)
	return n
}

// inkOf returns what is seen of an icon, and by what it is multiplied to be in
// em.
func inkOf(icon *Icon) (seen Rect, k float64) {
	var all Outline
	for _, s := range icon.Shapes {
		all.Append(s.Outline)
	}
	seen = all.Bounds()
	return seen, iconSide / max(float64(seen.W), float64(seen.H), iconFill*float64(max(icon.Box.W, icon.Box.H)))
}

// inLine returns the shape of an icon in a line whose text goes on at a point.
func inLine(icon *Icon, size Length, at Point) Outline {
	seen, k := inkOf(icon)
	k *= float64(size)
	var o Outline
	for _, s := range icon.Shapes {
		o.Append(s.Outline)
	}
	at.X += size.Mul(iconBeside)
	at.Y -= size.Mul(iconMiddle)
	return o.Transform(Translate(Point{-seen.X, -seen.Y - seen.H/2}).Then(Scale(k, k)).Then(Translate(at)))
}

// lifted, of a cell, says that its letter is drawn small and above the line,
// because the font has no raised one.
const lifted shape.Forms = 1 << 7

// Of a letter that is lifted, in em: how large it is and how high it stands.
const (
	raisedPercent = 62 // in whole numbers: all processors add up the same widths
	raisedRise    = 0.33
)

// lift returns how wide something is in some forms.
func lift(grains int64, in shape.Forms) int64 {
	if in&lifted != 0 {
		return grains * raisedPercent / 100
	}
	return grains
}

// formsOf returns the forms of letters of their own in a text with some figures:
// raised ones are the font's, whatever others look like.
func formsOf(figures, of shape.Forms) shape.Forms {
	if of&shape.Raised != 0 {
		return of
	}
	return figures | of&^lifted
}

// formsIn returns the forms of what comes within marks, which is the beginning
// of rest. Who is to read with ease reads what was typed, not small capitals.
func formsIn(w *scratch, marks i18n.Emphasis, rest string, s Style) (f shape.Forms) {
	if marks&i18n.SmallCaps != 0 && s.Font != easyFamily {
		f = shape.SmallCaps
	}
	if marks&i18n.Raised == 0 {
		return f
	}
	rest, _, _ = strings.Cut(rest, "^")
	for _, r := range rest + "4" { // many fonts raise 1, 2 and 3 alone: figures are to be alike
		if face := w.faces[w.base]; !face.Has(r) || face.font.Forms(shape.Raised, r) == 0 {
			return lifted
		}
	}
	return shape.Raised
}

// addSmall adds a letter among small capitals, in the first face that has them: a
// capital too, so that a word is in one face. It reports whether r is a letter
// that has two cases, and so was added or lost.
func addSmall(w *scratch, r rune) bool {
	capital := unicode.ToUpper(r) == r
	if capital && unicode.ToLower(r) == r {
		return false
	}
	for i := range w.chains[w.base/chainLength] {
		face := w.base + uint8(i)
		if f := w.faces[face]; f.Has(r) && f.font.Forms(shape.SmallCaps, unicode.ToLower(r)) != 0 {
			w.put(cell{r: r, face: face, kind: inked}, r)
			return true
		}
	}
	if !capital {
		w.lose(r, NoSmall)
		w.missing[len(w.missing)-1].Hint = "write it without the ^^ around it"
	}
	return !capital
}

// unwritten returns the name of the script of r when it has no spaces between
// words and no dictionary of them is here, "" for any other.
func unwritten(r rune) string {
	if r < 0xE80 || 0x1AB0 <= r && r < 0xA9E0 || r >= 0xAAE0 { // most of all texts
		return ""
	}
	for _, s := range [...]struct {
		name string
		of   *unicode.RangeTable
	}{
		{"Lao", unicode.Lao}, {"Burmese", unicode.Myanmar}, {"Khmer", unicode.Khmer},
		{"Tai Le", unicode.Tai_Le}, {"New Tai Lue", unicode.New_Tai_Lue}, {"Tai Tham", unicode.Tai_Tham}, {"Tai Viet", unicode.Tai_Viet},
	} {
		if unicode.Is(s.of, r) {
			return s.name
		}
	}
	return ""
}

// Figures are the forms of figures a text may be set in, by their names.
type Figures = shape.Forms

var figures = [...][2]struct {
	name string
	form Figures
}{{{"lining", shape.Lining}, {"old-style", shape.OldStyle}}, {{"tabular", shape.Tabular}, {"proportional", shape.Proportional}}}

// ReadFigures reads a form of figures, or a list of how high and how wide they
// are.
func ReadFigures(v source.Value) (of Figures) {
	list := []source.Value{v}
	if v.IsList() {
		list = v.List()
	}
	var names []string
	for _, pair := range figures {
		names = append(names, pair[0].name, pair[1].name)
	}
	for _, v := range list {
		name := v.OneOf("form of figures", names...)
		for _, pair := range figures {
			for _, f := range pair {
				if f.name == name {
					of |= f.form
				}
			}
			if both := pair[0].form | pair[1].form; of&both == both {
				v.Errorf(source.CodeUnknownValue, "figures are %s or %s, not both", pair[0].name, pair[1].name)
			}
		}
	}
	return of
}
