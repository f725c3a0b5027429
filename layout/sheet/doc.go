// Package sheet puts pieces on paper: which piece lies where on which sheet,
// where its back comes to lie, what marks guide the knife, and what is printed
// in the margin. It also cuts pieces larger than the paper into tiles, and
// orders the pages of a booklet.
//
// In go Scenes (a front and perhaps a back for every copy of a piece) and the
// name of a layout and of a paper, both described by files under specs; out
// come Pages of Scenes again, so that writers know nothing of sheets. It is
// step 6 of a build (Impose).
//
// Nothing is ever scaled but the pages of a booklet: a card of 63 mm is 63 mm
// on every paper. Pieces are never turned sideways either: the paper is turned,
// so that a sheet can be read on a screen.
//
// It must not know games, cards, languages or file formats. Texts in the margin
// come from the caller in the language of the file.
package sheet
