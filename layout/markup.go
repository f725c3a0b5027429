package layout

import "strings"

// boldMark begins and ends bold text.
const boldMark = "**"

// boldMarks returns how many of the marks in a text count: a mark without a
// partner is text.
func boldMarks(text string) int {
	return strings.Count(text, boldMark) &^ 1
}

// ParseMarkup splits a text at its **bold** marks. A mark without a partner is
// text.
func ParseMarkup(text string) []Span {
	var spans []Span
	bold := false
	for marks := boldMarks(text); marks > 0; marks-- {
		before, after, _ := strings.Cut(text, boldMark)
		if before != "" {
			spans = append(spans, Span{before, bold})
		}
		text, bold = after, !bold
	}
	if text != "" {
		spans = append(spans, Span{text, bold})
	}
	return spans
}
