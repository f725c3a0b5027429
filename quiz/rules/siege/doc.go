// Package siege is the rules of Cyber Siege.
//
// In go claims of what happened at the table; out come events or refusals by
// SIE-R1 to R19 of the catalog. Numbers and cards are those of the catalog.
//
// Hands and piles are hidden: of a hand the referee knows how many cards it
// has, and those that were taken openly from the discards. A card that is
// played must still be somewhere: not all its copies among the discards, or
// known to be in other hands. A theft hides from everybody else which card
// changed hands, so what was known of both hands is forgotten.
package siege
