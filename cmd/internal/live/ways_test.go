package live

import (
	"crypto/rand"
	"errors"
	"fmt"
	"testing"
	"time"

	"kitpress/quiz"
)

// some returns n questions of choice about different topics.
func some(t *testing.T, bank Bank, n int) []string {
	t.Helper()
	b, err := bank("de")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, q := range b.Draw(3, n, quiz.Filter{Kinds: []quiz.Kind{quiz.Choice}}) {
		ids = append(ids, q.ID)
	}
	return ids
}

// right and wrong return an answer in letters to a question of choice.
func right(bank Bank, id string) string {
	b, _ := bank("de")
	q, _ := b.Item(id)
	return spoken(q)
}

func wrong(bank Bank, id string) string {
	for _, letter := range []string{"a", "b"} {
		if letter != right(bank, id) {
			return letter
		}
	}
	return ""
}

// Each pupil goes at a pace of their own, is told at once, and waits at the end;
// the teacher sees how far they are and ends it. A restart changes nothing.
func TestAPaceOfTheirOwn(t *testing.T) {
	bank, kept := banks(t), notes{}
	rooms := NewRooms(bank, rand.Reader, kept)
	ids := some(t, bank, 3)
	r, err := rooms.Begin(Setup{Lang: "de", Questions: ids, Alone: true, Fast: true}, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Ada", "Bea"} {
		if err := r.Join(name, "de", "", name); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Turn("Ada"); !errors.Is(err, ErrClosed) {
		t.Errorf("on before it began: %v", err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(r.Next(time.Unix(1, 0)))
	for i, id := range ids {
		if p, _ := r.Pupil("Ada"); p.Phase != Open || p.Number != i+1 || p.Question.ID != id || p.Answer != nil {
			t.Fatalf("question %d: %+v", i+1, p)
		}
		if err := r.Turn("Ada"); !errors.Is(err, ErrClosed) {
			t.Errorf("on without an answer: %v", err)
		}
		must(r.Answer("Ada", id, right(bank, id), time.Unix(2, 0)))
		must(r.Answer("Ada", id, "b", time.Unix(3, 0))) // the first counts
		if p, _ := r.Pupil("Ada"); p.Phase != Closed || p.Points != i+1 || !p.Point || p.Fast {
			t.Errorf("told: %+v", p)
		}
		must(r.Turn("Ada"))
	}
	if err := r.Answer("Bea", ids[1], "a", time.Unix(2, 0)); !errors.Is(err, ErrClosed) {
		t.Errorf("an answer to a question that is to come: %v", err)
	}
	must(r.Answer("Bea", ids[0], wrong(bank, ids[0]), time.Unix(2, 0)))
	after := NewRooms(bank, rand.Reader, kept)
	must(after.Restore(t.Context(), time.Unix(60, 0)))
	r = after.Room(r.ID)
	if p, _ := r.Pupil("Ada"); p.Phase != Done || p.Points != 3 || p.Standing != nil {
		t.Errorf("at the end: %+v", p)
	}
	v, err := r.Teacher()
	if err != nil || fmt.Sprint(v.Progress) != "[{Ada 3} {Bea 1}]" || v.Question != nil || !v.Alone {
		t.Errorf("%+v, %v", v, err)
	}
	must(r.Next(time.Unix(5, 0)))
	if p, _ := r.Pupil("Bea"); p.Phase != Over || len(p.Standing) != 2 {
		t.Errorf("%+v", p)
	}
	if len(r.Rows()) != 4 {
		t.Errorf("%v", r.Rows())
	}
}

// Soon earns more only where the teacher wants it; whatever comes late is worth
// its points, and what is wrong none.
func TestSpeed(t *testing.T) {
	bank := banks(t)
	ids := some(t, bank, 1)
	for _, c := range []struct {
		fast   bool
		after  time.Duration
		points int
	}{{false, 0, 1}, {false, time.Hour, 1}, {true, 0, 20}, {true, 2 * time.Second, 20}, {true, 7 * time.Second, 18}, {true, time.Hour, 10}, {true, -time.Hour, 20}} {
		r := New("room", "1", Setup{Lang: "de", Questions: ids, Fast: c.fast}, bank, notes{}, time.Time{})
		for _, name := range []string{"Ada", "Bea"} {
			if err := r.Join(name, "de", "", name); err != nil {
				t.Fatal(err)
			}
		}
		begun := time.Unix(1000, 0)
		r.Next(begun)
		for name, text := range map[string]string{"Ada": right(bank, ids[0]), "Bea": wrong(bank, ids[0])} {
			if err := r.Answer(name, ids[0], text, begun.Add(c.after)); err != nil {
				t.Fatal(err)
			}
		}
		if v, _ := r.Teacher(); v.Standing[0].Points != c.points || v.Standing[1].Points != 0 {
			t.Errorf("%+v: %+v", c, v.Standing)
		}
	}
}

// Teams are chosen or dealt so that none is larger by two; the points of each
// pupil count on average, so a small team is as good as a large one.
func TestTeams(t *testing.T) {
	bank := banks(t)
	ids := some(t, bank, 2)
	dealt := New("room", "1", Setup{Lang: "de", Questions: ids, Teams: []string{"red", "blue", "green"}, Deal: true}, bank, notes{}, time.Time{})
	for i := range 8 {
		if err := dealt.Join("Ada", "de", "red", fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	if got := fmt.Sprint(dealt.TeamSizes()); got != "map[blue:3 green:2 red:3]" {
		t.Error(got)
	}
	r := New("room", "1", Setup{Lang: "de", Questions: ids, Teams: []string{"red", "blue", "green"}}, bank, notes{}, time.Time{})
	for _, team := range []string{"", "pink"} {
		if err := r.Join("Ada", "de", team, "x"); !errors.Is(err, ErrTeam) {
			t.Errorf("%q: %v", team, err)
		}
	}
	for i, team := range []string{"red", "red", "red", "blue"} {
		if err := r.Join(fmt.Sprint("P", i), "de", team, fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range ids {
		r.Next(time.Time{})
		for _, i := range []string{"0", "3"} {
			r.Answer(i, id, right(bank, id), time.Time{})
		}
		r.Next(time.Time{})
	}
	r.Next(time.Time{})
	p, err := r.Pupil("1")
	if err != nil || p.Team != "red" || fmt.Sprint(p.Teams) != "[{blue 2 1 1 } {red 2 2 3 }]" {
		t.Errorf("%+v, %v", p.Teams, err)
	}
}

// What a class did is kept lesson by lesson until it is deleted, and not at all
// where no class is named.
func TestClassReport(t *testing.T) {
	bank, kept := banks(t), notes{}
	rooms := NewRooms(bank, rand.Reader, kept)
	ids := some(t, bank, 2)
	if _, err := rooms.Begin(Setup{Lang: "de", Questions: ids, ClassName: "7\u202eb"}, time.Unix(0, 0)); !errors.Is(err, ErrName) {
		t.Errorf("a class with a name that hides: %v", err)
	}
	lesson := func(class string, day int64, over bool, names ...string) *Room {
		t.Helper()
		r, err := rooms.Begin(Setup{Lang: "de", Questions: ids, ClassName: class}, time.Unix(day*86400, 0))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			r.Join(name, "de", "", name)
		}
		for i, id := range ids {
			r.Next(time.Time{})
			for n, name := range names {
				text := right(bank, id)
				if n == i {
					text = wrong(bank, id)
				}
				if err := r.Answer(name, id, text, time.Time{}); err != nil {
					t.Fatal(err)
				}
			}
			r.Next(time.Time{})
		}
		if over {
			r.Next(time.Time{})
		}
		return r
	}
	lesson("", 0, true, "Zoe")
	if list, err := rooms.Classes(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("kept without a class: %v, %v", list, err)
	}
	lesson(" 7b ", 1, true, "Ada", "Bea", "Cem")
	early := lesson("7b", 2, false, "ada", "Bea")
	if err := rooms.Close(early.ID); err != nil { // without the last step
		t.Fatal(err)
	}
	open := lesson("8a", 3, true, "Zoe")
	list, err := rooms.Classes(t.Context())
	if err != nil || len(list) != 2 || list[0].Name != "7b" || len(list[0].Lessons) != 2 || len(list[1].Lessons) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	topics, rows := list[0].Table()
	if len(topics) != 2 || len(rows) != 3 || rows[0].Pupil != "Ada" || rows[0].Lessons != 2 || rows[2].Lessons != 1 ||
		rows[0].All.Right != 2 || rows[0].All.Answered != 4 || rows[2].All.Right != 2 || rows[1].By[topics[0]].Answered != 2 {
		t.Errorf("%v %+v", topics, rows)
	}
	open.Strike("Zoe") // it is gone from the report, too
	if list, _ := rooms.Classes(t.Context()); list[1].Lessons[0].Marks[0].Pupil != "#1" || len(list[1].Lessons) != 1 {
		t.Errorf("%+v", list[1])
	}
	for _, name := range []string{"7b", "8a"} {
		if err := rooms.DeleteClass(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	open.Strike("#1")
	if list, err := rooms.Classes(t.Context()); err != nil || len(list) != 0 || kept[classesNote] != "" || kept[noteOfClass("8a")] != "" {
		t.Errorf("after it was deleted: %v, %v, %v", list, err, kept)
	}
}
