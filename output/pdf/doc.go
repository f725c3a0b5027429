// Package pdf writes documents as PDF 1.7 files.
//
// In goes a layout.Document, out comes one file on an io.Writer: step 7
// (Write) of a build. It is the only package that imports fpdf. It must not
// know games, cards, sheets or where a file ends up.
//
// The work is done in this order, each in files of its own:
//
//   - collect (collect.go) walks the document once: which faces with which
//     glyphs, which symbols how often, which pictures;
//   - subset (truetype.go, subset.go, font.go) cuts each face down to the glyphs used;
//   - draw (canvas.go, text.go, path.go, mark.go) turns every page and every symbol that is
//     used more than once into a content stream, on all processors. Names in it
//     are its own and equal contents are deflated once (tool.go): the symbols of
//     a game are in all of its files, the pages of a book in its booklet too;
//   - finish (finish.go and what it calls: image.go, meta.go, outline.go,
//     tree.go, file.go) writes the file: page boxes, ID, XMP, page labels,
//     viewer preferences, outline, links, tagged structure, fonts, pictures.
//
// fpdf 0.9.0 does what it is good at: it takes PNG and JPEG files apart into
// what PDF stores. It is kept away from whatever it does badly: it never sees
// a font (3 ms and 6 MB per face and document, against 0.1 ms here; no rune
// above U+FFFF; no subset name; an invalid ToUnicode), colours or transforms
// (it loses track of them inside q and Q), and it runs behind a recover. Two
// runs over the same document give the same bytes, whatever the number of
// processors.
package pdf
