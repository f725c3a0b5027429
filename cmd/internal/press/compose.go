package press

import (
	"context"
	"fmt"
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose"
	"kitpress/layout/sheet"
)

// compose composes the pieces of a component: all copies of the cards of its
// decks, or a template that is a page of its own.
func (l *Localization) compose(c *catalog.Component, to *content) source.Problems {
	if c.Kind == catalog.KindPage && c.Template != "" {
		scene, problems := l.composer.Draw(c.Template, nil)
		to.pieces = []sheet.Piece{{Front: scene}}
		return problems
	}
	var problems source.Problems
	for _, id := range c.Decks {
		deck := l.Game.Deck(id)
		faces, more := l.faces(deck)
		problems = append(problems, more...)
		to.pieces = append(to.pieces, faces...)
	}
	return problems
}

// faces composes the pieces of a deck, copies included, on all processors: a
// large deck would keep only one busy otherwise.
func (l *Localization) faces(deck *catalog.Deck) ([]sheet.Piece, source.Problems) {
	faces := make([][]sheet.Piece, len(deck.Cards))
	found := make([]source.Problems, len(deck.Cards))
	// nothing ends it early: all cards with problems are to be named
	_ = Together(context.Background(), len(deck.Cards), func(i int) error {
		faces[i], found[i] = l.copies(deck, deck.Cards[i].ID)
		return nil
	})
	return slices.Concat(faces...), slices.Concat(found...)
}

// Faces composes a card: its front and, where backs are wanted and its deck has
// them, its back. A side with errors is nil.
func (l *Localization) Faces(deck *catalog.Deck, card string, backs bool) ([]*layout.Scene, source.Problems) {
	front, problems := l.composer.Face(deck.ID, card, compose.Front)
	if !backs || deck.Back == "" {
		return []*layout.Scene{front}, problems
	}
	back, more := l.composer.Face(deck.ID, card, compose.Back)
	return []*layout.Scene{front, back}, slices.Concat(problems, more)
}

// copies composes the two sides of each copy of a card.
func (l *Localization) copies(deck *catalog.Deck, card string) ([]sheet.Piece, source.Problems) {
	fronts, problems := l.composer.Copies(deck.ID, card, compose.Front)
	pieces := make([]sheet.Piece, len(fronts))
	for i, front := range fronts {
		pieces[i].Front = front
	}
	if deck.Back == "" || len(fronts) == 0 {
		return pieces, problems
	}
	backs, more := l.composer.Copies(deck.ID, card, compose.Back)
	problems = slices.Concat(problems, more)
	for i, back := range backs {
		pieces[i].Back = back
	}
	if front, back := fronts[0], backs[0]; front != nil && back != nil && front.Size != back.Size { // said of the deck, and so once
		problems.Errorf(deck.Pos, "sheet", "the fronts of the deck %q (template %q) are %s, its backs (template %q) %s: they must be of one size",
			deck.ID, deck.Template, inMM(front.Size), deck.Back, inMM(back.Size)).Hint = "give both templates the same size"
	}
	return pieces, problems
}

// inMM writes a size as people do.
func inMM(s layout.Size) string { return fmt.Sprintf("%g × %g mm", s.W.MM(), s.H.MM()) }
