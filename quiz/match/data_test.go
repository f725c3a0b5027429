package match

import (
	"os"
	"strings"
	"sync"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
	"kitpress/quiz"
)

// A tried is one answer with the verdict that is expected.
type tried struct {
	pos    string
	id     string
	half   string
	lang   string
	q      quiz.Question
	answer string
	want   quiz.Result
	why    string
}

// labelled reads the labelled answers of one half, "" for both.
func labelled(t testing.TB, half string) []tried {
	t.Helper()
	var list []tried
	for _, name := range labelledFiles(t) {
		lang, _, _ := strings.Cut(strings.TrimSuffix(name, ".yaml"), "-")
		m := readTestdata(t, "labelled/"+name)
		m.Need("language").OneOf("language", lang)
		for _, v := range m.Need("questions").List() {
			x := tried{lang: lang}
			qm := v.Map()
			x.id, x.half = qm.Need("id").Text(), qm.Need("half").OneOf("half", "tuning", "held-out", "later", "blind", "real", "fresh", "beside-tuning", "beside", "beside-fresh", "phones")
			qm.Get("question").TextOrEmpty() // where its key comes from
			x.q = readQuestion(qm)
			for _, a := range qm.Need("answers").List() {
				row := a.List()
				x.pos, x.want, x.answer, x.why = a.Pos().String(), quiz.Result(row[0].Text()), row[1].TextOrEmpty(), row[2].Text()
				if half == "" || half == x.half {
					list = append(list, x)
				}
			}
			qm.Done(x.id)
		}
		m.Done(lang)
	}
	return list
}

// labelledFiles are the names of all files of labelled answers.
func labelledFiles(t testing.TB) []string {
	t.Helper()
	files, err := os.ReadDir("testdata/labelled")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

// shippedBanks are the questions that come with kitpress, read once.
var shippedBanks = sync.OnceValue(func() map[string]*quiz.Bank {
	topics, _ := library.Questions(catalog.Embedded(), shippedLangs...)
	banks := map[string]*quiz.Bank{}
	for _, lang := range shippedLangs {
		banks[lang] = quiz.NewBank(topics, lang)
	}
	return banks
})

// table reads the table of tried answers.
func table(t testing.TB) []tried {
	t.Helper()
	var list []tried
	m := readTestdata(t, "table.yaml")
	for _, v := range m.Need("rows").List() {
		r := v.Map()
		list = append(list, tried{pos: v.Pos().String(), id: r.Need("row").Literal(), lang: r.Need("lang").Text(),
			answer: r.Need("given").Text(), want: quiz.Result(r.Need("verdict").Text()), q: readQuestion(r)})
		r.Done("a row")
	}
	return list
}

func readTestdata(t testing.TB, name string) *source.Map {
	t.Helper()
	var ps source.Problems
	root, _ := source.ReadFile(os.DirFS("testdata"), name, &ps)
	m := root.Map()
	m.Format(1)
	t.Cleanup(func() {
		for _, p := range ps {
			t.Error(p)
		}
	})
	return m
}

// readQuestion reads the key of a question. Options are called a, b, c in the
// order they are shown; what is on the left is called 1, 2, 3.
func readQuestion(m *source.Map) quiz.Question {
	q := quiz.Question{Kind: quiz.Short, Ask: m.Get("ask").TextOrEmpty(), Several: m.Get("several").Flag(), Year: m.Get("year").Flag(),
		Wrong: m.Get("wrong").Texts(), Unit: m.Get("unit").TextOrEmpty(), Tolerance: m.Get("tolerance").TextOrEmpty()}
	for _, about := range quiz.Stricts() {
		if m.Get(about).OneOf("value", "required", "strict") != "" {
			q.Strict = append(q.Strict, about)
		}
	}
	if kind := m.Get("kind"); kind.Exists() {
		q.Kind = quiz.Kind(kind.Text())
	}
	q.Accept = m.Get("accept").Texts()
	for _, v := range m.Get("items").List() {
		q.Items = append(q.Items, v.Texts())
	}
	if v := m.Get("need"); v.Exists() {
		q.Need = v.Int(1, 20)
	}
	for _, v := range m.Get("units").List() {
		q.Units = append(q.Units, quiz.Unit{Names: v.Texts()})
	}
	q.Options = lettered(m.Get("options").Texts(), "abcdefghij")
	q.Left = lettered(m.Get("left").Texts(), "123456789")
	q.Right = lettered(m.Get("right").Texts(), "abcdefghij")
	if q.Kind == quiz.Matching {
		for _, p := range q.Accept {
			q.Pairs = append(q.Pairs, quiz.Pair{Left: p[:1], Right: p[1:]})
		}
		q.Accept = nil
	}
	return q
}

func lettered(texts []string, ids string) []quiz.Option {
	var list []quiz.Option
	for i, s := range texts {
		list = append(list, quiz.Option{ID: ids[i : i+1], Text: s})
	}
	return list
}

// describe says what became of an answer, for messages of tests.
func describe(v quiz.Verdict) string {
	var b strings.Builder
	b.WriteString(string(v.Result) + " (" + string(v.Reason))
	for _, f := range v.Foldings {
		b.WriteString(" +" + string(f))
	}
	if v.Accepted != "" {
		b.WriteString(" accepted " + v.Accepted)
	}
	if v.Listed != "" {
		b.WriteString(" listed " + v.Listed)
	}
	for _, p := range v.Parts {
		b.WriteString(" [" + p.Given + ": " + string(p.Result) + " " + string(p.Reason) + "]")
	}
	return b.String() + ")"
}
