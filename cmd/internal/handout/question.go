package handout

import (
	"slices"
	"strconv"
	"strings"

	"kitpress/i18n"
	"kitpress/quiz"
)

// A question is an item as it is printed: what to do, what there is to choose
// from, and the key in words.
type question struct {
	quiz.Item
	number  int
	how     string // what to do, on a card
	onSheet string // and on the worksheet, where there are boxes
	icon    string
	kind    string   // what cards about it are, and
	picture string   // the icon of one
	marks   []string // before each line there is to choose from
	lines   []string
	key     []string // the answer, a line each
	letters string   // the answer in letters, "" where there are none

	keyMarks, keyLines []string // of a key in letters, a line each, and what stands before it
}

// questionOf says an item in words.
func questionOf(item quiz.Item, number int, l *i18n.Texts) question {
	if i := slices.IndexFunc(item.Units, func(u quiz.Unit) bool { return u.Factor == "" || u.Factor == "1" }); i >= 0 && item.Unit == "" {
		item.Unit = item.Units[i].Names[0] // what counts as one is what is asked for
	}
	item.Title, item.Ask, item.Explain = escape(item.Title), escape(item.Ask), escape(item.Explain)
	q := question{Item: item, number: number, icon: "question-mark"}
	word := l.Word
	q.how = word("handout.how." + string(item.Kind))
	q.onSheet = q.how
	switch item.Kind {
	case quiz.Choice:
		q.icon = "list-checks"
		switch {
		case item.Several && item.SaysHowMany(): // it need not be said twice
			q.how, q.onSheet = word("handout.how.letters"), word("handout.how.tick")
		case item.Several:
			q.how = word("handout.how.several")
			q.onSheet = q.how
		}
		q.choose(item.Options)
		q.pick(word)
	case quiz.Ordering:
		q.icon = "list-numbers"
		q.choose(item.Options)
		q.order()
	case quiz.TrueFalse:
		q.icon = "check-fat"
		q.marks, q.lines = []string{"a", "b"}, []string{word("handout.true"), word("handout.false")}
		right := 1
		if slices.Equal(item.Accept, []string{"true"}) {
			right = 0
		}
		q.letters = q.marks[right]
		q.step(q.letters, word("handout.marked", "Mark", q.letters, "Text", q.lines[right]), q.lines[right])
	case quiz.Matching:
		q.icon = "share-network"
		q.match(word)
	case quiz.List:
		q.icon = "rows"
		for _, ways := range item.Items {
			q.key = append(q.key, ways[0])
		}
	case quiz.Number:
		q.icon = "ruler"
		for _, n := range item.Accept[:1] {
			q.key = []string{strings.TrimSpace(strings.Replace(n, ".", l.Locale().Decimal, 1) + " " + item.Unit)}
		}
	default:
		q.icon = "pencil-simple"
		q.key = item.Accept[:min(1, len(item.Accept))]
	}
	return q
}

// choose lists options by letter.
func (q *question) choose(options []quiz.Option) {
	for i, o := range options {
		q.marks, q.lines = append(q.marks, quiz.Letter(i)), append(q.lines, escape(o.Text))
	}
}

// escape keeps stars in a text from becoming mark-up.
func escape(s string) string { return strings.ReplaceAll(s, "*", "*\u2060") }

// pick notes the options that are the answer, in the order they are shown in.
func (q *question) pick(word func(string, ...any) string) {
	var letters []string
	for i, o := range q.Options {
		if slices.Contains(q.Accept, o.ID) {
			letters = append(letters, quiz.Letter(i))
			q.step(quiz.Letter(i), word("handout.marked", "Mark", quiz.Letter(i), "Text", o.Text), o.Text)
		}
	}
	q.letters = strings.Join(letters, " ")
}

// order notes the options in their right order.
func (q *question) order() {
	var letters []string
	for n, id := range q.Accept {
		i := slices.IndexFunc(q.Options, func(o quiz.Option) bool { return o.ID == id })
		letters = append(letters, quiz.Letter(i))
		q.step(strconv.Itoa(n+1)+quiz.Letter(i), strconv.Itoa(n+1)+". "+q.Options[i].Text, q.Options[i].Text)
	}
	q.letters = strings.Join(letters, " → ")
}

// step adds a line to a key that is made of several.
func (q *question) step(mark, line, text string) {
	q.key = append(q.key, escape(line))
	q.keyMarks, q.keyLines = append(q.keyMarks, mark), append(q.keyLines, escape(text))
}

// match lists the two columns of a matching, and what belongs to what.
func (q *question) match(word func(string, ...any) string) {
	var letters []string
	for i, left := range q.Left {
		n := strconv.Itoa(i + 1)
		q.marks, q.lines = append(q.marks, n), append(q.lines, escape(left.Text))
		for _, p := range q.Pairs {
			if p.Left != left.ID {
				continue
			}
			j := slices.IndexFunc(q.Right, func(o quiz.Option) bool { return o.ID == p.Right })
			letters = append(letters, n+quiz.Letter(j))
			mark, text := n+quiz.Letter(j), left.Text+" → "+q.Right[j].Text
			q.step(mark, word("handout.marked", "Mark", mark, "Text", text), text)
		}
	}
	q.choose(q.Right)
	q.letters = strings.Join(letters, " ")
}
