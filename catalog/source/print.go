package source

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"unicode"
)

// excerptWidth is the longest source line printed, in terminal columns: lines
// of flow mappings can be thousands of characters long.
const excerptWidth = 120

// Print writes the problems, at most max of them (0: all): position and
// message, the source line, a caret under the place, the hint. Errors come
// first, so that no warning hides what stops a build; each kind is sorted.
func (ps Problems) Print(w io.Writer, max int) error {
	return ps.PrintIn(w, max, func(text string) string { return text })
}

// PrintIn is Print in another language: say translates what kitpress says.
func (ps Problems) PrintIn(w io.Writer, max int, say func(string) string) error {
	b := bufio.NewWriter(w)
	sorted := ps.Sorted()
	slices.SortStableFunc(sorted, func(a, b Problem) int { return cmp.Compare(a.Severity, b.Severity) })
	for i, p := range sorted {
		if max > 0 && i == max {
			fmt.Fprintln(b, say(fmt.Sprintf("… and %s more", sorted[i:].Count())))
			break
		}
		if p.Pos.IsValid() {
			fmt.Fprintf(b, "%s: ", cleanLine(p.Pos.String()))
		}
		fmt.Fprintf(b, "%s %s\n", say(p.Severity.String()+":"), cleanLine(say(p.Message)))
		if p.Excerpt != "" && p.Pos.Cell != "" {
			line, _ := excerpt(p.Excerpt, 1)
			fmt.Fprintf(b, "  %s\n", line)
		} else if p.Excerpt != "" && p.Pos.Col > 0 {
			line, caret := excerpt(p.Excerpt, p.Pos.Col)
			fmt.Fprintf(b, "  %s\n  %s^\n", line, caret)
		}
		if p.Hint != "" {
			fmt.Fprintf(b, "  %s %s\n", say("hint:"), cleanLine(say(p.Hint)))
		}
	}
	return b.Flush()
}

// Count says how many problems there are: "2 errors and 1 warning".
func (ps Problems) Count() string {
	var counts [2]int
	for _, p := range ps {
		counts[p.Severity]++
	}
	var parts []string
	for sev, n := range counts {
		switch {
		case n == 1:
			parts = append(parts, "1 "+Severity(sev).String())
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", n, Severity(sev)))
		}
	}
	if len(parts) == 0 {
		return "no problems"
	}
	return strings.Join(parts, " and ")
}

// FillExcerpts sets the source line of the problems that have a position but
// no excerpt yet, reading each file once.
func (ps Problems) FillExcerpts(fsys fs.FS) {
	files := map[string][]string{}
	for i := range ps {
		p := &ps[i]
		if p.Excerpt != "" || p.Pos.Line == 0 || p.Pos.Cell != "" {
			continue
		}
		lines, read := files[p.Pos.File]
		if !read {
			if data, err := readLimited(fsys, p.Pos.File); err == nil {
				lines = splitLines(data)
			}
			files[p.Pos.File] = lines
		}
		if p.Pos.Line <= len(lines) {
			p.Excerpt = lines[p.Pos.Line-1]
		}
	}
}

// splitLines cuts data into lines without their ends.
func splitLines(data []byte) []string {
	lines := strings.Split(strings.TrimPrefix(string(data), bom), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return lines
}

// excerpt returns the line as it is printed and the blanks that bring a caret
// under column col. Tabs are kept in both, so that they agree whatever a
// terminal makes of a tab; a wide character takes two blanks.
func excerpt(line string, col int) (shown, blanks string) {
	runes := []rune(strings.ToValidUTF8(line, "\uFFFD"))
	from, cut := window(runes, col-1)
	var s, c strings.Builder
	if from > 0 {
		s.WriteRune('…')
		c.WriteByte(' ')
	}
	for i := from; i < cut; i++ {
		r := cleanRune(runes[i])
		s.WriteRune(r)
		if i >= col-1 {
			continue
		}
		if r == '\t' {
			c.WriteByte('\t')
			continue
		}
		c.WriteString("  "[:runeWidth(r)])
	}
	if cut < len(runes) {
		s.WriteRune('…')
	}
	return s.String(), c.String()
}

// window returns the part of a line to show so that rune at stays in sight.
func window(runes []rune, at int) (from, to int) {
	if len(runes) <= excerptWidth {
		return 0, len(runes)
	}
	from = min(max(0, at-excerptWidth/2), len(runes)-excerptWidth)
	return from, from + excerptWidth
}

// cleanLine makes text from a file safe to print in one line.
func cleanLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' {
			return ' '
		}
		return cleanRune(r)
	}, s)
}

// cleanRune replaces what could move a terminal's cursor or turn the reading
// direction: a pack from a stranger must not repaint the screen.
func cleanRune(r rune) rune {
	if r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) || r == '\u2028' || r == '\u2029' {
		return '\uFFFD'
	}
	return r
}

// wide holds the ranges a terminal draws two columns wide: East Asian Width W
// and F (UAX #11), in whole blocks.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115F, 1}, {0x2E80, 0x303E, 1}, {0x3041, 0x4DBF, 1}, {0x4E00, 0xA4CF, 1}, {0xA960, 0xA97F, 1},
		{0xAC00, 0xD7A3, 1}, {0xF900, 0xFAFF, 1}, {0xFE30, 0xFE6F, 1}, {0xFF01, 0xFF60, 1}, {0xFFE0, 0xFFE6, 1},
	},
	R32: []unicode.Range32{
		{0x1B000, 0x1B2FF, 1}, {0x1F300, 0x1F64F, 1}, {0x1F680, 0x1F6FF, 1}, {0x1F900, 0x1FAFF, 1}, {0x20000, 0x3FFFD, 1},
	},
}

// runeWidth returns the terminal columns of a rune: 0, 1 or 2.
func runeWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}
