package match

import (
	"testing"

	"kitpress/quiz"
)

// The bar is 50 µs an answer; every kind of question and every language is in
// the mix, prepared once as a class's answers are.
func BenchmarkCheck(b *testing.B) {
	list := labelled(b, "")
	checkers := map[string]*Checker{}
	for _, x := range list {
		if checkers[x.id] == nil {
			checkers[x.id], _ = New(x.q, x.lang)
		}
	}
	for i := 0; b.Loop(); i++ {
		x := list[i%len(list)]
		checkers[x.id].Check(x.answer)
	}
}

// One kind at a time.
func BenchmarkKinds(b *testing.B) {
	byKind := map[quiz.Kind][]tried{}
	for _, x := range labelled(b, "") {
		byKind[x.q.Kind] = append(byKind[x.q.Kind], x)
	}
	for _, kind := range quiz.Kinds() {
		b.Run(string(kind), func(b *testing.B) {
			list := byKind[kind]
			checkers := make([]*Checker, len(list))
			for i, x := range list {
				checkers[i], _ = New(x.q, x.lang)
			}
			for i := 0; b.Loop(); i++ {
				checkers[i%len(list)].Check(list[i%len(list)].answer)
			}
		})
	}
}

// A question that is prepared for each answer.
func BenchmarkNew(b *testing.B) {
	list := table(b)
	for i := 0; b.Loop(); i++ {
		x := list[i%len(list)]
		Check(x.q, x.lang, x.answer)
	}
}

// The longest answers there may be.
func BenchmarkLong(b *testing.B) {
	long := ""
	for len(long) < 190 {
		long += "überprüfung "
	}
	c, _ := New(quiz.Question{Kind: quiz.Short, Accept: []string{long + "x"}, Wrong: []string{long + "yz"}}, "de")
	for b.Loop() {
		c.Check(long + "z")
	}
}
