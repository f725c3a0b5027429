package desk

import (
	"strings"

	"kitpress/quiz/referee"
)

// Sentence says what a command claims: "Lina resolves “Data loss” with INF +
// SYS".
func (s *Presenter) Sentence(t *OpenMatch, c referee.Command) string {
	id := "verb." + s.game.ID + "." + c.Verb
	if !s.texts.Words().Has(id) {
		return t.Play.Line(c)
	}
	args := []any{"Seat", s.SeatName(c.Seat)}
	for _, a := range verbOf(t, c.Verb).Args {
		value := nothing
		if list := c.Args[a.Name]; len(list) > 0 {
			value = brackets.Replace(s.values(a, list))
		}
		args = append(args, placeholder(a.Name), value)
	}
	return optional(s.Word(id, args...))
}

// nothing stands in a sentence for what was not said; it is in no text.
const nothing = "\x00"

// Brackets and bars in a value are not those of the sentence.
var (
	brackets = strings.NewReplacer("[", "\ue000", "]", "\ue001", "|", "\ue002", nothing, "")
	restore  = strings.NewReplacer("\ue000", "[", "\ue001", "]", "\ue002", "|", nothing, "…")
)

// optional leaves out what stands in brackets when nothing was said about it,
// and the brackets: "hacks[ {{.Card}}]". What stands behind a bar is said
// instead: "[ of {{.Of}}| from the bin]". Brackets may stand in brackets.
func optional(sentence string) string {
	text, _, _ := said(sentence, "")
	return restore.Replace(text)
}

// said reads a sentence up to a mark that stops it, with what stands in
// brackets decided. It lacks something when a value outside brackets was not
// given; rest begins with the mark.
func said(s, stop string) (text string, lacks bool, rest string) {
	var b strings.Builder
	for {
		i := strings.IndexAny(s, "["+stop)
		if i < 0 {
			i = len(s)
		}
		b.WriteString(s[:i])
		lacks = lacks || strings.Contains(s[:i], nothing)
		if i == len(s) || s[i] != '[' {
			return b.String(), lacks, s[i:]
		}
		inside, without, after := said(s[i+1:], "|]")
		other := ""
		if strings.HasPrefix(after, "|") {
			other, _, after = said(after[1:], "]")
		}
		if without {
			inside = other
		}
		b.WriteString(inside)
		s = strings.TrimPrefix(after, "]")
	}
}

// placeholder returns how the words call an argument: "ally-by" is {{.AllyBy}}.
func placeholder(arg string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(arg, "-") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// Suggested returns the seats a game itself has names for: its characters, or
// the gangs of its players. There are none for a game without.
func (s *Presenter) Suggested() []referee.Seat {
	var seats []referee.Seat
	for _, id := range []string{"characters", "players"} {
		set := s.game.Set(id)
		if set == nil {
			continue
		}
		for _, item := range set.Items {
			if item.Fields["colour"].Word != "" {
				seats = append(seats, referee.Seat(item.ID))
			}
		}
	}
	return seats
}
