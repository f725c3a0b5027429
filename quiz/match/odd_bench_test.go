package match

import (
	"strconv"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/quiz"
)

// Answers nobody would wish for: the key in words with something behind it.
func BenchmarkOddAnswers(b *testing.B) {
	type try struct {
		check  *Checker
		answer string
	}
	topics, problems := library.Questions(catalog.Embedded(), "en")
	if err := problems.Err(); err != nil {
		b.Fatal(err)
	}
	tries := map[quiz.Kind][]try{}
	for _, item := range quiz.NewBank(topics, "en").Items() {
		checker, _ := New(item.Question, "en")
		keys := item.Keys()
		tries[item.Kind] = append(tries[item.Kind], try{checker, keys[len(keys)-1] + " " + strconv.Itoa(len(tries))})
	}
	for _, kind := range quiz.Kinds() {
		list := tries[kind]
		b.Run(string(kind), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				list[i%len(list)].check.Check(list[i%len(list)].answer)
			}
		})
	}
}
