package terminal

import (
	"fmt"
	"slices"
	"strings"
)

// Join joins the parts that say something.
func Join(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), sep)
}

// Size returns a number of bytes as people read it.
func Size(bytes int64) string {
	if bytes < 1000*1000 {
		return fmt.Sprintf("%d kB", (bytes+999)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

// Plural returns "1 file" or "2 files".
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// OneLine returns a value of a game on one line.
func OneLine(v any) string {
	switch v := v.(type) {
	case []string:
		return strings.Join(v, " · ")
	case map[string]int:
		var parts []string
		for name, n := range v {
			parts = append(parts, fmt.Sprintf("%s %d", name, n))
		}
		slices.Sort(parts)
		return strings.Join(parts, " · ")
	case string:
		return strings.ReplaceAll(v, "\n", " ")
	}
	return fmt.Sprint(v)
}

// Wrap breaks a text into lines of so many columns: between words, or between
// characters where words are not separated.
func Wrap(text string, width int) []string {
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		line := ""
		for _, piece := range strings.SplitAfter(paragraph, " ") {
			for Columns(line)+Columns(strings.TrimRight(piece, " ")) > width {
				head := cut(piece, width-Columns(line))
				if head == "" && line == "" {
					head = clip(piece, width)
				}
				lines, line, piece = append(lines, strings.TrimRight(line+head, " ")), "", piece[len(head):]
			}
			line += piece
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// Signs that no line ends or begins with, where words are not separated.
const (
	opening = "（「『［〔【〈《"
	closing = "）」』］〕】〉》、。，．・：；！？ー…々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
)

// cut returns as much of a text as goes into so many columns and may stand at
// the end of a line: a character as wide as kanji parts from its neighbours.
func cut(text string, width int) string {
	end, before := 0, ' '
	for i, c := range text {
		if i > 0 && Columns(string([]rune{before, c})) > 2 && !strings.ContainsRune(opening, before) && !strings.ContainsRune(closing, c) && c != ' ' {
			end = i
		}
		if width -= Columns(string(c)); width < 0 {
			break
		}
		before = c
	}
	return text[:end]
}

// clip returns as much of a text as goes into so many columns.
func clip(text string, width int) string {
	for i, c := range text {
		if width -= Columns(string(c)); width < 0 && i > 0 {
			return text[:i]
		}
	}
	return text
}
