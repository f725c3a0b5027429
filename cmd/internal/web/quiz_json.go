package web

import (
	"kitpress/cmd/internal/live"
	"kitpress/cmd/internal/web/asked"
	"kitpress/i18n"
	"kitpress/quiz"
)

// A startedJSON tells where to go.
type startedJSON struct {
	URL    string     `json:"url"`
	Choose []teamJSON `json:"choose,omitempty"` // a team first
}

// A teamJSON is a team of a quiz, called by its colour.
type teamJSON struct {
	asked.Named
	Points int `json:"points"` // of all its pupils
	Pupils int `json:"pupils"`
	Rank   int `json:"rank,omitempty"` // by the points of each pupil, on average
}

// A topicJSON is a topic there are questions about: GET /desk/quiz/topics.
type topicJSON struct {
	asked.Named
	Levels [3]int `json:"levels"` // how many of each
}

// A classJSON is the report of a class: GET /desk/classes.
type classJSON struct {
	Name    string    `json:"name"`
	Lessons int       `json:"lessons"`
	Topics  []string  `json:"topics"`
	Rows    []rowJSON `json:"rows"`
}

type rowJSON struct {
	Pupil    string   `json:"pupil"`
	Lessons  int      `json:"lessons"`
	Right    int      `json:"right"`
	Answered int      `json:"answered"`
	By       [][2]int `json:"by"` // right and answered, by topic
}

// A nameJSON asks to be let into a quiz: POST /q/join; with the name alone, that
// it be struck: POST /desk/quiz/ID/strike.
type nameJSON struct {
	PIN  string `json:"pin"`
	Name string `json:"name"`
	Team string `json:"team"` // where teams are chosen
}

// A saidJSON is an answer: POST /q/ID/answer.
type saidJSON struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// A ruleInJSON decides whether an answer counts: POST /desk/quiz/ID/rule.
type ruleInJSON struct {
	Question string `json:"question"`
	Lang     string `json:"lang"`
	Answer   string `json:"answer"`
	Counts   bool   `json:"counts"`
}

// A roomJSON is what everybody in a quiz may know, in one language.
type roomJSON struct {
	Phase    string          `json:"phase"`              // lobby, open, closed, done or over
	Alone    bool            `json:"alone,omitempty"`    // each at a pace of their own
	Fast     bool            `json:"fast,omitempty"`     // what comes soon earns more
	Reported bool            `json:"reported,omitempty"` // the results go into the report of a class
	Number   int             `json:"number"`
	Total    int             `json:"total"`
	Pupils   int             `json:"pupils"`
	Answered int             `json:"answered"`
	Question *asked.Question `json:"question,omitempty"`
}

// A pupilJSON is what one pupil may know: GET /q/ID/state.
type pupilJSON struct {
	roomJSON
	Name     string          `json:"name"`
	Lang     string          `json:"lang"`
	Points   int             `json:"points"`
	Team     *asked.Named    `json:"team,omitempty"`
	Teams    []teamJSON      `json:"teams,omitempty"`
	Answer   *verdictJSON    `json:"answer,omitempty"`
	Standing []live.Standing `json:"standing,omitempty"`
}

type verdictJSON struct {
	Text    string      `json:"text"`
	Result  quiz.Result `json:"result"`
	Point   bool        `json:"point"`
	Ruled   bool        `json:"ruled,omitempty"` // somebody decided so
	Message string      `json:"message"`
	Because string      `json:"because,omitempty"`
}

// A hostJSON is what the teacher sees: GET /desk/quiz/ID/state.
type hostJSON struct {
	roomJSON
	PIN      string              `json:"pin"`
	Base     string              `json:"base"` // where phones join
	Names    []string            `json:"names"`
	Counts   map[quiz.Result]int `json:"counts"`
	Said     []doubtJSON         `json:"said,omitempty"` // once it is closed
	Doubts   []doubtJSON         `json:"doubts,omitempty"`
	Standing []live.Standing     `json:"standing"`
	Teams    []teamJSON          `json:"teams,omitempty"`
	Progress []live.Progress     `json:"progress,omitempty"`
}

type doubtJSON struct {
	Question string `json:"question"`
	Ask      string `json:"ask"`
	Lang     string `json:"lang"`
	N        int    `json:"n"`
	verdictJSON
}

func doubtsOf(list []live.Said, words *i18n.Words) []doubtJSON {
	var out []doubtJSON
	for _, d := range list {
		m := d.Verdict.Message()
		out = append(out, doubtJSON{d.Question, d.Ask, d.Lang, d.N, verdictJSON{d.Text, d.Verdict.Result, d.Point, d.Ruled, words.Word(m.ID, m.Args...), ""}})
	}
	return out
}

// roomOf returns what everybody may know.
func roomOf(s live.State, words *i18n.Words) roomJSON {
	out := roomJSON{Phase: s.Phase, Alone: s.Alone, Fast: s.Fast, Reported: s.Reported, Number: s.Number, Total: s.Total, Pupils: s.Pupils, Answered: s.Answered}
	if s.Question != nil {
		out.Question = asked.Of(s.Question, s.Phase == live.Closed, words)
	}
	return out
}
