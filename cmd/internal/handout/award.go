package handout

import (
	"cmp"

	"kitpress/catalog"
	"kitpress/cmd/internal/press"
)

// An award is what a certificate says.
type award struct {
	icon, kicker, title, name, text, points, date, sign string
	blank                                               bool // the points are written in by hand
}

// certificates returns a page for each award.
func certificates(l *press.Localization, awards []award) press.Handout {
	word := l.Texts.Word
	h := press.Handout{ID: Certificate, Name: awards[0].title, Stock: "card", For: catalog.PerPlayer}
	for _, a := range awards {
		h.Faces = append(h.Faces, press.HandoutFace{Name: Certificate, Front: "certificate", Vars: map[string]any{
			"icon": a.icon, "kicker": a.kicker, "title": a.title, "name": a.name, "label": word("handout.name"), "blank": a.blank, "resolve": word("handout.resolve"), "helped": word("handout.helped"),
			"text": a.text, "points": a.points, "left": a.date, "date": word("handout.date"), "sign": cmp.Or(a.sign, word("handout.sign")),
		}})
	}
	return h
}
