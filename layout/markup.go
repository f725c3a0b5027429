package layout

import (
	"cmp"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/catalog/source"
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
