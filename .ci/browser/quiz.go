package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// quizzed holds a live quiz: the teacher at the desk, pupils on phones in three
// languages, one of whom loses the network, and one who loads the page again.
// Is every answer there once, does each kind of question have a form that a
// finger can use, does axe find nothing wrong?
func (r *run) quizzed() {
	d := r.atDesk("teacher", "en")
	d.eval("document.querySelector('#quiz select:nth-of-type(1)'); const n = document.querySelectorAll('#quiz select')[1]; n.value = '20'; n.dispatchEvent(new Event('change')); ''")
	r.tap(d, "#begin-quiz")
	d.wait("the code to join", "document.querySelector('.bigpin')")
	pin := d.eval("document.querySelector('.bigpin').textContent")
	var phones []*tab
	for i, lang := range []string{"de", "fr", "ja", "en"} {
		p := r.device("pupil in "+lang, r.phones(), 360, 640)
		p.open(r.phones() + "q/?lang=" + lang + "#" + pin)
		p.wait("the form to join", "document.querySelector('#name')")
		if i == 0 {
			r.look(p, "quiz-join", 360, 640)
		}
		p.eval(fmt.Sprintf("document.querySelector('#name').value = 'Ada %d'; ''", i))
		r.tap(p, ".quiz-join .primary")
		p.wait("to be in", "document.querySelector('main .empty') && document.querySelector('#who')?.textContent")
		phones = append(phones, p)
	}
	d.wait("four pupils", "document.querySelectorAll('#main .chip').length === 4")
	r.look(d, "quiz-lobby", 1366, 768)
	kinds := map[string]bool{}
	for n := range 20 {
		r.tap(d, "#next")
		d.wait("the question", fmt.Sprintf("document.body.dataset.phase === 'open' && document.querySelector('.topic').textContent.includes('%d')", n+1))
		kind := r.asked(phones[0]).Question.Kind
		for i, p := range phones {
			p.wait("the question", "document.querySelector('.answers')")
			if !kinds[kind] && i == 0 {
				r.look(p, "quiz-"+kind, 360, 640)
			}
			if n == 3 && i == 1 {
				p.offline(true)
			}
			r.answer(p, kind)
			if n == 3 && i == 1 {
				p.wait("a word about the line", "!document.querySelector('#offline').hidden")
				p.offline(false)
			}
			if n == 5 && i == 2 {
				p.open(p.eval("location.href"))
			}
			p.wait("a verdict", "document.querySelector('.verdict-box')")
		}
		d.wait("four answers", "document.querySelector('.count')?.textContent.match(/4.*4/)")
		r.tap(d, "#next")
		d.wait("what is right", "document.body.dataset.phase === 'closed'")
		phones[0].wait("what is right", "document.querySelector('.rule')")
		if !kinds[kind] {
			kinds[kind] = true
			r.look(d, "quiz-host-"+kind, 1366, 768)
			r.look(phones[0], "quiz-"+kind+"-told", 360, 640)
		}
	}
	r.tap(d, "#next")
	d.wait("the end", "document.body.dataset.phase === 'over'")
	phones[2].wait("the end", "document.querySelector('.ranking')")
	r.look(d, "quiz-over", 1366, 768)
	r.look(phones[2], "quiz-over-phone", 360, 640)
	for file, want := range map[string]int{"answers": 1 + 20*4, "class": 1 + 4 + 1} {
		text := d.eval(fmt.Sprintf("fetch(document.querySelector('a[download][href*=\"/%s\"]').href).then(r => r.text())", file))
		if rows := strings.Count(text, "\n"); rows != want {
			r.fault("quiz: %d lines in %s, not %d", rows, file, want)
			fmt.Println(text)
		}
	}
	fmt.Printf("quiz: 20 questions of %d kinds, 4 phones, %s\n", len(kinds), d.eval("[...document.querySelectorAll('.ranking li')].map(l => l.innerText.replace(/\\s+/g, ' ')).join(', ')"))
}

type asked struct {
	Question struct{ Kind string }
}

func (r *run) asked(p *tab) (a asked) {
	check(json.Unmarshal([]byte(p.eval("fetch('/q/' + document.body.dataset.table + '/state').then(r => r.text())")), &a))
	return a
}

// answer answers somehow, as the form wants it.
func (r *run) answer(p *tab, kind string) {
	time.Sleep(50 * time.Millisecond)
	switch kind {
	case "matching":
		p.eval("document.querySelectorAll('.pair select').forEach((s, i) => { s.selectedIndex = i + 1; s.dispatchEvent(new Event('change', {bubbles: true})) }); ''")
	case "choice", "ordering":
		if !p.has(".answers .primary") {
			r.tap(p, ".answer")
			return
		}
		for range 8 {
			if p.eval("document.querySelector('.answers .primary').disabled") == "false" && kind == "choice" || !p.has(".answer[aria-pressed=false]") {
				break
			}
			r.tap(p, ".answer[aria-pressed=false]")
		}
	case "true-false":
		r.tap(p, ".answer")
		return
	default:
		p.eval("document.querySelector('.answers input').value = '7'; ''")
	}
	r.tap(p, ".answers .primary")
}
