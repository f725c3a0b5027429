package referee

import (
	"slices"
	"strings"

	"kitpress/catalog/source"
)

// Parse reads a command as people type it:
//
//	SEAT VERB VALUES… ARGUMENT VALUES…
//	lina resolve data-loss with INF SYS
//	table reveal phishing malware
//
// Values of the first argument need no name. Commas and plus signs part values
// like spaces do; a value in quotes, or the last argument when it is a text,
// may hold spaces. The seat of a verb of the table is left out or "table".
// Capitals do not matter. A small word such as "on" in the place of an
// argument's name stands for the one that the value behind it fits.
func (m *Match) Parse(line string) (Command, *Refusal) {
	words, ok := fields(line)
	if !ok {
		return Command{}, Refuse("", "open-quote")
	}
	var c Command
	if len(words) > 0 {
		if seat, is := m.seatNamed(words[0]); is {
			c.Seat = seat
			words = words[1:]
		}
	}
	if len(words) == 0 {
		return Command{}, Refuse("", "no-verb")
	}
	verb, no := findVerb(m.verbs, strings.ToLower(words[0]))
	if no != nil {
		if len(words) > 1 && slices.ContainsFunc(m.verbs, func(v Verb) bool { return strings.EqualFold(v.Name, words[1]) }) {
			var seats []string
			for _, s := range m.setup.Seats {
				seats = append(seats, string(s))
			}
			no = Refuse("", "unknown-seat", "Seat", source.Clip(words[0]), "Guess", source.Suggest(words[0], seats), "Allowed", append(seats, tableWord))
		}
		return Command{}, no
	}
	c.Verb = verb.Name
	c.Args = verb.read(words[1:])
	return c, verb.Check(c)
}

// tableWord stands for no seat.
const tableWord = "table"

// seatNamed returns the seat of a name, "" for the table, and whether there is
// one.
func (m *Match) seatNamed(word string) (Seat, bool) {
	for _, s := range m.setup.Seats {
		if strings.EqualFold(string(s), word) {
			return s, true
		}
	}
	return "", strings.EqualFold(word, tableWord)
}

// smallWords are what people put between values, whatever the argument is
// called.
var smallWords = []string{"against", "as", "at", "by", "for", "from", "in", "into", "of", "on", "onto", "to", "with"}

// read sorts the words behind a verb into its arguments.
func (v Verb) read(words []string) Args {
	if len(words) == 0 {
		return nil
	}
	args := Args{}
	at := 0
	for i, w := range words {
		j := v.named(w, words[i+1:], args)
		switch {
		case j < 0:
			args[v.name(at)] = append(args[v.name(at)], v.value(at, w))
		case v.Args[j].Kind == ArgText && i+1 < len(words):
			args[v.Args[j].Name] = []string{strings.Join(words[i+1:], " ")}
			return args
		default:
			at = j
			if args[v.Args[j].Name] == nil {
				args[v.Args[j].Name] = []string{}
			}
		}
	}
	return args
}

func (v Verb) name(at int) string {
	if at >= len(v.Args) {
		return ""
	}
	return v.Args[at].Name
}

// value returns a value as the argument at a place knows it, if it does.
func (v Verb) value(at int, word string) string {
	if at < len(v.Args) {
		if known, ok := v.Args[at].spelled(word); ok {
			return known
		}
	}
	return word
}

// spelled returns a value that an argument can have, whatever its capitals.
func (a Arg) spelled(word string) (string, bool) {
	for _, k := range a.known {
		if strings.EqualFold(k, word) {
			return k, true
		}
	}
	return "", false
}

// named returns the place of the argument that a word names, below 0 for a
// value. A small word stands for an argument that was not named yet and that
// the word behind it fits.
func (v Verb) named(word string, rest []string, said Args) int {
	if j := slices.IndexFunc(v.Args, func(a Arg) bool { return strings.EqualFold(a.Name, word) }); j >= 0 {
		return j
	}
	if !slices.Contains(smallWords, strings.ToLower(word)) || len(rest) == 0 {
		return -1
	}
	return slices.IndexFunc(v.Args, func(a Arg) bool {
		_, fits := a.spelled(rest[0])
		_, before := said[a.Name]
		return fits && !before
	})
}

// Line writes a command as people would type it: what Parse reads.
func (m *Match) Line(c Command) string {
	var words []string
	if c.Seat != "" {
		words = append(words, string(c.Seat))
	}
	words = append(words, c.Verb)
	verb, no := findVerb(m.verbs, c.Verb)
	if no != nil {
		return strings.Join(words, " ")
	}
	for i, a := range verb.Args {
		list, given := c.Args[a.Name]
		if !given {
			continue
		}
		if i > 0 || len(list) == 0 {
			words = append(words, a.Name)
		}
		for _, s := range list {
			if a.Kind != ArgText && (s == "" || strings.ContainsAny(s, " ,+\"")) {
				s = `"` + s + `"`
			}
			words = append(words, s)
		}
	}
	return strings.Join(words, " ")
}

// fields cuts a line at spaces, commas and plus signs outside quotes.
func fields(line string) (words []string, ok bool) {
	var b strings.Builder
	quoted, any := false, false
	flush := func() {
		if any {
			words = append(words, b.String())
		}
		b.Reset()
		any = false
	}
	for _, r := range line {
		switch {
		case r == '"':
			quoted, any = !quoted, true
		case !quoted && strings.ContainsRune(" \t,+", r):
			flush()
		default:
			b.WriteRune(r)
			any = true
		}
	}
	flush()
	return words, !quoted
}
