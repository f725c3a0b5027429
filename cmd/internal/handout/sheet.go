package handout

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/layout/flow"
	"kitpress/quiz"
)

// sheetSizes are the sizes of the options on a worksheet, in points, the
// largest first.
var sheetSizes = []float64{11, 10.5, 10, 9.5, 9, 8}

// sheetGrow and tellGrow are by which share of their height the questions, and
// the lines at the end, may grow to fill a page.
const (
	sheetGrow = 0.25
	tellGrow  = 3
)

// worksheet returns the questions with room for the answers: what has several
// lines to choose from two beside each other, the others across the page.
func (b *quizBuilder) worksheet() press.Handout {
	title := b.titled(b.word("handout.worksheet"))
	f := &flow.Flow{Title: title, Running: b.join(b.l.Texts.Text(b.l.Game.Name), title), Lang: b.l.Lang, Sizes: sheetSizes}
	f.Blocks = append(f.Blocks, sheetHead(title, map[string]any{
		"label": b.word("handout.name"), "class": b.word("handout.class"), "date": b.word("handout.date"), "points": b.word("handout.points"),
		"of": strconv.Itoa(len(b.questions)), "note": b.word("handout.instructions", "Minutes", b.minutes()),
	}))
	var pairs *flow.Panels
	for _, q := range b.questions {
		rows := &flow.Panels{Template: "worksheet-question", Grow: sheetGrow}
		if half := q.Kind == quiz.Choice || q.Kind == quiz.Ordering; half && pairs != nil {
			rows = pairs
		} else {
			f.Blocks, pairs = append(f.Blocks, rows), nil
			if half {
				rows.Pairs, pairs = true, rows
			}
		}
		vars := q.onPaper()
		vars["picture"] = q.picture
		rows.Cells = append(rows.Cells, flow.Panel{Vars: vars, Alt: b.join(slices.Concat([]string{strconv.Itoa(q.number) + " " + q.Ask, q.onSheet}, q.lines)...)})
	}
	tell, line := b.word("handout.tell"), b.word("handout.tell-line")
	f.Blocks = append(f.Blocks, &flow.Panels{Template: "worksheet-tell", Spare: true, Grow: tellGrow, Cells: []flow.Panel{{Vars: map[string]any{"title": tell, "line": line}, Alt: b.join(tell, line)}}})
	return press.Handout{ID: Worksheet, Name: title, For: catalog.PerPlayer, Flow: f, Style: "handout"}
}

// sheetHead is the head of a page with the picture of the game. What vars
// leave out is not on it.
func sheetHead(title string, vars map[string]any) flow.Block {
	all := map[string]any{"title": title}
	for _, name := range []string{"kicker", "label", "class", "date", "points", "of", "note"} {
		all[name] = cmp.Or(vars[name], any(""))
	}
	return &flow.Panels{Template: "handout-head", Heading: &flow.Heading{Level: 1, Text: title, Anchor: "sheet"}, Cells: []flow.Panel{{Vars: all, Alt: title}}}
}

// onPaper returns what the template of a worksheet shows of a question.
func (q question) onPaper() map[string]any {
	vars := map[string]any{
		"number": strconv.Itoa(q.number), "kind": "tick", "ask": q.Ask, "how": q.onSheet, "marks": q.marks, "lines": q.lines,
		"rights": []string{}, "right": []string{}, "unit": q.Unit, "need": 1,
	}
	switch q.Kind {
	case quiz.TrueFalse:
		vars["kind"] = "pair"
	case quiz.Choice: // as it is
	case quiz.Matching:
		n := len(q.Left)
		vars["kind"], vars["marks"], vars["lines"], vars["rights"], vars["right"] = "matching", q.marks[:n], q.lines[:n], q.marks[n:], q.lines[n:]
	case quiz.Number:
		vars["kind"] = "number"
	case quiz.List:
		vars["kind"], vars["need"] = "write", max(2, q.Need)
	case quiz.Ordering:
		vars["kind"] = "ordering"
	default:
		vars["kind"] = "write"
	}
	return vars
}

// seconds are how long an answer takes on paper, about: to read, to think, to
// write. A designed figure, to be corrected by what classes need.
func (q question) seconds() int {
	switch q.Kind {
	case quiz.TrueFalse:
		return 40
	case quiz.Choice, quiz.Short:
		return 60
	case quiz.Number, quiz.List:
		return 90
	}
	return 120
}

// minutes is the time for the whole worksheet, in steps of five minutes.
func (b *quizBuilder) minutes() int {
	sum := 0
	for _, q := range b.questions {
		sum += q.seconds()
	}
	return max(1, (sum+299)/300) * 5
}

// keyGrow is by which share of its height a question of the key may grow: room
// that nobody writes in is waste, a little keeps pages even.
const keyGrow = 0.1

// key returns the answers at a glance and then each question with what counts
// and why.
func (b *quizBuilder) key() press.Handout {
	title := b.titled(b.word("handout.key"))
	f := &flow.Flow{Title: title, Running: b.join(title, b.word("handout.keep")), Lang: b.l.Lang}
	f.Blocks = append(f.Blocks, sheetHead(title, map[string]any{"kicker": b.word("handout.keep")}), b.overview())
	for _, q := range b.questions {
		f.Blocks = append(f.Blocks, &flow.Panels{Template: "key-question", Grow: keyGrow, Cells: []flow.Panel{b.explained(q)}})
	}
	return press.Handout{ID: Key, Name: title, For: catalog.PerClass, Flow: f, Style: "handout"}
}

// overview is the key at a glance: number, topic and answer, in two columns.
func (b *quizBuilder) overview() *flow.Table {
	t := &flow.Table{}
	half := (len(b.questions) + 1) / 2
	for range min(2, len(b.questions)) {
		t.Columns = append(t.Columns, flow.Column{Width: layout.MM(10)}, flow.Column{Share: 1}, flow.Column{Share: 1})
		t.Head = append(t.Head, b.word("handout.no"), b.word("handout.topic"), b.word("handout.answer"))
	}
	for i := range half {
		var row flow.Row
		for n := i; len(row.Cells) < len(t.Columns); n += half {
			if n >= len(b.questions) {
				row.Cells = append(row.Cells, "", "", "")
				continue
			}
			q := b.questions[n]
			row.Cells = append(row.Cells, strconv.Itoa(q.number), q.Title, "**"+cmp.Or(q.letters, b.join(q.key...))+"**")
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// explained is a question with its answer, what also counts, why, and why not
// the others.
func (b *quizBuilder) explained(q question) flow.Panel {
	var about []string
	code := ""
	if t := b.l.Game.Topics[q.Topic]; t != nil {
		code = t.Code
		about = append(about, code)
	}
	about = append(about, b.word("quiz.level."+strconv.Itoa(q.Level)))
	left, leftMarks := slices.Clone(q.key), slices.Clone(q.keyMarks)
	if len(leftMarks) > 0 {
		left = slices.Clone(q.keyLines)
	}
	for len(leftMarks) < len(left) {
		leftMarks = append(leftMarks, cmp.Or(q.letters, "check"))
	}
	answers := len(left)
	var right, rightMarks []string
	for i, o := range q.Options {
		if why := o.Because; why != "" {
			right, rightMarks = append(right, b.word("handout.because", "Text", o.Text, "Why", why)), append(rightMarks, quiz.Letter(i))
		}
	}
	if also := b.also(q); also != "" {
		right, rightMarks = append(right, b.word("handout.also", "List", also)), append(rightMarks, "plus")
	}
	if len(q.Wrong) > 0 {
		right, rightMarks = append(right, b.word("handout.not", "List", b.join(q.Wrong...))), append(rightMarks, "minus")
	}
	if len(right) > 0 {
		left, leftMarks = append(left, q.Explain), append(leftMarks, "info")
	} else {
		right, rightMarks = []string{q.Explain}, []string{"info"}
	}
	return flow.Panel{Alt: b.join(slices.Concat([]string{strconv.Itoa(q.number) + " " + q.Ask}, about, left, right)...), Vars: map[string]any{
		"number": strconv.Itoa(q.number), "ask": q.Ask, "code": code, "level": q.Level, "points": b.word("handout.points-made", "Count", 1),
		"picture": q.picture, "left": left, "leftMarks": leftMarks, "answers": answers, "right": right, "rightMarks": rightMarks,
	}}
}

// also returns the other ways to say the answer that count.
func (b *quizBuilder) also(q question) string {
	switch q.Kind {
	case quiz.Short:
		return b.join(q.Accept[min(1, len(q.Accept)):]...)
	case quiz.List:
		var list []string
		for _, ways := range q.Items {
			list = append(list, strings.Join(ways, " / "))
		}
		return b.join(list...)
	}
	return ""
}
