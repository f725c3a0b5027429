package flow

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
)

// A linkSpan is a link in a text: which of its drawn runes, spaces not
// counted, lead where.
type linkSpan struct {
	from, to int
	target   string // "#anchor" or an address
}

// cutLinks returns a text as it is drawn, still with its marks, and
// where the links in it are. What has no target we know is text.
func (b *builder) cutLinks(text string) (string, []linkSpan) {
	if !strings.Contains(text, "](") {
		return text, nil
	}
	var out strings.Builder
	var spans []linkSpan
	for text != "" {
		before, words, target, after := nextLink(text)
		out.WriteString(before)
		if text = after; target == "" {
			continue
		}
		if words == "" {
			words = b.pageOf(strings.TrimPrefix(target, "#"))
		}
		from := out.Len()
		out.WriteString(words)
		spans = append(spans, linkSpan{from, out.Len(), target})
	}
	countDrawn(out.String(), spans)
	return out.String(), spans
}

// countDrawn turns the ends of links from bytes of a text into drawn runes.
func countDrawn(text string, spans []linkSpan) {
	drawn := make([]int, len(text)+1) // before each byte
	marks := i18n.MarksOf(text)
	n := 0
	for i := 0; i < len(text); {
		drawn[i] = n
		if skip := marks.At(i); skip > 0 {
			drawn[i+skip-1] = n
			i += skip
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !vanishes(r) {
			n++
		}
		i += size
	}
	drawn[len(text)] = n
	for i := range spans {
		spans[i].from, spans[i].to = drawn[spans[i].from], drawn[spans[i].to]
	}
}

// nextLink cuts a text at its first link; without one, all of it is before.
func nextLink(text string) (before, words, target, after string) {
	for at := 0; ; {
		mid := strings.Index(text[at:], "](")
		if mid < 0 {
			return text, "", "", ""
		}
		mid += at
		open, end := strings.LastIndexByte(text[:mid], '['), strings.IndexByte(text[mid:], ')')
		if open < 0 || end < 0 || !isTarget(text[mid+2:mid+end]) {
			at = mid + 2
			continue
		}
		return text[:open], text[open+1 : mid], text[mid+2 : mid+end], text[mid+end+1:]
	}
}

func isTarget(s string) bool {
	return strings.HasPrefix(s, "#") || strings.HasPrefix(s, "https://")
}

// vanishes reports whether line breaking may drop or add a rune: spaces, and
// what only marks where a line may end.
func vanishes(r rune) bool {
	return unicode.IsSpace(r) || r == '\u00AD' || r == '\u200B' || r == '\u2060' || r == '\uFEFF'
}

// pageOf returns the number of the page an anchor was on when the pages were
// last divided; before that, two digits as most have.
func (b *builder) pageOf(anchor string) string {
	b.refers = true
	n, ok := b.pages[anchor]
	switch {
	case ok:
		return strconv.Itoa(n)
	case b.pages != nil:
		b.problems.Errorf(source.Pos{}, "internal", "a text names the page of %q, which is on none", anchor)
	}
	return "00"
}

// A lineLink is the part of a link that is on one line of a block.
type lineLink struct {
	line   int
	x, w   layout.Length // from the start of the line
	target string
}

// placeLinks finds where in a block the drawn runes of its links came to lie.
func placeLinks(block layout.Block, spans []linkSpan) []lineLink {
	var out []lineLink
	n := 0 // drawn runes so far
	for i, line := range block.Lines {
		for _, run := range line.Runs {
			if run.Over {
				continue
			}
			if run.Face == nil { // an icon
				n += len(run.Content)
				continue
			}
			text := block.Text(run)
			carets := text.Carets()
			for at, r := range run.Content {
				if vanishes(r) {
					continue
				}
				for len(spans) > 0 && spans[0].to <= n {
					spans = spans[1:]
				}
				if len(spans) > 0 && spans[0].from <= n {
					a, b := carets[at], carets[at+utf8.RuneLen(r)]
					out = extend(out, lineLink{i, run.X + min(a, b), max(a, b) - min(a, b), spans[0].target}, spans[0].from == n)
				}
				n++
			}
		}
	}
	return out
}

// extend adds one rune to the last link, or begins the next one.
func extend(links []lineLink, l lineLink, opens bool) []lineLink {
	if n := len(links); n > 0 && !opens && links[n-1].line == l.line && links[n-1].target == l.target {
		last := &links[n-1]
		end := max(last.x+last.w, l.x+l.w)
		last.x = min(last.x, l.x)
		last.w = end - last.x
		return links
	}
	return append(links, l)
}
