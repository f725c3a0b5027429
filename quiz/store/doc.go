// Package store keeps matches: what each started from, and its log.
//
// In go records that a referee.Match has made; out come logs to replay. A
// record that was appended survives a crash of the program and of the machine:
// Append returns when it is on the disk, so whoever calls it may tell others
// only then. A log is never changed. Who writes says which record should be
// the next one and is refused when another was faster; an operation that is
// sent again is found and not counted twice.
//
// Each entry carries a hash of itself and of the entry before it, so that a
// log that was exported, damaged or edited is noticed. How far a log goes is
// noted beside it, and in the closing line of an export: what is missing at its
// end is noticed too.
//
// It must not know rules, games or clocks: the time of an entry is an
// argument, and says nothing about the order. No names of people are kept
// with a match.
//
// SQLite keeps matches in a file, Postgres on a server that several programs
// share.
package store
