package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/quiz"
	"kitpress/quiz/answers"
)

// A class is who takes part in a lesson: 28 phones in three languages.
type class struct {
	*run
	begun  time.Time
	desk   *tab
	pupils []*pupil
	banks  map[string]*quiz.Bank
}

// A pupil is a phone, and what it was told of each answer.
type pupil struct {
	*tab
	name, lang string
	told       map[string]string // by question
	points     int               // as its page says
}

const (
	classSize = 28
	hands     = 6  // phones that are tapped at the same time
	asked12   = 12 // the topics below have that many questions, of all kinds
)

// lesson holds a lesson: 12 questions of all kinds on 28 phones in three
// languages, of which five lose the network while they answer and five load the
// page again, one of them before its answer has left. The teacher decides about an
// answer that is nearly right. Is every answer there once, does each kind of
// question have a form that a finger can use, does axe find nothing wrong? Do
// phones, the screen and quiz check say the same of all that was exported?
func (r *run) lesson() {
	begun := time.Now()
	d := r.atDesk("teacher", "de")
	d.wait("the topics", "document.querySelectorAll('.topics .chip').length > 5")
	d.eval("document.querySelectorAll('#quiz details').forEach(f => { f.open = true }); ''")
	for _, topic := range []string{"broadband", "encryption", "backup", "password", "antivirus", "zero-day"} {
		r.tap(d, "#ask-"+topic)
		d.wait(topic, "document.querySelector('#ask-"+topic+"').matches('[aria-pressed=true]')")
	}
	r.choose(d, "n", fmt.Sprint(asked12))
	r.tap(d, "#begin-quiz")
	d.wait("the code to join", "document.querySelector('.bigpin')")
	c := &class{run: r, begun: begun, desk: d, pupils: make([]*pupil, classSize), banks: map[string]*quiz.Bank{}}
	langs := []string{"de", "fr", "ja"}
	for _, lang := range langs {
		c.banks[lang] = bankIn(lang)
	}
	pin := d.eval("document.querySelector('.bigpin').textContent")
	c.each(func(i int) {
		p := &pupil{name: fmt.Sprintf("Ada %d", i), lang: langs[i%len(langs)], told: map[string]string{}}
		p.tab = r.joins(pin, p.lang, p.name, "")
		c.pupils[i] = p
	})
	d.wait("all pupils", fmt.Sprintf("document.querySelectorAll('#main .chip').length === %d", classSize))
	r.look(d, "quiz-lobby", 1366, 768)
	kinds := map[quiz.Kind]bool{}
	ruled := false
	for n := range asked12 {
		id, kind := c.question(n, kinds)
		ruled = ruled || c.rules(id)
		c.each(func(i int) { c.pupils[i].note(id) })
		r.tap(d, "#next")
		d.wait("what is right", "document.body.dataset.phase === 'closed'")
		c.pupils[0].wait("what is right", "document.querySelector('.rule')")
		if !kinds[kind] {
			kinds[kind] = true
			r.look(d, "quiz-host-"+string(kind), 1366, 768)
			r.look(c.pupils[0].tab, "quiz-"+string(kind)+"-told", 360, 640)
		}
	}
	r.tap(d, "#next")
	d.wait("the end", "document.body.dataset.phase === 'over'")
	c.pupils[2].wait("the end", "document.querySelector('.ranking')")
	r.look(d, "quiz-over", 1366, 768)
	r.look(c.pupils[2].tab, "quiz-over-phone", 360, 640)
	if len(kinds) != len(quiz.Kinds()) || !ruled {
		r.fault("lesson: %d kinds were asked, the teacher decided: %v", len(kinds), ruled)
	}
	c.checked()
}

// bankIn returns the shipped questions in a language.
func bankIn(lang string) *quiz.Bank {
	topics, problems := library.Questions(catalog.Embedded(), lang)
	check(problems.Err())
	return quiz.NewBank(topics, lang)
}

// each does something for all pupils, several at the same time.
func (c *class) each(do func(i int)) {
	var wait sync.WaitGroup
	var failed []any
	free := make(chan struct{}, hands)
	for i := range c.pupils {
		free <- struct{}{}
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					c.mu.Lock()
					defer c.mu.Unlock()
					failed = append(failed, p)
				}
				<-free
			}()
			do(i)
		})
	}
	if wait.Wait(); len(failed) > 0 {
		panic(failed[0])
	}
}

// question asks the next question and lets all pupils answer. A kind that was not
// asked before is looked at.
func (c *class) question(n int, known map[quiz.Kind]bool) (id string, kind quiz.Kind) {
	c.tap(c.desk, "#next")
	there := fmt.Sprintf("document.querySelector('.topic')?.textContent.match(/\\d+/)[0] === '%d'", n+1)
	c.desk.wait("the question", "document.body.dataset.phase === 'open' && "+there)
	first := c.pupils[0]
	first.wait("the question", there+" && document.querySelector('.answers')")
	now := c.asked(first.tab).Question
	if !known[now.Kind] {
		c.look(first.tab, "quiz-"+string(now.Kind), 360, 640)
	}
	c.each(func(i int) {
		p := c.pupils[i]
		p.wait("the question", there+" && document.querySelector('.answers')")
		item, ok := c.banks[p.lang].Item(now.ID)
		if !ok {
			panic("there is no question " + now.ID)
		}
		away, again := i == 3+5*(n-2) && n < 7, i == 5+5*(n-4) && n < 9 // questions 3 to 7, and 5 to 9
		if p.offline(away); away {                                      // the word about the line moves what is below it
			for i := 0; i < 40 && p.eval("document.querySelector('#offline').hidden") == "true"; i++ {
				time.Sleep(100 * time.Millisecond)
			}
		}
		p.answers(c.run, item, (i+n)%4)
		if away {
			p.kept(c.run)
			p.wait("a word about the line", "!document.querySelector('#offline').hidden")
			p.offline(false)
		}
		if again || away && n == 4 { // an answer that has not left yet is kept
			p.open(p.eval("location.href"))
		}
		p.wait("a verdict", "document.querySelector('.verdict-box')")
	})
	c.desk.wait("all answers", fmt.Sprintf("document.querySelector('.count')?.textContent.match(/%d.*%[1]d/)", classSize))
	return now.ID, now.Kind
}

// answers gives an answer as the form wants it: one in four is wrong, one has a
// slip where something is written.
func (p *pupil) answers(r *run, q quiz.Item, way int) {
	right := q.Keys()[0]
	letters := strings.Split(right, ", ")
	const wrongly, slip = 1, 2
	switch {
	case q.Kind == quiz.TrueFalse: // “true” comes first
		place := 1
		if (q.Accept[0] == "true") == (way == wrongly) {
			place = 2
		}
		r.tap(p.tab, fmt.Sprintf(".answer:nth-child(%d)", place))
	case q.Kind == quiz.Choice && way == wrongly:
		all := []string{"a", "b", "c", "d"}
		letters[0] = all[slices.IndexFunc(all, func(l string) bool { return !slices.Contains(letters, l) })]
		fallthrough
	case q.Kind == quiz.Choice || q.Kind == quiz.Ordering:
		if q.Kind == quiz.Ordering && way == wrongly {
			slices.Reverse(letters)
		}
		for _, l := range letters {
			r.tap(p.tab, fmt.Sprintf(".answer[data-value=%q]", l))
		}
		if q.Kind == quiz.Ordering || q.Several {
			r.tap(p.tab, ".answers .primary")
		}
	case q.Kind == quiz.Matching:
		if way == wrongly { // the first two change places
			letters[0], letters[1] = letters[0][:1]+letters[1][1:], letters[1][:1]+letters[0][1:]
		}
		for _, l := range letters {
			p.eval(fmt.Sprintf("(s => { s.value = %q; s.dispatchEvent(new Event('change', {bubbles: true})) })(document.querySelector('#pair-%s')); ''", l[1:], l[:1]))
		}
		r.tap(p.tab, ".answers .primary")
	default:
		switch {
		case way == wrongly:
			right = "987654"
		case way == slip && q.Kind != quiz.Number:
			right += "x"
		}
		p.eval(fmt.Sprintf("document.querySelector('.answers input').value = %q; ''", right))
		r.tap(p.tab, ".answers .primary")
	}
}

// kept sees to it that an answer is kept until there is a line again.
func (p *pupil) kept(r *run) {
	for range 50 {
		if p.eval("Boolean(Object.keys(localStorage).find(k => k.startsWith('kitpress.quiz.')) || document.querySelector('.verdict-box'))") == "true" {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	r.fault("lesson: an answer of %s is not kept while the line is away", p.name)
}

// rules lets what is nearly right count, where two wrote it at least: for all of
// them, and for nobody else. It reports whether there was such an answer.
func (c *class) rules(id string) bool {
	if c.desk.eval(`document.querySelectorAll('.doubt').length && /^\d/.test(document.querySelector('.doubt .lead').textContent)`) != "true" {
		return false
	}
	c.each(func(i int) { c.pupils[i].note(id) })
	words := strings.SplitN(c.desk.eval("document.querySelector('.doubt .lead').lang + '\\n' + document.querySelector('.doubt .lead').lastChild.textContent"), "\n", 2)
	before := c.ranking()
	c.look(c.desk, "quiz-host-doubt", 1366, 768)
	c.tap(c.desk, ".doubt:first-of-type [data-rule=yes]")
	more, wrote := map[string]int{}, 0
	for _, p := range c.pupils {
		if p.lang == words[0] && p.eval("document.querySelector('.verdict-box .hint').textContent.includes("+fmt.Sprintf("%q", words[1])+")") == "true" {
			p.wait("what the teacher decided", "document.querySelector('.verdict-box.right')")
			more[p.name] = 1
			wrote++
		}
	}
	for name, points := range c.ranking() {
		if points-before[name] != more[name] {
			c.fault("lesson: a ruling about %q changes the points of %s by %d", words, name, points-before[name])
		}
	}
	if wrote < 2 {
		c.fault("lesson: a ruling about %q is for %d", words, wrote)
	}
	fmt.Printf("lesson: %q counts for %d pupils\n", words, wrote)
	return true
}

// note notes what a phone says of an answer, and the points.
func (p *pupil) note(id string) {
	var now struct{ Told, Points string }
	check(json.Unmarshal([]byte(p.eval(`JSON.stringify({told: document.querySelector('.verdict-box')?.classList[1] ?? '', points: document.querySelector('#points').textContent.replace(/\D/g, '')})`)), &now))
	p.told[id] = now.Told
	fmt.Sscan(now.Points, &p.points)
}

// ranking returns the points of all, as the server tells the teacher's screen.
func (c *class) ranking() map[string]int {
	var now struct {
		Standing []struct {
			Name   string
			Points int
		}
	}
	check(json.Unmarshal([]byte(c.desk.eval("fetch('/desk/quiz/' + document.body.dataset.table + '/state').then(r => r.text())")), &now))
	all := map[string]int{}
	for _, s := range now.Standing {
		all[s.Name] = s.Points
	}
	return all
}

// checked exports the answers and compares what quiz check says of them with what
// phones and the screen say.
func (c *class) checked() {
	dir, err := os.MkdirTemp("", "kitpress-lesson-")
	check(err)
	defer os.RemoveAll(dir)
	files := map[string]int{"answers": 1 + asked12*classSize, "class": 1 + classSize + 1}
	for file, want := range files {
		text := c.desk.eval(fmt.Sprintf("fetch(document.querySelector('a[download][href*=\"/%s\"]').href).then(r => r.text())", file))
		if rows := strings.Count(text, "\n"); rows != want {
			c.fault("lesson: %d lines in %s, not %d", rows, file, want)
		}
		check(os.WriteFile(filepath.Join(dir, file+".csv"), []byte(text), 0o644))
	}
	out, err := exec.Command(c.kitpress, "quiz", "check", filepath.Join(dir, "answers.csv"), "--lang", "de", "--json").Output()
	if err != nil {
		c.fault("lesson: quiz check: %v", err)
	}
	var report answers.Report
	check(json.Unmarshal(out, &report))
	screen := map[string]string{}
	check(json.Unmarshal([]byte(c.desk.eval("JSON.stringify(Object.fromEntries([...document.querySelectorAll('.ranking li')].map(l => [l.querySelector('.who').textContent, l.querySelector('strong').textContent])))")), &screen))
	by, total := map[string]*pupil{}, map[string]int{}
	for _, p := range c.pupils {
		by[p.name] = p
	}
	for _, p := range report.Pupils {
		if screen[p.Pupil] != fmt.Sprint(p.Right) || by[p.Pupil].points != p.Right || p.Answers != asked12 {
			c.fault("lesson: %s has %s points on the screen and %d on the phone; quiz check says %+v", p.Pupil, screen[p.Pupil], by[p.Pupil].points, p.Tally)
		}
	}
	for _, a := range report.Answers {
		want := string(a.Result)
		if a.Point {
			want = "right"
		}
		total[want]++
		if told := by[a.Pupil].told[a.Question]; told != want {
			c.fault("lesson: %s to %s of %s is %s on the phone, and %s for quiz check", a.Answer, a.Question, a.Pupil, told, want)
		}
	}
	if len(report.Pupils) != classSize || len(screen) != classSize || total["nearly"] == 0 || total["right"] < total["wrong"] || total["wrong"] == 0 {
		c.fault("lesson: %d pupils, %v", len(report.Pupils), total)
	}
	fmt.Printf("lesson: %d questions, %d phones; phones, screen and quiz check agree on %v; %.0f s\n", len(report.Questions), len(screen), total, time.Since(c.begun).Seconds())
}
