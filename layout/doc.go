// Package layout holds the middle of kitpress: the display list every page is
// made of, and what is needed to fill it: lengths, shapes, colours, fonts,
// line breaking, QR codes and vector icons.
//
// In go texts and geometry, out come Scenes: a size and a list of items in
// integer micrometres, each item knowing the catalog line it came from. It
// serves step 5 of a build (Compose) and is what steps 6 (Impose) and 7
// (Write) read. It must not know games, cards or rules, nor any file format
// that pages are written in; package layout/compose turns cards into Scenes
// and package layout/flow turns rulebooks into pages.
package layout
