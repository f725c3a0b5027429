// Package shape opens font files and turns texts into glyphs with positions:
// kerning, ligatures, marks, and what else a script or a language asks for.
//
// In go the bytes of a font and pieces of text, out come glyphs in font units
// and, for every rune, how much it adds to the width. It is the only package
// that imports go-text/typesetting, a port of HarfBuzz. It must not know
// lengths, lines, pages or which font a text is set in.
//
// Texts are cut into words (unit.go), each of one script; a word is shaped once
// per font and way, and kept: decks repeat their words. Characters that are
// written without spaces are words of their own.
package shape
