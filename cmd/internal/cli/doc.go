// Package cli is what a person types and reads: Main, the root of the commands
// and their help. The commands are in the packages below, by what they are
// about, each with the same three parts: newXCommand, xOptions and runX.
// Package command has what they share in what they take, package terminal in
// what they say.
//
// In go arguments, streams and the environment, out come words on two streams
// and a number. It fills press.Request and prints kit.Report; what a build does
// it must not know.
//
// How it speaks: results go to standard output, everything else to standard
// error. A message begins with "kitpress: ", in lower case, without a full
// stop, and says what to do next. What somebody typed is quoted.
package cli
