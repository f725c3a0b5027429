// Package match decides whether an answer to a question counts, and says why.
//
// In goes a quiz.Question in one language and what somebody answered. Out comes
// a quiz.Verdict: which accepted answer was met, which foldings made it equal,
// how far away it is. CheckBank gives every question its own answers and finds
// what only the matcher can see.
//
// It must not know words to show, a file, or a language by name: what a
// language does is data of package language.
//
// The matcher goes from strict to loose in fixed levels, and the first level
// at which an answer meets one that is accepted, or one that is listed as
// wrong, decides. A listed wrong answer that is met as well, and no later,
// turns right into nearly: that is the collision guard, and why a question
// whose answer has a near opposite should list it. Slips of typing are
// forgiven last and only as nearly. No number is ever fuzzy.
//
// To know: a * in an accepted answer is an ordinary character; persons have no
// field of their own, so list the family name as an answer; an answer that
// differs only in what the author marked as strict (case, accents) is nearly;
// and words are not understood: a synonym counts when it is listed.
//
// Check is pure: the same question and answer give the same verdict for ever,
// as long as quiz.Version is the same.
package match
