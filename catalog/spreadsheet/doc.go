// Package spreadsheet reads and writes the tables teachers have: CSV, text
// with tabs, and Excel workbooks (.xlsx).
//
// In goes the name and the data of a file. Out come its sheets as rows of
// texts, and problems with sheet, row and column. Rows and columns count from
// one in problems, and a row is what a spreadsheet program shows as one: blank
// rows count, and a cell with line breaks is one cell.
//
// What was found is part of the result: the encoding (UTF-8, UTF-16,
// Windows-1252, Shift_JIS) and the separator (semicolon, comma, tab) are shown
// to the person who gave the file (Sheet.Found), because a guess can be wrong.
// A file that mixes encodings has no guess at all: it is a problem.
//
// Workbooks are read by this package's own streaming reader rather than by a
// library: the one that was tried ends a sheet at the first broken byte
// without an error, so that pupils' answers are lost in silence, and gives no
// sign that a cell is a date. Its tests read what that library wrote, and let
// it read what this package wrote. Only values are read: no formula is
// computed, no macro run, no link followed.
//
// What is written can be opened anywhere: CSV cells that a spreadsheet program
// would take for a formula get an apostrophe in front, which reading takes off
// again, and cells of workbooks are texts. The same rows give the same bytes.
//
// It must not know what a question or an answer is.
package spreadsheet
