// Package language knows how answers are written in a language: articles,
// numbers in digits and words, units, negations, spellings.
//
// In go the files in languages/, one for each language, which are all a new one
// needs. Out comes a Language: lists of its words, folded as answers are, and
// the ways to fold a text, to cut it into parts and to read the first number
// in it.
//
// It must not know questions, answers that count or verdicts.
package language
