// Package compose draws pieces: it turns a template, a record of the catalog
// and the texts of one language into a layout.Scene.
//
// In go a Library (templates and themes, which are data), a game, its texts
// and an ink mode; out come Scenes for the faces of cards, boards, tokens and
// figures, or Problems that name card, language, slot and amount. It is step 5
// of a build. It must not know any particular game: what a card looks like is
// in layout/templates and layout/themes, or in the same folders of a user's
// own pack.
//
// What templates and themes may say is written down for the people who make
// them, in layout/templates/README.md.
package compose
