// Package cli is what a person types and reads: one file per command, each
// with the same three parts, newXCommand, xOptions and runX, and Main, which
// turns an error into words and an exit code.
//
// In go arguments, streams and the environment, out come words on two streams
// and a number. It fills press.Request and prints kit.Report; what a build does
// it must not know.
//
// How it speaks: results go to standard output, everything else to standard
// error. A message begins with "kitpress: ", in lower case, without a full
// stop, and says what to do next. What somebody typed is quoted.
package cli
