// Package referee is what the rules of a game and whoever referees it agree
// on. People play with paper and dice; somebody tells the referee what
// happened, and is told whether it was legal, by which rule, and what the
// score is.
//
// In go a Setup (game, edition, seats, options) and Commands, each a claim:
// "blue resolves data-loss with INF and SYS". Rules decide: a command becomes
// Events, or a Refusal that cites a rule of the catalog. A State is the fold of
// the events over the start; so replay, undo and an audit come for free, and a
// Match, which keeps the log, is all that a store has to bring back.
//
// It must not know a clock, dice, files, a network, or words to show. Chance
// happens on the table: what was rolled or drawn is an argument of a command,
// whoever invented it, people or a simulation. What the referee cannot see (a
// hidden hand) is never asked for; a claim is judged by what is known, and
// refused when it contradicts that.
//
// The rules of a game live in quiz/rules/<game> and take every number from the
// params and cards of the catalog. A rule set is written over a state type of
// its own and handed on by Of.
//
// A referee may overrule: Rules return, where they can, the events a refused
// command would have had, and a Match takes these with a Ruling that says why.
// The log keeps both.
package referee
