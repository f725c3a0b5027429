// Package messages says what kitpress says on a terminal, in help, errors,
// hints and reports, in the languages of its words.
//
// The English in the source is the key, with its verbs of fmt, and the files of
// this package hold what it is in the other languages. A text is translated
// when it is shown and complete: where it was made nobody knows of languages,
// and machines get it as it is. What no file has stays English.
package messages
