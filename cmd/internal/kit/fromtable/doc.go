// Package fromtable makes a game out of a spreadsheet: a folder that prints
// from nothing but the table and the pictures it names.
//
// In go a table (CSV, text with tabs, Excel workbook) and a name for the
// folder. Out come the folder, written as a whole or not at all, and what was
// guessed, in words: which column is the title, which look was taken. The
// table itself goes into the folder and stays what the cards are read from, so
// it can be changed and built again.
//
// What the guesses lead to is ordinary data (catalog/games/README.md); the
// package must not know how cards are drawn.
package fromtable
