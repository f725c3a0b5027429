// Package load reads one game and checks it: steps 2 (Load) and 3 (Check) of a
// build.
//
// In go a file system, the embedded catalog or a folder of the user's own, and
// the id of a game. Out come a *catalog.Game, in which every reference points
// at something, and the problems found, all at once, with their place. It must
// not know what the names are of that other packages own: icons, templates,
// themes, sheets, translations.
package load
