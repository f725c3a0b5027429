// Package studio serves the pages on which somebody without a terminal makes a
// kit: choose a game, say who plays and what the printer can do, look at the
// sheets, and take them away.
//
// In go a catalog and requests of one browser on this computer; out come pages,
// pictures of sheets and the files kit.Build makes. What is chosen stands in
// the address of a page, so that a link brings it back. The package must not
// know how a face is drawn, what a kit consists of, or how a computer opens a
// browser.
package studio
