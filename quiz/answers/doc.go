// Package answers checks the answers of a class.
//
// In goes a file somebody exported or typed: a table (.csv, .tsv, .xlsx) with
// one answer in each row, or with one pupil in each row and one question in
// each column, or JSON. Out come a Report, per pupil and per question, and the
// problems found, with file, row and column. What can be checked is in the
// report, whatever else is wrong with the file.
//
// Only what is right counts; what is nearly right is listed for somebody to
// look at. An answer that is none (empty, far too long) is invalid and counts
// like a wrong one, since nobody can ask again.
//
// It must not know where questions come from, how to speak or who a pupil is.
package answers
