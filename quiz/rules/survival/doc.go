// Package survival is the rules of Cyber Survival in both editions.
//
// In go claims of what happened at the table; out come events or refusals by
// CSG-R1 to R29 of the catalog. All numbers are params and cards of the
// catalog; what differs between the two rulebooks (CSG-D1 to D7) is read from
// the edition's params, never from its name.
//
// Hidden are the faces of the power-ups, in the pile and in the hands. Known
// are the backs, which lie open before a card is drawn, and every card once it
// is played. So a hand is a list of backs, and playing a card that lies among
// the discards, or whose back nobody drew, is refused.
package survival
