// Package online is the rules of Online.
//
// In go claims of what happened at the table; out come events or refusals by
// ONL-R1 to R35 of the catalog. What opens, loads, blocks or stops what is read
// from the relations on the cards, numbers from the params.
//
// Hands and the bank are hidden; what is laid or thrown away lies open. A card
// that is played must still be somewhere: not all its copies on the table. The
// trash is known in its order, since its top can be hacked; it is hidden again
// once it is shuffled into a new bank.
package online
