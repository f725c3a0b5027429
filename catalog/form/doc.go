// Package form says how the files of a catalog are written: the forms of
// names, texts and links, what topics may hold, and the codes of the problems.
//
// In go values of package source, out come strings, texts of package catalog
// and Problems with their place. A Pack is what all readers share. It must not
// know what the files are about: packages library and load do.
//
// A text field takes any scalar and keeps its characters: 012 and 1.0 and yes
// are texts there. Blanks and line ends around a text are cut.
package form
