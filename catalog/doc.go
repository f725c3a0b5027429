// Package catalog holds the games: cards, boards, rules, scores and the topics
// they teach, typed. People write them in the YAML files of its folders games
// and topics, or in a folder of their own opened with OpenPack.
//
// It is what the other packages know of a game: package catalog/load fills it,
// in steps 2 (Load) and 3 (Check) of a build, so that every reference points
// at something; package catalog/library reads the topics.
//
// It must not know what a card looks like, which languages kitpress speaks or
// which icons, templates, themes and sheets exist: it lists the names a game
// uses (IconRefs, TemplateRefs, ThemeRef, SheetRefs, PaperRefs) and whoever
// owns them checks. Translations in locales/ are package i18n's; what an answer
// is and when it counts is package quiz's.
package catalog
