// Package outputtest holds what every output format is tried with: the
// contract suite (Run), a deck of cards of the usual size (Deck), and a small
// reader of PDF files (ReadPDF) that finds texts, shapes, links and structure
// again. Only tests import it. It must not know how a format is written.
package outputtest
