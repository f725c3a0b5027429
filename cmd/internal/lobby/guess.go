package lobby

import "time"

// Limits for guessing. PINs have 10^pinDigits values and each table has two of
// them, so 100 wrong ones at each of 50 tables hit one once in 10,000: that many
// can be tried within any hour before tables lock.
const (
	triesAMinute = 10 // wrong ones, by one address
	triesAnHour  = 20
	triesTable   = 50 // wrong ones in an hour, by all, until a table locks
	manyTables   = 50 // with more of them, each locks sooner
	screensAMin  = 20 // let in, by one address
)

// triesAtATable is how many wrong PINs in an hour lock a table.
func triesAtATable(tables int) int {
	return max(1, triesTable*manyTables/max(manyTables, tables))
}

// wrongPINs counts the wrong PINs tried at a table. Once it is locked, only the
// desk opens it again: invitations let devices in all the same.
type wrongPINs struct {
	locked bool
	tries
}

func (w *wrongPINs) count(now time.Time, most int) {
	if w.add(now, time.Hour); w.n >= most {
		w.locked = true
	}
}

// guesses counts what addresses try.
type guesses struct{ by map[string]*address }

// An address is what came from one lately.
type address struct{ minute, hour, entered tries }

// tries are those since a time.
type tries struct {
	since time.Time
	n     int
}

// left reports whether fewer than most were made in a span. When the clock
// jumps back, the span begins anew and the tries stay.
func (t *tries) left(now time.Time, span time.Duration, most int) bool {
	if now.Before(t.since) {
		t.since = now
	}
	return now.Sub(t.since) >= span || t.n < most
}

func (t *tries) add(now time.Time, span time.Duration) {
	if t.left(now, span, 0) {
		*t = tries{since: now}
	}
	t.n++
}

// allowed reports whether an address may try again.
func (g *guesses) allowed(from string, now time.Time) bool {
	a := g.by[from]
	return a == nil || a.minute.left(now, time.Minute, triesAMinute) && a.hour.left(now, time.Hour, triesAnHour) && a.entered.left(now, time.Minute, screensAMin)
}

// wrong counts a wrong try, entered a screen that was let in.
func (g *guesses) wrong(from string, now time.Time) {
	a := g.of(from, now)
	a.minute.add(now, time.Minute)
	a.hour.add(now, time.Hour)
}

func (g *guesses) entered(from string, now time.Time) { g.of(from, now).entered.add(now, time.Minute) }

// of returns what came from an address; what is older than an hour is
// forgotten.
func (g *guesses) of(from string, now time.Time) *address {
	if g.by == nil {
		g.by = map[string]*address{}
	}
	for name, a := range g.by {
		if a.hour.left(now, time.Hour, 0) && a.entered.left(now, time.Minute, 0) {
			delete(g.by, name)
		}
	}
	if g.by[from] == nil {
		g.by[from] = &address{}
	}
	return g.by[from]
}
