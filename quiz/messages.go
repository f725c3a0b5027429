package quiz

// MessageIDs returns the id of every message this package can return, for
// those who have the words.
func MessageIDs() []string {
	var ids []string
	for _, r := range []Result{Right, Nearly, Wrong, Invalid} {
		ids = append(ids, r.Message().ID)
	}
	for _, r := range reasons() {
		ids = append(ids, Verdict{Reason: r}.Message().ID)
	}
	for _, f := range (endOfFolds - 1).names() {
		ids = append(ids, f.Message().ID)
	}
	for _, code := range findingCodes() {
		ids = append(ids, Finding{Code: code}.Message().ID)
	}
	return ids
}

func reasons() []Reason {
	return []Reason{Same, Exact, Wording, Spacing, Umlaut, Accent, Value, Within, Complete, Chosen,
		Collision, CaseDiffers, AccentDiffers, UmlautDropped, Lookalike, WordOrder, Unpunctuated, Typo,
		TwoReadings, EraMissing, UnitUnclear, Around, SomeNearly, TwoOrders,
		Far, Listed, ListedNear, Opposite, Negation, OtherNumber, OtherArticle, OtherLetters, TooGeneral,
		TooMuch, NoNumber, Several, OtherUnit, Missing, Extra, MissingExtra, Twice, OtherOption, OtherOrder, OtherPairs,
		Empty, TooLong, NotText, Nothing, NoOption, Unclear, BadQuestion}
}

func findingCodes() []string {
	return []string{"no-answer", "empty-answer", "long-answer", "many-answers", both, "alike", "no-reading",
		"not-a-number", "not-a-tolerance", "not-a-factor", "units", "items", "options", "double-id", "same-options",
		"two-keys", "unknown-option", "not-all", "not-true-or-false", "unknown-kind", "digits-left"}
}
