package answers

import (
	"maps"
	"slices"
	"strings"

	"kitpress/catalog/source"
	"kitpress/quiz"
	"kitpress/quiz/language"
	"kitpress/quiz/match"
)

// ReportFormat is the version of the form a Report has as JSON.
const ReportFormat = 1

// maxMistakes is how many wrong answers to a question are listed.
const maxMistakes = 3

// A Report says how a class did. README.md describes it as JSON.
type Report struct {
	Format    int              `json:"format"`
	Matcher   int              `json:"matcher"` // version of the matcher
	Pupils    []PupilReport    `json:"pupils"`  // in the order of the file
	Questions []QuestionReport `json:"questions"`
	Answers   []Graded         `json:"answers"` // in the order of the file
}

// A Tally counts answers by their verdicts.
type Tally struct {
	Answers int `json:"answers"`
	Right   int `json:"right"` // points
	Nearly  int `json:"nearly"`
	Wrong   int `json:"wrong"`
	Invalid int `json:"invalid"`
}

// A PupilReport says how one pupil did.
type PupilReport struct {
	Pupil string `json:"pupil"`
	Tally
}

// A QuestionReport says how one question was answered.
type QuestionReport struct {
	ID    string    `json:"id"`
	Topic string    `json:"topic"`
	Kind  quiz.Kind `json:"kind"`
	Level int       `json:"level"`
	Ask   string    `json:"ask"` // in the language of the first answer
	Tally
	// Difficulty is the share of answers that are right, from 0 to 1: the
	// lower, the harder.
	Difficulty float64   `json:"difficulty"`
	Mistakes   []Mistake `json:"mistakes"` // the most frequent ones
}

// A Mistake is a wrong answer several may have given.
type Mistake struct {
	Answer string `json:"answer"`
	Count  int    `json:"count"`
}

// A Graded is an answer with its verdict.
type Graded struct {
	Pupil    string `json:"pupil"`
	Question string `json:"question"`
	Lang     string `json:"lang"`
	Variant  string `json:"variant,omitempty"` // of the sheet, "" for the usual one
	Answer   string `json:"answer"`
	Point    bool   `json:"point"`
	Ruled    bool   `json:"ruled,omitempty"` // somebody decided so
	quiz.Verdict
	// Message is what the verdict says in words, for whoever fills it in.
	Message string `json:"message,omitempty"`

	Pos source.Pos `json:"-"`
}

// maxAnswerShown is how much of an answer is kept, in characters: one of
// 100,000 is invalid, and nobody reads it.
const maxAnswerShown = 500

// A grader checks answers; a checker is made once for each question and
// language.
type grader struct {
	bank     func(lang string) *quiz.Bank
	checkers map[[3]string]*asked
	report   Report
	ps       source.Problems
	pupils   map[string]int
	tallies  map[string]*questionTally
}

// An asked is a question in one language, nil when there is none.
type asked struct {
	item    quiz.Item
	checker *match.Checker
	known   map[string]quiz.Verdict // on answers that were given before
}

// check checks an answer; in a class many are alike.
func (q *asked) check(answer string) quiz.Verdict {
	if len(answer) > maxAnswerShown {
		return q.checker.Check(answer)
	}
	v, ok := q.known[answer]
	if !ok {
		v = q.checker.Check(answer)
		q.known[answer] = v
	}
	return v
}

type questionTally struct {
	item     quiz.Item
	tally    Tally
	mistakes map[string]*Mistake
}

// Grade checks answers. lang and variant are those of answers that name none,
// bank holds the questions in a language. Answers to questions there are not are
// problems; all others are in the report.
func Grade(given []Given, lang, variant string, bank func(lang string) *quiz.Bank) (*Report, source.Problems) {
	g := &grader{bank: bank, checkers: map[[3]string]*asked{}, pupils: map[string]int{}, tallies: map[string]*questionTally{}}
	g.report = Report{Format: ReportFormat, Matcher: quiz.Version, Pupils: []PupilReport{}, Questions: []QuestionReport{}, Answers: []Graded{}}
	for _, a := range given {
		if a.Pupil != "" {
			g.pupil(a.Pupil)
		}
	}
	given = slices.DeleteFunc(slices.Clone(given), Given.nothing)
	for _, a := range g.lastOnes(given) {
		if a.Lang == "" {
			a.Lang = lang
		}
		if a.Variant = strings.ToUpper(a.Variant); a.Variant == "" {
			a.Variant = variant
		}
		if q := g.question(a, lang); q != nil && a.Pupil != "" {
			g.grade(a, q)
		}
	}
	g.finish()
	return &g.report, g.ps
}

// lastOnes leaves out what a pupil answered again.
func (g *grader) lastOnes(given []Given) []Given {
	last := map[[2]string]int{}
	for i, a := range given {
		last[[2]string{a.Pupil, a.Question}] = i
	}
	if len(last) == len(given) {
		return given
	}
	var list []Given
	for i, a := range given {
		if j := last[[2]string{a.Pupil, a.Question}]; j != i && a.Pupil != "" {
			g.ps.Warnf(a.Pos, CodeTwice, "%s answers %s again, at %v", source.Clip(a.Pupil), source.Clip(a.Question), given[j].Pos).Hint = "the last answer counts"
			continue
		}
		list = append(list, a)
	}
	return list
}

// question returns what an answer answers; what there is not is reported at
// its first place. usual is the language of most.
func (g *grader) question(a Given, usual string) *asked {
	key := [3]string{a.Question, a.Lang, a.Variant}
	if q, seen := g.checkers[key]; seen {
		return q
	}
	g.checkers[key] = nil
	bank := g.bank(a.Lang)
	if len(bank.Items()) == 0 {
		g.ps.Errorf(a.LangPos, CodeLanguage, "there are no questions in the language %q", source.Clip(a.Lang)).Hint = source.DidYouMean(a.Lang, g.languages())
		if a.Lang != usual { // the same row may name no question either
			a.Lang = usual
			g.question(a, usual)
		}
		return nil
	}
	item, ok := bank.Item(a.Question)
	if !ok {
		p := g.ps.Errorf(a.QuestionPos, CodeQuestion, "there is no question %q in %s", source.Clip(a.Question), a.Lang)
		if s := bank.Suggest(a.Question); s != "" {
			p.Hint = "did you mean \"" + s + "\"?"
		}
		return nil
	}
	if all := quiz.Variants(); a.Variant != "" && !slices.Contains(all, a.Variant) {
		g.ps.Errorf(a.VariantPos, CodeVariant, "there is no variant %q of a sheet", source.Clip(a.Variant)).Hint = "known: " + strings.Join(all, ", ")
		return nil
	}
	item = item.Variant(a.Variant)
	checker, _ := match.New(item.Question, item.Lang)
	g.checkers[key] = &asked{item, checker, map[string]quiz.Verdict{}}
	return g.checkers[key]
}

// languages returns those there are questions in.
func (g *grader) languages() []string {
	return slices.DeleteFunc(language.Languages(), func(lang string) bool { return len(g.bank(lang).Items()) == 0 })
}

func (g *grader) grade(a Given, q *asked) {
	v := q.check(a.Answer)
	ruled := v.Result == quiz.Nearly && a.Ruling != ""
	if ruled {
		v.Result = map[bool]quiz.Result{true: quiz.Right, false: quiz.Wrong}[a.Ruling == "yes"]
	}
	g.report.Answers = append(g.report.Answers, Graded{Ruled: ruled, Pupil: a.Pupil, Question: a.Question, Lang: a.Lang, Variant: a.Variant, Answer: shown(a.Answer), Point: v.Point(), Verdict: v, Pos: a.Pos})
	g.pupil(a.Pupil).count(v)
	t := g.tallies[a.Question]
	if t == nil {
		t = &questionTally{item: q.item, mistakes: map[string]*Mistake{}}
		g.tallies[a.Question] = t
	}
	t.tally.count(v)
	if v.Result == quiz.Wrong {
		t.miss(a.Answer, v, q.item)
	}
}

// pupil returns the report on a pupil.
func (g *grader) pupil(name string) *PupilReport {
	i, ok := g.pupils[name]
	if !ok {
		i = len(g.report.Pupils)
		g.pupils[name] = i
		g.report.Pupils = append(g.report.Pupils, PupilReport{Pupil: name})
	}
	return &g.report.Pupils[i]
}

func (t *Tally) count(v quiz.Verdict) {
	t.Answers++
	switch v.Result {
	case quiz.Right:
		t.Right++
	case quiz.Nearly:
		t.Nearly++
	case quiz.Wrong:
		t.Wrong++
	default:
		t.Invalid++
	}
}

// miss counts a wrong answer together with those that say the same: b, "b)",
// the text of the option and that in another language.
func (t *questionTally) miss(answer string, v quiz.Verdict, asked quiz.Item) {
	text := strings.Join(strings.Fields(shown(answer)), " ")
	switch t.item.Kind {
	case quiz.TrueFalse:
		text = map[bool]string{true: "true", false: "false"}[t.item.Accept[0] != "true"]
	case quiz.Choice, quiz.Ordering:
		var list []string
		if v.Listed != "" {
			list = append(list, t.option(v.Listed, asked))
		}
		for _, p := range v.Parts {
			list = append(list, t.option(p.Accepted, asked))
		}
		if len(list) > 0 {
			text = strings.Join(list, "; ")
		}
	}
	key := strings.ToLower(text)
	if t.mistakes[key] == nil {
		t.mistakes[key] = &Mistake{Answer: text}
	}
	t.mistakes[key].Count++
}

// option returns the text of an option in the language of the report.
func (t *questionTally) option(text string, asked quiz.Item) string {
	i := slices.IndexFunc(asked.Options, func(o quiz.Option) bool { return o.Text == text })
	if i < 0 {
		return text
	}
	for _, o := range t.item.Options {
		if o.ID == asked.Options[i].ID {
			return o.Text
		}
	}
	return text
}

// shown returns as much of an answer as anybody reads.
func shown(answer string) string {
	answer = strings.ToValidUTF8(answer, "�")
	n := 0
	for i := range answer {
		if n++; n > maxAnswerShown {
			return answer[:i] + "…"
		}
	}
	return answer
}

// finish sums up the questions.
func (g *grader) finish() {
	for _, id := range slices.Sorted(maps.Keys(g.tallies)) {
		t := g.tallies[id]
		q := QuestionReport{ID: id, Topic: t.item.Topic, Kind: t.item.Kind, Level: t.item.Level, Ask: t.item.Ask, Tally: t.tally, Mistakes: []Mistake{}}
		q.Difficulty = float64(t.tally.Right) / float64(t.tally.Answers)
		for _, key := range slices.Sorted(maps.Keys(t.mistakes)) {
			q.Mistakes = append(q.Mistakes, *t.mistakes[key])
		}
		slices.SortStableFunc(q.Mistakes, func(a, b Mistake) int { return b.Count - a.Count })
		q.Mistakes = q.Mistakes[:min(maxMistakes, len(q.Mistakes))]
		g.report.Questions = append(g.report.Questions, q)
	}
}
