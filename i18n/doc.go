// Package i18n gives every text of a kit in one language: the texts of a game
// and kitpress's own words.
//
// In goes a catalog.Game, whose texts are in the language it was written in,
// and the pack's translations (locales/<lang>.yaml, and the topics'). Out come
// Texts, which hand out finished words: translated, placeholders filled,
// numbers and units bound; Problems, which say with file, line and column what
// is missing, stale or badly set; and Locale, the rules of a language for
// quotes, numbers and hyphenation.
//
// It is step 4, Localise. It must not know what a text is printed on: no
// fonts, no lengths, no files but texts. It is the only package that imports
// go-i18n, which picks plural forms and runs the placeholders.
//
// A language nobody translated to is never replaced silently: "de-CH" is
// derived from "de" by rule, "fr-BE" is printed with the texts of "fr", and
// everything else is a Problem.
package i18n
