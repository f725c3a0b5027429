// Package output is the list of file formats kitpress writes.
//
// In goes a layout.Document, out come bytes on an io.Writer: step 7 (Write) of
// a build. It must not know games, cards or sheets, and it opens no files:
// whoever calls it says where bytes go. A new format is a package of its own,
// a line in Formats and a run of the suite in output/outputtest. Formats
// that hold one page a file are written page by page; Format.Files names the
// files either way.
package output
