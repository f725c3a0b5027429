// Package own holds the rooms of the studio in which somebody makes a deck of
// their own: the table, the look, the translations, the rulebook, and a
// teacher's questions.
//
// In go the folder decks lie in and the requests of one browser on this
// computer; out come pages, pictures of cards, and folders that are ordinary
// games. Nothing outside that folder is read or written. What was changed and
// not saved lies beside the files it changes, in a folder that no reader of
// games looks into, so that a crash loses nothing. The package must not know
// how a face is drawn or what a file of a game may say beyond the lines it
// changes.
package own
