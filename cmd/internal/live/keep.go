package live

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"kitpress/quiz/match"
)

// A Keeper keeps texts by their names, on the disk before it returns; "" removes
// one.
type Keeper interface {
	SetNote(ctx context.Context, name, text string) error
	ChangeNote(ctx context.Context, name string, change func(text string) (string, error)) error
	Note(ctx context.Context, name string) (string, error)
}

// A sharedKeeper is one that several programs change: what they keep has
// versions.
type sharedKeeper interface {
	NoteSince(ctx context.Context, name string, known int64) (text string, version int64, err error)
}

// keptFor is how long a room is kept that nobody closes.
const keptFor = 24 * time.Hour

// roomsNote is the note with the ids of all rooms; that of a room is called
// after it.
const roomsNote = "quizzes"

// notePrefix begins the names of the notes of rooms.
const notePrefix = "quiz "

func noteOf(id string) string { return notePrefix + id }

// A keptRoom is a room as it is kept: what the matcher says is found again.
type keptRoom struct {
	ID, PIN, Phase string
	Setup
	Began, Opened time.Time
	At            int
	Pupils        []keptPupil
	Rulings       []keptRuling
}

type keptPupil struct {
	Key        []byte
	Name, Lang string
	Team       string `json:",omitempty"`
	At         int    `json:",omitempty"`
	Answers    map[string]keptAnswer
}

type keptAnswer struct {
	Text, Lang string
	After      time.Duration `json:",omitempty"`
}

type keptRuling struct {
	Question, Lang, Text string
	Counts               bool
}

// change does something to a room, keeps it and tells whoever waits. What other
// programs have done to it meanwhile is read first. It is called under the lock.
func (r *Room) change(do func() error) error {
	var now string
	before := r.kept
	err := r.keeper.ChangeNote(context.Background(), noteOf(r.ID), func(text string) (string, error) {
		if text != r.kept {
			if err := r.take(text); err != nil {
				return "", err
			}
		}
		if err := do(); err != nil {
			return "", err
		}
		var err error
		now, err = r.text()
		return now, err
	})
	switch {
	case err == nil:
		r.kept = now
		r.touch()
		if r.phase == Over {
			return r.report()
		}
	case r.kept != before:
		r.touch() // another program has changed it
	case now != "":
		r.kept = unknown // it may be kept, or not
	}
	return err
}

// unknown is no text of a room: it is read again before anything is done to it.
const unknown = "?"

// text returns a room as it is kept; it is called under the lock.
func (r *Room) text() (string, error) {
	k := keptRoom{ID: r.ID, PIN: r.PIN, Phase: r.phase, Setup: r.Setup, Began: r.began, Opened: r.opened, At: r.at}
	for _, p := range r.pupils {
		one := keptPupil{p.key[:], p.name, p.lang, p.team, p.at, map[string]keptAnswer{}}
		for id, a := range p.answers {
			one.Answers[id] = keptAnswer{a.Text, a.Lang, a.After}
		}
		k.Pupils = append(k.Pupils, one)
	}
	for about, counts := range r.rulings {
		k.Rulings = append(k.Rulings, keptRuling{about.question, about.lang, about.text, counts})
	}
	slices.SortFunc(k.Rulings, func(a, b keptRuling) int {
		return strings.Compare(a.Question+"\x00"+a.Lang+"\x00"+a.Text, b.Question+"\x00"+b.Lang+"\x00"+b.Text)
	})
	data, err := json.Marshal(k)
	return string(data), err
}

// take makes a room what was kept of it; it is called under the lock. ErrGone:
// another program has closed it.
func (r *Room) take(text string) error {
	if text == "" {
		r.end()
		return ErrGone
	}
	var k keptRoom
	if err := json.Unmarshal([]byte(text), &k); err != nil {
		return err
	}
	said := map[[32]byte]*pupil{}
	for _, p := range r.pupils {
		said[p.key] = p
	}
	var pupils []*pupil
	for _, p := range k.Pupils {
		one := &pupil{name: p.Name, lang: p.Lang, team: p.Team, at: max(0, p.At), answers: map[string]Answer{}}
		copy(one.key[:], p.Key)
		for id, a := range p.Answers {
			if !slices.Contains(k.Questions, id) {
				continue
			}
			if before := said[one.key]; before != nil && before.answers[id].Text == a.Text && before.answers[id].Lang == a.Lang {
				one.answers[id] = before.answers[id]
				continue
			}
			item, err := r.item(id, a.Lang)
			if err != nil {
				return err
			}
			one.answers[id] = Answer{a.Text, item.Lang, a.After, match.Check(item.Question, item.Lang, a.Text)}
		}
		pupils = append(pupils, one)
	}
	r.phase, r.at, r.opened, r.pupils, r.rulings = k.Phase, k.At, k.Opened, pupils, map[ruling]bool{}
	for _, one := range k.Rulings {
		r.rulings[ruling{one.Question, one.Lang, one.Text}] = one.Counts
	}
	r.kept = text
	return nil
}

// end forgets what was said in a room; it is called under the lock.
func (r *Room) end() {
	r.pupils, r.phase, r.rulings, r.kept = nil, Over, map[ruling]bool{}, ""
}

// refresh reads what other programs have done to a room.
func (r *Room) refresh(ctx context.Context, from sharedKeeper) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	text, version, err := from.NoteSince(ctx, noteOf(r.ID), r.noted)
	if err != nil || version == r.noted && version != 0 {
		return err
	}
	r.noted = version
	if text == r.kept {
		return nil
	}
	err = r.take(text)
	r.touch()
	return err
}

// changeList keeps which rooms there are; it is called under the lock.
func (s *Rooms) changeList(change func(ids []string) []string) error {
	return s.keeper.ChangeNote(context.Background(), roomsNote, func(text string) (string, error) {
		ids := []string{}
		if text != "" {
			if err := json.Unmarshal([]byte(text), &ids); err != nil {
				return "", err
			}
		}
		data, err := json.Marshal(change(ids))
		return string(data), err
	})
}

// Restore opens the rooms again that were kept, but for those that are old: what
// was said there is forgotten.
func (s *Rooms) Restore(ctx context.Context, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.restore(ctx, func(k keptRoom) bool { return now.Sub(k.Began) > keptFor })
}

// restore opens the rooms that are kept and not open; it is called under the
// lock.
func (s *Rooms) restore(ctx context.Context, old func(keptRoom) bool) error {
	text, err := s.keeper.Note(ctx, roomsNote)
	if err != nil || text == "" {
		return err
	}
	var ids, gone []string
	if err := json.Unmarshal([]byte(text), &ids); err != nil {
		return err
	}
	for _, id := range ids {
		if s.find(func(r *Room) bool { return r.ID == id }) != nil {
			continue
		}
		r, k, err := s.read(ctx, id)
		if err != nil {
			return err
		}
		if r == nil || old(k) {
			gone = append(gone, id)
			continue
		}
		s.rooms = append(s.rooms, r)
	}
	for _, id := range gone {
		if err := s.keeper.SetNote(ctx, noteOf(id), ""); err != nil {
			return err
		}
	}
	if len(gone) == 0 {
		return nil
	}
	return s.changeList(func(ids []string) []string {
		return slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(gone, id) })
	})
}

// read reads a room that is kept, nil when it is not.
func (s *Rooms) read(ctx context.Context, id string) (*Room, keptRoom, error) {
	var k keptRoom
	text, err := s.keeper.Note(ctx, noteOf(id))
	if err != nil || text == "" {
		return nil, k, err
	}
	if err := json.Unmarshal([]byte(text), &k); err != nil {
		return nil, k, err
	}
	if k.ID != id || len(k.Questions) <= k.At {
		return nil, k, nil
	}
	r := New(k.ID, k.PIN, k.Setup, s.bank, s.keeper, k.Began)
	return r, k, r.take(text)
}

// askWithin is how long a store that is shared may take to say what is new.
const askWithin = 3 * time.Second

// Hear has a room read again that another program may have changed, by the name
// of its note; "" for all rooms.
func (s *Rooms) Hear(ctx context.Context, note string) {
	from, shared := s.keeper.(sharedKeeper)
	if !shared || note != "" && !strings.HasPrefix(note, notePrefix) {
		return
	}
	s.mu.Lock()
	var rooms []*Room
	for _, r := range s.rooms {
		if note == "" || noteOf(r.ID) == note {
			rooms = append(rooms, r)
		}
	}
	s.mu.Unlock()
	for _, r := range rooms {
		s.look(ctx, r, from)
	}
}

// look reads a room again and drops it when it was closed. Where the store is
// away it stays as it is known.
func (s *Rooms) look(ctx context.Context, r *Room, from sharedKeeper) {
	within, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	if err := r.refresh(within, from); errors.Is(err, ErrGone) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.rooms = slices.DeleteFunc(s.rooms, func(other *Room) bool { return other == r })
	}
}

// lookup returns a room, as other programs left it; nil for none.
func (s *Rooms) lookup(is func(*Room) bool) *Room {
	from, shared := s.keeper.(sharedKeeper)
	s.mu.Lock()
	r := s.find(is)
	if r == nil && shared {
		within, cancel := context.WithTimeout(context.Background(), askWithin)
		_ = s.restore(within, func(keptRoom) bool { return false }) // whoever asks is told that there is none
		cancel()
		r = s.find(is)
	}
	s.mu.Unlock()
	if r == nil || !shared {
		return r
	}
	s.look(context.Background(), r, from)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(func(other *Room) bool { return other == r })
}
