package exchange

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"kitpress/catalog/source"
)

// writePO writes a file of gettext: the id of a text is its context, so that
// equal texts are translated each in its place.
func writePO(w io.Writer, head Head, units []Unit) error {
	b := bufio.NewWriter(w)
	header := fmt.Sprintf("Project-Id-Version: %s\nLanguage: %s\nX-Source-Language: %s\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n",
		head.Name, strings.ReplaceAll(head.Target, "-", "_"), head.Source)
	fmt.Fprintf(b, "msgid \"\"\nmsgstr %s\n", poString(header))
	for _, u := range units {
		b.WriteByte('\n')
		for line := range strings.SplitSeq(u.Note, "\n") {
			if line != "" {
				fmt.Fprintf(b, "#. %s\n", line)
			}
		}
		if u.Stale {
			b.WriteString("#, fuzzy\n")
		}
		fmt.Fprintf(b, "msgctxt %s\nmsgid %s\nmsgstr %s\n", poString(u.ID), poString(u.Source), poString(u.Target))
	}
	return b.Flush()
}

var poEscape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`)

// poString writes a text in quotes, each line of it on a line.
func poString(s string) string {
	if !strings.Contains(strings.TrimSuffix(s, "\n"), "\n") {
		return `"` + poEscape.Replace(s) + `"`
	}
	var b strings.Builder
	b.WriteString(`""`)
	for line := range strings.Lines(s) {
		b.WriteString("\n\"" + poEscape.Replace(line) + `"`)
	}
	return b.String()
}

// A poReader reads a file line by line.
type poReader struct {
	file     string
	head     Head
	units    []Unit
	problems source.Problems

	unit  Unit
	begun bool    // a msgid was read
	skip  bool    // the unit is at fault, which was said
	to    *string // what a line in quotes goes on
}

func readPO(file string, data []byte) (Head, []Unit, source.Problems) {
	r := &poReader{file: file}
	if !utf8.Valid(data) {
		r.problems.Errorf(source.Pos{File: file}, codeFormat, "the file is not UTF-8").Hint = "save it as UTF-8"
		return r.head, nil, r.problems
	}
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(string(data), "\uFEFF")) {
		n++
		r.line(strings.TrimSpace(line), source.Pos{File: file, Line: n, Col: 1})
	}
	r.finish()
	return r.head, r.units, r.problems
}

func (r *poReader) line(line string, pos source.Pos) {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case line == "":
		r.finish()
	case strings.HasPrefix(line, "#"):
		if r.begun {
			r.finish()
		}
		if strings.HasPrefix(line, "#,") {
			r.unit.Stale = r.unit.Stale || strings.Contains(line, "fuzzy")
		}
	case strings.HasPrefix(line, `"`):
		r.text(line, pos)
	case word == "msgctxt":
		if r.begun {
			r.finish()
		}
		r.to = &r.unit.ID
		r.text(rest, pos)
	case word == "msgid":
		if r.begun {
			r.finish()
		}
		r.unit.Pos, r.begun, r.to = pos, true, &r.unit.Source
		r.text(rest, pos)
	case word == "msgstr":
		r.to = &r.unit.Target
		r.text(rest, pos)
	default:
		r.problems.Errorf(pos, codeFormat, "%q is no line of a file kitpress wrote", source.ClipTo(line, 40)).Hint = "texts have one msgctxt, msgid and msgstr each, and no plural forms"
		r.to, r.skip = nil, true
	}
}

// text adds a text in quotes to what is being read.
func (r *poReader) text(quoted string, pos source.Pos) {
	if r.to == nil {
		return
	}
	s, err := strconv.Unquote(strings.TrimSpace(quoted))
	if err != nil {
		r.problems.Errorf(pos, codeFormat, "%s is no text in quotes", source.ClipTo(quoted, 40))
		r.to, r.skip = nil, true
		return
	}
	*r.to += s
}

// finish ends the unit that is being read.
func (r *poReader) finish() {
	u, begun, skip := r.unit, r.begun, r.skip
	r.unit, r.begun, r.skip, r.to = Unit{}, false, false, nil
	switch {
	case !begun || skip:
	case u.ID == "" && u.Source == "":
		for field := range strings.Lines(u.Target) {
			switch name, value, _ := strings.Cut(strings.TrimSpace(field), ": "); name {
			case "Language":
				r.head.Target = strings.ReplaceAll(value, "_", "-")
			case "X-Source-Language":
				r.head.Source = value
			case "Project-Id-Version":
				r.head.Name = value
			}
		}
	case u.ID == "":
		r.problems.Errorf(u.Pos, codeFormat, "the text %q has no msgctxt, so nobody knows where it belongs", source.ClipTo(u.Source, 40)).Hint = "leave the lines msgctxt as kitpress wrote them"
	default:
		r.units = append(r.units, u)
	}
}
