package handout

import (
	"strconv"
	"strings"

	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/layout/flow"
	"kitpress/quiz"
)

// The handouts of a quiz.
const (
	Cards       = "question-cards"
	Slips       = "answer-slips"
	Worksheet   = "worksheet"
	Key         = "teachers-key"
	Certificate = "certificate"
)

// QuizParts are the handouts of a quiz, in the order they are made.
func QuizParts() []string { return []string{Cards, Slips, Worksheet, Key, Certificate} }

// cardSizes are the sizes of the options on a card, in points, the largest
// first.
var cardSizes = []float64{11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7}

// Quiz returns the handouts for questions in one language, in the
// look of the game they are for. own says that they are somebody's own, which
// may be about anything.
// variant names the order the options are in, "" for the usual one.
func Quiz(l *press.Localization, items []quiz.Item, own bool, variant string) []press.Handout {
	b := &quizBuilder{l: l, own: own, variant: variant, word: l.Texts.Word}
	for i, item := range items {
		b.questions = append(b.questions, questionOf(item.Variant(variant), i+1, l.Texts))
	}
	return []press.Handout{b.cards(), b.slips(), b.worksheet(), b.key(), b.certificate()}
}

type quizBuilder struct {
	l         *press.Localization
	own       bool
	variant   string
	word      func(id string, args ...any) string
	questions []question
}

func (b *quizBuilder) cards() press.Handout {
	h := press.Handout{ID: Cards, Name: b.word("handout.cards"), Stock: "card", Sheet: "cards"}
	for _, q := range b.questions {
		if q.Kind == quiz.Choice { // the key is the line
			q.keyMarks, q.keyLines = nil, nil
		}
		vars := map[string]any{
			"number": strconv.Itoa(q.number), "topic": q.Title, "level": q.Level, "how": q.how, "icon": q.icon,
			"ask": q.Ask, "marks": q.marks, "options": q.lines, "first": q.first(), "note": b.word("handout.turn"),
			"answer": b.word("handout.answer"), "key": q.onCard(), "keyMarks": q.keyMarks, "keyLines": q.keyLines, "why": q.Explain,
			"url": "", "code": "", "picture": "", "more": b.word("handout.more"),
		}
		if t := b.l.Game.Topics[q.Topic]; t != nil {
			vars["url"], vars["code"], vars["picture"] = b.l.TopicURL(t), t.Code, b.picture(q.Topic)
		}
		h.Faces = append(h.Faces, press.HandoutFace{Name: q.ID, Front: "question-card", Back: "question-answer", Vars: vars, Sizes: cardSizes})
	}
	return h
}

// picture returns the icon of the first card that is about a topic; "" when
// there is none.
func (b *quizBuilder) picture(topic string) string {
	for _, lead := range b.l.Game.Leads(topic) {
		if icon := lead.Icon(); icon != "" {
			return icon
		}
	}
	return ""
}

// first returns how many of the lines are asked about rather than to choose
// from; all where nothing is asked about.
func (q question) first() int {
	if q.Kind == quiz.Matching {
		return len(q.Left)
	}
	return len(q.lines)
}

func (b *quizBuilder) slips() press.Handout {
	vars := map[string]any{}
	for name, id := range map[string]string{"title": "slip", "name": "name", "question": "question", "answer": "your-answer", "points": "points"} {
		vars[name] = b.word("handout." + id)
	}
	return press.Handout{ID: Slips, Name: b.word("handout.slips"), Sheet: "cards", Faces: []press.HandoutFace{{Name: Slips, Front: "answer-slip", Vars: vars, Fill: true}}}
}

func (b *quizBuilder) worksheet() press.Handout {
	title := b.titled(b.word("handout.worksheet"))
	f := &flow.Flow{Title: title, Running: b.join(b.l.Texts.Text(b.l.Game.Name), title), Lang: b.l.Lang}
	f.Blocks = append(f.Blocks,
		&flow.Heading{Level: 1, Text: title, Anchor: "worksheet"},
		&flow.Table{Columns: []flow.Column{{Share: 3}, {Share: 1.5}, {Share: 1.5}, {Share: 2}}, Rows: []flow.Row{
			{Cells: []string{b.word("handout.name"), b.word("handout.class"), b.word("handout.date"), b.word("handout.points")}, Least: layout.MM(11)},
		}},
		&flow.Paragraph{Text: b.word("handout.instructions", "Minutes", b.minutes())})
	for _, q := range b.questions {
		f.Blocks = append(f.Blocks, q.worksheet())
	}
	return press.Handout{ID: Worksheet, Name: title, Flow: f, Style: "handout"}
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

// titled adds the variant to a title, so that nobody marks a sheet by the key
// of another.
func (b *quizBuilder) titled(title string) string {
	if b.variant == "" {
		return title
	}
	return b.join(title, b.word("handout.variant", "Variant", b.variant))
}

// join puts texts side by side as the language does.
func (b *quizBuilder) join(list ...string) string {
	if len(list) == 0 {
		return ""
	}
	all := list[0]
	for _, s := range list[1:] {
		all = b.word("handout.join", "A", all, "B", s)
	}
	return all
}

// worksheet returns a question with room for the answer.
func (q question) worksheet() flow.Block {
	blocks := []flow.Block{
		&flow.Rule{Number: strconv.Itoa(q.number), Text: "**" + escape(q.Ask) + "**"},
		&flow.Paragraph{Text: q.onSheet},
	}
	list := func(marks, lines []string, boxes bool) {
		l := &flow.List{Labels: marks, Boxes: boxes}
		for _, text := range lines {
			l.Items = append(l.Items, flow.Paragraph{Text: escape(text)})
		}
		blocks = append(blocks, l)
	}
	lead := layout.MM(9)
	switch q.Kind {
	case quiz.Choice, quiz.TrueFalse:
		list(q.marks, q.lines, true)
	case quiz.Ordering:
		list(q.marks, q.lines, false)
		blocks = append(blocks, &flow.Room{Boxes: len(q.lines)})
	case quiz.Matching:
		n := len(q.Left)
		list(q.marks[:n], q.lines[:n], true)
		list(q.marks[n:], q.lines[n:], false)
	case quiz.List:
		blocks = append(blocks, &flow.Room{Lines: max(2, q.Need), Lead: lead})
	default:
		blocks = append(blocks, &flow.Room{Lines: 1, Lead: lead})
	}
	return &flow.Together{Blocks: blocks}
}

// escape keeps stars in a text from becoming mark-up.
func escape(s string) string { return strings.ReplaceAll(s, "**", "*\u2060*") }

func (b *quizBuilder) key() press.Handout {
	title := b.titled(b.word("handout.key"))
	f := &flow.Flow{Title: title, Running: b.join(title, b.word("handout.keep")), Lang: b.l.Lang}
	f.Blocks = append(f.Blocks,
		&flow.Heading{Level: 1, Text: title, Anchor: "key"},
		&flow.Table{Columns: []flow.Column{{}}, Head: []string{b.word("handout.keep")}},
		b.overview(),
	)
	for _, q := range b.questions {
		f.Blocks = append(f.Blocks, b.explained(q))
	}
	return press.Handout{ID: Key, Name: title, Flow: f, Style: "handout"}
}

// overview is the key at a glance: number and letters.
func (b *quizBuilder) overview() *flow.Table {
	t := &flow.Table{Columns: []flow.Column{
		{Width: layout.MM(12)}, {Share: 2}, {Width: layout.MM(26)}, {Share: 3},
	}, Head: []string{b.word("handout.no"), b.word("handout.topic"), b.word("handout.level"), b.word("handout.answer")}}
	for _, q := range b.questions {
		answer := q.letters
		if answer == "" {
			answer = b.join(q.key...)
		}
		t.Rows = append(t.Rows, flow.Row{Cells: []string{strconv.Itoa(q.number), escape(q.Title), b.word("quiz.level." + strconv.Itoa(q.Level)), "**" + escape(answer) + "**"}})
	}
	return t
}

// explained is a question with its answer, why, why not, and what also counts.
func (b *quizBuilder) explained(q question) flow.Block {
	var about []string
	if q.Title != "" {
		about = append(about, escape(q.Title))
	}
	if t := b.l.Game.Topics[q.Topic]; t != nil {
		about = append(about, t.Code)
	}
	about = append(about, b.word("quiz.level."+strconv.Itoa(q.Level)))
	blocks := []flow.Block{
		&flow.Rule{Number: strconv.Itoa(q.number), Text: "**" + escape(q.Ask) + "**"},
		&flow.Paragraph{Text: b.join(about...)},
	}
	answer := &flow.List{Labels: q.keyMarks}
	lines := q.key
	if len(q.keyMarks) > 0 {
		lines = q.keyLines
	}
	for _, line := range lines {
		answer.Items = append(answer.Items, flow.Paragraph{Text: "**" + escape(line) + "**"})
	}
	blocks = append(blocks, answer)
	if also := b.also(q); also != "" {
		blocks = append(blocks, &flow.Paragraph{Text: b.word("handout.also", "List", escape(also))})
	}
	if len(q.Wrong) > 0 {
		blocks = append(blocks, &flow.Paragraph{Text: b.word("handout.not", "List", escape(b.join(q.Wrong...)))})
	}
	blocks = append(blocks, &flow.Paragraph{Text: escape(q.Explain)})
	wrong := &flow.List{}
	for i, o := range q.Options {
		if why := q.Because[o.ID]; why != "" {
			wrong.Labels = append(wrong.Labels, quiz.Letter(i))
			wrong.Items = append(wrong.Items, flow.Paragraph{Text: escape(b.word("handout.because", "Text", o.Text, "Why", why))})
		}
	}
	if len(wrong.Items) > 0 {
		blocks = append(blocks, wrong)
	}
	return &flow.Together{Blocks: blocks}
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

func (b *quizBuilder) certificate() press.Handout {
	about := "handout.for-quiz"
	if b.own {
		about = "handout.for-questions"
	}
	return certificates(b.l, []award{{
		icon: "graduation-cap", title: b.word("handout.quiz-certificate"),
		text: b.word(about, "Count", len(b.questions)), kicker: b.l.Texts.Text(b.l.Game.Name),
		points: b.word("handout.of-points", "Count", len(b.questions)), sign: b.word("handout.school-sign"), blank: true,
	}})
}
