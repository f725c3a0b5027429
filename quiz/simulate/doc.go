// Package simulate plays many games among players of its own, so that whoever
// designs a deck sees its balance before printing it.
//
// In go the rules of a game, what there is to simulate in it beside its rules
// (a Game), a setup, a kind of player and a seed; out come counts: how long
// the games took, who won, what ended them, which cards were used. Every
// command of a simulated game is decided by a referee.Match like one of a real
// game, so a simulated game is a refereed game.
//
// The package knows no game and no word of any language. Chance comes from the
// seed alone: game i of a seed is the same game on every machine, on however
// many processors it runs, and equal requests give equal results.
package simulate
