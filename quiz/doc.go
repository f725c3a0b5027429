// Package quiz holds questions and the verdicts on answers to them.
//
// In go the topics of a catalog, in which a key stands once for all languages
// and only the texts are translated, or questions of one's own; out comes a
// Bank of Items in one language. Draw chooses by a seed, Variant gives the
// options other letters. A Verdict, which package match finds, says right,
// nearly, wrong or invalid, with the reason as data: only right earns a point;
// nearly asks somebody to look; invalid is asked again and never scored.
//
// It must not know words to show: reasons and findings are message ids with
// arguments, which cmd turns into words. It knows no game, no player, no
// clock and no chance but the seed it is given.
package quiz
