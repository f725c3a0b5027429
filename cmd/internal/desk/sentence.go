package desk

import (
	"strings"

	"kitpress/quiz/referee"
)

// Sentence says what a command claims: "Lina resolves “Data loss” with INF +
// SYS".
func (s *Speaker) Sentence(t *Table, c referee.Command) string {
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

// Brackets in a value are not those of the sentence.
var (
	brackets = strings.NewReplacer("[", "\ue000", "]", "\ue001", nothing, "")
	restore  = strings.NewReplacer("\ue000", "[", "\ue001", "]", nothing, "…")
)

// optional leaves out what stands in brackets when nothing was said about it,
// and the brackets.
func optional(sentence string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(sentence, "[")
		b.WriteString(before)
		if !found {
			return restore.Replace(b.String())
		}
		inside, after, _ := strings.Cut(rest, "]")
		if !strings.Contains(inside, nothing) {
			b.WriteString(inside)
		}
		sentence = after
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
func (s *Speaker) Suggested() []referee.Seat {
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
