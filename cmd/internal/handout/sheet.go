package handout

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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

// keySizes are the sizes of the questions in the key, in points.
var keySizes = []float64{10.5, 10, 9.5, 9}

// key returns the answers at a glance and then each question with what counts
// and why, in two columns.
func (b *quizBuilder) key() press.Handout {
	title := b.titled(b.word("handout.key"))
	f := &flow.Flow{Title: title, Running: b.join(title, b.word("handout.keep")), Lang: b.l.Lang, Sizes: keySizes}
	f.Blocks = append(f.Blocks, sheetHead(title, map[string]any{"kicker": b.word("handout.keep"), "note": b.cardless()}), b.overview())
	list := &flow.Panels{Template: "key-question", Columns: true, Grow: sheetGrow}
	for _, q := range b.questions {
		list.Cells = append(list.Cells, b.explained(q))
	}
	f.Blocks = append(f.Blocks, list)
	return press.Handout{ID: Key, Name: title, For: catalog.PerClass, Flow: f, Style: "handout"}
}

// cardless names the questions that have no card, "" for none.
func (b *quizBuilder) cardless() string {
	var list []string
	for _, q := range b.questions {
		if q.Kind == quiz.Matching {
			list = append(list, strconv.Itoa(q.number))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return b.word("handout.no-card", "List", b.join(list...))
}

// wideTopics is how much wider the topics are than the answers at a glance, most of
// which are letters.
const wideTopics = 1.45

// overview is the key at a glance: number, topic and answer, in two columns.
func (b *quizBuilder) overview() *flow.Table {
	t := &flow.Table{}
	half, topics := (len(b.questions)+1)/2, wideTopics
	if slices.ContainsFunc(b.questions, func(q question) bool {
		return q.letters == "" && slices.ContainsFunc(strings.Fields(strings.Join(q.key, " ")), func(word string) bool { return utf8.RuneCountInString(word) > longestEntire })
	}) {
		topics = 1 // a long word needs the room
	}
	for range min(2, len(b.questions)) {
		t.Columns = append(t.Columns, flow.Column{Width: layout.MM(10)}, flow.Column{Share: topics}, flow.Column{Share: 1})
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
	lines, marks := slices.Clone(q.key), slices.Clone(q.keyMarks)
	if len(marks) > 0 {
		lines = slices.Clone(q.keyLines)
	}
	for len(marks) < len(lines) {
		marks = append(marks, cmp.Or(q.letters, "check"))
	}
	answers := len(lines)
	lines, marks = append(lines, q.Explain), append(marks, "info")
	ground := len(lines)
	for i, o := range q.Options {
		if why := o.Because; why != "" {
			lines, marks = append(lines, b.word("handout.because", "Text", o.Text, "Why", why)), append(marks, quiz.Letter(i))
		}
	}
	if also := b.also(q); also != "" {
		lines, marks = append(lines, b.word("handout.also", "List", also)), append(marks, "plus")
	}
	if wrong := b.telling(q.Wrong, nil); len(wrong) > 0 {
		lines, marks = append(lines, b.word("handout.not", "List", b.join(entire(wrong)...))), append(marks, "minus")
	}
	return flow.Panel{Alt: b.join(slices.Concat([]string{strconv.Itoa(q.number) + " " + q.Ask}, about, lines)...), Vars: map[string]any{
		"number": strconv.Itoa(q.number), "ask": q.Ask, "code": code, "level": q.Level, "points": b.word("handout.points-made", "Count", 1),
		"picture": q.picture, "lines": lines, "marks": marks, "answers": answers, "ground": ground,
	}}
}

// also returns the other ways to say the answer that count.
func (b *quizBuilder) also(q question) string {
	switch q.Kind {
	case quiz.Short:
		return b.join(entire(b.telling(q.Accept, q.key))...)
	case quiz.List:
		var list []string
		for _, ways := range q.Items {
			if more := b.telling(ways, ways[:1]); len(more) > 0 {
				list = append(list, strings.Join(entire(append(ways[:1:1], more...)), "\u00a0/ "))
			}
		}
		return b.join(list...)
	}
	return ""
}

// telling returns those of the spellings a person need be told: not what has a
// known one or one before it in it, and no kana beside the same in kanji, which
// are listed for those who type.
func (b *quizBuilder) telling(ways, known []string) (list []string) {
	has := func(s string, script *unicode.RangeTable) bool {
		return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(script, r) })
	}
	kanji := slices.ContainsFunc(ways, func(s string) bool { return has(s, unicode.Han) })
	for _, s := range ways {
		reading := kanji && b.l.Lang == "ja" && has(s, unicode.Hiragana) && !has(s, unicode.Han)
		folded := func(part string) bool { return strings.Contains(fold(s), fold(part)) }
		if !reading && !slices.ContainsFunc(known, folded) && !slices.ContainsFunc(list, folded) {
			list = append(list, s)
		}
	}
	return list
}

// longestEntire is the number of runes up to which an answer in a list stays on one
// line: more might have no room in one.
const longestEntire = 16

// entire returns answers that no line ends inside of, but in long ones.
func entire(list []string) []string {
	list = slices.Clone(list)
	for i, s := range list {
		if utf8.RuneCountInString(s) > longestEntire {
			continue
		}
		list[i] = strings.ReplaceAll(s, " ", "\u00a0")
		if strings.ContainsFunc(s, func(r rune) bool { return r > 0x3000 }) { // lines end between any two
			list[i] = strings.Join(strings.Split(list[i], ""), "\u2060")
		}
	}
	return list
}

// fold returns a spelling without case, spaces and hyphens.
func fold(s string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(s))
}
