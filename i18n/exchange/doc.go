// Package exchange writes the texts of a game for the programs translators use,
// and reads back what they made of them: PO, the format of gettext (Poedit,
// Weblate), and XLIFF 2.0 of OASIS (OmegaT, Trados, memoQ).
//
// In go units, out come bytes, and the other way round. It must not know where
// files lie or what is done with a text. What a file says that nobody could
// take over (plural forms, marks inside a text) is a problem with its line.
package exchange

import (
	"io"

	"kitpress/catalog/source"
)

// A Unit is one text with its translation.
type Unit struct {
	ID     string
	Form   string // the plural form it is, by CLDR or, from a PO file, by number; all of a text follow each other
	Source string
	Target string // empty when there is none yet
	Stale  bool   // it was made from another source text, or somebody is not sure of it
	Note   string // for the translator

	Pos source.Pos // where it stood, when it was read
}

// A Head says what a file is about.
type Head struct {
	Name   string // of the game
	Source string // language, BCP 47
	Target string
	Plural *Plural // of the target, nil when there are no plural forms
	Counts string  // what a PO file says of plural forms
}

// A Format is how texts are exchanged.
type Format struct {
	Name   string
	Ending string // of file names
	Write  func(w io.Writer, head Head, units []Unit) error
	Read   func(file string, data []byte) (head Head, units []Unit, problems source.Problems)
}

// Formats returns the formats there are.
func Formats() []Format {
	return []Format{
		{"po", ".po", writePO, readPO},
		{"xliff", ".xlf", writeXLIFF, readXLIFF},
	}
}

// codeFormat is the code of a problem with a file.
const codeFormat = "exchange"
