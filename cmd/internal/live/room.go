package live

import (
	"crypto/sha256"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"kitpress/quiz"
	"kitpress/quiz/match"
)

// What can be wrong; compare with errors.Is.
var (
	ErrName   = errors.New("there is no name, or it is too long")
	ErrFull   = errors.New("the room is full")
	ErrClosed = errors.New("this question takes no answers now")
	ErrGone   = errors.New("this device is not in the room")
	ErrTeam   = errors.New("a team has to be chosen")
)

// The limits of a room.
const (
	maxPupils = 64
	maxName   = 24  // letters
	maxAnswer = 200 // bytes are four times that
)

// The phases of a room, and of a pupil who goes at a pace of their own.
const (
	Lobby  = "lobby"  // pupils come in
	Open   = "open"   // the question takes answers
	Closed = "closed" // it is explained
	Done   = "done"   // a pupil has answered everything, others have not
	Over   = "over"
)

// A Bank returns the questions in a language.
type Bank func(lang string) (*quiz.Bank, error)

// A Setup is how a quiz is held.
type Setup struct {
	Lang      string   // the teacher's
	Questions []string // ids, in the order they are asked
	Alone     bool     `json:",omitempty"` // each pupil goes at a pace of their own
	Fast      bool     `json:",omitempty"` // what comes soon earns more; not where Alone
	Teams     []string `json:",omitempty"` // ids
	Deal      bool     `json:",omitempty"` // whoever comes is dealt into the smallest team; else they choose
	ClassName string   `json:",omitempty"` // whose report the results go into, "" for none
}

// A Room is one quiz. It is safe for use by several goroutines.
type Room struct {
	ID, PIN string
	Setup

	bank   Bank
	keeper Keeper
	began  time.Time

	mu      sync.Mutex
	at      int
	opened  time.Time // the question
	phase   string
	pupils  []*pupil // in the order they came
	rulings map[ruling]bool
	changed chan struct{} // closed with the next change
	kept    string        // the room as it was read or kept last
	noted   int64         // version of that, where several programs keep rooms
}

type pupil struct {
	key     [32]byte // hash of the token
	name    string
	lang    string
	team    string
	at      int               // where each goes at a pace of their own
	answers map[string]Answer // by question
}

// An Answer is what a pupil said to a question, and what the matcher says of it.
type Answer struct {
	Text    string
	Lang    string
	After   time.Duration // since the question was opened
	Verdict quiz.Verdict
}

// A ruling is about all who wrote the same to a question.
type ruling struct{ question, lang, text string }

func rulingOf(question string, a Answer) ruling {
	return ruling{question, a.Lang, strings.Join(strings.Fields(strings.ToLower(a.Text)), " ")}
}

// New returns a room with nobody in it.
func New(id, pin string, how Setup, bank Bank, keeper Keeper, began time.Time) *Room {
	return &Room{ID: id, PIN: pin, Setup: how, bank: bank, keeper: keeper, began: began, phase: Lobby, rulings: map[ruling]bool{}, changed: make(chan struct{})}
}

// Changed returns what is closed when something changes.
func (r *Room) Changed() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changed
}

// touch tells whoever waits; it is called under the lock.
func (r *Room) touch() {
	close(r.changed)
	r.changed = make(chan struct{})
}

// Join lets a pupil in, known by a token from then on. Two of a name are told
// apart by a number. ErrTeam: there are teams, and this is none of them.
func (r *Room) Join(name, lang, team, token string) error {
	name, ok := nameOf(name)
	if !ok {
		return ErrName
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.change(func() error {
		if len(r.pupils) >= maxPupils {
			return ErrFull
		}
		team, err := r.teamFor(team)
		if err != nil {
			return err
		}
		r.pupils = append(r.pupils, &pupil{key: sha256.Sum256([]byte(token)), name: r.apart(name), lang: lang, team: team, answers: map[string]Answer{}})
		return nil
	})
}

// nameOf returns a name as it is shown; false when it is none.
func nameOf(name string) (string, bool) {
	name = strings.Join(strings.Fields(strings.ToValidUTF8(name, "")), " ")
	return name, name != "" && utf8.RuneCountInString(name) <= maxName && !strings.ContainsFunc(name, odd)
}

// apart returns a name that nobody else has; it is called under the lock.
func (r *Room) apart(name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(r.pupils, func(p *pupil) bool { return strings.EqualFold(p.name, name) })
	}
	for n, base := 2, name; taken(name); n++ {
		name = base + " " + strconv.Itoa(n)
	}
	return name
}

// odd reports letters that a name must not have: they control what is shown.
func odd(c rune) bool {
	return c < ' ' || c == 0x7f || c >= 0x80 && c < 0xa0 || c >= 0x200b && c <= 0x200f || c >= 0x202a && c <= 0x202e || c >= 0x2060 && c <= 0x206f || c == 0xfeff
}

// find returns the pupil of a token; it is called under the lock.
func (r *Room) find(token string) *pupil {
	key := sha256.Sum256([]byte(token))
	for _, p := range r.pupils {
		if p.key == key {
			return p
		}
	}
	return nil
}

// Here reports whether a token is that of a pupil.
func (r *Room) Here(token string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.find(token) != nil
}

// item returns a question in a language, or in the teacher's where it has none.
func (r *Room) item(question, lang string) (quiz.Item, error) {
	for _, l := range []string{lang, r.Lang} {
		b, err := r.bank(l)
		if err != nil {
			return quiz.Item{}, err
		}
		if item, ok := b.Item(question); ok {
			return item, nil
		}
	}
	return quiz.Item{}, ErrClosed
}

// Answer notes what a pupil says to the question that is open, at a time. The
// same answer sent again counts once, and so does the first of several; one that
// says nothing can be given again.
func (r *Room) Answer(token, question, text string, now time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.change(func() error { return r.say(token, question, text, now) })
}

// say notes an answer; it is called under the lock.
func (r *Room) say(token, question, text string, now time.Time) error {
	p := r.find(token)
	if p == nil {
		return ErrGone
	}
	if r.phase == Open && p.settled(question) {
		return nil
	}
	if phase, at := r.stageOf(p); phase != Open || r.Questions[at] != question || len(text) > 4*maxAnswer {
		return ErrClosed
	}
	item, err := r.item(question, p.lang)
	if err != nil {
		return err
	}
	p.answers[question] = Answer{text, item.Lang, max(0, now.Sub(r.opened)), match.Check(item.Question, item.Lang, text)}
	return nil
}

// settled reports whether a pupil has said something to a question.
func (p *pupil) settled(question string) bool {
	a, said := p.answers[question]
	return said && a.Verdict.Result != quiz.Invalid
}

// stageOf returns in which phase and at which question a pupil is; it is called
// under the lock.
func (r *Room) stageOf(p *pupil) (phase string, at int) {
	switch {
	case !r.Alone || r.phase != Open:
		return r.phase, r.at
	case p.at >= len(r.Questions):
		return Done, len(r.Questions) - 1
	case p.settled(r.Questions[p.at]):
		return Closed, p.at
	}
	return Open, p.at
}

// Turn takes a pupil who goes at a pace of their own on from a question that is
// answered.
func (r *Room) Turn(token string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.change(func() error {
		p := r.find(token)
		if p == nil {
			return ErrGone
		}
		if phase, _ := r.stageOf(p); !r.Alone || phase != Closed {
			return ErrClosed
		}
		p.at++
		return nil
	})
}

// Next goes on: a question opens, closes, and the next one opens. Where each
// goes at a pace of their own, all open and then it is over.
func (r *Room) Next(now time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.change(func() error {
		switch {
		case r.phase == Lobby:
			r.phase, r.opened = Open, now
		case r.phase == Open && !r.Alone:
			r.phase = Closed
		case r.phase == Closed && r.at+1 < len(r.Questions):
			r.phase, r.at, r.opened = Open, r.at+1, now
		default:
			r.phase = Over
		}
		return nil
	})
}

// Strike takes a name away that nobody should read: who has it is called by a
// number instead, and plays on. It reports whether there was such a name.
func (r *Room) Strike(name string) (found bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	err = r.change(func() error {
		for i, p := range r.pupils {
			if p.name == name {
				found, p.name = true, r.apart("#"+strconv.Itoa(i+1))
			}
		}
		return nil
	})
	return found, err
}

// Rule decides whether an answer counts, for all who wrote it, before and
// after.
func (r *Room) Rule(question, lang, text string, counts bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.change(func() error {
		r.rulings[rulingOf(question, Answer{Text: text, Lang: lang})] = counts
		return nil
	})
}

// point reports whether an answer earns a point, and whether somebody decided
// so; it is called under the lock.
func (r *Room) point(question string, a Answer) (point, ruled bool) {
	if a.Verdict.Result == quiz.Nearly {
		if counts, ok := r.rulings[rulingOf(question, a)]; ok {
			return counts, true
		}
	}
	return a.Verdict.Point(), false
}

// What an answer earns where soon counts: the most for being right, as much again
// for saying it at once, and less of that with each step of time.
const (
	fastPoint = 10
	fastStep  = 3 * time.Second
)

// worth returns the points of an answer; it is called under the lock.
func (r *Room) worth(question string, a Answer) int {
	switch point, _ := r.point(question, a); {
	case !point:
		return 0
	case !r.Fast || r.Alone:
		return 1
	}
	return fastPoint + max(0, fastPoint-int(a.After/fastStep))
}
