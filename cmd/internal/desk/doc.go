// Package desk brings the referee to people and programs: a match out of the
// store, its game out of the catalog, its rules, and words for what they say.
//
// In go a store, a catalog, and commands as they were typed or sent; out come
// records that are on the disk, refusals in a language, and the state as lines
// of text. The command line and the web pages both sit on it, so that they
// cannot disagree.
//
// It must not know how it is called: no flags, no HTTP, no clock, no chance.
// The time and the id of a new match are arguments.
package desk
