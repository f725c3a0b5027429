// Package live is a quiz that a class plays at the same time: a room with
// pupils, one question after the other, answers with their verdicts at once, and
// what the teacher decides about those that are nearly right.
//
// In go banks of questions and what people do, out come views for a pupil and
// for the teacher, and rows of answers that quiz check reads. Each pupil is asked
// in a language of their own. What was acknowledged is kept, so that a room goes
// on after a restart, until it is closed or a day old: names of pupils are gone
// then. It must not know HTTP, words to show or where a bank comes from.
package live
