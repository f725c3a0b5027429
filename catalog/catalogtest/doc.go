// Package catalogtest holds Tiny, a game small enough to be read at a glance,
// for the tests of every package: one set, four decks, two rules, params, two
// editions, two languages, one topic. It uses the theme plain and the
// templates tiny-card and tiny-back.
//
// Keepsakes is a whole little game with looks of its own, as somebody else would
// write it: a board, a die, tokens, a rulebook, two languages, own templates,
// symbols, theme and pictures. It shows that a game needs no line of Go.
//
// ReadTable reads the facts in testdata that tests hold against a catalog.
//
// It belongs to steps 2 and 3 (Load, Check) and must not import any package of
// kitpress: it is data.
package catalogtest
