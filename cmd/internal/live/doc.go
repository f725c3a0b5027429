// Package live is a quiz that a class plays at the same time: a room with
// pupils, one question after the other, answers with their verdicts at once, and
// what the teacher decides about those that are nearly right.
//
// In go banks of questions and what people do, out come views for a pupil and
// for the teacher, and rows of answers that quiz check reads. Each pupil is asked
// in a language of their own. A room lives in memory and is gone when it is
// closed: names of pupils are kept nowhere. It must not know HTTP, words to show
// or where a bank comes from.
package live
