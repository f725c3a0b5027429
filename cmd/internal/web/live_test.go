package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kitpress/cmd/internal/web/asked"
	"kitpress/quiz"
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
