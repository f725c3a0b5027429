package lobby

import "kitpress/quiz/referee"

// feedBuffer is how many events may wait for a device before it is dropped; it
// comes back and asks for the state.
const feedBuffer = 256

// The kinds of events.
const (
	KindTable EventKind = "table" // something happened
	KindHere  EventKind = "here"  // a device came or went
)

// An EventKind says what an event is about.
type EventKind string

// An Event tells that a view is out of date.
type Event struct {
	Kind EventKind
	Seq  int // of the last record
}

// A Feed is a device that listens at a table.
type Feed struct {
	// C has the events in order. It is closed when the device was too slow,
	// lost its session, or the table is gone.
	C     <-chan Event
	Seq   int // of the last record when it began
	n     int // counts feeds of the table
	c     chan Event
	guest Guest
	table *Table
}

// Listen begins to tell a guest of what happens.
func (t *Table) Listen(g Guest) (*Feed, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gone {
		return nil, ErrUnknown
	}
	if _, ok := t.guests[g.hash]; !ok {
		return nil, ErrForbidden
	}
	t.makeRoom(g)
	c := make(chan Event, feedBuffer)
	t.feedsMade++
	f := &Feed{n: t.feedsMade, C: c, Seq: t.seq(), c: c, guest: g, table: t}
	came := !t.here(g.Seat)
	t.feeds[f] = true
	t.views.Forget(false)
	if came {
		t.presence(f)
	}
	return f, nil
}

// feedsOfOne is how many feeds one device may have: a page that is loaded anew
// may hold its old one for a while.
const feedsOfOne = 4

// makeRoom ends the oldest feed of a device that has too many.
func (t *Table) makeRoom(g Guest) {
	var oldest *Feed
	n := 0
	for f := range t.feeds {
		if f.guest.hash == g.hash {
			n++
			if oldest == nil || f.n < oldest.n {
				oldest = f
			}
		}
	}
	if n >= feedsOfOne {
		oldest.drop()
	}
}

// Close ends a feed.
func (f *Feed) Close() {
	f.table.mu.Lock()
	defer f.table.mu.Unlock()
	f.drop()
}

// send hands on an event, or gives the feed up.
func (f *Feed) send(e Event) {
	select {
	case f.c <- e:
	default:
		f.drop()
	}
}

// drop is called under the lock of the table.
func (f *Feed) drop() {
	if !f.table.feeds[f] {
		return
	}
	delete(f.table.feeds, f)
	close(f.c)
	f.table.views.Forget(false)
	if !f.table.here(f.guest.Seat) {
		f.table.presence(nil)
	}
}

func (t *Table) here(seat referee.Seat) bool {
	return t.anyFeed(func(g Guest) bool { return g.Seat == seat })
}

// anyFeed reports whether a device listens that is like this.
func (t *Table) anyFeed(like func(Guest) bool) bool {
	for f := range t.feeds {
		if like(f.guest) {
			return true
		}
	}
	return false
}

// presence tells everybody else that somebody came or went.
func (t *Table) presence(but *Feed) {
	for f := range t.feeds {
		if f != but {
			f.send(Event{KindHere, t.seq()})
		}
	}
}

// leave ends all feeds: the table is gone.
func (t *Table) leave() {
	t.gone = true
	for f := range t.feeds {
		delete(t.feeds, f)
		close(f.c)
	}
	clear(t.guests)
	t.views.Forget(false)
}
