package handout

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/cmd/internal/press"
	"kitpress/quiz"
	"kitpress/quiz/answers"
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

// sheetOrder is the order of the kinds of questions: last those that have no
// card, so that no number is missing in the deck.
var sheetOrder = []quiz.Kind{quiz.TrueFalse, quiz.Choice, quiz.Ordering, quiz.Number, quiz.Short, quiz.List, quiz.Matching}

// cardSizes are the sizes of the options on a card, in points, the largest
// first: two in a deck, the others for what somebody wrote at length.
var cardSizes = []float64{10, 8.5, 8, 7.5, 7}

// Quiz returns the handouts for questions in one language, in the
// look of the game they are for. own says that they are somebody's own, which
// may be about anything.
// variant names the order the options are in, "" for the usual one; pupils get
// a certificate each, without any there is one to be filled in.
// What is ticked comes first, then what is written and last what is joined, each
// the easy ones first: all handouts number the questions like that.
func Quiz(l *press.Localization, items []quiz.Item, own bool, variant string, pupils []answers.Pupil) []press.Handout {
	b := &quizBuilder{l: l, own: own, variant: variant, pupils: pupils, word: l.Texts.Word}
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b quiz.Item) int {
		return cmp.Or(cmp.Compare(slices.Index(sheetOrder, a.Kind), slices.Index(sheetOrder, b.Kind)), cmp.Compare(a.Level, b.Level))
	})
	for i, item := range items {
		q := questionOf(item.Variant(variant), i+1, l.Texts)
		q.kind, q.picture = b.about(q)
		b.questions = append(b.questions, q)
	}
	list := []press.Handout{b.cards(), b.slips(), b.worksheet(), b.key(), b.certificate()}
	if len(list[0].Faces) == 0 {
		list = list[2:] // nothing to cut, and no slips to answer cards on
	}
	return list
}

type quizBuilder struct {
	l         *press.Localization
	own       bool
	variant   string
	pupils    []answers.Pupil
	word      func(id string, args ...any) string
	questions []question
}

// cards returns a card for each question but those to join, whose lines need the
// room of a worksheet.
func (b *quizBuilder) cards() press.Handout {
	h := press.Handout{ID: Cards, Name: b.word("handout.cards"), Stock: "card", Sheet: "cards"}
	for _, q := range b.questions {
		if q.Kind == quiz.Matching {
			continue
		}
		key := q.letters
		if q.Kind != quiz.Ordering { // the key is the line
			q.keyMarks, q.keyLines, key = nil, nil, strings.Join(q.key, "\n")
		}
		vars := map[string]any{
			"number": strconv.Itoa(q.number), "topic": q.Title, "level": q.Level, "how": q.how, "icon": q.icon,
			"ask": q.Ask, "marks": q.marks, "options": q.lines, "pair": q.Kind == quiz.TrueFalse, "note": b.word("handout.turn"),
			"answer": b.word("handout.answer"), "key": key, "keyMarks": q.keyMarks, "keyLines": q.keyLines, "why": q.Explain,
			"url": "", "code": "", "more": b.word("handout.more"), "all": strings.Join(q.lines, "\n"), "list": strings.Join(q.keyLines, "\n"),
		}
		if t := b.l.Game.Topics[q.Topic]; t != nil {
			vars["url"], vars["code"] = b.l.TopicURL(t), t.Code
		}
		vars["kind"], vars["picture"] = q.kind, q.picture
		vars["head"], vars["onHead"], vars["pattern"] = press.KindRole(b.l, "", q.kind, "band"), press.KindRole(b.l, "on-", q.kind, "on-band"), press.KindRole(b.l, "pattern-", q.kind, "band-dots")
		h.Faces = append(h.Faces, press.HandoutFace{Name: q.ID, Front: "question-card", Back: "question-answer", Vars: vars, Sizes: cardSizes})
	}
	return h
}

// about returns the kind and the picture of a question: the deck and the icon of
// the first card about its topic, else the sign its topic has in the guide, or one
// of what it asks for.
func (b *quizBuilder) about(q question) (kind, picture string) {
	for _, lead := range b.l.Game.Leads(q.Topic) {
		if icon := lead.Icon(); icon != "" {
			if kind = "terms"; lead.Deck != nil {
				kind = lead.Deck.ID
			}
			return kind, icon
		}
	}
	if t := b.l.Game.Topics[q.Topic]; t != nil && t.Kind == catalog.TopicThreat {
		return "terms", "warning"
	} else if t != nil && t.Kind == catalog.TopicDefence {
		return "terms", "shield-check"
	}
	return "terms", q.icon
}

func (b *quizBuilder) slips() press.Handout {
	vars := map[string]any{}
	for name, id := range map[string]string{"title": "slip", "name": "name", "question": "question", "answer": "your-answer", "points": "points"} {
		vars[name] = b.word("handout." + id)
	}
	vars["letters"] = b.letters()
	return press.Handout{ID: Slips, Name: b.word("handout.slips"), Sheet: "slips", For: catalog.PerPlayer, Faces: []press.HandoutFace{{Name: Slips, Front: "answer-slip", Vars: vars, Least: len(b.cards().Faces)}}}
}

// letters are those that some question needs.
func (b *quizBuilder) letters() []string {
	list := []string{}
	for _, q := range b.questions {
		for _, mark := range q.marks {
			if mark == quiz.Letter(len(list)) {
				list = append(list, mark)
			}
		}
	}
	return list
}

// titled adds the level, when all questions have the same, and the variant to
// a title, so that nobody marks a sheet by the key of another.
func (b *quizBuilder) titled(title string) string {
	if level := b.questions[0].Level; !slices.ContainsFunc(b.questions, func(q question) bool { return q.Level != level }) {
		title = b.join(title, b.word("quiz.level."+strconv.Itoa(level)))
	}
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

func (b *quizBuilder) certificate() press.Handout {
	about := "handout.for-quiz"
	if b.own {
		about = "handout.for-questions"
	}
	pupils := b.pupils
	if len(pupils) == 0 {
		pupils = []answers.Pupil{{}}
	}
	var awards []award
	for _, p := range pupils {
		count := cmp.Or(p.Of, len(b.questions))
		a := award{
			icon: "graduation-cap", title: b.word("handout.quiz-certificate"), name: p.Name,
			text: b.word(about, "Count", count), kicker: b.l.Texts.Text(b.l.Game.Name),
			points: b.word("handout.of-points", "Count", count), sign: b.word("handout.school-sign"), blank: p.Reached == "",
		}
		if _, err := strconv.Atoi(p.Reached); err == nil {
			a.points = b.word("handout.reached", "Points", p.Reached, "Of", a.points)
		} else if p.Reached != "" {
			a.points = p.Reached
		}
		awards = append(awards, a)
	}
	return certificates(b.l, awards)
}
