package hall

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
func (h *Hall) Old(last time.Time) bool { return h.clock().Sub(last) > OldAfter*24*time.Hour }

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
	case t.hall.Broken():
		return store.ErrBroken
	}
	if err := t.hall.desk.Store.SetAlias(ctx, t.ID, seat, alias); err != nil {
		return t.hall.judge(err)
	}
	if delete(t.aliases, seat); alias != "" {
		t.aliases[seat] = alias
	}
	clear(t.memo)
	t.changed()
	return nil
}

// plainName reports whether a name can be read as it is written.
func plainName(name string) bool {
	letters := 0
	for _, c := range name {
		if !unicode.In(c, unicode.M) {
			letters++
		}
	}
	return letters <= maxAlias && len(name) <= 8*maxAlias && noControl(name)
}

// noControl reports whether a text has only letters that can be seen, and none
// that turn the writing around.
func noControl(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool {
		return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp) || c == unicode.ReplacementChar
	})
}
