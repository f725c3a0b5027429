package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"kitpress/catalog/source"
	"kitpress/quiz"
	"kitpress/quiz/match"
)

// homework works through a page of homework with questions of all kinds, opened
// from the disk without a network, and has pages judge what people typed.
func (r *run) homework() {
	dir, err := os.MkdirTemp("", "kitpress-homework-")
	check(err)
	defer os.RemoveAll(dir)
	d := r.atDesk("teacher with homework", "fr")
	r.choose(d, "way", "homework")
	d.wait("the page", "document.querySelector('#save-homework[href]')")
	if text := d.eval("fetch(document.querySelector('#save-homework').href).then(r => r.text())"); !strings.Contains(text, `lang="fr"`) || len(text) < 50_000 {
		r.fault("homework: the desk sends %.200s", text)
	}
	for _, lang := range []string{"de", "ja"} {
		page := r.homeworkPage(dir, lang, "-n", "14", "--seed", "5", "--topic", "screen-lock,broadband,phishing,backup,antivirus,two-factor")
		p := r.device("homework in "+lang, "file://", 360, 640)
		p.offline(true)
		p.open("file://" + page)
		kinds := map[quiz.Kind]bool{}
		for n := range 14 {
			p.wait("a question", fmt.Sprintf("document.querySelector('.answers') && document.querySelector('.topic').textContent.includes('%d')", n+1))
			kind := quiz.Kind(p.eval("data.questions[results.length].kind"))
			if !kinds[kind] {
				r.look(p, "homework-"+lang+"-"+string(kind), 360, 640)
			}
			r.answer(p, kind)
			p.wait("a verdict", "document.querySelector('.verdict-box')")
			if !kinds[kind] {
				kinds[kind] = true
				r.look(p, "homework-"+lang+"-"+string(kind)+"-told", 360, 640)
			}
			if p.has("[data-same]") {
				r.tap(p, "[data-same=true]")
			}
			if n == 3 { // what was answered is there after a reload
				p.open("file://" + page)
				continue
			}
			r.tap(p, "main .primary")
		}
		p.wait("the end", "document.querySelector('.winners')")
		r.look(p, "homework-"+lang+"-end", 360, 640)
		p.size(1366, 768)
		r.look(p, "homework-"+lang+"-end-desk", 1366, 768)
		if len(kinds) != len(quiz.Kinds()) {
			r.fault("homework: only %d kinds were asked in %s", len(kinds), lang)
		}
	}
	r.judged(dir)
}

// homeworkPage writes a page of homework.
func (r *run) homeworkPage(dir, lang string, more ...string) string {
	page := filepath.Join(dir, lang+".html")
	out, err := exec.Command(r.kitpress, append([]string{"quiz", "homework", "--lang", lang, "-o", page}, more...)...).CombinedOutput()
	if err != nil {
		r.fault("homework: %s", out)
	}
	return page
}

// judged compares what a page says of typed answers with what quiz check says:
// it must not take a wrong one for right, nor call wrong what may count.
func (r *run) judged(dir string) {
	total := map[string]int{}
	for _, lang := range []string{"de", "en", "fr", "it", "ja"} {
		bank := bankIn(lang)
		page := r.homeworkPage(dir, lang, "-n", "5000", "--seed", "1", "--kind", "short,number,list")
		p := r.device("judge in "+lang, "file://", 360, 640)
		p.open("file://" + page)
		p.wait("a question", "document.querySelector('.answers')")
		type typed struct{ ID, Text string }
		var list []typed
		for _, name := range []string{lang + "-real.yaml", lang + "-phones.yaml", lang + "-beside.yaml"} {
			var ps source.Problems
			root, _ := source.ReadFile(os.DirFS("quiz/match/testdata/labelled"), name, &ps)
			for _, q := range root.Map().Get("questions").List() {
				id := q.Map().Get("question").TextOrEmpty()
				for _, a := range q.Map().Get("answers").List() {
					list = append(list, typed{id, a.List()[1].TextOrEmpty()})
				}
			}
		}
		data, err := json.Marshal(list)
		check(err)
		var said []string
		check(json.Unmarshal([]byte(p.eval("JSON.stringify("+string(data)+".map(x => { const i = data.questions.findIndex(q => q.id === x.ID); return i < 0 ? '' : judge(data.questions[i], keyOf(i), x.Text) }))")), &said))
		for i, x := range list {
			item, ok := bank.Item(x.ID)
			if !ok || said[i] == "" {
				continue
			}
			want := match.Check(item.Question, lang, x.Text).Result
			total[said[i]+" for "+string(want)]++
			if said[i] == "right" && want != quiz.Right || said[i] == "wrong" && (want == quiz.Right || want == quiz.Nearly) {
				r.fault("homework: the page says %q to %s is %s, quiz check %s", x.Text, x.ID, said[i], want)
			}
		}
	}
	if total["right for right"] < 100 {
		r.fault("homework: the page takes %d typed answers for right", total["right for right"])
	}
	fmt.Println("homework, as the page judges and quiz check:", total)
}
