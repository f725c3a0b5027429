package live

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"kitpress/quiz/match"
)

// A Keeper keeps texts by their names, on the disk before it returns; "" removes
// one.
type Keeper interface {
	SetNote(ctx context.Context, name, text string) error
	Note(ctx context.Context, name string) (string, error)
}

// keptFor is how long a room is kept that nobody closes.
const keptFor = 24 * time.Hour

// roomsNote is the note with the ids of all rooms; that of a room is called
// after it.
const roomsNote = "quizzes"

// A keptRoom is a room as it is kept: what the matcher says is found again.
type keptRoom struct {
	ID, PIN, Lang, Phase string
	Began                time.Time
	Questions            []string
	At                   int
	Pupils               []keptPupil
	Rulings              []keptRuling
}

type keptPupil struct {
	Key        []byte
	Name, Lang string
	Answers    map[string]keptAnswer
}

type keptAnswer struct{ Text, Lang string }

type keptRuling struct {
	Question, Lang, Text string
	Counts               bool
}

// save keeps a room; it is called under the lock.
func (r *Room) save() error {
	k := keptRoom{ID: r.ID, PIN: r.PIN, Lang: r.Lang, Phase: r.phase, Began: r.began, Questions: r.questions, At: r.at}
	for _, p := range r.pupils {
		one := keptPupil{p.key[:], p.name, p.lang, map[string]keptAnswer{}}
		for id, a := range p.answers {
			one.Answers[id] = keptAnswer{a.Text, a.Lang}
		}
		k.Pupils = append(k.Pupils, one)
	}
	for about, counts := range r.rulings {
		k.Rulings = append(k.Rulings, keptRuling{about.question, about.lang, about.text, counts})
	}
	data, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return r.keeper.SetNote(context.Background(), noteOf(r.ID), string(data))
}

func noteOf(id string) string { return "quiz " + id }

// saveList keeps which rooms there are; it is called under the lock.
func (s *Rooms) saveList() error {
	ids := []string{}
	for _, r := range s.rooms {
		ids = append(ids, r.ID)
	}
	data, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	return s.keeper.SetNote(context.Background(), roomsNote, string(data))
}

// Restore opens the rooms again that were kept, but for those that are old: what
// was said there is forgotten.
func (s *Rooms) Restore(ctx context.Context, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ids []string
	if err := s.read(ctx, roomsNote, &ids); err != nil {
		return err
	}
	for _, id := range ids {
		var k keptRoom
		if err := s.read(ctx, noteOf(id), &k); err != nil {
			return err
		}
		if k.ID != id || len(k.Questions) <= k.At || now.Sub(k.Began) > keptFor {
			if err := s.keeper.SetNote(ctx, noteOf(id), ""); err != nil {
				return err
			}
			continue
		}
		r, err := s.restored(k)
		if err != nil {
			return err
		}
		s.rooms = append(s.rooms, r)
	}
	return s.saveList()
}

func (s *Rooms) read(ctx context.Context, name string, into any) error {
	text, err := s.keeper.Note(ctx, name)
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), into)
	}
	return err
}

func (s *Rooms) restored(k keptRoom) (*Room, error) {
	r := New(k.ID, k.PIN, k.Lang, k.Questions, s.bank, s.keeper, k.Began)
	r.phase, r.at = k.Phase, k.At
	for _, p := range k.Pupils {
		one := &pupil{name: p.Name, lang: p.Lang, answers: map[string]Answer{}}
		copy(one.key[:], p.Key)
		for id, a := range p.Answers {
			if !slices.Contains(k.Questions, id) {
				continue
			}
			item, err := r.item(id, a.Lang)
			if err != nil {
				return nil, err
			}
			one.answers[id] = Answer{a.Text, item.Lang, match.Check(item.Question, item.Lang, a.Text)}
		}
		r.pupils = append(r.pupils, one)
	}
	for _, one := range k.Rulings {
		r.rulings[ruling{one.Question, one.Lang, one.Text}] = one.Counts
	}
	return r, nil
}
