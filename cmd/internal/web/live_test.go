package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kitpress/cmd/internal/web/asked"
	"kitpress/quiz"
	"kitpress/quiz/referee"
	"kitpress/quiz/store/storetest"
)

// pupil is a phone in a quiz; it keeps the cookie of its room.
type pupil struct {
	*device
	cookie *http.Cookie
}

func (p *pupil) ask(method, path string, body string, out any) int {
	r := httptest.NewRequest(method, "http://"+phoneHost+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "http://"+phoneHost)
	}
	if p.cookie != nil {
		r.AddCookie(p.cookie)
	}
	r.RemoteAddr = p.from + ":4711"
	w := httptest.NewRecorder()
	p.handler.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		p.cookie = c
	}
	if out != nil {
		if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
			p.house.t.Errorf("%s: %v: %s", path, err, w.Body)
		}
	}
	return w.Code
}

func TestAQuizFromTheDeskToThePhones(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	d := h.atDesk()
	var begun startedJSON
	if code := d.send("POST", "/desk/quiz/begin?lang=de", beginJSON{aboutJSON: aboutJSON{Game: "cyber-survival", N: 3}}, &begun); code != 200 {
		t.Fatal(code)
	}
	var host hostJSON
	if code := d.send("GET", begun.URL+"state", nil, &host); code != 200 || host.Phase != "lobby" || host.Total != 3 || len(host.PIN) != 6 {
		t.Fatalf("%d, %+v", code, host)
	}
	p := &pupil{device: h.phone()}
	for body, want := range map[string]int{
		`{"pin":"x","name":"Ada"}`:                    http.StatusForbidden,
		`{"pin":"` + host.PIN + `","name":" "}`:       http.StatusBadRequest,
		`{"pin":"` + host.PIN + `","name":"A\u0000"}`: http.StatusBadRequest,
	} {
		if code := p.ask("POST", "/q/join?lang=fr", body, nil); code != want || p.cookie != nil {
			t.Errorf("%s: %d, not %d", body, code, want)
		}
	}
	var in startedJSON
	if code := p.ask("POST", "/q/join?lang=fr", `{"pin":"`+host.PIN+`","name":"Ada"}`, &in); code != 200 || p.cookie == nil || !p.cookie.HttpOnly || p.cookie.Path != in.URL {
		t.Fatalf("%d, %+v, %+v", code, in, p.cookie)
	}
	stranger := &pupil{device: h.phone()}
	for _, path := range []string{"state", "events"} {
		if code := stranger.ask("GET", in.URL+path, "", nil); code != http.StatusForbidden {
			t.Errorf("%s for a stranger: %d", path, code)
		}
	}
	if code := stranger.ask("POST", in.URL+"answer", `{"question":"x","answer":"a"}`, nil); code != http.StatusForbidden {
		t.Errorf("an answer of a stranger: %d", code)
	}
	var mine pupilJSON
	for range 3 {
		d.send("POST", begun.URL+"next", struct{}{}, nil)
		mine = pupilJSON{}
		p.ask("GET", in.URL+"state", "", &mine)
		if q := mine.Question; mine.Phase != "open" || mine.Lang != "fr" || q == nil || q.Right != nil || q.Explain != "" {
			t.Fatalf("%+v", mine)
		}
		if code := p.ask("POST", in.URL+"answer", `{"question":"`+mine.Question.ID+`","answer":"zzz"}`, &mine); code != 200 || mine.Answer == nil || mine.Answer.Message == "" || mine.Answer.Point {
			t.Errorf("%d, %+v", code, mine.Answer)
		}
		d.send("POST", begun.URL+"next", struct{}{}, nil)
		mine = pupilJSON{}
		p.ask("GET", in.URL+"state", "", &mine)
		if q := mine.Question; q == nil || len(q.Right) == 0 || q.Explain == "" {
			t.Errorf("a question that is closed says nothing: %+v", q)
		}
	}
	for name, want := range map[string]int{"Ada": http.StatusOK, "nobody": http.StatusNotFound} {
		if code := d.send("POST", begun.URL+"strike", nameJSON{Name: name}, nil); code != want {
			t.Errorf("striking %s: %d", name, code)
		}
	}
	d.send("POST", begun.URL+"next", struct{}{}, nil)
	d.send("GET", begun.URL+"state", nil, &host)
	if host.Phase != "over" || len(host.Standing) != 1 || host.Standing[0].Name != "#1" {
		t.Errorf("%+v", host)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "http://"+deskHost+begun.URL+"class?lang=de", nil)
	h.desk.ServeHTTP(w, r)
	lines := strings.Split(strings.TrimSpace(w.Body.String()), "\r\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "\uFEFFName;Punkte;") || lines[1] != "#1;0;0;0;0" || lines[2] != "Richtig;;0;0;0" {
		t.Errorf("the class: %d %q", w.Code, lines)
	}
	if code := d.send("POST", begun.URL+"close", struct{}{}, nil); code != 200 {
		t.Error(code)
	}
	if code := p.ask("GET", in.URL+"state", "", nil); code != http.StatusNotFound {
		t.Errorf("a quiz that was closed: %d", code)
	}
}

// What phones send for true and false counts, in every language.
func TestTruthIsAWordOfTheLanguage(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	for _, lang := range []string{"de", "en", "fr", "it", "ja"} {
		bank, err := h.tables.checker.bank(lang)
		if err != nil {
			t.Fatal(err)
		}
		q := bank.Draw(1, 1, quiz.Filter{Kinds: []quiz.Kind{quiz.TrueFalse}})[0]
		shown := asked.Of(&q, true, h.tables.art.wordsIn(lang))
		got, err := h.tables.checker.check(checkJSON{Question: q.ID, Lang: lang, Answer: shown.Right[0]})
		if err != nil || !got.Point {
			t.Errorf("%s: %q: %+v, %v", lang, shown.Right[0], got, err)
		}
	}
}

// newQuiz begins a quiz at the desk and lets a phone in.
func newQuiz(t *testing.T, h *house, in beginJSON, join string) (url, pin string, p *pupil, joined startedJSON) {
	t.Helper()
	d := h.atDesk()
	var begun startedJSON
	if code := d.send("POST", "/desk/quiz/begin?lang=de", in, &begun); code != 200 {
		t.Fatal(code)
	}
	var host hostJSON
	d.send("GET", begun.URL+"state", nil, &host)
	p = &pupil{device: h.phone()}
	if code := p.ask("POST", "/q/join?lang=fr", `{"pin":"`+host.PIN+`",`+join+`}`, &joined); code != 200 {
		t.Fatal(code)
	}
	return begun.URL, host.PIN, p, joined
}

// Questions are about a game, topics, levels, in a language, or about the cards
// that came up at a table; where there are none, nothing begins.
func TestWhatAQuizIsAbout(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	d := h.atDesk()
	m, setup := aMatch(t, "cyber-survival", "red", "blue")
	var made joinedJSON
	d.must("POST", "/desk/create", createJSON{Game: m.Game, Edition: m.Edition, Seats: m.Seats}, &made)
	table := h.seen(made.Table)
	topics := func(query string) (ids []string, n int) {
		var out struct{ Topics []topicJSON }
		if code := d.send("GET", "/desk/quiz/topics?lang=de"+query, nil, &out); code != 200 {
			t.Fatalf("%s: %d", query, code)
		}
		for _, x := range out.Topics {
			ids = append(ids, x.ID)
			n += x.Levels[0] + x.Levels[1] + x.Levels[2]
		}
		return ids, n
	}
	all, many := topics("")
	game, fewer := topics("&game=cyber-survival&in=ja")
	if len(game) == 0 || len(game) >= len(all) || fewer >= many {
		t.Errorf("%d of %d topics, %d of %d questions", len(game), len(all), fewer, many)
	}
	if met, _ := topics("&table=" + table.ID); len(met) != 0 {
		t.Errorf("before the first move: %v", met)
	}
	for name, in := range map[string]aboutJSON{"a table without moves": {Table: table.ID, N: 3}, "a topic of another game": {Game: "cyber-survival", Topics: []string{"nothing"}, N: 3}, "a level": {Levels: []int{7}, N: 3}, "no game": {Game: "chess", N: 3}} {
		if code := d.send("POST", "/desk/quiz/begin?lang=de", beginJSON{aboutJSON: in}, nil); code != 404 {
			t.Errorf("%s: %d", name, code)
		}
	}
	r := h.join(table, referee.RoleReferee, "")
	for i, c := range script(t, setup, 5, 12) {
		if code := r.send("POST", "/t/"+table.ID+"/record", entryJSON{Op: fmt.Sprint("op", i), Expect: &i, Verb: c.Verb, Seat: c.Seat, Args: c.Args}, nil); code != 200 {
			t.Fatalf("%+v: %d", c, code)
		}
	}
	met, _ := topics("&table=" + table.ID)
	if len(met) == 0 || len(met) >= len(game) {
		t.Fatalf("met: %v", met)
	}
	url, _, _, _ := newQuiz(t, h, beginJSON{aboutJSON: aboutJSON{Table: table.ID, Levels: []int{1, 2}, Lang: "it", N: 20}}, `"name":"Ada"`)
	room := h.tables.rooms.Room(strings.Split(url, "/")[3])
	bank, _ := h.tables.checker.bank("it")
	for _, id := range room.Questions {
		if q, ok := bank.Item(id); !ok || !slices.Contains(met, q.Topic) || q.Level > 2 || room.Lang != "it" {
			t.Errorf("%s is asked, met were %v", id, met)
		}
	}
}

// A phone goes at its own pace in a team, and what it did is in the report of the
// class until that is deleted.
func TestTeamsPaceAndClass(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	d := h.atDesk()
	about := aboutJSON{Game: "cyber-survival", N: 2}
	if code := d.send("POST", "/desk/quiz/begin?lang=de", beginJSON{aboutJSON: about, Class: strings.Repeat("x", 25)}, nil); code != 400 {
		t.Errorf("a class with a long name: %d", code)
	}
	url, pin, p, joined := newQuiz(t, h, beginJSON{aboutJSON: about, Alone: true, Fast: true, Teams: 2, Class: "7b"}, `"name":"Ada"`)
	if joined.URL != "" || len(joined.Choose) != 2 || joined.Choose[0].Name != "Rouge" || p.cookie != nil {
		t.Fatalf("%+v", joined)
	}
	if code := p.ask("POST", "/q/join?lang=fr", `{"pin":"`+pin+`","name":"Ada","team":"blue"}`, &joined); code != 200 || p.cookie == nil {
		t.Fatal(code)
	}
	var s pupilJSON
	p.ask("GET", joined.URL+"state", "", &s)
	if s.Team == nil || s.Team.Name != "Bleu" || !s.Reported || s.Fast || !s.Alone {
		t.Errorf("%+v", s)
	}
	d.send("POST", url+"next", struct{}{}, nil)
	for range 2 {
		s = pupilJSON{}
		p.ask("GET", joined.URL+"state", "", &s)
		if s.Question == nil || s.Question.Right != nil {
			t.Fatalf("%+v", s)
		}
		s = pupilJSON{}
		id := s.id(t, p, joined.URL)
		bank, _ := h.tables.checker.bank("fr")
		q, _ := bank.Item(id)
		answer, _ := json.Marshal(saidJSON{id, q.Keys()[0]})
		p.ask("POST", joined.URL+"answer", string(answer), &s)
		if s.Phase != "closed" || s.Question == nil || len(s.Question.Right) == 0 || s.Question.Explain == "" {
			t.Errorf("told: %+v", s)
		}
		p.ask("POST", joined.URL+"next", "{}", nil)
	}
	s = pupilJSON{}
	if p.ask("GET", joined.URL+"state", "", &s); s.Phase != "done" {
		t.Errorf("%+v", s)
	}
	var host hostJSON
	d.send("GET", url+"state", nil, &host)
	if len(host.Progress) != 1 || host.Progress[0].Done != 2 || len(host.Teams) != 1 || host.Teams[0].Name != "Blau" {
		t.Errorf("%+v", host)
	}
	d.send("POST", url+"next", struct{}{}, nil)
	d.send("POST", url+"close", struct{}{}, nil)
	var kept struct{ Classes []classJSON }
	d.send("GET", "/desk/classes?lang=de", nil, &kept)
	if len(kept.Classes) != 1 || kept.Classes[0].Lessons != 1 || len(kept.Classes[0].Rows) != 1 || kept.Classes[0].Rows[0].Answered != 2 {
		t.Fatalf("%+v", kept)
	}
	if code := d.send("POST", "/desk/classes/delete", nameJSON{Name: "7b"}, nil); code != 200 {
		t.Error(code)
	}
	if d.send("GET", "/desk/classes?lang=de", nil, &kept); len(kept.Classes) != 0 {
		t.Errorf("%+v", kept)
	}
}

// id returns the question a phone is asked.
func (s pupilJSON) id(t *testing.T, p *pupil, url string) string {
	t.Helper()
	if p.ask("GET", url+"state", "", &s); s.Question == nil {
		t.Fatalf("%+v", s)
	}
	return s.Question.ID
}

// Homework is one page that asks nobody for anything, in the language that was
// chosen; its answers are not to be read in its source.
func TestHomework(t *testing.T) {
	for _, lang := range []string{"de", "ja"} {
		h := newHouse(t, storetest.New(t))
		bank, err := h.tables.checker.bank(lang)
		if err != nil {
			t.Fatal(err)
		}
		var items []quiz.Item
		for _, kind := range quiz.Kinds() {
			items = append(items, bank.Draw(3, 1, quiz.Filter{Kinds: []quiz.Kind{kind}})...)
		}
		var page bytes.Buffer
		if err := Homework(&page, "Titel <b>", items, h.tables.art.wordsIn(lang)); err != nil {
			t.Fatal(err)
		}
		text := page.String()
		if found := regexp.MustCompile(`(src|href)="[^#"d][^"]*"|\burl\(|@import|^import |\bexport `).FindString(text); found != "" {
			t.Errorf("%s: the page asks for %q", lang, found)
		}
		for _, q := range items {
			if q.Explain != "" && strings.Contains(text, q.Explain[:min(len(q.Explain), 20)]) {
				t.Errorf("%s: why %s is right stands in the page", lang, q.ID)
			}
			if q.Kind == quiz.Short && strings.Contains(text, q.Accept[0]) {
				t.Errorf("%s: %q stands in the page", lang, q.Accept[0])
			}
		}
		if !strings.Contains(text, `lang="`+lang+`"`) || !strings.Contains(text, "Titel &lt;b&gt;") || len(text) > 250_000 {
			t.Errorf("%s: %d bytes", lang, len(text))
		}
		w := httptest.NewRecorder()
		h.desk.ServeHTTP(w, httptest.NewRequest("GET", "http://"+deskHost+"/desk/quiz/homework?lang=de&in="+lang+"&game=online&n=4", nil))
		if w.Code != 200 || !strings.Contains(w.Header().Get("Content-Disposition"), "homework-"+lang+".html") || !strings.Contains(w.Body.String(), `lang="`+lang+`"`) {
			t.Errorf("from the desk: %d %v", w.Code, w.Header())
		}
	}
}
