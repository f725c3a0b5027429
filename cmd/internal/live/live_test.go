package live

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/quiz"
	"kitpress/quiz/answers"
)

// notes is a keeper of the texts it was given.
type notes map[string]string

func (n notes) SetNote(_ context.Context, name, text string) error {
	if n[name] = text; text == "" {
		delete(n, name)
	}
	return nil
}

func (n notes) ChangeNote(ctx context.Context, name string, change func(string) (string, error)) error {
	text, err := change(n[name])
	if err != nil {
		return err
	}
	return n.SetNote(ctx, name, text)
}

func (n notes) Note(_ context.Context, name string) (string, error) { return n[name], nil }

var langs = []string{"de", "fr", "ja"}

// banks returns the shipped questions.
func banks(t *testing.T) Bank {
	t.Helper()
	all := map[string]*quiz.Bank{}
	for _, lang := range langs {
		topics, problems := library.Questions(catalog.Embedded(), lang)
		if problems.HasErrors() {
			t.Fatal(problems.Err())
		}
		all[lang] = quiz.NewBank(topics, lang)
	}
	return func(lang string) (*quiz.Bank, error) { return all[lang], nil }
}

// spoken returns a right answer as the form on a phone sends it.
func spoken(q quiz.Item) string {
	letters := func(options []quiz.Option, ids []string) string {
		var out []string
		for _, id := range ids {
			out = append(out, quiz.Letter(slices.IndexFunc(options, func(o quiz.Option) bool { return o.ID == id })))
		}
		return strings.Join(out, " ")
	}
	switch q.Kind {
	case quiz.Choice, quiz.Ordering:
		return letters(q.Options, q.Accept)
	case quiz.Matching, quiz.TrueFalse:
		return q.Keys()[0]
	case quiz.List:
		var items []string
		for _, ways := range q.Items {
			items = append(items, ways[0])
		}
		return strings.Join(items, "; ")
	}
	return q.Accept[0]
}

// twelve returns questions of all kinds.
func twelve(b *quiz.Bank) []string {
	var ids []string
	for _, kind := range quiz.Kinds() {
		for i, q := range b.Draw(7, 2, quiz.Filter{Kinds: []quiz.Kind{kind}}) {
			if len(ids) < 12 || i == 0 {
				ids = append(ids, q.ID)
			}
		}
	}
	return ids[len(ids)-12:]
}

// A class answers twelve questions of all kinds in three languages at once: what
// the room says of them is what quiz check says of the same answers, but for
// what the teacher decides.
func TestAClassAgreesWithQuizCheck(t *testing.T) {
	bank := banks(t)
	teacher, _ := bank("de")
	ids := twelve(teacher)
	r := New("room", "123456", Setup{Lang: "de", Questions: ids}, bank, notes{}, time.Time{})
	token := func(i int) string { return fmt.Sprintf("token %d", i) }
	for i := range 28 {
		if err := r.Join("Ada", langs[i%3], "", token(i)); err != nil {
			t.Fatal(err)
		}
	}
	kinds := map[quiz.Kind]bool{}
	for n, id := range ids {
		r.Next(time.Time{})
		var class sync.WaitGroup
		for i := range 28 {
			b, _ := bank(langs[i%3])
			q, _ := b.Item(id)
			kinds[q.Kind] = true
			text := spoken(q)
			switch {
			case (i+n)%4 == 1:
				text = "zzz"
			case (i+n)%4 == 2:
				text += "x"
			}
			class.Go(func() {
				for range 2 { // a phone that lost the network sends it again
					if err := r.Answer(token(i), id, text, time.Time{}); err != nil {
						t.Error(err)
					}
				}
				if p, err := r.Pupil(token(i)); err != nil || !p.Point && text == spoken(q) {
					t.Errorf("%s: %q is right and earns nothing: %+v, %v", q.ID, text, p.Answer, err)
				}
			})
		}
		class.Wait()
		r.Next(time.Time{})
		if err := r.Answer(token(0), id, "a", time.Time{}); !errors.Is(err, ErrClosed) {
			t.Errorf("an answer to a question that is closed: %v", err)
		}
	}
	r.Next(time.Time{})
	if len(kinds) != len(quiz.Kinds()) {
		t.Errorf("%d kinds were asked: %v", len(kinds), kinds)
	}
	points := func() map[string]int {
		all := map[string]int{}
		view, err := r.Teacher()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range view.Standing {
			all[s.Name] = s.Points
		}
		return all
	}
	before := points()
	var given []answers.Given
	for _, row := range r.Rows() {
		given = append(given, answers.Given{Pupil: row[0], Question: row[1], Answer: row[2], Lang: row[3], Ruling: row[4]})
	}
	report, problems := answers.Grade(given, "de", "", func(lang string) *quiz.Bank { b, _ := bank(lang); return b })
	if problems.HasErrors() || len(report.Pupils) != 28 || len(before) != 28 {
		t.Fatal(problems.Err(), len(report.Pupils), len(before))
	}
	sum := 0
	for _, p := range report.Pupils {
		sum += p.Right
		if before[p.Pupil] != p.Right {
			t.Errorf("%s has %d points, quiz check says %d", p.Pupil, before[p.Pupil], p.Right)
		}
	}
	if sum < 28*3 {
		t.Errorf("only %d answers are right", sum)
	}
	view, _ := r.Teacher()
	if len(view.Doubts) == 0 {
		t.Fatal("nothing is nearly right")
	}
	one := view.Doubts[0]
	r.Rule(one.Question, one.Lang, " "+strings.ToUpper(one.Text), true)
	more := 0
	for name, n := range points() {
		more += n - before[name]
	}
	given = nil
	for _, row := range r.Rows() {
		given = append(given, answers.Given{Pupil: row[0], Question: row[1], Answer: row[2], Lang: row[3], Ruling: row[4]})
	}
	report, _ = answers.Grade(given, "de", "", func(lang string) *quiz.Bank { b, _ := bank(lang); return b })
	after := points()
	for _, p := range report.Pupils {
		if after[p.Pupil] != p.Right {
			t.Errorf("after the ruling %s has %d points, quiz check says %d", p.Pupil, after[p.Pupil], p.Right)
		}
	}
	asked, class, err := r.Class()
	if err != nil || len(asked) != len(ids) || len(class) != 29 {
		t.Fatal(len(asked), len(class), err)
	}
	sums := 0
	for i, row := range class[:28] {
		ones := 0
		for _, cell := range row[2:] {
			if cell == "1" {
				ones++
			}
		}
		sums += ones
		if row[1] != strconv.Itoa(after[row[0]]) || ones != after[row[0]] {
			t.Errorf("row %d of the class: %q, of %d points", i, row, after[row[0]])
		}
	}
	for _, cell := range class[28][2:] {
		n, _ := strconv.Atoi(cell)
		sums -= n
	}
	if sums != 0 {
		t.Errorf("columns and rows of the class differ by %d", sums)
	}
	if now, _ := r.Teacher(); more != one.N || len(now.Doubts) != len(view.Doubts)-1 {
		t.Errorf("a ruling about %d answers changed %d; %d doubts are left of %d", one.N, more, len(now.Doubts), len(view.Doubts))
	}
}

func TestWhatIsSaidAgain(t *testing.T) {
	bank := banks(t)
	b, _ := bank("de")
	q := b.Draw(1, 1, quiz.Filter{Kinds: []quiz.Kind{quiz.Choice}})[0]
	r := New("room", "1", Setup{Lang: "de", Questions: []string{q.ID}}, bank, notes{}, time.Time{})
	for _, name := range []string{"", "  ", "a\x00b", "a\u202eb", strings.Repeat("a", 25)} {
		if err := r.Join(name, "de", "", "x"); !errors.Is(err, ErrName) {
			t.Errorf("%q may come in: %v", name, err)
		}
	}
	if err := r.Join(" Ada  L ", "de", "", "x"); err != nil {
		t.Fatal(err)
	}
	if err := r.Answer("x", q.ID, "a", time.Time{}); !errors.Is(err, ErrClosed) {
		t.Errorf("before the question opens: %v", err)
	}
	waits := r.Changed()
	r.Next(time.Time{})
	select {
	case <-waits:
	default:
		t.Error("nobody is told")
	}
	if err := r.Answer("y", q.ID, "a", time.Time{}); !errors.Is(err, ErrGone) {
		t.Errorf("by a stranger: %v", err)
	}
	right := spoken(q)
	for _, text := range []string{"", right, "b"} { // what says nothing can be said again, the first that does counts
		if err := r.Answer("x", q.ID, text, time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	p, err := r.Pupil("x")
	if err != nil || p.Name != "Ada L" || p.Answer == nil || p.Answer.Text != right || !p.Point || p.Points != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	r.Next(time.Time{})
	r.Next(time.Time{})
	if p, _ := r.Pupil("x"); p.Phase != Over || len(p.Standing) != 1 || p.Question != nil {
		t.Errorf("%+v", p)
	}
}

// A quiz goes on after a restart where it was; one that nobody closed is
// forgotten after a day, one that was closed at once.
func TestAQuizGoesOnAfterARestart(t *testing.T) {
	bank, kept, begun := banks(t), notes{}, time.Date(2026, 10, 24, 9, 0, 0, 0, time.UTC)
	b, _ := bank("de")
	before := NewRooms(bank, rand.Reader, kept)
	r, err := before.Begin(Setup{Lang: "de", Questions: twelve(b)}, begun)
	if err != nil {
		t.Fatal(err)
	}
	for i, lang := range langs {
		if err := r.Join("Ada", lang, "", fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		r.Next(time.Time{})
		for i, lang := range langs {
			b, _ := bank(lang)
			q, _ := b.Item(r.Questions[r.at])
			if err := r.Answer(fmt.Sprint(i), q.ID, spoken(q)+strings.Repeat("x", i), time.Time{}); err != nil {
				t.Fatal(err)
			}
		}
		r.Next(time.Time{})
	}
	for _, d := range func() []Said { v, _ := r.Teacher(); return v.Doubts }() {
		r.Rule(d.Question, d.Lang, d.Text, true)
	}
	after := NewRooms(bank, rand.Reader, kept)
	if err := after.Restore(t.Context(), begun.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	again := after.ByPIN(r.PIN)
	if again == nil || again.ID != r.ID {
		t.Fatal("the room is gone")
	}
	say := func(r *Room) string {
		v, err := r.Teacher()
		p, other := r.Pupil("1")
		return fmt.Sprint(v.Phase, v.Number, v.Standing, v.Names, v.Counts, r.Rows(), p.Name, p.Points, p.Answer, err, other)
	}
	if say(r) != say(again) {
		t.Errorf("before: %s\nafter: %s", say(r), say(again))
	}
	if err := after.Close(r.ID); err != nil || len(kept) != 1 {
		t.Errorf("what is kept of a quiz that was closed: %v, %v", kept, err)
	}
	if _, err := after.Begin(Setup{Lang: "de", Questions: twelve(b)}, begun); err != nil {
		t.Fatal(err)
	}
	if late := NewRooms(bank, rand.Reader, kept); late.Restore(t.Context(), begun.Add(25*time.Hour)) != nil || len(late.rooms) > 0 || len(kept) != 1 {
		t.Errorf("what is kept after a day: %v", kept)
	}
}

// A name that is struck is read nowhere any more, and who had it plays on.
func TestStrike(t *testing.T) {
	bank, kept := banks(t), notes{}
	teacher, _ := bank("de")
	r := New("room", "123456", Setup{Lang: "de", Questions: twelve(teacher)[:1]}, bank, kept, time.Time{})
	for i, name := range []string{"Ada", "Dummkopf", "#2", "Eve"} {
		if err := r.Join(name, "de", "", fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := r.Strike("Dummkopf"); !found || err != nil {
		t.Error(found, err)
	}
	if found, _ := r.Strike("Dummkopf"); found {
		t.Error("struck twice")
	}
	if v, err := r.Teacher(); err != nil || fmt.Sprint(v.Names) != "[Ada #2 2 #2 Eve]" {
		t.Errorf("%v, %v", v.Names, err)
	}
	if p, err := r.Pupil("1"); err != nil || p.Name != "#2 2" {
		t.Errorf("%+v, %v", p, err)
	}
	if strings.Contains(fmt.Sprint(kept), "Dummkopf") {
		t.Error("it is kept")
	}
	if err := r.Join("#2", "de", "", "x"); err != nil {
		t.Fatal(err)
	}
	if v, _ := r.Teacher(); v.Names[4] != "#2 3" {
		t.Errorf("two are called the same: %v", v.Names)
	}
}
