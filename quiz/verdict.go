package quiz

// Version is the version of the matcher, part of every verdict: a verdict in
// a log stays explainable after the rules have changed. Every change that can
// turn one verdict into another raises it. 2 reads numbers put together from
// words and among the words of the question, short sentences, and the reason behind true or false. 3 takes what the
// question asks the number of for its unit. 4 passes over small pictures beside a number.
// 5 takes a second letter for another choice, even where the first has it as a word.
const Version = 5

// A Result says whether an answer counts.
type Result string

const (
	Right   Result = "right"
	Nearly  Result = "nearly" // somebody has to look; no point by itself
	Wrong   Result = "wrong"
	Invalid Result = "invalid" // nothing to judge; ask again, never score
)

// A Verdict is what became of an answer, and why.
type Verdict struct {
	Matcher int    `json:"matcher"` // Version
	Result  Result `json:"verdict"`
	Reason  Reason `json:"reason"`
	// Accepted is the accepted answer that was met, or the nearest one.
	Accepted string `json:"accepted,omitempty"`
	// Listed is what was met that does not count: an answer listed as wrong,
	// another option.
	Listed string `json:"listed,omitempty"`
	// Foldings are what had to be overlooked for the answer to be equal: the
	// fewest that are enough.
	Foldings []Folding `json:"foldings,omitempty"`
	// Distance is the number of slips: letters missing, added, other or
	// swapped.
	Distance int `json:"distance,omitempty"`
	// Mixed is set when a word mixes scripts, such as a Cyrillic а in paypal.
	Mixed bool `json:"mixed,omitempty"`
	// Of how many parts how many are right, how many are there that do not
	// belong: lists, several choices, orders and matchings.
	Parts []Part `json:"parts,omitempty"`
	// Read is an order that was given in digits, in letters as it was read.
	Read   string `json:"read,omitempty"`
	Wanted int    `json:"wanted,omitempty"`
	Found  int    `json:"found,omitempty"`
	Extra  int    `json:"extra,omitempty"`
}

// A Part is one thing of an answer that consists of several.
type Part struct {
	Given    string `json:"given"`
	Result   Result `json:"verdict"`
	Reason   Reason `json:"reason"`
	Accepted string `json:"accepted,omitempty"`
}

// Point reports whether the answer earns a point.
func (v Verdict) Point() bool { return v.Result == Right }

// A Reason says which rule decided. It is the last part of the id of a
// message.
type Reason string

// Why an answer is right: what it takes to be equal to an accepted one.
const (
	Same     Reason = "same"    // letter by letter
	Exact    Reason = "exact"   // but for case, width, kana, quotes
	Wording  Reason = "wording" // but for articles, punctuation, numbers as words
	Spacing  Reason = "spacing" // but for spaces
	Umlaut   Reason = "umlaut"  // ä written ae
	Accent   Reason = "accent"  // without accents
	Value    Reason = "value"   // the number
	Within   Reason = "within"  // a number within the tolerance
	Complete Reason = "complete"
	Chosen   Reason = "chosen"
)

// Why somebody has to look.
const (
	Collision     Reason = "collision"      // meets an accepted and a listed answer alike
	CaseDiffers   Reason = "case-differs"   // and the question asks for it
	AccentDiffers Reason = "accent-differs" // and the question asks for it
	UmlautDropped Reason = "umlaut-dropped" // a for ä, where these are two letters
	Lookalike     Reason = "lookalike"      // letters of another script that look alike
	WordOrder     Reason = "word-order"     // the right words in another order
	Unpunctuated  Reason = "unpunctuated"   // an address without its dots
	Typo          Reason = "typo"           // a slip of typing
	TwoReadings   Reason = "two-readings"   // 1.500 may be 1500 or 1.5
	EraMissing    Reason = "era-missing"    // 44 for 44 BC
	UnitUnclear   Reason = "unit-unclear"   // mb may be Mb or MB
	Around        Reason = "around"         // the answer among other words
	SomeNearly    Reason = "some-nearly"    // all parts are there, some only nearly
	TwoOrders     Reason = "two-orders"     // digits are places or options, and one of the two is right
)

// Why an answer is wrong.
const (
	Far          Reason = "far"           // near no accepted answer
	Listed       Reason = "listed"        // listed as wrong
	ListedNear   Reason = "listed-near"   // as near to one listed as wrong
	Opposite     Reason = "opposite"      // the opposite of an accepted answer
	Negation     Reason = "negation"      // a not too many or too few
	OtherNumber  Reason = "other-number"  // no number is ever fuzzy
	OtherArticle Reason = "other-article" // and the question asks for it
	OtherLetters Reason = "other-letters" // where each one counts: addresses, kanji, short words
	TooGeneral   Reason = "too-general"   // only a part of an accepted answer
	TooMuch      Reason = "too-much"      // an accepted answer and more
	NoNumber     Reason = "no-number"
	Several      Reason = "several" // two numbers or options where one is due
	OtherUnit    Reason = "other-unit"
	Missing      Reason = "missing"
	Extra        Reason = "extra"
	MissingExtra Reason = "missing-extra"
	Twice        Reason = "twice"
	OtherOption  Reason = "other-option"
	OtherOrder   Reason = "other-order"
	OtherPairs   Reason = "other-pairs"
)

// Why there is nothing to judge.
const (
	Empty       Reason = "empty"
	TooLong     Reason = "too-long"
	NotText     Reason = "not-text" // broken characters
	Nothing     Reason = "nothing"  // no letter and no digit
	NoOption    Reason = "no-option"
	Unclear     Reason = "unclear"      // true and false
	BadQuestion Reason = "bad-question" // the question cannot be checked
)

// A Message is the id of a text and the arguments it takes, names and values
// in turn.
type Message struct {
	ID   string
	Args []any
}

// Message returns why the verdict is what it is.
func (v Verdict) Message() Message {
	return Message{"quiz.reason." + string(v.Reason), []any{
		"Accepted", v.Accepted, "Listed", v.Listed, "Slips", v.Distance,
		"Wanted", v.Wanted, "Found", v.Found, "Extra", v.Extra,
	}}
}

// A Folding is one thing that is overlooked when answers are compared.
type Folding string

// Message returns the name of what was overlooked.
func (f Folding) Message() Message { return Message{ID: "quiz.folding." + string(f)} }

// Message returns the name of a result.
func (r Result) Message() Message { return Message{ID: "quiz.verdict." + string(r)} }

// NewVerdict returns a verdict of this version of the matcher.
func NewVerdict(r Result, why Reason) Verdict {
	return Verdict{Matcher: Version, Result: r, Reason: why}
}
