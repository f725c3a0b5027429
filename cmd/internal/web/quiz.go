package web

import (
	"errors"
	"io/fs"
	"net/http"
	"slices"
	"sync"
	"time"

	"kitpress/catalog/library"
	"kitpress/cmd/internal/live"
	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/web/asked"
	"kitpress/i18n"
	"kitpress/quiz"
	"kitpress/quiz/language"
	"kitpress/quiz/match"
)

// A checkJSON asks whether an answer counts: POST /api/quiz/check.
type checkJSON struct {
	Question string `json:"question"` // id in the bank: phishing/passkey
	Lang     string `json:"lang"`     // of the question and the answer
	Answer   string `json:"answer"`
	Variant  string `json:"variant"` // order the options were shown in; may be left out
}

// A CheckedJSON is an answer with its verdict: what POST /api/quiz/check
// answers, and kitpress quiz check prints.
type CheckedJSON struct {
	Answer string `json:"answer"`
	Lang   string `json:"lang"`
	Point  bool   `json:"point"`
	quiz.Verdict
	Message string `json:"message"`
	Because string `json:"because,omitempty"` // why the chosen option is wrong
}

// NewChecked puts a verdict into words.
func NewChecked(words *i18n.Words, lang, answer string, v quiz.Verdict, because string) CheckedJSON {
	m := v.Message()
	return CheckedJSON{answer, lang, v.Point(), v, words.Word(m.ID, m.Args...), because}
}

// How often an address may have answers checked: a class behind one address,
// then as many as it can type.
const (
	checksAtOnce = 60
	checksEvery  = time.Second / 10
	enterEvery   = 6 * time.Second // somebody comes into a quiz: PINs are not guessed
)

// A checker checks answers to the questions of a catalog. Each language is
// read when it is first asked for.
type checker struct {
	catalog fs.FS
	limit   lobby.RateLimit
	banks   sync.Map // *quiz.Bank by language
}

func newChecker(fsys fs.FS) *checker {
	return &checker{catalog: fsys, limit: lobby.RateLimit{AtOnce: checksAtOnce, Every: checksEvery}}
}

// bank returns the questions in a language.
func (c *checker) bank(lang string) (*quiz.Bank, error) {
	if b, ok := c.banks.Load(lang); ok {
		return b.(*quiz.Bank), nil
	}
	topics, problems := library.Questions(c.catalog, lang)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	b, _ := c.banks.LoadOrStore(lang, quiz.NewBank(topics, lang))
	return b.(*quiz.Bank), nil
}

// errNoQuestion says that there is no such question, or not in this language.
var errNoQuestion = errors.New("there is no such question")

// check returns the verdict on an answer, or errNoQuestion.
func (c *checker) check(in checkJSON) (CheckedJSON, error) {
	if !slices.Contains(i18n.Languages(), in.Lang) || !slices.Contains(language.Languages(), in.Lang) {
		return CheckedJSON{}, errNoQuestion
	}
	bank, err := c.bank(in.Lang)
	if err != nil {
		return CheckedJSON{}, err
	}
	item, ok := bank.Item(in.Question)
	if !ok || in.Variant != "" && !slices.Contains(quiz.Variants(), in.Variant) {
		return CheckedJSON{}, errNoQuestion
	}
	item = item.Variant(in.Variant)
	v := match.Check(item.Question, in.Lang, in.Answer)
	words, problems := i18n.WordsIn(in.Lang)
	return NewChecked(words, in.Lang, in.Answer, v, item.WhyNot(v)), problems.Err()
}

// quizCheck answers POST /api/quiz/check.
func (s *Tables) quizCheck(w http.ResponseWriter, r *http.Request) error {
	if !s.checker.limit.Allow(address(r), s.lobby.Now()) {
		return lobby.ErrTooOften
	}
	var in checkJSON
	if err := readJSON(r, &in); err != nil {
		return err
	}
	out, err := s.checker.check(in)
	if err == nil {
		answer(w, http.StatusOK, out)
	}
	return err
}

// attending are the routes of phones for live quizzes.
func (s *Tables) attending(mux *http.ServeMux) {
	mux.HandleFunc("GET /q/{$}", s.page("quiz"))
	mux.Handle("POST /q/join", action(s.joinQuiz))
	mux.HandleFunc("GET /q/{id}/{$}", func(w http.ResponseWriter, r *http.Request) {
		data := pageData{Lang: pageLang(r), Base: s.base, Table: r.PathValue("id")}
		if room := s.rooms.Room(data.Table); room == nil || !room.Here(quizToken(r)) {
			data.Table = ""
		}
		s.art.show(w, http.StatusOK, "quiz", data)
	})
	mux.Handle("GET /q/{id}/state", s.inRoom(s.pupilState))
	mux.Handle("GET /q/{id}/events", s.inRoom(func(w http.ResponseWriter, r *http.Request, room *live.Room) error {
		if !room.Here(quizToken(r)) {
			return lobby.ErrForbidden
		}
		return roomEvents(w, r, room)
	}))
	mux.Handle("POST /q/{id}/next", s.inRoom(func(w http.ResponseWriter, r *http.Request, room *live.Room) error {
		if err := readJSON(r, &struct{}{}); err != nil {
			return err
		}
		if err := room.Turn(quizToken(r)); err != nil && !errors.Is(err, live.ErrClosed) {
			return err
		}
		return s.pupilState(w, r, room)
	}))
	mux.Handle("POST /q/{id}/answer", s.inRoom(func(w http.ResponseWriter, r *http.Request, room *live.Room) error {
		var in saidJSON
		if err := readJSON(r, &in); err != nil {
			return err
		}
		if err := room.Answer(quizToken(r), in.Question, in.Answer, s.lobby.Now()); err != nil && !errors.Is(err, live.ErrClosed) {
			return err
		}
		return s.pupilState(w, r, room)
	}))
}

// inRoom lets through what is about a quiz there is.
func (s *Tables) inRoom(do func(w http.ResponseWriter, r *http.Request, room *live.Room) error) action {
	return func(w http.ResponseWriter, r *http.Request) error {
		room := s.rooms.Room(r.PathValue("id"))
		if room == nil {
			return lobby.ErrUnknown
		}
		err := do(w, r, room)
		if errors.Is(err, live.ErrGone) {
			return lobby.ErrForbidden
		}
		return err
	}
}

// quizCookie is the cookie of a pupil in a quiz.
const quizCookie = "quiz"

func quizToken(r *http.Request) string {
	c, err := r.Cookie(quizCookie)
	if err != nil {
		return ""
	}
	return c.Value
}

func (s *Tables) joinQuiz(w http.ResponseWriter, r *http.Request) error {
	if !s.entering.Allow(address(r), s.lobby.Now()) {
		return lobby.ErrTooOften
	}
	var in nameJSON
	if err := readJSON(r, &in); err != nil {
		return err
	}
	room := s.rooms.ByPIN(in.PIN)
	if room == nil {
		return lobby.ErrWrong
	}
	token, err := s.rooms.Token()
	if err != nil {
		return err
	}
	lang := pageLang(r)
	switch err := room.Join(in.Name, lang, in.Team, token); {
	case errors.Is(err, live.ErrTeam):
		out, sizes := startedJSON{}, room.TeamSizes()
		for _, team := range room.Teams {
			out.Choose = append(out.Choose, teamJSON{Named: s.art.teamIn(team, lang), Pupils: sizes[team]})
		}
		answer(w, http.StatusOK, out)
		return nil
	case errors.Is(err, live.ErrFull):
		return lobby.ErrFull
	case err != nil:
		return badRequest(err.Error())
	}
	url := "/q/" + room.ID + "/"
	http.SetCookie(w, &http.Cookie{Name: quizCookie, Value: token, Path: url, HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: int(quizAge / time.Second)})
	answer(w, http.StatusOK, startedJSON{URL: url})
	return nil
}

// quizAge is how long a phone stays in a quiz.
const quizAge = 12 * time.Hour

// pupilState answers what the pupil of a phone may know.
func (s *Tables) pupilState(w http.ResponseWriter, r *http.Request, room *live.Room) error {
	p, err := room.Pupil(quizToken(r))
	if err != nil {
		return err
	}
	words := s.art.wordsIn(p.Lang)
	out := pupilJSON{roomJSON: roomOf(p.State, words), Name: p.Name, Lang: p.Lang, Points: p.Points, Standing: p.Standing, Teams: s.art.teamsIn(p.Teams, p.Lang)}
	if p.Team != "" {
		team := s.art.teamIn(p.Team, p.Lang)
		out.Team = &team
	}
	if p.Answer != nil {
		out.Answer = &verdictJSON{Text: p.Answer.Text, Result: p.Answer.Verdict.Result, Point: p.Point, Ruled: p.Ruled}
		m := p.Answer.Verdict.Message()
		out.Answer.Message = words.Word(m.ID, m.Args...)
		if p.Phase == live.Closed {
			out.Answer.Because = p.Question.WhyNot(p.Answer.Verdict)
		}
	}
	answer(w, http.StatusOK, out)
	return nil
}

// teamIn returns a team by its colour.
func (p *pages) teamIn(id, lang string) asked.Named {
	return asked.Named{ID: id, Name: p.wordsIn(lang).Word("seat." + id)}
}

func (p *pages) teamsIn(list []live.Standing, lang string) []teamJSON {
	var out []teamJSON
	for _, t := range list {
		out = append(out, teamJSON{Named: p.teamIn(t.Name, lang), Points: t.Points, Pupils: t.Pupils, Rank: t.Rank})
	}
	return out
}

// roomEvents tells a device that something has changed, as server-sent events.
func roomEvents(w http.ResponseWriter, r *http.Request, room *live.Room) error {
	out := eventWriter{http.NewResponseController(w), w}
	if out.SetReadDeadline(time.Time{}) != nil {
		refuse(w, http.StatusInternalServerError, "events need a connection of their own")
		return nil
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		changed := room.Changed()
		if out.text("event: quiz\ndata: {}\n\n") != nil {
			return nil // the device has gone
		}
		select {
		case <-r.Context().Done():
			return nil
		case <-changed:
		case <-beat.C:
		}
	}
}
