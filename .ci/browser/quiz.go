package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"kitpress/quiz"
)

// choose chooses in the form for quizzes.
func (r *run) choose(d *tab, field, value string) {
	d.wait(field, "document.querySelector('#ask-"+field+"')")
	d.eval(fmt.Sprintf("(s => { s.value = %q; s.dispatchEvent(new Event(s.matches('select') ? 'change' : 'input', {bubbles: true})) })(document.querySelector('#ask-%s')); ''", value, field))
}

// joins lets a phone into a quiz, into a team where one is to be chosen.
func (r *run) joins(pin, lang, name, team string) *tab {
	p := r.device(name, r.phones(), 360, 640)
	p.open(r.phones() + "q/?lang=" + lang + "#" + pin)
	p.wait("the form to join", "document.querySelector('#name')")
	if team != "" {
		r.look(p, "quiz-join", 360, 640)
	}
	p.eval(fmt.Sprintf("document.querySelector('#name').value = %q; ''", name))
	r.tap(p, ".quiz-join .primary")
	if team != "" {
		p.wait("the teams", "document.querySelector('[data-team]')")
		r.look(p, "quiz-teams", 360, 640)
		r.tap(p, "[data-team="+team+"]")
	}
	p.wait("to be in", "document.querySelector('main .empty') && document.querySelector('#who')?.textContent")
	return p
}

// paced holds a quiz at everybody's own pace about two topics, in teams and for a
// class, another one for speed, and deletes what was kept of the class.
func (r *run) paced() {
	d := r.atDesk("teacher at another pace", "de")
	r.choose(d, "from", "game:cyber-survival")
	d.wait("the topics", "document.querySelectorAll('.topics .chip').length > 5")
	d.eval("document.querySelectorAll('#quiz details').forEach(f => { f.open = true }); ''")
	for _, chip := range []string{".topics .chip[aria-pressed=false]", ".topics .chip[aria-pressed=false]", "#ask-1", "#ask-2"} {
		r.tap(d, chip)
	}
	r.choose(d, "n", "3")
	r.choose(d, "way", "alone")
	r.choose(d, "teams", "3")
	r.choose(d, "class", "7b")
	r.look(d, "quiz-desk", 1366, 768)
	r.tap(d, "#begin-quiz")
	d.wait("the code to join", "document.querySelector('.bigpin')")
	pin := d.eval("document.querySelector('.bigpin').textContent")
	ada, bea := r.joins(pin, "de", "Ada", "red"), r.joins(pin, "ja", "Bea", "blue")
	if !strings.Contains(ada.eval("document.querySelector('main').innerText"), "Klassenbericht") {
		r.fault("quiz: nobody is told of the report of the class")
	}
	d.wait("two pupils", "document.querySelectorAll('#main .chip').length === 2")
	r.tap(d, "#next")
	for n := range 3 {
		ada.wait("a question", "document.querySelector('.answers')")
		r.answer(ada, r.asked(ada).Question.Kind)
		ada.wait("what is right", "document.querySelector('.verdict-box') && document.querySelector('#forth')")
		if n == 0 {
			r.look(ada, "quiz-alone", 360, 640)
		}
		r.tap(ada, "#forth")
	}
	ada.wait("the others", "document.querySelector('main .empty')")
	bea.wait("the first question still", "document.querySelector('.answers')")
	r.answer(bea, r.asked(bea).Question.Kind)
	d.wait("how far they are", "[...document.querySelectorAll('.progress b')].map(b => b.textContent).join() === '3/3,1/3'")
	r.look(d, "quiz-progress", 1366, 768)
	r.tap(d, "#next")
	d.wait("the end", "document.body.dataset.phase === 'over' && document.querySelectorAll('#main .ranking').length === 2")
	r.look(d, "quiz-over-teams", 1366, 768)
	bea.wait("the end", "document.querySelectorAll('.ranking').length === 2")
	r.look(bea, "quiz-over-teams-phone", 360, 640)
	r.tap(d, "#next")
	d.wait("the report of the class", "document.querySelector('[data-class=\"7b\"]')")
	r.tap(d, "[data-class]")
	d.wait("who got what right", "document.querySelectorAll('.report tbody tr').length === 2")
	r.look(d, "quiz-report", 1366, 768)
	if text := d.eval("fetch(document.querySelector('.actions a[download]').href).then(r => r.text())"); strings.Count(text, "\n") < 3 || !strings.Contains(text, "Ada") {
		r.fault("quiz: the report of the class says %q", text)
	}
	r.tap(d, "#delete-class")
	r.tap(d, "#forget-class")
	d.wait("nothing to be kept", "!document.querySelector('[data-class]')")
	r.fast(d)
}

// fast holds a quiz in which soon earns more, with dealt teams.
func (r *run) fast(d *tab) {
	r.choose(d, "teams", "2")
	r.choose(d, "deal", "yes")
	r.choose(d, "fast", "yes")
	r.choose(d, "n", "5")
	r.tap(d, "#begin-quiz")
	d.wait("the code to join", "document.querySelector('.bigpin')")
	p := r.joins(d.eval("document.querySelector('.bigpin').textContent"), "en", "Cem", "")
	if text := p.eval("document.querySelector('main').innerText + document.querySelector('#who').innerText"); !strings.Contains(text, "10 points") || !strings.Contains(text, "Team Red") {
		r.fault("quiz: who comes in is told %q", text)
	}
	points := ""
	for range 5 {
		r.tap(d, "#next")
		p.wait("the question", "document.querySelector('.answers')")
		r.answer(p, r.asked(p).Question.Kind)
		p.wait("a verdict", "document.querySelector('.verdict-box')")
		points = p.eval("document.querySelector('#points').innerText + document.querySelectorAll('.verdict-box.right').length")
		r.tap(d, "#next")
		d.wait("what is right", "document.body.dataset.phase === 'closed'")
		p.wait("what is right", "document.querySelector('.rule')")
		if strings.HasSuffix(points, "1") {
			break
		}
	}
	if strings.HasSuffix(points, "1") && !strings.Contains(points, "Points: 1") && !strings.Contains(points, "Points: 2") {
		r.fault("quiz: a right answer at once earns %q", points)
	}
}

type asked struct {
	Question struct {
		ID   string
		Kind quiz.Kind
	}
}

func (r *run) asked(p *tab) (a asked) {
	check(json.Unmarshal([]byte(p.eval("fetch('/q/' + document.body.dataset.table + '/state').then(r => r.text())")), &a))
	return a
}

// answer answers somehow, as the form wants it.
func (r *run) answer(p *tab, kind quiz.Kind) {
	time.Sleep(50 * time.Millisecond)
	switch kind {
	case quiz.Matching:
		p.eval("document.querySelectorAll('.pair select').forEach((s, i) => { s.selectedIndex = i + 1; s.dispatchEvent(new Event('change', {bubbles: true})) }); ''")
	case quiz.Choice, quiz.Ordering:
		if !p.has(".answers .primary") {
			r.tap(p, ".answer")
			return
		}
		for range 8 {
			if p.eval("document.querySelector('.answers .primary').disabled") == "false" && kind == quiz.Choice || !p.has(".answer[aria-pressed=false]") {
				break
			}
			r.tap(p, ".answer[aria-pressed=false]")
		}
	case quiz.TrueFalse:
		r.tap(p, ".answer")
		return
	default:
		p.eval("document.querySelector('.answers input').value = '7'; ''")
	}
	r.tap(p, ".answers .primary")
}
