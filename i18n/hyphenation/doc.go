// Command hyphenation turns TeX hyphenation patterns into the compact tries
// package i18n embeds.
//
// In: the unmodified pattern files of the hyph-utf8 collection kept beside
// this file (hyph-<tag>.pat.txt, exceptions in hyph-<tag>.hyp.txt, licences in
// hyph-<tag>.licence.txt; the exceptions of German are ours: compounds that are
// broken between their words alone). Out: <tag>.bin, one per language. It takes no part
// in building a kit; it runs when a pattern file is replaced:
//
//	go generate ./i18n
//
// # Format of a .bin file
//
// All numbers are big-endian, all offsets count from the start of the file.
//
//	"KPH1"
//	uint8        number of letters in the alphabet, then that many uint16 code
//	             points in ascending order: a letter's place, from 1, is its label;
//	             label 0 is the word boundary "."
//	uint24       offset of the root node
//	nodes        uint8 number of children n, uint24 offset of the node's levels
//	             (0: no pattern ends here), n labels in ascending order, n uint24
//	             offsets of the children
//	levels       uint8 count, uint8 place of the first one, then the levels of
//	             the gaps between the pattern's letters
//
// Equal nodes and equal levels are stored once. The file is read in place: a
// look-up allocates nothing and opening it costs nothing.
package main
