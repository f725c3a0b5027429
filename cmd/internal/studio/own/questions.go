package own

import (
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
	"kitpress/quiz"
	"kitpress/quiz/exchange"
	"kitpress/quiz/match"
)

// An Order is what is to be printed of questions.
type Order struct {
	Name  string // of the archive
	Items []quiz.Item
	Lang  string
	Game  string // whose look they have
	Ink   string // "full", "mono"
	Paper string
	Back  string // the page it was ordered on
}

// lists are the questions somebody has brought, the last few.
type lists struct {
	mu   sync.Mutex
	last int
	all  []*list
}

// A list is a teacher's questions, as they were read.
type list struct {
	id, name, lang string
	items          []quiz.Item
	problems       source.Problems
}

// mostLists is how many are kept.
const mostLists = 6

func (l *lists) add(one *list) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	one.id = strconv.Itoa(l.last)
	l.all = append(l.all, one)
	l.all = l.all[max(0, len(l.all)-mostLists):]
}

func (l *lists) find(id string) *list {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.IndexFunc(l.all, func(one *list) bool { return one.id == id }); i >= 0 {
		return l.all[i]
	}
	return nil
}

// A questionsPage is what the page of a list shows.
type questionsPage struct {
	ID, Name, Lang string
	List           []asked
	Faults         []fault
	Errors         int
	Looks          [][2]string // games, by id and name
}

// An asked question is one with its key and what else would count.
type asked struct {
	N        int
	ID, Ask  string
	Kind     quiz.Kind
	Keys     []string
	Wrong    []string
	Options  []string
	Examples []judged
}

// A judged answer is one that somebody could give.
type judged struct {
	Text   string
	Result quiz.Result
}

func (rooms *Rooms) questionsHandlers(mux shelf.Router) {
	mux.HandleFunc("GET /questions", func(w http.ResponseWriter, r *http.Request) {
		if id := r.URL.Query().Get("deck"); id != "" {
			rooms.questionsOf(w, r, id)
			return
		}
		rooms.host.Show(w, r, "questions", rooms.host.Words(r).Word("own.questions"), &questionsPage{})
	})
	mux.HandleFunc("POST /questions/drop", rooms.questionsDrop)
	mux.HandleFunc("GET /questions/{list}", rooms.questionsPage)
	mux.HandleFunc("POST /questions/{list}/check", rooms.questionsCheck)
	mux.HandleFunc("POST /questions/{list}/make", rooms.questionsMake)
}

// readList reads questions of a spreadsheet.
func (rooms *Rooms) readList(r *http.Request, name string, data []byte) *list {
	words := rooms.host.Words(r)
	got, problems := exchange.Read(name, data, exchange.Options{Lang: words.Lang(), Say: func(m quiz.Message) string { return words.Word(m.ID, m.Args...) }})
	l := &list{name: name, lang: words.Lang(), items: got.Items, problems: problems}
	if problems.HasErrors() {
		l.items = nil
	}
	if len(l.items) > 0 {
		l.lang = l.items[0].Lang
		l.items = slices.DeleteFunc(l.items, func(it quiz.Item) bool { return it.Lang != l.lang })
	}
	rooms.lists.add(l)
	return l
}

func (rooms *Rooms) questionsDrop(w http.ResponseWriter, r *http.Request) {
	name, data, ok := rooms.host.Sent(w, r, mostFile)
	if !ok {
		return
	}
	if !slices.Contains(exchange.Extensions(), strings.ToLower(path.Ext(name))) {
		rooms.host.Refuse(w, r, shelf.ErrKind)
		return
	}
	shelf.Answer(w, map[string]string{"url": "/questions/" + rooms.readList(r, name, data).id})
}

// questionsOf takes the questions of a deck of one's own.
func (rooms *Rooms) questionsOf(w http.ResponseWriter, r *http.Request, id string) {
	p, err := rooms.Decks.Pack(id)
	if err != nil {
		rooms.host.Fault(w, r, http.StatusNotFound, "studio.missing")
		return
	}
	s := p.read(&rooms.presses)
	if s.game != nil {
		for _, d := range s.game.Decks {
			if name := tableOf(s.files, d); name != "" {
				http.Redirect(w, r, "/questions/"+rooms.readList(r, name, s.files[name]).id, http.StatusSeeOther)
				return
			}
		}
	}
	rooms.host.Fault(w, r, http.StatusNotFound, "studio.missing")
}

// list returns the list a request is about; without one it has answered.
func (rooms *Rooms) list(w http.ResponseWriter, r *http.Request) *list {
	l := rooms.lists.find(r.PathValue("list"))
	if l == nil {
		rooms.host.Fault(w, r, http.StatusNotFound, "own.list-gone")
	}
	return l
}

func (rooms *Rooms) questionsPage(w http.ResponseWriter, r *http.Request) {
	l := rooms.list(w, r)
	if l == nil {
		return
	}
	d := &questionsPage{ID: l.id, Name: l.name, Lang: l.lang, Looks: rooms.host.Games(r)}
	for _, p := range l.problems {
		at := p.Pos.Cell
		if at == "" {
			at = p.Pos.String()
		}
		f := fault{Where: at, Text: p.Message, Hint: p.Hint, Code: p.Code, Ill: p.Severity == source.Error}
		if d.Faults = append(d.Faults, f); f.Ill {
			d.Errors++
		}
	}
	for i, it := range l.items {
		a := asked{N: i + 1, ID: it.ID, Ask: it.Ask, Kind: it.Kind, Keys: it.Keys(), Wrong: it.Wrong}
		for _, o := range it.Options {
			a.Options = append(a.Options, o.Text)
		}
		if it.Kind == quiz.Short || it.Kind == quiz.Number {
			a.Examples = examples(it, l.lang)
		}
		d.List = append(d.List, a)
	}
	rooms.host.Show(w, r, "questions", l.name, d)
}

// examples returns answers somebody could write who means the right one, and
// what becomes of them.
func examples(it quiz.Item, lang string) (list []judged) {
	keys := it.Keys()
	if len(keys) == 0 {
		return nil
	}
	key := keys[0]
	tries := append(slices.Clone(keys[1:min(len(keys), 4)]), strings.ToLower(key), strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "é", "e", "è", "e", "à", "a", "ô", "o").Replace(key), slip(key), strings.ReplaceAll(key, "-", " "))
	checker, findings := match.New(it.Question, lang)
	if checker == nil || slices.ContainsFunc(findings, func(f match.Finding) bool { return f.Error }) {
		return nil
	}
	for _, text := range tries {
		if text != key && text != "" && !slices.ContainsFunc(list, func(j judged) bool { return j.Text == text }) {
			list = append(list, judged{text, checker.Check(text).Result})
		}
	}
	return list
}

// slip returns a word with two letters in its middle swapped, as fingers do.
func slip(s string) string {
	letters := []rune(s)
	i := len(letters) / 2
	if len(letters) < 5 || !unicode.IsLetter(letters[i]) || !unicode.IsLetter(letters[i-1]) {
		return ""
	}
	letters[i], letters[i-1] = letters[i-1], letters[i]
	return string(letters)
}

// questionsCheck says what becomes of an answer.
func (rooms *Rooms) questionsCheck(w http.ResponseWriter, r *http.Request) {
	var in struct{ ID, Answer string }
	l := rooms.list(w, r)
	if l == nil {
		return
	}
	if !rooms.host.Wish(w, r, mostText, &in) {
		return
	}
	i := slices.IndexFunc(l.items, func(it quiz.Item) bool { return it.ID == in.ID })
	if i < 0 {
		http.NotFound(w, r)
		return
	}
	v := match.Check(l.items[i].Question, l.lang, yamledit.Clean(in.Answer))
	m := v.Message()
	shelf.Answer(w, map[string]string{"result": string(v.Result), "text": rooms.host.Words(r).Word(m.ID, m.Args...)})
}

// questionsMake has the handouts made.
func (rooms *Rooms) questionsMake(w http.ResponseWriter, r *http.Request) {
	var in struct{ Game, Ink, Paper string }
	l := rooms.list(w, r)
	if l == nil {
		return
	}
	if !rooms.host.Wish(w, r, mostText, &in) {
		return
	}
	if len(l.items) == 0 {
		rooms.host.Refuse(w, r, shelf.ErrPlace)
		return
	}
	items := quiz.BankOf(l.items).Draw(1, len(l.items), quiz.Filter{}) // as kitpress quiz sheet does with --seed 1
	url, err := rooms.host.Make(r, Order{Name: strings.TrimSuffix(tidyName(l.name), path.Ext(l.name)), Items: items, Lang: l.lang, Game: in.Game, Ink: in.Ink, Paper: in.Paper, Back: "/questions/" + l.id})
	if err != nil {
		rooms.host.Refuse(w, r, err)
		return
	}
	shelf.Answer(w, map[string]string{"url": url})
}
