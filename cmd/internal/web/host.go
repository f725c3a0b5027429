package web

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/live"
	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/web/asked"
	"kitpress/i18n"
	"kitpress/quiz"
	"kitpress/quiz/referee"
)

// hosting are the routes of the desk for live quizzes.
func (o organiser) hosting(mux *http.ServeMux) {
	mux.Handle("POST /desk/quiz/begin", action(o.beginQuiz))
	mux.Handle("GET /desk/quiz/topics", action(o.quizTopics))
	mux.Handle("GET /desk/quiz/homework", action(o.homework))
	mux.Handle("GET /desk/classes", action(o.classes))
	mux.Handle("GET /desk/classes/report", action(o.exportReport))
	mux.Handle("POST /desk/classes/delete", changeBy(func(r *http.Request, in nameJSON) error { return o.rooms.DeleteClass(r.Context(), in.Name) }))
	mux.HandleFunc("GET /desk/quiz/{id}/{$}", func(w http.ResponseWriter, r *http.Request) {
		o.art.show(w, http.StatusOK, "host", pageData{Lang: pageLang(r), Base: o.base, Table: r.PathValue("id")})
	})
	mux.Handle("GET /desk/quiz/{id}/state", o.inRoom(o.hostState))
	mux.Handle("GET /desk/quiz/{id}/events", o.inRoom(roomEvents))
	mux.Handle("POST /desk/quiz/{id}/next", o.inRoom(func(w http.ResponseWriter, r *http.Request, room *live.Room) error {
		return done(w, room.Next(o.lobby.Now()))
	}))
	mux.Handle("POST /desk/quiz/{id}/rule", o.inRoom(func(w http.ResponseWriter, r *http.Request, room *live.Room) error {
		var in ruleInJSON
		if err := readJSON(r, &in); err != nil {
			return err
		}
		return done(w, room.Rule(in.Question, in.Lang, in.Answer, in.Counts))
	}))
	mux.Handle("POST /desk/quiz/{id}/strike", o.inRoom(func(w http.ResponseWriter, r *http.Request, room *live.Room) error {
		var in nameJSON
		if err := readJSON(r, &in); err != nil {
			return err
		}
		found, err := room.Strike(in.Name)
		if err == nil && !found {
			err = lobby.ErrUnknown
		}
		return done(w, err)
	}))
	mux.Handle("POST /desk/quiz/{id}/close", o.inRoom(func(w http.ResponseWriter, r *http.Request, room *live.Room) error {
		return done(w, o.rooms.Close(room.ID))
	}))
	mux.Handle("GET /desk/quiz/{id}/answers", o.inRoom(exportAnswers))
	mux.Handle("GET /desk/quiz/{id}/class", o.inRoom(o.exportClass))
	mux.Handle("GET /desk/quiz/{id}/homework", o.inRoom(o.sameAsHomework))
	mux.Handle("GET /desk/quiz/{id}/code", o.inRoom(func(w http.ResponseWriter, r *http.Request, room *live.Room) error {
		return sendCode(w, o.base+"/q/#"+room.PIN)
	}))
}

// done answers that something was done, if it was.
func done(w http.ResponseWriter, err error) error {
	if err == nil {
		answer(w, http.StatusOK, struct{}{})
	}
	return err
}

// An aboutJSON says what questions are drawn about.
type aboutJSON struct {
	Game   string   `json:"game"`   // whose topics; "" for all there are
	Table  string   `json:"table"`  // what came up at this table instead
	Topics []string `json:"topics"` // of these, none for all
	Levels []int    `json:"levels"` // 1 to 3, none for all
	Lang   string   `json:"lang"`   // "" for that of the page
	N      int      `json:"n"`
}

// A beginJSON asks for a quiz: POST /desk/quiz/begin.
type beginJSON struct {
	aboutJSON
	Alone bool   `json:"alone"` // each at a pace of their own
	Fast  bool   `json:"fast"`  // what comes soon earns more
	Teams int    `json:"teams"` // how many, 0 for none
	Deal  bool   `json:"deal"`  // into teams; else pupils choose
	Class string `json:"class"` // whose report the results go into, "" for none
}

// mostAsked is how many questions a quiz has at most.
const mostAsked = 40

// fromQuery reads what to draw from an address.
func fromQuery(r *http.Request) aboutJSON {
	q := r.URL.Query()
	in := aboutJSON{Game: q.Get("game"), Table: q.Get("table"), Lang: q.Get("in")}
	in.N, _ = strconv.Atoi(q.Get("n"))
	in.Topics = strings.FieldsFunc(q.Get("topics"), func(c rune) bool { return c == ',' })
	for _, level := range strings.FieldsFunc(q.Get("levels"), func(c rune) bool { return c == ',' }) {
		n, _ := strconv.Atoi(level)
		in.Levels = append(in.Levels, n)
	}
	return in
}

// source returns the questions there are to draw from: of which language, and
// what about.
func (o organiser) source(r *http.Request, in aboutJSON) (*quiz.Bank, string, quiz.Filter, error) {
	lang := cmp.Or(nearest(in.Lang, i18n.Languages()), pageLang(r))
	f := quiz.Filter{Levels: in.Levels}
	bank, err := o.checker.bank(lang)
	if err != nil {
		return nil, "", f, err
	}
	var about []string
	switch {
	case in.Table != "":
		if about, err = o.metAt(in.Table, lang); err != nil {
			return nil, "", f, err
		}
	case in.Game != "":
		g, _, err := o.lobby.Desk().Game(in.Game)
		if err != nil {
			return nil, "", f, lobby.ErrUnknown
		}
		for _, t := range g.Topics {
			about = append(about, t.ID)
		}
	}
	f.Topics = in.Topics
	if in.Table != "" || in.Game != "" {
		if len(in.Topics) > 0 {
			about = slices.DeleteFunc(about, func(id string) bool { return !slices.Contains(in.Topics, id) })
		}
		if f.Topics = about; len(about) == 0 {
			f.Topics = []string{""} // no topic is called so: there is nothing to ask
		}
	}
	return bank, lang, f, nil
}

// metAt returns the topics of the cards that came up at a table.
func (o organiser) metAt(id, lang string) (topics []string, err error) {
	t, err := o.lobby.Opened(id)
	if err != nil {
		return nil, err
	}
	return render(o.Tables, t, lobby.Guest{Role: referee.RoleScreen}, lang, func(at renderer) (list []string) {
		for _, m := range at.presenter.Met(at.snapshot.Match) {
			list = append(list, m.Topic)
		}
		return list
	})
}

// draw draws questions by chance. ErrUnknown: there are none.
func (o organiser) draw(r *http.Request, in aboutJSON) (string, []quiz.Item, error) {
	bank, lang, f, err := o.source(r, in)
	if err != nil {
		return "", nil, err
	}
	var seed [8]byte
	if _, err := rand.Read(seed[:]); err != nil {
		return "", nil, err
	}
	items := bank.Draw(binary.LittleEndian.Uint64(seed[:]), max(1, min(in.N, mostAsked)), f)
	if len(items) == 0 {
		return "", nil, lobby.ErrUnknown
	}
	return lang, items, nil
}

func (o organiser) beginQuiz(w http.ResponseWriter, r *http.Request) error {
	var in beginJSON
	if err := readJSON(r, &in); err != nil {
		return err
	}
	lang, items, err := o.draw(r, in.aboutJSON)
	if err != nil {
		return err
	}
	how := live.Setup{Lang: lang, Alone: in.Alone, Fast: in.Fast && !in.Alone, Deal: in.Deal, ClassName: in.Class}
	for _, q := range items {
		how.Questions = append(how.Questions, q.ID)
	}
	if in.Teams > 1 {
		how.Teams = lobby.SeatNames()[:min(in.Teams, len(lobby.SeatNames()))]
	}
	room, err := o.rooms.Begin(how, o.lobby.Now())
	if errors.Is(err, live.ErrName) {
		return badRequest(err.Error())
	}
	if err == nil {
		answer(w, http.StatusOK, startedJSON{URL: "/desk/quiz/" + room.ID + "/"})
	}
	return err
}

// quizTopics answers what there is to ask about: the topics with how many
// questions there are of each level.
func (o organiser) quizTopics(w http.ResponseWriter, r *http.Request) error {
	bank, _, f, err := o.source(r, fromQuery(r))
	if err != nil {
		return err
	}
	titled, err := o.checker.bank(pageLang(r))
	if err != nil {
		return err
	}
	list := []topicJSON{}
	for _, q := range bank.Choose(quiz.Filter{Topics: f.Topics}) {
		if n := len(list); n == 0 || list[n-1].ID != q.Topic {
			name := q.Title
			if here, ok := titled.Item(q.ID); ok {
				name = here.Title
			}
			list = append(list, topicJSON{Named: asked.Named{ID: q.Topic, Name: name}})
		}
		list[len(list)-1].Levels[max(1, min(3, q.Level))-1]++
	}
	answer(w, http.StatusOK, struct {
		Topics []topicJSON `json:"topics"`
	}{list})
	return nil
}

// homework sends questions as a page that needs no server.
func (o organiser) homework(w http.ResponseWriter, r *http.Request) error {
	in := fromQuery(r)
	_, items, err := o.draw(r, in)
	if err != nil {
		return err
	}
	return o.sendHomework(w, in.Game, items)
}

// sameAsHomework sends the questions of a quiz.
func (o organiser) sameAsHomework(w http.ResponseWriter, r *http.Request, room *live.Room) error {
	bank, err := o.checker.bank(cmp.Or(nearest(r.URL.Query().Get("in"), i18n.Languages()), room.Lang))
	if err != nil {
		return err
	}
	var items []quiz.Item
	for _, id := range room.Questions {
		if q, ok := bank.Item(id); ok {
			items = append(items, q)
		}
	}
	if len(items) == 0 {
		return lobby.ErrUnknown
	}
	return o.sendHomework(w, "", items)
}

func (o organiser) sendHomework(w http.ResponseWriter, game string, items []quiz.Item) error {
	lang := items[0].Lang
	title := cmp.Or(o.titleOf(game, lang), o.art.wordsIn(lang).Word("quiz.export.title"))
	var page bytes.Buffer
	if err := Homework(&page, title, items, o.art.wordsIn(lang)); err != nil {
		return err
	}
	w.Header().Set("Content-Type", kinds[".html"])
	w.Header().Set("Content-Disposition", `attachment; filename="homework-`+lang+`.html"`)
	w.Write(page.Bytes())
	return nil
}

// classes answers the reports of all classes, for the teacher alone.
func (o organiser) classes(w http.ResponseWriter, r *http.Request) error {
	list, err := o.rooms.Classes(r.Context())
	if err != nil {
		return err
	}
	bank, err := o.checker.bank(pageLang(r))
	if err != nil {
		return err
	}
	out := []classJSON{}
	for _, c := range list {
		topics, rows := c.Table()
		one := classJSON{Name: c.Name, Lessons: len(c.Lessons), Topics: []string{}, Rows: []rowJSON{}}
		for _, id := range topics {
			one.Topics = append(one.Topics, titleOfTopic(bank, id))
		}
		for _, row := range rows {
			this := rowJSON{Pupil: row.Pupil, Lessons: row.Lessons, Right: row.All.Right, Answered: row.All.Answered}
			for _, id := range topics {
				this.By = append(this.By, [2]int{row.By[id].Right, row.By[id].Answered})
			}
			one.Rows = append(one.Rows, this)
		}
		out = append(out, one)
	}
	answer(w, http.StatusOK, struct {
		Classes []classJSON `json:"classes"`
	}{out})
	return nil
}

func titleOfTopic(bank *quiz.Bank, id string) string {
	for _, q := range bank.Choose(quiz.Filter{Topics: []string{id}}) {
		return q.Title
	}
	return id
}

// exportReport sends the report of a class: a row for each pupil, lesson and topic.
func (o organiser) exportReport(w http.ResponseWriter, r *http.Request) error {
	list, err := o.rooms.Classes(r.Context())
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(c live.Class) bool { return c.Name == r.URL.Query().Get("name") })
	if i < 0 {
		return lobby.ErrUnknown
	}
	lang := pageLang(r)
	bank, err := o.checker.bank(lang)
	if err != nil {
		return err
	}
	words := o.art.wordsIn(lang)
	rows := [][]string{{words.Word("handout.date"), words.Word("quiz.report.pupil"), words.Word("quiz.report.topic"), words.Word("quiz.report.right"), words.Word("quiz.report.answers")}}
	for _, l := range list[i].Lessons {
		for _, m := range l.Marks {
			rows = append(rows, []string{l.Began.Format("2006-01-02"), m.Pupil, titleOfTopic(bank, m.Topic), strconv.Itoa(m.Right), strconv.Itoa(m.Answered)})
		}
	}
	return sendCSV(w, "class-report", rows, spreadsheet.SeparatorOf(lang))
}

func sendCSV(w http.ResponseWriter, name string, rows [][]string, separator rune) error {
	var data bytes.Buffer
	if err := spreadsheet.WriteCSV(&data, rows, separator); err != nil {
		return err
	}
	w.Header().Set("Content-Type", kinds[".csv"])
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.csv"`)
	w.Write(data.Bytes())
	return nil
}

// hostState answers what the teacher sees.
func (o organiser) hostState(w http.ResponseWriter, r *http.Request, room *live.Room) error {
	v, err := room.Teacher()
	if err != nil {
		return err
	}
	words := o.art.wordsIn(room.Lang)
	out := hostJSON{roomJSON: roomOf(v.State, words), PIN: room.PIN, Base: o.base + "/q/", Names: v.Names, Counts: v.Counts, Standing: v.Standing, Teams: o.art.teamsIn(v.Teams, room.Lang), Progress: v.Progress, Doubts: doubtsOf(v.Doubts, words)}
	if v.Phase == live.Closed {
		out.Said = doubtsOf(v.Said, words)
	}
	answer(w, http.StatusOK, out)
	return nil
}

// exportAnswers sends all answers as a table that quiz check reads.
func exportAnswers(w http.ResponseWriter, r *http.Request, room *live.Room) error {
	return sendCSV(w, "quiz-"+room.PIN, append([][]string{{"pupil", "question", "answer", "lang", "ruling"}}, room.Rows()...), ',')
}

// exportClass sends who had what right, for a book of marks.
func (o organiser) exportClass(w http.ResponseWriter, r *http.Request, room *live.Room) error {
	asked, rows, err := room.Class()
	if err != nil {
		return err
	}
	lang := pageLang(r)
	words := o.art.wordsIn(lang)
	rows[len(rows)-1][0] = words.Word("quiz.report.right")
	head := append([]string{words.Word("quiz.report.pupil"), words.Word("quiz.report.points")}, asked...)
	return sendCSV(w, "class-"+room.PIN, append([][]string{head}, rows...), spreadsheet.SeparatorOf(lang))
}
