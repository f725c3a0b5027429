package form

// The codes of the problems found here, beside those of package source.
const (
	CodeBadID         = "bad-id"
	CodeDoubleID      = "double-id"
	CodeReservedID    = "reserved-id"
	CodeFolder        = "folder-name" // the id is not the folder's or file's name
	CodeUnknownFile   = "unknown-file"
	CodeUnknownRef    = "unknown-reference" // a set, item, deck, card, topic, rule … that is not there
	CodeLanguage      = "language"
	CodeDate          = "date"
	CodeEditions      = "editions"
	CodeLength        = "length" // of a text or a list
	CodeTable         = "table"  // cards that stand in two places
	CodeForm          = "form"   // the file is well-formed, what it says makes no sense
	CodePlaceholder   = "placeholder"
	CodeUnknownParam  = "unknown-param"
	CodeTopicCode     = "topic-code"
	CodeTag           = "tag"               // a version or an id its framework does not have
	CodeMarkup        = "markup"            // signs in a text of a topic that would be printed as they stand
	CodeLookAlike     = "look-alike"        // a word with letters of another alphabet
	CodeReference     = "reference"         // a link that may not be printed
	CodeNoReference   = "missing-reference" // a topic without a link in a language of the game
	CodeUnexplained   = "unexplained"       // a topic without an explanation
	CodeLink          = "link"              // [words](topic) that leads nowhere, or is none
	CodeUnasked       = "unasked"           // a translation of questions that are not there
	CodeStaleQuestion = "stale-question"    // a translation of another English wording
	CodeUntranslated  = "untranslated"      // a question that is not asked in a language of the game
	CodeUnusedDeck    = "unused-deck"
	CodeUnusedLocale  = "unused-locale"
	CodeUnprintedRule = "unprinted-rules"
)
