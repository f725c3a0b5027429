package quiz

import (
	"slices"
	"strings"
	"unicode"
)

// A cut is one way to take an answer apart.
type cut func(s string) []string

// cuts are the ways to take an answer apart, the clearest first. The text is
// as it was typed, since a new line separates best.
func (l *language) cuts() []cut {
	lines := cutAt("\n\r;；")
	return []cut{
		lines,
		cutNumbered,
		cutAt("\n\r;；>→⇒➔➜"),
		cutAt("\n\r;；,，、､>→⇒➔➜"),
		func(s string) []string {
			return l.cutWords(s, `,，、､;；+/／・･&＋|`, slices.Concat(l.and, l.then))
		},
		func(s string) []string { return l.cutSpaces(s) },
	}
}

// cutAt cuts at each of some characters.
func cutAt(signs string) cut {
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
		if hasLetter(s) || strings.ContainsFunc(s, unicode.IsSymbol) {
			out = append(out, s)
		}
	}
	return out
}

// cutNumber cuts "1.", "2)" or "a)" off a part.
func cutNumber(s string) (string, bool) {
	n := strings.IndexFunc(s, notDigit)
	if n == 0 && len(s) > 1 && s[1] == ')' && unicode.IsLetter(rune(s[0])) {
		n = 1
	}
	if n < 1 || n > 2 || s[n] != '.' && s[n] != ')' {
		return s, false
	}
	rest := strings.TrimSpace(s[n+1:])
	return rest, rest != "" && notDigit([]rune(rest)[0])
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

// cutWords cuts at signs and at words that join: and, then. Where words have
// no spaces they are cut out of the text.
func (l *language) cutWords(s, signs string, words []string) []string {
	if !l.noSpaces {
		for _, w := range words {
			if strings.Contains(w, " ") {
				s = strings.ReplaceAll(plainQuotes(s), w, "\n")
			}
		}
	}
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(signs, r) || r == '\n' || r == '\r' {
			return '\n'
		}
		return r
	}, s)
	if l.noSpaces {
		for _, w := range words {
			s = strings.ReplaceAll(s, w, "\n")
		}
		return parts(strings.Split(s, "\n"))
	}
	var list []string
	for _, piece := range strings.Split(s, "\n") {
		start, fields := 0, strings.Fields(piece)
		for i, w := range fields {
			if slices.ContainsFunc(words, func(j string) bool { return strings.EqualFold(j, plainQuotes(w)) }) {
				list = append(list, strings.Join(fields[start:i], " "))
				start = i + 1
			}
		}
		list = append(list, strings.Join(fields[start:], " "))
	}
	return parts(list)
}

// cutSpaces cuts at every space, comma and hyphen and drops words that join.
func (l *language) cutSpaces(s string) []string {
	list := strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.In(r, unicode.Pd) || r == '−' || strings.ContainsRune(",;/+、，；", r)
	})
	return parts(slices.DeleteFunc(list, func(w string) bool {
		return slices.ContainsFunc(l.and, func(and string) bool { return strings.EqualFold(and, w) })
	}))
}
