package live

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// A Class is what a class did in its quizzes: who got how much right of which
// topic. It is kept until somebody deletes it, here and nowhere else.
type Class struct {
	Name    string
	Lessons []Lesson // the oldest first
}

// A Lesson is one quiz of a class.
type Lesson struct {
	Room  string // its id
	Began time.Time
	Marks []Mark
}

// A Mark is what a pupil got right of a topic.
type Mark struct {
	Pupil, Topic    string
	Right, Answered int
}

// classesNote is the note with the names of all classes; that of a class is
// called after it.
const classesNote = "classes"

func noteOfClass(name string) string { return "class " + name }

// enrol notes that there is the class a quiz is for.
func (s *Rooms) enrol(how *Setup) error {
	if how.ClassName == "" {
		return nil
	}
	name, ok := nameOf(how.ClassName)
	if !ok {
		return ErrName
	}
	how.ClassName = name
	ctx := context.Background()
	err := changeNote(ctx, s.keeper, noteOfClass(name), func(c *Class) bool {
		c.Name = name
		return true
	})
	if err != nil {
		return err
	}
	return changeNote(ctx, s.keeper, classesNote, func(names *[]string) bool {
		if !slices.Contains(*names, name) {
			*names = append(*names, name)
			slices.Sort(*names)
		}
		return true
	})
}

// changeNote changes what a note says; change says whether it is kept.
func changeNote[T any](ctx context.Context, keeper Keeper, name string, change func(*T) bool) error {
	return keeper.ChangeNote(ctx, name, func(text string) (string, error) {
		var v T
		if text != "" {
			if err := json.Unmarshal([]byte(text), &v); err != nil {
				return "", err
			}
		}
		if !change(&v) {
			return "", nil
		}
		data, err := json.Marshal(v)
		return string(data), err
	})
}

// report writes what was done here into the report of the class, in place of
// what was written before; not when the class was deleted. It is called under
// the lock.
func (r *Room) report() error {
	if r.ClassName == "" || len(r.pupils) == 0 {
		return nil
	}
	marks, err := r.marks()
	if err != nil {
		return err
	}
	return changeNote(context.Background(), r.keeper, noteOfClass(r.ClassName), func(c *Class) bool {
		if c.Name == "" {
			return false
		}
		c.Lessons = slices.DeleteFunc(c.Lessons, func(l Lesson) bool { return l.Room == r.ID })
		if len(marks) > 0 {
			c.Lessons = append(c.Lessons, Lesson{r.ID, r.began, marks})
		}
		slices.SortStableFunc(c.Lessons, func(a, b Lesson) int { return a.Began.Compare(b.Began) })
		return true
	})
}

// marks returns what each pupil got right, by topic.
func (r *Room) marks() ([]Mark, error) {
	var list []Mark
	for _, p := range r.pupils {
		for _, id := range r.Questions {
			if !p.settled(id) {
				continue
			}
			item, err := r.item(id, r.Lang)
			if err != nil {
				return nil, err
			}
			i := slices.IndexFunc(list, func(m Mark) bool { return m.Pupil == p.name && m.Topic == item.Topic })
			if i < 0 {
				i, list = len(list), append(list, Mark{Pupil: p.name, Topic: item.Topic})
			}
			list[i].Answered++
			if point, _ := r.point(id, p.answers[id]); point {
				list[i].Right++
			}
		}
	}
	return list, nil
}

// Classes returns the classes there are reports of.
func (s *Rooms) Classes(ctx context.Context) ([]Class, error) {
	text, err := s.keeper.Note(ctx, classesNote)
	if err != nil || text == "" {
		return nil, err
	}
	var names []string
	if err := json.Unmarshal([]byte(text), &names); err != nil {
		return nil, err
	}
	var list []Class
	for _, name := range names {
		text, err := s.keeper.Note(ctx, noteOfClass(name))
		if err != nil {
			return nil, err
		}
		var c Class
		if text == "" { // it is being deleted
			continue
		}
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// DeleteClass deletes the report of a class.
func (s *Rooms) DeleteClass(ctx context.Context, name string) error {
	err := changeNote(ctx, s.keeper, classesNote, func(names *[]string) bool {
		*names = slices.DeleteFunc(*names, func(n string) bool { return n == name })
		return len(*names) > 0
	})
	if err != nil {
		return err
	}
	return s.keeper.SetNote(ctx, noteOfClass(name), "")
}

// A Row is what a pupil got right in all lessons, by topic.
type Row struct {
	Pupil   string
	Lessons int
	All     Mark
	By      map[string]Mark
}

// Table returns the topics of a class and its pupils, by name. Who writes a name
// in other capitals is the same.
func (c Class) Table() (topics []string, rows []Row) {
	at := map[string]int{}
	for _, l := range c.Lessons {
		here := map[string]bool{}
		for _, m := range l.Marks {
			key := strings.ToLower(m.Pupil)
			if _, known := at[key]; !known {
				at[key] = len(rows)
				rows = append(rows, Row{Pupil: m.Pupil, By: map[string]Mark{}})
			}
			row := &rows[at[key]]
			if !here[key] {
				here[key] = true
				row.Lessons++
			}
			if !slices.Contains(topics, m.Topic) {
				topics = append(topics, m.Topic)
			}
			of := row.By[m.Topic]
			row.By[m.Topic] = Mark{m.Pupil, m.Topic, of.Right + m.Right, of.Answered + m.Answered}
			row.All.Right, row.All.Answered = row.All.Right+m.Right, row.All.Answered+m.Answered
		}
	}
	slices.Sort(topics)
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Pupil), strings.ToLower(b.Pupil)), strings.Compare(a.Pupil, b.Pupil))
	})
	return topics, rows
}
