package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/quiz/language"
)

// A wanted is what a question asks the number of, where its key says nothing
// of a unit: the bits of "how many bits", the port of "which port".
type wanted struct {
	lang   *language.Language
	echo   *echo
	label  []string        // which port: the port
	counts bool            // how many: the number counts something
	behind string          // where words have no spaces: what follows 何
	taken  map[string]bool // words the question itself counts: three hubs
}

// newWanted finds out what a question asks the number of. Names are what it
// counts.
func newWanted(l *language.Language, e *echo) (w wanted, names []string) {
	w = wanted{lang: l, echo: e, taken: map[string]bool{}}
	if l.NoSpaces {
		return w, w.readUnspaced()
	}
	for i, word := range e.row {
		if !isCount(l, word) {
			continue
		}
		for _, t := range e.row[i+1 : min(i+3, len(e.row))] { // fifty hijacked cameras
			w.taken[t] = true
		}
	}
	if at := lastPhrase(e.row, l.Asks.Many); at >= 0 {
		w.counts = true
		return w, w.nouns(at)
	}
	if at := lastPhrase(e.row, l.Asks.Which); at >= 0 {
		w.label = w.nouns(at)
	} else if u, ok := w.onlyUnit(); ok { // in bits
		return w, u.Called
	}
	return w, nil
}

// isCount reports whether a word says how many of what follows there are.
func isCount(l *language.Language, w string) bool {
	n, ok := l.Numbers[w]
	return ok && n != "1" || strings.Trim(w, "0123456789.,") == ""
}

// lastPhrase returns where the words behind the last of some phrases begin,
// or -1.
func lastPhrase(row []string, phrases [][]string) int {
	for i := len(row) - 1; i >= 0; i-- {
		for _, p := range phrases {
			if i+len(p) <= len(row) && slices.Equal(row[i:i+len(p)], p) {
				return i + len(p)
			}
		}
	}
	return -1
}

// nouns returns what is asked for: the first words from a place on that say
// anything.
func (w *wanted) nouns(at int) []string {
	l, row := w.lang, w.echo.row
	empty := func(s string) bool { return l.Small[s] || l.Around[s] }
	for at < len(row) && empty(row[at]) {
		at++
	}
	end := at
	for end < len(row) && end < at+l.Asks.Nouns && !empty(row[end]) && !isCount(l, row[end]) {
		end++
	}
	list := row[at:end]
	for _, t := range list {
		delete(w.taken, t)
	}
	return list
}

// onlyUnit returns the unit a question names that asks neither how many nor
// which, if there is one and it counts nothing in it.
func (w *wanted) onlyUnit() (language.Unit, bool) {
	var found []language.Unit
	for _, u := range w.echo.units {
		named := func(n string) bool { return w.lang.NoSpaces || w.echo.words[n] && !w.taken[n] }
		if slices.ContainsFunc(u.Called, named) {
			found = append(found, u)
		}
	}
	if len(found) == 0 || slices.ContainsFunc(found, func(u language.Unit) bool { return u.ID != found[0].ID }) || found[0].Of == "count" {
		return language.Unit{}, false
	}
	return found[0], true
}

// readUnspaced finds what follows 何 and returns the counter it begins with.
func (w *wanted) readUnspaced() []string {
	for _, mark := range w.lang.Asks.Before {
		i := strings.LastIndex(w.echo.text, w.lang.Bare(mark))
		if i < 0 {
			continue
		}
		w.counts, w.behind = true, w.echo.text[i+len(w.lang.Bare(mark)):]
		var name string
		for i, r := range w.behind {
			s := w.behind[:i+utf8.RuneLen(r)]
			if utf8.RuneCountInString(s) > 12 {
				break
			}
			if len(w.lang.UnitsCalled(s)) > 0 || w.lang.IsCounter(s) {
				name = s
			}
		}
		if name == "" {
			return nil
		}
		return []string{name}
	}
	if u, ok := w.onlyUnit(); ok {
		return u.Called
	}
	return nil
}

// asks reports whether a folded word is one of the question's, but for its
// ending.
func (e *echo) asks(w string) bool {
	if e.words[w] {
		return true
	}
	return len(w) > 3 && slices.ContainsFunc(e.row, func(q string) bool { return len(q) > 3 && e.lang.SameWord(w, q) })
}

// isLabel reports whether a folded word is what the number is the name of: the
// port, the port number.
func (w *wanted) isLabel(word string) bool {
	return slices.ContainsFunc(w.label, func(n string) bool {
		if w.lang.SameWord(word, n) {
			return true
		}
		rest, joined := strings.CutPrefix(word, n)
		return joined && len(n) > 3 && len(rest) > 3 && w.lang.Around[rest]
	})
}

// dropLabel drops what the number is the name of from the words around it. A
// unit behind it is counted and stays: 2018 years.
func (w *wanted) dropLabel(words []string, front bool) (rest []string, found bool) {
	if w.label == nil {
		return words, false
	}
	for i, field := range words {
		folded := slices.DeleteFunc(w.lang.WordsOf(field), func(s string) bool { return w.lang.Small[s] })
		adjacent := !front && i == 0
		if len(folded) == 1 && w.isLabel(folded[0]) && !(adjacent && len(w.lang.UnitsCalled(language.TrimEdges(field))) > 0) {
			found = true
			continue
		}
		rest = append(rest, field)
	}
	return rest, found
}

// overlooks reports whether a word of the question says nothing beside the
// number although no unit is there: in front of it, or behind one that is a
// name. What the question counts itself may be what was counted.
func (w *wanted) overlooks(word string, front bool) bool {
	return w.echo.asks(word) && !w.taken[word] && (front || !w.counts && w.label != nil)
}

// overlooksPiece is overlooks where words have no spaces.
func (w *wanted) overlooksPiece(s string, front bool) bool {
	if !front && w.behind != "" && w.counter() {
		return false // 12個 where 何台 was asked
	}
	for i := 0; ; {
		at := strings.Index(w.echo.text[i:], s)
		if at < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(w.echo.text[:i+at])
		if !unicode.IsDigit(before) && !language.IsNumeral(before) {
			return true
		}
		i += at + 1
	}
}

// counter reports whether 何 has something behind it that is counted.
func (w *wanted) counter() bool {
	first, _ := utf8.DecodeRuneInString(w.behind)
	return !unicode.Is(unicode.Hiragana, first)
}

// commonStart returns how many bytes two texts begin with alike, in whole
// characters.
func commonStart(a, b string) int {
	n := 0
	for i, r := range a {
		if c, size := utf8.DecodeRuneInString(b[min(i, len(b)):]); c != r || size == 0 {
			break
		}
		n = i + utf8.RuneLen(r)
	}
	return n
}

// dropNames drops names with digits in them that the question has, too: IPv4,
// AES-256. What is left has to have a number.
func (k *numberKey) dropNames(s string) string {
	var b strings.Builder
	rest := s
	for rest != "" {
		n := strings.IndexFunc(rest, func(r rune) bool { return !isNameRune(r) })
		if n < 0 {
			n = len(rest)
		}
		name := strings.TrimRight(rest[:n], "-.")
		if name == "" || !mixesDigits(name) || !strings.Contains(k.asked, language.LowerCase(name)) {
			name = ""
		}
		_, size := utf8.DecodeRuneInString(rest[n:])
		b.WriteString(rest[len(name) : n+size])
		rest = rest[n+size:]
	}
	if left := b.String(); strings.ContainsFunc(left, unicode.IsDigit) {
		return left
	}
	return s
}

// isNameRune reports whether a character may stand in a name such as AES-256.
func isNameRune(r rune) bool {
	return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '.')
}

// mixesDigits reports whether a name begins with a letter and has a digit.
func mixesDigits(s string) bool {
	return unicode.IsLetter(rune(s[0])) && strings.ContainsFunc(s, unicode.IsDigit)
}
