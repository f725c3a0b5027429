package flow

import (
	"kitpress/catalog"
	"kitpress/i18n"
)

// reading returns what a word is sorted by, without its mark-up. One whose
// signs do not say how they are read stands behind all others.
func (r *reader) reading(m catalog.Msg) string {
	reading, known := r.texts.Reading(m)
	reading = i18n.Plain(reading)
	if !known {
		p := r.problems.Warnf(r.texts.Pos(m), i18n.CodeReading, "how %q is read is not said: it is sorted behind all others (%s)", reading, r.texts.Lang())
		p.Hint = "add its kana to the translation: reading: …"
	}
	return reading
}
