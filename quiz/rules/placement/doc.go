// Package placement is the rules of Cyber Attacker Placement.
//
// In go claims of what happened at the table; out come events or refusals by
// CAP-R1 to R36 of the catalog. All numbers are params and cards of the
// catalog.
//
// Open on the table are tokens, points, attackers, the cards of the sites and
// all discards. Hidden are the hands of attack and event cards: a hand is a
// number of cards and those of them that were named when they were taken. A
// card is refused when it cannot be in the hand: all its copies lie elsewhere,
// or the hand has no unknown card left. Cards change hands face down in a
// trade; what was known of the giver's hand is then forgotten.
//
// Attackers are numbered from 1; one that was bribed has, for that turn, the
// next number of whoever bribed it.
//
// Where the original is unclear the readings of the catalog (CAP-A1 to A20)
// are followed. Beyond them: the two tokens taken without rolling come from
// sites; a security card that a leak would discard at once is not drawn; when
// a leak leaves nobody in the game, nobody wins; points won by a trade count
// like any others; an every-turn card on a bribed attacker works for whoever
// played it; tokens of a blocked site change hands neither by a trade nor by a
// mix-up; a return by the backdoor belongs to phase 1.
package placement
