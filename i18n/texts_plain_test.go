package i18n

import (
	"testing"

	"kitpress/catalog"
)

// Mark-up leaves no trace in plain texts; what is none stays.
func TestPlainReadings(t *testing.T) {
	for text, want := range map[string]string{
		"{漢字|かんじ}を**読{む|x}**":  "漢字を読{む|x}",
		"**{添付|てんぷ}**":         "添付",
		"{a|b} {漢} {漢|} {漢|字}": "{a|b} {漢} {漢|} {漢|字}",
		"{漢|か":                 "{漢|か",
		"|{漢|か}|":              "|漢|",
	} {
		if got := Plain(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// Where letters alone are shown, a name has no marks.
func TestName(t *testing.T) {
	var texts Texts
	if got := texts.Name(catalog.Msg{Text: "**夜**の{散歩|さんぽ}"}); got != "夜の散歩" {
		t.Error(got)
	}
}
