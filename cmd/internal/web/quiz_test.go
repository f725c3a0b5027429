package web

import (
	"testing"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/quiz"
	"kitpress/quiz/store/storetest"
)

// Answers to questions of the bank are checked in each language as on the
// command line; what is not there is said, and floods are stopped.
func TestQuizCheck(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	p := h.phone()
	for _, lang := range []string{"en", "ja"} {
		topics, problems := library.Questions(catalog.Embedded(), lang)
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		asked := 0
		for _, q := range quiz.NewBank(topics, lang).Items() {
			if q.Kind != quiz.Choice || q.Several || asked == 3 {
				continue
			}
			asked++
			for _, variant := range []string{"", "B"} {
				for _, o := range q.Options {
					var out CheckedJSON
					p.must("POST", "/api/quiz/check", checkJSON{q.ID, lang, o.Text, variant}, &out)
					if right := o.ID == q.Accept[0]; out.Point != right || out.Message == "" || (out.Because != "") != (o.Because != "" && !right) {
						t.Errorf("%s %q: %+v", q.ID, o.Text, out)
					}
				}
			}
			h.move(time.Minute)
		}
		if asked == 0 {
			t.Errorf("%s: no question to try", lang)
		}
	}
	for _, in := range []checkJSON{{"phishing/nothing", "en", "a", ""}, {"phishing/passkey", "tlh", "a", ""}, {"phishing/passkey", "en", "a", "Z"}} {
		var said errorJSON
		if code := p.send("POST", "/api/quiz/check", in, &said); code != 404 || said.Why != "there is no such question" {
			t.Errorf("%+v: %d, %+v", in, code, said)
		}
	}
	last := 0
	for range checksAtOnce + 1 {
		last = p.send("POST", "/api/quiz/check", checkJSON{"phishing/passkey", "en", "a", ""}, nil)
	}
	if last != 429 {
		t.Errorf("a flood gets %d", last)
	}
	other := h.phone()
	other.from = "192.168.1.31"
	if code := other.send("POST", "/api/quiz/check", checkJSON{"phishing/passkey", "en", "a", ""}, nil); code != 200 {
		t.Errorf("another address gets %d", code)
	}
	if code := other.send("GET", "/api/quiz/check", nil, nil); code != 405 {
		t.Errorf("GET gets %d", code)
	}
}
