package language

import (
	"slices"
	"strings"
	"unicode"
)

// A Cut is one way to take an answer apart.
type Cut func(s string) []string

// Cuts are the ways to take an answer apart, the clearest first. The text is
// as it was typed, since a new line separates best.
func (l *Language) Cuts() []Cut {
	lines := CutAt("\n\r;；")
	return []Cut{
		lines,
		cutNumbered,
		CutAt("\n\r;；>→⇒➔➜"),
		CutAt("\n\r;；,，、､>→⇒➔➜"),
		func(s string) []string {
			return l.CutWords(s, `,，、､;；+/／・･&＋|`, slices.Concat(l.And, l.Then))
		},
		func(s string) []string { return l.cutSpaces(s) },
	}
}

// CutAt cuts at each of some characters.
func CutAt(signs string) Cut {
	return func(s string) []string {
		return parts(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(signs, r) }))
	}
}

// parts drops parts that are empty and what numbers or marks the others: "1.",
// "-", "•".
func parts(list []string) []string {
	out := list[:0]
	for _, s := range list {
		s = strings.TrimSpace(s)
		if rest, ok := cutNumber(s); ok {
			s = rest
		}
		s = strings.TrimSpace(strings.TrimLeft(s, "-–—•*·◦▪●"))
		if HasLetter(s) || strings.ContainsFunc(s, unicode.IsSymbol) {
			out = append(out, s)
		}
	}
	return out
}

// cutNumber cuts "1.", "2)" or "a)" off a part.
func cutNumber(s string) (string, bool) {
	n := strings.IndexFunc(s, NotDigit)
	if n == 0 && len(s) > 1 && s[1] == ')' && unicode.IsLetter(rune(s[0])) {
		n = 1
	}
	if n < 1 || n > 2 || s[n] != '.' && s[n] != ')' {
		return s, false
	}
	rest := strings.TrimSpace(s[n+1:])
	return rest, rest != "" && NotDigit([]rune(rest)[0])
}

// cutNumbered cuts a list whose parts are numbered in one line.
func cutNumbered(s string) []string {
	var list []string
	for s = strings.TrimSpace(s); s != ""; {
		rest, ok := cutNumber(s)
		if !ok {
			return nil
		}
		end := len(rest)
		for i := 1; i < len(rest); i++ {
			if rest[i-1] == ' ' {
				if _, ok := cutNumber(rest[i:]); ok {
					end = i
					break
				}
			}
		}
		list = append(list, strings.TrimRight(strings.TrimSpace(rest[:end]), ",;"))
		s = rest[end:]
	}
	return list
}

// CutWords cuts at signs and at words that join: and, then. Where words have
// no spaces they are cut out of the text.
func (l *Language) CutWords(s, signs string, words []string) []string {
	if !l.NoSpaces {
		for _, w := range words {
			if strings.Contains(w, " ") {
				s = strings.ReplaceAll(PlainQuotes(s), w, "\n")
			}
		}
	}
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(signs, r) || r == '\n' || r == '\r' {
			return '\n'
		}
		return r
	}, s)
	if l.NoSpaces {
		for _, w := range words {
			s = strings.ReplaceAll(s, w, "\n")
		}
		return parts(strings.Split(s, "\n"))
	}
	var list []string
	for _, piece := range strings.Split(s, "\n") {
		start, fields := 0, strings.Fields(piece)
		for i, w := range fields {
			if slices.ContainsFunc(words, func(j string) bool { return strings.EqualFold(j, PlainQuotes(w)) }) {
				list = append(list, strings.Join(fields[start:i], " "))
				start = i + 1
			}
		}
		list = append(list, strings.Join(fields[start:], " "))
	}
	return parts(list)
}

// cutSpaces cuts at every space, comma and hyphen and drops words that join.
func (l *Language) cutSpaces(s string) []string {
	list := strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.In(r, unicode.Pd) || r == '−' || strings.ContainsRune(",;/+、，；", r)
	})
	return parts(slices.DeleteFunc(list, func(w string) bool {
		return slices.ContainsFunc(l.And, func(and string) bool { return strings.EqualFold(and, w) })
	}))
}
