// Package outputtest holds what output formats are tried with: a deck of cards
// of the usual size (Deck), and small readers of the files they write, PDF
// (ReadPDF), SVG and PNG, that find texts, shapes and links again. Only tests
// import it. It must not know how a format is written.
package outputtest
