// Package expr is the language templates compute with: "32 + 15.7 * i",
// "points[r.id] > 0", and texts with expressions in braces.
//
// In goes what a template says, out come expressions, or the place of the
// mistake; they are evaluated in an Env, which names the values that can be
// seen. An expression has no side effects. The package must not know what a
// game is: the functions that look into one ask a World.
package expr
