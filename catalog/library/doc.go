// Package library reads the topics all games share, with their explanations
// and questions, and checks them.
//
// In goes a file system, the embedded catalog or a folder of the user's own.
// Out come catalog.Topics, and the problems found, all at once, with their
// place. Explanations and questions are read in the languages asked for only:
// there are hundreds of files. It must not know any game.
package library
