package compose

import (
	"io/fs"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// Colour returns the sRGB colour of a role of a theme in full ink, for those
// who draw nothing and want to look alike.
func (l *Library) Colour(theme, role string) (rgb [3]uint8, ok bool) {
	t, _ := l.theme(theme, source.Pos{}, InkFull)
	if t == nil || t.inks[role] == nil || t.inks[role].paint == nil {
		return rgb, false
	}
	return t.inks[role].paint.RGB, true
}

// Picture returns an icon as it stands alone, in the first of some styles that
// it comes in; without styles as it is drawn by default.
func (l *Library) Picture(art fs.FS, name string, styles ...string) (*layout.Icon, error) {
	var err error
	for _, style := range append(styles, layout.IconStyles()...) {
		var icon *layout.Icon
		if icon, err = l.icon(art, name, style); err == nil {
			return icon, nil
		}
	}
	return nil, err
}
