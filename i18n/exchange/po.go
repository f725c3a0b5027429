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
	if head.Plural != nil {
		header += "Plural-Forms: " + head.Plural.Header() + "\n"
	}
	fmt.Fprintf(b, "msgid \"\"\nmsgstr %s\n", poString(header))
	for len(units) > 0 {
		u, n := units[0], 1
		for u.Form != "" && n < len(units) && units[n].ID == u.ID {
			n++
		}
		b.WriteByte('\n')
		for line := range strings.SplitSeq(u.Note, "\n") {
			if line != "" {
				fmt.Fprintf(b, "#. %s\n", line)
			}
		}
		if u.Stale {
			b.WriteString("#, fuzzy\n")
		}
		fmt.Fprintf(b, "msgctxt %s\n", poString(u.ID))
		if u.Form == "" {
			fmt.Fprintf(b, "msgid %s\nmsgstr %s\n", poString(u.Source), poString(u.Target))
		} else {
			writeForms(b, units[:n])
		}
		units = units[n:]
	}
	return b.Flush()
}

// writeForms writes a text with plural forms: the source has two, that for one
// and that for more.
func writeForms(b *bufio.Writer, forms []Unit) {
	one, more := forms[0].Source, forms[len(forms)-1].Source
	for _, u := range forms {
		if u.Form == "one" {
			one = u.Source
		}
	}
	fmt.Fprintf(b, "msgid %s\nmsgid_plural %s\n", poString(one), poString(more))
	for i, u := range forms {
		fmt.Fprintf(b, "msgstr[%d] %s\n", i, poString(u.Target))
	}
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
	many  string   // its msgid_plural
	forms []string // its msgstr[0], msgstr[1] …
	begun bool     // a msgid was read
	skip  bool     // the unit is at fault, which was said
	to    *string  // what a line in quotes goes on
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
	case word == "msgid_plural":
		r.to = &r.many
		r.text(rest, pos)
	case word == fmt.Sprintf("msgstr[%d]", len(r.forms)):
		r.forms = append(r.forms, "")
		r.to = &r.forms[len(r.forms)-1]
		r.text(rest, pos)
	case word == "msgstr":
		r.to = &r.unit.Target
		r.text(rest, pos)
	default:
		r.problems.Errorf(pos, codeFormat, "%q is no line of a file kitpress wrote", source.ClipTo(line, 40)).Hint = "texts have one msgctxt and msgid each, and a msgstr or several from msgstr[0] on"
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
	u, begun, skip, forms, many := r.unit, r.begun, r.skip, r.forms, r.many
	r.unit, r.begun, r.skip, r.to, r.forms, r.many = Unit{}, false, false, nil, nil, ""
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
			case "Plural-Forms":
				r.head.Counts = value
			}
		}
	case u.ID == "":
		r.problems.Errorf(u.Pos, codeFormat, "the text %q has no msgctxt, so nobody knows where it belongs", source.ClipTo(u.Source, 40)).Hint = "leave the lines msgctxt as kitpress wrote them"
	case len(forms) > 0:
		one := u.Source
		for i, text := range forms {
			u.Form, u.Source, u.Target = strconv.Itoa(i), many, text
			if i == 0 {
				u.Source = one
			}
			r.units = append(r.units, u)
		}
	default:
		r.units = append(r.units, u)
	}
}
