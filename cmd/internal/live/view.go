package live

import (
	"cmp"
	"slices"
	"strconv"

	"kitpress/quiz"
)

// A State is what everybody in a room may know.
type State struct {
	Phase    string
	Alone    bool // each at a pace of their own
	Fast     bool // what comes soon earns more
	Reported bool // the results go into the report of a class
	Number   int  // of the question, from 1
	Total    int
	Pupils   int
	Answered int
	Question *quiz.Item // nil in the lobby and at the end
}

// A Pupil is what one pupil may know.
type Pupil struct {
	State
	Name, Lang   string
	Answer       *Answer // to this question
	Point, Ruled bool    // whether it counts; whether somebody decided so
	Points       int
	Team         string     // its id
	Standing     []Standing // at the end
	Teams        []Standing
}

// A Standing is the points of a pupil, or of a team: there the points of each
// count, on average.
type Standing struct {
	Name   string `json:"name"`
	Points int    `json:"points"`
	Rank   int    `json:"rank"`             // from 1; equal ones share
	Pupils int    `json:"pupils,omitempty"` // of a team
	Team   string `json:"team,omitempty"`   // of a pupil
}

// A Progress is how far a pupil has come who goes at a pace of their own.
type Progress struct {
	Name string `json:"name"`
	Done int    `json:"done"`
}

// A Teacher is what the teacher sees.
type Teacher struct {
	State
	Names    []string
	Counts   map[quiz.Result]int // of this question
	Said     []Said              // to this question, the most frequent first
	Doubts   []Said              // nearly right and undecided, of all questions so far
	Standing []Standing
	Teams    []Standing
	Progress []Progress // where each goes at a pace of their own
}

// A Said is an answer and how many gave it.
type Said struct {
	Question string
	Ask      string // as it is asked in that language
	Answer
	N     int
	Point bool
	Ruled bool
}

// state returns what everybody may know, in a language; it is called under the
// lock.
func (r *Room) state(lang, phase string, at int) (State, error) {
	s := State{Phase: phase, Alone: r.Alone, Fast: r.Fast && !r.Alone, Reported: r.ClassName != "", Number: at + 1, Total: len(r.Questions), Pupils: len(r.pupils)}
	if phase != Open && phase != Closed {
		return s, nil
	}
	item, err := r.item(r.Questions[at], lang)
	if err != nil {
		return s, err
	}
	s.Question = &item
	for _, p := range r.pupils {
		if _, said := p.answers[r.Questions[at]]; said {
			s.Answered++
		}
	}
	return s, nil
}

// Pupil returns what the pupil of a token sees.
func (r *Room) Pupil(token string) (Pupil, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.find(token)
	if p == nil {
		return Pupil{}, ErrGone
	}
	phase, at := r.stageOf(p)
	s, err := r.state(p.lang, phase, at)
	if err != nil {
		return Pupil{}, err
	}
	out := Pupil{State: s, Name: p.name, Lang: p.lang, Points: r.points(p), Team: p.team}
	if s.Question != nil {
		if a, said := p.answers[r.Questions[at]]; said {
			out.Answer = &a
			out.Point, out.Ruled = r.point(r.Questions[at], a)
		}
	}
	if r.phase == Over {
		out.Standing, out.Teams = r.standing(), r.teams()
	}
	return out, nil
}

func (r *Room) points(p *pupil) int {
	n := 0
	for question, a := range p.answers {
		n += r.worth(question, a)
	}
	return n
}

// standing returns all pupils, the best first.
func (r *Room) standing() []Standing {
	list := make([]Standing, len(r.pupils))
	for i, p := range r.pupils {
		list[i] = Standing{Name: p.name, Points: r.points(p), Team: p.team}
	}
	return ranked(list, func(a, b Standing) int { return b.Points - a.Points })
}

// ranked sorts a list, the best first, and gives equal ones the same rank.
func ranked(list []Standing, order func(a, b Standing) int) []Standing {
	slices.SortStableFunc(list, order)
	for i := range list {
		list[i].Rank = i + 1
		if i > 0 && order(list[i], list[i-1]) == 0 {
			list[i].Rank = list[i-1].Rank
		}
	}
	return list
}

// Teacher returns what the teacher sees.
func (r *Room) Teacher() (Teacher, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s, err := r.state(r.Lang, r.phase, r.at)
	if err != nil {
		return Teacher{}, err
	}
	if r.Alone {
		s.Question, s.Answered = nil, 0
	}
	out := Teacher{State: s, Counts: map[quiz.Result]int{}, Standing: r.standing(), Teams: r.teams()}
	for _, p := range r.pupils {
		out.Names = append(out.Names, p.name)
		if r.Alone {
			out.Progress = append(out.Progress, Progress{p.name, r.answered(p)})
		}
	}
	for i, id := range r.given() {
		for _, said := range r.said(id) {
			if i == r.at && s.Question != nil {
				out.Said = append(out.Said, said)
				out.Counts[said.Verdict.Result] += said.N
			}
			if said.Verdict.Result == quiz.Nearly && !said.Ruled {
				out.Doubts = append(out.Doubts, said)
			}
		}
	}
	return out, nil
}

// given returns the questions that were asked so far.
func (r *Room) given() []string {
	if r.Alone {
		return r.Questions
	}
	return r.Questions[:min(r.at+1, len(r.Questions))]
}

// answered returns how many questions a pupil has said something to.
func (r *Room) answered(p *pupil) (n int) {
	for id := range p.answers {
		if p.settled(id) {
			n++
		}
	}
	return n
}

// said returns the different answers to a question, the most frequent first.
func (r *Room) said(question string) []Said {
	var list []Said
	at := map[ruling]int{}
	for _, p := range r.pupils {
		a, ok := p.answers[question]
		if !ok {
			continue
		}
		key := rulingOf(question, a)
		if i, known := at[key]; known {
			list[i].N++
			continue
		}
		one := Said{Question: question, Answer: a, N: 1}
		one.Point, one.Ruled = r.point(question, a)
		if item, err := r.item(question, a.Lang); err == nil {
			one.Ask = item.Ask
		}
		at[key] = len(list)
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b Said) int { return cmp.Compare(b.N, a.N) })
	return list
}

// Rows returns all answers as quiz check reads them: pupil, question, answer,
// language, and where somebody decided whether it counts, yes or no.
func (r *Room) Rows() [][]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var rows [][]string
	for _, p := range r.pupils {
		for _, id := range r.Questions {
			if a, ok := p.answers[id]; ok {
				ruling := ""
				if point, ruled := r.point(id, a); ruled {
					ruling = map[bool]string{true: "yes", false: "no"}[point]
				}
				rows = append(rows, []string{p.name, id, a.Text, a.Lang, ruling})
			}
		}
	}
	return rows
}

// Class returns what the class did as a table: a row with what was asked, in the
// language of the teacher, one for each pupil with name, points and for each question
// "1", "0" or "" for no answer, and one with how many were right.
func (r *Room) Class() (asked []string, rows [][]string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	given := r.given()
	right := make([]int, len(given))
	for _, id := range given {
		item, err := r.item(id, r.Lang)
		if err != nil {
			return nil, nil, err
		}
		asked = append(asked, item.Ask)
	}
	for _, p := range r.pupils {
		row := []string{p.name, strconv.Itoa(r.points(p))}
		for i, id := range given {
			a, said := p.answers[id]
			point, _ := r.point(id, a)
			switch {
			case !said:
				row = append(row, "")
			case point:
				right[i]++
				row = append(row, "1")
			default:
				row = append(row, "0")
			}
		}
		rows = append(rows, row)
	}
	last := []string{"", ""}
	for _, n := range right {
		last = append(last, strconv.Itoa(n))
	}
	return asked, append(rows, last), nil
}
