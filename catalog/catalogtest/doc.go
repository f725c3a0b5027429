// Package catalogtest holds Tiny, a game small enough to be read at a glance,
// for the tests of every package: one set, four decks, two rules, params, two
// editions, two languages, one topic. It uses the theme plain and the
// templates tiny-card and tiny-back.
//
// It belongs to steps 2 and 3 (Load, Check) and must not import any package of
// kitpress: it is data.
package catalogtest
