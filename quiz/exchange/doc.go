// Package exchange hands questions to learning platforms and takes them from
// spreadsheets.
//
// In go quiz.Items, the questions in one language. Out comes a file of one of
// Formats: Moodle GIFT and Moodle XML, a Kahoot sheet, Anki text, an H5P
// question set, a QTI 2.1 package, and the two neutral ones, CSV and JSON,
// which Read reads back without a loss. Read also takes the sheet a teacher
// has filled in; its problems name sheet, row and column.
//
// A question a format cannot hold is Unfit and reported by its id with the
// reason. Nothing is shortened, and no kind is turned into one with another
// key: an ordering becomes a matching of places where a platform has no
// ordering, but a list of several things, which no platform can check in any
// order, is unfit. What a format leaves out of every question, because it has
// no room for it, is said in Format.Without.
//
// Platforms compare typed answers more strictly than package quiz does: they
// know the accepted answers, but not that articles, umlauts or number words
// may differ.
//
// The same questions give the same bytes. It must not know words to show:
// findings are said by the caller; only the words of the sheet itself, columns
// and kinds in all languages, are data here (sheet.yaml).
package exchange
