package lobby

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// OldAfter is how many days a match should be kept: whoever wants it longer
// exports it.
const OldAfter = 30

// Old reports whether a match whose last entry was at a time should go.
func (h *Lobby) Old(last time.Time) bool { return h.clock().Sub(last) > OldAfter*24*time.Hour }

// SeatNames returns ids to call seats by, that the words have names for in
// every language ("seat.red"): nobody needs the name of a person.
func SeatNames() []string {
	return strings.Fields("red blue green yellow violet orange teal grey")
}

// maxAlias is how long an alias may be, in letters as people count them.
const maxAlias = 20

// SetAlias calls a seat by another name for as long as its match is kept; ""
// takes it back. An alias is never in a log. ErrWrong: it has letters that
// nobody sees or that turn the writing around, or is too long.
func (t *Table) SetAlias(ctx context.Context, seat referee.Seat, alias string) error {
	alias = strings.Join(strings.Fields(alias), " ")
	if !slices.Contains(t.Match.Seats, seat) || !plainName(alias) {
		return ErrWrong
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.gone:
		return ErrUnknown
	case t.lobby.Broken():
		return store.ErrBroken
	}
	if err := t.lobby.desk.Store.SetAlias(ctx, t.ID, seat, alias); err != nil {
		return t.lobby.judge(err)
	}
	if delete(t.aliases, seat); alias != "" {
		t.aliases[seat] = alias
	}
	t.views.Forget(true)
	t.changed()
	return nil
}

// maxMarks is how many accents one letter may bear.
const maxMarks = 3

// plainName reports whether a name can be read as it is written.
func plainName(name string) bool {
	letters, marks, seen := 0, 0, name == ""
	for _, c := range name {
		if unicode.In(c, unicode.M) {
			if marks++; marks > maxMarks {
				return false
			}
			continue
		}
		letters, marks = letters+1, 0
		seen = seen || !blank(c)
	}
	return seen && letters <= maxAlias && len(name) <= 8*maxAlias && noControl(name)
}

// blank reports whether a letter is nothing to see.
func blank(c rune) bool {
	switch c {
	case '\u115f', '\u1160', '\u3164', '\uffa0', '\u2800': // fillers of Hangul, and an empty cell of Braille
		return true
	}
	return unicode.IsSpace(c)
}

// noControl reports whether a text has only letters that can be seen, and none
// that turn the writing around.
func noControl(text string) bool { return !strings.ContainsFunc(text, control) }

func control(c rune) bool {
	return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp) || c == unicode.ReplacementChar
}

// plainText returns a text without anything that commands a terminal or turns
// the writing around. Reasons and promises are kept and printed for years.
func plainText(text string) string {
	text = strings.Map(func(c rune) rune {
		switch {
		case unicode.IsSpace(c):
			return ' '
		case control(c):
			return -1
		}
		return c
	}, strings.ToValidUTF8(text, ""))
	return strings.Join(strings.Fields(text), " ")
}

func plainArgs(args referee.Args) referee.Args {
	if args == nil {
		return nil
	}
	plain := referee.Args{}
	for name, list := range args {
		plain[name] = make([]string, len(list))
		for i, v := range list {
			plain[name][i] = plainText(v)
		}
	}
	return plain
}
