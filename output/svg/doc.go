// Package svg draws scenes as SVG files, for web pages, drawing programs,
// cutters and print shops.
//
// In goes a layout.Scene, out comes one file on an io.Writer. It must not know
// games, cards, sheets or where a file ends up.
//
// A file is exactly as large as its scene (width="63mm") and counts in
// micrometres, so that all its coordinates are whole numbers. It uses what SVG
// 1.1 has and every program understands: paths, groups, use, clip paths.
// Letters are drawn, each once in <defs> and used from there: the fonts need
// not be installed, and what is printed or cut is what is seen. The words
// stay findable as aria-label of each line; there is no hidden text that a
// cutter might draw. Symbols that are used more than once are stored once, a
// QR code is one path without seams, links are links.
package svg
