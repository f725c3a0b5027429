// Package catalog holds the games: cards, boards, rules, scores and the topics
// they teach, as people write them in YAML files, typed and checked.
//
// In goes a file system, the embedded catalog or a folder of the user's own
// opened with OpenPack. Out come a *Game, in which every reference points at
// something, and the problems found, all at once, with their place. It is
// steps 2 (Load) and 3 (Check) of a build.
//
// It must not know what a card looks like, which languages kitpress speaks or
// which icons, templates, themes and sheets exist: it lists the names a game
// uses (IconRefs, TemplateRefs, ThemeRef, SheetRefs, PaperRefs) and whoever
// owns them checks. Translations in locales/ are package i18n's; only the
// translations of topics are read here, since they stand in the topic's file,
// or, the explanations and questions, beside the English ones. WithExplanations
// and WithQuestions read these; a kit of sheets does not open them. What an
// answer is and when it counts is package quiz's.
//
// A text field takes any scalar and keeps its characters: 012 and 1.0 and yes
// are texts there. Blanks and line ends around a text are cut.
package catalog
