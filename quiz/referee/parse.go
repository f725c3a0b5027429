package referee

import (
	"slices"
	"strings"
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
func (m *Match) Parse(line string) (Command, *Refusal) {
	words, ok := fields(line)
	if !ok {
		return Command{}, Refuse("", "open-quote")
	}
	var c Command
	if len(words) > 0 && (m.setup.Has(Seat(words[0])) || words[0] == tableWord) {
		if words[0] != tableWord {
			c.Seat = Seat(words[0])
		}
		words = words[1:]
	}
	if len(words) == 0 {
		return Command{}, Refuse("", "no-verb")
	}
	verb, no := findVerb(m.verbs, words[0])
	if no != nil {
		if len(words) > 1 && slices.ContainsFunc(m.verbs, func(v Verb) bool { return v.Name == words[1] }) {
			no = Refuse("", "unknown-seat", "Seat", clip(words[0]))
		}
		return Command{}, no
	}
	c.Verb = verb.Name
	c.Args = verb.read(words[1:])
	return c, verb.Check(c)
}

// tableWord stands for no seat.
const tableWord = "table"

// read sorts the words behind a verb into its arguments.
func (v Verb) read(words []string) Args {
	if len(words) == 0 {
		return nil
	}
	args := Args{}
	name := ""
	if len(v.Args) > 0 {
		name = v.Args[0].Name
	}
	for i, w := range words {
		j := slices.IndexFunc(v.Args, func(a Arg) bool { return a.Name == w })
		switch {
		case j < 0:
			args[name] = append(args[name], w)
		case v.Args[j].Kind == ArgText && i+1 < len(words):
			args[w] = []string{strings.Join(words[i+1:], " ")}
			return args
		default:
			name = w
			if args[name] == nil {
				args[name] = []string{}
			}
		}
	}
	return args
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
