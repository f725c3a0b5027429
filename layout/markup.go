package layout

import "strings"

// boldMark begins and ends bold text.
const boldMark = "**"

// boldMarks returns how many of the marks in a text count: a mark without a
// partner is text.
func boldMarks(text string) int {
	return strings.Count(text, boldMark) &^ 1
}
